//! Protocols of other systems, as rules of a user's own.

use std::sync::Arc;

use quorate_strategies::{prelude::*, rules::Ties};

/// A verdict on weights under the names of the options; whoever has the most leads, of several the first or nobody.
fn most(tally: &Tally, scores: &[u64], ties: Ties) -> Verdict {
    let best = scores.iter().copied().max().unwrap_or(0);
    let leads: Vec<usize> = (0..scores.len()).filter(|at| best > 0 && scores[*at] == best).collect();
    let leader = leads.first().filter(|_| leads.len() == 1 || ties == Ties::FirstSeen);
    let counts = tally.options.iter().zip(scores).map(|(name, score)| (name.to_string().into(), *score));
    Verdict {
        level: leader.map_or(Level::None, |_| Level::Partial),
        reached: leader.is_some(),
        winner: leader.and_then(|at| tally.options.get(*at)).cloned(),
        tie: leads.len() > 1,
        counts: counts.collect(),
        ..Verdict::default()
    }
}

fn points(ballot: &Ballot) -> &[(u16, u32)] {
    match ballot {
        Ballot::Points(given) => given,
        _ => &[],
    }
}

/// MALLM: those who hold the latest solution, its author and who agreed since, are so many per cent of all; in small panels
/// all of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Holders {
    pub(super) name: &'static str,
    pub(super) percent: u64,
    pub(super) all_up_to: usize,
}

pub(super) const MAJORITY: Holders = Holders { name: "mallm-majority", percent: 50, all_up_to: 0 };
pub(super) const SUPERMAJORITY: Holders = Holders { name: "mallm-supermajority", percent: 66, all_up_to: 0 };
pub(super) const UNANIMITY: Holders = Holders { name: "mallm-unanimity", percent: 100, all_up_to: 0 };

/// MALLM's default, after Yin et al.: all in the first turns and in panels of three, later so many per cent.
pub(super) fn hybrid(turn: u32, percent: u64) -> Holders {
    Holders { name: "mallm-hybrid", percent: if turn < 5 { 100 } else { percent }, all_up_to: 3 }
}

impl DecisionRule for Holders {
    fn name(&self) -> &str {
        self.name
    }

    fn purpose(&self) -> &str {
        "decided when enough of all hold the latest solution"
    }

    fn input(&self) -> Input {
        Input::Positions
    }

    fn judge(&self, tally: &Tally) -> Verdict {
        let (hold, of) = (tally.weight_of(|voice| voice.position == Position::For), tally.weight());
        let percent = if tally.voices.len() <= self.all_up_to { 100 } else { self.percent };
        let level = match () {
            () if of > 0 && hold == of => Level::Full,
            () if 2 * hold > of => Level::Majority,
            () => Level::None,
        };
        Verdict {
            level,
            reached: of > 0 && hold * 100 >= percent * of,
            ..Verdict::counted([("hold", hold), ("of", of)])
        }
    }

    fn settled(&self, _: &Tally, _: &Pending) -> bool {
        false
    }
}

/// MALLM: a rank gives `min(5, agents) − place` points, the first place being 0; more than five ranks are void.
#[derive(Debug)]
pub(super) struct Ranked;

impl DecisionRule for Ranked {
    fn name(&self) -> &str {
        "mallm-ranked"
    }

    fn purpose(&self) -> &str {
        "decided when one answer has the most points for its ranks"
    }

    fn input(&self) -> Input {
        Input::Options
    }

    fn judge(&self, tally: &Tally) -> Verdict {
        let highest = tally.voices.len().min(5) as u64;
        let mut scores = vec![0; tally.options.len()];
        for voice in &tally.voices {
            let Some(Ballot::Ranking(order)) = &voice.ballot else { continue };
            for (option, points) in order.iter().zip((0..=highest).rev()).filter(|_| order.len() <= 5) {
                scores[usize::from(*option)] += points * u64::from(voice.weight);
            }
        }
        most(tally, &scores, Ties::None)
    }

    fn settled(&self, _: &Tally, _: &Pending) -> bool {
        false
    }
}

/// MALLM: every agent spreads exactly ten points; any other sum is void and asked for again.
#[derive(Debug)]
pub(super) struct ExactlyTen;

impl DecisionRule for ExactlyTen {
    fn name(&self) -> &str {
        "mallm-cumulative"
    }

    fn purpose(&self) -> &str {
        "decided when one answer has the most points of ten each"
    }

    fn input(&self) -> Input {
        Input::Options
    }

    fn judge(&self, tally: &Tally) -> Verdict {
        let mut scores = vec![0; tally.options.len()];
        for voice in &tally.voices {
            let given = voice.ballot.as_ref().map_or(&[][..], points);
            if given.iter().map(|(_, points)| points).sum::<u32>() == 10 {
                given.iter().for_each(|(at, points)| scores[usize::from(*at)] += u64::from(points * voice.weight));
            }
        }
        most(tally, &scores, Ties::None)
    }

    fn settled(&self, _: &Tally, _: &Pending) -> bool {
        false
    }
}

/// ReConcile: an answer weighs by how sure whoever gives it says to be, in per cent; of equals the one seen first wins.
#[derive(Debug)]
pub(super) struct Confidence;

impl Confidence {
    /// Tenths of a vote.
    const fn weight(percent: u32) -> u64 {
        match percent {
            100 => 10,
            90..100 => 8,
            80..90 => 5,
            61..80 => 3,
            _ => 1,
        }
    }
}

impl DecisionRule for Confidence {
    fn name(&self) -> &str {
        "reconcile"
    }

    fn purpose(&self) -> &str {
        "decided for the answer with the most weight, by how sure its speakers are"
    }

    fn input(&self) -> Input {
        Input::Options
    }

    fn ballot(&self, options: Arc<[Arc<str>]>) -> Form {
        Form::Points { options, most: 100 }
    }

    fn judge(&self, tally: &Tally) -> Verdict {
        let mut scores = vec![0; tally.options.len()];
        let mut answers = Vec::new();
        for voice in &tally.voices {
            let Some([(answer, sure)]) = voice.ballot.as_ref().map(points) else { continue };
            scores[usize::from(*answer)] += Self::weight(*sure) * u64::from(voice.weight);
            answers.push(*answer);
        }
        let verdict = most(tally, &scores, Ties::FirstSeen);
        let all = answers.len() == tally.voices.len() && answers.windows(2).all(|pair| pair[0] == pair[1]);
        Verdict { level: if all && verdict.reached { Level::Full } else { verdict.level }, ..verdict }
    }

    fn settled(&self, _: &Tally, _: &Pending) -> bool {
        false
    }
}
