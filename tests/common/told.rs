//! What the author of a sheet is told, as text, and the sheets of a folder.

use super::root::root;
use play::Checked;
use std::path::PathBuf;

/// The diagnostics of a sheet and what was understood of it.
pub fn told(checked: &Checked, sheet: &str) -> String {
    let mut text = checked.faults.render(sheet);
    for entry in &checked.understood {
        text += &format!("{}\n", entry.heading);
        entry.words().for_each(|line| text += &format!("  {line}\n"));
    }
    text
}

/// The sheets of a folder, by name.
pub fn files(folder: &str) -> Vec<PathBuf> {
    let all = std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<_> =
        all.filter(|path| path.extension().is_some_and(|e| e == "yaml")).collect();
    all.sort();
    all
}
