//! What fuzzers have found worth keeping is tried again with each build: it ends without a panic.
//!
//! `fuzz/README.md` says how fuzzers are run.

#[path = "../fuzz/targets.rs"]
mod targets;

use std::path::Path;

#[test]
fn every_corpus_ends_without_a_panic() {
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    let mut found: Vec<String> = std::fs::read_dir(&corpora)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    let mut named: Vec<&str> = targets::TARGETS.iter().map(|(name, _)| *name).collect();
    named.sort_unstable();
    assert_eq!(found, named, "a corpus a target");
    for (name, target) in targets::TARGETS {
        let mut count = 0;
        for entry in std::fs::read_dir(corpora.join(name)).unwrap() {
            target(&std::fs::read(entry.unwrap().path()).unwrap());
            count += 1;
        }
        assert!(count >= 5, "{name} has {count} inputs");
    }
}
