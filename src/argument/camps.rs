//! Who stands together: by what the decision rule counts, and where that says nothing by support.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use petgraph::unionfind::UnionFind;
use quorate_strategies::{rule::Input, seat::SeatId};

use super::{Argument, Camp, Relation};
use crate::report::{Ground, standing_word};

/// Words of a standing that say where nobody stands.
const NOWHERE: [&str; 5] = ["open", "unknown", "neutral", "none", "abstains"];

pub(super) fn camps(ground: &Ground<'_>, argument: &Argument) -> Vec<Camp> {
    let spoke: BTreeSet<SeatId> = argument.nodes().iter().map(|node| node.seat).collect();
    let stands: BTreeMap<SeatId, String> =
        spoke.iter().filter_map(|seat| Some((*seat, stand(ground, *seat)?))).collect();
    let mut together: UnionFind<usize> = UnionFind::new(ground.state.roster().iter().count());
    let mut first: BTreeMap<&str, SeatId> = BTreeMap::new();
    for (seat, stand) in &stands {
        let leader = *first.entry(stand).or_insert(*seat);
        together.union(leader.index(), seat.index());
    }
    // Each seat that stands nowhere follows one other, and none of the others follows: so no two camps that stand apart
    // are ever joined.
    for (follower, followed) in supported(argument).into_iter().filter(|(seat, _)| !stands.contains_key(seat)) {
        together.union(follower.index(), followed.index());
    }
    let mut camps: BTreeMap<usize, Camp> = BTreeMap::new();
    for seat in spoke {
        let camp = camps.entry(together.find(seat.index())).or_insert(Camp { seats: Vec::new(), stands: None });
        camp.seats.push(seat);
        camp.stands = camp.stands.take().or_else(|| stands.get(&seat).cloned());
    }
    let mut camps: Vec<Camp> = camps.into_values().collect();
    camps.sort_by_key(|camp| (Reverse(camp.seats.len()), camp.seats.first().copied()));
    camps
}

/// Where a seat stands, if anywhere.
fn stand(ground: &Ground<'_>, id: SeatId) -> Option<String> {
    let state = ground.state;
    let seat = state.roster().get(id)?;
    if ground.input == Some(Input::Sides) {
        return seat.side.as_ref().map(ToString::to_string);
    }
    let standing = state.standings().get(id.index())?;
    let word = standing_word(seat, standing, state.round(), ground.input, state.options());
    (!NOWHERE.contains(&&*word)).then_some(word)
}

/// Whom each seat supported last.
fn supported(argument: &Argument) -> BTreeMap<SeatId, SeatId> {
    let counted = argument.edges().iter().filter(|edge| edge.relation == Relation::Supports && !edge.is_guess());
    counted.filter_map(|edge| Some((argument.node(edge.from)?.seat, argument.node(edge.to)?.seat))).collect()
}
