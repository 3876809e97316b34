//! What holds whatever happens: every force is in one place, regions keep their limits, nobody
//! passes an opponent, supply goes from hand to hand, and the same dice give the same end.

use crate::campaigns::Heard;
use crate::commanders::{Ahead, Plain};
use kit::ledger::Ledger;
use kit::rule::Rule;
use napoleon::answers::own_dice::OwnDice;
use napoleon::answers::recorded::Recorded;
use napoleon::answers::{Answers, Pick, Who};
use napoleon::board::french::Assignment;
use napoleon::board::insight::Insight;
use napoleon::board::place::Placing;
use napoleon::board::rout::End;
use napoleon::board::turn::{Commander, Says, battle_turn, fight};
use napoleon::board::{Board, Formation, Region};
use napoleon::book::Book;
use napoleon::book::plans::{PlanId, Plans};
use napoleon::book::tables::Withdrawal;
use napoleon::record::force::{Force, ForceId, Side};
use napoleon::theatre::battle::Closed;
use napoleon::theatre::fog::FogChoice;
use napoleon::theatre::{Place, Theatre};
use std::collections::BTreeSet;

fn book(name: &str) -> Book {
    Book::read(&napoleon::shelf(), name).unwrap()
}

/// How many seeds are tried; more with `NAPOLEON_SEEDS`.
fn seeds(usual: u64) -> std::ops::Range<u64> {
    let many = std::env::var("NAPOLEON_SEEDS").ok().and_then(|many| many.parse().ok());
    0..many.unwrap_or(usual)
}

fn some(book: &Book, side: Side, dice: &mut OwnDice, most: u64) -> Vec<Force> {
    let mut all: Vec<Force> = book
        .counters
        .iter()
        .map(|counter| counter.force)
        .filter(|force| force.side() == side)
        .collect();
    let many = 2 + dice.below(most);
    (0..many).map(|_| all.remove(dice.below(all.len() as u64) as usize)).collect()
}

/// A battle of random forces, placed at random within the rules.
fn random_battle(book: &Book, dice: &mut OwnDice) -> Board {
    let mut board = Board::new(book, 2 + dice.below(4) as u8);
    board.french_plans = dice.below(4) as u8;
    board.enemy_plans = dice.below(4) as u8;
    let french = some(book, Side::French, dice, 8);
    let enemy = some(book, Side::Enemy, dice, 10);
    let mobile = french.iter().filter(|force| force.kind.is_mobile());
    let placings: Vec<Placing> = mobile
        .zip(0..)
        .map(|(force, at)| Placing {
            who: force.id,
            at: if at < 4 { Region::FrenchApproach } else { Region::FrenchReserve },
            formation: if dice.below(2) == 0 { Formation::Line } else { Formation::Column },
        })
        .collect();
    board.place_french(&french, &placings, false).unwrap();
    board.place_enemy(&enemy, None, dice);
    board
}

fn everybody(board: &Board) -> Vec<ForceId> {
    let on = board.pieces.iter().map(|piece| piece.force.id);
    let mut all: Vec<ForceId> = on.chain(board.gone.iter().map(|gone| gone.force.id)).collect();
    all.sort_unstable();
    all
}

fn sound(board: &Board, from: &[ForceId], cup: usize) {
    assert_eq!(everybody(board), from, "each force is on the board or gone, and once");
    for side in [Side::French, Side::Enemy] {
        for at in Region::ALL {
            let mobile = board.at(side, at).filter(|piece| piece.kind().is_mobile()).count();
            assert!(board.limit(at).is_none_or(|limit| mobile <= limit), "{at:?} has {mobile}");
        }
    }
    let ahead = board.of(Side::French).map(|piece| piece.at).min();
    let front = board.of(Side::Enemy).map(|piece| piece.at).max();
    if let (Some(ahead), Some(front)) = (ahead, front) {
        assert!(ahead >= front, "nobody passes an opponent: {ahead:?} {front:?}");
    }
    for piece in &board.pieces {
        assert!(piece.kind().manoeuvres() || piece.formation == Formation::Line, "{piece:?}");
        assert!(!piece.force.reduced || piece.force.back.is_some(), "{piece:?}");
    }
    let held = board.of(Side::Enemy).filter(|piece| piece.plan.is_some()).count();
    assert!(board.cup.len() + board.specials.len() + held <= cup, "counters are not made");
}

/// Uses an insight that works, now and then.
fn any_insight(book: &Book, board: &mut Board, dice: &mut OwnDice) {
    let left = board.insights.clone();
    let Some(insight) = left.get(dice.below(12) as usize).copied() else { return };
    if !board.try_insight(insight, false, dice).works {
        return;
    }
    let turns = board.turns_left;
    match insight {
        Insight::Duration => {
            board.duration(dice.below(2) == 0);
            assert!(board.turns_left.abs_diff(turns) <= 1 && board.turns_left > 0);
        }
        Insight::Engineers => board.engineers(dice),
        Insight::Morale => board.raise_morale(),
        Insight::Raid => assert!((1..=3).contains(&board.raid(&book.figures, dice))),
        Insight::Sweep => {
            let riders: Vec<ForceId> = board.sweepers().into_iter().take(3).collect();
            assert_eq!(board.sweep(&riders, dice), !riders.is_empty());
        }
        Insight::Front | Insight::Terrain => assert!(board.use_in_placing(insight)),
    }
}

/// A commander who does anything that is allowed, sensible or not.
struct Wild(OwnDice);

impl Commander for Wild {
    fn plans(&mut self, board: &Board, plans: &Plans) -> Vec<Assignment> {
        let mut chosen = vec![];
        for _ in 0..20 {
            let counters: Vec<PlanId> = plans.french_counters().collect();
            let french: Vec<ForceId> = board.of(Side::French).map(|piece| piece.force.id).collect();
            let plan = counters[self.0.below(counters.len() as u64) as usize];
            let who = french[self.0.below(french.len() as u64) as usize];
            let mut wanted: Vec<Assignment> = chosen.clone();
            wanted.push(Assignment { plan, who: Some(who) });
            if board.clone().assign_french(&wanted, plans).is_ok() {
                chosen = wanted;
            }
        }
        chosen
    }

    fn says(&mut self, board: &Board, who: ForceId, _plans: &Plans) -> Says {
        let may = board.french_defaults(who);
        may.get(self.0.below(may.len() as u64 + 1) as usize).copied()
    }
}

#[test]
fn battles_keep_their_forces_and_limits() {
    let (book, mut ends) = (book("italy-1796"), BTreeSet::new());
    for seed in seeds(400) {
        let mut dice = OwnDice::seeded(seed);
        let mut board = random_battle(&book, &mut dice);
        let mut wild = Wild(OwnDice::seeded(!seed));
        let commander: &mut dyn Commander = if seed % 2 == 0 { &mut wild } else { &mut Plain };
        let (from, cup) = (everybody(&board), board.cup.len());
        let mut turns = 0;
        board.insights = Insight::ALL.to_vec();
        while board.end().is_none() {
            any_insight(&book, &mut board, &mut dice);
            sound(&board, &from, cup);
            if board.end().is_some() {
                break;
            }
            battle_turn(&mut board, &book.plans, commander, &mut dice);
            sound(&board, &from, cup);
            turns += 1;
            assert!(turns < 60, "seed {seed}: the battle ends");
        }
        board.begin_turn();
        ends.insert(format!("{:?}", board.end()));
        assert_eq!(board.cup.len(), cup, "seed {seed}: all plans are back in the cup");
    }
    // Rarely a Sweep leaves nobody on the board.
    assert!(ends.len() >= 3, "all ends come up: {ends:?}");
}

#[test]
fn the_same_dice_give_the_same_end() {
    let book = book("italy-1796");
    let mut different = BTreeSet::new();
    for seed in seeds(60) {
        let play = |luck: u64| {
            let mut board = random_battle(&book, &mut OwnDice::seeded(seed));
            fight(&mut board, &book.plans, &mut Plain, &mut OwnDice::seeded(luck)).unwrap();
            board
        };
        assert_eq!(play(1), play(1), "seed {seed}");
        different.insert(play(1) == play(2));
    }
    assert!(different.contains(&false), "and other dice another one");
}

/// Asks nothing twice with the same name in one moment, and counts what was asked.
struct Counted(OwnDice, u32);

impl Answers for Counted {
    fn die(&mut self, rule: Rule, who: Who) -> u8 {
        self.1 += 1;
        assert!(rule.0.starts_with("FCN §"), "{rule}");
        self.0.die(rule, who)
    }

    fn draw(&mut self, rule: Rule, who: Who, options: &[Pick]) -> usize {
        assert!(options.len() > 1, "{rule}: what has one answer is not asked");
        self.0.draw(rule, who, options)
    }
}

/// One campaign turn without a player's mind: random moves, all steps in the printed order.
fn campaign_turn(book: &Book, theatre: &mut Theatre, answers: &mut Counted) -> bool {
    theatre.advance_turn(book);
    theatre.begin_step();
    let forces: Vec<ForceId> = theatre.forces.iter().map(|force| force.id).collect();
    for id in &forces {
        if let Place::Area(at) = theatre.place(*id)
            && answers.0.below(3) == 0
        {
            let next = book.map.neighbours(at);
            let to = next[answers.0.below(next.len() as u64) as usize];
            let _ = theatre.move_force(book, *id, to);
        }
    }
    follow(book, theatre);
    if !battles(book, theatre, answers) {
        return false;
    }
    theatre.end_french_half(book);
    theatre.begin_step();
    theatre.earn(book);
    let pool: Vec<ForceId> =
        forces.iter().copied().filter(|id| theatre.place(*id) == Place::Pool).collect();
    for id in forces.iter().filter(|id| !pool.contains(id)) {
        let _ = theatre.refit(book, *id);
    }
    for id in pool.iter().take(2) {
        if let Some(at) = theatre.napoleon {
            let _ = theatre.buy(*id, answers.0.below(2) == 0, at);
        }
    }
    let _ = theatre.buy_scout(book);
    theatre.begin_step();
    let groups = theatre.groups(book, answers);
    let grouped: BTreeSet<ForceId> = groups.iter().flat_map(|group| group.forces.clone()).collect();
    let all: usize = groups.iter().map(|group| group.forces.len()).sum();
    assert_eq!(grouped.len(), all, "nobody is in two groups");
    let modifier = theatre.pay_for_orders(book, &groups);
    let before = theatre.clone();
    for group in &groups {
        assert!((1..=book.campaign.group).contains(&group.forces.len()));
        let order = theatre.roll_order(book, group, modifier, answers);
        let to = theatre.obey(book, group, order, &before, answers);
        let far = book.map.distance(group.at, to).unwrap();
        assert!(far <= u32::from(order.areas).max(1), "{order:?} went {far} areas");
    }
    if !battles(book, theatre, answers) {
        return false;
    }
    theatre.resupply_enemy(book, answers);
    theatre.refit_enemy(book, answers);
    true
}

/// Napoleon goes where French forces are, if he is alone.
fn follow(book: &Book, theatre: &mut Theatre) {
    let alone = theatre.napoleon.is_none_or(|at| !theatre.stands(Side::French, at));
    if alone {
        theatre.napoleon = book.map.all().find(|at| theatre.stands(Side::French, *at));
    }
}

/// All battles of a step; false, if the French have nobody left.
fn battles(book: &Book, theatre: &mut Theatre, answers: &mut Counted) -> bool {
    let mut fought = 0;
    while let Some(at) = theatre.battles(book).first().copied() {
        fought += 1;
        assert!(fought < 200, "the battles of a step end");
        let purses = theatre.french_supply + theatre.enemy_supply;
        let modifier = book.tables.fog.modifiers.with(theatre.enemy_supply);
        let mut roll = theatre.roll_fog(book, at, answers);
        roll = theatre.reroll_fog(at, answers).unwrap_or(roll);
        let paid = theatre.french_supply + theatre.enemy_supply;
        assert_eq!(purses - paid, modifier.pay, "what is paid is gone");
        let row = *book.tables.fog.rows.read(roll);
        let joins = theatre.forces.iter().map(|force| force.id).nth(answers.0.below(8) as usize);
        let choice = FogChoice { recruit: None, napoleon_comes: true, joins };
        let effect = theatre.fog_event(book, at, row, choice, answers).unwrap_or_default();
        follow(book, theatre);
        if theatre.envelop(book, at).is_none() && theatre.battles(book).contains(&at) {
            one_battle(book, theatre, at, (row.turns, effect.enemy_plans), answers);
        }
        placed(theatre);
        if !theatre.forces.iter().any(|force| {
            force.side() == Side::French && matches!(theatre.place(force.id), Place::Area(_))
        }) {
            return false;
        }
        follow(book, theatre);
    }
    true
}

fn one_battle(
    book: &Book,
    theatre: &mut Theatre,
    at: kit::ground::Space,
    (turns, more): (u8, u8),
    answers: &mut Counted,
) {
    let mut board = theatre.open_board(book, at, turns, more);
    let french = theatre.forces_at(Side::French, at);
    let placings: Vec<Placing> = french
        .iter()
        .filter(|force| force.kind.is_mobile())
        .take(4)
        .map(|force| Placing {
            who: force.id,
            at: Region::FrenchApproach,
            formation: Formation::Column,
        })
        .collect();
    board.place_french(&french, &placings, false).unwrap();
    board.place_enemy(&theatre.forces_at(Side::Enemy, at), None, answers);
    let (from, cup) = (everybody(&board), board.cup.len());
    let end = fight(&mut board, &book.plans, &mut Plain, answers).unwrap();
    sound(&board, &from, cup);
    let withdrawal =
        (end == End::Withdrawal).then(|| board.withdrawal(&book.tables.withdrawal, answers));
    let closed = theatre.close_board(book, at, &board, withdrawal, answers);
    assert_eq!(closed == Closed::Again, withdrawal == Some(Withdrawal::Rejoin));
}

/// Each counter is where its kind may be.
fn placed(theatre: &Theatre) {
    assert_eq!(theatre.forces.len(), theatre.places.len());
    for force in &theatre.forces {
        let place = theatre.place(force.id);
        let fits = match (force.side(), place) {
            (_, Place::Area(_) | Place::Late(_)) => true,
            (Side::French, Place::Pool) | (Side::Enemy, Place::Cup) => true,
            (Side::Enemy, Place::Aside) => !force.kind.is_mobile(),
            (Side::French, Place::Cup | Place::Aside)
            | (Side::Enemy, Place::Pool)
            | (_, Place::Unseen) => false,
        };
        assert!(fits, "{force:?} is {place:?}");
        assert!(place != Place::Cup || force.kind.is_mobile(), "{force:?} is {place:?}");
        let on_map = matches!(place, Place::Area(_));
        assert!(on_map || !force.reduced, "{force:?} is reduced off the map");
    }
}

#[test]
fn campaigns_keep_their_counters() {
    let mut turns = 0;
    for name in ["italy-1796", "italy-1800"] {
        let book = book(name);
        for seed in seeds(12) {
            let mut answers = Counted(OwnDice::seeded(seed), 0);
            let mut theatre = Theatre::set_up(&book);
            placed(&theatre);
            while theatre.turn < book.campaign.track.len() {
                let goes_on = campaign_turn(&book, &mut theatre, &mut answers);
                placed(&theatre);
                turns += 1;
                if !goes_on {
                    break;
                }
            }
            assert!(answers.1 > 0, "dice are asked for");
        }
    }
    assert!(turns > 50, "{turns} turns were played");
}

/// Wins of some battles of equal strength, in per cent; a battle without an end for one side counts
/// for the stronger one.
fn wins(
    book: &Book,
    seeds: std::ops::Range<u64>,
    commander: &dyn Fn(u64) -> Box<dyn Commander>,
) -> u64 {
    let (mut won, many) = (0, seeds.end - seeds.start);
    for seed in seeds {
        let mut board = savona(book);
        let mut dice = OwnDice::seeded(seed.wrapping_mul(7919));
        fight(&mut board, &book.plans, &mut *commander(seed), &mut dice).unwrap();
        let ahead = board.strength(Side::French) > board.strength(Side::Enemy);
        won += u64::from(ahead && board.routed != Some(Side::French));
    }
    won * 100 / many
}

/// The battle of the long example, without an insight.
fn savona(book: &Book) -> Board {
    let mut board = Board::new(book, 5);
    board.french_plans = 2;
    let names = [
        ("Serurier", Region::FrenchApproach, Formation::Line),
        ("Macquard", Region::FrenchApproach, Formation::Column),
        ("Garnier", Region::FrenchApproach, Formation::Column),
        ("Stengel", Region::FrenchReserve, Formation::Column),
        ("Dichat cavalry", Region::EnemyApproach, Formation::Column),
        ("Dichat infantry", Region::EnemyApproach, Formation::Column),
        ("Provera", Region::EnemyApproach, Formation::Column),
        ("Brempt", Region::EnemyApproach, Formation::Column),
        ("de Vital", Region::EnemyReserve, Formation::Column),
        ("enemy recruit cannon 1", Region::EnemyReserve, Formation::Line),
    ];
    for (name, at, formation) in names {
        board.put(*book.force(name).unwrap(), at, formation);
    }
    board
}

/// Looking ahead must be worth something. The measured values are printed with `--nocapture`.
#[test]
fn who_looks_ahead_wins_more_often() {
    let book = book("italy-1796");
    let plain = wins(&book, seeds(24), &|_| Box::new(Plain));
    let ahead = wins(&book, seeds(24), &|seed| Box::new(Ahead::seeded(seed, 4)));
    println!("Savona, 23 against 26: plain {plain} %, looking ahead {ahead} %");
    assert!(ahead > plain, "{ahead} and {plain} in a hundred");
}

/// The ledger answers a battle under a key for each question, and its record plays it again.
#[test]
fn a_ledger_answers_a_battle_and_replays_it() {
    let book = book("italy-1796");
    for seed in seeds(20) {
        let play = |ledger: &mut Ledger| {
            let mut board = random_battle(&book, &mut OwnDice::seeded(seed));
            let mut recorded = Recorded::new(&book, Heard { ledger, board: vec![], dice: 0 });
            let map = Theatre::set_up(&book);
            recorded.now_at(book.map.find("Savona"), &map);
            fight(&mut board, &book.plans, &mut Plain, &mut recorded).unwrap();
            (board, recorded.keeper.board)
        };
        let mut ledger = Ledger::seeded("march 1796", [seed as u8; 32]);
        let first = play(&mut ledger);
        let entries = ledger.entries().to_vec();
        let keys: BTreeSet<&String> = entries.iter().map(|entry| &entry.key).collect();
        assert_eq!(keys.len(), entries.len(), "seed {seed}: each answer has its key");
        assert!(keys.iter().all(|key| key.starts_with("march 1796/FCN §")), "{keys:?}");
        assert_eq!(ledger.questions().count(), 0, "a default that nobody said is no question");
        let mut record = Ledger::replayed("march 1796", entries);
        assert_eq!(play(&mut record), first, "seed {seed}");
        assert!(record.finish().is_empty(), "seed {seed}: the record is used up");
    }
}
