//! The war on land in sentences: battles with both sums, sieges, losses, supply.

use crate::book::Book;
use crate::book::cards::Effect;
use crate::book::scenario::Special;
use crate::book::spelling::place;
use crate::book::units::Unit;
use crate::cards::{self, NOBODY};
use crate::land::guests;
use crate::land::orders_of_war;
use crate::money::lines::landwehr;
use crate::politics::{alliance_length, entering, instability};
use crate::record::event::{Cause, Fate, Fighter, Occasion, PlayedTactic, Throw, Winner};
use crate::sight::known::{Known, Who};
use crate::sight::news::{BattleNews, ContactNews, LandNews, LossNews, SiegeNews, TableNews, Told};
use kit::calendar::Season;
use kit::ground::Space;
use kit::names::listed;
use kit::newspaper::EVERYBODY;

/// One piece of news as one or two sentences.
pub fn sentence(book: &Book, known: &Known, news: &LandNews) -> String {
    let tell = Teller { book, known };
    match news {
        LandNews::Loss(news) => tell.losses(news),
        LandNews::Contact(news) => tell.contact(news),
        LandNews::Battle(news) => tell.battle(news),
        LandNews::Siege(news) => tell.siege(news),
        LandNews::Table(news) => tell.table(news),
        LandNews::Told(Told::Court { event, who }) => {
            let who = who.as_ref().map(|who| super::court::name(book, &known.power, who));
            super::court::sentence(book, event, who)
        }
        LandNews::Told(Told::Spending { event, sent }) => {
            super::spending::sentence(book, event, *sent)
        }
        LandNews::Money(news) => {
            super::money::sentence(book, news, news.keeper() == Some(known.power.as_str()))
        }
    }
}

/// What a round of battle is called: `Skirmish at`.
pub fn round_word(assault: bool, round: u8, size: &str) -> &'static str {
    match (assault, round, size) {
        (true, ..) => "Assault on",
        (false, 1, "skirmish") => "Skirmish at",
        (false, 1, "major") => "Major battle at",
        (false, 1, _) => "Battle at",
        (false, ..) => "Second round at",
    }
}

/// Tells of the war to one power.
pub(super) struct Teller<'a> {
    pub(super) book: &'a Book,
    pub(super) known: &'a Known,
}

impl Teller<'_> {
    pub(super) fn at(&self, space: Space) -> String {
        place(self.book, space)
    }

    fn title(&self, power: &str) -> String {
        self.book.people.title(power).to_owned()
    }

    pub(super) fn name(&self, who: &Who) -> String {
        self.of(&who.name, &who.power)
    }

    pub(super) fn of(&self, name: &str, power: &str) -> String {
        if power == self.known.power || power.is_empty() {
            return name.to_owned();
        }
        format!("{name} ({})", self.title(power))
    }

    fn units(&self, units: &[Unit], of: &str) -> Vec<String> {
        let steps = |unit: &Unit| {
            let full = self.book.units.kind(&unit.kind).steps;
            // A loss is counted in steps, so the side of the counter does not matter.
            let name = self.book.units.write(&Unit { steps: full.max(unit.steps), ..unit.clone() });
            let nation = self.book.people.adjective(&unit.nation);
            let name = if unit.nation == of { name } else { format!("{nation} {name}") };
            match unit.steps {
                _ if full == 1 => name,
                1 => format!("a step of {name}"),
                steps => format!("{steps} steps of {name}"),
            }
        };
        units.iter().map(steps).collect()
    }

    fn fought(&self, place: &str, assault: bool, sides: [&Fighter; 2], winner: Winner) -> String {
        let [attacker, defender] = sides;
        let verdict = super::battle::verdict(winner, sides.map(|side| &*side.name), assault);
        let rule = if assault { "NIA §9.2" } else { "NIA §8.2.4" };
        format!(
            "{place}: {} against {}. {verdict} ({rule})",
            self.fighter(attacker),
            self.fighter(defender)
        )
    }

    fn fighter(&self, side: &Fighter) -> String {
        let lead =
            side.lead.as_ref().map(|unit| format!(", led by {}", self.book.units.write(unit)));
        let roll = if side.throw.dice.is_empty() {
            String::new()
        } else {
            format!(": {}: {}", sum(&side.throw), side.result)
        };
        format!(
            "{} with {} step{}, morale {}{}{roll}",
            self.of(&side.name, &side.power),
            side.steps,
            if side.steps == 1 { "" } else { "s" },
            side.morale,
            lead.unwrap_or_default()
        )
    }

    /// Supply, attrition and losses.
    fn losses(&self, news: &LossNews) -> String {
        match news {
            LossNews::Supply { who, at, supplied } => {
                let how = if *supplied { "is in supply again" } else { "is out of supply" };
                format!("{} {how} at {} (NIA §6.1).", self.name(who), self.at(*at))
            }
            LossNews::Attrition { who, occasions, column, throw, result, star, steps, .. } => {
                let roll = self.attrition(who, occasions, column, (throw, result, *star));
                let lost = match steps {
                    0 => "nothing is lost".to_owned(),
                    1 => "one step is lost".to_owned(),
                    more => format!("{more} steps are lost"),
                };
                format!("Attrition of {roll}; {lost} (NIA §7.4).")
            }
            LossNews::Lost { who, units, trains, depots, engineers, army, cause, .. } => {
                let lost = self.lost(units, &who.power, [*trains, *depots, *engineers]);
                let cause = cause_word(*cause);
                let army = army.as_ref().map(|army| format!("; the {army} is no more"));
                let army = army.unwrap_or_default();
                format!("{} loses {lost} {cause}{army}.", self.name(who))
            }
            LossNews::Destroyed { who, at, army, units, cause } => {
                let army = army
                    .as_ref()
                    .map(|army| format!(", and the {army} is no more"))
                    .unwrap_or_default();
                let units = self.units(units, &who.power);
                let what = match units.is_empty() {
                    true => "no troops, but depots, trains or engineers".to_owned(),
                    false => listed(&units),
                };
                format!(
                    "{} is destroyed at {} {}: {what}{army}.",
                    self.name(who),
                    self.at(*at),
                    cause_word(*cause)
                )
            }
        }
    }

    /// What somebody loses: units, trains, depots and engineers.
    pub(super) fn lost(
        &self,
        units: &[Unit],
        of: &str,
        [trains, depots, engineers]: [u8; 3],
    ) -> String {
        let counted = |(count, one): (u8, &str)| match count {
            0 => None,
            1 => Some(one.to_owned()),
            more => Some(format!("{more} x {one}")),
        };
        let support = [(trains, "a train"), (depots, "a depot"), (engineers, "engineers")];
        let support = support.into_iter().filter_map(counted);
        listed(&self.units(units, of).into_iter().chain(support).collect::<Vec<_>>())
    }

    /// A check for attrition: `Melas (forced march; column 4-6): 5+2, French troops -1 = 6: -`.
    pub(super) fn attrition(
        &self,
        who: &Who,
        occasions: &[Occasion],
        column: &str,
        (throw, result, star): (&Throw, &str, Option<u8>),
    ) -> String {
        let why: Vec<&str> = occasions.iter().map(|occasion| occasion_word(*occasion)).collect();
        let star = star.map(|die| format!(", then {die}")).unwrap_or_default();
        let roll = if throw.dice.is_empty() {
            "no roll can hurt".to_owned()
        } else {
            format!("{}: {result}{star}", sum(throw))
        };
        format!("{} ({}; column {column}): {roll}", self.name(who), why.join(", "))
    }

    /// Who meets whom.
    fn contact(&self, news: &ContactNews) -> String {
        let tried = |succeeded: bool| if succeeded { "and comes" } else { "and stays" };
        match news {
            ContactNews::Intercepted { who, whom, at, throw, succeeded } => format!(
                "{} tries to intercept {} at {} {} ({}, 10 on two dice needed; NIA §5.2.6).",
                self.name(who),
                self.name(whom),
                self.at(*at),
                tried(*succeeded),
                open_sum(throw, who.ours)
            ),
            ContactNews::Avoided { who, at, to, throw, succeeded } => {
                let roll = if throw.dice.is_empty() {
                    "no roll needed".to_owned()
                } else {
                    format!("{}, 10 on two dice needed", open_sum(throw, who.ours))
                };
                let how = if *succeeded {
                    format!("slips away from {} to {}", self.at(*at), self.at(*to))
                } else {
                    format!("tries in vain to slip away from {}", self.at(*at))
                };
                format!("{} {how} ({roll}; NIA §5.2.7).", self.name(who))
            }
            ContactNews::WentInside { who, at } => {
                format!("{} goes inside the walls of {}.", self.name(who), self.at(*at))
            }
            ContactNews::Overrun { who, at } => {
                format!("{} overruns what stands at {} (NIA §5.2.8).", self.name(who), self.at(*at))
            }
            ContactNews::Guns { who, to, throw, succeeded } => format!(
                "{} tries to march to the guns at {} {} ({}, 10 on two dice needed; NIA §8.1.1).",
                self.name(who),
                self.at(*to),
                tried(*succeeded),
                open_sum(throw, who.ours)
            ),
            ContactNews::CameUp { who, from, to } => {
                format!("{} comes up from {} to {}.", self.name(who), self.at(*from), self.at(*to))
            }
            ContactNews::Retreated { who, from, to } => {
                format!(
                    "{} falls back from {} to {}.",
                    self.name(who),
                    self.at(*from),
                    self.at(*to)
                )
            }
        }
    }

    /// Battles, leaders, morale and order.
    fn battle(&self, news: &BattleNews) -> String {
        match news {
            BattleNews::Fought { at, round, size, odds, assault, attacker, defender, winner } => {
                let what = round_word(*assault, *round, size);
                let place = format!("{what} {} ({odds})", self.at(*at));
                self.fought(&place, *assault, [attacker, defender], *winner)
            }
            BattleNews::BattleEnded { at, attacker, defender, winner, .. } => {
                let (won, lost) = if *winner == Winner::Attacker {
                    (attacker, defender)
                } else {
                    (defender, attacker)
                };
                let (won, lost) =
                    (self.of(&won.name, &won.power), self.of(&lost.name, &lost.power));
                format!("{won} wins at {}; {lost} is beaten (NIA §8.3.1).", self.at(*at))
            }
            BattleNews::TacticsDrawn { power, name, tactics, .. } => format!(
                "{} draws the tactical card{} {} (NIA §8.1.3).",
                self.of(name, power),
                if tactics.len() == 1 { "" } else { "s" },
                listed(tactics)
            ),
            BattleNews::TacticPlayed { power, name, played, .. } => {
                let (who, counts) = (self.of(name, power), self.tactic(played));
                let tactic = &played.tactic;
                format!("{who} plays the tactical card {tactic}{counts} (NIA §8.1.3).")
            }
            BattleNews::LeaderChecked { leader, power, die, fate, back, .. } => {
                let fate = fate_of(self.book, *fate, *back);
                format!("{} {fate} (die {die}, NIA §8.2.5).", self.of(leader, power))
            }
            BattleNews::Succeeded { who, leader, after } => {
                // A force is called by its commander, who may be one of the two.
                match self.name(who) {
                    force if force == *leader => format!("{leader} takes the place of {after}."),
                    force if force == *after => format!("{leader} comes in the place of {after}."),
                    force => format!("{leader} comes to {force} in the place of {after}."),
                }
            }
            BattleNews::Morale { who, die, target, demoralized, .. } => {
                let how = if *demoralized { "is demoralized" } else { "keeps its order" };
                format!("{} {how} (die {die}, {target} or less holds; NIA §8.3.3).", self.name(who))
            }
            BattleNews::Disordered { who, demoralized, .. } => {
                let how = if *demoralized { "is in disorder" } else { "is in good order again" };
                format!("{} {how} (NIA §8.3.3.1).", self.name(who))
            }
            BattleNews::Pursued { who, steps, .. } => {
                format!(
                    "{} is pursued by cavalry and loses {steps} (NIA §8.3.3.1).",
                    self.name(who)
                )
            }
            BattleNews::Rallied { who, die, target, succeeded, .. } => {
                let how = if *succeeded { "rallies" } else { "fails to rally" };
                let roll = if who.ours {
                    format!(" (die {die}, {target} or less does it; NIA §8.3.3.2)")
                } else {
                    String::new()
                };
                format!("{} {how}{roll}.", self.name(who))
            }
            BattleNews::WentOn { who, .. } => {
                format!("{} goes on after the battle (NIA §8.3.4).", self.name(who))
            }
        }
    }

    /// By whom a tactical card is played, and what comes of it.
    fn tactic(&self, played: &PlayedTactic) -> String {
        let PlayedTactic { leader, leader_die, allowed, check_die, gives, .. } = played;
        let by = leader.as_ref().zip(*leader_die).map(|(leader, die)| {
            let value = self.book.people.leader(leader).map_or(0, |leader| leader.combat);
            let needed = self.book.tactics.second.needed;
            let may = if *allowed { "may" } else { "may not" };
            format!(
                " through {leader}, who {may} (die {die}, combat value {value}, {needed} needed)"
            )
        });
        let check = check_die.map(|die| format!(" (die {die} of its own check)"));
        let gives = match (allowed, gives) {
            (false, _) => ": it does not count".to_owned(),
            (true, 0) => ": it adds nothing".to_owned(),
            (true, gives) => format!(": {gives:+}"),
        };
        by.into_iter().chain(check).chain([gives]).collect()
    }

    /// Fortresses and places.
    fn siege(&self, news: &SiegeNews) -> String {
        match news {
            SiegeNews::SiegeMarked { who, at, level } => match level {
                0 => format!("{} lays siege to {}.", self.name(who), self.at(*at)),
                level => format!("The siege of {} is now at +{level}.", self.at(*at)),
            },
            SiegeNews::SiegeAttempted { who, at, fortress, throw, result, star } => {
                let star = star.map(|die| match self.book.war.siege_star.costs(die, false) {
                    true => format!("; a second die, {die}, costs a step"),
                    false => format!("; a second die, {die}, costs nothing"),
                });
                let star = star.unwrap_or_default();
                format!(
                    "{} attempts {} (level {fortress}): {}: {}{star} (NIA §9.2).",
                    self.name(who),
                    self.at(*at),
                    open_sum(throw, who.ours),
                    siege_word(result)
                )
            }
            SiegeNews::GarrisonChecked { at, power, die, target, surrenders } => {
                let how = if *surrenders { "surrenders" } else { "holds out" };
                let who = self.of("the garrison", power);
                format!(
                    "{who} of {} {how} (die {die}, {target} or less holds; NIA §9.3).",
                    self.at(*at)
                )
            }
            SiegeNews::WallsBroken { at, points } => {
                let s = if *points == 1 { "" } else { "s" };
                format!("The walls of {} lose {points} fortress point{s} for good.", self.at(*at))
            }
            SiegeNews::Captured { at, power, empty, stays } => {
                // Whether it was armed since is not for everybody to know.
                let walls = match (empty, self.known.power == EVERYBODY) {
                    (true, true) => "; its fortress was not armed then",
                    (true, false) => "; the fortress is not armed",
                    (false, _) => "",
                };
                let whose = if *stays { "stays with" } else { "is in the hands of" };
                format!("{} {whose} {}{walls}.", self.at(*at), self.title(power))
            }
            SiegeNews::HonoursOfWar { who, at, units, back } => {
                let units = listed(&self.units(units, &who.power));
                format!(
                    "{} leaves {} with the honours of war ({units}) and {}.",
                    self.name(who),
                    self.at(*at),
                    comes_back(self.book, *back)
                )
            }
            SiegeNews::Rearmed { at, power, with } => {
                let with = with.as_ref().map(|with| format!(" with a {with}"));
                let with = with.unwrap_or_default();
                format!("{} arms {} again{with} (NIA §9.3).", self.title(power), self.at(*at))
            }
        }
    }

    /// Cards, promises and points.
    fn table(&self, news: &TableNews) -> String {
        match news {
            TableNews::CardPlayed { power, card, who, ruling } => {
                let effect = ruling
                    .as_ref()
                    .map(|word| format!("; the umpire's word: {word}"))
                    .unwrap_or_default();
                let page = self.book.cards.get(card);
                if let Some(page) = page.filter(|page| page.is_public()) {
                    let (by, name) = (self.title(power), &page.name);
                    let comes = match ruling {
                        Some(_) => effect,
                        None if who == NOBODY => ", and nothing comes of it".to_owned(),
                        None => format!(", for {who}: {}", page.told),
                    };
                    return format!(
                        "{by} plays the public card {card}, {name}{comes} (NIA §11.1)."
                    );
                }
                let does = page.map(|card| card.effect);
                let whom = match does {
                    Some(Effect::CancelHelp) => format!("against {who}, who stays where he is"),
                    _ => format!("for {who}"),
                };
                format!("{} plays the card {card} {whom}{effect} (NIA §11.1).", self.title(power))
            }
            TableNews::CardDrawn { power, card: None } => {
                format!("{} draws an event card (NIA §11.1).", self.title(power))
            }
            TableNews::CardDrawn { power, card: Some(card) } => {
                let told = self.book.cards.get(card).map(|card| format!(": {}", card.told));
                let told = told.unwrap_or_default();
                format!("{} draws the card {card}{told} (NIA §11.1).", self.title(power))
            }
            TableNews::Promised { key, season } => {
                format!("{key} will arrive in {season}.")
            }
            TableNews::RuleBegun { rule } => rule_begun(self.book, rule),
            TableNews::GameDecided { winner, winners, conditions } => {
                let titles: Vec<String> = winners.iter().map(|power| self.title(power)).collect();
                let verdict = winner.map_or("Nobody wins".to_owned(), |bloc| {
                    format!("The {} wins: {}", bloc.word(), titles.join(", "))
                });
                match conditions.as_slice() {
                    [] => format!(
                        "{verdict}. No side's conditions hold, and this is what the scenario says then."
                    ),
                    held => format!("{verdict}. It holds that {}.", held.join("; and that ")),
                }
            }
            TableNews::Scored { points, total, needed, winner } => {
                let lines: Vec<String> = points
                    .iter()
                    .map(|point| format!("{} {:+}", point.what, point.times * point.each))
                    .collect();
                let verdict = winner
                    .map_or("nobody wins".to_owned(), |bloc| format!("the {} wins", bloc.word()));
                format!(
                    "Victory points: {}. {total} of the {needed} needed: {verdict}.",
                    lines.join(", ")
                )
            }
        }
    }
}

/// A roll as its reader may know it: an enemy's modifiers are his own affair (NIA §1.3).
fn open_sum(throw: &Throw, ours: bool) -> String {
    if ours || throw.dice.is_empty() {
        return sum(throw);
    }
    format!("{} before modifiers", faces(throw))
}

pub fn faces(throw: &Throw) -> String {
    throw.dice.iter().map(u8::to_string).collect::<Vec<_>>().join("+")
}

/// "4+5, commander Bonaparte +3, lead unit +2 = 14".
fn sum(throw: &Throw) -> String {
    let modifiers = throw.modifiers.iter().filter(|modifier| modifier.by != 0);
    // What was recorded is not rewritten, only told in better words.
    let what =
        |what: &str| what.replacen("1 points ", "1 point ", usize::from(what.starts_with("1 ")));
    let told: String = modifiers.map(|one| format!(", {} {:+}", what(&one.what), one.by)).collect();
    if told.is_empty() && throw.dice.len() < 2 {
        return faces(throw);
    }
    format!("{}{told} = {}", faces(throw), throw.total)
}

/// When somebody who is away comes back, if the game lasts until then.
fn comes_back(book: &Book, back: Season) -> String {
    match back > book.scenario.last {
        true => "does not come back in this game".to_owned(),
        false => format!("comes back in {back}"),
    }
}

/// What became of a leader who was checked.
pub(super) fn fate_of(book: &Book, fate: Fate, back: Option<Season>) -> String {
    match (fate, back) {
        (Fate::Unharmed, _) => "is unharmed".to_owned(),
        (Fate::Killed, _) => "is killed".to_owned(),
        (Fate::Wounded, Some(back)) => format!("is wounded and {}", comes_back(book, back)),
        (Fate::Wounded, None) => "is wounded".to_owned(),
    }
}

fn occasion_word(occasion: Occasion) -> &'static str {
    match occasion {
        Occasion::OutOfSupply => "out of supply",
        Occasion::ForcedMarch => "forced march",
        Occasion::ExtendedMarch => "extended march",
        Occasion::Demoralized => "demoralized",
        Occasion::Besieged => "besieged",
        Occasion::CampFever => "camp fever",
    }
}

/// What a rule of the scenario says that has begun, or is over.
fn rule_begun(book: &Book, rule: &str) -> String {
    let told = instability::begun_in_words(book, rule);
    let told = told.or_else(|| landwehr::begun_in_words(book, rule));
    let told = told.or_else(|| orders_of_war::begun_in_words(book, rule));
    let told = told.or_else(|| entering::begun_in_words(book, rule));
    let told = told.or_else(|| alliance_length::begun_in_words(book, rule));
    let told = told.or_else(|| cards::begun_in_words(book, rule));
    if let Some(told) = told.or_else(|| guests::begun_in_words(book, rule)) {
        return told;
    }
    let special = book.scenario.special.iter().find(|one| one.id == rule);
    let text = special.map_or(rule, |special| &special.text);
    match special.is_some_and(Special::binds_at_first) {
        true => format!("This rule is over: {text}"),
        false => format!("From now on this rule holds: {text}"),
    }
}

fn cause_word(cause: Cause) -> &'static str {
    match cause {
        Cause::Attrition => "to attrition",
        Cause::Spent => "spent as supply",
        Cause::Battle => "in battle",
        Cause::Odds => "by five to one",
        Cause::Overrun => "in an overrun",
        Cause::Taken => "since the enemy came upon it",
        Cause::Retreat => "on the retreat",
        Cause::Trapped => "with no way to retreat",
        Cause::Pursuit => "to the pursuit",
        Cause::Broken => "since it lost its order a second time",
        Cause::Assault => "in the assault",
        Cause::Repulse => "before the walls",
        Cause::Fall => "with the fortress",
        Cause::Stacking => "for want of room",
        Cause::Sunk => "with the ship",
        Cause::NotLanded => "still on board",
        Cause::NoHarbour => "with no harbour to go to",
        Cause::PeaceOver => "since the peace is over and they had not left",
    }
}

fn siege_word(result: &str) -> &str {
    match result {
        "NE" => "no effect",
        "R" | "R*" => "repulsed",
        "A" => "an assault",
        "H" => "honours of war",
        "B" => "a breach",
        other => other,
    }
}
