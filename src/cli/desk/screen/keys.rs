//! Key handling: a change of the screen, or a command for the desk.

use super::super::line::{About, Addressee, Ask, Next};
use super::super::page::Go;
use super::super::pages;
use super::{Effect, Over, PANES, Pane, Said, Screen};
use crate::cli::evening::Link;
use desk::season::questions::OpenQuestion;
use ratatui::crossterm::event::KeyCode;

/// The most options of which one is chosen by a digit.
pub const MOST_BY_DIGIT: usize = 9;

impl Screen {
    /// Obeys a key.
    pub fn key(&mut self, key: KeyCode) -> Option<Effect> {
        if self.ask.is_some() {
            return self.answer(key);
        }
        self.told.clear();
        self.asked = None;
        if let Some(effect) = self.chosen_option(key) {
            return effect;
        }
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
            KeyCode::Char('s') => Some(Effect::Send),
            KeyCode::Char('d') => self.show(Pane::Diff),
            KeyCode::Char('/') => self.begin(About::Find),
            KeyCode::Char('n') => self.find(true),
            KeyCode::Char('N') => self.find(false),
            KeyCode::Tab => self.beside(1),
            KeyCode::BackTab => self.beside(PANES.len() - 1),
            KeyCode::Char(digit @ '1'..='9') => {
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

    /// A digit on a question's page chooses that option; the reason is asked for.
    fn chosen_option(&mut self, key: KeyCode) -> Option<Option<Effect>> {
        let Some((Over::Question(question), _)) = &self.over else { return None };
        let KeyCode::Char(digit @ '1'..='9') = key else { return None };
        let at = digit as usize - '1' as usize;
        if question.options.len() > MOST_BY_DIGIT {
            return None;
        }
        let chosen = Some(question.options.get(at)?.clone());
        let (key, options) = (question.key.clone(), question.options.clone());
        Some(self.if_open(About::Answer { key, options, chosen }))
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
        match self.over.as_ref().map(|(over, _)| over.clone()) {
            Some(over) => self.key_over(&over, key),
            None => match (self.pane, key) {
                (_, KeyCode::Enter) => self.enter(),
                (Pane::Tonight, key) => self.key_of_evening(key),
                (Pane::Mail, key) => self.key_of_mail(key),
                (Pane::Questions, KeyCode::Char('a')) => {
                    let question = self.said.questions.get(self.marked()?)?.clone();
                    self.rule_on_question(question)
                }
                (Pane::Rulings, KeyCode::Char('a')) => self.if_open(About::Ruling),
                (Pane::Rulings, KeyCode::Char('f')) => self.if_open(About::Fact),
                (Pane::Rulings, KeyCode::Char('x')) => {
                    let number = self.said.rulings.get(self.marked()?)?.number;
                    self.if_open(About::Drop(number))
                }
                (Pane::Eyes, KeyCode::Left) => self.other_eyes(false),
                (Pane::Eyes, KeyCode::Right) => self.other_eyes(true),
                (Pane::Diff, KeyCode::Left | KeyCode::Right) => {
                    self.with_withdrawn = !self.with_withdrawn;
                    Some(Effect::Show(Pane::Diff))
                }
                _ => None,
            },
        }
    }

    /// Keys of a page that lies over a pane.
    fn key_over(&mut self, over: &Over, key: KeyCode) -> Option<Effect> {
        match (over, key) {
            (Over::Event { number, .. }, KeyCode::Left) => {
                Some(Effect::Explain(number.checked_sub(1).filter(|number| *number > 0)?))
            }
            (Over::Event { number, .. }, KeyCode::Right) => Some(Effect::Explain(number + 1)),
            (Over::Event { keys, .. }, KeyCode::Char('a')) => self.rule_on_one_of(keys.clone()),
            (Over::Question(question), KeyCode::Char('a') | KeyCode::Enter) => {
                self.rule_on_question((**question).clone())
            }
            (Over::Ruling(number), KeyCode::Char('x')) => self.if_open(About::Drop(*number)),
            (Over::Mail(mail), key) => {
                let number = mail.mail.number;
                let to = match &mail.mail.player {
                    Some(player) => Addressee::Writer(player.clone()),
                    None => Addressee::OneOf {
                        players: mail.players.clone(),
                        likely: mail.likely.clone(),
                    },
                };
                match key {
                    KeyCode::Char('z') if mail.mail.settled.is_some() => {
                        self.begin(About::Reopen(number))
                    }
                    KeyCode::Char('a') => {
                        let powers = mail.powers.clone();
                        self.begin(About::Admit { number, powers })
                    }
                    KeyCode::Char('w') => self.begin(About::Reply { number, to, refuses: false }),
                    KeyCode::Char('x') => self.begin(About::Reply { number, to, refuses: true }),
                    KeyCode::Char('f') => self.begin(About::File(number)),
                    KeyCode::Char('v') if mail.powers.is_empty() => {
                        let player = mail.mail.player.clone()?;
                        self.begin(About::Away { number, player })
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Keys of the evening: what it offers to do.
    fn key_of_evening(&mut self, key: KeyCode) -> Option<Effect> {
        match key {
            KeyCode::Char('y') => match &self.said.shown {
                Some(shown) => {
                    let opens = shown.without_deadline.clone();
                    self.begin(match shown.waits {
                        false => About::PublishAndSend(opens),
                        true => About::PublishAnyway(opens),
                    })
                }
                None => {
                    self.say("Nothing is drafted; the pane says why.");
                    None
                }
            },
            KeyCode::Char('a') => self.enter(),
            KeyCode::Char('*') => {
                let room = self.room;
                self.page_mut()?.next_link(room);
                None
            }
            KeyCode::Char('w') => self.begin(About::Narrate),
            KeyCode::Char('t') => self.begin(About::Deadline),
            KeyCode::Char('m') => self.begin(About::Remind),
            KeyCode::Char('b') => self.begin(About::Rollback),
            _ => None,
        }
    }

    /// Keys of the list of mails.
    fn key_of_mail(&mut self, key: KeyCode) -> Option<Effect> {
        match key {
            KeyCode::Char('o') => {
                self.settled_too = !self.settled_too;
                Some(Effect::Show(Pane::Mail))
            }
            // The mail is shown first: nobody settles what they have not read.
            KeyCode::Char('a' | 'w' | 'x' | 'f') => self.enter(),
            _ => None,
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
                self.show(Pane::Gist)
            }
            Pane::Gist | Pane::Events | Pane::Diff => {
                self.page()?.marked()?.event.map(Effect::Explain)
            }
            Pane::Tonight | Pane::Mail => match self.page()?.marked()?.link.clone()? {
                Link::Mail(number) => Some(Effect::Mail(number)),
                Link::Sheet(power, revision) => self.begin(About::Sheet { power, revision }),
                Link::Question(key) => {
                    let question = self.said.weighed.iter().find(|one| one.key == key)?.clone();
                    self.ask_over(question);
                    None
                }
            },
            Pane::Questions => {
                let question = self.said.questions.get(at)?.clone();
                self.ask_over(question);
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

    /// Shows a question with its options.
    fn ask_over(&mut self, question: OpenQuestion) {
        let page = pages::question(&question);
        self.lay_over(Over::Question(Box::new(question)), page);
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

    fn rule_on_question(&mut self, question: OpenQuestion) -> Option<Effect> {
        let (key, options) = (question.key.clone(), question.options.clone());
        // Its options stay in sight while one types.
        self.ask_over(question);
        self.if_open(About::Answer { key, options, chosen: None })
    }

    fn rule_on_one_of(&mut self, mut keys: Vec<String>) -> Option<Effect> {
        match keys.len() {
            0 => {
                self.say("Nothing that this event rests on can be answered differently.");
                None
            }
            1 => {
                let key = keys.remove(0);
                self.if_open(About::Answer { key, options: vec![], chosen: None })
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

    /// Handles a key while a question is open in the last line.
    fn answer(&mut self, key: KeyCode) -> Option<Effect> {
        let ask = self.ask.as_mut()?;
        match key {
            KeyCode::Esc => {
                self.ask = None;
                if matches!(self.over(), Some(Over::Text)) {
                    self.over = None;
                }
                self.say("Nothing was changed.");
                return None;
            }
            KeyCode::Enter => {}
            key => {
                ask.line.key(key);
                return None;
            }
        }
        self.told.clear();
        let next = ask.enter();
        if !matches!(next, Next::More | Next::Wrong(_)) {
            self.asked = self.ask.take();
        }
        match next {
            Next::More => None,
            Next::Wrong(sentence) => {
                self.told = sentence;
                None
            }
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
