//! A battle, or what of it was fought in a season, as a short account: who fought with what, what turned
//! it, what it cost, and who holds the area.
//!
//! Not here: the dice, which stand below the report (`story.rs`).

use super::account::{Account, Blow, By, Cost, Fight, of};
use super::board::short;
use super::forces::points;
use super::lineup::Lineup;
use super::words::fog_told;
use crate::board::rout::End;
use crate::book::Book;
use crate::book::tables::Withdrawal;
use crate::record::force::{ForceId, Side};
use crate::sequence::Happened;
use kit::names::{capital, listed, sentence};

/// So many of a side are named.
const NAMED: usize = 8;

/// So many blows are told one by one.
const BLOWS: usize = 3;

/// The heading of an account and its paragraph.
pub fn told(fight: &Fight) -> (String, String) {
    let account = fight.account();
    let name = fight.book.map.name(fight.at);
    let heading = match account.turns.filter(|_| !account.begun) {
        Some((first, last)) if first == last => format!("{name}, turn {first} of the battle"),
        Some((first, last)) => format!("{name}, turns {first} to {last} of the battle"),
        None => format!("Battle of {name}"),
    };
    let mut sentences = vec![];
    sentences.extend(fight.who(&account));
    sentences.extend(fog(&account));
    sentences.extend(account.by_fog.iter().filter_map(|what| changed(fight.book, what)));
    sentences.extend(plans(account.plans));
    sentences.extend(field(&account));
    sentences.extend(fight.envelopment(&account));
    sentences.extend(insights(&account));
    sentences.extend(fight.blows(&account));
    sentences.extend(attacks(&account));
    sentences.extend(routed(&account));
    sentences.extend(fight.cost(&account));
    sentences.extend(fight.end(&account));
    sentences.extend(standing(&account));
    (heading, sentences.join(" "))
}

/// What became of counters, in a sentence.
pub fn changed(book: &Book, what: &Happened) -> Option<String> {
    let told = |who: &[ForceId], one: &str, many: &str| {
        // Garrisons and fortifications of both sides share their names.
        let names: Vec<&str> = who.iter().map(|id| book.name(*id)).collect();
        let does = if who.len() == 1 { one } else { many };
        Some(capital(&format!("{} {does}", listed(&names))))
    };
    if let Happened::Came { who, to } = what {
        return told(who, "comes to", "come to")
            .map(|text| format!("{text} {}.", book.map.name(*to)));
    }
    if let Happened::NapoleonCame(to) = what {
        let comes = |to| format!("Napoleon comes to {}.", book.map.name(to));
        return Some(to.map_or("Napoleon is taken.".to_owned(), comes));
    }
    if let Happened::Reduced(who) = what {
        return told(who, "is reduced.", "are reduced.");
    }
    if let Happened::Lost(who) = what {
        return told(who, "is destroyed.", "are destroyed.");
    }
    let Happened::Refitted(who) = what else { return None };
    told(who, "is refitted.", "are refitted.")
}

/// What the fog of war brought.
fn fog(account: &Account) -> Option<String> {
    let came = account.by_fog.iter().any(|what| matches!(what, Happened::NapoleonCame(_)));
    let there = account.first.is_some_and(|lineup| lineup.napoleon) && !came;
    Some(fog_told(account.fog?, account.paid, there, account.enveloped.is_none()))
}

/// That both sides took the field, if no turn was fought yet.
fn field(account: &Account) -> Option<String> {
    let turns = account.deployed.filter(|_| account.turns.is_none())?;
    let many = if turns == 1 { "one turn".to_owned() } else { format!("{turns} turns") };
    Some(format!("Both sides take the field, for {many} at the most."))
}

/// Insights that came to nothing, and what a raid brought.
fn insights(account: &Account) -> Option<String> {
    let failed = account.tried.iter().filter(|(_, works)| !**works);
    let failed: Vec<&str> = failed.map(|(insight, _)| insight.name()).collect();
    // What the enemy had then is not told of the season.
    let raid = account.raided.map(|supply| {
        format!("A raid takes {} from the enemy, or as many as there were.", points(supply))
    });
    let failed = match failed.len() {
        0 => None,
        1 => Some(format!("The insight {} is tried in vain.", listed(&failed))),
        _ => Some(format!("The insights {} are tried in vain.", listed(&failed))),
    };
    let both: Vec<String> = raid.into_iter().chain(failed).collect();
    (!both.is_empty()).then(|| both.join(" "))
}

/// Who a side is, as it does something.
fn subject(side: Side) -> &'static str {
    match side {
        Side::French => "you",
        Side::Enemy => "the enemy",
    }
}

/// A verb of a side: of you as it is, of the enemy with an `s`.
fn does(side: Side, verb: &str) -> String {
    match side {
        Side::French => format!("you {verb}"),
        Side::Enemy => format!("the enemy {verb}s"),
    }
}

fn plans(plans: u8) -> Option<String> {
    match plans {
        0 => None,
        1 => Some("You pay for one plan more each turn.".to_owned()),
        many => Some(format!("You pay for {many} plans more each turn.")),
    }
}

/// How the attacks of both sides went.
fn attacks(account: &Account) -> Option<String> {
    let told = |side: Side, whose: &str| {
        let shots = of(&account.shots, side);
        let hits = match shots.hits {
            0 => "no hit".to_owned(),
            1 => "one hit".to_owned(),
            many => format!("{many} hits"),
        };
        match shots.attacks {
            0 => None,
            1 => Some(format!("{whose} one attack scores {hits}")),
            many => Some(format!("{whose} {many} attacks score {hits}")),
        }
    };
    let both = [told(Side::French, "your"), told(Side::Enemy, "the enemy's")];
    let both: Vec<String> = both.into_iter().flatten().collect();
    (!both.is_empty()).then(|| sentence(&both.join(", ")))
}

fn routed(account: &Account) -> Option<String> {
    let rout = account.rout?;
    let how = match (rout.side, rout.left) {
        (_, None) => String::new(),
        (Side::French, Some((french, enemy))) => {
            format!(", with a strength of {french} left against {enemy}")
        }
        (Side::Enemy, Some((french, enemy))) => {
            format!(", with a strength of {enemy} left against {french}")
        }
    };
    let is = if rout.side == Side::French { "you are" } else { "the enemy is" };
    Some(format!("In turn {} {is} routed{how}.", rout.turn))
}

/// How both stand in a battle that goes on.
fn standing(account: &Account) -> Option<String> {
    let now = account.now.filter(|_| account.turns.is_some())?;
    let (ours, theirs) = now.strength(Side::French).zip(now.strength(Side::Enemy))?;
    Some(format!("You have a strength of {ours} left against {theirs}, and the battle goes on."))
}

impl Fight<'_> {
    fn name(&self, id: ForceId) -> &str {
        short(self.book.name(id))
    }

    fn names(&self, ids: &[ForceId]) -> String {
        let names: Vec<&str> = ids.iter().map(|id| self.name(*id)).collect();
        if names.len() <= NAMED {
            return listed(&names);
        }
        let more = format!("{} more", names.len() + 1 - NAMED);
        let named = names.into_iter().take(NAMED - 1);
        listed(&named.chain([more.as_str()]).collect::<Vec<_>>())
    }

    /// A side with its strength.
    fn host(&self, lineup: &Lineup, side: Side) -> String {
        let ids: Vec<ForceId> = lineup.of(side).iter().map(|force| force.id).collect();
        let strong = lineup.strength(side).map(|strength| format!(" (strength {strength})"));
        let strong = strong.unwrap_or_default();
        let napoleon = if side == Side::French && lineup.napoleon { " under Napoleon" } else { "" };
        format!("{}{napoleon}{strong}", self.names(&ids))
    }

    /// Who fights whom, if the battle began in this season.
    fn who(&self, account: &Account) -> Option<String> {
        let lineup = account.first?;
        let (ours, theirs) = (self.host(lineup, Side::French), self.host(lineup, Side::Enemy));
        if !account.begun {
            let (ours, theirs) = lineup.strength(Side::French).zip(lineup.strength(Side::Enemy))?;
            return Some(format!("You stand with {ours} against {theirs}."));
        }
        Some(match self.attacker {
            Some(Side::French) => format!("You attack with {ours} against {theirs}."),
            Some(Side::Enemy) => format!("The enemy attacks with {theirs} against {ours}."),
            None => format!("On your side fight {ours}; on the other {theirs}."),
        })
    }

    fn envelopment(&self, account: &Account) -> Option<String> {
        let side = account.enveloped?;
        let times = self.book.figures.outweighed;
        let (who, name) = (subject(side), self.book.map.name(self.at));
        let is = if side == Side::French { "are" } else { "is" };
        let other = capital(&does(side.opponent(), "hold"));
        Some(format!(
            "{} {is} outnumbered {times} to 1 and destroyed without a battle. {other} {name}.",
            capital(who)
        ))
    }

    /// Whose act it is.
    fn actor(&self, by: By) -> Option<String> {
        match by {
            By::Force(id, plan) => {
                Some(format!("{}'s {}", self.name(id), self.book.plans.name(plan)))
            }
            By::Insight(insight) => Some(format!("the insight {}", insight.name())),
            By::Nobody => None,
        }
    }

    /// What an act does: `destroys Provera and reduces Brempt`.
    fn effect(&self, blow: &Blow) -> String {
        let lists = [("destroys", &blow.destroyed), ("reduces", &blow.reduced)];
        let some = lists.into_iter().filter(|(_, list)| !list.is_empty());
        let told = some.map(|(verb, list)| format!("{verb} {}", self.names(list)));
        listed(&told.collect::<Vec<_>>())
    }

    /// The side that a blow fell on.
    fn on(&self, blow: &Blow) -> Option<Side> {
        blow.destroyed.iter().chain(&blow.reduced).next().map(|id| self.side(*id))
    }

    /// Some blows in a sentence.
    fn told(&self, blows: &[&Blow], with_turn: bool) -> String {
        let told = blows.iter().filter_map(|blow| {
            let turn = if with_turn { format!(" in turn {}", blow.turn) } else { String::new() };
            Some(format!("{}{turn} {}", self.actor(blow.by)?, self.effect(blow)))
        });
        told.collect::<Vec<_>>().join("; ")
    }

    /// All blows, if they are few; else those of the turn in which the loser lost most, beyond what the
    /// other side lost.
    fn blows(&self, account: &Account) -> Option<String> {
        let one_turn = account.turns.is_some_and(|(first, last)| first == last);
        let known = account.blows.iter().filter(|blow| self.actor(blow.by).is_some());
        let known: Vec<&Blow> = known.collect();
        if known.is_empty() {
            return None;
        }
        if one_turn || known.len() <= BLOWS {
            return Some(sentence(&self.told(&known, !one_turn)));
        }
        let winner = winner(account);
        let gain = |turn: u32, side: Side| -> i64 {
            let of_turn = known.iter().filter(|blow| blow.turn == turn);
            let one = |blow: &&Blow| {
                let value = i64::from(blow.value);
                if self.on(blow) == Some(side) { -value } else { value }
            };
            of_turn.map(one).sum()
        };
        let best = |side: Side| {
            let turns = known.iter().map(|blow| blow.turn);
            turns.map(|turn| (gain(turn, side), turn)).max()
        };
        let sides = match winner {
            Some(winner) => vec![winner],
            None => vec![Side::French, Side::Enemy],
        };
        let found = sides.into_iter().filter_map(|side| Some((best(side)?, side)));
        let ((_, turn), side) = found.max_by_key(|(best, _)| *best)?;
        let fell = |blow: &&&Blow| blow.turn == turn && self.on(blow) == Some(side.opponent());
        let blows: Vec<&Blow> = known.iter().filter(fell).copied().collect();
        if blows.is_empty() {
            return None;
        }
        Some(format!("Turn {turn} is the heaviest: {}.", self.told(&blows, false)))
    }

    /// What both sides lost.
    fn cost(&self, account: &Account) -> Option<String> {
        let (first, last) = account.turns?;
        let counted = |cost: &Cost| cost.destroyed.len() + cost.reduced.len();
        let (french, enemy) = &account.costs;
        if counted(french) + counted(enemy) == 0 {
            return Some("Nobody is lost.".to_owned());
        }
        let named = account.blows.iter().filter(|blow| self.actor(blow.by).is_some());
        let named: usize = named.map(|blow| blow.destroyed.len() + blow.reduced.len()).sum();
        if first == last && named == counted(french) + counted(enemy) {
            // All of it was just told.
            return None;
        }
        let told = |side: Side| {
            let cost = of(&account.costs, side);
            let there = account.first.filter(|lineup| lineup.strength(side).is_some());
            let all = there.is_some_and(|lineup| {
                let many = lineup.of(side).len();
                many > 1 && many == cost.destroyed.len()
            });
            let lost = match cost.destroyed.len() {
                0 => "nobody".to_owned(),
                many if all => format!("all {many}"),
                _ => self.names(&cost.destroyed),
            };
            let reduced: Vec<ForceId> = cost.reduced.iter().copied().collect();
            let but = if cost.destroyed.is_empty() { "but" } else { "and" };
            let reduced = match reduced.len() {
                0 => String::new(),
                1 => format!(", {but} {} is reduced", self.names(&reduced)),
                _ => format!(", {but} {} are reduced", self.names(&reduced)),
            };
            format!("{} {lost}{reduced}", does(side, "lose"))
        };
        Some(sentence(&format!("{}; {}", told(Side::French), told(Side::Enemy))))
    }

    /// How it ended, who went where, and who holds the area.
    fn end(&self, account: &Account) -> Option<String> {
        let ((end, withdrawal), (_, last)) = account.end.zip(account.turns)?;
        let name = self.book.map.name(self.at);
        let went = account.went.iter().map(|(who, to)| {
            let goes = if who.len() == 1 { "falls" } else { "fall" };
            format!(" {} {goes} back to {}.", self.names(who), self.book.map.name(*to))
        });
        let napoleon = account.napoleon_went.map(|to| match to {
            Some(to) => format!(" Napoleon goes to {}.", self.book.map.name(to)),
            None => " Napoleon is taken.".to_owned(),
        });
        let went: String = went.chain(napoleon).collect();
        let over = format!("After turn {last}");
        Some(match (end, withdrawal) {
            (End::Alone(Some(side)), _) => format!("{over} {} {name}.{went}", does(side, "hold")),
            (End::Alone(None), _) => format!("{over} nobody is left at {name}.{went}"),
            (End::Withdrawal, Some(Withdrawal::EnemyRetreat)) => {
                format!("{over} the time is over and the enemy retreats: you hold {name}.{went}")
            }
            (End::Withdrawal, Some(Withdrawal::FrenchRetreat)) => {
                format!("{over} the time is over and you retreat: the enemy holds {name}.{went}")
            }
            (End::Withdrawal, Some(Withdrawal::Rejoin)) => {
                format!("{over} the time is over, and the battle begins anew.{went}")
            }
            (End::Withdrawal, Some(Withdrawal::Encamp) | None) => format!(
                "{over} the time is over; both sides stay at {name}, and nobody holds it: they fight again in \
                 the next step of battles, which may follow forced marches of this turn, and losses count anew.{went}"
            ),
        })
    }
}

/// Who has won, if anybody has.
fn winner(account: &Account) -> Option<Side> {
    match account.end? {
        (End::Alone(side), _) => side,
        (End::Withdrawal, Some(Withdrawal::EnemyRetreat)) => Some(Side::French),
        (End::Withdrawal, Some(Withdrawal::FrenchRetreat)) => Some(Side::Enemy),
        (End::Withdrawal, Some(Withdrawal::Rejoin | Withdrawal::Encamp) | None) => None,
    }
}
