//! `umpire schema`: what an editor needs to know of order sheets.

use super::{Outcome, json};
use desk::campaign::workbench;
use std::io::Write;

/// Print the JSON Schema of order sheets, for an editor
///
/// Example: umpire schema > sheet.schema.json
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Schema {
    /// The rule system, if there are several
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
}

impl Schema {
    pub fn run(self, out: &mut dyn Write) -> Outcome {
        json(out, &workbench::schema(self.rules.as_deref())?)
    }
}
