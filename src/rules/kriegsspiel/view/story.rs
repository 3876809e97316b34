//! What happened, in sentences: for a side, for everybody, for the newspaper, for the umpire, and
//! about orders.

use super::{battle, estimate, forces, money, politics, reasons, remark, sea};
use crate::book::{Book, Chance};
use crate::march::losses;
use crate::record::event::{
    BattleKind, Event, Fate, ForceEvent, Halt, Held, Losses, OrderEvent, PublicEvent, WarEvent,
};
use crate::record::state::Formation;
use kit::ground::Space;
use kit::ledger::Source;
use kit::names::{capital, listed};
use sheet::condition::WhyNot;
use std::collections::BTreeMap;

/// The word for a sort of battle.
pub fn kind(kind: BattleKind) -> &'static str {
    match kind {
        BattleKind::Field => "field battle",
        BattleKind::Meeting => "meeting engagement",
        BattleKind::Siege => "assault",
    }
}

/// Losses in a few words: how many battalions, regiments and batteries of what. Of a kind that takes
/// more than one hit the hits are told, since a battalion may be worn already (§10.5).
pub fn lost(book: &Book, lost: &Losses) -> String {
    let mut sums: BTreeMap<&str, u32> = BTreeMap::new();
    for (kind, hits) in lost.values().flatten() {
        *sums.entry(kind.as_str()).or_insert(0) += hits;
    }
    if losses::count(lost) == 0 {
        return "nobody".to_owned();
    }
    let tell = |(kind, hits): (&&str, &u32)| {
        let (each, names) = (book.troops.kind(kind).hits, book.troops.kind(kind).arm.unit());
        match each {
            1 => format!("{} of {kind}", count(*hits, names)),
            _ => {
                let hits = count(*hits, ("hit", "hits"));
                format!("{hits} on {} ({each} hits destroy a {})", in_words(kind), names.0)
            }
        }
    };
    sums.iter().map(tell).collect::<Vec<_>>().join(", ")
}

/// A sort of troops as prose has it: the name of a people has a capital.
fn in_words(kind: &str) -> String {
    if kind.starts_with("austrian ") { capital(kind) } else { kind.to_owned() }
}

/// What a share of a force comes to.
fn price(book: &Book, percent: u32, gone: &Losses) -> String {
    match (percent, losses::count(gone)) {
        (0, 0) => "nothing".to_owned(),
        (_, 0) => format!("{percent} %, which comes to nobody"),
        (..) => format!("{percent} %: {}", lost(book, gone)),
    }
}

/// So many of something, in the singular or the plural.
fn count(number: u32, (one, more): (&str, &str)) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// What happened to one's own side, a line a march: the first hex of it stands for all.
pub fn sentences(book: &Book, events: &[Event]) -> Vec<String> {
    let mut marches = Marches::of(events);
    let mut lines = vec![];
    let on_sea = |(event, after): &(&Event, usize)| sea::is_passed(event, &events[*after..]);
    for (event, _) in events.iter().zip(1..).filter(|one| !on_sea(one)) {
        if let Event::Force(ForceEvent::Moved { who, power, .. }) = event {
            lines.extend(marches.told(book, who, power));
        } else if let Event::Force(ForceEvent::Halted { who, power, at, halt: Halt::Enemy }) = event
            && let Some(foe) = reasons::met(book, events, (power, *at))
        {
            let (who, at) = (book.given(who), book.atlas.place(*at));
            lines.push(format!("{who} stops at {at}: it met {foe}"));
        } else {
            lines.extend(own(book, event));
        }
    }
    lines
}

/// The ways of all forces of a turn, each to be told once.
pub struct Marches<'e>(BTreeMap<(&'e str, &'e str), Vec<(Space, u32)>>);

impl<'e> Marches<'e> {
    /// Those among some events.
    pub fn of(events: &'e [Event]) -> Self {
        let mut ways: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for event in events {
            if let Event::Force(ForceEvent::Moved { who, power, to, spent, .. }) = event {
                ways.entry((who.as_str(), power.as_str())).or_default().push((*to, *spent));
            }
        }
        Self(ways)
    }

    /// The whole way of a force, unless it was told before.
    pub fn told(&mut self, book: &Book, who: &'e str, power: &'e str) -> Option<String> {
        let steps = self.0.remove(&(who, power))?;
        let way: Vec<String> = steps.iter().map(|(to, _)| book.atlas.place(*to)).collect();
        let spent = steps.last().map_or(0, |(_, spent)| *spent);
        let unit = if spent == 1 { "point" } else { "points" };
        let ((to, over), who) = (way.split_last()?, book.given(who));
        let over = match over {
            [] => String::new(),
            over => format!(" via {}", listed(over)),
        };
        Some(format!("{who} marched{over} to {to} ({spent} {unit})"))
    }
}

/// What happened to one's own side, but for battles; they have a section of their own.
pub fn own(book: &Book, event: &Event) -> Option<String> {
    match event {
        Event::Order(OrderEvent::Spent { points, place: 0, .. }) => Some(format!(
            "{} spent (§17)",
            count(*points, ("action point is", "action points are"))
        )),
        Event::Order(OrderEvent::Spent { power, points, place, lot, .. }) => {
            let (who, lot) = (book.title(power), if *lot { ", by lot" } else { "" });
            Some(format!(
                "{who} spends {} and is number {place} to move{lot} (§12.1)",
                count(*points, ("action point", "action points"))
            ))
        }
        // The purse has a section of its own.
        Event::Order(_) | Event::Public(_) | Event::Money(_) | Event::Council(_) => None,
        Event::Sea(event) => sea::own(book, event),
        Event::Force(event) => force(book, event),
        Event::War(event) => war(book, event),
    }
}

/// Depots that came in.
fn stored(power: &str, depots: u8) -> String {
    format!("{power} has {} more at hand", count(u32::from(depots), ("depot", "depots")))
}

/// Who came, marched and was fed; a march is told whole.
fn force(book: &Book, event: &ForceEvent) -> Option<String> {
    let at = |space: &Space| book.atlas.place(*space);
    let title = |power: &str| book.title(power).to_owned();
    Some(match event {
        ForceEvent::Moved { .. } => return None,
        ForceEvent::GeneralPlaced { general, .. } => {
            format!("{} arrives at {}", general.name, at(&general.at))
        }
        ForceEvent::Placed { formation, .. } => {
            format!("{} arrives at {}", book.given(&formation.name), at(&formation.at))
        }
        ForceEvent::Assigned { formation, under, .. } => match (book.given(formation), under) {
            (formation, Some(general)) => format!("{formation} comes under {general}"),
            (formation, None) => format!("{formation} stands by itself"),
        },
        ForceEvent::Reshaped { formations, gone, .. } => reshaped(book, formations, gone),
        ForceEvent::Halted { who, at: space, halt, .. } => {
            format!("{} stops at {}: {}", book.given(who), at(space), reasons::halt(book, halt))
        }
        ForceEvent::ForceMarched { who, hexes, percent, lost: gone, .. } => {
            let hexes = count(*hexes, ("hex", "hexes"));
            let price = price(book, *percent, gone);
            let who = book.given(who);
            format!("{who} marched {hexes} beyond its pace, which cost {price} (§12.5)")
        }
        ForceEvent::Set { power, to, .. } => {
            format!("a force of {} is set at {}", title(power), at(to))
        }
        ForceEvent::Taken { power, lost: gone } => {
            format!("{} loses {}", title(power), lost(book, gone))
        }
        ForceEvent::Stored { power, depots } => stored(&title(power), *depots),
        ForceEvent::Deployed { power, at: space } => {
            format!("{} deploys a depot at {} (§15.2)", title(power), at(space))
        }
        ForceEvent::DepotLost { power, at: space, by } => {
            format!("the depot of {} at {} falls to {}", title(power), at(space), title(by))
        }
        ForceEvent::Starved { power, at: space, foragers, corps, forage, percent, lost: gone } => {
            let (why, rule) = estimate::hunger(*foragers, *corps, *forage);
            let (power, at) = (title(power), at(space));
            format!(
                "{power} pays for hunger at {at} with {} ({rule}): {why}",
                price(book, *percent, gone)
            )
        }
        ForceEvent::Harried { who, target, at: space, die, percent, lost: gone, .. } => {
            let price = price(book, *percent, gone);
            let (who, target) = (book.given(who), book.given(target));
            harried(who, target, target, &format!("{} (die {die})", at(space)), &price)
        }
        ForceEvent::HarriedMadeOut { who, of, at: space, toll, .. } => {
            let target = format!("troops of {}", title(of));
            harried(book.given(who), &target, "them", &at(space), estimate::losses(*toll))
        }
        ForceEvent::Supplied { power, unfed, .. } => {
            if unfed.is_empty() {
                return None;
            }
            let unfed = book.given_names(unfed);
            format!("{} has forces out of supply: {unfed} (§15.1)", title(power))
        }
    })
}

/// Formations that gave and took units, and those that end (§10.2).
fn reshaped(book: &Book, formations: &[Formation], gone: &[String]) -> String {
    let has =
        |one: &Formation| format!("{} has {}", book.given(&one.name), forces::units(book, one));
    let all: Vec<String> = formations.iter().map(has).collect();
    let gone = match gone.is_empty() {
        true => String::new(),
        false => format!("; {} ends", book.given_names(gone)),
    };
    format!("reorganized: {}{gone}", all.join("; "))
}

/// What marauders did, and what it cost (§10.4).
fn harried(who: &str, target: &str, them: &str, at: &str, price: &str) -> String {
    format!("{who} harried {target} at {at}, which cost {them} {price} (§10.4)")
}

/// The war in sentences: sieges, retreats, and who comes for whom.
fn war(book: &Book, event: &WarEvent) -> Option<String> {
    let at = |space: &Space| book.atlas.place(*space);
    let title = |power: &str| book.title(power).to_owned();
    Some(match event {
        WarEvent::Fought(_) | WarEvent::MadeOut(_) => return None,
        WarEvent::Invested { at: space, by, of, percent, lost: gone } => {
            let cost = match gone.is_empty() {
                true => String::new(),
                false => format!(" and loses {percent} %: {}", lost(book, gone)),
            };
            format!("{} is shut in at {} by {}{cost} (§19.5)", title(of), at(space), title(by))
        }
        WarEvent::Decided { who, at: space, topic, choice, source, held, failed, .. } => chosen(
            (book.given(who), &at(space)),
            (topic, choice),
            *source,
            (*held, failed.as_ref()),
        )?,
        WarEvent::StoodOff { at: space, powers } => {
            let powers: Vec<String> = powers.iter().map(|power| title(power)).collect();
            let (powers, at) = (listed(&powers), at(space));
            format!("{powers} defend at {at}, so there is no battle (§19.1)")
        }
        WarEvent::BrokeOff { at: space, power, .. } => {
            format!("{} leaves the field at {} in the night (§19.4)", title(power), at(space))
        }
        WarEvent::Retreated { power, formations, generals, from, to } => {
            let who = book.given_names(generals.iter().chain(formations));
            let (from, to) = (at(from), at(to));
            format!("{} falls back from {from} to {to}: {who} (§19.5)", title(power))
        }
        WarEvent::Surrendered { power, at: space, lost: gone } => {
            let what = if gone.is_empty() { String::new() } else { lost(book, gone) };
            let names: Vec<&str> = gone.keys().map(|name| book.given(name)).collect();
            let names = match names.as_slice() {
                [] => String::new(),
                names => format!(" ({})", listed(names)),
            };
            surrender(&format!("{}{names}", title(power)), &at(space), &what)
        }
        WarEvent::Yielded { power, at: space, units } => {
            let what = format!("{units} battalions, regiments and batteries");
            surrender(&title(power), &at(space), &what)
        }
        WarEvent::Succeeded { general, after, die } => format!(
            "{} succeeds {after} at {}, with rank {} (die {die}) (§19.7)",
            general.name,
            at(&general.at),
            general.rank,
        ),
        WarEvent::Withstood { at: space, power } => {
            format!("{} is strong enough at {} against a revolt (§8)", title(power), at(space))
        }
        WarEvent::DeathChecked { at: space, power, die, general } => {
            let (at, power) = (at(space), title(power));
            let fate = match general {
                Some(general) => format!("{general} of {power} falls"),
                None => format!("no general of {power} falls"),
            };
            format!("at {at} {fate} (die {die}; a 1 is fatal, §19.5)")
        }
    })
}

/// A force that lays down its arms, and what it was, if that is known.
fn surrender(who: &str, at: &str, what: &str) -> String {
    let what = if what.is_empty() { String::new() } else { format!(": {what}") };
    format!(
        "troops of {who} at {at} find no hex to fall back to, since the enemy shuts the others, and lay \
         down their arms{what} (§19.5)"
    )
}

/// A commander's choice in contact; a night without orders is not mentioned.
fn chosen(
    (who, at): (&str, &str),
    (topic, choice): (&str, &str),
    source: Source,
    (held, failed): (Option<Held>, Option<&WhyNot>),
) -> Option<String> {
    let condition = match topic {
        "break off" => "the `if` of its `break off`",
        _ => "the `if` of its stance",
    };
    let parts = failed.map(|failed| format!(": {}", failed.told())).unwrap_or_default();
    let why = match (source, held) {
        (Source::Ruling, _) => "as the umpire ruled".to_owned(),
        (Source::Default, None) => "by default, as no stance was ordered".to_owned(),
        (Source::Default, Some(_)) | (_, Some(Held::NotKnown)) => {
            format!("because it was not known whether {condition} held{parts}")
        }
        (_, Some(Held::Yes)) => format!("because {condition} held"),
        (_, Some(Held::No)) => format!("because {condition} did not hold{parts}"),
        (_, None) => "as ordered".to_owned(),
    };
    match (topic, choice, source, held) {
        ("commander", ..) if source == Source::Default => {
            Some(format!("{choice} commands at {at}, the first of equals by the list (§10.1)"))
        }
        ("commander", ..) => Some(format!("{choice} commands at {at}, {why} (§10.1)")),
        ("break off", "no", Source::Default, None) => None,
        ("break off", "no", ..) => Some(format!("{who} stays in the field at {at}, {why} (§19.4)")),
        ("break off", ..) => Some(format!("{who} means to leave {at} in the night, {why} (§19.4)")),
        _ => Some(format!("{who} is to {choice} at {at}, {why} (§19.1)")),
    }
}

/// What was published to everybody (§8).
pub fn published(book: &Book, event: &Event) -> Option<String> {
    let at = |space: &Space| book.atlas.place(*space);
    let title = |power: &str| book.title(power).to_owned();
    let all = |powers: &[String]| reasons::all_titles(book, powers);
    let event = match event {
        Event::Public(event) => event,
        Event::Council(event) => return politics::published(book, event),
        Event::Sea(event) => return sea::published(book, event),
        Event::Order(_) | Event::Force(_) | Event::War(_) | Event::Money(_) => return None,
    };
    Some(match event {
        PublicEvent::BattleEnded { at: space, kind: of, attacker, defender, winner, days } => {
            let days = if *days == 1 { String::new() } else { format!(", {days} days") };
            let end = if winner.is_empty() {
                "neither side holds the field".to_owned()
            } else {
                format!(
                    "{} hold{} the field",
                    all(winner),
                    if winner.len() == 1 { "s" } else { "" }
                )
            };
            let (who, whom) = (all(attacker), all(defender));
            format!("{} at {}: {who} against {whom}{days}; {end}", kind(*of), at(space))
        }
        PublicEvent::GeneralLost { general, power, at: space, fate } => {
            let how = match fate {
                Fate::Killed => "fell",
                Fate::Captured => "was captured",
            };
            format!("{general} ({}) {how} at {}", title(power), at(space))
        }
        PublicEvent::Captured { at: space, power, ruled: true, .. }
        | PublicEvent::Reverted { at: space, power, ruled: true, .. } => {
            format!("{} is held by {}, by the umpire's ruling (§3)", at(space), title(power))
        }
        PublicEvent::Captured { at: space, power, from, .. } => {
            format!("{} falls from {} to {}", at(space), title(from), title(power))
        }
        PublicEvent::Reverted { at: space, power, from, .. } => {
            format!("{} goes back from {} to {}", at(space), title(from), title(power))
        }
        PublicEvent::Raided { at: space, power, nation, cost } => format!(
            "{} raids {}: {cost} resource points of {} (§19.9)",
            title(power),
            at(space),
            title(nation)
        ),
        PublicEvent::TitlePassed { province, power, from, ruled, .. } => {
            let ruled = if *ruled { ", by the umpire's ruling (§3)" } else { " (§14.3)" };
            format!(
                "the province {province} passes from {} to {}{ruled}",
                title(from),
                title(power)
            )
        }
        PublicEvent::TreasuryTaken { nation, power } => {
            format!("the treasury of {} is taken by {} (§16.7)", title(nation), title(power))
        }
        PublicEvent::Chanced { dice, word } => chanced(book, dice, *word),
        PublicEvent::Reformed { nation } => format!("{} can form corps now (§10.2)", title(nation)),
        PublicEvent::Submitted { nation, to } => {
            format!("{} submits to {} (§20)", title(nation), title(to))
        }
        PublicEvent::SeasonBegan { .. }
        | PublicEvent::Scored { .. }
        | PublicEvent::SeasonEnded { .. } => return None,
    })
}

/// The random event of a turn.
fn chanced(book: &Book, dice: &[u8], word: Chance) -> String {
    let line = book.chances.iter().find(|line| line.word == word);
    let text = line.map_or("", |line| &line.text);
    // A storm is played where ships are.
    let is_idle = book.navies.is_none() && line.is_some_and(|line| line.idle);
    let idle = if is_idle { "; nothing of it is played" } else { "" };
    let sum: u32 = dice.iter().map(|die| u32::from(*die)).sum();
    format!("random event, roll {sum}: {text}{idle} (§8)")
}

/// The headline of an event, if it makes one, with its weight: the least comes first.
pub fn headline(book: &Book, event: &Event) -> Option<(u8, String)> {
    let event = match event {
        Event::Public(event) => event,
        Event::Council(event) => return politics::headline(book, event),
        Event::Sea(event) => return sea::headline(book, event),
        Event::Order(_) | Event::Force(_) | Event::War(_) | Event::Money(_) => return None,
    };
    let place = |at: &Space| book.atlas.name(*at);
    let all = |powers: &[String]| reasons::all_titles(book, powers);
    Some(match event {
        PublicEvent::Scored { winner, .. } => {
            let end = winner.as_ref().map_or("nobody", |power| book.title(power));
            (0, format!("The war is over: {end} wins"))
        }
        PublicEvent::Submitted { nation, to } => {
            (1, format!("{} submits to {}", book.title(nation), book.title(to)))
        }
        PublicEvent::Captured { at, power, .. } => {
            (2, format!("{} falls to {}", place(at), book.title(power)))
        }
        PublicEvent::Reverted { at, power, .. } => {
            (4, format!("{} goes back to {}", place(at), book.title(power)))
        }
        PublicEvent::BattleEnded { at, attacker, defender, winner, .. } => {
            let (at, who, whom) = (place(at), all(attacker), all(defender));
            // One power beats, two beat.
            let s = |powers: &[String]| if powers.len() == 1 { "s" } else { "" };
            let told = match winner.is_empty() {
                true => format!("{who} and {whom} fight at {at}, and neither holds the field"),
                false if winner.iter().any(|power| attacker.contains(power)) => {
                    format!("{who} beat{} {whom} at {at}", s(attacker))
                }
                false => format!("{whom} hold{} {at} against {who}", s(defender)),
            };
            (3, told)
        }
        PublicEvent::GeneralLost { general, power, fate, .. } => {
            let how = match fate {
                Fate::Killed => "has fallen",
                Fate::Captured => "is taken prisoner",
            };
            (4, format!("{general} ({}) {how}", book.title(power)))
        }
        PublicEvent::TitlePassed { province, power, from, .. } => {
            (2, format!("{province} passes from {} to {}", book.title(from), book.title(power)))
        }
        PublicEvent::TreasuryTaken { nation, power } => {
            let (nation, power) = (book.title(nation), book.title(power));
            (2, format!("the treasury of {nation} is in the hands of {power}"))
        }
        PublicEvent::Raided { at, power, .. } => {
            (5, format!("{} raids {}", book.title(power), place(at)))
        }
        PublicEvent::Chanced { .. }
        | PublicEvent::Reformed { .. }
        | PublicEvent::SeasonBegan { .. }
        | PublicEvent::SeasonEnded { .. } => return None,
    })
}

/// One event in a sentence, as the umpire is told of it.
pub fn whole(book: &Book, event: &Event) -> String {
    let told = match event {
        Event::Order(one) => order_of(book, one),
        Event::Public(one) => public_of(book, one),
        Event::Force(one) => force_of(book, one),
        Event::War(WarEvent::Fought(day)) => {
            let day = battle::day(book, day);
            let (who, whom) = (day.attacker.name, day.defender.name);
            Some(format!("{}: {who} against {whom}; {}: {}", day.title, day.sum, day.verdict))
        }
        Event::War(_) => None,
        Event::Money(event) => Some(money::sentence(book, event)),
        Event::Council(event) => Some(politics::whole(book, event)),
        Event::Sea(event) => sea::whole(book, event),
    };
    let told = told.or_else(|| published(book, event)).or_else(|| own(book, event));
    told.or_else(|| remark::remark(book, event)).unwrap_or_default()
}

/// Orders, as the umpire is told of them; a remark tells the rest.
fn order_of(book: &Book, event: &OrderEvent) -> Option<String> {
    let title = |power: &str| book.title(power).to_owned();
    Some(match event {
        OrderEvent::Ordered { power, by, .. } if by == "nothing" => {
            format!("{}: no orders", title(power))
        }
        OrderEvent::Ordered { power, by, .. } => format!("{}: orders from {by}", title(power)),
        OrderEvent::Letter { from, to, .. } => {
            format!("a letter from {} to {}", title(from), title(to))
        }
        OrderEvent::Worded { power, text, answer, taken, .. } => {
            let answer = match answer {
                Some(answer) => remark::answered(Some(answer), *taken),
                None => "for you to rule".to_owned(),
            };
            let text = text.trim().replace('\n', " ");
            format!("words of {}: \"{text}\": {answer}", title(power))
        }
        OrderEvent::Ruled { power, topic, choice, .. } => {
            format!("you chose for {}: {topic}: {choice}", title(power))
        }
        OrderEvent::Decreed { words, reason, told } => {
            format!("you ruled: {words} ({reason}); told to {}", told.join(", "))
        }
        OrderEvent::CutShort { power, who, entry, step, halt } => format!(
            "{}: entry {entry}, {}, step {step} is cut short: {}",
            title(power),
            book.given(who),
            reasons::halt(book, halt)
        ),
        OrderEvent::NotAsked { power, who, entry, .. } => {
            let what = "stance, break off and retreat of entry";
            let who = book.given(who);
            format!("{}: not all of the {what} {entry}, {who}, was used", title(power))
        }
        OrderEvent::Spent { .. }
        | OrderEvent::Misread { .. }
        | OrderEvent::Understood { .. }
        | OrderEvent::NotDone { .. } => return None,
    })
}

/// What begins and ends, and the count; the rest is published.
fn public_of(book: &Book, event: &PublicEvent) -> Option<String> {
    let title = |power: &str| book.title(power).to_owned();
    Some(match event {
        PublicEvent::SeasonBegan { season } => format!("{season} begins"),
        PublicEvent::SeasonEnded { season, over: true } => {
            format!("{season} ends, and the scenario")
        }
        PublicEvent::SeasonEnded { season, over: false } => format!("{season} ends"),
        PublicEvent::Scored { points, winner } => {
            let points = points.iter().map(|(power, sum)| format!("{} {sum}", title(power)));
            let winner = winner
                .as_deref()
                .map_or("nobody wins".to_owned(), |power| format!("{} wins", title(power)));
            format!("points: {}; {winner}", points.collect::<Vec<_>>().join(", "))
        }
        PublicEvent::BattleEnded { .. }
        | PublicEvent::GeneralLost { .. }
        | PublicEvent::Captured { .. }
        | PublicEvent::Reverted { .. }
        | PublicEvent::Raided { .. }
        | PublicEvent::TitlePassed { .. }
        | PublicEvent::TreasuryTaken { .. }
        | PublicEvent::Chanced { .. }
        | PublicEvent::Reformed { .. }
        | PublicEvent::Submitted { .. } => return None,
    })
}

/// What a story tells as a part of something else; the rest has a sentence of its own there.
fn force_of(book: &Book, event: &ForceEvent) -> Option<String> {
    match event {
        ForceEvent::Moved { who, to, spent, .. } => {
            Some(format!("{} marches to {} ({spent})", book.given(who), book.atlas.place(*to)))
        }
        ForceEvent::Supplied { power, fed, unfed } => {
            let all = format!("{}: {} in supply", book.title(power), fed.len());
            unfed.is_empty().then_some(all)
        }
        ForceEvent::Set { .. }
        | ForceEvent::Taken { .. }
        | ForceEvent::GeneralPlaced { .. }
        | ForceEvent::Placed { .. }
        | ForceEvent::Assigned { .. }
        | ForceEvent::Reshaped { .. }
        | ForceEvent::Halted { .. }
        | ForceEvent::ForceMarched { .. }
        | ForceEvent::Deployed { .. }
        | ForceEvent::Stored { .. }
        | ForceEvent::DepotLost { .. }
        | ForceEvent::Starved { .. }
        | ForceEvent::HarriedMadeOut { .. }
        | ForceEvent::Harried { .. } => None,
    }
}
