//! The receipt's rehearsal: what a sheet would do, as far as its author can know. Each force is walked
//! through its entries on paper, without dice, unknown enemies and other people's orders.

pub mod asked_now;
pub mod budget;
pub mod calls;
pub mod cards;
mod conquest;
mod crowds;
mod defaults;
mod doubts;
mod earlier;
mod grades;
mod head;
mod idle;
mod markers;
pub mod peace;
pub mod politics;
mod refuges;
mod ships;
pub mod strength;
mod supplied;
pub mod tactics;
pub mod ways;

use crate::book::Book;
use crate::book::cards::Effect;
use crate::book::spelling::{place, spoken};
use crate::land::movement::{self, Leg};
use crate::land::stacking;
use crate::land::supply::Land;
use crate::orders::causes::Cause;
use crate::orders::comers::{at_the_start, with_new_leaders};
use crate::orders::senses::{Commander, Scene};
use crate::orders::words::{Words, meant};
use crate::orders::{self, Entry};
use crate::record::state::Marker;
use crate::record::state::{Force, ForceId};
use crate::season::{foretold, setup};
use crate::sight::known::Known;
use kit::ground::Space;
use play::{Checked, ReceiptLine, Route, UnderstoodEntry};
use sheet::condition::Condition;
use sheet::shape::Shaped;
use sheet::{Diagnostic, Diagnostics};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use asked_now::AskedNow;
use calls::Calls;
pub use doubts::needs_leader;
use doubts::{after_others, doubts, not_played, too_many};
pub use earlier::End;
use earlier::{Behind, Done, Earlier};
use grades::Ordered;
use markers::{wakes, woken};
pub use ships::{Sailing, element};

/// One entry on paper.
#[derive(Clone)]
pub struct Plan<'a> {
    pub book: &'a Book,
    pub known: &'a Known,
    /// What the entries before have done.
    pub earlier: &'a Earlier,
    /// The forces that the sheet has entries for, and for whom of them.
    ordered: &'a Ordered,
    /// The entry that is told.
    pub entry: &'a Entry,
    /// The force as it would be now; nothing, if the entry's force is not there yet.
    pub force: Option<Force>,
    /// The squadron, if the entry is one of ships.
    pub ships: Option<Sailing>,
    pub spent: u32,
    /// What the card of the entry does.
    pub card: Option<Effect>,
    /// Whether something that is known bars the way of the step.
    pub barred: bool,
    /// A bridge that the entry lays.
    pub bridge: Option<(Space, Space)>,
    /// The hex before the last of the march.
    pub before: Option<Space>,
    /// The place in the sheet of the step that moved last.
    pub moved: Range<usize>,
    /// The hexes that the entry comes through.
    pub path: Vec<Space>,
    /// Forces that have joined on paper, or march along.
    pub joined: Vec<ForceId>,
    /// What entries before have left and it picks up.
    pub emptied: Vec<Force>,
    /// The force that it joins on paper.
    pub host: Option<ForceId>,
    /// The troops that it is part of at the end, if it joins others unasked.
    pub becomes: Option<Force>,
    /// Armies that march along in its group.
    pub group: Vec<Force>,
    /// What it has left on the way.
    pub parted: Vec<(Force, End)>,
    /// Depots that it puts down on paper.
    pub depots: Vec<Space>,
    /// How many depots it had put down and how many forces it had left before its first condition.
    certain: [usize; 2],
    /// Where it ends instead, if the other of two steps that exclude each other is done.
    or_ends: Vec<Space>,
    /// Leaders whom it leaves on the way, and where.
    pub left_behind: Vec<(String, Space)>,
    /// Forces that its ships have taken on board, and where they have landed.
    pub cargo: Vec<(ForceId, Option<Space>)>,
    /// What goes on board of a force of which a part stays, as far as it is known.
    pub carried: BTreeMap<ForceId, Force>,
    /// Forces of which a part stays when the rest goes on board.
    pub in_part: Vec<ForceId>,
    /// Whom those meet who land, and what comes of it.
    pub beside: String,
    /// What the step that is told comes to if its own `if` does not hold, where that must be said.
    pub or_else: &'static str,
    /// Whether a step before takes troops on board.
    pub loads: bool,
    /// Fleets that the ships of the entry take along.
    pub linked: Vec<String>,
    /// Whether the force has done an entry before this one.
    pub again: bool,
    /// An entry of its ships that is assumed not to be played.
    pub instead_of: Option<u16>,
    /// The force as it stands now, if it begins elsewhere by an entry before that is not certain.
    otherwise: Option<Force>,
    /// Whether nothing certain can be said from here on.
    pub unsure: bool,
    /// Whether an attack before has to bring the force there.
    pub hoped: bool,
    /// Whether the points end before the way does, so that what follows is not played.
    pub stranded: bool,
    /// Whether the march is an extended one (NIA §5.2.5).
    pub extended: bool,
    pub faults: Vec<Diagnostic>,
    /// What the step that is told depends on.
    causes: BTreeSet<Cause>,
    /// Whether the step that is told cannot be done.
    refused: bool,
    /// Whether the step asks what cannot be known.
    asks_unknown: bool,
    /// Whether the points end before the way does, whatever way is taken; or it is not taken at all.
    pub too_far: bool,
    began: Began,
    /// Whether a step before may have ended the movement of the entry: an attack after which the force
    /// holds, a blockade, a hunt for corsairs.
    pub over: bool,
    /// Whether the entry or step waits for a condition, so that the map will have changed by then.
    pub conditional: bool,
    /// The condition of the entry.
    pub asked: Option<&'a Condition>,
    /// The places that a condition so far wants to be ours.
    pub wanted: BTreeSet<Space>,
    /// The sheet itself: conditions are told in its own words.
    pub text: &'a str,
    /// The place of the step in the sheet.
    pub at: Range<usize>,
}

/// Where a step begins on paper.
#[derive(Debug, Default, Clone, Copy)]
struct Began {
    /// Nothing, if that is not known.
    at: Option<Space>,
    spent: u32,
    /// The length of the path so far.
    walked: usize,
    /// The points that the steps before would have saved on the shortest ways there can be: enemies may
    /// leave what bars these now.
    saved: u32,
}

impl<'a> Plan<'a> {
    /// An entry of which nothing has been done, and of nobody yet.
    fn begun(
        book: &'a Book,
        known: &'a Known,
        (earlier, ordered): (&'a Earlier, &'a Ordered),
        text: &'a str,
        entry: &'a Entry,
    ) -> Self {
        Self {
            book,
            known,
            earlier,
            ordered,
            entry,
            force: None,
            ships: None,
            spent: 0,
            card: entry.card.as_ref().and_then(|card| book.cards.get(card)).map(|card| card.effect),
            barred: false,
            bridge: None,
            before: None,
            moved: entry.at.clone(),
            path: vec![],
            joined: vec![],
            emptied: vec![],
            host: None,
            becomes: None,
            group: vec![],
            parted: vec![],
            depots: vec![],
            certain: [0; 2],
            or_ends: vec![],
            left_behind: vec![],
            cargo: vec![],
            carried: BTreeMap::new(),
            in_part: vec![],
            or_else: "",
            beside: String::new(),
            loads: false,
            linked: vec![],
            again: false,
            instead_of: None,
            otherwise: None,
            unsure: false,
            hoped: false,
            stranded: false,
            extended: false,
            faults: vec![],
            causes: BTreeSet::new(),
            refused: false,
            asks_unknown: false,
            too_far: false,
            began: Began::default(),
            over: false,
            conditional: entry.condition.is_some(),
            asked: entry.condition.as_ref(),
            wanted: ways::wanted(book, entry.condition.as_ref()),
            text,
            at: entry.at.clone(),
        }
    }
}

impl Plan<'_> {
    /// Points the force would have left.
    pub fn left(&self) -> u32 {
        let own = || self.force.as_ref().map_or(0, |force| movement::factor(self.book, force));
        let factor = self.points_by_card().unwrap_or_else(own);
        let factor = if self.extended { factor + factor / 2 } else { factor };
        factor.saturating_sub(self.spent)
    }

    /// The points that the entry's card gives it.
    pub fn points_by_card(&self) -> Option<u32> {
        self.book.cards.get(self.entry.card.as_ref()?)?.points()
    }

    /// Goes from one hex to the next on paper.
    pub fn go(&mut self, from: Space, leg: &Leg) {
        self.spend(leg.cost);
        self.before = Some(from);
        self.moved = self.at.clone();
        if self.path.is_empty() {
            self.path.push(from);
        }
        self.path.push(leg.to);
        if let Some(force) = &mut self.force {
            force.boxed = self.book.atlas.is_box(leg.to);
        }
    }

    /// Spends points on paper; a remark if there are too few.
    pub fn spend(&mut self, points: u32) {
        if points > self.left() && self.force.is_some() && !self.unsure {
            let left = self.left();
            let text = format!("this needs {points} movement points, and {left} are left");
            self.refuse("too-few-points", text);
            self.only_if(Cause::Points);
        }
        self.spent += points;
    }

    /// The place where the force would stand.
    pub fn here(&self) -> Option<Space> {
        self.force.as_ref().map(|force| force.at)
    }

    /// A place's name with its number: `Turin W3432`.
    pub fn place(&self, space: Space) -> String {
        place(self.book, space)
    }

    /// Says what happens where the entry ends beside friends, since they join unasked (NIA §4.1.1).
    fn ends(&mut self, who: &str) -> Vec<String> {
        let told = match self.force.as_ref().is_some_and(|force| force.units.is_empty()) {
            true => self.comes_alone().into_iter().collect(),
            false => self.ends_beside(who),
        };
        if told.is_empty() { self.rejoin().into_iter().collect() } else { told }
    }

    /// What comes of it that others stand there.
    fn ends_beside(&mut self, who: &str) -> Vec<String> {
        let force = self.force.clone().filter(|force| !force.units.is_empty());
        let ends = !self.unsure && !self.hoped && self.host.is_none();
        let Some(force) = force.filter(|_| ends) else { return vec![] };
        self.too_many_allies(&force);
        let who = spoken(self.book, who);
        let then = if self.conditional { ", if they are still there" } else { "" };
        let there = self.own_beside(&force);
        let there: Vec<&Force> = there.iter().collect();
        let friend = there.iter().copied().find(|other| stacking::meets(&force, other));
        let name = friend.map(|one| one.name(&self.book.atlas, &self.book.units));
        if stacking::has_room(self.book, &force, 0, self.left(), &there) {
            let still = self.meets_if_still_there(&force);
            let Some(name) = name else { return still.into_iter().collect() };
            let cost = self.book.figures.actions.absorb;
            let points = super::march::points(self.spent + cost);
            let joined = friend.and_then(|other| stacking::joined(self.book, &force, other));
            self.becomes = joined.map(|it| it.force);
            let gone = friend.map(|one| self.to_the_pool(&force, one)).unwrap_or_default();
            let sooner = friend.and_then(|one| self.to_the_pool_sooner(&force, one));
            let gone = format!("{gone}{}", sooner.unwrap_or_default());
            let joins = format!("joins {name} there{then}: {cost} = {points}, and one force{gone}");
            return std::iter::once(joins).chain(still).collect();
        }
        if self.conditional && self.before.is_none() {
            return vec![];
        }
        let why = match stacking::lacks_point(self.book, &force, 0, &there) {
            true => "no point is left to join them",
            false => "there is no room for both",
        };
        let beside = name.map_or_else(
            || format!("{} armies", stacking::MOST_ARMIES),
            |name| format!("{name}, and {why}"),
        );
        let stops = self
            .before
            .map_or(String::new(), |at| format!(": the march stops before, at {}", self.place(at)));
        let text = format!("{who} would end beside {beside}{then}{stops}");
        let rule = Diagnostic::remark("no-room", self.moved.clone(), text).rule("NIA §4.1.1");
        let help = "the guide has the limits under STACKING; `drop:` leaves units behind";
        self.faults.push(rule.help(help));
        if let (Some(force), Some(before)) = (&mut self.force, self.before) {
            force.at = before;
        }
        vec![]
    }

    /// Notes what stays behind here, as far as it is certain that the march comes here.
    pub fn part(&mut self, left: Force) {
        self.part_as(left, self.end());
    }

    /// Notes what stays behind, and how certain that is.
    pub fn part_as(&mut self, left: Force, end: End) {
        self.too_many_allies(&left);
        if !left.is_empty() {
            self.parted.push((left, end));
        }
    }

    /// Warns that an army would lose surplus allied steps (NIA §4.1.1).
    fn too_many_allies(&mut self, army: &Force) {
        let surplus = stacking::surplus_allies(self.book, army);
        if surplus == 0 {
            return;
        }
        let name = army.name(&self.book.atlas, &self.book.units);
        let steps = if surplus == 1 { "step" } else { "steps" };
        let text = format!(
            "the army under {name} would lose {surplus} allied {steps}: an army has fewer than half \
             as many allied steps as steps of its own nation"
        );
        let remark = Diagnostic::remark("too-many-allies", self.at.clone(), text);
        self.faults.push(remark.rule("NIA §4.1.1"));
    }

    /// What has stayed behind.
    pub fn parted(&self) -> impl Iterator<Item = &Force> + Clone {
        self.parted.iter().map(|(force, _)| force)
    }

    /// How certain it is so far that all goes as told.
    pub fn end(&self) -> End {
        match (self.unsure, self.hoped) {
            (true, _) => End::Unknown,
            (false, true) => End::Hoped,
            (false, false) => End::Told,
        }
    }

    /// What the entries behind this one must know of it.
    fn done(self, waits: bool, sure: bool, began: Behind) -> Done {
        let (at, end) = (self.here(), self.end());
        let laid = self.laid().and(began.laid.clone());
        let group =
            self.group.into_iter().filter_map(|army| Some((Force { at: at?, ..army }, end)));
        Done {
            waits,
            sure,
            end,
            began,
            laid,
            becomes: self.becomes,
            others: self.parted.into_iter().chain(group).collect(),
            force: self.force,
            ships: self.ships,
            joined: self.joined,
            emptied: self.emptied,
            host: self.host,
            left_behind: self.left_behind,
            cargo: self.cargo,
            in_part: self.in_part,
            linked: self.linked,
        }
    }

    /// The force of our own that a name means, where it is known to stand.
    pub fn meant(&self, written: &str) -> Option<&Force> {
        meant(&self.book.atlas, &self.book.units, written, self.known.own())
    }
}

/// What the entries so far have done on paper.
struct Paper<'a> {
    earlier: Earlier,
    land: Land<'a>,
    ways: Vec<Route>,
    ordered: Ordered,
}

/// Holds a sheet against what its author knows.
pub fn check(book: &Book, known: &Known, shaped: &Shaped<'_>) -> Checked {
    let text = shaped.text;
    let printed = at_the_start(book, known, None);
    let (mut sheet, mut faults) = orders::read_shaped(shaped, &Words { book, known: &printed });
    sheet.placings.retain(|(key, _)| setup::is_played(book, known, key));
    foretold::foretell(book, known, &mut sheet, &mut faults);
    let now = known;
    let then = at_the_start(book, now, Some(&sheet));
    let known = then.as_ref();
    let mut understood = vec![];
    let mut paper = Paper {
        earlier: Earlier::default(),
        land: Land::of(book, known, &known.power),
        ways: vec![],
        ordered: grades::ordered(book, known, &sheet),
    };
    head::first_marker(book, known, &mut sheet, &mut faults);
    head::tell(book, &sheet, known, &mut understood);
    head::placings(book, now, &sheet, &mut understood);
    for entry in &sheet.entries {
        understood.push(tell_entry(book, known, text, entry, &mut paper, &mut faults));
    }
    too_many(book, &sheet, known, &mut faults);
    let Paper { earlier, ways, .. } = paper;
    understood.extend(budget::tell(book, &with_new_leaders(book, known), &sheet, &mut faults));
    understood.extend(politics::tell(book, known, &sheet, &mut faults));
    if !known.cabinet {
        let purse = Some((known.money.chest(&known.power), known.money.recruits(&known.power)));
        let scene = Scene { purse, ..Scene::default() };
        let eyes = Commander::new(book, known, None, Marker::WinterQuarters, 0).amid(scene);
        let asks = |condition: &Condition| condition.ask(&eyes);
        let author = peace::Author { book, at: known, power: &known.power, asks: &asks };
        understood.extend(author.tell(&sheet, &mut faults));
        idle::tell(book, known, &sheet, &earlier, &mut understood);
    }
    for reaction in &sheet.reactions {
        refuges::check(book, known, reaction, &earlier, &mut faults);
        understood.push(orders::reactions::tell(book, known, text, reaction));
    }
    if !known.cabinet && !known.setting_up && !sheet.entries.is_empty() {
        let own: Vec<&Force> = known.own().collect();
        understood.extend(defaults::tell(book, &own, &sheet.reactions));
    }
    let counts = !sheet.entries.is_empty()
        || !sheet.reactions.is_empty()
        || !sheet.placings.is_empty()
        || !sheet.letters.is_empty()
        || sheet.first_marker.is_some()
        || !sheet.cards.is_empty()
        || !sheet.spending.is_empty()
        || sheet.favours.army.is_some()
        || sheet.has_standing
        || !faults.has_faults();
    faults.sort();
    Checked { faults, understood, counts, ways }
}

/// Tells one entry: who, on which markers, and each step with its way and its cost.
fn tell_entry(
    book: &Book,
    known: &Known,
    text: &str,
    entry: &Entry,
    paper: &mut Paper<'_>,
    faults: &mut Diagnostics,
) -> UnderstoodEntry {
    let Paper { earlier, land, ways, ordered } = paper;
    let start = earlier.start(book, known, entry);
    after_others(book, entry, &start, faults);
    let force = start.when_it_acts(land);
    if let Some(told) = not_played(book, known, (entry, force.as_ref()), faults) {
        return told;
    }
    doubts(book, entry, (start.call.as_ref(), force.as_ref()), start.now.as_ref(), faults);
    let ships = entry.at_sea().then(|| ships::begin(book, known, entry, earlier, faults));
    let unsure = ships.as_ref().map_or(start.unsure, |ships| ships.unsure);
    let wakes = wakes(book, known, text, entry, force.as_ref());
    let acts = wakes.is_ok();
    let mut lines: Vec<String> = vec![woken(wakes, entry, faults)];
    let target = |step: &orders::Step| orders::attack::target_of(book, known, step);
    let whose = (&*known.power, entry);
    lines.extend(cards::of_entry((book, known, &target), whose, force.as_ref(), faults));
    let both = [start.now.as_ref(), force.as_ref()];
    let waits = asked((book, known), entry, both, (earlier, land), &mut lines);
    let force = force.map(|force| supplied::as_its_if_says(entry, force));
    lines.extend(start.call.map(|call| call.told(&entry.who)));
    let comes = force.as_ref().filter(|force| known.coming.contains(&force.id));
    lines.extend(start.told.or(comes.map(|force| comes_to(book, force))));
    lines.extend(force.as_ref().and_then(|force| Calls { book, known }.troops(force)));
    lines.extend(
        force.as_ref().and_then(|force| supplied::checks((book, earlier), entry, (force, unsure))),
    );
    lines.extend(ships.iter().flat_map(|ships| ships.told.clone()));
    let mut plan = Plan {
        force: force.clone(),
        ships: ships.as_ref().and_then(|ships| ships.sailing.clone()),
        unsure,
        instead_of: ships.as_ref().and_then(|ships| ships.instead_of),
        otherwise: start.now.filter(|_| start.doubted && !start.as_if),
        ..Plan::begun(book, known, (earlier, ordered), text, entry)
    };
    // With a card for a third march an entry waits until two others have been played.
    plan.again = start.doubted
        || ordered.may_come_first(entry)
        || ships.is_some_and(|ships| ships.again)
        || plan.card == Some(Effect::ThirdMarch);
    let on_marker = |words| grades::about_entry(words, acts, Cause::Marker);
    let mut lines: Vec<ReceiptLine> = lines.into_iter().map(on_marker).collect();
    let steps = plan.steps(&entry.steps);
    let sure = !entry.waits() && grades::are_sure(&steps);
    lines.extend(steps);
    if entry.steps.len() < entry.written {
        lines.push(format!("cut here: step {} is faulty", entry.steps.len() + 1).into());
    }
    let of = |cause| move |words| grades::about_entry(words, true, cause);
    lines.extend(plan.ends(&entry.who).into_iter().map(of(Cause::Friends)));
    std::mem::take(&mut plan.faults).into_iter().for_each(|remark| faults.push(remark));
    lines.extend(plan.passes(sure).map(of(Cause::Enemy)));
    lines.extend(plan.supply(land, &start.behind.laid).into_iter().map(of(Cause::Enemy)));
    let path = std::mem::take(&mut plan.path);
    ways.extend((!path.is_empty()).then(|| Route { who: spoken(book, &entry.who), path }));
    if let Some(done) = acts.then(|| plan.done(waits, sure, start.behind)) {
        earlier.note(book, entry, start.stands.or(force), done);
    }
    lines.iter_mut().for_each(|line| line.entry = Some(entry.number));
    let heading = format!("Entry {}: {}", entry.number, spoken(book, &entry.who));
    UnderstoodEntry { heading, lines }
}

/// Where a force comes when the season begins.
fn comes_to(book: &Book, force: &Force) -> String {
    format!("comes to {} when the season begins", place(book, force.at))
}

/// Says what the `if` of an entry comes to as things stand; whether the entry waits for it.
fn asked(
    (book, known): (&Book, &Known),
    entry: &Entry,
    [now, acts]: [Option<&Force>; 2],
    (earlier, land): (&Earlier, &mut Land),
    lines: &mut Vec<String>,
) -> bool {
    let Some(condition) = &entry.condition else { return false };
    lines.extend(strength::of_entry(condition));
    let now = AskedNow { book, known, force: now.or(acts), condition };
    let line = asked_now::line(&now);
    let then = AskedNow { force: acts, ..now };
    let would = line.is_some()
        && !now.holds()
        && earlier.laid().on_paper(land, |land| then.holds_over(land));
    let would = if would { "; it would if the entries before it are played as told" } else { "" };
    lines.extend(line.map(|line| line + would));
    lines.extend(now.troops_for_ships(entry));
    entry.is_a_case() && !now.holds()
}
