//! The sequence of a campaign: stages, stops and answers, and the same end in every grade.

use crate::general::General;
use kit::ground::Space;
use kit::rule::Rule;
use napoleon::answers::own_dice::OwnDice;
use napoleon::answers::{Answers, Pick, Who};
use napoleon::board::french::{Assignment, Refusal};
use napoleon::board::insight::Insight;
use napoleon::board::news::News;
use napoleon::board::perform::March as PerformMarch;
use napoleon::board::place::Placing;
use napoleon::board::turn::Moment;
use napoleon::board::{Formation, Region};
use napoleon::book::Book;
use napoleon::book::plans::FrenchDefault;
use napoleon::book::tables::Withdrawal;
use napoleon::orders::answer::Stop;
use napoleon::orders::told::{DeployTold, FogTold, Placed, Told};
use napoleon::orders::whom::Whom;
use napoleon::record::force::{ForceId, Side};
use napoleon::sequence::answer::{
    Act, After, Answer, Ask, Change, Deploy, Fault, Fits, Move, Mover, Moves, Orders, Purchase,
    Reroll, Said, ScoutRule, Stops, Try, Turn,
};
use napoleon::sequence::name::StopName;
use napoleon::sequence::{Campaign, Cause, Happened, Stage};
use napoleon::theatre::Place;
use napoleon::theatre::holding::{Loss, Outcome};
use napoleon::theatre::moves::Refused;
use std::collections::{BTreeMap, BTreeSet};

pub fn book(name: &str) -> Book {
    Book::read(&napoleon::shelf(), name).unwrap()
}

fn area(book: &Book, name: &str) -> Space {
    book.map.find(name).unwrap()
}

fn force(book: &Book, name: &str) -> ForceId {
    book.force(name).unwrap().id
}

/// A campaign at its first stop.
pub fn begun(book: &Book, stops: Stops, dice: &mut dyn Answers) -> Campaign {
    let mut campaign = Campaign::set_up(book, stops);
    campaign.play(book, Said::default(), dice).unwrap();
    campaign
}

fn here(answer: Answer) -> Said {
    Said { here: Some(answer), ..Said::default() }
}

fn moves(book: &Book, list: &[(&str, &str)]) -> Vec<Move> {
    let who = |name: &str| match name {
        "Napoleon" => Mover::Napoleon,
        name => Mover::Force(force(book, name)),
    };
    list.iter().map(|(name, to)| Move { who: who(name), to: area(book, to) }).collect()
}

/// What a player says who makes little use of the defaults, without looking ahead.
fn rules(book: &Book, campaign: &Campaign) -> Said {
    General { tries: 0 }.says(book, campaign)
}

/// The die always falls the same way, and the first of several is drawn.
struct Fixed(u8);

impl Answers for Fixed {
    fn die(&mut self, _rule: Rule, _who: Who) -> u8 {
        self.0
    }

    fn draw(&mut self, _rule: Rule, _who: Who, _options: &[Pick]) -> usize {
        0
    }
}

/// Dice, and which rules asked.
struct Heard(OwnDice, Vec<Rule>);

impl Answers for Heard {
    fn die(&mut self, rule: Rule, who: Who) -> u8 {
        self.1.push(rule);
        self.0.die(rule, who)
    }

    fn draw(&mut self, rule: Rule, who: Who, options: &[Pick]) -> usize {
        self.1.push(rule);
        self.0.draw(rule, who, options)
    }
}

/// One campaign turn, asked at every stop: what was said, ready to be said in advance.
fn asked_turn(
    book: &Book,
    campaign: &mut Campaign,
    dice: &mut Heard,
    says: &dyn Fn(&Book, &Campaign) -> Said,
) -> (Option<Answer>, Orders) {
    let (mut first, mut ahead) = (None, Orders::default());
    let turn = campaign.theatre.turn;
    while campaign.outcome().is_none() && campaign.theatre.turn == turn {
        let ask = campaign.asked(book).unwrap();
        let said = says(book, campaign);
        let battle = campaign.battle.as_ref();
        if ask == Ask::Moves {
            first = said.here.clone();
        } else if let Some(answer) = said.here.clone() {
            let number = battle.map(|battle| battle.number);
            let turn = battle.filter(|_| ask == Ask::BattleTurn).map(|battle| battle.turn);
            let fits = match ask {
                Ask::After => Fits::default(),
                Ask::Moves | Ask::Deploy | Ask::BattleTurn => {
                    Fits { area: None, battle: number, turn }
                }
            };
            ahead.0.push((fits, answer));
        }
        campaign.play(book, said, dice).unwrap();
    }
    (first, ahead)
}

/// The same answers and the same dice give the same end of a turn, whatever the grade (§8).
#[test]
fn every_grade_plays_the_same_turn() {
    let (mut turns, mut stops) = (0, BTreeMap::new());
    for (name, tries) in [("italy-1796", 0), ("italy-1796", 1), ("italy-1800", 1)] {
        let book = book(name);
        let general = General { tries };
        for seed in 0..6 {
            let mut dice = Heard(OwnDice::seeded(seed), vec![]);
            let mut fine = begun(&book, Stops::BattleTurns, &mut dice);
            while fine.outcome().is_none() {
                let (before, luck) = (fine.clone(), dice.0.clone());
                dice.1.clear();
                // What is bought is said with the marches, as in a grade that asks for it once.
                let says = |book: &Book, campaign: &Campaign| match campaign.stage {
                    Stage::Resupply => Said::default(),
                    _ => general.says(book, campaign),
                };
                let (first, ahead) = asked_turn(&book, &mut fine, &mut dice, &says);
                for grade in [Stops::Battles, Stops::Turns] {
                    let mut coarse = before.clone();
                    coarse.stops = grade;
                    let mut dice_again = Heard(luck.clone(), vec![]);
                    let mut said = Said { here: first.clone(), ahead: ahead.clone() };
                    while coarse.outcome().is_none() && coarse.theatre.turn == before.theatre.turn {
                        let asked = coarse.asked(&book).unwrap();
                        assert!(grade.includes(asked), "{asked:?} in {grade:?}");
                        *stops.entry(grade).or_insert(0) += 1;
                        coarse.play(&book, said, &mut dice_again).unwrap();
                        said = Said::default();
                    }
                    assert_eq!(coarse.theatre, fine.theatre, "{name}, seed {seed}, {grade:?}");
                    assert_eq!(coarse.stage, fine.stage, "{name}, seed {seed}, {grade:?}");
                    assert_eq!(dice_again.1, dice.1, "{name}, seed {seed}: the dice in order");
                }
                turns += 1;
            }
        }
    }
    assert!(turns > 40, "{turns} turns");
    assert!(stops[&Stops::Battles] > stops[&Stops::Turns], "{stops:?}");
    assert_eq!(stops[&Stops::Turns], turns, "one stop a turn");
}

/// Silence is the default in every grade.
#[test]
fn nothing_said_is_the_default_in_every_grade() {
    let book = book("italy-1796");
    let mut ends = BTreeSet::new();
    for seed in 0..20 {
        let end = |stops| {
            let mut dice = OwnDice::seeded(seed);
            let mut campaign = begun(&book, stops, &mut dice);
            while campaign.outcome().is_none() {
                // Somebody has to take a second objective.
                let list = moves(
                    &book,
                    &[("Augereau", "Turin"), ("Serurier", "Turin"), ("Stengel", "Turin")],
                );
                let first = campaign.theatre.turn == 1 && campaign.stage == Stage::Moves;
                let said = Answer::Moves(Moves { moves: list, ..Moves::default() });
                let said = if first { here(said) } else { Said::default() };
                campaign.play(&book, said, &mut dice).unwrap();
            }
            (campaign.theatre.clone(), campaign.stage)
        };
        let fine = end(Stops::BattleTurns);
        assert_eq!(end(Stops::Battles), fine, "seed {seed}");
        assert_eq!(end(Stops::Turns), fine, "seed {seed}");
        ends.insert(fine.0.turn);
    }
    assert!(ends.len() > 1, "the dice matter: {ends:?}");
}

/// The stops of a turn come in the order of §8, §10 and §13, and each has its name and title.
#[test]
fn stops_name_themselves_in_the_order_of_play() {
    let mut titles = BTreeSet::new();
    for name in ["italy-1796", "italy-1800"] {
        let book = book(name);
        for seed in 0..10 {
            let mut dice = OwnDice::seeded(seed);
            let mut campaign = begun(&book, Stops::BattleTurns, &mut dice);
            let mut names: Vec<StopName> = vec![];
            while campaign.outcome().is_none() {
                let name = campaign.name(&book).unwrap();
                assert_eq!(name.to_string().parse::<StopName>().unwrap(), name);
                assert!(name.to_string().len() <= 40, "{name}");
                assert!(names.last().is_none_or(|last| *last < name), "{names:?} {name}");
                let first = campaign.asked(&book) == Some(Ask::Moves);
                assert_eq!(name.number() == 1, first, "{name}");
                names.push(name);
                titles.insert(campaign.title(&book).unwrap());
                let said = rules(&book, &campaign);
                campaign.play(&book, said, &mut dice).unwrap();
            }
            assert_eq!((campaign.name(&book), campaign.title(&book)), (None, None));
        }
    }
    for title in ["Moves", "Savona, deployment", "Savona, battle turn 1", "After the battles"] {
        assert!(titles.contains(title), "{title} in {titles:?}");
    }
}

/// The first turn of the long example: Turin is enveloped, Savona is deployed after row 10 (§8 to
/// §11).
#[test]
fn the_first_turn_of_the_example_stops_where_the_player_is_asked() {
    let book = book("italy-1796");
    let mut campaign = begun(&book, Stops::BattleTurns, &mut Fixed(1));
    assert_eq!(campaign.name(&book).unwrap().to_string(), "march 1796");
    let list = moves(
        &book,
        &[
            ("Augereau", "Turin"),
            ("Kilmaine", "Turin"),
            ("La Harpe", "Turin"),
            ("Maynier", "Turin"),
            ("Serurier", "Savona"),
            ("Macquard", "Savona"),
            ("Garnier", "Savona"),
            ("Stengel", "Savona"),
            ("Napoleon", "Savona"),
        ],
    );
    let battles = vec![area(&book, "Turin"), area(&book, "Savona")];
    let first = Answer::Moves(Moves { moves: list, battles, ..Moves::default() });
    // The die is 1, with four added it is row 5: Napoleon may come to Turin.
    let told = campaign.play(&book, here(first), &mut Fixed(1)).unwrap();
    assert!(told.contains(&Happened::Fog { at: area(&book, "Turin"), roll: 5, scout: false }));
    assert_eq!(campaign.title(&book).unwrap(), "Turin, deployment");
    assert_eq!(campaign.theatre.enemy_supply, 4);
    // Nobody comes: Turin is enveloped. An eight, with two added, is row 10 for Savona.
    let told = campaign.play(&book, here(Answer::Deploy(Deploy::default())), &mut Fixed(8));
    let turin = area(&book, "Turin");
    assert!(told.unwrap().contains(&Happened::Enveloped { at: turin, side: Side::Enemy }));
    assert_eq!(campaign.name(&book).unwrap().to_string(), "march 1796 (3)");
    assert_eq!(campaign.title(&book).unwrap(), "Savona, deployment");
    campaign.play(&book, here(Answer::Deploy(Deploy::default())), &mut Fixed(10)).unwrap();
    assert_eq!(campaign.title(&book).unwrap(), "Savona, battle turn 1");
    let board = campaign.battle.clone().unwrap().board.unwrap();
    assert_eq!((board.turns_left, board.french_plans, board.enemy_plans), (5, 2, 2));
    assert_eq!((board.strength(Side::French), board.strength(Side::Enemy)), (23, 26));
}

/// An answer for another stop is refused, and nothing has happened.
#[test]
fn an_answer_has_its_stop() {
    let book = book("italy-1796");
    let mut dice = OwnDice::seeded(1);
    let mut campaign = Campaign::set_up(&book, Stops::BattleTurns);
    assert_eq!((campaign.asked(&book), campaign.name(&book)), (None, None));
    let early = here(Answer::Moves(Moves::default()));
    assert_eq!(campaign.play(&book, early, &mut dice).unwrap_err().asked, None);
    campaign.play(&book, Said::default(), &mut dice).unwrap();
    let before = campaign.clone();
    for wrong in [
        Answer::Deploy(Deploy::default()),
        Answer::Turn(Turn::default()),
        Answer::After(After::default()),
    ] {
        let given = wrong.ask();
        let fault = campaign.play(&book, here(wrong), &mut dice).unwrap_err();
        assert_eq!((fault.asked, fault.given), (Some(Ask::Moves), given));
        assert_eq!(campaign, before);
    }
}

/// What cannot be done falls away and is told; Napoleon follows those who leave him alone (§9.2).
#[test]
fn what_cannot_be_done_falls_away() {
    let book = book("italy-1796");
    let mut campaign = begun(&book, Stops::BattleTurns, &mut Fixed(1));
    let nice = area(&book, "Nice");
    let walls = campaign.theatre.forces_at(Side::French, nice);
    for wall in walls.iter().filter(|force| !force.kind.is_mobile()) {
        campaign.theatre.places[wall.id.index()] = Place::Pool;
    }
    let names: Vec<&str> = vec!["Serurier", "Macquard", "Garnier", "Stengel", "Kilmaine"];
    let mut list: Vec<(&str, &str)> = names.iter().map(|name| (*name, "Turin")).collect();
    list.extend([("La Harpe", "Savona"), ("Maynier", "Savona"), ("Augereau", "Savona")]);
    list.extend([("Augereau", "Turin"), ("Stengel", "Milan"), ("Dichat infantry", "Genoa")]);
    let answer = Moves { moves: moves(&book, &list), ..Moves::default() };
    let told = campaign.play(&book, here(Answer::Moves(answer)), &mut Fixed(1)).unwrap();
    let refused: Vec<&Happened> =
        told.iter().filter(|told| matches!(told, Happened::Refused(_))).collect();
    let fault = |name, why| Happened::Refused(Fault::Move(Mover::Force(force(&book, name)), why));
    assert_eq!(
        refused,
        [
            &fault("Augereau", Refused::WithEnemies),
            &fault("Stengel", Refused::WithEnemies),
            &fault("Dichat infantry", Refused::NotOnTheMap)
        ]
    );
    // Augereau is the strongest of all who left.
    let savona = area(&book, "Savona");
    assert!(told.contains(&Happened::Moved { who: Mover::Napoleon, to: savona }));
}

/// Answers in advance: the first that fits counts, newer ones before older ones (§8).
#[test]
fn the_first_answer_that_fits_counts() {
    let book = book("italy-1796");
    let savona = area(&book, "Savona");
    let deploy = |plans| Answer::Deploy(Deploy { plans, ..Deploy::default() });
    let at = |area, battle| Fits { area, battle, turn: None };
    let orders = Orders(vec![
        (at(Some(savona), Some(2)), deploy(1)),
        (at(Some(savona), None), deploy(2)),
        (Fits::default(), deploy(0)),
    ]);
    let plans = |now| match orders.answer(Ask::Deploy, now) {
        Some(Answer::Deploy(deploy)) => Some(deploy.plans),
        _ => None,
    };
    assert_eq!(plans(at(Some(savona), Some(2))), Some(1));
    assert_eq!(plans(at(Some(savona), Some(3))), Some(2));
    assert_eq!(plans(at(Some(area(&book, "Turin")), Some(2))), Some(0));
    assert_eq!(orders.answer(Ask::BattleTurn, Fits::default()), None);
}

/// Scouts roll the fog again as long as a rule wants it and there are any (§11.1).
#[test]
fn scouts_roll_again_by_the_rules_that_were_said() {
    let book = book("italy-1796");
    for (scouts, most, rolls) in [(0, 3, 1), (1, 3, 2), (5, 3, 4), (5, 0, 1)] {
        let mut campaign = begun(&book, Stops::BattleTurns, &mut Fixed(8));
        campaign.theatre.scouts = scouts;
        campaign.theatre.enemy_supply = 0;
        let rule = ScoutRule { reroll: Reroll::Fog { from: 8, to: 14 }, most };
        let answer = Moves {
            moves: moves(&book, &[("Garnier", "Savona")]),
            scouts: Some(vec![rule]),
            ..Moves::default()
        };
        let told = campaign.play(&book, here(Answer::Moves(answer)), &mut Fixed(8)).unwrap();
        let rolled = told.iter().filter(|told| matches!(told, Happened::Fog { .. })).count();
        assert_eq!(rolled, rolls, "{scouts} scouts, {most} at most");
        let used = u32::try_from(rolls - 1).unwrap();
        assert_eq!(campaign.theatre.scouts, scouts - used);
    }
}

/// Whom the row of the fog brings is placed, and nobody else (§11.1, §11.6).
#[test]
fn whom_the_fog_brings_can_be_placed() {
    let book = book("italy-1796");
    let savona = area(&book, "Savona");
    let [augereau, recruit] =
        ["Augereau", "French recruit infantry 1"].map(|name| force(&book, name));
    let placed = |row: u8| {
        let mut campaign = begun(&book, Stops::BattleTurns, &mut Fixed(row));
        campaign.theatre.enemy_supply = 0;
        let list = moves(&book, &[("Serurier", "Savona"), ("Macquard", "Savona")]);
        let answer = Answer::Moves(Moves { moves: list, ..Moves::default() });
        campaign.play(&book, here(answer), &mut Fixed(row)).unwrap();
        assert_eq!(campaign.title(&book).unwrap(), "Savona, deployment");
        let at = Region::FrenchApproach;
        let here = |who| Placed { who: Whom::Force(who), at, formation: None };
        let fog = FogTold {
            recruit: Some((Whom::Force(recruit), savona)),
            join: vec![augereau],
            ..FogTold::default()
        };
        let place = Some(vec![here(augereau), here(recruit)]);
        let told = Told::Deploy(DeployTold { fog, place, ..DeployTold::default() });
        let Answer::Deploy(answer) =
            (Stop { book: &book, campaign: &campaign, officer: None }).answer(&told)
        else {
            panic!("not a deployment");
        };
        let answer = Said { here: Some(Answer::Deploy(answer)), ..Said::default() };
        let told = campaign.play(&book, answer, &mut Fixed(row)).unwrap();
        assert!(!told.iter().any(|told| matches!(told, Happened::Refused(_))), "{told:?}");
        let board = campaign.battle.unwrap().board.unwrap();
        [augereau, recruit].map(|id| board.piece(id).map(|piece| piece.at))
    };
    let at = Some(Region::FrenchApproach);
    assert_eq!(placed(4), [None, at], "a recruit");
    assert_eq!(placed(6), [at, None], "one who joins");
    assert_eq!(placed(2), [None, None], "supply points");
}

/// What is bought leaves what is to be kept; silence refits as far as the points go (§14.4).
#[test]
fn purchases_keep_what_is_kept() {
    let book = book("italy-1796");
    let names = ["Augereau", "Serurier", "Macquard", "Garnier"];
    let left = |supply: u32, resupply: Option<Vec<Purchase>>| {
        let mut campaign = begun(&book, Stops::BattleTurns, &mut Fixed(1));
        campaign.theatre.french_supply = supply;
        for name in names {
            campaign.theatre.forces[force(&book, name).index()].reduced = true;
        }
        campaign.play(&book, Said::default(), &mut Fixed(1)).unwrap();
        assert_eq!(campaign.asked(&book), Some(Ask::After));
        let answer = Answer::After(After { resupply, ..After::default() });
        campaign.play(&book, here(answer), &mut Fixed(1)).unwrap();
        let reduced = |name: &&str| campaign.theatre.forces[force(&book, name).index()].reduced;
        let full = names.iter().filter(|name| !reduced(name)).copied().collect::<Vec<_>>();
        (campaign.theatre.french_supply, full.join(" "))
    };
    // Nice alone is held: the income is 6.
    assert_eq!(left(0, None), (0, "Augereau Serurier Macquard".into()));
    assert_eq!(left(3, None), (1, "Augereau Serurier Macquard Garnier".into()));
    let macquard = Purchase::Refit(force(&book, "Macquard"));
    let keep = |supply| Some(vec![Purchase::Keep(supply), macquard, Purchase::Scout]);
    assert_eq!(left(0, keep(0)), (2, "Macquard".into()));
    assert_eq!(left(0, keep(4)), (4, "Macquard".into()));
    assert_eq!(left(0, keep(5)), (6, String::new()));
}

/// A forced march costs a point and has battles of its own, before the resupply (§14.1, §14.2).
#[test]
fn a_march_has_its_battles() {
    let book = book("italy-1796");
    let mut campaign = begun(&book, Stops::BattleTurns, &mut Fixed(8));
    campaign.theatre.enemy_supply = 0;
    campaign.play(&book, Said::default(), &mut Fixed(8)).unwrap();
    let march = moves(&book, &[("Garnier", "Turin"), ("Augereau", "Savona"), ("Stengel", "Turin")]);
    let answer = Answer::After(After { march, ..After::default() });
    let told = campaign.play(&book, here(answer), &mut Fixed(8)).unwrap();
    assert!(!told.iter().any(|told| matches!(told, Happened::Earned(_))));
    // Three points for three marches; row 8 finds nothing to take.
    assert_eq!(campaign.theatre.french_supply, 0);
    assert_eq!(campaign.stage, Stage::Deploy(Cause::March));
    // 11 against 9 are better odds than 8 against 22.
    assert_eq!(campaign.title(&book).unwrap(), "Turin, deployment");
    // The fog takes nothing; a fourth march could not have been paid.
    let poor = moves(&book, &[("Garnier", "Turin"), ("Maynier", "Turin")]);
    let mut campaign = begun(&book, Stops::BattleTurns, &mut Fixed(8));
    campaign.theatre.french_supply = 1;
    campaign.play(&book, Said::default(), &mut Fixed(8)).unwrap();
    let answer = Answer::After(After { march: poor, ..After::default() });
    let told = campaign.play(&book, here(answer), &mut Fixed(8)).unwrap();
    let maynier = Mover::Force(force(&book, "Maynier"));
    let fault = Fault::Move(maynier, Refused::NoSupply { needs: 1 });
    assert!(told.contains(&Happened::Refused(fault)), "{told:?}");
}

/// The die is ten, and what happens on the board is kept.
struct Board(Vec<News>);

impl Answers for Board {
    fn die(&mut self, _rule: Rule, _who: Who) -> u8 {
        10
    }

    fn draw(&mut self, _rule: Rule, _who: Who, _options: &[Pick]) -> usize {
        0
    }

    fn told(&mut self, news: News) {
        self.0.push(news);
    }
}

/// Savona before its first turn of battle, with four forces, two plans and some insights.
pub fn at_savona(book: &Book, insights: Vec<Insight>) -> Campaign {
    let names = ["Serurier", "Macquard", "Garnier", "Stengel", "Kilmaine", "Napoleon"];
    let list: Vec<(&str, &str)> = names.iter().map(|name| (*name, "Savona")).collect();
    let answer = Moves { moves: moves(book, &list), ..Moves::default() };
    let mut campaign = begun(book, Stops::BattleTurns, &mut Fixed(10));
    campaign.theatre.enemy_supply = 0;
    campaign.play(book, here(Answer::Moves(answer)), &mut Fixed(10)).unwrap();
    let place = |name, at, formation| Placing { who: force(book, name), at, formation };
    let place = vec![
        place("Serurier", Region::FrenchApproach, Formation::Line),
        place("Macquard", Region::FrenchApproach, Formation::Column),
        place("Garnier", Region::FrenchApproach, Formation::Column),
    ];
    let answer = Deploy { insights, place: Some(place), ..Deploy::default() };
    let told = campaign.play(book, here(Answer::Deploy(answer)), &mut Fixed(10)).unwrap();
    assert!(!told.iter().any(|told| matches!(told, Happened::Refused(_))), "{told:?}");
    assert_eq!(campaign.title(book).unwrap(), "Savona, battle turn 1");
    campaign
}

/// Formations change at the moment that was said, with a counter; the French act in the order of
/// the lines, and the first line that a force can do counts (§13.3, §13.10).
#[test]
fn a_turn_of_battle_is_played_as_it_was_said() {
    let book = book("italy-1796");
    let [macquard, garnier] = ["Macquard", "Garnier"].map(|name| force(&book, name));
    let march = Some((FrenchDefault::March, PerformMarch::Forward));
    let fire = Some((FrenchDefault::Fire, PerformMarch::default()));
    let act = |who, says| Act { who, says };
    let formation = Assignment { plan: book.plans.french("Formation").unwrap(), who: None };
    let change = Change { moment: Moment::BeforeEnemy, to: vec![(macquard, Formation::Line)] };
    let answer = |plans| {
        Answer::Turn(Turn {
            plans: Some(plans),
            changes: vec![change.clone()],
            // Nobody can fire from a column: Garnier marches, before Macquard, who does nothing.
            acts: vec![act(garnier, fire), act(garnier, march), act(macquard, None)],
            ..Turn::default()
        })
    };
    let mut campaign = at_savona(&book, vec![]);
    let mut board = Board(vec![]);
    let told = campaign.play(&book, here(answer(vec![formation])), &mut board).unwrap();
    assert!(!told.iter().any(|told| matches!(told, Happened::Refused(_))), "{told:?}");
    let formed = News::Formed { who: macquard, formation: Formation::Line };
    let first = |wanted: &dyn Fn(&News) -> bool| board.0.iter().position(wanted).unwrap();
    let formed = first(&|news| *news == formed);
    let acted = first(&|news| matches!(news, News::Activated { .. }));
    assert!(formed < acted, "{:?}", board.0);
    let garnier_acts =
        board.0.iter().any(|news| matches!(news, News::Activated { who, .. } if *who == garnier));
    let macquard_acts =
        board.0.iter().any(|news| matches!(news, News::Activated { who, .. } if *who == macquard));
    assert!(garnier_acts && !macquard_acts, "{:?}", board.0);
    // Without the counter nobody changes, and it is told.
    let mut campaign = at_savona(&book, vec![]);
    let told = campaign.play(&book, here(answer(vec![])), &mut Board(vec![])).unwrap();
    assert!(told.contains(&Happened::Refused(Fault::Plan(Refusal::NoFormationLeft))), "{told:?}");
}

/// Of those who act before the enemy the lines say the order; a Square without a line comes before a
/// prepared force with one (§13.3).
#[test]
fn who_acts_before_the_enemy_is_said_by_the_lines() {
    let book = book("italy-1796");
    let [serurier, macquard, garnier] =
        ["Serurier", "Macquard", "Garnier"].map(|name| force(&book, name));
    let plan = |name, who| Assignment { plan: book.plans.french(name).unwrap(), who: Some(who) };
    let order = |acts: &[ForceId]| {
        let mut campaign = at_savona(&book, vec![]);
        campaign.battle.as_mut().unwrap().board.as_mut().unwrap().french_plans = 3;
        let plans = [plan("Square", garnier), plan("Prepare", macquard), plan("Prepare", serurier)];
        let pivot = Some((FrenchDefault::Pivot, PerformMarch::default()));
        let acts = acts.iter().map(|who| Act { who: *who, says: pivot }).collect();
        let turn = Turn { plans: Some(plans.to_vec()), acts, ..Turn::default() };
        let mut board = Board(vec![]);
        campaign.play(&book, here(Answer::Turn(turn)), &mut board).unwrap();
        let who = |news: &News| match news {
            News::Activated { who, .. } => Some(*who),
            _ => None,
        };
        board.0.iter().filter_map(who).take(3).collect::<Vec<ForceId>>()
    };
    assert_eq!(order(&[serurier, macquard]), [garnier, serurier, macquard]);
    assert_eq!(order(&[macquard, garnier, serurier]), [macquard, garnier, serurier]);
}

/// An insight is tried each turn, again for as many scouts as were said (§13.1); one that is not
/// there is a fault.
#[test]
fn insights_are_tried_with_scouts() {
    let book = book("italy-1796");
    for (scouts, tries) in [(0, 1), (2, 3), (9, 6)] {
        let mut campaign = at_savona(&book, vec![Insight::Sweep]);
        campaign.theatre.scouts = 5;
        let one = |insight| Try { insight, scouts, riders: None };
        let list = vec![one(Insight::Sweep), one(Insight::Engineers)];
        let answer = Answer::Turn(Turn { tries: Some(list), ..Turn::default() });
        let told = campaign.play(&book, here(answer), &mut Board(vec![])).unwrap();
        let tried = told.iter().filter(|told| matches!(told, Happened::Tried { .. })).count();
        assert_eq!(tried, tries);
        assert!(told.contains(&Happened::Refused(Fault::Insight(Insight::Engineers))));
        assert_eq!(campaign.theatre.scouts, 5 - u32::try_from(tries - 1).unwrap());
    }
}

/// An enemy that enters an objective has to win it: too few objectives are looked at when the
/// battles have been fought, Napoleon alone at once (§3.2, §15.4).
#[test]
fn an_objective_is_lost_when_its_battle_is_over() {
    let book = book("italy-1796");
    let (mut disputed, mut lost, mut elsewhere) = (0, 0, 0);
    for seed in 0..60 {
        let mut dice = OwnDice::seeded(seed);
        let mut campaign = begun(&book, Stops::BattleTurns, &mut dice);
        let mut told = vec![];
        while campaign.outcome().is_none() {
            let said = rules(&book, &campaign);
            told.extend(campaign.play(&book, said, &mut dice).unwrap());
            let counts = campaign.theatre.objectives_count;
            let held = campaign.theatre.objectives(&book, Side::French).len();
            let fights = matches!(
                campaign.stage,
                Stage::Deploy(Cause::Enemy) | Stage::BattleTurn(Cause::Enemy)
            );
            disputed += u32::from(counts && held < 2 && fights && campaign.outcome().is_none());
        }
        if campaign.outcome() == Some(Outcome::Lost(Loss::TooFewObjectives)) {
            lost += 1;
            let open = campaign.theatre.battles(&book);
            let objectives = &book.campaign.objectives;
            assert!(open.iter().all(|at| !objectives.contains(at)), "seed {seed}");
            elsewhere += u32::from(!open.is_empty());
        }
        let over = told.iter().filter(|told| matches!(told, Happened::Over(_))).count();
        assert_eq!((over, told.last()), (1, told.iter().rfind(|t| matches!(t, Happened::Over(_)))));
    }
    // A battle elsewhere decides nothing about them.
    assert!(disputed > 0 && lost > 0 && elsewhere > 0, "{disputed} {lost} {elsewhere}");
}

/// The die of the withdrawal sends the French back, all others are ten.
struct SentBack;

impl Answers for SentBack {
    fn die(&mut self, rule: Rule, _who: Who) -> u8 {
        if rule.0 == "FCN §13.14" { 7 } else { 10 }
    }

    fn draw(&mut self, _rule: Rule, _who: Who, _options: &[Pick]) -> usize {
        0
    }
}

/// Napoleon on the board without French forces is defeat, also if riders who swept are back in the
/// area (§3.2, §11.5).
#[test]
fn napoleon_alone_on_the_board_is_defeat() {
    let book = book("italy-1796");
    let stengel = force(&book, "Stengel");
    let swept = |alone: bool| {
        let mut campaign = at_savona(&book, vec![Insight::Sweep]);
        let board = campaign.battle.as_mut().unwrap().board.as_mut().unwrap();
        let stays = |id: ForceId| !alone || id == stengel;
        board.pieces.retain(|piece| piece.side() == Side::Enemy || stays(piece.force.id));
        let sweep = Try { insight: Insight::Sweep, scouts: 0, riders: Some(vec![stengel]) };
        let answer = Turn { tries: Some(vec![sweep]), ..Turn::default() };
        campaign.play(&book, here(Answer::Turn(answer)), &mut Fixed(1)).unwrap();
        campaign
    };
    let campaign = swept(true);
    assert_eq!(campaign.theatre.place(stengel), Place::Area(area(&book, "Savona")));
    assert_eq!(campaign.outcome(), Some(Outcome::Lost(Loss::NapoleonAlone)));
    assert_eq!(swept(false).outcome(), None);
}

/// French who must retreat and find no area lose the campaign, with Napoleon or without (§13.14).
#[test]
fn a_retreat_without_an_area_is_defeat() {
    let book = book("italy-1796");
    let (milan, savona) = (area(&book, "Milan"), area(&book, "Savona"));
    let retreat = |open: bool| {
        let mut campaign = at_savona(&book, vec![]);
        let (theatre, battle) = (&mut campaign.theatre, campaign.battle.as_mut().unwrap());
        let board = battle.board.as_mut().unwrap();
        (board.napoleon, board.turns_left) = (false, 1);
        theatre.napoleon = Some(milan);
        theatre.places[force(&book, "Augereau").index()] = Place::Area(milan);
        let neighbours = book.map.neighbours(savona);
        let enemies = ["Liptay", "di Cuto", "Kerpen", "Pittoni", "Sebottendorf"];
        for (at, name) in neighbours.iter().skip(usize::from(open)).zip(enemies) {
            theatre.places[force(&book, name).index()] = Place::Area(*at);
        }
        let plans = Some(vec![]);
        let answer = Answer::Turn(Turn { plans, ..Turn::default() });
        let told = campaign.play(&book, here(answer), &mut SentBack).unwrap();
        let back = Some(Withdrawal::FrenchRetreat);
        let over = |told: &Happened| matches!(told, Happened::BattleOver { withdrawal, .. } if *withdrawal == back);
        assert!(told.iter().any(over), "{told:?}");
        campaign.outcome()
    };
    assert_eq!(retreat(false), Some(Outcome::Lost(Loss::NoWayBack)));
    assert_eq!(retreat(true), None);
}

/// Too few objectives are no defeat yet while there is a battle for an objective; one elsewhere does
/// not help (§3.2).
#[test]
fn only_a_battle_for_an_objective_puts_the_defeat_off() {
    let book = book("italy-1796");
    let moved = |to: &str| {
        let mut campaign = begun(&book, Stops::BattleTurns, &mut Fixed(10));
        campaign.theatre.objectives_count = true;
        let list = moves(&book, &[("Garnier", to), ("Augereau", to)]);
        let answer = Answer::Moves(Moves { moves: list, ..Moves::default() });
        campaign.play(&book, here(answer), &mut Fixed(10)).unwrap();
        campaign.outcome()
    };
    assert_eq!(moved("Turin"), None, "Turin is an objective");
    assert_eq!(moved("Savona"), Some(Outcome::Lost(Loss::TooFewObjectives)));
}

/// With Napoleon there are insights to choose before a battle, even if only walls are with him and
/// the purse is empty (§11.5).
#[test]
fn with_napoleon_and_walls_there_is_something_to_choose() {
    let book = book("italy-1796");
    let nice = area(&book, "Nice");
    let asked = |napoleon: bool| {
        let mut campaign = begun(&book, Stops::BattleTurns, &mut Fixed(8));
        let theatre = &mut campaign.theatre;
        (theatre.enemy_supply, theatre.french_supply) = (0, 0);
        let turin = area(&book, "Turin");
        for id in theatre.forces_at(Side::French, nice).iter().map(|force| force.id) {
            let mobile = theatre.force(id).unwrap().kind.is_mobile();
            theatre.places[id.index()] = Place::Area(if mobile { turin } else { nice });
        }
        for id in theatre.forces_at(Side::Enemy, turin).iter().map(|force| force.id) {
            theatre.places[id.index()] = Place::Aside;
        }
        for name in ["Brempt", "Provera"] {
            theatre.places[force(&book, name).index()] = Place::Area(nice);
        }
        theatre.napoleon = Some(if napoleon { nice } else { turin });
        let mut told = vec![];
        while campaign.theatre.battles(&book).contains(&nice) && campaign.battle.is_none() {
            told = campaign.play(&book, Said::default(), &mut Fixed(8)).unwrap();
        }
        assert!(!told.is_empty());
        campaign.asked(&book)
    };
    assert_eq!(asked(true), Some(Ask::Deploy));
    assert_ne!(asked(false), Some(Ask::Deploy));
}
