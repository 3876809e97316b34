//! The generator of long campaigns holds what it promises: what it makes can be proved, is the same
//! each time, and has in it all that an archive is to show.

use crate::long::page::POWERS;
use crate::long::{Plan, War, masked};
use nations::record::event::{BattleEvent, Event, ForceEvent, OrderEvent};
use nations::record::state::State;
use std::collections::{BTreeMap, BTreeSet};
use umpire::store::Status;

/// What is asked of a campaign of six seasons; three powers are enough for it and quickly played.
const PLAN: Plan = Plan { seasons: 6, powers: 3, seed: 1 };

/// How often each power marched, fought and wrote.
fn deeds(war: &War) -> BTreeMap<(String, &'static str), usize> {
    let store = war.store();
    let mut deeds = BTreeMap::new();
    for season in store.seasons().unwrap() {
        let mut state: State = serde_json::from_str(&store.state(season.id).unwrap()).unwrap();
        for event in store.events(season.id).unwrap() {
            let event: Event = serde_json::from_str(&event).unwrap();
            let did = match &event {
                Event::Force(ForceEvent::Moved { force, .. }) => {
                    vec![(state.force(*force).power.clone(), "marched")]
                }
                Event::Battle(BattleEvent::Fought { attacker, defender, .. }) => {
                    [attacker, defender].map(|fighter| (fighter.power.clone(), "fought")).into()
                }
                Event::Order(OrderEvent::Letter { from, .. }) => vec![(from.clone(), "wrote")],
                _ => vec![],
            };
            did.into_iter().for_each(|did| *deeds.entry(did).or_default() += 1);
            state.apply(&event);
        }
    }
    deeds
}

/// One campaign, looked at from all sides: playing it takes longer than all the looking.
#[test]
fn a_campaign_of_years() {
    let war = War::played(PLAN);
    all_that_happens_in_years_happens(&war);
    the_same_plan_gives_the_same_reports(&war);
    a_stretched_campaign_opens(&war.copied());
}

fn all_that_happens_in_years_happens(war: &War) {
    let proof = war.desk().verify(None, &mut |_, _| {}).unwrap();
    assert_eq!(proof.verdict(), umpire::desk::proof::proven::Verdict::Proved, "{proof:#?}");
    let again = proof.seasons.iter().filter(|season| season.played_again).count();
    assert_eq!(again, PLAN.seasons + 1, "all but what was withdrawn before it was played");
    let store = war.store();
    let seasons = store.seasons().unwrap();
    let standing = |status: Status| {
        let is = |season: &&umpire::store::SeasonRow| season.status == status;
        seasons.iter().filter(is).map(|season| season.number as usize).collect::<Vec<_>>()
    };
    assert_eq!(standing(Status::Published), [1, 2, 3, 4, 5, 6]);
    let middle = PLAN.withdrawn();
    assert_eq!(standing(Status::Withdrawn), [middle, middle + 1], "with the sheets that were in");
    assert_eq!(standing(Status::Collecting), [7]);
    let mut words = BTreeSet::new();
    for season in seasons.iter().filter(|season| season.status == Status::Published) {
        let (number, sheets) = (season.number as usize, store.newest_sheets(season.id).unwrap());
        let came = if number == PLAN.silent() { 0 } else { PLAN.powers };
        assert_eq!(sheets.len(), came, "sheets of season {number}");
        words.extend(store.narratives(season.id).unwrap().into_iter().map(|said| said.power));
        words.extend(
            store
                .rulings(season.id)
                .unwrap()
                .into_iter()
                .map(|word| Some(word.kind.word().to_owned())),
        );
    }
    for word in [None, Some("france"), Some("fact"), Some("answer")] {
        assert!(words.contains(&word.map(str::to_owned)), "{word:?}: {words:?}");
    }
    assert_eq!(store.players().unwrap().len(), PLAN.powers + 1, "somebody was replaced");
    let deeds = deeds(war);
    for power in &POWERS[..PLAN.powers] {
        for deed in ["marched", "wrote"] {
            assert!(
                deeds.contains_key(&((*power).to_owned(), deed)),
                "{power}: {deed}: {deeds:#?}"
            );
        }
    }
    // Who meets whom is up to the dice.
    let fought = deeds.keys().filter(|(_, deed)| *deed == "fought").count();
    assert!(fought >= 2, "{deeds:#?}");
}

fn the_same_plan_gives_the_same_reports(war: &War) {
    let mut again = War::begin(PLAN);
    again.play_to(2);
    let (first, again) = (war.reports(), again.reports());
    assert!(again.len() >= 3 * PLAN.powers * 4, "{} files", again.len());
    for (name, text) in &again {
        let (text, same) = (masked(text), masked(&first[name]));
        assert!(text == same, "{name}:\n{same}\n\nand then\n\n{text}");
    }
}

#[test]
fn seven_powers_take_the_field() {
    let mut war = War::begin(Plan { seasons: 4, powers: 7, seed: 1 });
    war.play_to(1);
    let deeds = deeds(&war);
    for power in POWERS {
        assert!(deeds.contains_key(&(power.to_owned(), "marched")), "{power}: {deeds:#?}");
    }
}

fn a_stretched_campaign_opens(war: &War) {
    war.stretch(50);
    let store = war.store();
    let seasons = store.seasons().unwrap();
    let standing: Vec<_> =
        seasons.iter().filter(|season| season.status == Status::Published).collect();
    assert_eq!(standing.len(), 50);
    assert_eq!(standing[49].name, "summer 1817");
    assert_eq!(store.events(standing[49].id).unwrap(), store.events(standing[1].id).unwrap());
    assert_eq!(store.current_season().unwrap().name, "autumn 1817");
    assert_eq!(store.known(store.current_season().unwrap().id).unwrap().len(), PLAN.powers);
    drop(store);
    // The desk takes it for any other campaign, and plays on.
    war.desk().resolve().unwrap();
}
