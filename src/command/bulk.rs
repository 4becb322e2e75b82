//! Lines in, lines out: the `--jsonl` forms of `parse` and `tally`.

use std::io::{self, BufRead as _};

use super::{
    error::CommandError,
    exit::Exit,
    output::{Reader, print},
};

/// Answers every line of stdin that is not blank by a line on stdout, until either end is closed.
pub(super) fn answer_lines(answer: impl Fn(&str) -> String) -> Result<Exit, CommandError> {
    let mut stdin = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        if stdin.read_until(b'\n', &mut line).map_err(CommandError::Stdin)? == 0 {
            return Ok(Exit::Done);
        }
        let text = String::from_utf8_lossy(&line);
        if !text.trim().is_empty() && print(&format!("{}\n", answer(&text)))? == Reader::Gone {
            return Ok(Exit::Done);
        }
    }
}
