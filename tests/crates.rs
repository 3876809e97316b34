//! The crates of others: each is named with its reason, and what is built has the licences and versions of
//! `deny.toml`. `.ci/run` gives the list of what is built.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn page(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The names in the section of a manifest.
fn section(manifest: &str, head: &str) -> BTreeSet<String> {
    let lines = manifest.lines().skip_while(|line| *line != head).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let name = |line: &str| line.split_once(" = ").map(|(name, _)| name.trim().to_owned());
    lines.filter(|line| !line.contains("path = ")).filter_map(name).collect()
}

#[test]
fn each_of_the_crates_has_its_reason() {
    let used = section(&page("Cargo.toml"), "[workspace.dependencies]");
    let text = page("DEPENDENCIES.md");
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let mut told = BTreeSet::new();
    for row in rows {
        let [_, names, why, _] = row.split('|').collect::<Vec<_>>()[..] else { panic!("{row}") };
        assert!(why.trim().len() > 5, "{row}");
        for name in names.split(',') {
            assert!(told.insert(name.trim().trim_matches('`').to_owned()), "{name} is named twice");
        }
    }
    assert_eq!(told, used, "DEPENDENCIES.md, Cargo.toml");
}

/// The words of a list in `deny.toml`.
fn list(deny: &str, key: &str) -> BTreeSet<String> {
    let lines = deny.lines().skip_while(|line| *line != format!("{key} = [")).skip(1);
    let lines = lines.take_while(|line| *line != "]");
    lines.map(|line| line.trim().trim_matches(['"', ',']).to_owned()).collect()
}

/// Whether a licence, or one of those that it leaves the choice of, is allowed with all that it adds.
fn is_allowed(licence: &str, allowed: &BTreeSet<String>) -> bool {
    let plain = licence.replace('/', " OR ").replace(['(', ')'], "");
    plain.split(" AND ").all(|part| part.split(" OR ").any(|one| allowed.contains(one.trim())))
}

#[test]
fn the_crates_that_are_built_are_those_of_the_list() {
    let deny = page("deny.toml");
    let (allowed, twice) = (list(&deny, "allow"), list(&deny, "skip"));
    assert!(allowed.contains("MIT") && twice.contains("syn"), "{allowed:?} {twice:?}");
    assert!(is_allowed("(MIT OR GPL-3.0) AND Unicode-3.0", &allowed));
    assert!(!is_allowed("GPL-3.0", &allowed) && !is_allowed("MIT AND GPL-3.0", &allowed));
    let Some(built) = std::env::var_os("UMPIRE_CRATES") else { return };
    let built: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(built).unwrap()).unwrap();
    let nodes = built["resolve"]["nodes"].as_array().unwrap();
    let ids: BTreeSet<&str> = nodes.iter().filter_map(|node| node["id"].as_str()).collect();
    let packages = built["packages"].as_array().unwrap().iter();
    let packages = packages.filter(|one| {
        one["id"].as_str().is_some_and(|id| ids.contains(id)) && !one["source"].is_null()
    });
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for one in packages {
        let (name, version) = (one["name"].as_str().unwrap(), one["version"].as_str().unwrap());
        let licence = one["license"].as_str().unwrap_or_default();
        assert!(is_allowed(licence, &allowed), "{name} {version}: {licence}");
        let source = one["source"].as_str().unwrap_or_default();
        assert!(source.starts_with("registry+https://github.com/rust-lang/"), "{name}: {source}");
        versions.entry(name).or_default().insert(version);
    }
    assert!(versions.len() > 200, "{} crates", versions.len());
    let several = versions.into_iter().filter(|(_, versions)| versions.len() > 1);
    let several: BTreeSet<String> = several.map(|(name, _)| name.to_owned()).collect();
    assert_eq!(several, twice, "deny.toml");
}
