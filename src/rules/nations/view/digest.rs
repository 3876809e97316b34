//! The season at a glance for the umpire, who sees all of it.

use crate::book::spelling::place;
use crate::record::event::{
    BattleEvent, ContactEvent, Event, Fate, ForceEvent, LossEvent, OrderEvent, PassageEvent,
    SequenceEvent, SiegeEvent, Winner,
};
use crate::record::state::ForceId;
use crate::turn::Turn;
use crate::view::reasons;
use kit::ground::Space;
use play::SummaryLine;
use std::collections::BTreeMap;

/// Lines for the umpire: the markers in order, each activation, what could not be carried out.
pub fn lines(turn: &Turn) -> Vec<SummaryLine> {
    let mut digest =
        Digest { turn, names: turn.began.clone(), lines: vec![], number: 0, lost: BTreeMap::new() };
    for event in &turn.events {
        digest.number += 1;
        digest.event(event);
        digest.count(event);
    }
    digest.sum_up();
    digest.lines
}

struct Digest<'t, 'b> {
    turn: &'t Turn<'b>,
    /// Forces that may be gone by the end, by the name they had when last seen.
    names: BTreeMap<ForceId, String>,
    lines: Vec<SummaryLine>,
    /// The event that is being told.
    number: u32,
    /// Steps that each power has lost.
    lost: BTreeMap<String, u32>,
}

impl Digest<'_, '_> {
    fn say(&mut self, text: String) {
        self.lines.push(SummaryLine { event: self.number, text });
    }

    /// Counts who lost what.
    fn count(&mut self, event: &Event) {
        let (power, units) = match event {
            Event::Loss(LossEvent::Lost { force, units, .. }) => (&force.power, units),
            Event::Force(ForceEvent::Overstacked { force, lost, .. }) => (&force.power, lost),
            Event::Loss(LossEvent::Destroyed { power, units, .. })
            | Event::Passage(PassageEvent::CargoLost { power, units, .. }) => (power, units),
            Event::Order(_)
            | Event::Sequence(_)
            | Event::Force(_)
            | Event::Loss(_)
            | Event::Contact(_)
            | Event::Battle(_)
            | Event::Siege(_)
            | Event::Fleet(_)
            | Event::SeaBattle(_)
            | Event::Passage(_)
            | Event::Court(_)
            | Event::Money(_)
            | Event::Spending(_) => return,
        };
        let steps: u32 = units.iter().map(|unit| u32::from(unit.steps)).sum();
        *self.lost.entry(power.clone()).or_default() += steps;
        if let Event::Loss(LossEvent::Lost { force, .. }) = event
            && steps > 0
        {
            let many = if steps == 1 { "step" } else { "steps" };
            self.say(format!("  {} loses {steps} {many}", self.turn.name(force)));
        }
    }

    /// Says who lost what in all.
    fn sum_up(&mut self) {
        let title = |power: &str| self.turn.book.people.title(power).to_owned();
        let all = self.lost.iter().filter(|(_, steps)| **steps > 0);
        let all: Vec<String> =
            all.map(|(power, steps)| format!("{} {steps}", title(power))).collect();
        if !all.is_empty() {
            self.say(format!("steps lost in all: {}", all.join(", ")));
        }
    }

    fn name(&self, id: ForceId) -> String {
        self.names.get(&id).cloned().unwrap_or_else(|| "a force".to_owned())
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Order(event) => self.order(event),
            Event::Sequence(event) => self.sequence(event),
            Event::Force(event) => self.force(event),
            Event::Loss(event) => self.loss(event),
            Event::Contact(event) => self.contact(event),
            Event::Battle(event) => self.battle(event),
            Event::Siege(event) => self.siege(event),
            Event::Court(event) => {
                self.say(format!("  {}", super::court::sentence(self.turn.book, event, None)));
            }
            Event::Spending(event) => {
                self.say(format!("  {}", super::spending::sentence(self.turn.book, event, None)));
            }
            Event::Money(event) => {
                self.say(format!("  {}", super::money::sentence(self.turn.book, event, true)));
            }
            Event::Fleet(_) | Event::SeaBattle(_) | Event::Passage(_) => {}
        }
    }

    /// Whose orders are played, and what of them was not done.
    fn order(&mut self, event: &OrderEvent) {
        let book = self.turn.book;
        match event {
            OrderEvent::Ordered { power, by, .. } if by == "nothing" => {
                self.say(format!("{}: no orders", book.people.title(power)));
            }
            OrderEvent::Ordered { power, by, .. } => {
                self.say(format!("{}: orders from {by}", book.people.title(power)));
            }
            OrderEvent::Decreed { words, .. } => self.say(format!("  you ruled: {words}")),
            OrderEvent::NotDone { power, entry, step, order, who, reason } => {
                let why = reasons::sentence(book, reason);
                let place = reasons::in_sheet(*entry, *step).replace(',', "");
                self.say(format!("  {power} {place} ({who} {order}): {why}"));
            }
            OrderEvent::TakenUp { .. }
            | OrderEvent::Ruled { .. }
            | OrderEvent::Letter { .. }
            | OrderEvent::Waited { .. }
            | OrderEvent::NotReached { .. }
            | OrderEvent::Reacted { .. } => {}
        }
    }

    /// Markers, cards and points.
    fn sequence(&mut self, event: &SequenceEvent) {
        match event {
            SequenceEvent::MarkerDrawn { marker, chosen } => {
                let chosen = if *chosen { " (chosen)" } else { "" };
                self.say(format!("{marker}{chosen}"));
            }
            SequenceEvent::MarkerPutBack { marker } => self.say(format!("({marker} put back)")),
            SequenceEvent::WinterQuarters { ends, .. } => {
                let end = if *ends { ": the marches end" } else { ", put back" };
                self.say(format!("(winter quarters{end})"));
            }
            SequenceEvent::NobodyMoved { .. } => self.say("  nobody moves".to_owned()),
            SequenceEvent::CardPlayed { card, who, .. } => {
                self.say(format!("  card {card} played for {who}"));
            }
            SequenceEvent::CardDrawn { power, card } => {
                self.say(format!("  {power} draws the card {card}"));
            }
            SequenceEvent::DeckShuffled { cards, .. } => {
                self.say(format!("  {} event cards are shuffled", cards.len()));
            }
            SequenceEvent::RuleBegun { rule } => {
                let special = &self.turn.book.scenario.special;
                let ends = special.iter().any(|one| one.id == *rule && one.binds_at_first());
                let what = if ends { "is over" } else { "holds now" };
                self.say(format!("  the rule {rule} {what}"));
            }
            SequenceEvent::Scored { total, needed, winner, .. } => {
                let won = winner.map_or("nobody", |bloc| bloc.word());
                self.say(format!("  victory points {total} of {needed}: {won}"));
            }
            SequenceEvent::GameDecided { winner, .. } => {
                let won = winner.map_or("nobody", |bloc| bloc.word());
                self.say(format!("  the game is decided: {won} wins"));
            }
            SequenceEvent::SeasonBegan { .. }
            | SequenceEvent::CabinetBegan { .. }
            | SequenceEvent::CabinetEnded { .. }
            | SequenceEvent::SecondNaval { .. }
            | SequenceEvent::Promised { .. }
            | SequenceEvent::FirstMarchOver { .. }
            | SequenceEvent::SeasonEnded { .. } => {}
        }
    }

    /// Marches, and forces that come or change.
    fn force(&mut self, event: &ForceEvent) {
        let book = self.turn.book;
        match event {
            ForceEvent::Changed { force, why } => {
                self.say(format!("  {}: {why}", self.turn.name(force)));
            }
            ForceEvent::Moved { force, to, spent, .. } => {
                let who = self.name(*force);
                let line = format!("  {who} to {} ({spent})", place(book, *to));
                self.march(&who, line);
            }
            ForceEvent::Transported { force, to, .. } => {
                self.say(format!("  {} over the sea to {}", self.name(*force), place(book, *to)));
            }
            ForceEvent::Stopped { force, halt, .. } => {
                let why = reasons::halt(book, halt);
                self.say(format!("  {} stops: {why}", self.name(*force)));
            }
            ForceEvent::Placed { force, arrival: true } => {
                self.names.insert(force.id, self.turn.name(force));
                self.say(format!("{} arrives at {}", self.turn.name(force), place(book, force.at)));
            }
            ForceEvent::Parted { force, new, .. } => {
                self.names.insert(force.id, self.turn.name(force));
                self.names.insert(new.id, self.turn.name(new));
            }
            ForceEvent::Placed { force, .. } | ForceEvent::Joined { force, .. } => {
                self.names.insert(force.id, self.turn.name(force));
            }
            ForceEvent::Overstacked { force, lost, .. } => {
                let who = self.turn.name(force);
                self.say(format!("  {who} loses {} units for want of room", lost.len()));
            }
            ForceEvent::Withdrawn { units, leaders, at, .. } => {
                let units = units.iter().map(|unit| book.units.write(unit));
                let all: Vec<String> = leaders.iter().cloned().chain(units).collect();
                self.say(format!("  called away from {}: {}", place(book, *at), all.join(", ")));
            }
            ForceEvent::NotTaken { power, steps } => {
                let power = book.people.title(power);
                self.say(format!("  {power}: {steps} replenishment steps that nobody could take"));
            }
            ForceEvent::LeaderPooled { .. }
            | ForceEvent::Held { .. }
            | ForceEvent::Set { .. }
            | ForceEvent::Removed { .. }
            | ForceEvent::Activated { .. }
            | ForceEvent::LeaderLeft { .. }
            | ForceEvent::Recalled { .. }
            | ForceEvent::CommandTaken { .. }
            | ForceEvent::Grouped { .. }
            | ForceEvent::Bridged { .. }
            | ForceEvent::Released { .. }
            | ForceEvent::TrainGained { .. } => {}
        }
    }

    /// Forces that are no more; what others lost is counted.
    fn loss(&mut self, event: &LossEvent) {
        match event {
            LossEvent::Destroyed { leader, power, at, .. } => {
                let who = leader.as_deref().unwrap_or("a force");
                let title = self.turn.book.people.title(power);
                self.say(format!("  {who} ({title}) destroyed at {}", self.place(*at)));
            }
            LossEvent::SupplyAssessed { .. }
            | LossEvent::AttritionChecked { .. }
            | LossEvent::Lost { .. } => {}
        }
    }

    /// Who meets whom, a line each.
    fn contact(&mut self, event: &ContactEvent) {
        let line = match event {
            ContactEvent::Intercepted { force, at, succeeded, .. } => {
                let how = if *succeeded { "intercepts" } else { "fails to intercept" };
                format!("{} {how} at {}", self.name(*force), self.place(*at))
            }
            ContactEvent::Avoided { force, to, succeeded: true, .. } => {
                format!("{} slips away to {}", self.name(*force), self.place(*to))
            }
            ContactEvent::MarchedToGuns { force, to, succeeded: true, .. } => {
                format!("{} marches to the guns at {}", self.name(*force), self.place(*to))
            }
            ContactEvent::Avoided { .. }
            | ContactEvent::MarchedToGuns { .. }
            | ContactEvent::WentInside { .. }
            | ContactEvent::Overrun { .. }
            | ContactEvent::CameUp { .. }
            | ContactEvent::Retreated { .. } => return,
        };
        self.say(format!("  {line}"));
    }

    /// Battles, a line each.
    fn battle(&mut self, event: &BattleEvent) {
        let line = match event {
            BattleEvent::Fought { at, odds, attacker, defender, .. } => format!(
                "{} against {} at {} ({odds}): {} to {}",
                attacker.name,
                defender.name,
                self.place(*at),
                attacker.result,
                defender.result
            ),
            BattleEvent::BattleEnded { attacker, defender, winner, .. } => {
                let won = if *winner == Winner::Attacker { attacker } else { defender };
                format!("{} wins", won.name)
            }
            BattleEvent::LeaderChecked { leader, fate, .. } => match fate {
                Fate::Killed => format!("{leader} killed"),
                Fate::Wounded => format!("{leader} wounded"),
                Fate::Unharmed => return,
            },
            BattleEvent::MoraleChecked { force, demoralized: true, .. } => {
                format!("{} demoralized", self.name(*force))
            }
            BattleEvent::TacticPlayed { name, played, .. } if played.allowed => {
                format!("{name} plays the tactical card {}: {:+}", played.tactic, played.gives)
            }
            BattleEvent::TacticPlayed { .. }
            | BattleEvent::TacticsDrawn { .. }
            | BattleEvent::MoraleChecked { .. }
            | BattleEvent::Succeeded { .. }
            | BattleEvent::Disordered { .. }
            | BattleEvent::Pursued { .. }
            | BattleEvent::Rallied { .. }
            | BattleEvent::WentOn { .. } => return,
        };
        self.say(format!("  {line}"));
    }

    /// Sieges, a line each.
    fn siege(&mut self, event: &SiegeEvent) {
        let line = match event {
            SiegeEvent::SiegeAttempted { force, at, result, .. } => {
                format!("{} attempts {}: {result}", self.name(*force), self.place(*at))
            }
            SiegeEvent::Captured { at, power, from, .. } if from.as_ref() != Some(power) => {
                format!("{} taken by {}", self.place(*at), self.turn.book.people.title(power))
            }
            SiegeEvent::Captured { .. }
            | SiegeEvent::SiegeMarked { .. }
            | SiegeEvent::GarrisonChecked { .. }
            | SiegeEvent::WallsBroken { .. }
            | SiegeEvent::HonoursOfWar { .. }
            | SiegeEvent::Rearmed { .. } => return,
        };
        self.say(format!("  {line}"));
    }

    fn place(&self, space: Space) -> String {
        place(self.turn.book, space)
    }

    /// One line a march: the last hex and the points replace those before.
    fn march(&mut self, who: &str, line: String) {
        let start = format!("  {who} to ");
        match self.lines.last_mut() {
            Some(last) if last.text.starts_with(&start) => {
                *last = SummaryLine { event: self.number, text: line };
            }
            _ => self.say(line),
        }
    }
}
