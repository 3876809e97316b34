//! The screen as it stands: what is shown, and what a key does to it. A key changes the screen or
//! asks for an [`Effect`]; nothing is read here and nothing is drawn.

mod keys;

pub use keys::MOST_BY_DIGIT;

use super::line::Ask;
use super::page::Page;
use super::{evening_page, pages};
use desk::intake::settle::{WaitingMail, WaitingPage};
use desk::screen::{Overview, SeasonLine};
use desk::season::explain::{Against, Change, EventLine, Explanation};
use desk::season::play::Resolution;
use desk::season::questions::OpenQuestion;
use desk::season::rulings::Ruling;
use desk::season::tonight::Tonight;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pane {
    Tonight,
    Mail,
    Seasons,
    Gist,
    Events,
    Questions,
    Rulings,
    Eyes,
    Diff,
}

/// The panes, in their order, and what their tabs say.
pub const PANES: [(Pane, &str); 9] = [
    (Pane::Tonight, "Tonight"),
    (Pane::Mail, "Mail"),
    (Pane::Seasons, "Seasons"),
    (Pane::Gist, "Gist"),
    (Pane::Events, "Events"),
    (Pane::Questions, "Questions"),
    (Pane::Rulings, "Rulings"),
    (Pane::Eyes, "Eyes"),
    (Pane::Diff, "Diff"),
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
    /// Publish the draft, with the deadline of the next season if one was given.
    Publish {
        deadline: Option<String>,
    },
    /// Publish the draft that was shown and send the mails; with the reason, if it waits for
    /// something.
    PublishAndSend {
        force: Option<String>,
        deadline: Option<String>,
    },
    /// Send what waits in the outbox.
    Send,
    /// Take back what was done with a mail.
    Reopen(i64),
    /// Show a mail that needs the umpire.
    Mail(i64),
    /// Settle a mail that needs the umpire.
    Settle(i64, Settle),
    /// Let a sheet count that came late or from elsewhere.
    AdmitSheet {
        power: String,
        revision: u32,
        reason: String,
    },
    Evening(Evening),
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

/// What becomes of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settle {
    Admit {
        power: Option<String>,
        reason: String,
    },
    Reply {
        to: Option<String>,
        text: String,
        refuses: bool,
    },
    File {
        note: String,
    },
    /// The player is away from the first day to the last; the mail is filed.
    Away {
        player: String,
        first: String,
        last: String,
    },
}

/// What an evening does besides the season itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evening {
    /// Add the umpire's words to the reports.
    Narrate {
        to: Option<String>,
        text: String,
    },
    Deadline(String),
    Remind,
    /// Withdraw the season that was published last.
    Rollback(String),
}

/// A page that lies over a pane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Over {
    /// An event, and the keys of the answers that it rests on.
    Event {
        number: usize,
        keys: Vec<String>,
    },
    Question(Box<OpenQuestion>),
    Ruling(u32),
    Mail(Box<WaitingPage>),
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
    /// The draft that the evening showed.
    shown: Option<Shown>,
    /// The questions that the evening weighed.
    weighed: Vec<OpenQuestion>,
}

/// A draft that was shown.
#[derive(Debug)]
struct Shown {
    draft: Resolution,
    /// Whether it waits for something before it is published.
    waits: bool,
    /// The season that would open without a deadline.
    without_deadline: Option<String>,
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
    /// The prompts whose answers are being obeyed.
    asked: Option<Ask>,
    /// The sentence at the foot.
    pub told: String,
    sought: String,
    /// The columns and lines there are for a page.
    room: (usize, usize),
    /// Whether the draft is compared with the season that was withdrawn, and not with the draft
    /// before.
    with_withdrawn: bool,
    /// Whether mails that were settled are listed too.
    settled_too: bool,
}

impl Screen {
    pub fn new(overview: Overview) -> Screen {
        let mut screen = Screen {
            chosen: overview.seasons.len().saturating_sub(1),
            overview,
            pane: Pane::Tonight,
            said: Said::default(),
            cursors: [0; PANES.len()],
            over: None,
            ask: None,
            asked: None,
            told: String::new(),
            sought: String::new(),
            room: (78, 17),
            with_withdrawn: false,
            settled_too: false,
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

    /// Says why what was typed cannot be done, and asks for it again with all that was typed.
    pub fn ask_again(&mut self, sentence: &str) {
        match self.asked.take() {
            None => self.say(sentence),
            Some(asked) => {
                self.read("not done", sentence);
                self.ask = Some(asked.again());
            }
        }
    }

    /// Empties the line that is typed.
    pub fn empty_line(&mut self) {
        if let Some(ask) = &mut self.ask {
            ask.line.clear();
        }
    }

    /// Takes in what was pasted, where something is asked for.
    pub fn paste(&mut self, text: &str) {
        match &mut self.ask {
            Some(ask) => ask.line.paste(text),
            None => self.say("Nothing was asked for, so what was pasted is ignored."),
        }
    }

    /// Shows a text over the pane.
    pub fn read(&mut self, title: &str, text: &str) {
        let items = text.lines().map(super::page::Item::line).collect();
        self.lay_over(Over::Text, Page::text(title, items));
    }

    /// Takes note of a draft that the evening made: what was said of the season is forgotten.
    pub fn drafted(&mut self, overview: Overview) {
        if overview == self.overview {
            return;
        }
        let evening = self.said.pages[Pane::Tonight as usize].take();
        self.renew(overview);
        self.said.pages[Pane::Tonight as usize] = evening;
    }

    pub fn tonight(&mut self, evening: Tonight) {
        let page = evening_page::tonight(&evening);
        self.said.weighed = evening.questions.into_iter().map(|one| one.question).collect();
        let (waits, without_deadline) = (evening.hindered.is_some(), evening.without_deadline);
        self.said.shown = evening.draft.map(|draft| Shown { draft, waits, without_deadline });
        self.lay(Pane::Tonight, page);
        let room = self.room;
        if let Some(page) = &mut self.said.pages[Pane::Tonight as usize] {
            page.first_link(room);
        }
    }

    /// The draft that the evening showed.
    pub fn shown(&self) -> Option<&Resolution> {
        self.said.shown.as_ref().map(|shown| &shown.draft)
    }

    pub fn mails(&mut self, mails: &[WaitingMail]) {
        let page = evening_page::mails(mails, self.settled_too);
        self.lay(Pane::Mail, page);
    }

    /// Whether mails that were settled are listed too.
    pub fn settled_too(&self) -> bool {
        self.settled_too
    }

    pub fn mail(&mut self, mail: WaitingPage) {
        let page = evening_page::mail(&mail);
        self.lay_over(Over::Mail(Box::new(mail)), page);
    }

    pub fn gist(&mut self, told: Option<&Resolution>) {
        let Some(season) = self.season() else { return };
        let page = pages::gist(season, told);
        self.lay(Pane::Gist, page);
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
        self.lay(Pane::Diff, pages::changes(season, self.against(), changes));
    }

    /// What the draft is compared with.
    pub fn against(&self) -> Against {
        if self.with_withdrawn { Against::Withdrawn } else { Against::DraftBefore }
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
}
