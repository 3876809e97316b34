//! The entry point: runs the command and returns its exit code.

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    umpire::cli::Cli::parse().run()
}
