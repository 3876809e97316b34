//! What a pane shows: a list with a mark on one entry, or a text to read; broken to the width of
//! the screen, with as much of it in sight as there is room for.
//!
//! Not here: what stands on it (`pages.rs`), and how it is drawn.

use crate::cli::evening::Link;
use desk::wrapped;
use kit::names::plain;

/// One entry of a list or one line of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What stands before it, on its first line only: a number, a sign.
    pub head: String,
    pub text: String,
    /// Whether it is a heading.
    pub bold: bool,
    /// The event that it tells of, if one can be explained.
    pub event: Option<usize>,
    /// What else it is about, where something can be done about it.
    pub link: Option<Link>,
}

impl Item {
    pub fn new(head: impl Into<String>, text: impl AsRef<str>) -> Item {
        Item { head: head.into(), text: clean(text.as_ref()), bold: false, event: None, link: None }
    }

    pub fn line(text: impl AsRef<str>) -> Item {
        Item::new("", text)
    }

    pub fn heading(text: impl AsRef<str>) -> Item {
        Item { bold: true, ..Item::line(text) }
    }

    pub fn of_event(self, number: usize) -> Item {
        Item { event: Some(number), ..self }
    }

    pub fn about(self, link: Option<Link>) -> Item {
        Item { link, ..self }
    }

    /// The lines that it takes.
    pub fn lines(&self, width: usize) -> Vec<String> {
        let head = self.head.chars().count();
        let lead = self.text.chars().take_while(|letter| *letter == ' ').count();
        let (head, text) = (head + lead, &self.text[lead..]);
        // Where there is hardly any room, the lines begin where the head does.
        let indent = if head + 8 > width { 0 } else { head };
        let room = width.saturating_sub(indent).max(1);
        let mut lines = vec![];
        // A line that has room keeps its columns.
        let broken = text.split('\n').map(|line| match line.chars().count() <= room {
            true => line.to_owned(),
            false => wrapped(line, room, 0),
        });
        for line in broken.collect::<Vec<_>>().join("\n").split('\n') {
            let letters: Vec<char> = line.chars().collect();
            if letters.is_empty() {
                lines.push(" ".repeat(indent));
            }
            for part in letters.chunks(room) {
                lines.push(" ".repeat(indent) + &part.iter().collect::<String>());
            }
        }
        if indent > 0 {
            lines[0].replace_range(..indent, "");
            lines[0].insert_str(0, &format!("{}{}", self.head, " ".repeat(lead)));
        } else if !self.head.trim().is_empty() {
            lines.insert(0, self.head.trim_end().chars().take(width).collect());
        }
        lines
    }
}

/// A text without the signs that a terminal obeys; a tab is a space.
fn clean(text: &str) -> String {
    let shown = |letter: char| match letter {
        '\n' => Some('\n'),
        '\t' => Some(' '),
        _ if letter.is_control() => None,
        _ => Some(letter),
    };
    text.trim_end().chars().filter_map(shown).collect()
}

/// A list or a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    pub title: String,
    pub items: Vec<Item>,
    /// Whether one entry is marked; else it is a text that is read.
    pub is_list: bool,
    /// The entry that is marked.
    pub cursor: usize,
    /// The first line in sight.
    top: usize,
}

/// A line in sight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub text: String,
    pub bold: bool,
    pub marked: bool,
    /// Whether it is the first line of its entry.
    pub first: bool,
}

/// How far to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Go {
    Up,
    Down,
    PageUp,
    PageDown,
    Home,
    End,
}

impl Page {
    pub fn list(title: impl Into<String>, items: Vec<Item>) -> Page {
        Page { title: title.into(), items, is_list: true, ..Page::default() }
    }

    pub fn text(title: impl Into<String>, items: Vec<Item>) -> Page {
        Page { title: title.into(), items, ..Page::default() }
    }

    /// The same with another entry marked.
    pub fn at(self, cursor: usize) -> Page {
        Page { cursor, ..self }
    }

    pub fn marked(&self) -> Option<&Item> {
        self.items.get(self.cursor).filter(|_| self.is_list)
    }

    /// The first line of each entry, and how many lines there are.
    fn starts(&self, width: usize) -> (Vec<usize>, usize) {
        let mut at = 0;
        let starts = self.items.iter().map(|item| {
            let start = at;
            at += item.lines(self.room(width)).len();
            start
        });
        (starts.collect(), at)
    }

    /// A list keeps two columns for its mark, a text one for a margin.
    fn room(&self, width: usize) -> usize {
        width.saturating_sub(if self.is_list { 2 } else { 1 }).max(1)
    }

    /// Brings what is marked into sight, and no empty lines below the end.
    pub fn settle(&mut self, (width, rows): (usize, usize)) {
        self.cursor = self.cursor.min(self.items.len().saturating_sub(1));
        let (starts, all) = self.starts(width);
        if self.is_list && !starts.is_empty() {
            let from = starts[self.cursor];
            let to = starts.get(self.cursor + 1).copied().unwrap_or(all);
            self.top = self.top.max(to.saturating_sub(rows)).min(from);
        }
        self.top = self.top.min(all.saturating_sub(rows));
    }

    pub fn go(&mut self, go: Go, (width, rows): (usize, usize)) {
        let step = rows.saturating_sub(1).max(1);
        if self.is_list {
            let (starts, _) = self.starts(width);
            let at = starts.get(self.cursor).copied().unwrap_or_default();
            self.cursor = match go {
                Go::Up => self.cursor.saturating_sub(1),
                Go::Down => self.cursor + 1,
                Go::Home => 0,
                Go::End => self.items.len(),
                Go::PageDown => {
                    let far = starts.iter().rposition(|start| *start <= at + step);
                    far.unwrap_or_default().max(self.cursor + 1)
                }
                Go::PageUp => {
                    let far = starts.iter().position(|start| *start + step >= at);
                    far.unwrap_or_default().min(self.cursor.saturating_sub(1))
                }
            };
        } else {
            self.top = match go {
                Go::Up => self.top.saturating_sub(1),
                Go::Down => self.top + 1,
                Go::PageUp => self.top.saturating_sub(step),
                Go::PageDown => self.top + step,
                Go::Home => 0,
                Go::End => usize::MAX,
            };
        }
        self.settle((width, rows));
    }

    /// Goes to the next entry that can be looked at, from the last to the first.
    pub fn next_link(&mut self, room: (usize, usize)) {
        let (here, count) = (self.cursor, self.items.len());
        let mut order = (1..=count).map(|step| (here + step) % count);
        if let Some(found) = order.find(|at| self.items[*at].link.is_some()) {
            self.cursor = found;
            self.settle(room);
        }
    }

    /// Goes to the first entry from here that can be looked at, unless the top would go out of sight.
    pub fn first_link(&mut self, room: (usize, usize)) {
        let (starts, _) = self.starts(room.0);
        let is_near = |at: &usize| *at < self.cursor || starts[*at] < room.1;
        let order = (self.cursor..self.items.len()).chain(0..self.cursor);
        let found = order.filter(|at| self.items[*at].link.is_some()).find(is_near);
        if let Some(found) = found {
            self.cursor = found;
            self.settle(room);
        }
    }

    /// Goes to the next or the last entry that says something; whether there is one.
    pub fn find(&mut self, sought: &str, forward: bool, (width, rows): (usize, usize)) -> bool {
        let (sought, count) = (plain(sought), self.items.len());
        let (starts, _) = self.starts(width);
        let here = match self.is_list {
            true => self.cursor,
            false => starts.iter().rposition(|start| *start <= self.top).unwrap_or_default(),
        };
        let says = |at: &usize| {
            let item = &self.items[*at];
            plain(&format!("{} {}", item.head, item.text)).contains(&sought)
        };
        let order = (1..=count).map(|step| match forward {
            true => (here + step) % count,
            false => (here + count - step) % count,
        });
        let Some(found) = order.into_iter().find(says) else { return false };
        self.cursor = found;
        if !self.is_list {
            self.top = starts[found];
        }
        self.settle((width, rows));
        true
    }

    /// The lines in sight.
    pub fn rows(&self, (width, rows): (usize, usize)) -> Vec<Row> {
        let mut all = vec![];
        for (at, item) in self.items.iter().enumerate() {
            if all.len() >= self.top + rows {
                break;
            }
            let marked = self.is_list && at == self.cursor;
            let lines = item.lines(self.room(width)).into_iter().enumerate();
            all.extend(lines.map(|(line, text)| Row {
                text,
                bold: item.bold,
                marked,
                first: line == 0,
            }));
        }
        all.into_iter().skip(self.top).take(rows).collect()
    }

    /// Where one is in it: `12 of 144`, or how much of a text has been seen.
    pub fn place(&self, (width, rows): (usize, usize)) -> String {
        if self.is_list {
            return match self.items.len() {
                0 => String::new(),
                count => format!("{} of {count}", self.cursor + 1),
            };
        }
        match self.starts(width).1 {
            all if all <= rows => String::new(),
            all => format!("to line {} of {all}", (self.top + rows).min(all)),
        }
    }
}
