//! The front door: what is typed goes to the commands, and their word becomes the exit code.

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    umpire::cli::Cli::parse().run()
}
