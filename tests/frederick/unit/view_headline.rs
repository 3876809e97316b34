//! Tests of `view/headline.rs`: each season has something lighter before what its first line must name.

use crate::seam::ByMail;
use frederick::book::tables::Verdict;
use frederick::book::troops::{Grade, Kind};
use frederick::position::Position as _;
use frederick::record::event::{Battle, Cause, CourtEvent, Event, ForceEvent, Host, WarEvent};
use frederick::record::event::{OrderEvent, YearEvent};
use frederick::record::season::Season;
use frederick::record::state::{Outcome, Standing};
use frederick::record::unit::{Sort, Unit};
use frederick::sight::Known;
use frederick::view::headline::headline;
use frederick::view::money;
use kit::ground::Space;

/// A seat of the first war for Silesia before anything happened.
struct Reader {
    by_mail: ByMail,
    known: Known,
}

impl Reader {
    fn new(seat: &str) -> Self {
        let by_mail = ByMail::begun("first-silesian-war", &[("players", "2")], 1);
        let known = by_mail.seats().into_iter().find(|one| one.contains(seat));
        let known = by_mail.known(&known.unwrap());
        Self { by_mail, known }
    }

    fn at(&self, name: &str) -> Space {
        self.by_mail.book.atlas.find(name).unwrap()
    }

    fn us(&self) -> String {
        self.known.power.clone()
    }

    fn them(&self) -> String {
        self.by_mail.seats().into_iter().find(|seat| *seat != self.known.power).unwrap()
    }

    fn head(&mut self, mut events: Vec<Event>) -> Vec<String> {
        let season = self.known.open.season;
        events.insert(0, Event::from(YearEvent::SeasonBegan { season }));
        self.known.events = events;
        headline(&self.by_mail.book, &self.known)
    }

    fn battle(&self, at: &str, sides: [String; 2], verdict: Verdict, siege: bool) -> Battle {
        let [attacker, defender] = sides.map(|seat| Host {
            seat,
            commander: None,
            markers: vec![],
            decoys: vec![],
            lines: vec![],
            sum: 0,
            units: 3,
        });
        let (at, column) = (self.at(at), "100".to_owned());
        Battle {
            at,
            attacker,
            defender,
            siege,
            per_cent: 100,
            column,
            die: 5,
            verdict,
            winner: None,
        }
    }

    /// A battle that we attack in and win.
    fn won(&self, at: &str, verdict: Verdict, siege: bool) -> Event {
        let battle = self.battle(at, [self.us(), self.them()], verdict, siege);
        WarEvent::Fought(Battle { winner: Some(self.us()), ..battle }).into()
    }

    fn lost(&self, seat: String, at: &str, kind: Kind, leader: Option<&str>) -> Event {
        let (power, grade, leader) = ("prussia".into(), Grade::Plain, leader.map(str::to_owned));
        let sort = Sort { power, kind, grade, leader };
        let (at, unit, why, to_pool) = (self.at(at), String::new(), Cause::Battle, false);
        ForceEvent::Lost { seat, at, sort, unit, why, to_pool }.into()
    }

    fn first_to_go(&self) -> Event {
        let (seat, bids, paid) = (self.us(), [].into(), 2);
        CourtEvent::InitiativeTaken { seat, bids, paid }.into()
    }
}

/// Whether the first line of a head has these words, and a later one those.
#[track_caller]
fn first(head: &[String], heavier: &str, lighter: &str) {
    assert!(head[0].contains(heavier), "not `{heavier}` first: {head:#?}");
    assert!(!head[0].contains(lighter), "`{lighter}` first: {head:#?}");
    let rest = &head[1..];
    assert!(rest.iter().any(|line| line.contains(lighter)), "no `{lighter}`: {head:#?}");
}

#[test]
fn a_leader_lost() {
    let mut reader = Reader::new("prussia");
    let events = vec![
        reader.won("Glogau", Verdict::TV, true),
        reader.lost(reader.us(), "Glogau", Kind::Leader, Some("Schwerin")),
    ];
    first(&reader.head(events), "Schwerin (", "Glogau by storm");
}

#[test]
fn a_leader_taken() {
    let mut reader = Reader::new("prussia");
    let (power, grade) = ("prussia".to_owned(), Grade::Plain);
    let sort = Sort { power, kind: Kind::Leader, grade, leader: Some("Schwerin".into()) };
    let (seat, by, at) = (reader.us(), reader.them(), reader.at("Glogau"));
    let taken = ForceEvent::Captured { seat, by, at, sort, unit: String::new() };
    let events = vec![reader.won("Breslau", Verdict::DV, false), taken.into()];
    first(&reader.head(events), "is taken by", "You won at Breslau");
}

#[test]
fn a_force_annihilated() {
    let mut reader = Reader::new("prussia");
    let sides = [reader.us(), reader.them()];
    let battle = reader.battle("Glogau", sides, Verdict::AZ, true);
    let lost = WarEvent::Fought(Battle { winner: Some(reader.them()), ..battle });
    let mut events = vec![reader.won("Breslau", Verdict::MV, false), lost.into()];
    events.extend([(); 3].map(|()| reader.lost(reader.us(), "Glogau", Kind::Infantry, None)));
    first(&reader.head(events), "You were beaten at Glogau", "You won at Breslau");
    assert!(reader.head(vec![]).len() > 2);
}

/// Several storms that fail before one fortress are one piece of news, with what they cost in all.
#[test]
fn battles_that_end_alike_are_counted() {
    let mut reader = Reader::new("prussia");
    let sides = || [reader.us(), reader.them()];
    let beaten = || {
        let battle = reader.battle("Glogau", sides(), Verdict::AR, true);
        Event::from(WarEvent::Fought(Battle { winner: Some(reader.them()), ..battle }))
    };
    let held =
        || Event::from(WarEvent::Fought(reader.battle("Glogau", sides(), Verdict::MV, true)));
    let mut events = vec![beaten(), held(), beaten(), beaten()];
    events.push(reader.lost(reader.us(), "Glogau", Kind::Infantry, None));
    let head = reader.head(events).join(" ");
    let counted = "ou were beaten at Glogau by Austria and Britain, 3 times, for 1 unit of yours and 0 of theirs in all";
    assert!(head.contains(counted) && head.matches("beaten").count() == 1, "{head}");
}

#[test]
fn the_fortress_of_a_capital() {
    let mut reader = Reader::new("prussia");
    let events =
        vec![reader.won("Glogau", Verdict::TV, true), reader.won("Vienna", Verdict::TV, true)];
    first(&reader.head(events), "You take Vienna by storm", "Glogau");
}

#[test]
fn a_fortress_with_honours() {
    let mut reader = Reader::new("prussia");
    let (at, attacker, defender) = (reader.at("Glogau"), reader.us(), reader.them());
    let none = || vec![];
    let honours = WarEvent::HonoursTried {
        at,
        attacker,
        defender,
        attack: none(),
        defence: none(),
        attack_dice: none(),
        defence_dice: none(),
        succeeds: true,
    };
    let events = vec![reader.won("Breslau", Verdict::MV, false), honours.into()];
    first(&reader.head(events), "gives Glogau up to", "You won at Breslau");
}

/// A storm that is won on the table and leaves the fortress standing is no battle that nobody won.
#[test]
fn a_fortress_that_holds_out() {
    let mut reader = Reader::new("prussia");
    let storm = reader.battle("Glogau", [reader.us(), reader.them()], Verdict::MV, true);
    let mut events = vec![reader.first_to_go(), WarEvent::Fought(storm).into()];
    events.push(reader.lost(reader.us(), "Glogau", Kind::Infantry, None));
    let head = reader.head(events);
    first(&head, "Glogau holds out against Prussia", "first this year");
    assert!(head[0].ends_with("for 1 unit of yours and 0 of theirs."), "{head:#?}");
    assert!(head[1].contains("lost one unit"), "{head:#?}");
}

/// What a fortress did before it fell is told with its fall, in that order.
#[test]
fn a_fortress_that_holds_out_at_first() {
    let mut reader = Reader::new("prussia");
    let storm = reader.battle("Glogau", [reader.us(), reader.them()], Verdict::MV, true);
    let events = vec![WarEvent::Fought(storm).into(), reader.won("Glogau", Verdict::DV, true)];
    let head = reader.head(events.clone());
    assert!(
        head[0].starts_with("Glogau holds out at first, then you take it by storm"),
        "{head:#?}"
    );
    assert!(!head[1..].iter().any(|line| line.contains("holds out")), "{head:#?}");
    let twice = [events[..1].to_vec(), events].concat();
    let head = reader.head(twice);
    assert!(head[0].starts_with("Glogau holds out 2 times, then you take it"), "{head:#?}");
}

/// What of the tax does not count for victory is said beside it, and what was held when victory was checked.
#[test]
fn tax_is_one_figure_and_what_differs_is_said() {
    let mut reader = Reader::new("prussia");
    let tax = |head: &[String]| head.iter().find(|line| line.contains(" of tax")).unwrap().clone();
    let head = reader.head(vec![]);
    assert!(tax(&head).ends_with(" thaler of tax."), "{head:#?}");
    let seat = reader.us();
    let held = reader.known.tax_for_victory(&reader.by_mail.book, &seat);
    let standing = Standing { tax: held + 2, needed: held + 9, special: false, seat };
    let head = reader.head(vec![YearEvent::VictoryChecked { standings: vec![standing] }.into()]);
    let way = head.iter().find(|line| line.starts_with("On the way to victory")).unwrap();
    let checked = format!("{} when victory was checked", money(held + 2));
    assert!(way.contains(&checked), "{head:#?}");
}

#[test]
fn a_battle_before_the_losses_and_a_fleet_before_both() {
    let mut reader = Reader::new("prussia");
    let us = reader.us();
    let mut events = vec![reader.lost(us.clone(), "Breslau", Kind::Cavalry, None)];
    events.push(reader.won("Breslau", Verdict::TV, false));
    first(&reader.head(events.clone()), "You won at Breslau", "lost one unit");
    events.push(reader.lost(us, "Glogau", Kind::Fleet, None));
    first(&reader.head(events), "A fleet of", "You won at Breslau");
}

#[test]
fn the_end_of_the_game_is_first() {
    let mut reader = Reader::new("prussia");
    reader.known.open.outcome = Some(Outcome::Marginal { seat: reader.us() });
    let events = vec![reader.lost(reader.us(), "Glogau", Kind::Leader, Some("Schwerin"))];
    first(&reader.head(events), "wins a marginal victory", "Schwerin");
}

#[test]
fn a_season_in_which_nothing_happened() {
    let mut reader = Reader::new("prussia");
    let given_up = ForceEvent::Lost {
        seat: reader.us(),
        at: reader.at("Glogau"),
        sort: Sort {
            power: "prussia".to_owned(),
            kind: Kind::Infantry,
            grade: Grade::Plain,
            leader: None,
        },
        unit: String::new(),
        why: Cause::Demobilized,
        to_pool: false,
    };
    let head = reader.head(vec![given_up.into()]);
    assert_eq!(head[0], "A quiet season: nobody of yours fought, and nothing was lost.");
    assert!(
        head[1].starts_with("On the way to victory, by the tax of cities: Prussia"),
        "{head:#?}"
    );
}

#[test]
fn a_letter_wants_an_answer() {
    let mut reader = Reader::new("prussia");
    let (from, to, text) = (reader.them(), reader.us(), "Sire".to_owned());
    let head = reader.head(vec![OrderEvent::Letter { from, to, text }.into()]);
    let last = head.last().unwrap();
    assert!(
        last.starts_with("Wants an answer now: ") && last.contains("a letter from"),
        "{head:#?}"
    );
}

/// A fortress of one's own feeds all who are in it; open land does not, and a court ends no year.
#[test]
fn hunger_wants_an_answer_only_where_units_would_starve() {
    let mut reader = Reader::new("prussia");
    let hungry = |reader: &mut Reader| {
        let head = reader.head(vec![]);
        head.into_iter().find(|line| line.contains("starve"))
    };
    let berlin = reader.at("Berlin");
    reader.known.open.season = Season { year: 1741, part: 1 };
    let infantry = reader.known.own.at(berlin).find(|unit| unit.kind == Kind::Infantry).unwrap();
    let many: Vec<Unit> =
        (0..9).map(|nth| Unit { id: format!("more-{nth}"), ..infantry.clone() }).collect();
    many.iter().for_each(|unit| drop(reader.known.own.insert(unit.id.clone(), unit.clone())));
    assert_eq!(hungry(&mut reader), None);
    let open = reader.at("Thorn");
    for unit in many {
        reader.known.own.insert(unit.id.clone(), Unit { at: open, ..unit });
    }
    let asked = hungry(&mut reader).expect("nine units are too many");
    assert!(asked.contains("units at Thorn would starve at the end of the year"), "{asked}");
    reader.known.open.season = Season::court(1742);
    assert_eq!(hungry(&mut reader), None);
}

/// The tax of a city that is left empty counts for nobody, and the head says so below the score.
#[test]
fn a_city_left_empty_is_told_with_its_tax() {
    let mut reader = Reader::new("prussia");
    let whole = reader.head(vec![]);
    assert!(whole.iter().all(|line| !line.contains("none do at")), "{whole:#?}");
    let berlin = reader.at("Berlin");
    let there: Vec<String> = reader.known.own.at(berlin).map(|unit| unit.id.clone()).collect();
    there.iter().for_each(|id| drop(reader.known.own.remove(id)));
    let head = reader.head(vec![]);
    assert!(
        head.iter().any(|line| line.contains("none do at") && line.contains("Berlin (4)")),
        "{head:#?}"
    );
}
