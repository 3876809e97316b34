//! A staff: each moves their own forces and learns what these see, and nothing else.

use crate::general::General;
use kit::battlefield::Battlefield;
use kit::ledger::{Entry, Ledger};
use napoleon::board::news::News;
use napoleon::book::Book;
use napoleon::record::event::Event;
use napoleon::record::force::Side;
use napoleon::record::tables::Tables;
use napoleon::season::staff::{CHIEF, commander, sight};
use napoleon::sequence::Happened;
use napoleon::sequence::Stage;
use napoleon::sight::Known;
use napoleon::theatre::Place;
use napoleon::{Napoleon, REFEREE, shelf};
use play::{Game, Options, Played, Position, Ruleset};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

type Sheets = BTreeMap<String, String>;

/// A campaign of a staff: its game and its book.
struct Staff {
    game: Box<dyn Game>,
    book: Book,
}

fn staff(scenario: &str, more: &[(&str, &str)]) -> Staff {
    let options = [("staff", "commands")].iter().chain(more);
    let options: Options =
        options.map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let game = REFEREE.open(&shelf(), scenario, &options).unwrap();
    let book = Napoleon::book(&shelf(), scenario, &options).unwrap();
    Staff { game, book }
}

impl Staff {
    fn begun(&self) -> Position {
        let mut ledger = Ledger::seeded("set-up", [0; 32]);
        self.game.opening(&BTreeMap::new(), &mut ledger).unwrap().after
    }

    fn resolve(&self, at: &Position, sheets: &Sheets, seed: u8) -> (Played, Vec<Entry>) {
        let mut ledger = Ledger::seeded(&at.season.name, [seed; 32]);
        let played = self.game.resolve(at, sheets, &mut ledger).unwrap();
        assert_eq!(ledger.finish(), Vec::<String>::new(), "{}", at.season.name);
        (played, ledger.entries().to_vec())
    }

    /// What the automatic player says for each who is asked, from what they know.
    fn sheets(&self, at: &Position) -> Sheets {
        let asked = at.season.asks.powers.iter().flatten();
        let sheet = |power: &String| {
            let state = known(at, power).state;
            let general = General { tries: 0 };
            (power.clone(), general.sheet(&self.book, "staff", power, &state))
        };
        asked.map(sheet).collect()
    }

    /// All that one of the staff is given of a season.
    fn given(&self, known: &str) -> String {
        let view = self.game.view(known).unwrap().to_string();
        let chart = serde_json::to_string(&self.game.chart(known).unwrap()).unwrap();
        let form = self.game.form(known, "staff", None).unwrap();
        let annals = serde_json::to_string(&self.game.annals(known).unwrap()).unwrap();
        let briefing = self.game.briefing(known).unwrap();
        let calendar = self.game.calendar(known).unwrap().join("\n");
        let became = self.game.became(known).unwrap();
        format!("{known}\n{view}\n{chart}\n{form}\n{annals}\n{briefing:?}\n{calendar}\n{became:?}")
    }

    /// The battles that one of the staff is shown of a season.
    fn battlefields(&self, before: &Position, played: &Played, officer: &str) -> Vec<Battlefield> {
        let of = (officer, before.known[officer].as_str());
        self.game.battlefields(of, &before.state, &played.events).unwrap()
    }

    /// What may be known of how a campaign stands: found from the truth, and not from what was told.
    fn truth(&self, at: &Position, officer: &str) -> Vec<String> {
        let tables = tables(at);
        let campaign = tables.present().campaign(&self.book);
        let theatre = &campaign.theatre;
        let seen = sight(&self.book, theatre, officer);
        let asks = &at.season.asks;
        let mut truth = vec![format!("{} {} {}", at.season.name, asks.kind, asks.asks(officer))];
        for force in &theatre.forces {
            let place = theatre.place(force.id);
            let french = force.side() == Side::French;
            let own = french && commander(&self.book, force.id) == officer;
            let dead = french && officer == CHIEF && !matches!(place, Place::Area(_));
            if own || dead || matches!(place, Place::Area(at) if seen.contains(&at)) {
                truth.push(format!("{:?} {place:?} {}", force.id, force.reduced));
            }
        }
        if theatre.napoleon.is_some_and(|at| seen.contains(&at)) {
            truth.push(format!("{:?}", theatre.napoleon));
        }
        if fights(self, at, officer) {
            truth.push(format!("{:?}", campaign.battle));
        }
        if officer == CHIEF {
            let purses = (theatre.french_supply, theatre.enemy_supply, theatre.scouts);
            truth.push(format!("{purses:?}"));
        }
        truth
    }
}

fn known(at: &Position, power: &str) -> Known {
    serde_json::from_str(&at.known[power]).unwrap()
}

fn tables(at: &Position) -> Tables {
    serde_json::from_str(&at.state).unwrap()
}

/// A secret of the staff, and a position or sheets that differ by it alone.
struct Change {
    name: &'static str,
    twin: Twin,
}

/// The same season with another secret, if there is one that somebody may not know.
type Twin = fn(&Staff, &Position, &Sheets, &str) -> Option<(Position, Sheets)>;

fn with_state(at: &Position, change: impl Fn(&mut Json)) -> Position {
    let mut state: Json = serde_json::from_str(&at.state).unwrap();
    change(&mut state);
    Position { state: state.to_string(), ..at.clone() }
}

fn map(state: &mut Json) -> &mut Json {
    &mut state["campaign"]["campaign"]["map"]
}

/// The areas that somebody does not see, nor those next to them.
fn far(staff: &Staff, at: &Position, officer: &str) -> BTreeSet<String> {
    let campaign = tables(at).present().campaign(&staff.book);
    let seen = sight(&staff.book, &campaign.theatre, officer);
    let map = &staff.book.map;
    let near = |at| map.neighbours(at).iter().any(|next| seen.contains(next));
    let far = map.all().filter(|at| !seen.contains(at) && !near(*at));
    far.map(|at| map.name(at).to_owned()).collect()
}

/// An enemy counter in an area that is far from somebody's forces, and from a battle.
fn far_enemy(staff: &Staff, at: &Position, officer: &str) -> Option<(String, String)> {
    let tables = tables(at);
    let campaign = tables.present().campaign(&staff.book);
    let theatre = &campaign.theatre;
    let far = far(staff, at, officer);
    let enemies = theatre.forces.iter().filter(|force| {
        force.side() == Side::Enemy && force.kind.is_mobile() && force.back.is_some()
    });
    let mut there = enemies.filter_map(|force| match theatre.place(force.id) {
        Place::Area(area) if !theatre.stands(Side::French, area) => {
            let area = staff.book.map.name(area).to_owned();
            far.contains(&area).then(|| (staff.book.name(force.id).to_owned(), area))
        }
        _ => None,
    });
    there.next()
}

/// Whether somebody has forces in the battle that is on, so that they see its board.
fn fights(staff: &Staff, at: &Position, officer: &str) -> bool {
    let campaign = tables(at).present().campaign(&staff.book);
    let Some(battle) = &campaign.battle else { return false };
    let theatre = &campaign.theatre;
    let own = |id| commander(&staff.book, id) == officer;
    let there = theatre.forces_at(Side::French, battle.at).iter().any(|force| own(force.id));
    there || officer == CHIEF && theatre.napoleon == Some(battle.at)
}

/// Another of the staff who is asked, and not in sight.
fn other<'a>(sheets: &'a Sheets, officer: &str) -> Option<&'a String> {
    sheets.keys().find(|other| *other != officer)
}

const CHANGES: &[Change] = &[
    Change {
        name: "an enemy out of sight is reduced",
        twin: |staff, at, sheets, officer| {
            let (name, _) = far_enemy(staff, at, officer)?;
            let twin = with_state(at, |state| {
                let reduced = map(state)["reduced"].as_array_mut().unwrap();
                match reduced.iter().position(|one| *one == json!(name)) {
                    Some(place) => drop(reduced.remove(place)),
                    None => reduced.push(json!(name)),
                }
            });
            Some((twin, sheets.clone()))
        },
    },
    Change {
        name: "an enemy out of sight stands elsewhere",
        twin: |staff, at, sheets, officer| {
            let (name, from) = far_enemy(staff, at, officer)?;
            let to = far(staff, at, officer).into_iter().find(|area| {
                let campaign = tables(at).present().campaign(&staff.book);
                let area_at = staff.book.map.find(area).unwrap();
                *area != from && !campaign.theatre.stands(Side::French, area_at)
            })?;
            let twin = with_state(at, |state| {
                let places = &mut map(state)["places"];
                let here = places[&from].as_array_mut().unwrap();
                here.retain(|one| *one != json!(name));
                if !places[&to].is_array() {
                    places[&to] = json!([]);
                }
                places[&to].as_array_mut().unwrap().push(json!(name));
            });
            Some((twin, sheets.clone()))
        },
    },
    Change {
        name: "the purse",
        twin: |_, at, sheets, officer| {
            (officer != CHIEF).then(|| {
                let more = |state: &mut Json| {
                    let has = map(state)["French supply"].as_u64().unwrap();
                    map(state)["French supply"] = json!(has + 1);
                };
                (with_state(at, more), sheets.clone())
            })
        },
    },
    Change {
        name: "the scouts",
        twin: |_, at, sheets, officer| {
            (officer != CHIEF).then(|| {
                let scouts = |state: &mut Json| {
                    let has = map(state)["scouts"].as_u64().unwrap();
                    map(state)["scouts"] = json!(has + 1);
                };
                (with_state(at, scouts), sheets.clone())
            })
        },
    },
    Change {
        name: "what another said for later",
        twin: |_, at, sheets, officer| {
            let mut sheets = sheets.clone();
            let name = sheets.keys().find(|other| *other != officer)?.clone();
            let sheet = sheets.get_mut(&name)?;
            sheet.push_str("doctrine: [{battle: Udine, acts: [{fire: any in line}]}]\n");
            Some((at.clone(), sheets))
        },
    },
    Change {
        name: "a letter to a third",
        twin: |staff, at, sheets, officer| {
            let from = other(sheets, officer)?;
            let powers = staff.book.powers();
            let to = powers.iter().find(|to| *to != from && *to != officer)?;
            let mut sheets = sheets.clone();
            sheets.get_mut(from)?.push_str(&format!("letters: [{{to: {to}, text: Hold on.}}]\n"));
            Some((at.clone(), sheets))
        },
    },
    Change {
        name: "what another orders",
        twin: |staff, at, sheets, officer| {
            let from = other(sheets, officer).filter(|_| !fights(staff, at, officer))?;
            let mut twin = sheets.clone();
            let head: Vec<&str> = sheets[from].lines().take(3).collect();
            twin.insert(from.clone(), head.join("\n") + "\n");
            (twin != *sheets).then(|| (at.clone(), twin))
        },
    },
];

/// Whether a season went on into the enemy's half, whose moves bring what was far into sight.
fn enemy_moved(played: &Played) -> bool {
    played.events.iter().any(|event| {
        let event: Event = serde_json::from_str(event).unwrap();
        matches!(
            event.itself(),
            Event::Map { what: Happened::Ordered { .. } | Happened::Turn(_), .. }
        )
    })
}

/// What somebody would know if each event reached them whole: the hole.
fn leaked(staff: &Staff, at: &Position, played: &Played, officer: &str) -> String {
    let mut all = known(at, officer);
    for event in &played.events {
        all.learn(serde_json::from_str::<Event>(event).unwrap().itself().clone());
    }
    staff.given(&serde_json::to_string(&all).unwrap())
}

/// Plays campaigns beside their twins; for each kind of secret, how many pairs were compared.
fn hunt(seeds: std::ops::Range<u8>, scenario: &str, pairs: &mut BTreeMap<&'static str, usize>) {
    let staff = staff(scenario, &[]);
    for seed in seeds {
        let mut at = staff.begun();
        for _ in 0..6 {
            let sheets = staff.sheets(&at);
            let (one, _) = staff.resolve(&at, &sheets, seed);
            for officer in staff.book.powers() {
                for change in CHANGES {
                    let Some((before, said)) = (change.twin)(&staff, &at, &sheets, &officer) else {
                        continue;
                    };
                    let (twin, _) = staff.resolve(&before, &said, seed);
                    // What an enemy does on the way may be seen, though it ends out of sight.
                    let moves =
                        change.name.starts_with("an enemy") || change.name == "what another orders";
                    let apart = moves && (enemy_moved(&one) || enemy_moved(&twin));
                    let same =
                        staff.truth(&one.after, &officer) == staff.truth(&twin.after, &officer);
                    if one.over || twin.over || apart || !same {
                        continue;
                    }
                    let given = |before: &Position, played: &Played| {
                        let fields = staff.battlefields(before, played, &officer);
                        format!("{}\n{fields:?}", staff.given(&played.after.known[&officer]))
                    };
                    let (here, there) = (given(&at, &one), given(&before, &twin));
                    let differ = here.lines().zip(there.lines()).find(|(one, two)| one != two);
                    assert_eq!(differ, None, "{}: {officer}, {}", change.name, at.season.name);
                    let holes = [&one, &twin].map(|played| leaked(&staff, &at, played, &officer));
                    if holes[0] != holes[1] {
                        *pairs.entry(change.name).or_default() += 1;
                    }
                }
            }
            at = one.after.clone();
            if one.over {
                break;
            }
        }
    }
}

/// One of the staff is given the same, whatever there is that they do not see. A pair counts if the
/// events, told whole, would have shown the difference.
#[test]
fn nobody_of_the_staff_is_told_what_they_do_not_see() {
    let mut pairs = BTreeMap::new();
    let (first, second, fewest) = if crate::effort::is_long() { (4, 2, 5) } else { (2, 1, 1) };
    hunt(0..first, "italy-1796", &mut pairs);
    hunt(0..second, "italy-1800", &mut pairs);
    for change in CHANGES {
        let many = pairs.get(change.name).copied().unwrap_or(0);
        assert!(many >= fewest, "{}: {many} pairs of {pairs:?}", change.name);
    }
}

/// A whole campaign: who is asked, whose forces move, and what each learns; the record gives it again.
#[test]
fn a_staff_plays_a_campaign_together() {
    let (mut moved, mut boards, mut fields) = (BTreeSet::new(), 0, [0; 2]);
    for (scenario, seed) in
        [("italy-1796", 1), ("italy-1796", 3), ("italy-1800", 2), ("italy-1800", 3)]
    {
        let staff = staff(scenario, &[]);
        let mut at = staff.begun();
        let mut names = BTreeSet::new();
        for stop in 0.. {
            assert!(stop < 150, "{names:?}");
            assert!(names.insert(at.season.name.clone()), "{} comes twice", at.season.name);
            let asked = at.season.asks.powers.clone().unwrap();
            assert!(!asked.is_empty() && at.season.asks.title.is_none());
            for power in staff.book.powers() {
                assert_eq!(known(&at, &power).state.ask.is_some(), asked.contains(&power));
            }
            let sheets = staff.sheets(&at);
            for (power, sheet) in &sheets {
                let checked = staff.game.check(&at.known[power], sheet).unwrap();
                let told = checked.faults.render(sheet);
                assert!(!checked.faults.has_faults(), "{power}, {}: {told}", at.season.name);
            }
            let (played, entries) = staff.resolve(&at, &sheets, seed);
            for event in &played.events {
                match serde_json::from_str(event).unwrap() {
                    Event::Seen { by, what } => match *what {
                        Event::Board { what: News::Attacked { .. } } => {
                            boards += 1;
                            assert!(!by.is_empty(), "the one who leads sees the board");
                        }
                        Event::Map { what: Happened::Moved { .. }, .. } => moved.extend(by),
                        Event::Passed { title, .. } => assert!(!title.is_empty()),
                        Event::Map { what: Happened::Ordered { .. }, .. } => {
                            assert!(by.is_empty(), "an order of the enemy is seen by nobody");
                        }
                        _ => {}
                    },
                    Event::SeasonBegan { title, .. } => assert_eq!(title, at.season.asks.kind),
                    Event::Map { .. } | Event::Board { .. } => panic!("{event} has no eyes"),
                    _ => {}
                }
            }
            for power in staff.book.powers() {
                let shown = staff.battlefields(&at, &played, &power);
                let ended = battles_ended(&played, |by| by.contains(&power));
                assert!(shown.len() <= ended, "{power} is shown battles in which they are not");
                fields[0] += shown.len();
                fields[1] += battles_ended(&played, |_| true) - ended;
            }
            let mut record = Ledger::replayed(&at.season.name, entries);
            let again = staff.game.resolve(&at, &sheets, &mut record).unwrap();
            assert_eq!((&again.events, &again.after), (&played.events, &played.after));
            at = played.after.clone();
            if played.over {
                break;
            }
        }
    }
    assert!(moved.len() >= 4 && boards > 20, "{moved:?} {boards}");
    assert!(fields.iter().all(|many| *many > 5), "battles that are shown and not: {fields:?}");
}

/// How many battles were over in a season of which these of the staff were told.
fn battles_ended(played: &Played, told: impl Fn(&BTreeSet<String>) -> bool) -> usize {
    let over = |event: &&String| match serde_json::from_str(event).unwrap() {
        Event::Seen { by, what } => {
            matches!(*what, Event::Map { what: Happened::BattleOver { .. }, .. }) && told(&by)
        }
        _ => false,
    };
    played.events.iter().filter(over).count()
}

#[test]
fn a_sheet_orders_its_own_forces_and_no_purse() {
    let staff = staff("italy-1796", &[]);
    let at = staff.begun();
    let sheet = "season: march 1796\npower: augereau\nmoves:\n  - {who: [Augereau, Serurier], to: \
                 Turin}\nbattles: [Turin]\nresupply: [{scouts: 1}]\n";
    let checked = staff.game.check(&at.known["augereau"], sheet).unwrap();
    let told = checked.faults.render(sheet);
    let codes: Vec<&str> = checked.faults.iter().map(|fault| fault.code).collect();
    assert_eq!(codes, ["not-yours", "headquarters", "headquarters"], "{told}");
    assert!(told.contains("Serurier is under the command of headquarters"), "{told}");
    let sheets = BTreeMap::from([("augereau".to_owned(), sheet.to_owned())]);
    let (played, _) = staff.resolve(&at, &sheets, 1);
    let places = |power: &str, name: &str| {
        let campaign = known(&played.after, power).state.campaign(&staff.book);
        let force = staff.book.force(name).unwrap();
        campaign.theatre.place(force.id)
    };
    let turin = Place::Area(staff.book.map.find("Turin").unwrap());
    let nice = Place::Area(staff.book.map.find("Nice").unwrap());
    for power in staff.book.powers() {
        assert_eq!((places(&power, "Augereau"), places(&power, "Serurier")), (turin, nice));
    }
    let form = staff.game.form(&at.known["augereau"], "c", None).unwrap();
    assert!(form.contains("Kilmaine") && !form.contains("Serurier"), "{form}");
    let (events, state) = (played.events, played.after.state);
    let umpire = staff.game.known_to_umpire(&state, &events).unwrap();
    let view = staff.game.view(&umpire).unwrap();
    assert!(view["purse"].to_string().contains("You have"), "the umpire sees the purse");
    assert!(!view["areas"].to_string().contains("as last seen"), "and the whole map");
    let report = staff.game.view(&at.known["augereau"]).unwrap();
    assert_eq!(report["purse"], json!(["Headquarters keeps the purse and the scouts."]));
}

/// A corps fights by itself: its commander is asked, and headquarters learns how it ended by what
/// stands where it sees.
#[test]
fn a_battle_without_napoleon_is_led_by_the_commander_there() {
    let staff = staff("italy-1796", &[]);
    let at = staff.begun();
    let sheet = "season: march 1796\npower: augereau\nmoves: [{who: [Augereau, Kilmaine], to: \
                 Turin}]\n";
    let sheets = BTreeMap::from([("augereau".to_owned(), sheet.to_owned())]);
    let mut at = staff.resolve(&at, &sheets, 1).0.after;
    let mut turns = 0;
    while at.season.asks.kind != "after the battles" {
        let asked: Vec<String> = at.season.asks.powers.iter().flatten().cloned().collect();
        assert_eq!(asked, ["augereau"], "{:?}", at.season);
        let [chief, corps] = [CHIEF, "augereau"].map(|power| known(&at, power));
        assert!(chief.state.campaign.battle.is_none() && chief.state.title.is_empty());
        assert!(corps.state.campaign.battle.is_some() && corps.state.title.starts_with("Turin"));
        let orders = "season: x\npower: headquarters\nacts: [{fire: any in line}]\n";
        let orders = orders.replace("x", &at.season.name);
        let checked = staff.game.check(&at.known[CHIEF], &orders).unwrap();
        let codes: Vec<&str> = checked.faults.iter().map(|fault| fault.code).collect();
        assert_eq!(codes, ["not-asked"], "{}", checked.faults.render(&orders));
        turns += usize::from(at.season.asks.kind == "battle turn");
        at = staff.resolve(&at, &staff.sheets(&at), 1).0.after;
        let board = |power: &str| {
            let news = |event: &&Event| matches!(event, Event::Board { .. });
            known(&at, power).events.iter().filter(news).count()
        };
        assert_eq!((board(CHIEF), board("la-harpe")), (0, 0));
    }
    assert!(turns > 0);
}

/// Whose marches were said before is not asked for them after the battles, and nobody but headquarters is
/// asked for purchases alone.
#[test]
fn who_has_answered_is_not_asked_again() {
    let staff = staff("italy-1796", &[]);
    let at = staff.begun();
    let asked = |march: &str| {
        let mut sheets = staff.sheets(&at);
        *sheets.get_mut("augereau").unwrap() += march;
        let (mut played, _) = staff.resolve(&at, &sheets, 1);
        let mut asked = BTreeSet::new();
        while played.after.season.name.starts_with("march") && !played.over {
            let asks = &played.after.season.asks;
            let purchases = known(&played.after, CHIEF).state.campaign.stage == Stage::Resupply;
            if asks.kind == "after the battles" {
                let powers: Vec<String> = asks.powers.iter().flatten().cloned().collect();
                assert!(!purchases || powers == [CHIEF], "{powers:?}");
                asked.extend(powers);
            }
            let others = staff.sheets(&played.after);
            played = staff.resolve(&played.after, &others, 1).0;
        }
        asked
    };
    let march = "forced march: [{who: [Augereau], to: Nice, if: never}]\n";
    assert!(asked("").contains("augereau") && !asked(march).contains("augereau"));
}

#[test]
fn a_race_has_no_staff() {
    let options: Options = [("staff", "commands"), ("tables", "2")]
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .into_iter()
        .collect();
    let refused = REFEREE.open(&shelf(), "italy-1796", &options).err().unwrap();
    assert!(refused.to_string().contains("not for a race"), "{refused}");
}
