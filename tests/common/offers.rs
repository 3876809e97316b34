//! What a form offers, line by line, and whether play does it.

use kit::ledger::Ledger;
use play::{Game, Outcome, Position};
use std::collections::BTreeMap;

/// The names of a form's entries; those who first have to be detached are not on the map yet.
pub fn entries(form: &str) -> Vec<String> {
    let heads = ["# - army: ", "# - formation: ", "# - leader: ", "# - force: ", "# - squadron: "];
    let name =
        |line: &str| heads.iter().find_map(|head| line.strip_prefix(head).map(str::to_owned));
    let lines: Vec<&str> = form.lines().collect();
    let own = lines.iter().enumerate().filter(|(at, _)| lines.get(at + 2) != Some(&DETACH));
    own.filter_map(|(_, line)| name(line)).collect()
}

/// How the form sends somebody off who stands under another.
pub const DETACH: &str = "#   - detach:";

/// How a force goes by what the form of one force says, and where it can go, each place with its points.
pub fn places(choices: &[String]) -> Option<(String, Vec<(u32, String)>)> {
    let is_head =
        |line: &&String| line.ends_with(", by the points it costs:") || line.ends_with(": nothing");
    let verb = choices.iter().find(is_head)?.split(&[',', ':', '('][..]).next()?;
    let of_line = |line: &String| {
        let (cost, names) = line.strip_prefix("  ")?.split_once(": ")?;
        let cost: u32 = cost.parse().ok()?;
        let name = |name: &str| Some((cost, name.split(" (beside").next()?.to_owned()));
        Some(names.split(", ").filter_map(name).collect::<Vec<_>>())
    };
    Some((verb.trim().to_owned(), choices.iter().filter_map(of_line).flatten().collect()))
}

/// What the form of a power offers: each step of each force that has a name, and some of the places that
/// it reaches, each as a sheet.
pub fn offered(
    game: &dyn Game,
    known: &str,
    sheet: &dyn Fn(&str, &str, &str) -> String,
) -> Vec<String> {
    let form = game.form(known, "first", None).unwrap();
    let mut all = vec![];
    for name in entries(&form) {
        let choices = game.choices(known, &name).unwrap().unwrap_or_default();
        let Some((verb, places)) = places(&choices) else { continue };
        let places = places.iter().step_by(5);
        all.extend(places.map(|(_, place)| sheet(&name, &verb, place)));
        let steps = choices.iter().filter_map(|line| line.strip_prefix("- "));
        all.extend(steps.map(|step| sheet(&name, "", step)));
    }
    all
}

/// Plays a sheet that has one line of a form and is alone. Whether it was taken up; a step that was not
/// done for a cause that can be foreseen fails.
pub fn is_played(
    game: &dyn Game,
    at: &Position,
    (power, seed): (&str, u8),
    sheet: &str,
    unforeseen: &[&str],
) -> bool {
    let mut ledger = Ledger::seeded(&at.season.to_string(), [seed; 32]);
    let sheets = BTreeMap::from([(power.to_owned(), sheet.to_owned())]);
    let played = game.resolve(at, &sheets, &mut ledger).unwrap();
    let became = game.became(&played.after.known[power]).unwrap();
    let failed = became
        .iter()
        .find(|one| one.step.is_some() && one.cause.is_some_and(|why| !unforeseen.contains(&why)));
    let telling =
        ["not-done", "stopped", "moved", "lost", "activated", "attrition", "marker-drawn"];
    let tells =
        |event: &&String| telling.iter().any(|word| event.starts_with(&format!("{{\"{word}")));
    let why: Vec<&str> = played.events.iter().filter(tells).map(String::as_str).collect();
    let why = why.join("\n");
    assert!(failed.is_none(), "{} {power}: {failed:?}\n{sheet}{why}", at.season);
    became.iter().any(|one| one.became == Outcome::Done)
}
