//! Which stage comes before which: the order, the waves that run together, and circles.

use std::{
    collections::{BTreeSet, VecDeque},
    fmt,
    sync::Arc,
};

use petgraph::{Direction, algo::tarjan_scc, graphmap::DiGraphMap};

/// Stages that each need the one before, and the first needs the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle {
    stages: Vec<Arc<str>>,
}

/// The widest line of a drawing, in characters.
const WIDTH: usize = 72;

/// `review → fix → review`, on several lines where it is long.
impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut used = 2;
        f.write_str("  ")?;
        for (at, stage) in self.stages.iter().chain(self.stages.first()).enumerate() {
            let long = stage.chars().count() + 3;
            if at > 0 && used + long > WIDTH {
                f.write_str("\n  ")?;
                used = 2;
            }
            write!(f, "{}{stage}", if at > 0 { if used == 2 { "→ " } else { " → " } } else { "" })?;
            used += long;
        }
        Ok(())
    }
}
