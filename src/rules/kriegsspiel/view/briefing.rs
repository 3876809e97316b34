//! What a player reads before their first orders, and the calendar of every mail.

use super::forces::{self, ForceLine, IntelLine};
use crate::book::Book;
use crate::book::scenario::End;
use crate::orders::blank_form::own_groups;
use crate::orders::fleets::berth_told;
use crate::position::Position;
use crate::sea::meeting;
use crate::sight::known::Known;
use kit::ground::Space;
use kit::names::capital;
use kit::relations::Relation;
use play::Briefing;

/// The page for a power.
pub fn briefing(book: &Book, known: &Known) -> Briefing {
    let mut own = forces::forces(book, known, |power| power == known.power);
    own.sort_by_key(|line| std::cmp::Reverse(line.combat));
    let told =
        |line: &ForceLine| format!("{}: combat strength {}, {}", line.name, line.combat, line.at);
    let aim = format!(
        "At the end of {} each power has a point for each victory city above those it began with. {}.",
        book.scenario.last,
        super::victory(book, known).join("; ")
    );
    let sides = known.relations.told(&known.power, |power| book.title(power));
    let points = super::money::allowance(book, known).unwrap_or_else(|| {
        format!("You have {} action points each turn.", book.action_points(&known.power))
    });
    let seen = forces::intel(book, known).iter().map(in_sight).collect();
    let mut about = vec![sides];
    about.extend(neutrals(book, known));
    about.extend(fleets(book, known));
    about.push(aim);
    about.extend(held_for_now(book, known));
    about.push(points);
    Briefing::new(about, own.iter().map(told).collect(), seen)
}

/// The power's ships, where they are played: each group and its place.
fn fleets(book: &Book, known: &Known) -> Option<String> {
    let groups = own_groups(known).into_iter();
    let told = groups.map(|group| {
        let ships = meeting::ships(&known.navy, &group);
        let unit = if ships == 1 { "ship" } else { "ships" };
        format!("{}, {ships} {unit}, {}", book.given(&group.who), berth_told(book, &group.at))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!("Your fleets: {}.", told.join("; ")))
}

/// The cities of others that a power's side holds: what keeps them, and that they feed nobody (§14.1, §15.1).
pub fn held_for_now(book: &Book, known: &Known) -> Option<String> {
    let is_lent = |at: &Space| {
        let (owner, holder) = (known.owner(book, *at)?, known.holder(book, *at)?);
        let lent = book.in_play(*at) && known.is_ours(holder) && !known.is_ours(owner);
        lent.then(|| format!("{} ({})", book.atlas.place(*at), book.title(owner)))
    };
    let cities: Vec<String> = book.lands.cities().keys().filter_map(is_lent).collect();
    (!cities.is_empty()).then(|| {
        format!(
            "Cities of other nations that your side holds: {}. Such a city feeds nobody without a depot in it, and \
             goes back to its nation at the end of a turn in which no infantry of your side stands in it.",
            cities.join(", ")
        )
    })
}

/// Whose land is shut to a power, and who may cross whose, if there are neutrals (§6).
pub fn neutrals(book: &Book, known: &Known) -> Vec<String> {
    let own = known.power.as_str();
    let titles = |is: &dyn Fn(&str) -> bool| {
        let others =
            known.relations.parties().filter(|other| *other != own && known.is_in_play(other));
        let others = others.filter(|other| is(other));
        others.map(|other| book.title(other)).collect::<Vec<_>>().join(", ")
    };
    let neutral = titles(&|other| {
        matches!(known.relation(own, other), Relation::Neutral | Relation::Passage)
    });
    let hosts = titles(&|other| known.relation(own, other) == Relation::Passage);
    let guests = titles(&|other| known.relation(other, own) == Relation::Passage);
    let said = |names: String, tell: fn(&str) -> String| {
        Some(names).filter(|names| !names.is_empty()).map(|names| tell(&names))
    };
    let lines = [
        said(neutral, |names| {
            format!(
                "You are neutral to: {names}. You and they do not fight, and without a passage your \
                 troops stop at the border of a neutral."
            )
        }),
        said(hosts, |names| format!("These let your troops through their land: {names}.")),
        said(guests, |names| format!("You let the troops of these through your land: {names}.")),
    ];
    lines.into_iter().flatten().collect()
}

fn in_sight(line: &IntelLine) -> String {
    let more = if line.more.is_empty() { String::new() } else { format!(" ({})", line.more) };
    format!("{}: {}{more} at {}, {}.", line.power, line.band, line.at, line.how)
}

/// Which turn of how many this is, what follows, and what silence costs.
pub fn calendar(book: &Book, known: &Known) -> Vec<String> {
    let (season, last) = (known.season, book.scenario.last);
    let turns = std::iter::successors(Some(season), |one| Some(one.next()));
    let more = turns.take_while(|one| *one <= last).count().saturating_sub(1);
    let name = capital(&season.to_string());
    let now = match known.politics.council {
        true => format!("{} comes before {season}. ", capital(&known.moment().to_string())),
        false => String::new(),
    };
    let when = match more {
        0 => format!("{name} is the last turn."),
        1 => format!("{name} and one more turn: the last is {last}."),
        more => format!("{name} and {more} more turns: the last is {last}."),
    };
    let left = match known.money.played {
        true => "what is left in your purse when supply is paid becomes money",
        false => "action points that are not spent are lost",
    };
    if known.politics.council {
        let silence = "Without a sheet nothing is declared and nothing agreed on.";
        return vec![format!("{now}{when}"), silence.to_owned()];
    }
    vec![
        format!("{now}{when} {}", ends_early(book, known)),
        format!(
            "Without a sheet your standing orders are played; without those your forces stay where they \
             are, and {left}."
        ),
    ]
}

/// What ends the game before its last turn.
pub fn ends_early(book: &Book, known: &Known) -> String {
    if !known.politics.played {
        return "It ends early with the turn in which a great power loses its capital.".to_owned();
    }
    let line = |end: &End| {
        let names: Vec<&str> = end.beaten.iter().map(|power| book.title(power)).collect();
        let points = end
            .points
            .iter()
            .map(|(power, least)| format!(" and {} has {least} points", book.title(power)));
        format!("{} has submitted{}", names.join(" or "), points.collect::<String>())
    };
    let ends: Vec<String> = book.scenario.ends.iter().map(line).collect();
    match ends.is_empty() {
        true => "Nothing ends it early: a power that submits goes on.".to_owned(),
        false => format!("It ends early with the turn after which {}.", ends.join(", or ")),
    }
}
