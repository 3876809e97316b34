//! Gifts, loans and what is paid back (NIA §12.2.5).
//!
//! The cabinet pays by [`Payments::pay`], and the receipt says what it would pay; they differ in what
//! they know to have been earned and given.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.1, §12.2.5, §21.3.5.

use super::{Item, LineKind, Lines, MOST_POUNDS, Settled};
use crate::book::Book;
use crate::orders::words::money::RECEIVER;
use crate::record::event::{Bill, Purse, Shortfall, SpendingEvent};
use crate::record::state::Money;
use sheet::keys::{Field, Kind, Value};

pub const GIFT: LineKind = LineKind {
    kind: Kind {
        key: "gift",
        rule: "NIA §12.2.5",
        value: Value::Map(&[
            Field {
                key: "to",
                value: Value::Needed(&Value::Name(&RECEIVER)),
                doc: "The power or minor country that gets the money.",
            },
            Field {
                key: "pounds",
                value: Value::Needed(&Value::Number(1, MOST_POUNDS)),
                doc: "How many pounds.",
            },
            Field {
                key: "loan",
                value: Value::Flag,
                doc: "Whether it is lent; the account keeps the debt until `repay:`.",
            },
        ]),
        doc: "Gives money, to an enemy as well: at most £6 to a power and £4 to a minor country, Britain as much as she likes to powers; nobody gets more than they earn.",
    },
    settled: Settled::Payment,
    offered: |_| true,
    price: None,
    for_countries: false,
    nothing: None,
};

pub const REPAY: LineKind = LineKind {
    kind: Kind {
        key: "repay",
        rule: "NIA §12.2.5",
        value: Value::Map(&[
            Field {
                key: "to",
                value: Value::Needed(&Value::Name(&RECEIVER)),
                doc: "Who lent the money.",
            },
            Field {
                key: "pounds",
                value: Value::Needed(&Value::Number(1, MOST_POUNDS)),
                doc: "How many pounds.",
            },
        ]),
        doc: "Pays back what was lent.",
    },
    settled: Settled::Payment,
    offered: |offer| offer.common.money.debts.contains_key(offer.power),
    price: None,
    for_countries: false,
    nothing: None,
};

/// What bounds the payments of a spring.
pub struct Payments<'a> {
    pub book: &'a Book,
    pub money: &'a Money,
    /// What somebody earns this year; nothing, if they have no purse.
    pub earned: &'a dyn Fn(&str) -> Option<i32>,
    /// What was given this spring: giver, receiver, pounds.
    pub given: Vec<(String, String, i32)>,
}

/// The gift that an event tells of: giver, receiver, pounds.
pub fn gift_of(event: &SpendingEvent) -> Option<(String, String, i32)> {
    match event {
        SpendingEvent::Paid { purse, to, pounds, back: false, .. } => {
            Some((purse.owner.clone(), to.clone(), *pounds))
        }
        _ => None,
    }
}

/// Why a power gets no money beside its income, if it does not (NIA §21.3.5).
fn gets_money(book: &Book, to: &str) -> Result<(), Shortfall> {
    let terms = book.scenario.money.as_ref().filter(|terms| terms.gets_no_other(to));
    let why = || format!("{} gets no other money than its income", book.people.title(to));
    if terms.is_some() { Err(Shortfall::NotAllowed { why: why() }) } else { Ok(()) }
}

impl Payments<'_> {
    /// Makes one gift, loan or payment back from the power's own purse, if it may be and the money is
    /// there.
    pub fn pay(&mut self, lines: &mut Lines, item: &Item) -> Result<SpendingEvent, Shortfall> {
        let power = lines.works.power.clone();
        lines.works.open(&power, lines.land)?;
        let to = item.name("to").unwrap_or_default();
        let pounds = i32::try_from(item.number_of("pounds")).unwrap_or(i32::MAX);
        let back = item.is(&REPAY);
        self.allows(&power, to, pounds, back)?;
        let bill = Bill { pounds, ..Bill::default() };
        lines.works.affords(bill)?;
        lines.works.pay(bill);
        let loan = item.filled().is_some_and(|filled| filled.flag("loan"));
        let purse = Purse { power: power.clone(), owner: power };
        let (line, to) = (item.number, to.to_owned());
        let paid = SpendingEvent::Paid { purse, line, to, pounds, loan: loan && !back, back };
        self.given.extend(gift_of(&paid));
        Ok(paid)
    }

    /// Says what forbids a payment, whatever is in the purse.
    fn allows(&self, power: &str, to: &str, pounds: i32, back: bool) -> Result<(), Shortfall> {
        let within = |most: i32, short: Shortfall| if pounds > most { Err(short) } else { Ok(()) };
        if back {
            let most = self.money.debt(power, to);
            return within(most, Shortfall::Debt { most });
        }
        let Some(earned) = (self.earned)(to).filter(|_| to != power) else {
            let why = format!("{} has no purse to pay into", self.book.people.title(to));
            return Err(Shortfall::NotAllowed { why });
        };
        gets_money(self.book, to)?;
        let to_them = self.given.iter().filter(|(_, receiver, _)| receiver == to);
        let sum = |of_us: bool| -> i32 {
            let counted = to_them.clone().filter(|(giver, ..)| !of_us || giver == power);
            counted.map(|(.., pounds)| pounds).sum()
        };
        let minor = self.book.countries.get(to).is_some();
        if let Some(limit) = self.book.money.most_given(power, minor) {
            let most = (limit - sum(true)).max(0);
            within(most, Shortfall::GiftLimit { most, limit })?;
        }
        let most = (earned - sum(false)).max(0);
        within(most, Shortfall::Limit { most })
    }
}
