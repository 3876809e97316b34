//! Tactical cards in major battles, an optional rule (NIA §8.1.3).
//!
//! Both sides draw, the attacker first, and choose secretly; then the cards are revealed, the attacker's
//! first. What a card adds is the umpire's word, and until then what is printed on it.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §8, §8.1.3, §8.2.3, §8.2.5.

use crate::book::Book;
use crate::book::tactics::{MOST_BY_TACTICS, NO_CARD, TacticalCard, TacticsTerms};
use crate::book::war::BattleSize;
use crate::cards;
use crate::decisions::Topic;
use crate::land::combat::{Battle, Side, leaders};
use crate::land::reckon::round::Reckoning;
use crate::orders::choices as will;
use crate::orders::choices::Will;
use crate::position::Position;
use crate::record::event::{BattleEvent, Modifier, PlayedTactic};
use crate::record::state::{Force, ForceId};
use crate::turn::Turn;
use kit::ledger::Question;
use kit::rule::Rule;
use std::cmp::Reverse;

const TACTICS: Rule = Rule("NIA §8.1.3");

/// Whether the military reform of the nation of a commander counts; a minor country's has that of the power
/// with which it fights (NIA §8.1.3).
pub fn is_reformed(book: &Book, at: &dyn Position, power: &str, commander: Option<&str>) -> bool {
    let nation = commander.and_then(|name| book.people.leader(name)).map(|one| &*one.nation);
    let nation = nation.filter(|nation| book.people.is_major(nation)).unwrap_or(power);
    let of_page = book.scenario.tactics.as_ref().and_then(|terms| terms.reforms.get(nation));
    let year = of_page.or_else(|| book.tactics.reforms.get(nation));
    let by_card = book.tactics.by_card.get(nation);
    year.is_some_and(|year| at.common().season.year >= *year)
        || by_card.is_some_and(|card| cards::out(book, at).contains(card))
}

/// How many cards a side draws whose overall commander this is (NIA §8.1.3).
pub fn draws(book: &Book, at: &dyn Position, power: &str, commander: Option<&str>) -> usize {
    let value = commander.map_or(0, |name| i32::from(book.people.known(name).combat));
    let reform = i32::from(is_reformed(book, at, power, commander));
    usize::try_from(1 + value + reform).unwrap_or(0)
}

/// Whether a side with this commander may play a second card (NIA §8.1.3).
pub fn may_play_two(book: &Book, commander: Option<&str>) -> bool {
    let value = commander.map(|name| i32::from(book.people.known(name).combat));
    value.is_some_and(|value| value >= book.tactics.second.combat)
}

/// The cards of a hand in the order in which their side would play them: those that its sheet wishes, up to
/// `none`; then those whose printed modifier is above nothing, the best first.
pub fn in_order(terms: &TacticsTerms, hand: &[String], wishes: &[String]) -> Vec<String> {
    let wished = wishes.iter().take_while(|wish| *wish != NO_CARD);
    let mut order: Vec<String> = vec![];
    for card in wished.filter(|wish| hand.contains(wish)) {
        if !order.contains(card) {
            order.push(card.clone());
        }
    }
    if wishes.iter().any(|wish| wish == NO_CARD) {
        return order;
    }
    let rest = terms.cards.iter().filter(|card| {
        card.printed() > 0 && hand.contains(&card.name) && !order.contains(&card.name)
    });
    let mut rest: Vec<&TacticalCard> = rest.collect();
    rest.sort_by_key(|card| Reverse(card.printed()));
    order.extend(rest.into_iter().map(|card| card.name.clone()));
    order
}

/// What a side has chosen, before it is revealed.
struct Choice {
    power: String,
    name: String,
    first: Option<String>,
    /// The second card, with the subordinate who plays it.
    second: Option<(String, String)>,
}

/// Plays tactical cards in a round of a major battle; the subordinates who used a second one, the attacker's
/// first (NIA §8.1.3).
pub fn play(
    turn: &mut Turn,
    battle: &Battle,
    wills: [&Will; 2],
    reckoning: &mut Reckoning,
) -> [Option<String>; 2] {
    let book = turn.book;
    let Some(terms) = &book.scenario.tactics else { return [None, None] };
    if reckoning.size != BattleSize::Major {
        return [None, None];
    }
    let mut left: Vec<String> = terms.names().map(str::to_owned).collect();
    let sides = [Side::Attacker, Side::Defender];
    let hands = sides.map(|side| draw(turn, battle, side, &mut left));
    let choices = [0, 1].map(|at| choose(turn, battle, (sides[at], wills[at]), &hands[at]));
    let [ours, theirs] = choices;
    let helped = [&mut reckoning.attacker, &mut reckoning.defender];
    let mut revealed = [ours, theirs].into_iter().zip(helped).map(|(choice, modifiers)| {
        choice.and_then(|choice| reveal(turn, battle, terms, choice, modifiers))
    });
    [revealed.next().flatten(), revealed.next().flatten()]
}

/// The force that speaks for a side.
fn speaker(turn: &Turn, battle: &Battle, side: Side) -> Option<Force> {
    leaders::overall(turn, &battle.forces(turn, side)).map(|id| turn.state.force(id).clone())
}

/// Draws the cards of a side out of those that are left.
fn draw(turn: &mut Turn, battle: &Battle, side: Side, left: &mut Vec<String>) -> Vec<String> {
    let Some(force) = speaker(turn, battle, side) else { return vec![] };
    let count = draws(turn.book, &turn.state, &force.power, force.commander());
    let (name, at) = (turn.name(&force), turn.book.atlas.name(battle.at));
    let mut tactics = vec![];
    for _ in 0..count.min(left.len()) {
        let drawn = turn.ledger.lot(TACTICS.by(name.clone()).at(at.clone()), left);
        left.retain(|card| *card != drawn);
        tactics.push(drawn);
    }
    if !tactics.is_empty() {
        let (at, power, tactics) = (battle.at, force.power, tactics.clone());
        turn.record(BattleEvent::TacticsDrawn { at, power, name, tactics });
    }
    tactics
}

/// What a side plays of its hand: one card, and a second one if its commander is good enough for it and its
/// sheet names a subordinate for it.
fn choose(
    turn: &mut Turn,
    battle: &Battle,
    (side, will): (Side, &Will),
    hand: &[String],
) -> Option<Choice> {
    let book = turn.book;
    let terms = book.scenario.tactics.as_ref()?;
    let force = speaker(turn, battle, side)?;
    let wishes = will.named(turn, &force, Topic::Tactics.path());
    let order = in_order(terms, hand, &wishes);
    let first = one_of(turn, will, (&force, hand), &order, &wishes);
    let mut left = hand.to_vec();
    left.retain(|card| first.as_ref() != Some(card));
    let may = first.is_some() && !left.is_empty() && may_play_two(book, force.commander());
    let leader = may.then(|| second_leader(turn, battle, (side, will), &force)).flatten();
    let order: Vec<String> = order.into_iter().filter(|card| left.contains(card)).collect();
    let second = leader.and_then(|leader| {
        let card = one_of(turn, will, (&force, &left), &order, &wishes)?;
        Some((card, leader))
    });
    let (power, name) = (force.power.clone(), turn.name(&force));
    Some(Choice { power, name, first, second })
}

/// One card of those that are left in a hand, by default the first in a side's order.
fn one_of(
    turn: &mut Turn,
    will: &Will,
    (force, left): (&Force, &[String]),
    order: &[String],
    wishes: &[String],
) -> Option<String> {
    let best = order.first().map_or(NO_CARD, String::as_str);
    // A wish answers as far as it reaches; behind it the default does.
    let by_wish = wishes.iter().any(|wish| wish == best || wish == NO_CARD);
    let said = by_wish.then(|| (best.to_owned(), will.source(force, Topic::Tactics.path().0)));
    let default = if by_wish { NO_CARD } else { best };
    let options: Vec<&str> = left.iter().map(String::as_str).chain([NO_CARD]).collect();
    let choice = will::choose(turn, TACTICS, force, Topic::Tactics, &options, default, said).choice;
    Some(choice).filter(|card| card != NO_CARD)
}

/// The subordinates who may play a second card: those of the commander's power who command no army.
fn tacticians(turn: &Turn, ids: &[ForceId], commander: &Force) -> Vec<String> {
    let forces = || ids.iter().filter_map(|id| turn.state.forces.get(id));
    let may = |leader: &String| {
        let of = forces().find(|force| force.leaders.contains(leader));
        of.is_some_and(|force| {
            let leads_army = force.army.is_some() && force.commander() == Some(leader);
            force.power == commander.power && !leads_army
        })
    };
    leaders::helpers(turn, ids).into_iter().filter(may).collect()
}

/// The subordinate who is to play a second card; nobody, if the sheet does not say who.
fn second_leader(
    turn: &mut Turn,
    battle: &Battle,
    (side, will): (Side, &Will),
    force: &Force,
) -> Option<String> {
    let mut able = tacticians(turn, &battle.forces(turn, side), force);
    able.push(NO_CARD.to_owned());
    let path = Topic::SecondTactic.path();
    let wished = will.named(turn, force, path).into_iter().next();
    let said = wished.map(|leader| (leader, will.source(force, path.0)));
    let options: Vec<&str> = able.iter().map(String::as_str).collect();
    let topic = Topic::SecondTactic;
    let choice = will::choose(turn, TACTICS, force, topic, &options, NO_CARD, said).choice;
    Some(choice).filter(|leader| leader != NO_CARD)
}

/// Reveals the cards of a side and adds what they give; the subordinate who used a second one.
fn reveal(
    turn: &mut Turn,
    battle: &Battle,
    terms: &TacticsTerms,
    choice: Choice,
    modifiers: &mut Vec<Modifier>,
) -> Option<String> {
    let Choice { power, name, first, second } = choice;
    let mut tactician = None;
    let first = first.map(|card| (card, None));
    let second = second.map(|(card, leader)| (card, Some(leader)));
    for (tactic, leader) in first.into_iter().chain(second) {
        let Some(card) = terms.card(&tactic) else { continue };
        let tried = leader.as_ref().map(|leader| {
            // Not in the row of the draws, which nobody is shown.
            let die = turn.ledger.dice(TACTICS.by(leader).at(&tactic), 1, 6).faces[0];
            let needed = turn.book.tactics.second.needed;
            (die, i32::from(die) + leaders::combat(turn, leader) >= needed)
        });
        let (leader_die, allowed) = (tried.map(|(die, _)| die), tried.is_none_or(|(_, may)| may));
        let (check_die, gives) = match allowed {
            true => effect(turn, (&power, &name), card),
            false => (None, 0),
        };
        if allowed {
            modifiers.push(Modifier { what: format!("tactic {tactic}"), by: gives });
            tactician = tactician.or_else(|| leader.clone());
        }
        let (at, power, name) = (battle.at, power.clone(), name.clone());
        let played = PlayedTactic { tactic, leader, leader_die, allowed, check_die, gives };
        turn.record(BattleEvent::TacticPlayed { at, power, name, played });
    }
    tactician
}

/// What a card adds: the umpire's word, and until then what is printed, if its own check does not fail.
fn effect(turn: &mut Turn, (power, name): (&str, &str), card: &TacticalCard) -> (Option<u8>, i32) {
    let ask = || TACTICS.by(name).at(card.name.clone());
    let die = card.check.map(|_| turn.ledger.dice(ask(), 1, 6).faces[0]);
    let works = die.zip(card.check).is_none_or(|(die, needed)| die >= needed);
    let default = if works { card.printed() } else { 0 };
    let question = Question {
        ask: ask(),
        decider: power.to_owned(),
        decision: Topic::TacticEffect.decision(),
        options: vec![],
        default: default.to_string(),
        needs_human: card.by_hand,
    };
    let read = |word: &str| {
        let by = word.trim().parse::<i32>().ok();
        by.filter(|by| (-MOST_BY_TACTICS..=MOST_BY_TACTICS).contains(by))
    };
    let fits = |word: &str| {
        let sentence = || format!("write a number from -{MOST_BY_TACTICS} to {MOST_BY_TACTICS}");
        read(word).map(|_| ()).ok_or_else(sentence)
    };
    let answer = turn.ledger.decide_if(question, None, fits);
    (die, read(&answer.choice).unwrap_or(default))
}
