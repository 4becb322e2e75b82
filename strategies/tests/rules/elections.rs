//! Elections that were really held, or published by those who argued over how to count them.

use std::{collections::BTreeMap, fs, path::Path};

use quorate_strategies::{catalog::Catalog, prelude::*, strategy::Knobs};

/// One file of `elections/`, whose README says how it is written.
#[derive(Default)]
struct Election {
    options: Vec<String>,
    ballots: Vec<(u32, Ballot)>,
    knobs: BTreeMap<String, Knobs>,
    winners: Vec<(String, String)>,
    counts: Vec<(String, String)>,
}

impl Election {
    fn read(text: &str) -> Self {
        let mut election = Self::default();
        let mut sourced = false;
        for line in text.lines() {
            let (key, value) = line.split_once(": ").unwrap_or_else(|| panic!("{line:?}"));
            match key {
                "name" => {}
                "source" => sourced = true,
                "options" => election.options = value.split("; ").map(str::to_owned).collect(),
                _ if key.parse::<u32>().is_ok() => {
                    let ballot = election.ballot(value);
                    election.ballots.push((key.parse().unwrap(), ballot));
                }
                _ if key.starts_with("set ") => {
                    let (name, to) = value.split_once('=').unwrap();
                    let knobs = election.knobs.entry(key["set ".len()..].to_owned()).or_default();
                    knobs.insert(name.to_owned(), to.to_owned());
                }
                _ => match key.strip_suffix(" counts") {
                    Some(rule) => election.counts.push((rule.to_owned(), value.to_owned())),
                    None => election.winners.push((key.to_owned(), value.to_owned())),
                },
            }
        }
        assert!(sourced, "an election needs its source");
        election
    }

    fn option(&self, name: &str) -> u16 {
        let place = self.options.iter().position(|option| option == name.trim());
        u16::try_from(place.unwrap_or_else(|| panic!("{name:?} is no option"))).unwrap()
    }

    fn ballot(&self, text: &str) -> Ballot {
        let Some(inner) = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) else {
            return Ballot::Ranking(text.split('>').map(|name| self.option(name)).collect());
        };
        if inner.contains(':') {
            let points = |part: &str| {
                let (name, points) = part.split_once(':').unwrap();
                (self.option(name), points.trim().parse().unwrap())
            };
            return Ballot::Points(inner.split(',').map(points).collect());
        }
        Ballot::Approval(inner.split(',').map(|name| self.option(name)).collect())
    }

    /// One voice for so many equal ballots: a weight is as many voices.
    fn tally(&self) -> Tally {
        let voice = |(weight, ballot): &(u32, Ballot)| Voice {
            weight: *weight,
            ballot: Some(ballot.clone()),
            ..Voice::present()
        };
        let options = self.options.iter().map(|option| option.as_str().into()).collect();
        Tally { voices: self.ballots.iter().map(voice).collect(), options, ..Tally::default() }
    }
}

#[test]
fn published_elections_have_their_published_winners_and_counts() {
    let catalog = Catalog::builtin();
    let mut decided: BTreeMap<String, usize> = BTreeMap::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/elections");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|kind| kind != "txt") {
            continue;
        }
        let name = path.display();
        let election = Election::read(&fs::read_to_string(&path).unwrap());
        let judge = |rule: &str| {
            let knobs = election.knobs.get(rule).cloned().unwrap_or_default();
            catalog.rule(rule, &knobs).unwrap().judge(&election.tally())
        };
        for (rule, winner) in &election.winners {
            let verdict = judge(rule);
            assert_eq!(verdict.winner.as_deref().unwrap_or("nobody"), winner, "{name}: {rule}: {verdict:?}");
            // A ballot that the rule cannot use abstains, and would be passed over in silence here.
            assert_eq!(verdict.counts.get("abstained"), Some(&0), "{name}: {rule}: {verdict:?}");
            *decided.entry(rule.clone()).or_default() += 1;
        }
        for (rule, counts) in &election.counts {
            let verdict = judge(rule);
            for count in counts.split(", ") {
                let (option, weight) = count.rsplit_once(' ').unwrap();
                assert_eq!(verdict.count(option), weight.parse::<u64>().unwrap(), "{name}: {rule}: {option}");
            }
        }
    }
    for rule in ["plurality", "approval", "borda", "instant-runoff", "condorcet", "cumulative"] {
        assert!(decided.get(rule).is_some_and(|elections| *elections >= 3), "three elections for {rule}: {decided:?}");
    }
}
