//! What the receipt says of `politics:`: what two dice must show for each attempt and what it costs, who joins a
//! war, which country may be a satellite (NIA §11.2, §11.3). What it says of conquests is in `conquest.rs`.
//!
//! It asks the functions of the season, of what the author knows. In `--json` the list counts as the third entry
//! after the last of the sheet, behind budget and muster.

use crate::book::Book;
use crate::book::cards::{Card, Effect};
use crate::book::countries::CountryStatus;
use crate::cards::may_play;
use crate::money::cabinet::List;
use crate::orders::Sheet;
use crate::orders::budget::{Item, in_words};
use crate::orders::causes::Cause;
use crate::orders::senses::{Commander, Scene};
use crate::politics::declaring::{self, War};
use crate::politics::diplomacy::{self, Plan};
use crate::politics::influence::{self, Attempt, Court, Shifts};
use crate::politics::lines::{
    ANNEX, CEDE, DECLARE, EMBASSY, INFLUENCE, JOIN, REINSTATE, SATELLITE, TAKE, UNITE,
};
use crate::politics::satellites;
use crate::position::{Common, Position};
use crate::record::event::{CourtEvent, Modifier, Shortfall};
use crate::record::state::Marker;
use crate::sight::known::Known;
use crate::view::spending;
use kit::ground::Space;
use kit::names::listed;
use play::{Grade, ReceiptLine, UnderstoodEntry};
use sheet::condition::Truth;
use sheet::{Diagnostic, Diagnostics};
use std::collections::{BTreeMap, BTreeSet};

/// The list while it is told.
pub(super) struct Desk<'a> {
    pub(super) book: &'a Book,
    pub(super) known: &'a Known,
    pub(super) shifts: Shifts,
    /// Countries for whose peace the list gives up a province, before anything else.
    pub(super) ceded: Vec<String>,
    /// What is known, once the conquests of the lines so far are settled.
    pub(super) after: Known,
    /// Countries with the line that first deals with them, if it waits for no `if:`.
    pub(super) settled: BTreeMap<String, u16>,
    /// Countries with the line that first chooses a province of theirs, if it waits for no `if:`.
    pub(super) taken: BTreeMap<String, u16>,
    /// What happens by the peaces of the list that wait for nothing.
    pub(super) peace: Vec<CourtEvent>,
    /// What is left in the chest; nothing, if the budget is settled first.
    chest: Option<i32>,
    /// Cards that are kept ready, as long as no attempt before takes them.
    cards: Vec<&'a Card>,
    /// On whom the list declares war, before any attempt is made.
    wars: Vec<String>,
    /// Whether an attempt before may cost something.
    has_paid: bool,
    /// The attempts so far: the kind, the power where it is one, and whether it waits for nothing.
    made: Vec<(&'static str, String, bool)>,
}

/// What a line comes to: its words, what it depends on, and why it is not done.
pub(super) struct Told {
    pub(super) words: String,
    pub(super) causes: BTreeSet<Cause>,
    pub(super) refused: Option<Shortfall>,
}

impl Told {
    pub(super) fn sure(words: String) -> Self {
        Self { words, causes: BTreeSet::new(), refused: None }
    }

    fn no(why: Shortfall) -> Self {
        Self { words: ": not done".to_owned(), causes: BTreeSet::new(), refused: Some(why) }
    }

    pub(super) fn barred(why: String) -> Self {
        Self::no(Shortfall::NotAllowed { why })
    }
}

/// Tells the list; silence is an answer too.
pub fn tell(
    book: &Book,
    known: &Known,
    sheet: &Sheet,
    faults: &mut Diagnostics,
) -> Option<UnderstoodEntry> {
    let items = &sheet.spending.politics;
    if items.is_empty() || !diplomacy::is_played_in(book, known.exchange()) {
        return None;
    }
    let chest = (!known.cabinet && !book.spends_with_orders(known.season))
        .then(|| known.money.chest(&known.power));
    let shifts = Shifts::default();
    let hand = known.hand(book);
    let cards = sheet.cards.iter().filter(|card| hand.contains(card));
    let mut cards: Vec<&Card> = cards.filter_map(|card| book.cards.get(card)).collect();
    cards.retain(|card| may_play((book, known), &known.power, card));
    let wars = items.iter().filter(|item| item.is(&DECLARE));
    let wars = wars.filter_map(|item| item.name("on")).map(str::to_owned).collect();
    let mut desk = Desk {
        book,
        known,
        shifts,
        ceded: vec![],
        after: known.clone(),
        settled: BTreeMap::new(),
        taken: BTreeMap::new(),
        peace: vec![],
        chest,
        cards,
        wars,
        has_paid: false,
        made: vec![],
    };
    let last = if known.cabinet { 0 } else { sheet.last_entry() };
    let [.., number, _] = List::numbers(last);
    // Money is spent in the order of the phase, and told in that of the list.
    let mut in_turn: Vec<&Item> = items.iter().collect();
    in_turn.sort_by_key(|item| {
        let on_power = book.people.is_major(item.name("on").unwrap_or_default());
        let is_late = item.is(&ANNEX) || item.is(&REINSTATE);
        (item.is(&SATELLITE), is_late, on_power, item.is(&EMBASSY), item.number)
    });
    let (first, others): (Vec<&Item>, Vec<&Item>) =
        in_turn.into_iter().partition(|item| item.is(&CEDE));
    let mut lines: Vec<ReceiptLine> =
        first.into_iter().map(|item| desk.line(item, faults)).collect();
    // All other lines are played with the peaces made.
    let then;
    if !desk.peace.is_empty() {
        then = desk.with_peace();
        desk.after = then.clone();
        desk.known = &then;
    }
    lines.extend(others.into_iter().map(|item| desk.line(item, faults)));
    lines.iter_mut().for_each(|line| line.entry = Some(number));
    lines.sort_by_key(|line| line.step);
    if !desk.others().is_empty() {
        lines.insert(0, ReceiptLine::from(OTHERS_FIRST.to_owned()));
    }
    Some(UnderstoodEntry { heading: "Politics".to_owned(), lines })
}

impl<'a> Desk<'a> {
    fn line(&mut self, item: &Item, faults: &mut Diagnostics) -> ReceiptLine {
        let asked = self.asked(item);
        let Told { words, mut causes, refused } = match () {
            () if item.is(&DECLARE) => self.declared(item),
            () if item.is(&SATELLITE) => self.bound(item),
            () if item.is(&JOIN) => self.joins(item),
            () if item.is(&CEDE) => self.cede(item),
            () if item.is(&ANNEX) || item.is(&REINSTATE) => self.fate(item),
            () if item.is(&TAKE) => self.take(item),
            () if item.is(&UNITE) => self.unite(item),
            () => self.attempt(item, faults),
        };
        let about = item.name("on").or_else(|| item.name("of")).unwrap_or_default();
        let is_attempt = item.is(&INFLUENCE) || item.is(&EMBASSY);
        let in_doubt = !(is_attempt && self.shifts.has_peace(about));
        let ceded = in_doubt && self.ceded.iter().any(|name| name == about);
        causes.extend(ceded.then_some(Cause::Earlier));
        let told = in_words(self.book, item);
        if let Some(why) = &refused {
            let now = if causes.is_empty() { "" } else { "as things stand, " };
            let text = format!("`{told}`: {now}{}", spending::reason(self.book, why));
            let is_cited = text.contains("(NIA §");
            let remark = Diagnostic::remark("not-allowed", item.at.clone(), text);
            faults.push(if is_cited { remark } else { remark.rule(item.kind.kind.rule) });
        }
        let waits = match asked {
            None if item.condition.is_some() => ", whose `if:` is asked when the money is there",
            None => "",
            Some(Truth::Yes) => ", whose `if:` holds as things stand",
            Some(Truth::No) => ", whose `if:` does not hold as things stand",
            Some(Truth::Unknown) => ", whose `if:` asks what is not known, so it is not done",
        };
        // What depends on nothing is refused for good.
        let words = match refused.is_some() && !causes.is_empty() {
            true => format!(": as things stand,{}", words.replacen(':', "", 1)),
            false => words,
        };
        causes.extend(item.condition.as_ref().map(|_| Cause::Condition));
        let grade = match (asked, &refused) {
            (Some(Truth::Unknown), _) => Grade::NotKnown,
            (_, Some(_)) if causes.is_empty() => Grade::Refused,
            _ if causes.is_empty() => Grade::Sure,
            _ => Grade::If,
        };
        causes.extend(refused.map(|why| Cause::of_line(item.kind.kind.key, &why)));
        ReceiptLine {
            step: Some(item.number),
            words: format!("{}. {told}{waits}{words}", item.number),
            grade,
            causes: causes.into_iter().map(Cause::word).collect(),
            ..ReceiptLine::default()
        }
    }

    /// What is known, once the peaces of the list are made.
    fn with_peace(&self) -> Known {
        let mut then = self.known.clone();
        for event in &self.peace {
            then.titles.apply(event);
            if let CourtEvent::Surrendered { country, .. } = event {
                then.titles.turn(country, CountryStatus::Neutral);
            }
        }
        then
    }

    /// What the `if:` of a line comes to as things stand; nothing, if that depends on money that is still to come.
    fn asked(&self, item: &Item) -> Option<Truth> {
        let condition = item.condition.as_ref()?;
        let recruits = self.known.common().money.recruits(&self.known.power);
        let with = |pounds: i32| {
            let scene = Scene { purse: Some((pounds, recruits)), ..Scene::default() };
            let eyes = Commander::new(self.book, self.known, None, Marker::WinterQuarters, 0);
            condition.ask(&eyes.amid(scene))
        };
        match self.chest {
            Some(pounds) => Some(with(pounds)),
            None => Some(with(0)).filter(|poor| *poor == with(MOST_POUNDS)),
        }
    }

    /// An attempt or an embassy.
    fn attempt(&mut self, item: &Item, faults: &mut Diagnostics) -> Told {
        let power = &self.known.power;
        let payer = item.name("as").unwrap_or(power);
        // What an ally has is not known, nor what a budget leaves.
        let chest = self.chest.filter(|_| payer == power);
        let court = Court { book: self.book, at: self.known, shifts: &self.shifts };
        let free = item.is(&EMBASSY).then(|| self.card(Effect::FreeEmbassy)).flatten();
        let plan = match diplomacy::plan(&court, power, item, (chest, free.is_some())) {
            Ok(plan) => plan,
            Err(why) => {
                let barred = court.may_try(payer, item.name("on").unwrap_or_default()).err();
                // Whose ally somebody is, a declaration of war before may change as well.
                let lasts = barred.is_some_and(|barred| barred.lasts())
                    || !matches!(why, Shortfall::NotAllowed { .. });
                let mut causes =
                    if lasts && !self.has_paid { BTreeSet::new() } else { self.others() };
                causes.extend(self.has_paid.then_some(Cause::Money));
                return Told { causes, ..Told::no(why) };
            }
        };
        let attempt = Attempt { by: &plan.by, on: &plan.on, bonus: plan.bonus };
        let (mut modifiers, all) = court.modifiers(&attempt);
        let help = influence::helping(self.book, &plan.on).and_then(|effect| self.card(effect));
        let cards: Vec<&Card> = free.into_iter().chain(help).collect();
        let by_card = |card: &&Card| Modifier { what: format!("card {}", card.card), by: card.by };
        modifiers.extend(cards.iter().map(by_card));
        let needed = court.needed(&modifiers);
        let status = court.shifted(&plan.by, &plan.on);
        let then = status.in_words(&self.book.people);
        let shut = self.shuts_out(&plan.on, status).unwrap_or_default();
        let words = format!(
            ": two dice need {}{}{}{}; then it is {then}{shut}",
            shown(needed),
            with(&modifiers),
            if all {
                String::new()
            } else {
                format!(", and {}, which is not known", court.not_known(&plan.on))
            },
            costs(&plan),
        );
        self.bribe(item, &plan, faults);
        let mut told = Told::sure(words);
        if let Some(why) = self.is_second(item, &plan) {
            return Told { causes: why, ..Told::barred(ONE_EACH.to_owned()) };
        }
        told.causes.extend(self.others());
        let declared = self.wars.contains(&plan.on);
        told.causes.extend(declared.then_some(Cause::Earlier));
        self.cards.retain(|card| !cards.iter().any(|used| used.card == card.card));
        let pays = plan.pounds > 0;
        let in_doubt = plan.short.is_some() || (pays && (chest.is_none() || self.has_paid));
        told.causes.extend(in_doubt.then_some(Cause::Money));
        if chest.is_some() && self.asked(item).is_none_or(|asked| asked == Truth::Yes) {
            self.chest = self.chest.map(|left| left - plan.pounds);
        }
        self.has_paid |= pays;
        self.made.push((item.kind.kind.key, self.class(&plan), item.condition.is_none()));
        told
    }

    /// What a country that turns shuts out: one's own troops on its land, and their marches (NIA §13.3.2.2).
    fn shuts_out(&self, country: &str, status: CountryStatus) -> Option<String> {
        let (book, now) = (self.book, self.known.common());
        let mut titles = now.titles.clone();
        titles.turn(country, status);
        let province = |at: &Space| book.atlas.province(*at).map(|one| one.name.as_str());
        let owner = |at: &Space| now.titles.owner(book, province(at)?);
        let lies = |at: &Space| owner(at) == Some(country);
        let elsewhere = now.held.iter().filter(|(at, _)| !lies(at));
        let held = elsewhere.map(|(at, power)| (*at, power.clone())).collect();
        let then = Common { titles: &titles, held: &held, ..now };
        let opens = |common: Common, at: Space| common.may_enter(book, &self.known.power, at);
        let towns = book.atlas.towns().map(|(at, _)| at);
        towns.filter(lies).find(|at| opens(now, *at) && !opens(then, *at))?;
        let own = self
            .known
            .own()
            .filter(|one| !one.inside && opens(now, one.at) && !opens(then, one.at));
        let own: Vec<String> = own.map(|one| one.name(&book.atlas, &book.units)).collect();
        let must_go = match own.is_empty() {
            true => String::new(),
            false => format!("{} must leave it, towns of it that you hold go back, ", listed(&own)),
        };
        Some(format!(" and its land is shut to you: {must_go}and your marches stop at its border"))
    }

    /// A card of an effect that is kept ready.
    fn card(&self, effect: Effect) -> Option<&'a Card> {
        self.cards.iter().find(|card| card.effect == effect).copied()
    }

    /// Whose attempt it takes: one for all minor countries, one for each power.
    fn class(&self, plan: &Plan) -> String {
        if self.book.people.is_major(&plan.on) { plan.on.clone() } else { String::new() }
    }

    /// Whether an attempt before takes this one's place, and on what it depends that it is made.
    fn is_second(&self, item: &Item, plan: &Plan) -> Option<BTreeSet<Cause>> {
        let class = self.class(plan);
        let same = |one: &&(&str, String, bool)| one.0 == item.kind.kind.key && one.1 == class;
        let before: Vec<bool> = self.made.iter().filter(same).map(|one| one.2).collect();
        let sure = before.contains(&true) && self.others().is_empty();
        let depends = (!sure).then_some(Cause::Earlier);
        (!before.is_empty()).then(|| depends.into_iter().chain(self.others()).collect())
    }

    /// Whether others may change before one's own turn how somebody stands: by an attempt, or by a declaration of war.
    fn others(&self) -> BTreeSet<Cause> {
        let triers = influence::triers(self.book, &self.known.relations);
        let others = triers.iter().any(|one| *one != self.known.power);
        others.then_some(Cause::Courts).into_iter().collect()
    }

    /// Says of a bribe what of it counts for nothing.
    fn bribe(&self, item: &Item, plan: &Plan, faults: &mut Diagnostics) {
        let asked = item.number_of("bribe");
        let each = influence::price_of_bonus(self.book, &plan.on);
        let most = each * self.book.track.most_bonus();
        let text = match &plan.short {
            Some(why) => spending::reason(self.book, why),
            None if each == 0 && asked > 0 => "there is no money in this scenario".to_owned(),
            None if each > 0 && (asked > i64::from(most) || asked % i64::from(each) > 0) => {
                format!("bribes count by £{each}, and £{most} at most; the rest is not spent")
            }
            None => return,
        };
        let remark = Diagnostic::remark("bribe", item.at.clone(), text);
        faults.push(remark.rule(item.kind.kind.rule));
    }

    fn declared(&self, item: &Item) -> Told {
        let on = item.name("on").unwrap_or_default();
        let title = |power: &String| self.book.people.title(power).to_owned();
        let told = match declaring::war(self.book, self.known, &self.known.power, on) {
            Err(why) => Told::barred(why),
            Ok(War::Country(takers)) => {
                let takers: Vec<String> = takers.iter().map(title).collect();
                let lot = if takers.len() > 1 { ", by lot" } else { "" };
                Told::sure(format!(": {} takes its part{lot}", takers.join(" or ")))
            }
            Ok(War::Power { power, bloc, shock }) => {
                let joins = match power == self.known.power {
                    true => "you join".to_owned(),
                    false => format!("{} joins", title(&power)),
                };
                let shock = shock.map(|shock| shock.in_words(self.book)).unwrap_or_default();
                Told::sure(format!(": {joins} the {}{shock}", bloc.word()))
            }
        };
        // Others declare war as well, and whoever is neutral may be on a side by then.
        let terms = self.book.scenario.track.as_ref();
        let may = terms.is_some_and(|terms| terms.is_played(&self.known.power));
        let causes = if may { self.others() } else { BTreeSet::new() };
        Told { causes, ..told }
    }

    /// Whether the author joins a power that is attacked too early; others decide whether one is.
    fn joins(&self, item: &Item) -> Told {
        let against = item.name("against").unwrap_or_default();
        if !self.known.common().titles.peaces.binds(&self.known.power, against) {
            let title = self.book.people.title(against);
            return Told::barred(format!("no peace binds you to {title} (NIA §13.3.2.2)"));
        }
        let words = ": if it attacks a power that it has beaten, before four springs are over";
        Told { causes: [Cause::Courts].into(), ..Told::sure(words.to_owned()) }
    }

    fn bound(&self, item: &Item) -> Told {
        let country = item.name("of").unwrap_or_default();
        let power = &self.known.power;
        if let Some(why) = satellites::bar(self.book, power, self.known.exchange()) {
            return Told::barred(why.to_owned());
        }
        let may = |at: &dyn Position| satellites::may_bind(self.book, at, power, country);
        let told = match may(self.known) {
            Ok(()) => Told::sure(", when winter is over".to_owned()),
            Err(_) if may(&self.after).is_ok() => {
                Told::sure(format!(", when winter is over{NEEDS_OTHERS}"))
            }
            Err(why) => Told::barred(why),
        };
        // Troops come and go until then.
        Told { causes: [Cause::Enemy].into(), ..told }
    }
}

/// What is said of a line that others of the same list must make possible.
pub(super) const NEEDS_OTHERS: &str = "; it needs other lines of this list";

/// What is said once of all lines, where others have attempts too.
const OTHERS_FIRST: &str = "what others do before your turn may change each of these: all declare war first, then \
                            all make their attempts, each time in the order of diplomacy";

/// More than any chest holds.
const MOST_POUNDS: i32 = 9_999;

/// Why a second line of one kind is not done.
const ONE_EACH: &str = "one country is tried for in a season, each power once, and once more by an embassy \
                        (NIA §11.2.2, §11.2.4)";

/// What dice need: `9 or more`, or that they cannot or must come to it.
pub fn shown(needed: i32) -> String {
    match needed {
        ..=2 => "nothing: it succeeds".to_owned(),
        12 => "12".to_owned(),
        13.. => format!("{needed}, which they cannot show"),
        _ => format!("{needed} or more"),
    }
}

fn with(modifiers: &[Modifier]) -> String {
    let parts = modifiers.iter().map(|one| format!("{:+} {}", one.by, one.what));
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

fn costs(plan: &Plan) -> String {
    if plan.pounds == 0 { String::new() } else { format!(", for £{}", plan.pounds) }
}
