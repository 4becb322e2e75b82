//! The `quorate` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    quorate::command::main()
}
