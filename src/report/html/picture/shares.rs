//! How many agreed when each round closed, with the line that the rule asks for.

use super::WIDTH;
use crate::report::html::{course::Course, words::PageWords};

const LEFT: usize = 48;
/// Room for the name of the line.
const RIGHT: usize = 118;
const TOP: usize = 26;
const PLOT: usize = 160;
const BOTTOM: usize = 34;
const MOST_BAR: usize = 56;

/// The picture.
#[derive(Debug)]
pub(in crate::report::html) struct Shares {
    pub(in crate::report::html) width: usize,
    pub(in crate::report::html) height: usize,
    pub(in crate::report::html) left: usize,
    /// Where the lines across end.
    pub(in crate::report::html) right: usize,
    pub(in crate::report::html) bottom: usize,
    /// The lines across: how high, and what they mean.
    pub(in crate::report::html) grid: Vec<(usize, String)>,
    pub(in crate::report::html) bars: Vec<Bar>,
    /// The line through the tops of the bars.
    pub(in crate::report::html) line: String,
    /// How high the line of the rule is, and what it says.
    pub(in crate::report::html) threshold: Option<(usize, String)>,
}

/// One moment.
#[derive(Debug)]
pub(in crate::report::html) struct Bar {
    pub(in crate::report::html) x: usize,
    pub(in crate::report::html) y: usize,
    pub(in crate::report::html) width: usize,
    pub(in crate::report::html) height: usize,
    pub(in crate::report::html) reached: bool,
    pub(in crate::report::html) percent: String,
    /// The round, below the bar.
    pub(in crate::report::html) label: String,
    pub(in crate::report::html) title: String,
}

impl Bar {
    pub(in crate::report::html) const fn middle(&self) -> usize {
        self.x + self.width / 2
    }
}

impl Shares {
    /// The picture; none where no share of votes was counted.
    pub(in crate::report::html) fn of(course: &Course, words: &PageWords) -> Option<Self> {
        let counted: Vec<_> = course.moments.iter().filter_map(|at| Some((at.round, at.share?))).collect();
        if counted.is_empty() {
            return None;
        }
        let column = (WIDTH - LEFT - RIGHT) / counted.len();
        let width = (column * 3 / 5).clamp(4, MOST_BAR);
        let bars = counted.iter().enumerate().map(|(nth, (round, share))| {
            let height = usize::try_from(share.part * PLOT as u64 / share.of.max(1)).unwrap_or(PLOT);
            let label = round.map_or_else(|| words.end.to_owned(), |round| round.to_string());
            Bar {
                x: LEFT + nth * column + (column - width) / 2,
                y: TOP + PLOT - height,
                width,
                height,
                reached: share.reached,
                percent: format!("{} %", share.percent()),
                label: if counted.len() == 1 { words.when(*round) } else { label },
                title: words.agreed(&words.when(*round), *share),
            }
        });
        let bars: Vec<Bar> = bars.collect();
        let line = bars.iter().map(|bar| format!("{},{}", bar.middle(), bar.y)).collect::<Vec<_>>().join(" ");
        let height_of = |hundredths: usize| TOP + PLOT - hundredths * PLOT / 10_000;
        let threshold = course.threshold.map(|share| (height_of(share as usize), words.asked_for(share)));
        let grid = [0, 5_000, 10_000].map(|share| (height_of(share), format!("{} %", share / 100)));
        Some(Self {
            width: WIDTH,
            height: TOP + PLOT + BOTTOM,
            left: LEFT,
            right: WIDTH - RIGHT,
            bottom: TOP + PLOT,
            grid: grid.into(),
            bars,
            line,
            threshold,
        })
    }
}
