//! Tests of `view/headline.rs` and of the headlines of `view/newspaper.rs`: each season has something
//! lighter before what its first line must name.

use kit::ledger::Ledger;
use kit::newspaper::EVERYBODY;
use nations::book::Book;
use nations::record::event::{Cause, CourtEvent, Fate, Leaving, Party, Winner};
use nations::record::state::{Anchorage, Bloc, Force, ForceId, Fort};
use nations::season::setup;
use nations::sight::known::{Known, Seen, Stack, Who};
use nations::sight::news::{
    BattleNews, ForceNews, LandNews, LossNews, PassageNews, SeaBattleNews, SeaNews, SeenEvent,
    SiegeNews, TableNews, Told, WarNews,
};
use nations::view::{forces, headline, newspaper};
use std::collections::BTreeMap;

/// What one power knows at the start of a scenario, without what happened.
struct Reader {
    book: Book,
    known: Known,
}

impl Reader {
    fn new(scenario: &str, power: &str) -> Self {
        let shelf = play::shelf::<nations::Nations>();
        let book = Book::read(&shelf, scenario, &BTreeMap::new()).unwrap();
        let mut ledger = Ledger::seeded("set-up", [0; 32]);
        let mut opening = setup::opening(&book, &BTreeMap::new(), &mut ledger);
        let some = opening.known.values().next().unwrap().clone();
        let mut known = opening.known.remove(power).unwrap_or(Known {
            power: power.to_owned(),
            ours: BTreeMap::new(),
            ..some
        });
        known.seen_events.clear();
        Self { book, known }
    }

    fn who(&self, power: &str, name: &str) -> Who {
        let ours = self.known.is_ours(power);
        Who { power: power.to_owned(), name: name.to_owned(), ours }
    }

    fn at(&self, name: &str) -> kit::ground::Space {
        self.book.atlas.code(name).or(self.book.atlas.named(name)).unwrap()
    }

    fn head(&mut self, events: Vec<SeenEvent>) -> Vec<String> {
        for event in &events {
            if let SeenEvent::War(WarNews::Land(news)) = event
                && let LandNews::Siege(SiegeNews::Captured { at, power, .. }) = &**news
            {
                self.known.held.insert(*at, power.clone());
            }
        }
        self.known.seen_events = events;
        headline::headline(&self.book, &self.known, &forces::fed(&self.book, &self.known))
    }

    fn paper(&mut self, events: Vec<SeenEvent>) -> Vec<String> {
        self.known.seen_events = events;
        newspaper::issue(&self.book, &self.known).headlines
    }

    fn taken(&self, at: &str, power: &str) -> SeenEvent {
        let (at, power) = (self.at(at), power.to_owned());
        LandNews::from(SiegeNews::Captured { at, power, empty: true, stays: false }).into()
    }

    /// A battle between two commanders that the first has won.
    fn beats(&self, at: &str, won: (&str, &str), lost: (&str, &str), size: &str) -> SeenEvent {
        let party = |(power, name): (&str, &str)| Party { power: power.into(), name: name.into() };
        let (attacker, defender) = (party(won), party(lost));
        let (at, size, winner) = (self.at(at), size.to_owned(), Winner::Attacker);
        LandNews::from(BattleNews::BattleEnded { at, attacker, defender, size, winner }).into()
    }

    /// So many steps of infantry lost in battle.
    fn loses(&self, power: &str, name: &str, at: &str, steps: u8) -> SeenEvent {
        let mut units = self.book.units.read("1 x (0) InfC", power, &self.book.people).unwrap();
        units[0].steps = steps;
        let (who, at, cause) = (self.who(power, name), self.at(at), Cause::Battle);
        let (trains, depots, engineers, army) = (0, 0, 0, None);
        let news = LossNews::Lost { who, at, units, trains, depots, engineers, army, cause };
        LandNews::from(news).into()
    }

    fn destroyed(&self, power: &str, name: &str, at: &str, army: Option<&str>) -> SeenEvent {
        let units = self.book.units.read("1 x (0) InfC", power, &self.book.people).unwrap();
        let (who, at, army) = (self.who(power, name), self.at(at), army.map(str::to_owned));
        LandNews::from(LossNews::Destroyed { who, at, army, units, cause: Cause::Fall }).into()
    }

    fn fate(&self, power: &str, leader: &str, at: &str, fate: Fate) -> SeenEvent {
        let (leader, power, at) = (leader.to_owned(), power.to_owned(), self.at(at));
        let news = BattleNews::LeaderChecked { leader, power, at, die: 6, fate, back: None };
        LandNews::from(news).into()
    }

    fn sunk(&self, power: &str, name: &str) -> SeenEvent {
        let (power, name) = (power.to_owned(), name.to_owned());
        let (at, cause) = (Anchorage::Sea("Bay of Biscay".to_owned()), Cause::Battle);
        SeaNews::from(SeaBattleNews::Sunk { power, name, at, decoy: false, cause }).into()
    }

    fn broken(&self, power: &str, name: &str, at: &str) -> SeenEvent {
        let (who, at) = (self.who(power, name), self.at(at));
        LandNews::from(BattleNews::Disordered { who, at, demoralized: true }).into()
    }

    fn left(&self, power: &str, name: &str, at: &str, why: Leaving) -> SeenEvent {
        let (who, at, why) = (self.who(power, name), self.at(at), Some(why));
        ForceNews::LeaderLeft { who, at, why }.into()
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

const WATERLOO: (&str, &str, &str) = ("W3024", "britain", "Wellington");

/// The lighter news of most seasons: an open town and a fortress that count for nothing.
fn towns(reader: &Reader) -> Vec<SeenEvent> {
    vec![reader.taken("Trier", "france"), reader.taken("Mainz", "france")]
}

#[test]
fn a_leader_killed() {
    let mut reader = Reader::new("hundred-days-1815", "britain");
    let mut events = towns(&reader);
    let won = ("britain", "Wellington");
    events.push(reader.beats("W3024", won, ("france", "Napoléon"), "major"));
    events.push(reader.fate("britain", "Wellington", "W3024", Fate::Killed));
    first(&reader.head(events), "Wellington is killed", "great battle won");
}

#[test]
fn a_leader_captured_with_all_troops() {
    let (at, power, name) = WATERLOO;
    let mut reader = Reader::new("hundred-days-1815", power);
    let mut events = towns(&reader);
    events.push(reader.destroyed(power, name, at, None));
    first(&reader.head(events), "Wellington is lost with all troops", "Trier");
}

#[test]
fn a_leader_whose_troops_are_gone() {
    let (at, power, name) = WATERLOO;
    let mut reader = Reader::new("hundred-days-1815", power);
    let mut events = towns(&reader);
    events.extend([
        reader.loses(power, name, at, 2),
        reader.left(power, name, at, Leaving::NoTroops),
    ]);
    let head = reader.head(events);
    first(&head, "Wellington has no troops left", "Trier");
    let after_others = vec![
        reader.loses(power, name, at, 2),
        reader.taken("Trier", "france"),
        reader.left(power, name, at, Leaving::Replaced),
    ];
    first(&reader.head(after_others), "Our side lost", "Wellington leaves");
}

#[test]
fn a_leader_called_away() {
    let (at, power, name) = WATERLOO;
    let mut reader = Reader::new("hundred-days-1815", power);
    let mut events = towns(&reader);
    let (at, power, leaders) = (reader.at(at), power.to_owned(), vec![name.to_owned()]);
    events.push(ForceNews::Withdrawn { power, at, units: vec![], leaders }.into());
    first(&reader.head(events), "Wellington is called away", "Trier");
}

#[test]
fn a_leader_recalled() {
    let mut reader = Reader::new("suvorov-1799", "russia");
    let mut events = vec![reader.taken("Florence", "france")];
    let who = reader.who("russia", "Suvorov");
    events.push(ForceNews::Recalled { who, at: None, rule: "recall".to_owned() }.into());
    first(&reader.head(events), "Suvorov is called away", "Florence");
}

#[test]
fn a_leader_sent_to_the_pool() {
    let (at, power, name) = WATERLOO;
    let mut reader = Reader::new("hundred-days-1815", power);
    let mut events = vec![
        ForceNews::Arrived { who: reader.who("prussia", "Thielmann"), at: reader.at("Trier") }
            .into(),
    ];
    events.push(reader.left(power, name, at, Leaving::Replaced));
    first(&reader.head(events), "Wellington leaves", "Thielmann");
}

#[test]
fn an_army_destroyed() {
    let mut reader = Reader::new("jena-1806", "prussia");
    let mut events = vec![reader.taken("Berlin", "france")];
    let army = Some("Army of the Elba");
    events.push(reader.destroyed("prussia", "Brunswick", "Leipzig", army));
    first(&reader.head(events), "Army of the Elba of Brunswick is destroyed", "Berlin");
}

#[test]
fn an_enemy_army_in_disorder() {
    let mut reader = Reader::new("marengo-1800", "france");
    let at = reader.at("W3533");
    let melas = Force {
        army: Some("Army of Italy".to_owned()),
        leaders: vec!["Melas".to_owned()],
        ..Force::new(ForceId(4999), "austria", at)
    };
    reader.known.theirs = [Stack::of(&melas)].into();
    let won = ("france", "Bonaparte");
    let events = vec![
        reader.beats("W3533", won, ("austria", "Melas"), "major"),
        reader.taken("Nice", "france"),
        reader.broken("austria", "Melas", "W3533"),
        reader.broken("austria", "Ott", "W3533"),
    ];
    let head = reader.head(events);
    first(&head, "The army of Melas (Austria) falls into disorder", "great battle won");
    let last = head.iter().position(|line| line.starts_with("Ott (Austria) falls into disorder"));
    let fortress = head.iter().position(|line| line.contains("Nice")).unwrap();
    assert!(last.unwrap() > fortress, "{head:#?}");
}

#[test]
fn a_capital_taken() {
    let mut reader = Reader::new("hundred-days-1815", "france");
    let events = vec![reader.taken("Lyon", "austria"), reader.taken("Paris", "prussia")];
    let head = reader.head(events);
    first(&head, "Capital lost: Paris", "Lyon");
    assert_eq!(
        head[2],
        "On the way to victory: Lyon W3032 is with Austria; Paris W2627 is with Prussia. Of what it \
         needs the coalition has 2 of 6, as far as is known; else the empire wins."
    );
}

#[test]
fn a_fortress_of_the_victory_count_taken() {
    let mut reader = Reader::new("italy-1796", "france");
    let (won, lost) = (("france", "Bonaparte"), ("austria", "Beaulieu"));
    let mut events = vec![reader.beats("W3532", won, lost, "major")];
    events.push(reader.taken("Mantua", "france"));
    first(&reader.head(events), "counts for victory: Mantua", "Beaulieu");
}

#[test]
fn a_land_of_the_victory_terms_lost() {
    let mut reader = Reader::new("suvorov-1799", "france");
    let mut events = vec![reader.taken("Florence", "austria")];
    events.push(reader.taken("Strasbourg", "austria"));
    first(&reader.head(events), "Lost, and it counts for victory: Strasbourg", "Florence");
}

/// Its walls were broken by those who did not live to take it.
#[test]
fn a_place_that_stays_with_its_holder_is_not_taken() {
    let mut reader = Reader::new("suvorov-1799", "france");
    let (at, power) = (reader.at("Strasbourg"), "france".to_owned());
    let news = SiegeNews::Captured { at, power, empty: true, stays: true };
    let head = reader.head(vec![LandNews::from(news).into()]);
    assert!(head.iter().all(|line| !line.contains("Strasbourg")), "{head:?}");
}

#[test]
fn a_battle_won_with_heavy_losses() {
    let (at, power, name) = WATERLOO;
    let mut reader = Reader::new("hundred-days-1815", power);
    let (won, lost) = ((power, name), ("france", "Napoléon"));
    let battle = |steps| {
        let mut events = towns(&reader);
        events.extend([
            reader.beats(at, won, lost, "minor"),
            reader.loses(power, name, at, steps),
            reader.sunk("france", "Linois"),
        ]);
        events
    };
    let (heavy, light) = (battle(6), battle(2));
    first(&reader.head(heavy), "costly battle won: Wellington", "Linois");
    first(&reader.head(light), "Linois", "Wellington");
}

#[test]
fn a_skirmish_is_less_than_a_town() {
    let mut reader = Reader::new("marengo-1800", "austria");
    let (won, lost) = (("france", "Davout"), ("austria", "John"));
    let mut events = vec![reader.beats("W3426", won, lost, "skirmish")];
    events.push(reader.taken("Baden", "france"));
    first(&reader.head(events), "Baden", "Skirmish lost: John");
}

#[test]
fn ships_lost() {
    let mut reader = Reader::new("marengo-1800", "france");
    let events = vec![
        reader.loses("france", "Masséna", "Genoa", 1),
        reader.taken("Nice", "austria"),
        reader.sunk("france", "Linois"),
    ];
    first(
        &reader.head(events),
        "The fleet of Linois is lost in the Bay of Biscay",
        "Our side lost",
    );
}

#[test]
fn an_army_lost_at_sea() {
    let mut reader = Reader::new("spanish-ulcer-1808", "britain");
    let units = reader.book.units.read("1 x (0) InfC", "britain", &reader.book.people).unwrap();
    let who = reader.who("britain", "Moore");
    let army = Some("Army of Portugal".to_owned());
    let cause = Cause::Sunk;
    let lost = PassageNews::CargoLost { who, units, trains: 0, engineers: 0, army, cause };
    let events = vec![reader.taken("Lisbon", "france"), SeaNews::from(lost).into()];
    first(&reader.head(events), "Moore is lost at sea with all on board", "Lisbon");
}

#[test]
fn several_at_once_in_their_order() {
    let mut reader = Reader::new("hundred-days-1815", "britain");
    let mut events = vec![reader.loses("britain", "Hill", "W3024", 2)];
    events.extend(towns(&reader));
    events.push(reader.beats("W3024", ("france", "Ney"), ("britain", "Hill"), "minor"));
    events.push(reader.taken("Antwerp", "france"));
    events.push(reader.fate("britain", "Hill", "W3024", Fate::Wounded));
    let power = "austria".to_owned();
    let turned = CourtEvent::PowerTurned { power, bloc: Bloc::Neutral, from: Bloc::Coalition };
    events.push(LandNews::Told(Told::Court { event: turned, who: None }).into());
    events.push(reader.destroyed("prussia", "Blücher", "W3124", Some("Army of the Rhine")));
    let head = reader.head(events);
    let order = [
        "Army of the Rhine of Blücher (Prussia) is destroyed",
        "Austria is now neutral",
        "Antwerp",
        "Hill is wounded",
        "Lost: Hill against Ney (France)",
        "Our side lost",
        "Mainz",
    ];
    let places = order.map(|words| head.iter().position(|line| line.contains(words)));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} {head:#?}");
}

#[test]
fn the_end_of_the_war_is_first_and_nothing_is_asked_after_it() {
    let mut reader = Reader::new("hundred-days-1815", "france");
    let mut events = vec![reader.fate("france", "Napoléon", "W3024", Fate::Killed)];
    let (winner, winners) = (Some(Bloc::Coalition), vec![]);
    let decided = TableNews::GameDecided { winner, winners, conditions: vec![] };
    events.push(LandNews::from(decided).into());
    let head = reader.head(events);
    first(&head, "The war is over: the coalition wins", "Napoléon is killed");
    assert_eq!(head.len(), 2, "{head:#?}");
}

#[test]
fn a_season_in_which_nothing_happened() {
    let mut reader = Reader::new("hundred-days-1815", "britain");
    let who = reader.who("britain", "Hill");
    let (from, to) = (reader.at("W3024"), reader.at("W3023"));
    let marched = ForceNews::Moved { who, from, to, spent: Some(2) };
    let head = reader.head(vec![marched.into()]);
    assert_eq!(
        head,
        [
            "A quiet season: nobody of ours fought, and no place changed hands.",
            "On the way to victory: no place that its terms name changed hands. Of what it needs the \
             coalition has 1 of 6, as far as is known; else the empire wins.",
        ]
    );
}

#[test]
fn an_empty_place_that_counts_beside_an_enemy_wants_an_answer() {
    let mut reader = Reader::new("marengo-1800", "austria");
    let open = "Munich W3826 has no troops, with enemies next to it";
    let at = reader.at("Munich");
    let beside = reader.at("W3825");
    let mut asked = |enemy: Option<&str>, guarded: bool| {
        if let Some(force) = reader.known.ours.values_mut().find(|force| guarded && force.fights())
        {
            force.at = at;
        }
        let stack = |power| Stack::of(&Force::new(ForceId(4999), power, beside));
        reader.known.theirs = enemy.map(stack).into_iter().collect();
        reader.head(vec![]).join(" ").contains(open)
    };
    assert!(!asked(None, false));
    assert!(asked(Some("france"), false));
    assert!(!asked(Some("france"), true));
}

#[test]
fn who_is_in_need_and_who_has_written_wants_an_answer() {
    let mut reader = Reader::new("marengo-1800", "france");
    let force =
        reader.known.ours.values_mut().find(|force| force.leaders.contains(&"Masséna".into()));
    let force = force.unwrap();
    (force.inside, force.unsupplied) = (true, true);
    let at = force.at;
    let ott = Force { siege: Some(1), ..Force::new(ForceId(4999), "austria", at) };
    reader.known.theirs = [Stack::of(&ott)].into();
    let (from, to) = ("austria".to_owned(), "france".to_owned());
    let letter = nations::sight::news::OrderNews::Letter { from, to, text: "Sire".into() };
    let head = reader.head(vec![letter.into()]);
    let asked = "Wants an answer now: Masséna at Genoa W3633 is besieged and out of supply; a \
                 letter from Austria.";
    assert_eq!(head.last().map(String::as_str), Some(asked), "{head:#?}");
}

#[test]
fn a_head_has_ten_lines_at_most() {
    let mut reader = Reader::new("marengo-1800", "austria");
    let mut events = vec![];
    let towns: Vec<String> =
        reader.book.atlas.towns().map(|(_, town)| town.name.clone()).take(60).collect();
    events.extend(towns.iter().map(|town| reader.taken(town, "france")));
    for (leader, at) in ["Melas", "Ott", "Kray", "John"].into_iter().zip(&towns) {
        events.push(reader.fate("austria", leader, at, Fate::Wounded));
        events.push(reader.broken("austria", leader, at));
        events.push(reader.destroyed("austria", leader, at, None));
        events.push(reader.left("austria", leader, at, Leaving::NoTroops));
        for size in ["major", "minor", "skirmish"] {
            events.push(reader.beats(at, ("france", "Ney"), ("austria", leader), size));
        }
    }
    let head = reader.head(events).join("\n");
    let lines = report::wrapped(&head, 72, 0).lines().count();
    assert!((8..=10).contains(&lines), "{lines} lines: {head}");
}

#[test]
fn the_paper_names_the_battle_before_the_town() {
    let mut reader = Reader::new("hundred-days-1815", EVERYBODY);
    let mut events = towns(&reader);
    let (won, lost) = (("britain", "Wellington"), ("france", "Napoléon"));
    events.push(reader.beats("W3024", won, lost, "major"));
    let paper = reader.paper(events);
    first(&paper, "Wellington (Britain) beats Napoléon (France)", "Trier falls to France");
}

#[test]
fn the_paper_names_the_dead_before_the_battle() {
    let mut reader = Reader::new("hundred-days-1815", EVERYBODY);
    let (won, lost) = (("britain", "Wellington"), ("france", "Napoléon"));
    let mut events = vec![reader.beats("W3024", won, lost, "major")];
    events.push(reader.fate("france", "Ney", "W3024", Fate::Killed));
    first(&reader.paper(events), "Ney (France) is killed", "Wellington");
}

#[test]
fn the_paper_names_what_counts_before_other_places() {
    let mut reader = Reader::new("hundred-days-1815", EVERYBODY);
    let mut events = towns(&reader);
    events.push(reader.taken("Lyon", "austria"));
    first(&reader.paper(events), "Lyon falls to Austria", "Trier");
    let mut events = towns(&reader);
    events.extend([reader.taken("Lyon", "austria"), reader.taken("Paris", "prussia")]);
    first(&reader.paper(events), "Paris falls to Prussia", "Lyon");
}

#[test]
fn the_paper_says_that_all_is_quiet() {
    let mut reader = Reader::new("hundred-days-1815", EVERYBODY);
    assert_eq!(reader.paper(vec![]), ["All is quiet, as far as everybody knows"]);
}

/// What would win if it stayed so is told apart from what is still needed.
#[test]
fn a_side_that_has_all_it_needs() {
    let mut reader = Reader::new("spanish-ulcer-1808", "france");
    let head = reader.head(vec![]);
    assert_eq!(
        head[1],
        "On the way to victory: no place that its terms name changed hands. As far as is known, the empire has \
         all it needs, if it stays so until spring 1814; the coalition has 0 of the 4 towns and other things it needs; \
         else nobody wins."
    );
}

/// An own victory is told before an ally's defeat of the same size.
#[test]
fn an_own_skirmish_comes_before_one_of_an_ally() {
    let mut reader = Reader::new("spanish-ulcer-1808", "britain");
    let own = reader.beats("Porto", ("britain", "Wellington"), ("france", "Junot"), "skirmish");
    let of_ally = reader.beats("Madrid", ("france", "Lannes"), ("spain", "Blake"), "skirmish");
    let head = reader.head(vec![of_ally, own]);
    first(&head, "Skirmish won: Wellington over Junot (France)", "Skirmish lost: Blake (Spain)");
}

/// Where the terms ask for armed fortresses, one that is not armed does not count for who took it.
/// To a neutral power nobody is an enemy, and what others lose is no loss of its own.
#[test]
fn a_neutral_power_reads_of_others_without_a_side() {
    let mut reader = Reader::new("austerlitz-1805", "prussia");
    let events = vec![
        reader.taken("Ratisbonne", "austria"),
        reader.taken("Emden", "britain"),
        reader.loses("austria", "Mack", "Ratisbonne", 2),
    ];
    let told = reader.head(events).join(" ");
    assert!(told.contains("Ratisbonne W4025 falls to Austria"), "{told}");
    assert!(told.contains("Emden W3018 falls to Britain"), "{told}");
    for word in ["lost", "enemy", "Taken"] {
        assert!(!told.contains(word), "{word}: {told}");
    }
}

#[test]
fn a_fortress_that_is_not_armed_does_not_count() {
    let mut reader = Reader::new("suvorov-1799", "turkey");
    let at = reader.at("El Arish");
    reader.known.forts.insert(at, Fort { empty: true, ..Fort::default() });
    let taken = reader.taken("El Arish", "turkey");
    let head = reader.head(vec![taken]);
    assert!(head[0].starts_with("Fortress taken: El Arish"), "{head:#?}");
}

/// The newspaper does not say how a condition stands that asks for troops, supply or sieges.
#[test]
fn the_paper_does_not_tell_of_troops_and_supply() {
    for (scenario, condition) in [
        ("russia-1812", "The empire has no troops in supply at"),
        ("spanish-ulcer-1808", "The empire has no units in"),
        ("spanish-ulcer-1808", "The empire has no fortress free of siege in"),
    ] {
        let reader = Reader::new(scenario, EVERYBODY);
        let issue = newspaper::issue(&reader.book, &reader.known);
        let mut lines = issue.parts.iter().flat_map(|part| &part.lines);
        let line = lines.find(|line| line.starts_with(condition)).unwrap();
        assert!(line.contains("not publicly known"), "{line}");
    }
}

#[test]
fn an_enemy_army_that_was_seen_destroyed_makes_the_list_of_towns_shorter() {
    let mut reader = Reader::new("hundred-days-1815", "prussia");
    let says = |head: &[String], what| head.iter().any(|line| line.contains(what));
    assert!(says(&reader.head(vec![]), " of 6"), "{:?}", reader.head(vec![]));
    let news = LossNews::Destroyed {
        who: reader.who("france", "Suchet"),
        at: reader.at("Avignon"),
        army: Some("Army of Italy".to_owned()),
        units: vec![],
        cause: Cause::Trapped,
    };
    let event = Some(SeenEvent::War(WarNews::Land(Box::new(LandNews::Loss(news)))));
    reader.known.learn(&reader.book, Seen { event, ..Seen::default() });
    assert!(says(&reader.head(vec![]), " of 5"), "{:?}", reader.head(vec![]));
}
