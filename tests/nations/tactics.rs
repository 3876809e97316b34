//! Tactical cards, an optional rule: whose secret a hand is, what a page of them must be, and what players are
//! told of them (NIA §8.1.3). How they are drawn and played is in the cases.

use kit::ledger::{Ledger, What};
use nations::Nations;
use nations::book::Book;
use play::{Game, Played, Position};
use report::{Around, Templates};
use std::collections::BTreeMap;

const NAME: &str = "nations/don-1805";

const PAGE: &str = "rules: nations
title: A battle on the Don
first season: summer 1805
last season: autumn 1805
sides: {empire: [france], coalition: [austria, britain]}
tactics:
  cards:
    - {name: Ash, by: 1, told: one more}
    - {name: Beech, by: 2, helps: on clear ground, told: two more}
    - {name: Cedar, by: -1, told: one less}
    - {name: Dogwood, told: what nobody can reckon}
    - {name: Elm, by: 3, told: three more}
    - {name: Fir, by: 1, check: 4, told: one more if a die shows four}
    - {name: Gorse, by hand: true, told: what the umpire says}
    - {name: Hazel, by: 2, told: two more}
    - {name: Larch, told: what nobody can reckon either}
special rules:
  - id: fed
    text: All troops live on the land.
    supply sources:
      - {nation: france, at home in: [Volga, Don, Kuban]}
      - {nation: austria, at home in: [Volga, Don, Kuban]}
      - {nation: britain, at home in: [Volga, Don, Kuban]}
sources: All figures are ours.
forces:
  - {key: Grand Army, power: france, at: {hex: E3610}, army: Grande Armée, commander: Napoléon, leaders: [Ney], units: ['6 x (+2) InfC']}
  - {key: Army of Germany, power: austria, at: {hex: E3611}, army: Army of Germany, commander: Charles, leaders: [Liechtenstein], units: ['5 x (0) InfC']}
  - {key: Moore, power: britain, at: {hex: E3614}, commander: Moore, units: ['1 x (+1) InfC']}
";

fn game(fog: &str) -> Box<dyn Game> {
    let mut shelf = play::shelf::<Nations>();
    shelf.lay(&format!("{NAME}/scenario.yaml"), PAGE.to_owned());
    let (referee, name) = play::find(&[nations::REFEREE], &shelf, NAME).unwrap();
    referee.open(&shelf, &name, &[("fog".to_owned(), fog.to_owned())].into()).unwrap()
}

fn opening(game: &dyn Game) -> Position {
    let mut ledger = Ledger::seeded("set-up", [3; 32]);
    game.opening(&BTreeMap::new(), &mut ledger).unwrap().after
}

fn sheets(france: &str) -> BTreeMap<String, String> {
    let france = format!(
        "power: france\nactivations: [{{leader: Napoléon, steps: [{{attack: {{at: E3611{france}}}}}]}}]\n"
    );
    let austria =
        "power: austria\nreactions: [{who: any, tactics: [Beech], second tactic: none}]\n";
    [("france".to_owned(), france), ("austria".to_owned(), austria.to_owned())].into()
}

/// The battle, with these cards in the hands of both sides, and the ledger after it.
fn fought(game: &dyn Game, [ours, theirs]: [&str; 2], france: &str) -> (Played, Ledger) {
    let draws = |name: &str, cards: &str| -> String {
        cards.split(' ').map(|card| format!("NIA §8.1.3 {name}: draw = {card}\n")).collect()
    };
    // The card has a check of its own.
    let check = if france.contains("Fir") { "NIA §8.1.3 Napoléon: 1d6 = 4\n" } else { "" };
    let script = format!(
        "chit: empire land 3\n{}{}{check}NIA §8.2.4 Napoléon: 2d6 = 2\nNIA §8.2.4 Charles: 2d6 = 2\nNIA §8.3.3: 1d6 = 1\n",
        draws("Napoléon", ours),
        draws("Charles", theirs)
    );
    let before = opening(game);
    let mut ledger = Ledger::scripted(&before.season.name, &script).unwrap();
    let played = game.resolve(&before, &sheets(france), &mut ledger).unwrap();
    assert!(
        ledger.faults().iter().all(|fault| fault.contains("at its end")),
        "{:?}",
        ledger.faults()
    );
    (played, ledger)
}

/// All that a power gets of a season.
fn pages(game: &dyn Game, known: &str) -> Vec<String> {
    let templates = Templates::new(&Default::default()).unwrap();
    let view = Around::default().with(game.view(known).unwrap());
    vec![
        known.to_owned(),
        templates.print("nations/report.txt", &view).unwrap(),
        templates.print_html("nations/report.html", &view).unwrap(),
        game.form(known, "tactics", None).unwrap(),
        format!("{:?}", game.shown(known).unwrap()),
        format!("{:?}", game.became(known).unwrap()),
    ]
}

/// What everybody reads.
fn newspaper(game: &dyn Game, played: &Played) -> String {
    let before = opening(game).state;
    let known = game.known_to_all(None, &before, &played.events).unwrap().unwrap();
    format!("{known} {:?}", game.newspaper(&known).unwrap())
}

/// Who draws Dogwood and who draws Larch, and plays neither, tells nobody which it was, not even an ally.
#[test]
fn a_card_that_is_not_played_is_the_secret_of_who_drew_it() {
    let ours = "Ash Cedar Elm Fir Gorse";
    for fog in ["rules", "contact"] {
        let game = game(fog);
        let (one, _) = fought(&*game, [ours, "Beech Hazel Dogwood"], "");
        let (other, _) = fought(&*game, [ours, "Beech Hazel Larch"], "");
        assert_ne!(one.events, other.events);
        for power in ["france", "britain"] {
            let known = |played: &Played| pages(&*game, &played.after.known[power]);
            assert_eq!(known(&one), known(&other), "{power}, fog {fog}");
        }
        assert_eq!(newspaper(&*game, &one), newspaper(&*game, &other), "fog {fog}");
        let own = |played: &Played| pages(&*game, &played.after.known["austria"]);
        assert_ne!(own(&one)[1], own(&other)[1], "its report has the hand");
        assert!(own(&one)[1].contains("Dogwood") && own(&other)[1].contains("Larch"));
        // Both sides read what was played.
        for power in ["france", "austria"] {
            let report = &pages(&*game, &one.after.known[power])[1];
            let words = report.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words.contains("plays the tactical card Beech: +2"), "{power}: {words}");
            assert!(words.contains("plays the tactical card Elm: +3"), "{power}: {words}");
        }
    }
}

/// The cards are drawn by lot from what the enemy has left, so nobody's proof shows a draw; a die is shown.
#[test]
fn a_draw_is_in_nobodys_proof() {
    let game = game("rules");
    let hands = ["Ash Cedar Elm Fir Gorse", "Beech Hazel Dogwood"];
    let (played, ledger) = fought(&*game, hands, ", tactics: [Fir]");
    let of_tactics = |key: &str| key.contains("NIA §8.1.3");
    let drawn = ledger.entries().iter().filter(|entry| of_tactics(&entry.key));
    assert_eq!(drawn.filter(|entry| matches!(entry.what, What::Draw { .. })).count(), 8);
    for power in ["france", "austria", "britain"] {
        let shown = game.shown(&played.after.known[power]).unwrap();
        let keys: Vec<&str> =
            shown.iter().map(|one| one.key.as_str()).filter(|key| of_tactics(key)).collect();
        assert_eq!(keys, ["summer 1805/NIA §8.1.3/Napoléon/Fir/1"], "{power}");
    }
}

/// What a card adds is an open question with what is printed as its answer; one that is by hand needs a person.
#[test]
fn what_a_card_adds_is_asked_of_the_umpire() {
    let game = game("rules");
    let hands = ["Ash Cedar Elm Fir Gorse", "Beech Hazel Dogwood"];
    let (_, ledger) = fought(&*game, hands, ", tactics: [Gorse]");
    let asked = |entry: &kit::ledger::Entry| match &entry.what {
        What::Decision { topic, choice, needs_human, .. } if topic == "tactic effect" => {
            Some((entry.key.clone(), choice.clone(), *needs_human))
        }
        _ => None,
    };
    let asked: Vec<_> = ledger.questions().filter_map(asked).collect();
    let key =
        |name: &str, card: &str| format!("summer 1805/NIA §8.1.3/{name}/{card}/tactic effect/1");
    assert_eq!(
        asked,
        [
            (key("Napoléon", "Gorse"), "0".to_owned(), true),
            (key("Charles", "Beech"), "2".to_owned(), false),
        ]
    );
}

/// Form and guide have the cards where they are played, and shipped scenarios are silent on them.
#[test]
fn form_and_guide_tell_of_the_cards() {
    let told = |game: &dyn Game| {
        let known = &opening(game).known["austria"];
        let guide = sheet::guide::lines(&game.primer(known).unwrap()).join("\n");
        let words =
            |text: &str| text.replace("\n#", "\n").split_whitespace().collect::<Vec<_>>().join(" ");
        (words(&guide), words(&game.form(known, "tactics", None).unwrap()))
    };
    let (guide, form) = told(&*game("rules"));
    assert!(guide.contains("TACTICAL CARDS"), "{guide}");
    assert!(guide.contains("Fir: +1; if a die shows 4 or more; one more if a die shows four."));
    assert!(form.contains("How many are drawn under whom: Charles 3 (may play two)."), "{form}");
    assert!(form.contains("Beech +2, Cedar -1, Dogwood, Elm +3"), "{form}");
    let shelf = play::shelf::<Nations>();
    let (referee, name) = play::find(&[nations::REFEREE], &shelf, "nations/marengo-1800").unwrap();
    let marengo = referee.open(&shelf, &name, &BTreeMap::new()).unwrap();
    let (guide, form) = told(&*marengo);
    assert!(!guide.contains("TACTICAL CARDS") && !form.contains("actical"));
}

/// What is said of the page with one part of it written otherwise.
fn faults(from: &str, to: &str) -> Vec<String> {
    assert!(PAGE.contains(from), "{from}");
    let page = PAGE.replacen(from, to, 1);
    let faults = Book::faults(&play::shelf::<Nations>(), &page).unwrap();
    let sentence = |fault: play::scenario::PageFault| {
        let line = fault.text.lines().next().unwrap_or_default().to_owned();
        format!("{}: {}", fault.line, line.splitn(3, ": ").nth(2).unwrap_or_default())
    };
    faults.into_iter().map(sentence).collect()
}

#[test]
fn a_page_of_cards_is_checked_at_its_lines() {
    assert_eq!(faults("title:", "title:"), Vec::<String>::new());
    let reforms =
        faults("special rules:", "  reforms: {austria: 1805, prussia: 1805}\nspecial rules:");
    assert_eq!(reforms, ["17: prussia does not play in this scenario"]);
    let long = "x".repeat(301);
    let card = |fields: &str| faults("{name: Ash, by: 1, told: one more}", fields);
    for (fields, said) in [
        ("{name: Beech, told: t}", "9: two tactical cards are called Beech"),
        ("{name: beech, told: t}", "9: two tactical cards are called Beech"),
        ("{name: none, told: t}", "8: `none` in a sheet means that no card is played"),
        (
            "{name: 'A/B', told: t}",
            "8: the name of a card begins with a letter or digit and has letters, digits, blanks and `-'.!`",
        ),
        (
            &format!("{{name: {}, told: t}}", "x".repeat(41)),
            "8: the name of a card has 1 to 40 letters",
        ),
        (
            "{name: Ash, by: 10, told: t}",
            "8: expected a whole number from -9 to 9, and `10` stands here",
        ),
        (
            "{name: Ash, by: much, told: t}",
            "8: expected a whole number from -9 to 9, and `much` stands here",
        ),
        (
            "{name: Ash, check: 7, told: t}",
            "8: expected a whole number from 2 to 6, and `7` stands here",
        ),
        (
            "{name: Ash, by hand: perhaps, told: t}",
            "8: expected `true` or `false`, and `perhaps` stands here",
        ),
        ("{name: Ash}", "8: `told:` is missing here"),
        ("{told: t}", "8: `name:` is missing here"),
        ("{name: Ash, told: t, worth: 3}", "8: there is no key `worth` here"),
        (
            &format!("{{name: Ash, told: {long}}}"),
            "8: the words of a card are one line of up to 300 letters",
        ),
        (
            &format!("{{name: Ash, helps: {long}, told: t}}"),
            "8: the words of a card are one line of up to 300 letters",
        ),
    ] {
        assert_eq!(card(fields), [said], "{fields}");
    }
    let cards = |count: usize| {
        let lines = (0..count).map(|nth| format!("    - {{name: Card {nth}, told: t}}\n"));
        let list =
            &PAGE[PAGE.find("    - {name: Ash").unwrap()..PAGE.find("special rules:").unwrap()];
        faults(list, &lines.collect::<String>())
    };
    assert_eq!(cards(30), Vec::<String>::new());
    assert_eq!(cards(31).len(), 1, "{:?}", cards(31));
}
