//! How the screen is drawn: head, tabs, the page in sight, and the foot with what was said and the
//! keys. No sign is one of colour alone: what is marked has a `>`, the open tab has brackets.

use super::page::Row;
use super::screen::{MOST_BY_DIGIT, Over, PANES, Pane, Screen};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

/// From this height on there are rules between head, page and foot.
const ROOMY: u16 = 16;

/// Where the parts of the screen lie.
struct Plan {
    width: usize,
    /// The lines of head and foot, rules and all.
    head: u16,
    page: u16,
    keys: Vec<String>,
    has_rules: bool,
}

impl Plan {
    fn of(screen: &Screen, width: u16, height: u16) -> Plan {
        let has_rules = height >= ROOMY;
        let wide = usize::from(width);
        let mut keys = flow(&keys(screen), wide.saturating_sub(1));
        keys.truncate(usize::from(height / 4).min(if has_rules { 8 } else { 3 }));
        let head = if has_rules { 3 } else { 2 };
        let foot = keys.len() as u16 + if has_rules { 2 } else { 1 };
        Plan { width: wide, head, page: height.saturating_sub(head + foot), keys, has_rules }
    }
}

/// The columns and lines that a page has on a screen of this size.
pub fn room(screen: &Screen, width: u16, height: u16) -> (usize, usize) {
    let plan = Plan::of(screen, width, height);
    (plan.width, usize::from(plan.page))
}

/// Draws the screen; `plain` leaves out all colour.
pub fn draw(screen: &Screen, plain: bool, frame: &mut Frame) {
    let area = frame.area();
    let plan = Plan::of(screen, area.width, area.height);
    let mut at = area.y;
    let mut put = |frame: &mut Frame, line: Line| {
        if at < area.bottom() {
            frame.render_widget(line, Rect { y: at, height: 1, ..area });
        }
        at = at.saturating_add(1);
    };
    put(frame, head(screen, plan.width, plain));
    put(frame, tabs(screen.pane, plan.width));
    let room = (plan.width, usize::from(plan.page));
    if plan.has_rules {
        let title = screen.page().map_or("", |page| page.title.as_str());
        put(frame, rule(title, true, plan.width));
    }
    let rows = screen.page().map(|page| page.rows(room)).unwrap_or_default();
    let is_list = screen.page().is_some_and(|page| page.is_list);
    for line in 0..room.1 {
        put(frame, rows.get(line).map_or_else(Line::default, |row| row_line(row, is_list, room.0)));
    }
    if plan.has_rules {
        let place = screen.page().map(|page| page.place(room)).unwrap_or_default();
        put(frame, rule(&place, false, plan.width));
    }
    let foot = area.y.saturating_add(plan.head + plan.page + u16::from(plan.has_rules));
    put(frame, foot_line(screen, plain));
    for line in &plan.keys {
        put(frame, Line::styled(format!(" {line}"), Modifier::DIM));
    }
    if let Some(ask) = screen.ask.as_ref().filter(|_| foot < area.bottom()) {
        let label = ask.label().chars().count() + 2;
        let (text, cursor) = ask.line.window(plan.width.saturating_sub(label + 1));
        let column = u16::try_from(label).unwrap_or(u16::MAX).min(area.width);
        let place = Rect { x: area.x + column, y: foot, width: area.width - column, height: 1 };
        frame.render_widget(Line::raw(text), place);
        let cursor = column.saturating_add(u16::try_from(cursor).unwrap_or(u16::MAX));
        let x = area.x + cursor.min(area.width.saturating_sub(1));
        frame.set_cursor_position(Position { x, y: foot });
    }
}

/// The campaign, and at the right the season that is looked at and how it stands.
fn head(screen: &Screen, width: usize, plain: bool) -> Line<'static> {
    let overview = screen.overview();
    let mut stands = screen.season().map_or(String::new(), |season| {
        let stale = if season.stale { ", stale: r resolves" } else { "" };
        format!("{}: {}{stale}", season.name, season.status)
    });
    if overview.ended {
        stands.push_str("; it has ended");
    }
    let name = format!(" {}", overview.campaign);
    let room = width.saturating_sub(stands.chars().count() + 2);
    let name: String = name.chars().take(room).collect();
    let gap = " ".repeat((room + 1).saturating_sub(name.chars().count()));
    let is_stale = screen.season().is_some_and(|season| season.stale);
    let style = match is_stale && !plain {
        true => Style::new().fg(Color::Yellow),
        false => Style::new(),
    };
    let name = Span::styled(name, Modifier::BOLD);
    Line::from(vec![name, Span::raw(gap), Span::styled(stands, style)])
}

/// The tabs: every pane with its number and name. If they do not fit, only the open pane keeps its
/// name. The open pane is in brackets, which take the place of the blanks beside it.
fn tabs(at: Pane, width: usize) -> Line<'static> {
    let line = |named: &dyn Fn(Pane) -> bool| {
        let mut spans = vec![];
        let mut before = ' ';
        for (number, (pane, name)) in (1..).zip(PANES) {
            let open = pane == at;
            let label = match named(pane) {
                true => format!("{number} {name}"),
                false => number.to_string(),
            };
            spans.push(Span::raw(if open {
                "["
            } else if before == ']' {
                "]"
            } else {
                " "
            }));
            before = if open { ']' } else { ' ' };
            spans.push(if open { Span::styled(label, Modifier::BOLD) } else { Span::raw(label) });
        }
        spans.push(Span::raw(if before == ']' { "]" } else { "" }));
        Line::from(spans)
    };
    let all = line(&|_| true);
    if all.width() <= width { all } else { line(&|pane| pane == at) }
}

/// A line across the screen, with a word at its left or its right.
fn rule(word: &str, left: bool, width: usize) -> Line<'static> {
    let word: String = word.chars().take(width.saturating_sub(8)).collect();
    let word = if word.is_empty() { word } else { format!(" {word} ") };
    let rest = width.saturating_sub(word.chars().count());
    let (before, after) = match left {
        true => (rest.min(2), rest.saturating_sub(2)),
        false => (rest.saturating_sub(2), rest.min(2)),
    };
    Line::from(format!("{}{word}{}", "─".repeat(before), "─".repeat(after)))
}

fn row_line(row: &Row, is_list: bool, width: usize) -> Line<'static> {
    let mark = match (is_list, row.marked && row.first) {
        (true, true) => "> ",
        (true, false) => "  ",
        (false, _) => " ",
    };
    let mut style = Style::new();
    if row.bold {
        style = style.add_modifier(Modifier::BOLD);
    }
    if row.marked {
        style = style.add_modifier(Modifier::REVERSED);
    }
    let mut text = format!("{mark}{}", row.text);
    if row.marked {
        // The whole line is marked, to the edge of the screen.
        let short = width.saturating_sub(text.chars().count());
        text.push_str(&" ".repeat(short));
    }
    Line::styled(text, style)
}

/// The open question, or the last message.
fn foot_line(screen: &Screen, plain: bool) -> Line<'static> {
    let style = match plain {
        true => Style::new(),
        false => Style::new().fg(Color::Cyan),
    };
    match &screen.ask {
        Some(ask) => Line::styled(format!(" {} ", ask.label()), Modifier::BOLD),
        None => Line::styled(format!(" {}", screen.told), style),
    }
}

/// The keys of what is in sight, those of its own first.
fn keys(screen: &Screen) -> Vec<String> {
    if let Some(ask) = &screen.ask {
        // What was wrong with an answer, or what may be typed, stands above the keys.
        let told = Some(screen.told.clone()).filter(|told| !told.is_empty());
        let keys = ["Enter take it", "Esc leave it", "Ctrl-U empty it", "left right Home End move"];
        return told.or_else(|| ask.hint()).into_iter().chain(keys.map(str::to_owned)).collect();
    }
    let own: &[&str] = match (screen.over(), screen.pane) {
        (Some(Over::Event { .. }), _) => &["Esc back", "left right others", "a rule"],
        (Some(Over::Question(question)), _) => match question.options.len() {
            1..=MOST_BY_DIGIT => &["Esc back", "1-9 choose", "a rule in words"],
            _ => &["Esc back", "a rule on it"],
        },
        (Some(Over::Ruling(_)), _) => &["Esc back", "x drop"],
        (Some(Over::Mail(mail)), _) if mail.mail.settled.is_some() => {
            &["Esc back", "w answer", "z take back"]
        }
        (Some(Over::Mail(mail)), _) => match (mail.powers.is_empty(), mail.mail.player.is_some()) {
            (true, false) => &["Esc back", "w answer", "x refuse", "f file"],
            (true, true) => &["Esc back", "w answer", "x refuse", "f file", "v is away"],
            (false, _) => &["Esc back", "a admit", "w answer", "x refuse", "f file"],
        },
        (Some(Over::Text), _) => &["Esc back"],
        (None, Pane::Tonight) => &[
            "* next",
            "Enter look",
            "y publish and send",
            "w words",
            "t deadline",
            "m remind",
            "b roll back",
        ],
        (None, Pane::Mail) => &["Enter read", "o settled too"],
        (None, Pane::Seasons) => &["Enter look at it"],
        (None, Pane::Gist | Pane::Events) => &["Enter explain"],
        (None, Pane::Diff) => &["Enter explain", "left right draft or withdrawn"],
        (None, Pane::Questions) => &["Enter look", "a rule"],
        (None, Pane::Rulings) => &["Enter look", "a rule", "f fact", "x drop"],
        (None, Pane::Eyes) => &["left right other eyes"],
    };
    let moving = ["/nN find", "jk PgUp PgDn Home End move"];
    let always = [
        "? help",
        "q quit",
        "Tab 1-9 panes",
        "r resolve",
        "d diff",
        "p publish",
        "s send",
        "u reload",
    ];
    own.iter().copied().chain(moving).chain(always).map(str::to_owned).collect()
}

/// Sets words into lines; what belongs together stays together.
fn flow(words: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in words {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 3 + word.chars().count() <= width => {
                line.push_str("   ");
                line.push_str(word);
            }
            _ => lines.push(word.clone()),
        }
    }
    lines
}
