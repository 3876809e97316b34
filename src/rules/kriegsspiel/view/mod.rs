//! The known, laid out as the sections of a report: names and sentences, no arithmetic left to do.
//!
//! One file a section; the templates of the same names loop and print.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod annals;
pub mod battle;
pub mod became;
pub mod briefing;
pub mod chart;
pub mod digest;
pub mod estimate;
pub mod forces;
pub mod headline;
pub mod money;
pub mod newspaper;
pub mod politics;
pub mod reasons;
pub mod remark;
pub mod sea;
pub mod story;

use super::book::Book;
use crate::position::Position;
use crate::record::event::{CouncilEvent, Event, OrderEvent, PublicEvent};
use crate::record::moment::Moment;
use crate::season::territory;
use crate::sight::intel_levels::Intel;
use crate::sight::known::Known;
use kit::calendar::Season;
use kit::ledger::{Shown, ruled_in_words};
use kit::names::sentence;
use play::view::{Head, Letter, NOTHING};
use serde::Serialize;

/// A report's sections.
#[derive(Debug, Serialize)]
pub struct View {
    #[serde(flatten)]
    pub head: Head,
    /// What happened to our side, in order.
    pub story: Vec<String>,
    /// The battles that our side fought.
    pub battles: Vec<battle::BattleStory>,
    /// What powers are to each other; nothing where that cannot change.
    pub politics: Vec<String>,
    /// What there is to spend, and how it came about; nothing where money is not played.
    pub purse: Vec<String>,
    /// What was published to everybody.
    pub published: Vec<String>,
    /// What became of orders that were not carried out as written.
    pub remarks: Vec<String>,
    /// Our ships, and what was seen of others'; nothing where no fleets are played.
    pub fleets: Vec<String>,
    pub sails: Vec<String>,
    /// The order of battle.
    pub forces: Vec<forces::ForceLine>,
    pub allies: Vec<forces::ForceLine>,
    /// Who of the power is out of supply, and why.
    pub unfed: Vec<String>,
    /// The hits that our side has taken since the beginning.
    pub losses: Vec<String>,
    pub depots: Vec<String>,
    /// The intel map.
    pub intel: Vec<forces::IntelLine>,
    /// How much the intel map tells, in a sentence.
    pub intel_note: &'static str,
    pub victory: Vec<String>,
    pub action_points: u32,
    /// Whether a council was held.
    pub was_council: bool,
    /// Whether a council comes next, in which nobody marches.
    pub is_council: bool,
    /// The turn to come, or that after the council.
    pub turn: String,
    /// Who comes in the turn to come.
    pub coming: Vec<String>,
    pub special_rules: Vec<String>,
}

/// Lays out what a power knows.
pub fn view(book: &Book, known: &Known) -> View {
    let seen_events = &known.seen_events;
    let began = began(known);
    let over = seen_events.iter().any(|seen_event| {
        matches!(seen_event, Event::Public(PublicEvent::SeasonEnded { over: true, .. }))
    });
    let orders = seen_events.iter().find_map(|seen_event| {
        let Event::Order(OrderEvent::Ordered { power, by, .. }) = seen_event else { return None };
        (*power == known.power).then(|| by.clone())
    });
    let letter = |seen_event: &Event| {
        let Event::Order(OrderEvent::Letter { from, to, text }) = seen_event else { return None };
        Some(Letter {
            from: book.title(from).to_owned(),
            to: book.title(to).to_owned(),
            text: text.trim_end().to_owned(),
        })
    };
    let ruling = |seen_event: &Event| {
        let Event::Order(OrderEvent::Ruled { topic, choice, key, reason, .. }) = seen_event else {
            return None;
        };
        Some(ruled_in_words(key, (topic, choice), reason))
    };
    let forced = known.dice.iter().filter_map(Shown::forced_in_words);
    let points = book.action_points(&known.power);
    let head = Head {
        headline: headline::headline(book, known),
        orders: orders.unwrap_or_else(|| NOTHING.to_owned()),
        rulings: seen_events.iter().filter_map(ruling).chain(forced).collect(),
        letters: seen_events.iter().filter_map(letter).collect(),
        signs: if began.is_none() { crate::orders::primer::signs(book) } else { vec![] },
        ..Head::new(
            (&book.scenario.title, &known.power, book.title(&known.power)),
            (began, known.moment()),
            over,
        )
    };
    let sentences = |lines: Vec<String>| lines.iter().map(|line| sentence(line)).collect();
    let of_each = |tell: fn(&Book, &Event) -> Option<String>| {
        sentences(seen_events.iter().filter_map(|seen_event| tell(book, seen_event)).collect())
    };
    View {
        head,
        story: sentences(story::sentences(book, seen_events)),
        battles: battle::battles(book, known),
        politics: politics::lines(book, known),
        purse: sentences(money::purse(book, known)),
        published: of_each(story::published),
        remarks: sentences(remarks(book, seen_events)),
        fleets: sentences(sea::lines(book, known)),
        sails: sea::sails(book, known),
        forces: forces::forces(book, known, |power| power == known.power),
        allies: forces::forces(book, known, |power| power != known.power),
        unfed: sentences(forces::unfed(book, known, |power| power == known.power)),
        losses: forces::losses(book, known),
        depots: forces::depots(book, known),
        intel: forces::intel(book, known),
        intel_note: note(book.intel),
        victory: victory(book, known),
        action_points: points,
        was_council: was_council(known),
        is_council: known.politics.council,
        turn: known.season.to_string(),
        coming: crate::season::setup::coming(book, known),
        special_rules: book.scenario.special.iter().map(|special| special.text.clone()).collect(),
    }
}

/// What became of orders that were not carried out as written, in the order of the sheet; what is of no entry
/// of it stands above the entries.
fn remarks(book: &Book, events: &[Event]) -> Vec<String> {
    let entry = |event: &Event| match event {
        Event::Order(OrderEvent::NotDone { entry, .. }) => *entry,
        Event::Order(
            OrderEvent::Misread { entry, .. }
            | OrderEvent::Understood { entry, .. }
            | OrderEvent::CutShort { entry, .. },
        ) => Some(*entry),
        Event::Order(_)
        | Event::Public(_)
        | Event::Force(_)
        | Event::War(_)
        | Event::Money(_)
        | Event::Council(_)
        | Event::Sea(_) => None,
    };
    let mut told: Vec<(Option<u16>, String)> = events
        .iter()
        .filter_map(|event| Some((entry(event), remark::remark(book, event)?)))
        .collect();
    told.sort_by_key(|(entry, _)| *entry);
    told.into_iter().map(|(_, text)| text).collect()
}

/// The turn or council that was played, if one was.
fn began(known: &Known) -> Option<Moment> {
    known.seen_events.iter().find_map(|seen_event| match seen_event {
        Event::Public(PublicEvent::SeasonBegan { season }) => Some(Moment::turn(*season)),
        Event::Council(CouncilEvent::CouncilBegan { .. }) => Some(Moment::of(known.season, true)),
        Event::Order(_)
        | Event::Public(_)
        | Event::Force(_)
        | Event::War(_)
        | Event::Money(_)
        | Event::Council(_)
        | Event::Sea(_) => None,
    })
}

/// Whether a council was held, in which nobody marches.
fn was_council(known: &Known) -> bool {
    began(known).is_some_and(Moment::is_council)
}

/// The turn or council that the report is about.
fn season(known: &Known) -> Moment {
    began(known).unwrap_or(known.moment())
}

/// The turn of a report, with what the harvest added to its forage.
fn turn(known: &Known) -> (Season, i8) {
    match began(known) {
        Some(moment) if !moment.is_council() => (moment.season, known.harvest_before),
        Some(_) | None => (known.season, known.harvest),
    }
}

fn note(intel: Intel) -> &'static str {
    match intel {
        Intel::Scouted => {
            "A marker tells a nation and a band of size: a detachment has up to 8 battalions and \
             regiments, a corps up to 30, an army more. Scouts and contact tell who commands."
        }
        Intel::Vague => {
            "A marker tells a nation and a band of size, and nothing else: a detachment has up to 8 \
             battalions and regiments, a corps up to 30, an army more."
        }
        Intel::Estimates => {
            "A marker tells a nation, about how many battalions, regiments and batteries it has, \
             between which bounds, and who says so. Contact and cavalry beside it tell who commands, \
             and contact the combat value."
        }
        Intel::Open => {
            "The intel map shows every marker: a nation and a band of size. Scouts and contact tell \
             who commands."
        }
    }
}

/// Victory cities now and at the start, a line a power; captures are published (§8).
pub fn victory(book: &Book, known: &Known) -> Vec<String> {
    let start = territory::at_start(book);
    let now = territory::victory_cities(book, |at| known.holder(book, at).map(str::to_owned));
    let counted = known
        .seen_events
        .iter()
        .any(|event| matches!(event, Event::Public(PublicEvent::Scored { .. })));
    let line = |power: &String| {
        let (now, start) = (now.get(power).unwrap_or(&0), start.get(power).unwrap_or(&0));
        let cities = if *now == 1 { "city" } else { "cities" };
        let told = format!("{}: {now} victory {cities}, {start} at the start", book.title(power));
        let points = (now - start).max(0) + known.politics.forced_by(power);
        match counted {
            true => told,
            false => {
                format!("{told}: {points} {} so far", if points == 1 { "point" } else { "points" })
            }
        }
    };
    let powers = known.relations.parties().filter(|power| book.lands.nation(power).is_some());
    let mut lines: Vec<String> = powers.map(line).collect();
    for seen_event in &known.seen_events {
        if let Event::Public(PublicEvent::Scored { points, winner }) = seen_event {
            let points = points.iter().map(|(power, sum)| format!("{} {sum}", book.title(power)));
            lines.push(format!("points: {}", points.collect::<Vec<_>>().join(", ")));
            lines.push(match winner {
                Some(power) => format!("{} wins", book.title(power)),
                None => "nobody wins".to_owned(),
            });
        }
    }
    lines
}
