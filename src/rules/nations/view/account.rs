//! The account of a spring's money: each purse of one's own line by line, and what others were seen
//! to do (NIA §12).

use super::money;
use super::spending;
use crate::book::Book;
use crate::book::spelling;
use crate::record::event::{MoneyEvent, Purse, SpendingEvent};
use crate::sight::all::UMPIRE;
use crate::sight::known::Known;
use crate::sight::news::{LandNews, SeenEvent, Sent, Told, WarNews};
use serde::Serialize;
use std::collections::BTreeMap;

/// All that is told of money in a season.
#[derive(Debug, Default, Serialize)]
pub struct Account {
    /// One's own purses, the power's own first.
    pub purses: Vec<PurseLines>,
    /// What was asked for and not done.
    pub not_done: Vec<String>,
    /// Who commands, and other things that cost nothing.
    pub others: Vec<String>,
    /// What others earn and build.
    pub abroad: Vec<String>,
}

/// One purse.
#[derive(Debug, Default, Serialize)]
pub struct PurseLines {
    pub title: String,
    pub lines: Vec<Line>,
    /// What is left, in a sentence; empty as long as it is not known.
    pub left: String,
}

/// A line of an account.
#[derive(Debug, Serialize)]
pub struct Line {
    pub what: String,
    /// With its sign: `+£36`, `-£7`.
    pub pounds: String,
    /// Recruits that it took, in words.
    pub recruits: String,
    /// All of it in a line.
    pub text: String,
    #[serde(skip)]
    by: i32,
}

impl Line {
    fn new(what: String, by: i32, recruits: &str) -> Self {
        let pounds = if by < 0 { format!("-£{}", -by) } else { format!("+£{by}") };
        let gap = if recruits.is_empty() { "" } else { ", " };
        let text = format!("{pounds:>5}  {what}{gap}{recruits}");
        Self { what, pounds, recruits: recruits.to_owned(), text, by }
    }
}

/// Reckons up the season's money; nothing, if none was told of.
pub fn account(book: &Book, known: &Known) -> Option<Account> {
    let mut telling =
        Telling { book, known, purses: BTreeMap::new(), account: Account::default(), any: false };
    for event in &known.seen_events {
        if let SeenEvent::War(WarNews::Land(news)) = event {
            match &**news {
                LandNews::Money(event) => telling.money(event),
                LandNews::Told(Told::Spending { event, sent }) => telling.spending(event, *sent),
                LandNews::Loss(_)
                | LandNews::Contact(_)
                | LandNews::Battle(_)
                | LandNews::Siege(_)
                | LandNews::Table(_)
                | LandNews::Told(Told::Court { .. }) => {}
            }
        }
    }
    let chest = known.money.chest(&known.power);
    let any = telling.any || chest > 0;
    if chest > 0 {
        let purse = telling.purses.entry(known.power.clone()).or_default();
        purse.title = book.people.title(&known.power).to_owned();
        if purse.left.is_empty() {
            purse.left = format!("£{chest}");
        }
    }
    let Telling { mut purses, mut account, .. } = telling;
    account.purses.extend(purses.remove(&known.power));
    // A minor country that has nothing is not worth an account.
    account.purses.extend(purses.into_values().filter(|purse| !purse.lines.is_empty()));
    any.then_some(account)
}

struct Telling<'a> {
    book: &'a Book,
    known: &'a Known,
    purses: BTreeMap<String, PurseLines>,
    account: Account,
    any: bool,
}

impl Telling<'_> {
    /// Whether a leader is of the power that reads this, or of a country that no other power is.
    fn is_own(&self, leader: &str) -> bool {
        let nation = self.book.people.leader(leader).map(|leader| leader.nation.as_str());
        nation.is_none_or(|nation| {
            nation == self.known.power || !self.known.relations.takes_part(nation)
        })
    }

    /// Whether the reader is told of a power's purses line by line: the power itself, and the umpire.
    fn keeps(&self, power: &str) -> bool {
        power == self.known.power || self.known.power == UMPIRE
    }

    /// Whether the reader's own list spends from a purse. Where no power is named, earlier versions
    /// stored it for that reader alone.
    fn spends(&self, purse: &Purse) -> bool {
        purse.power.is_empty() || self.keeps(&purse.power)
    }

    fn line(&mut self, owner: &str, what: String, pounds: i32, recruits: String) {
        let title = self.book.people.title(owner).to_owned();
        let purse = self.purses.entry(owner.to_owned()).or_default();
        purse.title = title;
        purse.lines.push(Line::new(what, pounds, &recruits));
    }

    fn money(&mut self, event: &MoneyEvent) {
        self.any = true;
        let own = event.keeper().is_some_and(|keeper| self.keeps(keeper));
        match event {
            MoneyEvent::Forfeited { who, pounds, .. } if own => {
                self.line(who, "in the chest from last year".to_owned(), *pounds, String::new());
                let what = "lost, since it was not spent last year".to_owned();
                self.line(who, what, -pounds, String::new());
            }
            MoneyEvent::Collected { who, lines, recruits, pounds, .. } if own => {
                for line in lines {
                    let (what, _) = money::part(line);
                    self.line(who, what, line.pounds, String::new());
                }
                let listed: i32 = lines.iter().map(|line| line.pounds).sum();
                if listed != *pounds {
                    let what = "income does not fall below nothing".to_owned();
                    self.line(who, what, pounds - listed, String::new());
                }
                if let Some(purse) = self.purses.get_mut(who) {
                    purse.left = spelling::recruits(recruits.steps, recruits.cavalry);
                }
            }
            MoneyEvent::Conscripted { who, pounds, .. } if own => {
                self.line(who, "conscripts are called".to_owned(), *pounds, String::new());
            }
            MoneyEvent::Decided { who, pounds, .. } if own => {
                self.line(who, "by the umpire's decision".to_owned(), *pounds, String::new());
            }
            MoneyEvent::FavourBought { who, on, pounds } if own => {
                let court = self.book.people.title(on);
                self.line(who, format!("to win {court}"), -pounds, String::new());
            }
            MoneyEvent::WarBegan { .. }
            | MoneyEvent::FreeFleetTried { .. }
            | MoneyEvent::WarTried { .. }
            | MoneyEvent::WarEnded { .. }
            | MoneyEvent::CameHome { .. }
                if own =>
            {
                self.account.others.push(money::sentence(self.book, event, true));
            }
            MoneyEvent::Forfeited { .. }
            | MoneyEvent::Decided { .. }
            | MoneyEvent::FreeFleetTried { .. }
            | MoneyEvent::WarBegan { .. }
            | MoneyEvent::WarTried { .. }
            | MoneyEvent::WarEnded { .. }
            | MoneyEvent::CameHome { .. }
            | MoneyEvent::Collected { .. }
            | MoneyEvent::Conscripted { .. }
            | MoneyEvent::CardNoted { .. }
            | MoneyEvent::FavourBought { .. }
            | MoneyEvent::CreditChanged { .. }
            | MoneyEvent::Raided { .. } => {
                self.account.abroad.push(money::sentence(self.book, event, false));
            }
        }
    }

    /// Money that went from one purse to another.
    fn paid(&mut self, event: &SpendingEvent, sentence: impl Fn() -> String) {
        let SpendingEvent::Paid { purse, to, pounds, loan, back, .. } = event else { return };
        let (book, pays) = (self.book, self.keeps(&purse.owner));
        let gets = self.keeps(to) || self.purses.contains_key(to);
        let verb = match (loan, back) {
            (_, true) => "paid back",
            (true, _) => "lent",
            _ => "given",
        };
        if pays {
            let to = book.people.title(to);
            self.line(&purse.owner, format!("{verb} to {to}"), -pounds, String::new());
        }
        if gets {
            let from = book.people.title(&purse.owner);
            self.line(to, format!("{verb} by {from}"), *pounds, String::new());
        }
        if !pays && !gets {
            self.account.abroad.push(sentence());
        }
    }

    /// A card that was sold, for those who know which.
    fn dealt(&mut self, buyer: &str, seller: &str, (card, pounds): (&str, i32)) {
        let title = |who: &str| self.book.people.title(who).to_owned();
        let (to, from) = (title(buyer), title(seller));
        if self.keeps(buyer) {
            self.line(buyer, format!("card {card} bought of {from}"), -pounds, String::new());
        }
        if self.keeps(seller) {
            self.line(seller, format!("card {card} sold to {to}"), pounds, String::new());
        }
    }

    /// What is left in a purse.
    fn closed(&mut self, event: &SpendingEvent) {
        let SpendingEvent::AccountClosed { purse: Purse { owner, .. }, pounds, recruits, cavalry } =
            event
        else {
            return;
        };
        let title = self.book.people.title(owner).to_owned();
        let purse = self.purses.entry(owner.clone()).or_default();
        purse.title = title;
        let told: i32 = purse.lines.iter().map(|line| line.by).sum();
        if *pounds != told {
            let kept = Line::new("kept from last year".to_owned(), pounds - told, "");
            purse.lines.insert(0, kept);
        }
        purse.left = format!("£{pounds}, and {}", spelling::recruits(*recruits, *cavalry));
    }

    fn spending(&mut self, event: &SpendingEvent, sent: Option<Sent>) {
        self.any = true;
        let book = self.book;
        let (owner, ours) = (&event.purse().owner, self.spends(event.purse()));
        let sentence = || spending::sentence(book, event, sent);
        match event {
            SpendingEvent::Raised { bill, .. }
            | SpendingEvent::Refilled { bill, .. }
            | SpendingEvent::ArmySetUp { bill, .. }
            | SpendingEvent::SupportRaised { bill, .. }
            | SpendingEvent::FleetBuilt { bill, .. }
            | SpendingEvent::CorsairFitted { bill, .. }
            | SpendingEvent::FortressArmed { bill, .. }
            | SpendingEvent::CreditRaised { bill, .. }
                if ours =>
            {
                let deed = spending::deed(book, event).unwrap_or_default();
                self.line(owner, deed, -bill.pounds, spending::recruits(*bill));
            }
            SpendingEvent::Paid { .. } => self.paid(event, sentence),
            SpendingEvent::CardBought { from, card, pounds, .. } if !card.is_empty() => {
                self.dealt(owner, from, (card, *pounds));
            }
            SpendingEvent::NotCarriedOut { .. } => self.account.not_done.push(sentence()),
            SpendingEvent::AccountClosed { .. } => self.closed(event),
            SpendingEvent::PaidForAbroad { war, bill, .. } => {
                let what = format!("troops not sent abroad, {war}");
                self.line(owner, what, -bill.pounds, String::new());
                self.account.others.push(sentence());
            }
            SpendingEvent::LeaderPosted { leader, .. } if !self.is_own(leader) => {
                self.account.abroad.push(sentence());
            }
            SpendingEvent::SentAbroad { .. } | SpendingEvent::CardBought { .. } if !ours => {
                self.account.abroad.push(sentence());
            }
            SpendingEvent::Kept { .. }
            | SpendingEvent::SentAbroad { .. }
            | SpendingEvent::CardBought { .. }
            | SpendingEvent::CorpsMerged { .. }
            | SpendingEvent::LeaderPosted { .. } => self.account.others.push(sentence()),
            SpendingEvent::Raised { .. }
            | SpendingEvent::Refilled { .. }
            | SpendingEvent::ArmySetUp { .. }
            | SpendingEvent::SupportRaised { .. }
            | SpendingEvent::FleetBuilt { .. }
            | SpendingEvent::CorsairFitted { .. }
            | SpendingEvent::FortressArmed { .. }
            | SpendingEvent::CreditRaised { .. } => self.account.abroad.push(sentence()),
        }
    }
}

/// What is said at the head of a report on a cabinet.
pub fn headline(account: &Account) -> Vec<String> {
    let own = account.purses.first();
    let left = own.filter(|own| !own.left.is_empty());
    let mut told: Vec<String> = left
        .map(|own| format!("The money of the year is spent: {} has {} left.", own.title, own.left))
        .into_iter()
        .collect();
    match account.not_done.len() {
        0 => {}
        1 => told.push("One line of your lists was not carried out.".to_owned()),
        several => told.push(format!("{several} lines of your lists were not carried out.")),
    }
    if told.is_empty() {
        told.push("The money of the year is spent.".to_owned());
    }
    told
}
