//! The scenario of the long war, for two to seven powers.
//!
//! Its page is put together from the set-up of 1805 that is measured with, and from `europe.yaml`,
//! which has what that one leaves out.

use serde_yaml::{Mapping, Value};

/// The powers in the order in which they come into a war of fewer.
pub const POWERS: [&str; 7] =
    ["france", "austria", "britain", "russia", "prussia", "spain", "turkey"];

const EUROPE: &str = include_str!("europe.yaml");
const FORCES: &str = include_str!("../../benches/1805.yaml");

/// For how many years troops come.
const YEARS: u32 = 10;

/// The season with which the war begins.
pub const FIRST: &str = "spring 1805";

/// Writes the scenario for the first so many of the powers.
pub fn page(powers: usize) -> String {
    let present = &POWERS[..powers];
    let mut page: Mapping = serde_yaml::from_str(EUROPE).unwrap();
    let measured: Mapping = serde_yaml::from_str(FORCES).unwrap();
    let is_present = |force: &&Value| present.contains(&force["power"].as_str().unwrap());
    let forces = list(&measured["forces"]).iter().chain(list(&page["forces"]));
    let forces: Vec<Value> = forces.filter(is_present).cloned().collect();
    let levies = page.remove("levies").unwrap();
    let arrivals = present.iter().flat_map(|power| coming(power, &levies[*power])).collect();
    for side in page["sides"].as_mapping_mut().unwrap().values_mut() {
        keep(side, present);
    }
    for turn in page["set-up order"].as_sequence_mut().unwrap() {
        keep(turn, present);
    }
    bequeath(page["territory"].as_mapping_mut().unwrap(), present);
    page.insert("forces".into(), Value::Sequence(forces));
    page.insert("arrivals".into(), Value::Sequence(arrivals));
    serde_yaml::to_string(&page).unwrap()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_sequence().unwrap()
}

fn keep(list: &mut Value, present: &[&str]) {
    list.as_sequence_mut().unwrap().retain(|power| present.contains(&power.as_str().unwrap()));
}

/// Gives the lands of powers that are not there to the first of their side.
fn bequeath(territory: &mut Mapping, present: &[&str]) {
    for absent in POWERS.iter().filter(|power| !present.contains(power)) {
        let lands = territory.remove(*absent).unwrap();
        let heir = if ["spain", "turkey"].contains(absent) { "france" } else { "austria" };
        let heir = territory[heir].as_sequence_mut().unwrap();
        heir.extend(list(&lands).iter().cloned());
    }
}

/// The troops that come to a power: corps in spring, replenishment in autumn.
fn coming(power: &str, levy: &Value) -> Vec<Value> {
    let hex = levy["hex"].as_str().unwrap();
    let units = serde_yaml::to_value(&levy["units"]).unwrap();
    let first: u32 = FIRST.rsplit(' ').next().unwrap().parse().unwrap();
    let mut all = vec![];
    for year in first..first + YEARS {
        let mut entry = |when: &str, what: &str, brings: Value| {
            let text = format!(
                "{{key: {when} {year} {power}, power: {power}, when: {when} {year}, at: {{hex: {hex}}}}}"
            );
            let mut entry: Mapping = serde_yaml::from_str(&text).unwrap();
            entry.insert(what.into(), brings);
            all.push(Value::Mapping(entry));
        };
        if year > first {
            entry("spring", "units", units.clone());
        }
        entry("autumn", "steps", Value::Sequence(vec!["2 x Inf".into()]));
    }
    all
}
