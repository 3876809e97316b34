//! Where the project lies.

use std::path::{Path, PathBuf};

/// The root of the project.
pub fn root() -> PathBuf {
    // The tests of a game are run in its own folder, `src/rules/<game>`.
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).unwrap().to_owned()
}
