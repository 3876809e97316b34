//! Event cards in play: when a card is played, and what it does (NIA §11.1).
//!
//! A card is played by the entry that names it, or as soon as its effect fits if the sheet has it under
//! `cards:`. What a card does is in the book; of a card that is not there the umpire says it.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.1, §21.2.1.

pub mod deck;
pub mod draws;
pub mod public;
pub mod risings;

use crate::book::Book;
use crate::book::cards::{After, Card, Effect};
use crate::decisions::Topic;
use crate::orders::Entry;
use crate::politics::entering;
use crate::position::{Common, Position, Standing};
use crate::record::event::{ForceEvent, Modifier, OrderEvent, Reason, SequenceEvent};
use crate::record::state::{Force, ForceId, State};
use crate::turn::Turn;
use kit::calendar::Season;
use kit::ground::Space;
use kit::ledger::{Question, Source};
use kit::rule::Rule;
use std::collections::BTreeMap;

const CARD: Rule = Rule("NIA §11.1");

/// The power on whose land a card makes a fortress stronger (I-29).
const SPAIN: &str = "spain";

/// Offers a power the card of an effect, if it holds one; the card, if it is played.
pub fn offer(turn: &mut Turn, effect: Effect, power: &str, who: &str) -> Option<Card> {
    let hand = turn.state.cards.get(power)?;
    let held =
        |card: &&Card| hand.contains(&card.card) && may_play((turn.book, &turn.state), power, card);
    let card = turn.book.cards.with(effect).find(held)?.clone();
    let question = Question {
        ask: CARD.by(who).at(&card.card),
        decider: power.to_owned(),
        decision: Topic::Card.decision(),
        options: vec!["play".to_owned(), "keep".to_owned()],
        default: "keep".to_owned(),
        needs_human: false,
    };
    let said = wanted(turn, power, &card.card).then(|| ("play".to_owned(), Source::Entry));
    if turn.ledger.decide(question, said).choice != "play" {
        return None;
    }
    record(turn, (power, &card.card), who, None, (None, None));
    Some(card)
}

/// Whether the entry that is being played or the sheet names a card.
fn wanted(turn: &Turn, power: &str, card: &str) -> bool {
    let entry = turn.entry_card.as_ref();
    entry.is_some_and(|(whose, named)| whose == power && named == card)
        || turn.sheets.get(power).is_some_and(|sheet| sheet.cards.iter().any(|one| one == card))
}

/// Begins an entry that names a card: plays it if it takes effect at once, asks the umpire if nobody
/// knows what it does, and else keeps it ready.
pub fn begin(turn: &mut Turn, power: &str, who: &str, card: &str, force: Option<ForceId>) {
    turn.entry_card = Some((power.to_owned(), card.to_owned()));
    if turn.book.cards.get(card).is_some_and(Card::is_public) {
        return; // It is played when a season begins, and not by an entry.
    }
    match turn.book.cards.get(card).map(|card| card.effect) {
        None | Some(Effect::ByHand) => {
            let ruling = ask_umpire(turn, power, who, card);
            record(turn, (power, card), who, Some(ruling), (None, None));
        }
        Some(Effect::ScorchedEarth) => scorch_for(turn, power),
        Some(effect) if !effect.is_at_once() => {}
        Some(effect) => {
            match (effect, force) {
                (Effect::FlankMarch, Some(force)) => turn.lasting_cards.flank = Some(force),
                (Effect::HolyWar, Some(force)) => {
                    turn.lasting_cards.zealous.insert(force, card.to_owned());
                }
                (Effect::LocalGuides, Some(force)) => turn.lasting_cards.guided = Some(force),
                (Effect::Bridge, Some(force)) => turn.lasting_cards.bridging = Some(force),
                (Effect::AsBridged, Some(force)) => {
                    turn.lasting_cards.bridged = Some((force, card.to_owned()));
                }
                (Effect::LongMarch, Some(force)) => {
                    let points = turn.book.cards.get(card).and_then(Card::points);
                    turn.lasting_cards.points = points.map(|points| (force, points));
                }
                (Effect::CenterOfOperations, Some(army)) => bring_depot(turn, army),
                _ => {}
            }
            let freed = force.filter(|_| effect == Effect::AlliedSteps);
            let fed = force.filter(|_| effect == Effect::CenterOfOperations);
            record(turn, (power, card), who, None, (freed, fed));
        }
    }
}

/// Says of the card of an entry that was played if its moment did not come.
pub fn end_entry(turn: &mut Turn, entry: &Entry) {
    let Some((power, card)) = turn.entry_card.take() else { return };
    let waits = turn.book.cards.get(&card).is_some_and(|card| !card.is_at_once());
    if waits && turn.state.cards.get(&power).is_some_and(|hand| hand.contains(&card)) {
        let (entry, who, order) = (entry.number, entry.who.clone(), "card".to_owned());
        let reason = Reason::CardKept { card };
        turn.record(OrderEvent::NotDone { power, entry, step: 0, order, who, reason });
    }
}

/// Whether a card feeds an army, so that it is played before anybody asks who is fed.
pub fn feeds(turn: &Turn, card: &str) -> bool {
    turn.book.cards.get(card).is_some_and(|card| card.effect == Effect::CenterOfOperations)
}

/// What a card does that is no rule here is the umpire's word (§11.1).
fn ask_umpire(turn: &mut Turn, power: &str, who: &str, card: &str) -> String {
    let question = Question {
        ask: CARD.by(who).at(card),
        decider: power.to_owned(),
        decision: Topic::Card.decision(),
        options: vec![],
        default: "no effect".to_owned(),
        needs_human: true,
    };
    turn.ledger.decide(question, None).choice
}

fn record(
    turn: &mut Turn,
    (power, card): (&str, &str),
    who: &str,
    ruling: Option<String>,
    (freed, fed): (Option<ForceId>, Option<ForceId>),
) {
    // Without a deck nothing comes back, so nothing has to be told apart.
    let stays = |card: &Card| turn.state.deck.is_some() && card.after != After::Returns;
    let out = turn.book.cards.get(card).is_some_and(stays);
    let (power, card, who) = (power.to_owned(), card.to_owned(), who.to_owned());
    let page = turn.book.cards.get(&card);
    turn.record(SequenceEvent::CardPlayed { power, card, who, ruling, freed, out, fed });
    if let Some(page) = page {
        entering::note_card(turn, page); // §21.2.1
        if out {
            note_next_season(turn, page);
        }
    }
}

/// The season to which a card belongs that is played now: those that are drawn when winter is over, to spring.
pub fn season_of_play(turn: &Turn) -> Season {
    let season = turn.state.season;
    if turn.lasting_cards.for_spring { season.next() } else { season }
}

/// The card that helps a siege attempt, if its besieger plays it (C-15).
pub fn sappers(turn: &mut Turn, force: &Force) -> Option<Modifier> {
    let who = turn.name(force);
    let card = offer(turn, Effect::Siege, &force.power, &who)?;
    Some(Modifier { what: format!("card {}", card.card), by: card.by })
}

/// Whether somebody of these powers keeps an enemy from helping, before his dice (C-18).
pub fn is_kept_away(turn: &mut Turn, powers: &[String], helper: &str) -> bool {
    powers.iter().any(|power| offer(turn, Effect::CancelHelp, power, helper).is_some())
}

/// Whether winter quarters go back into the pool by a card (C-11).
pub fn puts_winter_back(turn: &mut Turn) -> bool {
    let mut powers: Vec<String> = turn.state.relations.parties().cloned().collect();
    powers.sort_by_key(|power| turn.book.people.order(power));
    let who = "winter quarters";
    powers.iter().any(|power| offer(turn, Effect::WinterQuartersBack, power, who).is_some())
}

/// Effects of cards that last until the season ends. They are not part of the state.
#[derive(Debug, Default)]
pub struct LastingCards {
    /// Province to the power that laid it waste, and the card with which it did (C-13).
    scorched: BTreeMap<String, (String, String)>,
    /// Armies that rally and fight better on their own land, each with the card (I-28).
    zealous: BTreeMap<ForceId, String>,
    /// The force whose next battle is a flank march (C-21).
    flank: Option<ForceId>,
    /// The force that has guides on this march (C-3).
    guided: Option<ForceId>,
    /// The force that no river hinders on this march (I-4).
    bridging: Option<ForceId>,
    /// The force for which rivers count as bridged on this march, and the card (R-13, I-8).
    bridged: Option<(ForceId, String)>,
    /// The force that has so many points on this march (I-7).
    points: Option<(ForceId, u32)>,
    /// Fortresses that are stronger, and by how much (I-29).
    stronger: BTreeMap<Space, u8>,
    /// What a fever adds to the checks that it asks for, while they are made (I-22).
    pub fever: Option<i32>,
    /// Whether winter is over, and the cards of the spring to come are drawn and played.
    pub for_spring: bool,
}

impl LastingCards {
    /// Whether a force attacks by a flank march.
    pub fn is_flanking(&self, force: ForceId) -> bool {
        self.flank == Some(force)
    }

    /// Whether a force has guides on this march.
    pub fn is_guided(&self, force: ForceId) -> bool {
        self.guided == Some(force)
    }

    /// Whether no river hinders a force on this march.
    pub fn is_bridging(&self, force: ForceId) -> bool {
        self.bridging == Some(force)
    }

    /// Whether rivers count as bridged for a force on this march.
    pub fn counts_as_bridged(&self, force: ForceId) -> bool {
        self.bridged.as_ref().is_some_and(|(id, _)| *id == force)
    }

    /// The points that a force has on this march by a card.
    pub fn points(&self, force: ForceId) -> Option<u32> {
        self.points.filter(|(id, _)| *id == force).map(|(_, points)| points)
    }

    /// Ends what lasts for one entry.
    pub fn end_entry(&mut self) {
        (self.flank, self.guided, self.bridging) = (None, None, None);
        (self.bridged, self.points) = (None, None);
    }

    /// Ends the flank march, with its battle or with its entry.
    pub fn end_flank_march(&mut self) {
        self.flank = None;
    }
}

/// Whether a place is in a power's own land: its province at the start, or that of 1792 where no
/// scenario says whose it is.
pub fn is_own_land(book: &Book, power: &str, at: Space) -> bool {
    let Some(province) = book.atlas.province(at) else { return false };
    match book.scenario.owner(&province.name) {
        Some(owner) => owner == power,
        None => !book.scenario.has_owners() && book.people.title(power) == province.owner,
    }
}

/// Offers to lay waste the province in which the most enemy armies are seen (C-13).
pub fn scorch(turn: &mut Turn) {
    let mut powers: Vec<String> = turn.state.relations.parties().cloned().collect();
    powers.sort_by_key(|power| turn.book.people.order(power));
    for power in powers {
        scorch_for(turn, &power);
    }
}

/// The same for one power.
fn scorch_for(turn: &mut Turn, power: &str) {
    let mut cards = turn.book.cards.with(Effect::ScorchedEarth).map(|card| &card.card);
    let Some(hand) = turn.state.cards.get(power) else { return };
    if !cards.any(|card| hand.contains(card)) {
        return;
    }
    let Some(province) = most_invaded(turn, power) else { return };
    if let Some(card) = offer(turn, Effect::ScorchedEarth, power, &province) {
        turn.lasting_cards.scorched.insert(province, (power.to_owned(), card.card));
    }
}

/// The province of a power's own land in which it sees the most enemy armies.
fn most_invaded(turn: &Turn, power: &str) -> Option<String> {
    let (book, known) = (turn.book, turn.known(power));
    let mut armies: BTreeMap<&str, u32> = BTreeMap::new();
    let seen = known.enemies().filter(|stack| stack.army);
    for stack in seen.filter(|stack| known.is_foe(&stack.power)) {
        let province = book.atlas.province(stack.at).filter(|_| is_own_land(book, power, stack.at));
        if let Some(province) = province {
            *armies.entry(&province.name).or_default() += 1;
        }
    }
    let most = armies.values().max().copied()?;
    armies.into_iter().find(|(_, count)| *count == most).map(|(name, _)| name.to_owned())
}

/// What laid waste land adds to a check for attrition of an enemy of those who did it (C-13).
pub fn scorched(turn: &Turn, power: &str, at: Space) -> i32 {
    let province = turn.book.atlas.province(at);
    let wasted = province.and_then(|province| turn.lasting_cards.scorched.get(&province.name));
    let Some((_, card)) = wasted.filter(|(whose, _)| turn.state.at_war(whose, power)) else {
        return 0;
    };
    turn.book.cards.get(card).map_or(0, |card| card.by)
}

/// What a card adds to the fights and rallies of armies on their own land (I-28).
pub fn zeal(turn: &Turn, ids: &[ForceId], at: Space) -> Option<Modifier> {
    let own = |id: &&ForceId| {
        let force = turn.state.forces.get(id);
        force.is_some_and(|force| is_own_land(turn.book, &force.power, at))
    };
    let card = ids.iter().filter(own).find_map(|id| turn.lasting_cards.zealous.get(id))?;
    let by = turn.book.cards.get(card)?.by;
    Some(Modifier { what: format!("card {card}"), by })
}

/// What the card adds to an attack over a river that counts as bridged.
pub fn over_the_bridge(turn: &Turn, ids: &[ForceId]) -> Option<Modifier> {
    let (force, card) = turn.lasting_cards.bridged.as_ref()?;
    let by = turn.book.cards.get(card)?.by;
    let fights = ids.contains(force) && by != 0;
    fights.then(|| Modifier { what: format!("card {card}"), by })
}

/// The name that is recorded for a card that affects nobody.
pub const NOBODY: &str = "nobody";

/// Whom alone a card is for.
pub enum Whom<'c> {
    Leader(&'c str),
    Holders,
    Army,
    /// Ships play only cards that the umpire rules on.
    Troops,
    /// For nobody yet: other cards must be played first.
    Later,
}

/// Whether a power can play a card of its hand when it likes: a public card is played as soon as it can be.
pub fn may_play((book, at): (&Book, &dyn Position), power: &str, card: &Card) -> bool {
    !card.is_public()
        && card.is_for(power, at.common().bloc(power))
        && needs_are_met(book, at, card)
}

/// Whether the cards have left the game without which a card cannot be played (NIA §11.1, §21.2.1).
pub fn needs_are_met(book: &Book, at: &dyn Position, card: &Card) -> bool {
    if card.needs.is_empty() {
        return true;
    }
    let common = at.common();
    if card.in_next_season {
        return common.begun.contains(&opens(card, common.season));
    }
    are_out(book, at, card)
        || (card.or_invaded && card.holder.iter().any(|power| is_invaded(book, at, power)))
}

/// Whether of each list of cards that a card needs one has left the game.
fn are_out(book: &Book, at: &dyn Position, card: &Card) -> bool {
    let out = out(book, at);
    card.needs.iter().all(|any| any.iter().any(|one| out.contains(one)))
}

/// What is recorded when a card can be played in a season alone.
fn opens(card: &Card, season: Season) -> String {
    format!("{} in {season}", card.card)
}

/// Notes the season in which cards can be played that have waited for this one (NIA §21.2.1).
fn note_next_season(turn: &mut Turn, played: &Card) {
    let season = season_of_play(turn).next();
    let waits = |card: &&Card| {
        card.in_next_season
            && card.needs.iter().flatten().any(|needed| *needed == played.card)
            && are_out(turn.book, &turn.state, card)
    };
    let rules: Vec<String> =
        turn.book.cards.iter().filter(waits).map(|card| opens(card, season)).collect();
    for rule in rules {
        turn.record(SequenceEvent::RuleBegun { rule });
    }
}

/// What is recorded when a card counts in a year.
fn of_year(card: &Card, year: u16) -> String {
    format!("{} in {year}", card.card)
}

/// What a card adds to the attempts of a year on powers, by those who are at war with France.
pub fn shock_of_year(book: &Book, common: Common) -> Option<Modifier> {
    let year = common.season.year;
    let mut played = book.cards.with(Effect::AttemptsOfYear);
    let card = played.find(|card| common.begun.contains(&of_year(card, year)))?;
    Some(Modifier { what: format!("card {}", card.card), by: card.by })
}

/// What has begun, if it is that a card can be played in a season, or counts in a year.
pub fn begun_in_words(book: &Book, begun: &str) -> Option<String> {
    let (card, season) = begun.split_once(" in ")?;
    let counts = book.cards.get(card).filter(|card| card.effect == Effect::AttemptsOfYear);
    if let Some(card) = counts {
        return Some(format!("{} (card {}): {}.", season, card.card, card.told));
    }
    let card = book.cards.get(card).filter(|card| card.in_next_season)?;
    let (number, name) = (&card.card, &card.name);
    Some(format!("{name}, the card {number}, can be played in {season} alone (NIA §21.2.1)."))
}

/// The event cards that have left the game or lie open on the table, before it began or since.
pub fn out(book: &Book, at: &dyn Position) -> Vec<String> {
    let mut out = at.cards_out();
    let page = book.scenario.deck.iter().flat_map(|terms| terms.open.iter().chain(&terms.out));
    out.extend(page.cloned());
    out
}

/// Whether units of an enemy stand on a power's own land, in supply; of those that only the map shows it is
/// assumed.
fn is_invaded(book: &Book, at: &dyn Position, power: &str) -> bool {
    let foe = |one: &Standing| {
        at.common().relations.at_war(power, one.power) && one.has_units() && one.is_there()
    };
    let fed = |one: &Standing| one.whole.is_none_or(|force| !force.unsupplied);
    at.standing().any(|one| foe(&one) && is_own_land(book, power, one.at) && fed(&one))
}

/// Why this force of a power cannot play a card: whom the card is for. Without a force, why the power's ships
/// cannot (NIA §11.1).
pub fn for_others<'c>(
    (book, at): (&Book, &dyn Position),
    card: &'c Card,
    (power, force): (&str, Option<&Force>),
) -> Option<Whom<'c>> {
    let commander = force.and_then(Force::commander);
    let leader = card.leader.as_deref().filter(|name| commander != Some(name));
    let of = (!card.is_for(power, at.common().bloc(power))).then_some(Whom::Holders);
    let is_army = force.is_some_and(|force| force.army.is_some());
    let army = (card.effect.needs_army() && !is_army).then_some(Whom::Army);
    let troops = (force.is_none() && card.effect != Effect::ByHand).then_some(Whom::Troops);
    let later = (!needs_are_met(book, at, card)).then_some(Whom::Later);
    leader.map(Whom::Leader).or(of).or(army).or(troops).or(later)
}

/// The depot that the card would bring to an army: one that stands alone next to it (I-30).
pub fn depot_beside(book: &Book, state: &State, army: &Force) -> Option<ForceId> {
    let near = |force: &&Force| {
        force.power == army.power && force.depots > 0 && force.is_support_alone_or_depot()
    };
    let mut depots = state.forces.values().filter(near);
    depots.find(|force| book.atlas.distance(army.at, force.at) == 1).map(|force| force.id)
}

fn bring_depot(turn: &mut Turn, army: ForceId) {
    let army = turn.state.force(army).clone();
    let Some(force) = depot_beside(turn.book, &turn.state, &army) else { return };
    let (from, to) = (turn.state.force(force).at, army.at);
    turn.record(ForceEvent::Moved { force, from, to, cost: 0, spent: 0, into_box: false });
}

/// What the card adds to an interception or an avoidance, within its limit (C-16).
pub fn dispatches(
    turn: &mut Turn,
    power: &str,
    who: &str,
    (modifiers, limit): (&[Modifier], Option<i32>),
) -> Option<Modifier> {
    let sum: i32 = modifiers.iter().map(|one| one.by).sum();
    let room = limit.map_or(i32::MAX, |limit| limit - sum);
    if room <= 0 {
        return None;
    }
    let card = offer(turn, Effect::Dispatches, power, who)?;
    Some(Modifier { what: format!("card {}", card.card), by: card.by.min(room) })
}

/// Whether the beaten keep the enemy from pursuing them (C-22).
pub fn is_covered(turn: &mut Turn, beaten: ForceId) -> bool {
    let Some(force) = turn.state.forces.get(&beaten) else { return false };
    let (power, who) = (force.power.clone(), turn.name(force));
    offer(turn, Effect::Rearguard, &power, &who).is_some()
}

/// How many levels a besieged fortress has more by a card of its own side (I-29).
pub fn strengthened(turn: &mut Turn, at: Space) -> u8 {
    if let Some(levels) = turn.lasting_cards.stronger.get(&at) {
        return *levels;
    }
    let (book, state) = (turn.book, &turn.state);
    let Some(holder) = state.holder(book, at).map(str::to_owned) else { return 0 };
    if !is_own_land(book, SPAIN, at) || !state.friends(SPAIN, &holder) {
        return 0;
    }
    let friends = state.relations.parties().filter(|power| state.friends(power, &holder));
    let mut powers: Vec<String> = friends.cloned().collect();
    powers.sort_by_key(|power| book.people.order(power));
    let who = book.atlas.name(at);
    let played = powers.iter().find_map(|power| offer(turn, Effect::StrongerFortress, power, &who));
    let levels = played.map_or(0, |card| u8::try_from(card.by).unwrap_or_default());
    if levels > 0 {
        turn.lasting_cards.stronger.insert(at, levels);
    }
    levels
}
