//! Typed answers as the text of a sheet: the example for a new player, and what an automatic player
//! mails.

use super::check::mover_name;
use super::keys::KEEP_COMMANDERS;
use crate::board::french::Assignment;
use crate::board::perform::March;
use crate::board::turn::Moment;
use crate::board::{Formation, Region};
use crate::book::Book;
use crate::book::plans::FrenchDefault;
use crate::record::force::ForceId;
use crate::record::state::State;
use crate::season::staff;
use crate::sequence::answer::{
    Act, After, Answer, Change, Deploy, Move, Moves, Purchase, Reroll, ScoutRule, Turn,
};
use crate::view::words::formation;
use kit::ground::Space;
use sheet::frame::quoted;
use std::fmt::Write;

/// A sheet with an answer; without one it says nothing.
pub fn sheet(
    book: &Book,
    campaign: &str,
    power: &str,
    state: &State,
    answer: Option<&Answer>,
) -> String {
    let head = sheet::frame::head(campaign, state.season, power);
    let mut page = Page { book, purse: staff::has_purse(book, power), text: head };
    match answer {
        Some(Answer::Moves(moves)) => page.moves(moves),
        Some(Answer::Deploy(deploy)) => page.deploy(deploy),
        Some(Answer::Turn(turn)) => page.turn(turn),
        Some(Answer::After(after)) => page.after(after),
        None => {}
    }
    page.text
}

/// The same with what a power may say of an answer.
pub fn own(
    book: &Book,
    campaign: &str,
    power: &str,
    state: &State,
    mut said: Option<Answer>,
) -> String {
    let own = |one: &Move| staff::may_order(book, power, one.who);
    match &mut said {
        Some(Answer::Moves(moves)) => {
            moves.moves.retain(own);
            if !staff::has_purse(book, power) {
                *moves = Moves { moves: std::mem::take(&mut moves.moves), ..Moves::default() };
            }
        }
        Some(Answer::After(after)) => {
            after.march.retain(own);
            if !staff::has_purse(book, power) {
                *after = After { march: std::mem::take(&mut after.march), ..After::default() };
            }
        }
        Some(Answer::Deploy(deploy)) if !staff::has_purse(book, power) => deploy.plans = 0,
        Some(Answer::Deploy(_) | Answer::Turn(_)) | None => {}
    }
    sheet(book, campaign, power, state, said.as_ref())
}

struct Page<'a> {
    book: &'a Book,
    /// Whether its power buys anything.
    purse: bool,
    text: String,
}

impl Page<'_> {
    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// A name as YAML takes it.
    fn name(&self, id: ForceId) -> String {
        quoted(self.book.name(id))
    }

    fn area(&self, at: Space) -> &str {
        self.book.map.name(at)
    }

    fn areas(&mut self, key: &str, areas: &[Space]) {
        if !areas.is_empty() {
            let names: Vec<&str> = areas.iter().map(|at| self.book.map.name(*at)).collect();
            let text = format!("{key}: [{}]", names.join(", "));
            self.line(&text);
        }
    }

    /// Moves, those to one area in one line each.
    fn going(&mut self, key: &str, moves: &[Move]) {
        if moves.is_empty() {
            return;
        }
        self.line(&format!("{key}:"));
        let mut goals: Vec<Space> = vec![];
        for one in moves {
            if !goals.contains(&one.to) {
                goals.push(one.to);
            }
        }
        for to in goals {
            let here = moves.iter().filter(|one| one.to == to);
            let names = here.map(|one| quoted(mover_name(self.book, one.who)));
            let names: Vec<String> = names.collect();
            let text = format!("  - {{who: [{}], to: {}}}", names.join(", "), self.area(to));
            self.line(&text);
        }
    }

    fn scouts(&mut self, rules: Option<&Vec<ScoutRule>>) {
        let Some(rules) = rules.filter(|rules| !rules.is_empty()) else { return };
        self.line("scouts:");
        for ScoutRule { reroll, most } in rules {
            self.line(&match reroll {
                Reroll::Fog { from, to } => {
                    format!("  - {{reroll: fog, from: {from}, to: {to}, at most: {most}}}")
                }
                Reroll::Order { strength, areas } => format!(
                    "  - {{reroll: enemy orders, strength: {strength}, areas: {areas}, at most: \
                     {most}}}"
                ),
            });
        }
    }

    fn moves(&mut self, Moves { moves, battles, scouts, keep }: &Moves) {
        self.going("moves", moves);
        if moves.is_empty() {
            self.line("moves: []");
        }
        self.areas("battles", battles);
        self.scouts(scouts.as_ref());
        if !keep.is_empty() {
            let names: Vec<String> = keep.iter().map(|id| self.name(*id)).collect();
            self.line(&format!("{KEEP_COMMANDERS}: [{}]", names.join(", ")));
        }
    }

    fn deploy(&mut self, deploy: &Deploy) {
        let mut fog = vec![];
        fog.extend(deploy.free_insight.map(|insight| format!("insight: {}", insight.name())));
        let recruit = deploy.recruit.map(|(what, at)| {
            format!("recruit: {{what: {}, at: {}}}", self.name(what), self.area(at))
        });
        fog.extend(recruit);
        fog.extend(deploy.napoleon_comes.then(|| "napoleon: come".to_owned()));
        fog.extend(deploy.joins.map(|id| format!("join: [{}]", self.name(id))));
        if !fog.is_empty() {
            let text = format!("fog: {{{}}}", fog.join(", "));
            self.line(&text);
        }
        if self.purse {
            self.line(&format!("more plans: {}", deploy.plans));
        }
        if !deploy.insights.is_empty() {
            let names: Vec<&str> = deploy.insights.iter().map(|one| one.name()).collect();
            self.line(&format!("insights: [{}]", names.join(", ")));
        }
        match deploy.terrain {
            Some(Region::EnemyApproach) => self.line("terrain: approach"),
            Some(_) => self.line("terrain: reserve"),
            None => {}
        }
        let Some(place) = &deploy.place else { return };
        if place.is_empty() {
            return self.line("place: {approach: []}");
        }
        self.line("place:");
        let regions = [
            ("front", Region::FrenchFront),
            ("approach", Region::FrenchApproach),
            ("reserve", Region::FrenchReserve),
        ];
        for (key, at) in regions {
            let here = place.iter().filter(|placing| placing.at == at);
            let one = |name: String, word: &str| {
                let bare = name.trim_matches('"');
                if bare == name { format!("{name} {word}") } else { format!("\"{bare} {word}\"") }
            };
            let here = here.map(|p| one(self.name(p.who), formation(p.formation)));
            let here: Vec<String> = here.collect();
            if !here.is_empty() {
                self.line(&format!("  {key}: [{}]", here.join(", ")));
            }
        }
    }

    fn turn(&mut self, turn: &Turn) {
        if let Some(tries) = &turn.tries {
            self.line(if tries.is_empty() { "try: []" } else { "try:" });
            for one in tries {
                let riders: Vec<String> =
                    one.riders.iter().flatten().map(|id| self.name(*id)).collect();
                let (insight, scouts) = (one.insight.name(), one.scouts);
                self.line(&format!(
                    "  - {{insight: {insight}, who: [{}], scouts: {scouts}}}",
                    riders.join(", ")
                ));
            }
        }
        if turn.shorter {
            self.line("duration: shorter");
        }
        if let Some(plans) = &turn.plans {
            self.line(if plans.is_empty() { "plans: []" } else { "plans:" });
            let mut changes = turn.changes.iter();
            for plan in plans {
                let text = self.plan(*plan, &mut changes);
                self.line(&text);
            }
        }
        if !turn.acts.is_empty() {
            self.line("acts:");
            for act in &turn.acts {
                let text = self.act(*act);
                self.line(&text);
            }
        }
    }

    fn plan<'c>(
        &self,
        Assignment { plan, who }: Assignment,
        changes: &mut impl Iterator<Item = &'c Change>,
    ) -> String {
        let key = self.book.plans.name(plan).to_lowercase();
        if let Some(id) = who {
            return format!("  - {key}: {}", self.name(id));
        }
        let mut text = format!("  - {key}: {{change: {{");
        let change = changes.next();
        let to = change.map(|change| change.to.as_slice()).unwrap_or_default();
        let pairs: Vec<String> = to
            .iter()
            .map(|(id, to): &(ForceId, Formation)| {
                format!("{}: {}", self.name(*id), formation(*to))
            })
            .collect();
        let before = match change.map(|change| change.moment) {
            Some(Moment::BeforeFrench) => "us".to_owned(),
            Some(Moment::Before(id)) => self.name(id),
            Some(Moment::BeforeEnemy) | None => "enemy".to_owned(),
        };
        let _ = write!(text, "{}}}, before: {before}}}", pairs.join(", "));
        text
    }

    fn act(&self, Act { who, says }: Act) -> String {
        format!("  - {}", act(&self.name(who), says))
    }

    fn after(&mut self, After { march, battles, resupply, scouts }: &After) {
        self.going("forced march", march);
        self.areas("battles", battles);
        self.scouts(scouts.as_ref());
        let Some(resupply) = resupply else { return };
        self.line(if resupply.is_empty() { "resupply: []" } else { "resupply:" });
        for purchase in resupply {
            let text = match *purchase {
                Purchase::Refit(id) => format!("  - refit: {}", self.name(id)),
                Purchase::Scout => "  - scouts: 1".to_owned(),
                Purchase::Keep(supply) => format!("  - keep: {supply}"),
                Purchase::Buy { what, reduced, at } => {
                    let side = if reduced { ", side: reduced" } else { "" };
                    let at = at.map(|at| format!(", at: {}", self.area(at)));
                    let at = at.unwrap_or_default();
                    format!("  - buy: {{what: {}{side}{at}}}", self.name(what))
                }
            };
            self.line(&text);
        }
    }
}

/// An item of `acts:` for a force of that name.
pub fn act(name: &str, says: Option<(FrenchDefault, March)>) -> String {
    let how = match says {
        None => return format!("stand: {name}"),
        Some((FrenchDefault::Fire, _)) => return format!("fire: {name}"),
        Some((FrenchDefault::Pivot, _)) => return format!("pivot: {name}"),
        Some((FrenchDefault::March, March::Forward)) => return format!("march: {name}"),
        Some((FrenchDefault::March, March::Twice)) => "twice",
        Some((FrenchDefault::March, March::ForwardAndBack)) => "forward and back",
        Some((FrenchDefault::March, March::Back) | (FrenchDefault::Retreat, _)) => "back",
    };
    format!("march: {{who: {name}, how: {how}}}")
}
