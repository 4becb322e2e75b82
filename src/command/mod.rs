//! The `quorate` command: results on stdout, everything else on stderr, and an exit code that says how it ended.
//!
//! A discussion is told of in its own language: progress, notes, minutes and what `check`, `show` and `verify` say of it.
//! Help and usage errors are in English, whatever the language; so are names, codes and fields.
//! The language is the one of `--lang` or of the preset, else English: the locale of the machine decides nothing, so that
//! the same command gives the same record everywhere.
//!
//! | code | when |
//! |---|---|
//! | 0 | a decision was made, by whomever; or none was sought and the discussion finished |
//! | 1 | it ended without a decision (a pipeline: its last stage did, or a gate did not agree), `verify` or `replay` found a bad event, or `rehearse` a broken promise |
//! | 2 | usage or configuration is wrong, or a file cannot be read |
//! | 3 | nobody answered, or it was aborted; a stage failed that others needed, or the time of a pipeline was up |
//! | 130 | it was interrupted |

mod again;
mod ahead;
mod bulk;
mod check;
mod columns;
mod costs;
mod diagnostic;
mod doctor;
mod error;
mod exit;
mod export;
mod folder;
mod forecast;
mod fork;
mod found;
mod help;
mod init;
mod interrupt;
mod kept;
mod list;
mod ls;
mod notes;
mod output;
mod parse;
#[cfg(feature = "pipeline")]
mod pipeline;
mod progress;
mod record;
#[cfg(feature = "rehearse")]
mod rehearse;
mod rejudge;
mod replay;
mod resume;
mod run;
mod shell;
mod show;
mod speak;
mod tally;
mod usher;
mod verify;
mod wishes;
mod words;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use self::{error::CommandError, exit::Exit};

/// Structured discussions among agents, ended by a decision that can be checked.
#[derive(Debug, Parser)]
#[command(name = "quorate", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Run a preset or discussion file and write down what came of it
    Run(run::Args),
    /// Write a discussion file of your own, made from a preset, with comments on everything that can be set
    Init(init::Args),
    /// List strategies, rules, presets, agents, markers, or the schema of answers and results
    List(list::Args),
    /// Check a preset, discussion or pipeline file and show its worst case; nothing is asked and nothing spent
    Check(check::Args),
    /// Run a pipeline file: stages whose results feed the next, together where they can, into one folder
    #[cfg(feature = "pipeline")]
    Pipeline(pipeline::Args),
    /// Run a preset or discussion file many times in virtual time, with seats that behave well and badly; no model is asked
    #[cfg(feature = "rehearse")]
    Rehearse(rehearse::Args),
    /// Say which models, keys and agent programs this machine offers; or whether a discussion's backends answer in form
    Doctor(doctor::Args),
    /// Show what would be read from the reply on stdin, and where it was found
    Parse(parse::Args),
    /// Decide ballots by a rule, without any discussion
    Tally(tally::Args),
    /// Show the minutes of a record, also of one that was cut short
    Show(show::Args),
    /// List the discussions that are kept, the newest first
    Ls(ls::Args),
    /// Write the minutes, the result and the record of a discussion that is kept into a folder
    Export(export::Args),
    /// Check a record: its chain, every decision, and what was read from every reply
    Verify(verify::Args),
    /// Go on with a discussion that broke off or was stopped; what was answered is not asked again
    Resume(resume::Args),
    /// Make every step, verdict, reading and prompt of a record again and compare them; nobody is asked
    Replay(replay::Args),
    /// Judge a record again: by another rule, without some seats or with other weights; nobody is asked
    Rejudge(rejudge::Args),
    /// Go on from one turn of a record in a copy; what was said before is served, and both outcomes are compared
    Fork(fork::Args),
    /// Say something to a discussion that runs elsewhere: every seat is shown it, and it is no vote
    Say(speak::SayArgs),
    /// Hold a discussion that runs elsewhere: open turns are heard out, nothing new begins
    Pause(speak::To),
    /// Let a discussion that is held go on
    Go(speak::To),
    /// Stop a discussion that runs elsewhere; what was said is kept
    Cancel(speak::To),
    /// Approve what a discussion asks, or its outcome while that is provisional
    Approve(speak::ApproveArgs),
    /// Reject what a discussion asks
    Reject(speak::RejectArgs),
    /// Veto the outcome of a discussion while it is provisional
    Veto(speak::VetoArgs),
    /// Print completions for a shell
    Completions(help::CompletionArgs),
    /// Print the manual page
    Man(help::ManArgs),
}

/// Runs the command with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            if error.use_stderr() {
                // What was typed is quoted here, whatever it holds.
                output::tell(error.render().to_string().trim_end());
                return Exit::Usage.into();
            }
            // Help and version are no errors and go to stdout; a closed pipe is nobody's loss.
            let _ = error.print();
            return Exit::Done.into();
        }
    };
    output::log();
    let ended = match cli.verb {
        Verb::Run(args) => run::run(&args),
        #[cfg(feature = "pipeline")]
        Verb::Pipeline(args) => pipeline::run(&args),
        Verb::Init(args) => init::run(&args),
        Verb::List(args) => list::run(&args),
        Verb::Check(args) => check::run(&args),
        #[cfg(feature = "rehearse")]
        Verb::Rehearse(args) => rehearse::run(&args),
        Verb::Doctor(args) => doctor::run(&args),
        Verb::Parse(args) => parse::run(&args),
        Verb::Tally(args) => tally::run(&args),
        Verb::Show(args) => show::run(&args),
        Verb::Ls(args) => ls::run(&args),
        Verb::Export(args) => export::run(&args),
        Verb::Verify(args) => verify::run(&args),
        Verb::Resume(args) => resume::run(&args),
        Verb::Replay(args) => replay::run(&args),
        Verb::Rejudge(args) => rejudge::run(&args),
        Verb::Fork(args) => fork::run(&args),
        Verb::Say(args) => speak::say(&args),
        Verb::Pause(to) => speak::pause(&to),
        Verb::Go(to) => speak::go(&to),
        Verb::Cancel(to) => speak::cancel(&to),
        Verb::Approve(args) => speak::approve(&args),
        Verb::Reject(args) => speak::reject(&args),
        Verb::Veto(args) => speak::veto(&args),
        Verb::Completions(args) => help::completions(&args),
        Verb::Man(args) => help::man(&args),
    };
    match ended {
        Ok(exit) => exit.into(),
        Err(error) => failed(&error).into(),
    }
}

fn failed(error: &CommandError) -> Exit {
    output::tell(&format!("error: {error}"));
    let excerpt = diagnostic::excerpt(error);
    if !excerpt.is_empty() {
        output::tell(&excerpt);
    }
    error.exit()
}
