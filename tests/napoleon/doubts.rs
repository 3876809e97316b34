//! Rules that were played wrongly once, or whose text leaves a doubt: what each comes to now.

use crate::general::General;
use crate::seam::ByMail;
use crate::sequence::{begun, book};
use kit::ledger::What;
use kit::rule::Rule;
use napoleon::answers::own_dice::OwnDice;
use napoleon::answers::recorded::UMPIRE;
use napoleon::answers::{Answers, Choice, Pick, Topic, Who};
use napoleon::board::french::Assignment;
use napoleon::board::turn::{Commander, Says, battle_turn};
use napoleon::board::{Board, Exit, Formation, Region};
use napoleon::book::Book;
use napoleon::book::plans::Plans;
use napoleon::record::force::{ForceId, Side};
use napoleon::sequence::answer::{After, Answer, Ask, Move, Mover, Purchase, Said, Stops};
use napoleon::sequence::{Cause, Happened, Stage};
use std::collections::BTreeSet;

/// Every die falls the same way; which force was asked is kept, and the first of several is drawn.
struct Dice {
    face: u8,
    asked: Vec<Who>,
}

impl Dice {
    fn of(face: u8) -> Self {
        Self { face, asked: vec![] }
    }
}

impl Answers for Dice {
    fn die(&mut self, _rule: Rule, who: Who) -> u8 {
        self.asked.push(who);
        self.face
    }

    fn draw(&mut self, _rule: Rule, _who: Who, _options: &[Pick]) -> usize {
        0
    }
}

/// Says plans and who acts first, and lets everybody fire.
struct Spoken {
    plans: Vec<Assignment>,
    first: Vec<ForceId>,
}

impl Commander for Spoken {
    fn plans(&mut self, _board: &Board, _plans: &Plans) -> Vec<Assignment> {
        self.plans.clone()
    }

    fn says(&mut self, board: &Board, who: ForceId, _plans: &Plans) -> Says {
        board.french_defaults(who).first().copied()
    }

    fn next(&mut self, _board: &Board, waiting: &[ForceId]) -> Option<ForceId> {
        self.first.iter().copied().find(|id| waiting.contains(id))
    }
}

fn id(book: &Book, name: &str) -> ForceId {
    book.force(name).unwrap().id
}

fn board(book: &Book, pieces: &[(&str, Region)]) -> Board {
    let mut board = Board::new(book, 5);
    for (name, at) in pieces {
        board.put(*book.force(name).unwrap(), *at, Formation::Line);
    }
    board
}

/// Who is prepared acts before the enemy but after a Square, unless the player says otherwise
/// (§13.3).
#[test]
fn a_square_may_act_before_who_is_prepared() {
    let book = book("italy-1796");
    let plan = |name: &str| book.plans.french(name).unwrap();
    let [augereau, serurier] = ["Augereau", "Serurier"].map(|name| id(&book, name));
    let play = |first: Vec<ForceId>| {
        let mut board = board(
            &book,
            &[
                ("Augereau", Region::FrenchFront),
                ("Serurier", Region::FrenchFront),
                ("Dichat cavalry", Region::EnemyFront),
                ("Provera", Region::EnemyReserve),
            ],
        );
        board.french_plans = 2;
        let plans = vec![
            Assignment { plan: plan("Prepare"), who: Some(augereau) },
            Assignment { plan: plan("Square"), who: Some(serurier) },
        ];
        let mut dice = Dice::of(9);
        battle_turn(&mut board, &book.plans, &mut Spoken { plans, first }, &mut dice);
        let ours = |who: &&Who| [Who::Force(augereau), Who::Force(serurier)].contains(who);
        dice.asked.iter().find(ours).copied()
    };
    assert_eq!(play(vec![]), Some(Who::Force(serurier)));
    assert_eq!(play(vec![augereau, serurier]), Some(Who::Force(augereau)));
}

/// In melee a second hit of a Square falls on cavalry of the next region (§12.5).
#[test]
fn a_square_in_melee_hits_on_in_the_next_region() {
    let book = book("italy-1796");
    let plan = book.plans.french("Square").unwrap();
    let augereau = id(&book, "Augereau");
    let hits = |melee: bool| {
        let near = if melee { Region::FrenchFront } else { Region::EnemyFront };
        let next = if melee { Region::EnemyFront } else { Region::EnemyApproach };
        let mut board = board(
            &book,
            &[
                ("Augereau", Region::FrenchFront),
                ("Dichat cavalry", near),
                ("Salisch cavalry", next),
                ("Provera", Region::EnemyReserve),
            ],
        );
        board.french_plans = 1;
        let plans = vec![Assignment { plan, who: Some(augereau) }];
        battle_turn(
            &mut board,
            &book.plans,
            &mut Spoken { plans, first: vec![] },
            &mut Dice::of(1),
        );
        let dead = board.gone(Exit::Destroyed);
        dead.filter(|gone| gone.force.side() == Side::Enemy).count()
    };
    assert_eq!((hits(true), hits(false)), (2, 1));
}

/// After battles of a march purchases are asked for again; what was said with the march counts if
/// nothing is said (§14.2, §14.4).
#[test]
fn purchases_are_asked_for_after_the_battles_of_a_march() {
    let book = book("italy-1796");
    let mut dice = OwnDice::seeded(4);
    let mut campaign = begun(&book, Stops::BattleTurns, &mut dice);
    campaign.theatre.french_supply = 20;
    while campaign.asked(&book) != Some(Ask::After) {
        campaign.play(&book, Said::default(), &mut dice).unwrap();
    }
    let turin = book.map.find("Turin").unwrap();
    let names = ["Augereau", "Serurier", "Stengel", "Kilmaine"];
    let going = |name| Move { who: Mover::Force(id(&book, name)), to: turin };
    let march = names.map(going).to_vec();
    let resupply = Some(vec![Purchase::Scout]);
    let answer = Answer::After(After { march, resupply, ..After::default() });
    let mut said = Said { here: Some(answer), ..Said::default() };
    while campaign.stage != Stage::Resupply {
        campaign.play(&book, said, &mut dice).unwrap();
        said = Said::default();
        assert!(campaign.outcome().is_none());
    }
    assert_eq!(campaign.title(&book).unwrap(), "After the marches");
    let bought = |said: Option<Vec<Purchase>>| {
        let mut campaign = campaign.clone();
        let here = said
            .map(|resupply| Answer::After(After { resupply: Some(resupply), ..After::default() }));
        let said = Said { here, ..Said::default() };
        let told = campaign.play(&book, said, &mut dice.clone()).unwrap();
        told.iter().filter(|told| matches!(told, Happened::Bought(_))).count()
    };
    assert_eq!(bought(None), 1, "what was said with the march");
    assert_eq!(bought(Some(vec![Purchase::Scout, Purchase::Scout])), 2);
}

/// Each way of the option `ties`: who decides, and whether it is kept as a decision (§17).
#[test]
fn ties_are_decided_by_whom_the_campaign_says() {
    let mut ends = BTreeSet::new();
    for ties in ["lot", "player", "harsh", "umpire"] {
        let mut by_mail = ByMail::begun("italy-1796", &[("ties", ties)], 6);
        let mut deciders = BTreeSet::new();
        while !by_mail.over {
            let sheet = by_mail.sheet(General { tries: 0 });
            let sheet = match ties {
                "player" => format!("{sheet}ties: [Provera, Brempt, Dichat cavalry, Savona]\n"),
                _ => sheet,
            };
            let (_, entries) = by_mail.play(&sheet);
            for entry in entries {
                if let What::Decision { decider, needs_human, .. } = entry.what {
                    assert!(!needs_human);
                    deciders.insert(decider);
                }
            }
        }
        let expected: &[&str] = match ties {
            "player" => &["france"],
            "umpire" => &[UMPIRE],
            _ => &[],
        };
        assert_eq!(deciders.iter().map(String::as_str).collect::<Vec<_>>(), expected, "{ties}");
        ends.insert(serde_json::to_string(&by_mail.state()).unwrap());
    }
    assert!(ends.len() > 2, "the ways differ");
}

/// Harsh: their strongest are hit, the enemy's weakest; a plan goes to the strongest.
#[test]
fn a_harsh_tie_hurts_the_french() {
    use napoleon::answers::recorded::Recorded;
    use napoleon::book::options::{Choices, Ties};
    struct Keeps(kit::ledger::Ledger);
    impl napoleon::answers::recorded::Keeper for &mut Keeps {
        fn ledger(&mut self) -> &mut kit::ledger::Ledger {
            &mut self.0
        }
        fn board(&mut self, _news: napoleon::board::news::News) {}
        fn sequence(&mut self, _what: &Happened, _dice: Vec<u8>) {}
    }
    let book = book("italy-1796");
    let book = Book { options: Choices { ties: Ties::Harsh, ..Choices::default() }, ..book };
    let mut keeps = Keeps(kit::ledger::Ledger::seeded("march 1796", [1; 32]));
    let mut recorded = Recorded::new(&book, &mut keeps);
    let picks = |names: [&str; 2]| names.map(|name| Pick::Force(id(&book, name)));
    let mut chosen = |topic, side, names: [&'static str; 2]| {
        let options = picks(names);
        let who = Who::Side(side);
        let rule = Rule("FCN §12.9");
        let choice = Choice { rule, topic, who, options: &options, default: Some(0) };
        names[recorded.choose(&choice)]
    };
    assert_eq!(chosen(Topic::Hit, Side::French, ["Garnier", "Augereau"]), "Augereau");
    assert_eq!(chosen(Topic::Hit, Side::Enemy, ["Provera", "Brempt"]), "Brempt");
    assert_eq!(chosen(Topic::PlanHolder, Side::Enemy, ["Brempt", "Provera"]), "Provera");
}

/// A sheet that has one of the two keys leaves the other as an earlier sheet of the turn said it.
#[test]
fn what_was_said_of_the_end_of_the_half_stays_key_by_key() {
    for seed in 0..20 {
        let mut by_mail = ByMail::begun("italy-1796", &[], seed);
        let sheet = "season: march 1796\npower: france\nmoves: [{who: [Augereau, Kilmaine, \
                     Serurier], to: Turin}]\nforced march: [{who: [Augereau], to: Nice}]\n";
        assert!(by_mail.faults(sheet).0.is_empty(), "{}", by_mail.faults(sheet).1);
        by_mail.play(sheet);
        let state = by_mail.state();
        if by_mail.over || !matches!(state.campaign.stage, Stage::Deploy(Cause::Moves)) {
            continue;
        }
        let season = state.season;
        let next = format!("season: {season}\npower: france\nresupply: [{{scouts: 1}}]\n");
        by_mail.play(&next);
        let after = by_mail.state().after;
        if let Some(after) = after {
            assert_eq!((after.march.len(), after.resupply.map(|lines| lines.len())), (1, Some(1)));
            return;
        }
    }
    panic!("no battle at Turin was a stop");
}

/// A key that comes after its step is a fault, and not lost without a word (§14).
#[test]
fn what_comes_too_late_is_told() {
    let mut late = BTreeSet::new();
    for seed in 0..12 {
        let mut by_mail = ByMail::begun("italy-1796", &[], seed);
        for _ in 0..60 {
            if by_mail.over {
                break;
            }
            let stage = by_mail.state().campaign.stage;
            let season = by_mail.at.season.name.clone();
            let head = format!("season: {season}\npower: france\n");
            let march = by_mail.faults(&format!("{head}forced march: []\n")).0;
            let buys = by_mail.faults(&format!("{head}resupply: [{{scouts: 1}}]\n")).0;
            let other = |codes: &[&str]| codes.contains(&"other-stop");
            let cause = match stage {
                Stage::Deploy(cause) | Stage::BattleTurn(cause) => Some(cause),
                _ => None,
            };
            let expected = match cause {
                Some(Cause::March) => (true, false),
                Some(Cause::Enemy) => (true, true),
                Some(Cause::Moves) => (false, false),
                None => (stage == Stage::Resupply, false),
            };
            assert_eq!((other(&march), other(&buys)), expected, "{season} {stage:?}");
            late.insert(format!("{cause:?}"));
            by_mail.play(&by_mail.sheet(General { tries: 0 }));
        }
    }
    assert!(late.len() >= 3, "{late:?}");
}
