//! The screen as it stands: what is shown, and what a key does to it. A key changes the screen or
//! asks for an [`Effect`]; nothing is read here and nothing is drawn.

use super::line::{About, Ask, Next};
use super::page::{Go, Page};
use super::pages;
use desk::screen::{Overview, SeasonLine};
use desk::season::explain::{Change, EventLine, Explanation};
use desk::season::play::Resolution;
use desk::season::questions::OpenQuestion;
use desk::season::rulings::Ruling;
use ratatui::crossterm::event::KeyCode;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pane {
    Seasons,
    Glance,
    Events,
    Questions,
    Rulings,
    Eyes,
    Changes,
}

/// The panes, in their order, and what their tabs say.
pub const PANES: [(Pane, &str); 7] = [
    (Pane::Seasons, "Seasons"),
    (Pane::Glance, "Glance"),
    (Pane::Events, "Events"),
    (Pane::Questions, "Questions"),
    (Pane::Rulings, "Rulings"),
    (Pane::Eyes, "Eyes"),
    (Pane::Changes, "Changes"),
];

/// What the desk is to be asked, or to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    Quit,
    /// Read what a pane shows of the season that is looked at.
    Show(Pane),
    Explain(usize),
    /// Read all of it anew.
    Again,
    Resolve {
        anyway: bool,
    },
    /// Say what publishing would send, and ask.
    Summary,
    Publish,
    Rule {
        key: String,
        answer: String,
        reason: String,
    },
    Fact {
        at: String,
        text: String,
        reason: String,
    },
    Drop(u32),
}

/// A page that lies over a pane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Over {
    /// An event, and the keys of the answers that it rests on.
    Event {
        number: usize,
        keys: Vec<String>,
    },
    Question(usize),
    Ruling(u32),
    /// Help, a summary, a sentence that is too long for the foot.
    Text,
}

/// What the desk has said of the season that is looked at. It is kept until the season or its
/// draft is another.
#[derive(Debug, Default)]
struct Said {
    pages: [Option<Page>; PANES.len()],
    questions: Vec<OpenQuestion>,
    rulings: Vec<Ruling>,
    reports: Vec<(String, String)>,
    eye: usize,
}

#[derive(Debug)]
pub struct Screen {
    overview: Overview,
    /// Which season is looked at.
    chosen: usize,
    pub pane: Pane,
    said: Said,
    /// Where one was on each pane before it was forgotten.
    cursors: [usize; PANES.len()],
    over: Option<(Over, Page)>,
    pub ask: Option<Ask>,
    /// The sentence at the foot.
    pub told: String,
    sought: String,
    /// The columns and lines there are for a page.
    room: (usize, usize),
}

impl Screen {
    pub fn new(overview: Overview) -> Screen {
        let mut screen = Screen {
            chosen: overview.seasons.len().saturating_sub(1),
            overview,
            pane: Pane::Seasons,
            said: Said::default(),
            cursors: [0; PANES.len()],
            over: None,
            ask: None,
            told: String::new(),
            sought: String::new(),
            room: (78, 17),
        };
        screen.list_seasons();
        screen
    }

    pub fn overview(&self) -> &Overview {
        &self.overview
    }

    /// The season that is looked at.
    pub fn season(&self) -> Option<&SeasonLine> {
        self.overview.seasons.get(self.chosen)
    }

    /// The page in sight.
    pub fn page(&self) -> Option<&Page> {
        match &self.over {
            Some((_, page)) => Some(page),
            None => self.said.pages[self.pane as usize].as_ref(),
        }
    }

    pub fn over(&self) -> Option<&Over> {
        self.over.as_ref().map(|(over, _)| over)
    }

    fn page_mut(&mut self) -> Option<&mut Page> {
        match &mut self.over {
            Some((_, page)) => Some(page),
            None => self.said.pages[self.pane as usize].as_mut(),
        }
    }

    /// Takes note of the room there is for a page, before keys are obeyed and it is drawn.
    pub fn fit(&mut self, room: (usize, usize)) {
        self.room = room;
        if let Some(page) = self.page_mut() {
            page.settle(room);
        }
    }

    /// Takes a new look at the campaign: what was said before is forgotten, but not where one was.
    /// Gives what is to be read for the pane in sight.
    pub fn renew(&mut self, overview: Overview) -> Option<Effect> {
        let newest = self.chosen + 1 >= self.overview.seasons.len();
        self.overview = overview;
        let last = self.overview.seasons.len().saturating_sub(1);
        self.chosen = if newest { last } else { self.chosen.min(last) };
        self.forget();
        self.show(self.pane)
    }

    /// Forgets what was said, but for where one was on each pane.
    fn forget(&mut self) {
        for (cursor, page) in self.cursors.iter_mut().zip(&self.said.pages) {
            *cursor = page.as_ref().map_or(*cursor, |page| page.cursor);
        }
        self.said = Said { eye: self.said.eye, ..Said::default() };
        self.over = None;
        self.list_seasons();
    }

    fn list_seasons(&mut self) {
        let page = pages::seasons(&self.overview, self.chosen);
        self.said.pages[Pane::Seasons as usize] = Some(page.at(self.chosen));
    }

    /// Goes to a pane; gives what is to be read for it, if it has not been.
    pub fn show(&mut self, pane: Pane) -> Option<Effect> {
        self.pane = pane;
        self.over = None;
        let is_read = self.said.pages[pane as usize].is_some();
        self.fit(self.room);
        (!is_read).then_some(Effect::Show(pane))
    }

    /// Lays a page on a pane; one stays where one was on it.
    fn lay(&mut self, pane: Pane, page: Page) {
        let cursor = std::mem::take(&mut self.cursors[pane as usize]);
        self.said.pages[pane as usize] = Some(page.at(cursor));
        self.fit(self.room);
    }

    fn lay_over(&mut self, over: Over, page: Page) {
        self.over = Some((over, page));
        self.fit(self.room);
    }

    /// Says a sentence at the foot; a long one gets a page.
    pub fn say(&mut self, sentence: &str) {
        let lines = super::page::Item::line(sentence).lines(self.room.0);
        if lines.len() <= 1 {
            self.told = sentence.to_owned();
            return;
        }
        self.told = "Esc goes back.".to_owned();
        self.read("message", sentence);
    }

    /// Shows a text over the pane.
    pub fn read(&mut self, title: &str, text: &str) {
        let items = text.lines().map(super::page::Item::line).collect();
        self.lay_over(Over::Text, Page::text(title, items));
    }

    pub fn glance(&mut self, told: Option<&Resolution>) {
        let Some(season) = self.season() else { return };
        let page = pages::glance(season, told);
        self.lay(Pane::Glance, page);
    }

    pub fn events(&mut self, lines: &[EventLine]) {
        let Some(season) = self.season() else { return };
        let page = pages::events(season, lines);
        self.lay(Pane::Events, page);
    }

    pub fn questions(&mut self, questions: Vec<OpenQuestion>) {
        let Some(season) = self.season() else { return };
        let page = pages::questions(season, &questions);
        self.said.questions = questions;
        self.lay(Pane::Questions, page);
    }

    pub fn rulings(&mut self, rulings: Vec<Ruling>) {
        let Some(season) = self.season() else { return };
        let page = pages::rulings(season, &rulings);
        self.said.rulings = rulings;
        self.lay(Pane::Rulings, page);
    }

    pub fn reports(&mut self, reports: Vec<(String, String)>) {
        self.said.eye = self.said.eye.min(reports.len().saturating_sub(1));
        self.said.reports = reports;
        self.look_through();
    }

    fn look_through(&mut self) {
        let Some(season) = self.season() else { return };
        let page = pages::eyes(season, &self.said.reports, self.said.eye);
        self.lay(Pane::Eyes, page);
    }

    pub fn changes(&mut self, season: &str, changes: &[Change]) {
        self.lay(Pane::Changes, pages::changes(season, changes));
    }

    /// Says on a pane why there is nothing on it.
    pub fn nothing(&mut self, pane: Pane, why: &str) {
        let (_, name) = PANES[pane as usize];
        let items = vec![super::page::Item::line(why)];
        self.lay(pane, Page::text(name.to_lowercase(), items));
    }

    pub fn explanation(&mut self, told: &Explanation) {
        let (page, keys) = pages::explanation(told);
        self.lay_over(Over::Event { number: told.number, keys }, page);
    }

    /// Obeys a key.
    pub fn key(&mut self, key: KeyCode) -> Option<Effect> {
        if self.ask.is_some() {
            return self.answer(key);
        }
        self.told.clear();
        if let Some(go) = going(key) {
            let room = self.room;
            if let Some(page) = self.page_mut() {
                page.go(go, room);
            }
            return None;
        }
        match key {
            KeyCode::Char('q') => Some(Effect::Quit),
            KeyCode::Char('?') => {
                self.lay_over(Over::Text, pages::help());
                None
            }
            KeyCode::Char('r') => Some(Effect::Resolve { anyway: false }),
            KeyCode::Char('p') => Some(Effect::Summary),
            KeyCode::Char('u') => Some(Effect::Again),
            KeyCode::Char('d') => self.show(Pane::Changes),
            KeyCode::Char('/') => self.begin(About::Find),
            KeyCode::Char('n') => self.find(true),
            KeyCode::Char('N') => self.find(false),
            KeyCode::Tab => self.beside(1),
            KeyCode::BackTab => self.beside(PANES.len() - 1),
            KeyCode::Char(digit @ '1'..='7') => {
                let at = digit as usize - '1' as usize;
                self.show(PANES[at].0)
            }
            KeyCode::Esc | KeyCode::Backspace => {
                self.over = None;
                None
            }
            _ => self.key_of_pane(key),
        }
    }

    fn beside(&mut self, step: usize) -> Option<Effect> {
        self.show(PANES[(self.pane as usize + step) % PANES.len()].0)
    }

    fn begin(&mut self, about: About) -> Option<Effect> {
        self.ask = Some(Ask::new(about));
        None
    }

    /// Keys that the pane at hand, or the page over it, has for itself.
    fn key_of_pane(&mut self, key: KeyCode) -> Option<Effect> {
        match (self.over.as_ref().map(|(over, _)| over), key) {
            (Some(Over::Event { number, .. }), KeyCode::Left) => {
                Some(Effect::Explain(number.checked_sub(1).filter(|number| *number > 0)?))
            }
            (Some(Over::Event { number, .. }), KeyCode::Right) => Some(Effect::Explain(number + 1)),
            (Some(Over::Event { keys, .. }), KeyCode::Char('a')) => {
                let keys = keys.clone();
                self.rule_on_one_of(keys)
            }
            (Some(Over::Question(at)), KeyCode::Char('a') | KeyCode::Enter) => {
                let at = *at;
                self.rule_on_question(at)
            }
            (Some(Over::Ruling(number)), KeyCode::Char('x')) => {
                let number = *number;
                self.if_open(About::Drop(number))
            }
            (Some(_), _) => None,
            (None, KeyCode::Enter) => self.enter(),
            (None, KeyCode::Char('a')) if self.pane == Pane::Questions => {
                let at = self.marked()?;
                self.rule_on_question(at)
            }
            (None, KeyCode::Char('a')) if self.pane == Pane::Rulings => self.if_open(About::Ruling),
            (None, KeyCode::Char('f')) if self.pane == Pane::Rulings => self.if_open(About::Fact),
            (None, KeyCode::Char('x')) if self.pane == Pane::Rulings => {
                let number = self.said.rulings.get(self.marked()?)?.number;
                self.if_open(About::Drop(number))
            }
            (None, KeyCode::Left) if self.pane == Pane::Eyes => self.other_eyes(false),
            (None, KeyCode::Right) if self.pane == Pane::Eyes => self.other_eyes(true),
            (None, _) => None,
        }
    }

    /// Which entry is marked, if the page is a list.
    fn marked(&self) -> Option<usize> {
        self.page().and_then(|page| page.marked().map(|_| page.cursor))
    }

    fn enter(&mut self) -> Option<Effect> {
        let at = self.marked()?;
        match self.pane {
            Pane::Seasons => {
                self.chosen = at;
                self.said = Said { eye: self.said.eye, ..Said::default() };
                self.cursors = [0; PANES.len()];
                self.list_seasons();
                self.show(Pane::Glance)
            }
            Pane::Glance | Pane::Events | Pane::Changes => {
                self.page()?.marked()?.event.map(Effect::Explain)
            }
            Pane::Questions => {
                let page = pages::question(self.said.questions.get(at)?);
                self.lay_over(Over::Question(at), page);
                None
            }
            Pane::Rulings => {
                let ruling = self.said.rulings.get(at)?;
                let (number, page) = (ruling.number, pages::ruling(ruling));
                self.lay_over(Over::Ruling(number), page);
                None
            }
            Pane::Eyes => None,
        }
    }

    fn other_eyes(&mut self, forward: bool) -> Option<Effect> {
        let count = self.said.reports.len();
        if count > 0 {
            let step = if forward { 1 } else { count - 1 };
            self.said.eye = (self.said.eye + step) % count;
            self.said.pages[Pane::Eyes as usize] = None;
            self.look_through();
        }
        None
    }

    /// Asks something of the season that is looked at, if it is still open.
    fn if_open(&mut self, about: About) -> Option<Effect> {
        match self.season() {
            Some(season) if season.open => self.begin(about),
            _ => {
                self.say("This season is closed; `umpire rollback` takes the last one back.");
                None
            }
        }
    }

    fn rule_on_question(&mut self, at: usize) -> Option<Effect> {
        let question = self.said.questions.get(at)?;
        let (key, options) = (question.key.clone(), question.options.clone());
        // Its options stay in sight while one types.
        let page = pages::question(question);
        self.lay_over(Over::Question(at), page);
        self.if_open(About::Answer { key, options })
    }

    fn rule_on_one_of(&mut self, mut keys: Vec<String>) -> Option<Effect> {
        match keys.len() {
            0 => {
                self.say("Nothing that this event rests on can be answered differently.");
                None
            }
            1 => {
                let key = keys.remove(0);
                self.if_open(About::Answer { key, options: vec![] })
            }
            _ => self.if_open(About::Which(keys)),
        }
    }

    fn find(&mut self, forward: bool) -> Option<Effect> {
        if self.sought.is_empty() {
            self.say("Nothing to search for; / starts a search.");
            return None;
        }
        let (sought, room) = (self.sought.clone(), self.room);
        let found = self.page_mut().is_some_and(|page| page.find(&sought, forward, room));
        if !found {
            self.say(&format!("`{sought}` not found here."));
        }
        None
    }

    /// Obeys a key while a question stands at the foot.
    fn answer(&mut self, key: KeyCode) -> Option<Effect> {
        let ask = self.ask.as_mut()?;
        match key {
            KeyCode::Esc => {
                self.ask = None;
                self.say("Nothing was changed.");
                return None;
            }
            KeyCode::Enter => {}
            key => {
                ask.line.key(key);
                return None;
            }
        }
        let next = ask.enter();
        if next != Next::More {
            self.ask = None;
        }
        match next {
            Next::More => None,
            Next::Find(sought) => {
                self.sought = sought;
                self.find(true)
            }
            Next::Ask(ask) => {
                self.ask = Some(ask);
                None
            }
            Next::Do(effect) => Some(effect),
            Next::Say(sentence) => {
                self.say(&sentence);
                None
            }
        }
    }
}

fn going(key: KeyCode) -> Option<Go> {
    Some(match key {
        KeyCode::Up | KeyCode::Char('k') => Go::Up,
        KeyCode::Down | KeyCode::Char('j') => Go::Down,
        KeyCode::PageUp => Go::PageUp,
        KeyCode::PageDown | KeyCode::Char(' ') => Go::PageDown,
        KeyCode::Home | KeyCode::Char('g') => Go::Home,
        KeyCode::End | KeyCode::Char('G') => Go::End,
        _ => return None,
    })
}
