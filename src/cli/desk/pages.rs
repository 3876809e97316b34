//! What stands on each pane, from what the desk says.
//!
//! Not here: how it is laid out (`page.rs`), and asking the desk (`work.rs`).

use super::page::{Item, Page};
use crate::cli::{many, short};
use desk::screen::{Overview, SeasonLine};
use desk::season::explain::{Against, AnswerLine, Change, EventLine, Explanation};
use desk::season::play::{Resolution, SummaryLine};
use desk::season::questions::OpenQuestion;
use desk::season::rulings::Ruling;

/// The most options of a question that are shown.
const MOST_OPTIONS: usize = 99;

/// One line where there is nothing to show.
fn none(title: String, text: &str) -> Page {
    Page::text(title, vec![Item::line(text)])
}

/// What to do about a season that has no events.
fn not_played(season: &SeasonLine) -> String {
    match season.open {
        true => format!("{} has not been played yet; r resolves it.", season.name),
        false => format!("{} was never played.", season.name),
    }
}

pub fn seasons(overview: &Overview, chosen: usize) -> Page {
    let wide = |part: fn(&SeasonLine) -> &str| {
        overview.seasons.iter().map(|season| part(season).chars().count()).max().unwrap_or(0)
    };
    let (name, status) = (wide(|season| &season.name), wide(|season| season.status));
    let line = |(at, season): (usize, &SeasonLine)| {
        let digest = season.digest.as_deref().map_or("-", short);
        let mut text = format!("{:name$}  {:status$}  {digest:12}", season.name, season.status);
        if season.stale {
            text.push_str("  stale");
        }
        if let (true, Some(deadline)) = (season.open, &season.deadline) {
            text.push_str(&format!("  until {deadline}"));
        }
        let sign = if at == chosen { '*' } else { ' ' };
        Item::new(format!("{sign}{:>3}  ", season.number), text)
    };
    let items = overview.seasons.iter().enumerate().map(line).collect();
    Page::list("seasons; * is the one that is looked at", items)
}

pub fn gist(season: &SeasonLine, told: Option<&Resolution>) -> Page {
    let title = format!("{} at a glance", season.name);
    let Some(told) = told else { return none(title, &not_played(season)) };
    let mut items = vec![Item::heading("Orders")];
    for (power, orders) in &told.orders {
        items.push(Item::new("  ", format!("{power}: {orders}")));
    }
    if !told.odd.is_empty() {
        items.push(Item::heading("What looks odd"));
        items.extend(told.odd.iter().map(|odd| Item::new("  ", odd)));
    }
    if !told.notes.is_empty() {
        items.push(Item::heading("Notes from players"));
        let note = |(power, note): &(String, String)| Item::new("  ", format!("{power}: {note}"));
        items.extend(told.notes.iter().map(note));
    }
    if !told.questions.is_empty() {
        let yours = told.questions.iter().filter(|question| question.needs_human).count();
        let open = many(told.questions.len(), "decision");
        items.push(Item::heading(format!("Left to the rules: {open}, {yours} of them for you")));
    }
    items.push(Item::heading("What happened"));
    let line = |SummaryLine { event, text }: &SummaryLine| {
        let item = Item::new(format!("{event:>5}  "), text);
        item.of_event(usize::try_from(*event).unwrap_or_default())
    };
    items.extend(told.lines.iter().map(line));
    if told.over {
        items.push(Item::heading("The campaign ends with this season."));
    }
    Page::list(title, items)
}

pub fn events(season: &SeasonLine, lines: &[EventLine]) -> Page {
    let title = format!("events of {}", season.name);
    if lines.is_empty() {
        return none(title, &not_played(season));
    }
    let item = |line: &EventLine| {
        Item::new(format!("{:>5}  ", line.number), &line.sentence).of_event(line.number)
    };
    Page::list(title, lines.iter().map(item).collect())
}

/// An event with its whole sum, and the keys of the answers behind it.
pub fn explanation(told: &Explanation) -> (Page, Vec<String>) {
    let Explanation { season, number, of, sentence, event, answers } = told;
    let mut items = vec![
        Item::line(sentence),
        Item::line(""),
        Item::line(format!("{}: {}", event.name, event.meaning)),
    ];
    let wide = event.fields.keys().map(|name| name.chars().count()).max().unwrap_or(0);
    for (name, value) in event.fields.iter().filter(|(_, value)| !value.is_empty()) {
        items.push(Item::new(format!("  {name:wide$}  "), value));
    }
    if !event.seen_by.is_empty() {
        items.push(Item::line(format!("Learned by {}.", event.seen_by.join(", "))));
    }
    items.push(Item::line(""));
    items.push(match answers.is_empty() {
        true => Item::line("It rests on no die, chit or decision."),
        false => Item::heading("What it rests on"),
    });
    for (at, AnswerLine { key, asked, answer, decider, from }) in (1..).zip(answers) {
        let by = decider.as_ref().map(|who| format!(", {who} decides")).unwrap_or_default();
        items.push(Item::new(format!("{at:>3}  "), key));
        items.push(Item::new("       ", format!("{asked}{by}")));
        items.push(Item::new("       ", format!("{answer}: {from}")));
    }
    let title = format!("{season}, event {number} of {of}");
    (Page::text(title, items), answers.iter().map(|answer| answer.key.clone()).collect())
}

pub fn questions(season: &SeasonLine, questions: &[OpenQuestion]) -> Page {
    let title = match season.open {
        true => format!("open questions of {}; ! needs you", season.name),
        false => format!("left to the rules in {}", season.name),
    };
    if questions.is_empty() {
        return none(title, "No question is open.");
    }
    let item = |question: &OpenQuestion| {
        let sign = if question.needs_human { " !  " } else { "    " };
        Item::new(sign, format!("{}: {}", question.about(), question.told(&question.taken)))
    };
    Page::list(title, questions.iter().map(item).collect())
}

pub fn question(question: &OpenQuestion) -> Page {
    let what = match question.decides.as_str() {
        "" => &question.topic,
        decides => decides,
    };
    let mut items = vec![Item::line(format!("{} is to decide: {what}", question.decider))];
    for (at, option) in (1..).zip(question.options.iter().take(MOST_OPTIONS)) {
        items.push(Item::new(format!("{at:>4}  "), question.told(option)));
    }
    if let Some(more @ 1..) = question.options.len().checked_sub(MOST_OPTIONS) {
        items.push(Item::line(format!("and {more} more")));
    }
    items.push(Item::line(""));
    items.push(Item::line(format!("Taken meanwhile: {}", question.told(&question.taken))));
    if question.needs_human {
        items.push(Item::line("It needs your word before the season is published."));
    }
    items.push(Item::new("Its key: ", &question.key));
    Page::text(question.about(), items)
}

pub fn rulings(season: &SeasonLine, rulings: &[Ruling]) -> Page {
    let title = format!("rulings in {}", season.name);
    if rulings.is_empty() {
        return none(title, "No ruling stands.");
    }
    let item = |ruling: &Ruling| {
        let Ruling { number, kind, on, answer, reason, .. } = ruling;
        Item::new(format!("{number:>3}  "), format!("{kind} {on}: {answer} ({reason})"))
    };
    Page::list(title, rulings.iter().map(item).collect())
}

pub fn ruling(ruling: &Ruling) -> Page {
    let Ruling { number, kind, on, answer, reason, .. } = ruling;
    let items = vec![
        Item::new("on      ", on),
        Item::new("says    ", answer),
        Item::new("reason  ", reason),
    ];
    Page::text(format!("ruling {number}: {kind}"), items)
}

/// The report of one of the powers.
pub fn eyes(season: &SeasonLine, reports: &[(String, String)], at: usize) -> Page {
    let Some((power, text)) = reports.get(at) else {
        return none(format!("reports of {}", season.name), &not_played(season));
    };
    let title = format!("{} as {power} sees it, {} of {}", season.name, at + 1, reports.len());
    Page::text(title, text.lines().map(Item::line).collect())
}

pub fn changes(season: &str, against: Against, changes: &[Change]) -> Page {
    let other = match against {
        Against::DraftBefore => "the draft before",
        Against::Withdrawn => "what was withdrawn",
    };
    let title = format!("what differs in {season} from {other}");
    if changes.is_empty() {
        return none(title, &format!("Nothing differs from {other}."));
    }
    let item = |change: &Change| match change {
        Change::Now(number, sentence) => {
            Item::new(format!("+{number:>5}  "), sentence).of_event(*number)
        }
        Change::NoMore(sentence) => Item::new("-       ", sentence),
    };
    Page::list(title, changes.iter().map(item).collect())
}

/// What the keys do.
pub fn help() -> Page {
    let keys = [
        ("1 to 9, Tab", "the panes; Shift-Tab goes back"),
        ("j k, arrows", "up and down; PgUp, PgDn, Home and End go further"),
        ("*", "the next line that needs you (pane 1)"),
        ("Enter", "look at what is marked: a mail, a question, a season, an event, a ruling"),
        ("Esc", "back to the list"),
        ("left, right", "the event before and after; another power's eyes; the other comparison"),
        ("/ n N", "find in the pane, the next one, the one before"),
        ("r", "resolve: a draft that nobody but you sees"),
        ("d", "what differs from the draft before, or from what was withdrawn"),
        ("p", "publish: a last summary, then yes or no"),
        ("y", "publish, send and set the next deadline (pane 1)"),
        ("w", "your words in the reports (pane 1); an answer by mail (pane 2)"),
        ("t", "set the deadline (pane 1)"),
        ("m", "remind those who have not sent (pane 1)"),
        ("b", "roll back the season that was published last (pane 1)"),
        ("s", "send what waits in the outbox"),
        ("1 to 9", "on a question: choose that option"),
        ("a", "a ruling on the marked question or on what an event rests on; on a mail: admit it"),
        ("x", "refuse a mail with a sentence (pane 2); take a ruling back (pane 7)"),
        ("z", "take back what was done with a mail while its answer waits (pane 2, o)"),
        ("v", "say from when to when the writer of a mail is away, and file it (pane 2)"),
        ("f", "file a mail (pane 2); rule on a fact (pane 7, see `umpire ruling add --help`)"),
        ("o", "mails that were settled, too (pane 2)"),
        ("u", "reload"),
        ("q", "quit"),
    ];
    let mut items: Vec<Item> =
        keys.into_iter().map(|(key, text)| Item::new(format!("{key:12}  "), text)).collect();
    items.push(Item::line(""));
    items.push(Item::line(
        "A ruling changes the season and is played when you resolve again. An answer in words is \
         mailed and changes nothing. Reports go out when they are published and sent.",
    ));
    Page::text("help", items)
}
