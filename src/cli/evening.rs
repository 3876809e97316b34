//! What needs the umpire tonight, in blocks of lines: `umpire tonight` prints them, and the first
//! pane of `umpire desk` lists them with a link to what each line is about.

use super::many;
use desk::campaign::status::{Admissible, PowerStatus};
use desk::intake::settle::WaitingMail;
use desk::season::tonight::{Tonight, Weighed};

/// What a line is about, where something can be done about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// A mail that needs the umpire, by its number.
    Mail(i64),
    /// An open question, by its key in the ledger.
    Question(String),
    /// A sheet that a ruling would let count: its power and its revision.
    Sheet(String, u32),
}

/// How the umpire does something about a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Commands,
    Keys,
}

/// Lines that belong together.
#[derive(Debug, Clone, Default)]
pub struct Block {
    pub heading: String,
    /// The command that does something about its lines.
    pub hint: &'static str,
    /// Whether the heading gives the number of lines. On one screen, a long list is cut.
    pub counted: bool,
    /// Whether a line keeps to one line of the screen.
    pub folded: bool,
    /// Whether an empty line stands before it.
    pub apart: bool,
    pub indent: usize,
    pub lines: Vec<(String, Option<Link>)>,
}

impl Block {
    fn of(heading: &str, lines: impl IntoIterator<Item = String>) -> Block {
        let lines = lines.into_iter().map(|line| (line, None)).collect();
        Block { heading: heading.to_owned(), apart: true, indent: 2, lines, ..Block::default() }
    }

    fn flat(lines: impl IntoIterator<Item = String>) -> Block {
        Block { indent: 0, ..Block::of("", lines) }
    }

    fn list(
        heading: &str,
        hint: &'static str,
        lines: impl IntoIterator<Item = (String, Option<Link>)>,
    ) -> Block {
        let lines = lines.into_iter().map(|(line, link)| (one_line(&line), link)).collect();
        Block { hint, counted: true, lines, ..Block::of(heading, []) }
    }
}

/// The evening in the order in which it is read; no block is empty.
pub fn blocks(evening: &Tonight, way: Way) -> Vec<Block> {
    let mail = |one: &WaitingMail| {
        let text = format!("{}  {}, {}: {}", one.number, one.sender, one.could_be, one.subject);
        (text, Some(Link::Mail(one.number)))
    };
    let mails = evening.mails.iter().map(mail);
    let mut blocks = vec![
        state(evening, way),
        Block::list("Mails that need you", "`umpire mail show NUMBER`", mails),
        Block::flat(evening.no_draft.iter().map(|why| format!("No draft: {why}"))),
    ];
    if let Some(draft) = &evening.draft {
        let note = |(power, note): &(String, String)| format!("{power}: {}", one_line(note));
        let notes = Block::of("Notes from players", draft.notes.iter().map(note));
        blocks.push(Block { folded: true, ..notes });
        let hint = "`umpire ruling add NUMBER ANSWER --reason WHY`";
        let questions = evening.questions.iter().map(question);
        let questions = Block::list("Questions that change the season", hint, questions);
        blocks.push(Block { folded: true, ..questions });
        let idle = (evening.idle_questions > 0).then(|| {
            let questions = many(evening.idle_questions, "open question");
            format!("{questions} would end the same whatever the answer.")
        });
        blocks.push(Block { apart: false, ..Block::flat(idle) });
        let odd = evening.odd.iter().map(|odd| (odd.clone(), None));
        blocks.push(Block::list("What looks odd", "", odd));
        blocks.push(Block::of("Score", score(evening)));
        let would = evening.would.iter().cloned();
        match &evening.hindered {
            Some(why) => {
                blocks.push(Block::flat([format!("Not ready to publish: {why}")]));
                blocks.push(Block::of("Published all the same, this would be done", would));
            }
            None => blocks.push(Block::of(&format!("Ready to publish {}", draft.season), would)),
        }
    }
    blocks.retain(|block| !block.lines.is_empty() || block.heading.starts_with("Ready"));
    blocks
}

fn score(evening: &Tonight) -> impl Iterator<Item = String> {
    evening.score.iter().map(|(what, whose)| {
        let figures: Vec<String> =
            whose.iter().map(|(who, number)| format!("{who} {number}")).collect();
        format!("{what}: {}", figures.join(", "))
    })
}

/// The season, and what has come in for it.
fn state(evening: &Tonight, way: Way) -> Block {
    let status = &evening.status;
    let season = match (&status.season, &status.title) {
        (Some(season), Some(title)) => format!(", {season} ({title})"),
        (Some(season), None) => format!(", {season}"),
        (None, _) => String::new(),
    };
    let deadline = match &status.deadline {
        Some(deadline) => format!("deadline {deadline}"),
        None => "no deadline".to_owned(),
    };
    let mut block = Block::flat([format!("{}{season}; {deadline}", status.campaign)]);
    block.lines.extend(sheets(&status.powers).into_iter().map(|line| (line, None)));
    block.lines.extend(status.admissible.iter().map(|sheet| late(sheet, way)));
    if status.unread > 0 {
        let line = format!("{} not read yet: `umpire intake`", many(status.unread, "mail"));
        block.lines.push((line, None));
    }
    block
}

fn late(sheet: &Admissible, way: Way) -> (String, Option<Link>) {
    let text = match way {
        Way::Commands => sheet.in_words(),
        Way::Keys => format!("{}; Enter admits it", sheet.told()),
    };
    (text, Some(Link::Sheet(sheet.power.clone(), sheet.revision)))
}

/// One line on who has sent, one on who has not.
fn sheets(powers: &[PowerStatus]) -> Vec<String> {
    let is_in = |power: &&PowerStatus| power.played.is_some();
    let sent: Vec<&str> = powers.iter().filter(is_in).map(|one| one.power.as_str()).collect();
    let missing = powers.iter().filter(|one| one.asked && !is_in(one)).map(|one| {
        let why = match (&one.away, one.standing_orders, &one.player) {
            (Some(absence), ..) => format!(" (away until {})", absence.last),
            (None, true, _) => " (standing orders)".to_owned(),
            (None, false, None) => " (no player)".to_owned(),
            (None, false, Some(_)) => String::new(),
        };
        format!("{}{why}", one.power)
    });
    let missing: Vec<String> = missing.collect();
    let sent = if sent.is_empty() { "none".to_owned() } else { sent.join(", ") };
    let mut lines = vec![format!("Sheets in: {sent}")];
    if !missing.is_empty() {
        lines.push(format!("Missing: {}", missing.join(", ")));
    }
    lines
}

fn question(one: &Weighed) -> (String, Option<Link>) {
    let mark = if one.question.needs_human { "! " } else { "" };
    let Weighed { question, .. } = one;
    let rest = match (one.weighed, one.differ.is_empty(), question.options.len()) {
        (true, false, _) => {
            let others: Vec<&str> = one.differ.iter().map(|other| question.told(other)).collect();
            format!(", or {}", others.join(", "))
        }
        (true, true, _) => ", and nothing changes with another answer".to_owned(),
        (false, _, 0) => ", or in your own words".to_owned(),
        (false, _, options) => format!(", or another of {options}"),
    };
    // A bare yes or no says nothing without what is decided.
    let is_bare = question.options.iter().all(|option| matches!(option.as_str(), "yes" | "no"));
    let decides = match question.decides.as_str() {
        decides if is_bare && !decides.is_empty() => format!("{decides}: "),
        _ => String::new(),
    };
    let (number, about) = (question.number, question.about());
    let taken = question.told(&question.taken);
    let text = format!("{number}. {mark}{about}: {decides}{taken}{rest}");
    (text, Some(Link::Question(question.key.clone())))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
