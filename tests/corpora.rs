//! What fuzzers have found worth keeping is tried again with each build, and a few changed copies of it: it
//! ends without a panic. A long run changes each thousands of times.
//!
//! `fuzz/README.md` says how fuzzers are run.

#[path = "../fuzz/targets.rs"]
mod targets;

use super::effort;
use super::luck::Luck;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// The inputs of a target, by name.
fn corpus(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let mut found: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let bytes = std::fs::read(entry.path()).unwrap();
            (entry.file_name().into_string().unwrap(), bytes)
        })
        .collect();
    found.sort();
    found
}

/// A copy with a few bytes changed, cut out, doubled, or taken from another input.
fn changed(luck: &mut Luck, bytes: &[u8], other: &[u8]) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    for _ in 0..=luck.below(4) {
        let at = luck.below(copy.len() + 1);
        let length = luck.below(40).min(copy.len() - at);
        match luck.below(6) {
            0 => drop(copy.drain(at..at + length)),
            1 => {
                let twice = copy[at..at + length].to_vec();
                copy.splice(at..at, twice);
            }
            2 => {
                let from = luck.below(other.len() + 1);
                let part = other[from..].iter().take(40).copied().collect::<Vec<u8>>();
                copy.splice(at..at, part);
            }
            3 => {
                let number = ["-1", "0", "99999999999999999999", "65535", "1e400"][luck.below(5)];
                copy.splice(at..at + length.min(6), number.bytes());
            }
            4 => copy.insert(at, b"{}[]:,\"'&*!|>#\n \t-"[luck.below(17)]),
            _ if at < copy.len() => copy[at] = luck.below(256) as u8,
            _ => {}
        }
    }
    copy
}

#[test]
fn every_corpus_ends_without_a_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    let mut found: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    let mut named: Vec<&str> = targets::TARGETS.iter().map(|(name, _)| *name).collect();
    named.sort_unstable();
    assert_eq!(found, named, "a corpus a target");
    let copies = match effort::count() {
        _ if effort::is_long() => 3_000,
        Some(_) => 50,
        None => 2,
    };
    let mut broken = vec![];
    for (name, target) in targets::TARGETS {
        let inputs = corpus(name);
        assert!(inputs.len() >= 5, "{name} has {} inputs", inputs.len());
        let mut luck = Luck(name.len() as u64);
        for (at, (which, bytes)) in inputs.iter().enumerate() {
            target(bytes);
            let other = &inputs[(at + 1) % inputs.len()].1;
            for _ in 0..copies {
                let copy = changed(&mut luck, bytes, other);
                if catch_unwind(AssertUnwindSafe(|| target(&copy))).is_err() {
                    broken.push(format!("{name}, from {which}: {}", copy.escape_ascii()));
                }
            }
        }
    }
    assert!(
        broken.is_empty(),
        "{} panics, as\n{}",
        broken.len(),
        broken[..broken.len().min(5)].join("\n")
    );
}
