//! The war at sea in sentences: voyages, meetings, battles with every die, troops on board.

use crate::book::Book;
use crate::book::spelling::place;
use crate::record::event::{Cause, Throw, Volley, Winner};
use crate::record::state::Anchorage;
use crate::sight::known::{Known, Who};
use crate::sight::news::{FleetNews, PassageNews, SeaBattleNews, SeaNews};

/// One piece of news as one or two sentences.
pub fn sentence(book: &Book, known: &Known, news: &SeaNews) -> String {
    let tell = Teller { book, known };
    match news {
        SeaNews::Fleet(news) => tell.sailing(news),
        SeaNews::Battle(news) => tell.battle(news),
        SeaNews::Passage(news) => tell.troops(news),
    }
}

/// Where ships are, as one says it: `in the Channel`, `at Brest`, `before Brest`.
pub fn whereabouts(book: &Book, at: &Anchorage) -> String {
    match at {
        Anchorage::Sea(sea) => format!("in {}", the(sea)),
        Anchorage::Harbour(space) => format!("at {}", place(book, *space)),
        Anchorage::Blockading(space) => format!("before {}", place(book, *space)),
        Anchorage::Corsairs => "in the corsairs' box".to_owned(),
    }
}

/// A place to sail to: a sea, a harbour, `the blockade of Brest`.
pub fn goal(book: &Book, at: &Anchorage) -> String {
    match at {
        Anchorage::Sea(sea) => the(sea),
        Anchorage::Harbour(space) => place(book, *space),
        Anchorage::Blockading(space) => format!("before {}", place(book, *space)),
        Anchorage::Corsairs => "the corsairs' box".to_owned(),
    }
}

/// A sea with its article; capes have none.
fn the(sea: &str) -> String {
    if sea.starts_with("Cape") { sea.to_owned() } else { format!("the {sea}") }
}

struct Teller<'a> {
    book: &'a Book,
    known: &'a Known,
}

impl Teller<'_> {
    fn title(&self, power: &str) -> String {
        self.book.people.title(power).to_owned()
    }

    fn name(&self, who: &Who) -> String {
        if who.power == self.known.power {
            return who.name.clone();
        }
        format!("{} ({})", who.name, self.title(&who.power))
    }

    fn at(&self, at: &Anchorage) -> String {
        whereabouts(self.book, at)
    }

    /// Ships under way, and whom they meet.
    fn sailing(&self, news: &FleetNews) -> String {
        match news {
            FleetNews::Sailed { who, from, to, .. } => {
                let (from, to) = (goal(self.book, from), goal(self.book, to));
                format!("{} sails from {from} to {to}.", self.name(who))
            }
            FleetNews::Joined { who, joined, at } => {
                format!("{} joins {} {}.", joined.join(", "), self.name(who), self.at(at))
            }
            FleetNews::Intercepted { who, whom, at, throw, automatic, succeeded } => {
                let (who, whom, at) = (self.name(who), self.name(whom), self.at(at));
                if *automatic {
                    return format!("{who} {at} stops {whom} coming out (NIA §5.3.2).");
                }
                let verdict = if *succeeded { "and does" } else { "in vain" };
                let throw = self.throw(throw);
                format!("{who} {at} tries to intercept {whom}, {verdict}: {throw} (NIA §5.3.1).")
            }
            FleetNews::Avoided { who, at, to, throw, succeeded } => {
                let (who, at, throw) = (self.name(who), self.at(at), self.throw(throw));
                let to = goal(self.book, to);
                match succeeded {
                    true => {
                        format!("{who} avoids battle {at} and goes to {to}: {throw} (NIA §5.3.1).")
                    }
                    false => format!("{who} cannot avoid battle {at}: {throw} (NIA §5.3.1)."),
                }
            }
            FleetNews::Retreated { who, from, to } => {
                let (from, to) = (goal(self.book, from), goal(self.book, to));
                format!("{} falls back from {from} to {to} (NIA §10.3).", self.name(who))
            }
            FleetNews::Hunted { who, corsair, search, found, shot, sunk } => {
                let (who, search) = (self.name(who), self.throw(search));
                let shot = shot.as_ref().map(|shot| self.throw(shot)).unwrap_or_default();
                if !found {
                    return format!("{who} looks for {corsair} in vain: {search} (NIA §12.2.3).");
                }
                let end = if *sunk { "sinks it" } else { "misses" };
                format!("{who} finds {corsair}, {search}, and {end}: {shot} (NIA §12.2.3).")
            }
            FleetNews::BosphorusShut { by, against, joins } => {
                let joins = joins.as_ref().map(|bloc| format!(" and joins the {bloc}"));
                format!(
                    "{} shuts the Bosphorus to {}{} (NIA §5.3.4).",
                    self.title(by),
                    self.title(against),
                    joins.unwrap_or_default()
                )
            }
        }
    }

    fn throw(&self, throw: &Throw) -> String {
        let dice: Vec<String> = throw.dice.iter().map(u8::to_string).collect();
        let modifiers: Vec<String> =
            throw.modifiers.iter().map(|m| format!(" {:+} {}", m.by, m.what)).collect();
        let dice = dice.join(" and ");
        format!("{dice}{} = {}", modifiers.concat(), throw.total)
    }

    /// Both sums, die by die.
    fn fought(&self, at: &Anchorage, round: u8, sides: [&Volley; 2], winner: Winner) -> String {
        let what = match (round, at) {
            (1, Anchorage::Harbour(_)) => "Attack on the harbour",
            (1, _) => "Battle at sea",
            (2.., _) | (0, _) => "Another round",
        };
        let verdict = super::battle::verdict(winner, [&sides[0].name, &sides[1].name], false);
        let [ours, theirs] = sides.map(|side| self.volley(side));
        let rule = if matches!(at, Anchorage::Harbour(_)) { "NIA §10.4" } else { "NIA §10.1" };
        format!("{what} {}: {ours}; {theirs}. {verdict} ({rule})", self.at(at))
    }

    fn volley(&self, side: &Volley) -> String {
        let mut parts: Vec<String> = vec![];
        for shot in &side.shots {
            let bonus = if shot.bonus == 0 { String::new() } else { format!(" {:+}", shot.bonus) };
            parts.push(format!("{} {}{bonus}", shot.ship.fleet, shot.die));
        }
        if let Some(guns) = &side.battery {
            let die = guns.die.map(|die| format!(" {die}")).unwrap_or_default();
            parts.push(format!("guns{die} {:+}", guns.bonus));
        }
        if parts.is_empty() {
            parts.push("nobody fires".to_owned());
        }
        format!("{} ({}) = {}", self.title(&side.power), parts.join(", "), side.total)
    }

    /// Battles with every die, and what they cost.
    fn battle(&self, news: &SeaBattleNews) -> String {
        match news {
            SeaBattleNews::Fought { at, round, attacker, defender, winner } => {
                self.fought(at, *round, [attacker, defender], *winner)
            }
            SeaBattleNews::Sunk { power, name, at, decoy: true, .. } => format!(
                "{name} ({}) {} is no fleet at all, and is gone (NIA §10.6).",
                self.title(power),
                self.at(at)
            ),
            SeaBattleNews::Sunk { power, name, at, cause, .. } => {
                let how = if matches!(cause, Cause::NoHarbour | Cause::Trapped) {
                    "has nowhere to go and is lost"
                } else {
                    "goes down"
                };
                format!("{name} ({}) {how} {} (NIA §10.1).", self.title(power), self.at(at))
            }
            SeaBattleNews::AdmiralChecked { power, admiral, dice, killed } => {
                let fate = if *killed { "is killed" } else { "is saved" };
                format!("Admiral {admiral} ({}) {fate}: {dice} (NIA §10.5).", self.title(power))
            }
            SeaBattleNews::Ended { at, attacker, defender, winner, lost } => {
                let (won, beaten, lost) = match winner {
                    Winner::Attacker => (attacker, defender, lost.1),
                    Winner::Defender | Winner::Nobody => (defender, attacker, lost.0),
                };
                let lost = match lost {
                    0 => "no fleet".to_owned(),
                    1 => "one fleet".to_owned(),
                    many => format!("{many} fleets"),
                };
                format!(
                    "{} ({}) beats {} ({}) {}, who loses {lost}.",
                    won.name,
                    self.title(&won.power),
                    beaten.name,
                    self.title(&beaten.power),
                    self.at(at)
                )
            }
        }
    }

    /// Troops on board.
    fn troops(&self, news: &PassageNews) -> String {
        let units = |units: &[crate::book::units::Unit]| {
            units.iter().map(|unit| self.book.units.write(unit)).collect::<Vec<_>>().join(", ")
        };
        match news {
            PassageNews::Embarked { who, at, ships } => {
                let at = place(self.book, *at);
                format!("{} goes on board at {at}: {}.", self.name(who), ships.join(", "))
            }
            PassageNews::Landed { who, at, against } => {
                let how = if *against { "lands against the enemy at" } else { "comes ashore at" };
                format!("{} {how} {} (NIA §5.3.3).", self.name(who), place(self.book, *at))
            }
            PassageNews::Repulsed { who, at, units: left, back } => format!(
                "{} is thrown back from {} into the sea; {} will be back in {back} (NIA §5.3.3).",
                self.name(who),
                place(self.book, *at),
                units(left)
            ),
            PassageNews::CargoLost { who, units: lost, trains, engineers, army, cause } => {
                let mut what: Vec<String> = vec![];
                if !lost.is_empty() {
                    what.push(units(lost));
                }
                for (count, one) in [(*trains, "train"), (*engineers, "engineers")] {
                    if count > 0 {
                        what.push(format!("{count} x {one}"));
                    }
                }
                what.extend(army.clone());
                let what = if what.is_empty() {
                    String::new()
                } else {
                    format!(" with {}", what.join(", "))
                };
                let how = if *cause == Cause::NotLanded {
                    "is still on board at the end and is lost"
                } else {
                    "goes down with the ship"
                };
                format!("{}{what} {how} (NIA §5.3.3).", self.name(who))
            }
        }
    }
}
