//! Where two texts differ: each place with its lines in both, and the whole as a unified diff.

use std::ops::Range;

use similar::{DiffOp, TextDiff};

/// A place where lines of one text stand for lines of another; both are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hunk {
    pub(super) was: Range<usize>,
    pub(super) is: Range<usize>,
}

/// Two texts, compared line by line.
#[derive(Debug)]
pub(super) struct Compared<'a> {
    pub(super) was: Vec<&'a str>,
    pub(super) is: Vec<&'a str>,
    pub(super) hunks: Vec<Hunk>,
    /// The unified diff with three lines around each place; empty where the texts are the same.
    pub(super) unified: String,
}

impl<'a> Compared<'a> {
    /// Compares two texts of this name, which is one line.
    pub(super) fn of(name: &str, was: &'a str, is: &'a str) -> Self {
        let lines = |text: &'a str| text.split_inclusive('\n').collect::<Vec<_>>();
        let (was, is) = (lines(was), lines(is));
        let diff = TextDiff::configure().newline_terminated(true).diff_slices(&was, &is);
        let differs = |op: &&DiffOp| !matches!(op, DiffOp::Equal { .. });
        let hunk = |op: &DiffOp| Hunk { was: op.old_range(), is: op.new_range() };
        let hunks = diff.ops().iter().filter(differs).map(hunk).collect();
        let unified =
            diff.unified_diff().context_radius(3).header(&format!("a/{name}"), &format!("b/{name}")).to_string();
        Self { was, is, hunks, unified }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunks_name_the_lines_of_both_texts_and_the_diff_can_be_applied() {
        let was = "a\nb\nc\nd\r\nlast";
        let compared = Compared::of("plan.md", was, "a\nnew\nc\nd\r\nlast\nmore\n");
        assert_eq!(compared.hunks, [Hunk { was: 1..2, is: 1..2 }, Hunk { was: 4..5, is: 4..6 }]);
        let expected = "--- a/plan.md\n+++ b/plan.md\n@@ -1,5 +1,6 @@\n a\n-b\n+new\n c\n d\r\n-last\n\\ No newline at end of \
                        file\n+last\n+more\n";
        assert_eq!(compared.unified, expected);
        assert_eq!(Compared::of("plan.md", was, was).unified, "");
    }
}
