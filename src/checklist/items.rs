//! List items as steps, and as groups of the steps they hold.

use super::blocks::{Block, Kind};
use super::date_reading::Habits;
use super::facts::Spot;
use super::owners::Form;
use super::pieces;
use super::sections::split_head;
use super::steps::{Finder, Node};
use super::vocabulary::Role;
use super::words::{has_wide, length};

impl Finder<'_> {
    /// Makes items steps; items that hold owned items become groups.
    pub(super) fn items(&mut self, items: &[usize], section: usize, covered: bool) {
        let numbers: Vec<Option<&String>> = items.iter().map(|&i| number(self.block(i))).collect();
        let repeated = items.len() > 1 && numbers.windows(2).all(|w| w[0].is_some() && w[0] == w[1]);
        let list = items.first().copied().unwrap_or(0);
        let mut nth = 0;
        let mut list_now = list;
        for &item in items {
            let block = self.block(item);
            let own_number = number(block).cloned();
            // A list that begins anew is another list.
            if own_number.as_deref() == Some("1") && !repeated && nth > 0 {
                list_now = item;
            }
            nth += 1;
            let id = if repeated { Some(nth.to_string()) } else { own_number };
            self.item(item, id, section, list_now, covered);
        }
    }

    fn item(&mut self, item: usize, number: Option<String>, section: usize, list: usize, covered: bool) {
        let block = self.block(item);
        let kids: Vec<usize> =
            self.children[item].iter().copied().filter(|&k| self.block(k).is_item() && !self.is_detail(k)).collect();
        let own = self.read(item, Spot::Title);
        let group = self.is_group(&kids, own.owned());
        let (word, own_id, title) = split_head(block.text.lines().next().unwrap_or(""));
        let own_id = own_id.filter(|id| word.is_some() || id.len() < 7);
        let whole = self.whole(item);
        let checkbox = matches!(&block.kind, Kind::Item(mark) if mark.checkbox);
        let rank = match self.all.sections[section].role {
            Role::Steps => 2,
            _ if whole.told() || own_id.is_some() => 2,
            _ if number.is_some() || checkbox => 1,
            _ => 0,
        };
        let title = named(title).to_owned();
        let facts = if group { own } else { whole };
        let owned = facts.owned();
        let (id, line) = (own_id.or(number), block.line());
        self.nodes.push(Node { id, word, title, line, section, list, facts, group, covered, rank });
        if group {
            self.items(&kids, section, covered || owned);
        }
    }

    /// Whether what stands under an item are steps of their own, because they name their own owners.
    fn is_group(&self, kids: &[usize], owned: bool) -> bool {
        let names = |kid: &&usize| {
            let owners = self.read(**kid, Spot::Title).owners;
            owners.iter().any(|o| o.what.form <= Form::Subject || kids.len() > 1)
        };
        let owning = kids.iter().filter(names).count();
        owning > 0 && owning * 2 >= kids.len() && (!owned || owning > 1)
    }
}

fn number(block: &Block) -> Option<&String> {
    match &block.kind {
        Kind::Item(mark) => mark.number.as_ref(),
        _ => None,
    }
}

/// The first piece of a title, or the next where the day comes first: "10/14（水）まで　養生の手配".
fn named(title: &str) -> &str {
    let pieces = pieces::split(title);
    let dated = |text: &str| {
        let days = Habits::wide().dates(text);
        has_wide(title) && days.last().is_some_and(|day| length(&text[day.bytes.end..]) <= 1) && length(text) <= 5
    };
    let texts = || pieces.iter().map(|piece| title[piece.value.clone()].trim());
    texts().find(|text| !dated(text)).or_else(|| texts().next()).unwrap_or(title)
}
