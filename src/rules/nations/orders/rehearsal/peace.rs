//! What the receipt says of `peace:`: which conditions may be chosen as things stand, for how many each counts, and
//! when a power may fight on (NIA §13.3).
//!
//! In `--json` the list counts as the fourth entry after the last of the sheet, behind the politics.

use crate::book::Book;
use crate::money::cabinet::List;
use crate::money::treasury::Scene;
use crate::orders::Sheet;
use crate::orders::budget::{Item, in_words};
use crate::orders::causes::Cause;
use crate::politics::peace::bargain::{Bargain, Chosen, Terms, Wish};
use crate::politics::peace::lines::{ACCEPT, CONTINUE, DEMAND, OFFER};
use crate::politics::peace::{offers, plight, settle};
use crate::position::Position;
use crate::record::event::Shortfall;
use crate::view::peace::condition;
use crate::view::spending;
use play::{Grade, ReceiptLine, UnderstoodEntry};
use sheet::condition::{Condition, Truth};
use sheet::{Diagnostic, Diagnostics};
use std::collections::BTreeSet;

/// What a line comes to.
enum Told {
    /// It counts, if what its words say comes about.
    If(String),
    /// As things stand it does not.
    NotNow(String),
    /// It never does.
    Never(String),
}

/// The author of a sheet, and what they know.
pub struct Author<'a> {
    pub book: &'a Book,
    pub at: &'a dyn Position,
    pub power: &'a str,
    /// What an `if:` comes to as things stand.
    pub asks: &'a dyn Fn(&Condition) -> Truth,
}

impl Author<'_> {
    /// Tells the list; silence is an answer too.
    pub fn tell(&self, sheet: &Sheet, faults: &mut Diagnostics) -> Option<UnderstoodEntry> {
        let items = &sheet.spending.peace;
        if items.is_empty() || self.book.scenario.track.is_none() {
            return None;
        }
        let [.., number] = List::numbers(sheet.last_entry());
        let mut before: Vec<(&Item, Wish)> = vec![];
        let lines = items.iter().map(|item| {
            let told = self.of_line(item, items);
            let twin = Wish::of(item).ok().filter(|_| self.holds(item)).and_then(|wish| {
                let twin = before.iter().find(|(other, one)| is_twin((*other, one), (item, &wish)));
                let number = twin.map(|(other, _)| other.number);
                before.push((item, wish));
                number
            });
            ReceiptLine { entry: Some(number), ..self.line(item, told, twin, faults) }
        });
        Some(UnderstoodEntry { heading: "Peace".to_owned(), lines: lines.collect() })
    }

    /// What the `if:` of a line comes to as things stand.
    fn asked(&self, item: &Item) -> Option<Truth> {
        item.condition.as_ref().map(self.asks)
    }

    fn line(
        &self,
        item: &Item,
        told: Told,
        twin: Option<u16>,
        faults: &mut Diagnostics,
    ) -> ReceiptLine {
        let words = in_words(self.book, item);
        let waits = match self.asked(item) {
            None => "",
            Some(Truth::Yes) => ", whose `if:` holds as things stand",
            Some(Truth::No) => ", whose `if:` does not hold as things stand",
            Some(Truth::Unknown) => ", whose `if:` asks what is not known, so it is not done",
        };
        let mut causes: BTreeSet<Cause> = [Cause::Enemy, Cause::Courts, Cause::Earlier].into();
        causes.extend(item.condition.as_ref().map(|_| Cause::Condition));
        let (then, refused, for_good) = match told {
            Told::If(then) => (then, None, false),
            Told::NotNow(why) => (": as things stand, not chosen".to_owned(), Some(why), false),
            Told::Never(why) => (": not done".to_owned(), Some(why), true),
        };
        if let Some(why) = refused {
            let now = if for_good { "" } else { "as things stand, " };
            let why = spending::reason(self.book, &Shortfall::NotAllowed { why });
            let text = format!("`{words}`: {now}{why}");
            let is_cited = text.contains("(NIA §");
            let remark = Diagnostic::remark("not-allowed", item.at.clone(), text);
            faults.push(if is_cited { remark } else { remark.rule(item.kind.kind.rule) });
        }
        let again = twin.map(|line| format!("; line {line} comes first")).unwrap_or_default();
        let grade = match (self.asked(item), for_good) {
            (_, true) => Grade::Refused,
            (Some(Truth::Unknown), _) => Grade::NotKnown,
            _ => Grade::If,
        };
        if for_good {
            causes = [Cause::Courts].into();
        }
        ReceiptLine {
            step: Some(item.number),
            words: format!("{}. {words}{waits}{then}{again}", item.number),
            grade,
            causes: causes.into_iter().map(Cause::word).collect(),
            ..ReceiptLine::default()
        }
    }

    fn of_line(&self, item: &Item, list: &[Item]) -> Told {
        if item.is(&CONTINUE) {
            return self.fights_on(item);
        }
        if item.is(&OFFER) || item.is(&ACCEPT) {
            return self.free(item, list);
        }
        let wish = match Wish::of(item) {
            Ok(wish) => wish,
            Err(why) => return Told::Never(why),
        };
        if item.is(&DEMAND) { self.demanded(item, &wish) } else { self.conceded(item, &wish, list) }
    }

    /// A peace that the author offers, with the conditions of its list, or accepts.
    fn free(&self, item: &Item, list: &[Item]) -> Told {
        let power = self.power;
        let other = item.name("to").or_else(|| item.name("of")).unwrap_or_default();
        let title = self.book.people.title(other);
        let common = self.at.common();
        if item.is(&ACCEPT) && !common.relations.at_war(power, other) {
            return Told::NotNow(format!("you are not at war with {title}"));
        }
        let scene = Scene::of(self.book, self.at);
        if item.is(&ACCEPT) {
            let most = offers::most(self.book);
            if item.number_of("for") > i64::from(most) {
                return Told::Never(format!("no offer counts for more than {most}"));
            }
            let least = match item.number_of("for") {
                0 => String::new(),
                least => format!(", and its conditions count for {least} at least"),
            };
            return Told::If(format!(
                ": if {title} offers you peace in this season{least}; for your whole side; whoever else has beaten {title} \
                 must accept it too"
            ));
        }
        if let Some(why) = offers::bar(self.book, common, (power, other)) {
            return Told::NotNow(why);
        }
        if let Some(line) = self.asked_before(item, list, other) {
            return Told::NotNow(format!(
                "{title} or an ally of theirs has an offer of yours by line {line} (NIA §13.3.1.1)"
            ));
        }
        let (chosen, _) = self.offered(list, other);
        let told = chosen
            .iter()
            .map(|one| condition(self.book, one.term, one.name.as_deref(), (power, other)));
        let told: Vec<String> = told.collect();
        let counts = chosen.iter().map(|one| one.counts).sum::<u8>();
        let with = match told.as_slice() {
            [] => {
                "without conditions, for you have no `concede:` line that may be chosen".to_owned()
            }
            all => format!("with conditions that count for {counts}: {}", all.join("; ")),
        };
        let others = offers::others_asked(&scene, power, other);
        let and = match self.book.people.titles(&others).as_str() {
            "" => "whoever has beaten you by then".to_owned(),
            others => format!("{others}, by whom you are beaten as things stand"),
        };
        Told::If(format!(
            ": if {title} accepts it, for its whole side, and {and}, {with}; you have the part of the beaten power then: \
             you are neutral, and their troops may cross your land (NIA §13.3.2)"
        ))
    }

    /// The conditions of an offer as things stand, and the lines that are left out.
    fn offered(&self, list: &[Item], to: &str) -> (Vec<Chosen>, Vec<(u16, String)>) {
        // As in the season, a condition counts if its `if:` holds.
        let list: Vec<Item> = list.iter().filter(|item| self.holds(item)).cloned().collect();
        let wishes = settle::wishes(&list, self.power, self.power).into_iter();
        let wishes = wishes.filter_map(|(_, wish)| wish.ok()).collect();
        offers::conditions(self.book, self.at.common(), (self.power, to), wishes)
    }

    /// Whether a line counts as things stand.
    fn holds(&self, item: &Item) -> bool {
        self.asked(item).is_none_or(|truth| truth == Truth::Yes)
    }

    /// The line before that offers peace to the same side, as things stand.
    fn asked_before(&self, item: &Item, list: &[Item], to: &str) -> Option<u16> {
        let relations = self.at.common().relations;
        let mut before = list.iter().take_while(|one| one.number != item.number).filter(|one| {
            let other = one.name("to").unwrap_or_default();
            one.is(&OFFER)
                && self.holds(one)
                && relations.at_war(self.power, other)
                && offers::is_asked(relations, &[other.to_owned()], to)
        });
        before.next().map(|one| one.number)
    }

    /// Whether the author may fight on.
    fn fights_on(&self, item: &Item) -> Told {
        let power = self.power;
        let scene = Scene::of(self.book, self.at);
        let Some(plight) = plight(&scene, power) else {
            return Told::Never(
                "the rules name no towns whose loss beats you (NIA §13.3.1)".to_owned(),
            );
        };
        if self.enemies().is_empty() {
            return Told::NotNow("you are at war with nobody".to_owned());
        }
        let common = self.at.common();
        if let Some(why) = settle::already(&common.titles.peaces, power) {
            return Told::NotNow(why);
        }
        let (needs, stands) = (plight.needs(self.book), plight.in_words(self.book));
        let must = format!(
            ": if you must make peace when the season is over (loss of {needs}; {stands} now)"
        );
        if !settle::says_yes(item) {
            return Told::If(format!("{must}, you make it at once"));
        }
        if let Some(why) = settle::may_not_fight_on(self.book, self.at, power) {
            return Told::Never(format!("if you must make peace, {why}"));
        }
        let last = self.book.peace.last_of_fighting_on(common.season);
        Told::If(format!(
            "{must}, you fight on until {last} is over, and then peace has {} conditions",
            self.book.peace.conditions(true)
        ))
    }

    /// A condition that the author wants of a beaten power.
    fn demanded(&self, item: &Item, wish: &Wish) -> Told {
        let power = self.power;
        let enemies: Vec<&str> = match item.name("of") {
            Some(of) if of == power => {
                return Told::Never("nobody asks anything of themselves".to_owned());
            }
            Some(of) => vec![of],
            None => self.enemies(),
        };
        let (mut may, mut first) = (vec![], None);
        for beaten in enemies {
            let title = self.book.people.title(beaten);
            if !self.at.common().relations.at_war(power, beaten) {
                first = first.or_else(|| Some(format!("you are not at war with {title}")));
                continue;
            }
            match self.may(power, wish, (beaten, &[power.to_owned()])) {
                Ok(counts) => may.push((beaten, counts)),
                Err(why) => first = first.or(Some(why)),
            }
        }
        let Some((_, counts)) = may.first() else {
            return Told::NotNow(first.unwrap_or_else(|| "you are at war with nobody".to_owned()));
        };
        // Those come first of whom the author holds a town that counts.
        let scene = Scene::of(self.book, self.at);
        let is_victor = |beaten: &str| {
            plight(&scene, beaten).is_some_and(|one| one.victors.iter().any(|by| by == power))
        };
        let near: Vec<&str> =
            may.iter().map(|(beaten, _)| *beaten).filter(|beaten| is_victor(beaten)).collect();
        let (of, town) = match near.is_empty() {
            false => (near, ""),
            true => (
                may.iter().map(|(beaten, _)| *beaten).collect(),
                ", and you hold one of its towns that count by then, which you do not now",
            ),
        };
        let titles: Vec<&str> = of.iter().map(|beaten| self.book.people.title(beaten)).collect();
        let when = match of.as_slice() {
            [beaten] => self.when(beaten),
            _ => String::new(),
        };
        Told::If(format!(
            ": if {} is beaten{when} and makes peace with you{town}; it counts for {counts} of the conditions",
            titles.join(" or ")
        ))
    }

    /// When it is asked whether a power is beaten that fights on.
    fn when(&self, power: &str) -> String {
        let last = self.at.common().titles.peaces.fights_until(power);
        let last = last.filter(|last| self.at.common().season < *last);
        last.map(|last| format!(" still when {last} is over")).unwrap_or_default()
    }

    /// A condition that the author chooses if it is they who are beaten, or who offer peace.
    fn conceded(&self, item: &Item, wish: &Wish, list: &[Item]) -> Told {
        let power = self.power;
        let enemies: Vec<String> = self.enemies().into_iter().map(str::to_owned).collect();
        if enemies.is_empty() {
            return Told::NotNow("you are at war with nobody".to_owned());
        }
        let scene = Scene::of(self.book, self.at);
        let found = plight(&scene, power).map(|plight| plight.victors).unwrap_or_default();
        let victors = if found.is_empty() { enemies } else { found };
        let offer = list.iter().find(|one| one.is(&OFFER) && self.holds(one));
        let to = offer.and_then(|offer| offer.name("to"));
        let offers = match to.filter(|_| self.holds(item)) {
            None => String::new(),
            Some(to) => {
                let (_, left_out) = self.offered(list, to);
                match left_out.into_iter().find(|(line, _)| *line == item.number) {
                    None => ", or if your offer is accepted".to_owned(),
                    Some((_, why)) => format!(", but not in your offer: {why}"),
                }
            }
        };
        let must = match self.when(power).as_str() {
            "" => "you must make peace when the season is over".to_owned(),
            when => format!("you are beaten{when}"),
        };
        match self.may(power, wish, (power, &victors)) {
            Ok(counts) => {
                Told::If(format!(": if {must}{offers}; it counts for {counts} of the conditions"))
            }
            Err(why) => Told::NotNow(why),
        }
    }

    /// For how many conditions a wish counts, if it may be chosen as things stand.
    fn may(
        &self,
        by: &str,
        wish: &Wish,
        (beaten, victors): (&str, &[String]),
    ) -> Result<u8, String> {
        let terms = Terms::now(&Scene::of(self.book, self.at), beaten, victors);
        let bargain = Bargain::new(self.book, self.at.common(), terms);
        bargain.receiver(by, wish).map(|_| bargain.counts(wish.term))
    }

    /// The powers with which the author is at war.
    fn enemies(&self) -> Vec<&str> {
        let others = self.at.common().relations.parties().map(String::as_str);
        others.filter(|other| self.at.common().relations.at_war(self.power, other)).collect()
    }
}

/// Whether a line wants what one before it wants.
fn is_twin((other, one): (&Item, &Wish), (item, wish): (&Item, &Wish)) -> bool {
    other.kind.kind.key == item.kind.kind.key
        && (one.term, &one.name) == (wish.term, &wish.name)
        && other.name("of") == item.name("of")
}
