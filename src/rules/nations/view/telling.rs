//! The story as paragraphs: what somebody does in one sentence, a battle as a short account of its own.
//!
//! Not here: the sentences themselves (`war.rs`, `sea.rs`), and what turned a battle (`turned.rs`).
//! The dice of a battle and attrition without loss stand in the sums below the report.

use super::battle::Battle;
use super::story::{self, Line, Story};
use super::turned::{self, Weight};
use super::war::{Teller, fate_of, round_word};
use super::{battle, sea};
use crate::record::event::{Cause, Fighter, Volley, Winner};
use crate::sight::known::Who;
use crate::sight::news::{
    BattleNews, ContactNews, FleetNews, LandNews, LossNews, SeaBattleNews, SeaNews, SiegeNews,
    TableNews, WarNews,
};
use kit::names::{capital, listed};
use serde::Serialize;
use std::collections::BTreeSet;

/// Where a sentence stands.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// In the paragraph of its marker; after a battle in a new one.
    #[default]
    Plain,
    /// Of a march: somebody else's begins a paragraph.
    March,
    /// It begins the account of a battle.
    Battle,
    /// It begins a paragraph.
    New,
    /// It goes on with what was told last.
    After,
    /// Only among the sums.
    Sums,
    /// The same, since it changed nothing.
    Idle,
}

/// A name with its power, and without it once both are known.
type Name = (String, String);

/// A sentence of a paragraph.
#[derive(Debug, Default)]
pub struct Piece {
    pub slot: Slot,
    text: String,
    names: Vec<Name>,
    /// Of a round in which neither side had the better of it: which one.
    pub even: Option<u8>,
    /// From where and to where somebody falls back.
    retreat: Option<(String, String)>,
    /// The roll behind it, as the sums have it.
    roll: String,
}

impl Piece {
    /// A sentence as it is.
    pub fn whole(text: &str) -> Self {
        Piece { text: text.to_owned(), ..Piece::default() }
    }

    /// A sentence that names somebody.
    pub fn of(text: &str, names: impl Into<Vec<Name>>) -> Self {
        Piece { names: names.into(), ..Piece::whole(text) }
    }

    /// A march of somebody.
    pub fn march(text: &str, who: Name) -> Self {
        Piece { slot: Slot::March, ..Piece::of(text, [who]) }
    }

    /// A march of a force without a name; the next sentence may be about another one.
    pub fn unnamed_march(text: &str) -> Self {
        Piece { slot: Slot::March, ..Piece::whole(text) }
    }

    pub fn after(text: &str, names: impl Into<Vec<Name>>) -> Self {
        Piece { slot: Slot::After, ..Piece::of(text, names) }
    }
}

/// The rolls behind the story.
#[derive(Debug, Default, Serialize)]
pub struct Sums {
    pub rounds: Vec<Sum>,
    /// Dice of no battle that is told.
    pub others: Vec<String>,
    /// Checks for attrition that cost something, and those that cost nothing.
    pub attrition: Vec<String>,
    pub idle: Vec<String>,
    /// Whose checks cost nothing, each once.
    pub unharmed: Vec<String>,
}

/// A round of battle with its dice.
#[derive(Debug, Serialize)]
pub struct Sum {
    /// The number of the marker, ` 3.`; empty if the round before has it.
    pub label: String,
    pub title: String,
    pub rule: String,
    /// Each side, with its morale and its dice.
    pub sides: Vec<String>,
    /// The dice for leaders, order and pursuit.
    pub rolls: String,
}

/// How one piece of news of the war stands in a paragraph, with its whole sentence; and the number of the
/// last round of battle, if neither side had the better of it.
pub(super) fn piece(teller: &Teller, (news, even): (&WarNews, Option<u8>), text: &str) -> Piece {
    match news {
        WarNews::Land(news) => match &**news {
            LandNews::Loss(news) => loss(teller, news, text),
            LandNews::Contact(news) => contact(teller, news, text),
            LandNews::Battle(news) => fight(teller, (news, even), text),
            LandNews::Siege(news) => siege(teller, news, text),
            // The points are listed in the section of what the war is fought for.
            LandNews::Table(TableNews::Scored { total, needed, winner, .. }) => {
                let won = winner.map_or("nobody".to_owned(), |bloc| format!("the {}", bloc.word()));
                let text = format!("Victory points: {total} of the {needed} needed: {won} wins.");
                Piece { slot: Slot::New, ..Piece::whole(&text) }
            }
            LandNews::Table(TableNews::RuleBegun { .. }) => {
                Piece { slot: Slot::New, ..Piece::whole(text) }
            }
            LandNews::Table(_) | LandNews::Money(_) | LandNews::Told(_) => Piece::whole(text),
        },
        WarNews::Sea(news) => match &**news {
            SeaNews::Battle(news) => at_sea(teller, news, text),
            SeaNews::Fleet(FleetNews::Retreated { who, .. }) => {
                Piece::after(text, [name(teller, who)])
            }
            SeaNews::Fleet(_) | SeaNews::Passage(_) => Piece::whole(text),
        },
    }
}

fn name(teller: &Teller, who: &Who) -> Name {
    (teller.name(who), who.name.clone())
}

fn loss(teller: &Teller, news: &LossNews, text: &str) -> Piece {
    match news {
        // What it costs is told by itself.
        LossNews::Attrition { who, occasions, column, throw, result, star, steps, .. } => Piece {
            slot: if *steps == 0 { Slot::Idle } else { Slot::Sums },
            roll: {
                let roll = teller.attrition(who, occasions, column, (throw, result, *star));
                match steps {
                    0 => roll,
                    1 => format!("{roll}, one step lost"),
                    more => format!("{roll}, {more} steps lost"),
                }
            },
            names: vec![name(teller, who)],
            ..Piece::default()
        },
        LossNews::Supply { who, .. } => Piece::march(text, name(teller, who)),
        // That it is in battle goes without saying in the account of one.
        LossNews::Lost {
            who,
            units,
            trains,
            depots,
            engineers,
            cause: Cause::Battle,
            army: None,
            ..
        } => {
            let lost = teller.lost(units, &who.power, [*trains, *depots, *engineers]);
            Piece::after(&format!("{} loses {lost}.", teller.name(who)), [name(teller, who)])
        }
        LossNews::Lost { who, .. } | LossNews::Destroyed { who, .. } => {
            Piece::after(text, [name(teller, who)])
        }
    }
}

fn contact(teller: &Teller, news: &ContactNews, text: &str) -> Piece {
    match news {
        ContactNews::Intercepted { who, whom, .. } => {
            Piece::of(text, [name(teller, who), name(teller, whom)])
        }
        ContactNews::Avoided { who, .. }
        | ContactNews::Overrun { who, .. }
        | ContactNews::Guns { who, .. }
        | ContactNews::CameUp { who, .. } => Piece::of(text, [name(teller, who)]),
        ContactNews::WentInside { who, .. } => Piece::after(text, [name(teller, who)]),
        ContactNews::Retreated { who, from, to } => Piece {
            retreat: Some((teller.at(*from), teller.at(*to))),
            ..Piece::after(text, [name(teller, who)])
        },
    }
}

fn siege(teller: &Teller, news: &SiegeNews, text: &str) -> Piece {
    match news {
        SiegeNews::SiegeMarked { who, level: 0, .. } | SiegeNews::SiegeAttempted { who, .. } => {
            Piece::of(text, [name(teller, who)])
        }
        SiegeNews::HonoursOfWar { who, .. } => Piece::after(text, [name(teller, who)]),
        SiegeNews::SiegeMarked { .. }
        | SiegeNews::GarrisonChecked { .. }
        | SiegeNews::WallsBroken { .. }
        | SiegeNews::Captured { .. }
        | SiegeNews::Rearmed { .. } => Piece::after(text, []),
    }
}

fn fight(teller: &Teller, (news, even): (&BattleNews, Option<u8>), text: &str) -> Piece {
    match news {
        BattleNews::Fought { at, round, size, odds, assault, attacker, defender, winner } => {
            let title =
                format!("{} {} ({odds})", round_word(*assault, *round, size), teller.at(*at));
            let first = *round == 1 || *assault;
            let slot = if first { Slot::Battle } else { Slot::After };
            let piece = round_on_land(teller, &title, [attacker, defender], (*winner, *assault));
            let even = (*winner == Winner::Nobody).then_some(*round);
            Piece { slot, even, ..piece }
        }
        BattleNews::LeaderChecked { leader, power, die, fate, back, .. } => {
            let full = teller.of(leader, power);
            let fate = fate_of(teller.book, *fate, *back);
            Piece {
                roll: format!("{leader} {die} (§8.2.5)"),
                ..Piece::after(&format!("{full} {fate}."), [(full, leader.clone())])
            }
        }
        BattleNews::BattleEnded { attacker, defender, winner, .. } => {
            let lost = if *winner == Winner::Attacker { defender } else { attacker };
            let full = teller.of(&lost.name, &lost.power);
            let why = match even {
                None => "is beaten.",
                Some(1) => "gives up after the first round (NIA §8.3.1).",
                Some(_) => "does not win in two rounds and is beaten (NIA §8.3.1).",
            };
            Piece::after(&format!("{full} {why}"), [(full, lost.name.clone())])
        }
        BattleNews::Morale { who, die, target, demoralized, .. } => {
            let how = if *demoralized { "is demoralized" } else { "keeps its order" };
            let full = teller.name(who);
            Piece {
                roll: format!("{} {die}, {target} or less holds (§8.3.3)", who.name),
                ..Piece::after(&format!("{full} {how}."), [name(teller, who)])
            }
        }
        BattleNews::TacticsDrawn { power, name, .. }
        | BattleNews::TacticPlayed { power, name, .. } => {
            Piece::after(text, [(teller.of(name, power), name.clone())])
        }
        BattleNews::Rallied { who, .. } => Piece::of(text, [name(teller, who)]),
        BattleNews::Succeeded { who, .. }
        | BattleNews::Disordered { who, .. }
        | BattleNews::Pursued { who, .. }
        | BattleNews::WentOn { who, .. } => Piece::after(text, [name(teller, who)]),
    }
}

/// Who attacks whom, at what odds, who has the better of it and by what.
fn round_on_land(
    teller: &Teller,
    title: &str,
    sides: [&Fighter; 2],
    (winner, assault): (Winner, bool),
) -> Piece {
    let names = sides.map(|side| (teller.of(&side.name, &side.power), side.name.clone()));
    let weights = sides.map(Weight::on_land);
    let turned = turned::sentence([&weights[0], &weights[1]], winner, assault);
    let (own, theirs) = (sides[0].steps, sides[1].steps);
    let text = format!(
        "{title}: {} attacks {}, {own} step{} against {theirs}{}. {}",
        with_article(&names[0].0),
        with_article(&names[1].0),
        if own == 1 { "" } else { "s" },
        // The points of a fortress fight like steps (NIA §9.2).
        if assault { ", walls counted" } else { "" },
        capital(&turned)
    );
    Piece::of(&text, names)
}

/// Troops that are called by what they are: `the garrison of Turin`.
fn with_article(name: &str) -> String {
    // `von Reding` is a name.
    let is_name = !name.contains(" at ") && !name.contains(" of ");
    match name.starts_with(char::is_lowercase) && !is_name {
        true => format!("the {name}"),
        false => name.to_owned(),
    }
}

fn at_sea(teller: &Teller, news: &SeaBattleNews, text: &str) -> Piece {
    match news {
        SeaBattleNews::Fought { at, round, attacker, defender, winner } => {
            let sides: [&Volley; 2] = [attacker, defender];
            let names = sides.map(|side| (teller.of(&side.name, &side.power), side.name.clone()));
            let weights = sides.map(Weight::at_sea);
            let turned = turned::sentence([&weights[0], &weights[1]], *winner, false);
            let [own, theirs] = sides.map(battle::fleets);
            let title = battle::title_at_sea(*round, &sea::whereabouts(teller.book, at));
            let text = format!(
                "{title}: {} attacks {}, {own} against {theirs}. {}",
                with_article(&names[0].0),
                with_article(&names[1].0),
                capital(&turned)
            );
            let slot = if *round == 1 { Slot::Battle } else { Slot::After };
            Piece { slot, ..Piece::of(&text, names) }
        }
        SeaBattleNews::Sunk { .. } | SeaBattleNews::AdmiralChecked { .. } => Piece::after(text, []),
        SeaBattleNews::Ended { attacker, defender, winner, lost, .. } => {
            let (beaten, lost) = match winner {
                Winner::Attacker => (defender, lost.1),
                Winner::Defender | Winner::Nobody => (attacker, lost.0),
            };
            let full = teller.of(&beaten.name, &beaten.power);
            let lost = match lost {
                0 => "no fleet".to_owned(),
                1 => "one fleet".to_owned(),
                many => format!("{many} fleets"),
            };
            let text = format!("{full} is beaten with the loss of {lost}.");
            Piece::after(&text, [(full, beaten.name.clone())])
        }
    }
}

/// Lays the lines of a story out in paragraphs, and gathers the sums.
pub(super) fn lay_out(teller: &Teller, story: &mut Story) {
    let (mut sums, mut cited) = (Sums::default(), BTreeSet::new());
    let mut paragraphs = |lines: &[Line]| paragraphs(teller, lines, &mut cited);
    story.begins = paragraphs(&story.opening);
    sums.gather("", 0, &story.opening);
    for marker in &mut story.markers {
        marker.told = paragraphs(&marker.lines);
        if marker.told.is_empty() {
            marker.told.push(story::NOBODY.to_owned());
        }
        sums.gather(&marker.label, marker.number, &marker.lines);
    }
    story.sums = sums;
}

impl Sums {
    fn gather(&mut self, label: &str, number: u32, lines: &[Line]) {
        let mut label = label.to_owned();
        let first = self.rounds.len();
        for line in lines {
            let roll = &line.piece.roll;
            if let Some(battle) = &line.battle {
                self.rounds.push(sum(std::mem::take(&mut label), battle));
            } else if matches!(line.piece.slot, Slot::Sums | Slot::Idle) {
                let marker = if number == 0 { String::new() } else { format!("marker {number}, ") };
                let is_idle = line.piece.slot == Slot::Idle;
                let checks = if is_idle { &mut self.idle } else { &mut self.attrition };
                checks.push(format!("{marker}{roll}"));
                for (_, who) in line.piece.names.iter().filter(|_| is_idle) {
                    if !self.unharmed.contains(who) {
                        self.unharmed.push(who.clone());
                    }
                }
            } else if !roll.is_empty()
                && let Some(last) = self.rounds.get_mut(first..).and_then(<[Sum]>::last_mut)
            {
                let between = if last.rolls.is_empty() { "" } else { "; " };
                last.rolls.push_str(&format!("{between}{roll}"));
            } else if !roll.is_empty() {
                self.others.push(roll.clone());
            }
        }
    }
}

fn sum(label: String, battle: &Battle) -> Sum {
    let unrolled = battle.sides.iter().all(|side| side.dice.is_empty());
    let side = |side: &battle::Side| {
        let sum = match (unrolled, side.dice.as_str()) {
            (true, _) => String::new(),
            (false, "") => ": no roll".to_owned(),
            (false, _) => format!(": {}", side.sum),
        };
        let quality = format!(", {}", side.quality);
        format!("{}{}{sum}", side.name, if side.quality.is_empty() { "" } else { &quality })
    };
    let sides: Vec<String> = battle.sides.iter().map(side).collect();
    Sum {
        label,
        title: battle.title.clone(),
        rule: battle.rule.clone(),
        sides: if unrolled { vec![format!("{}: no roll", sides.join("; "))] } else { sides },
        rolls: String::new(),
    }
}

/// The paragraphs of a marker; `cited` has what those before it cite.
fn paragraphs(teller: &Teller, lines: &[Line], cited: &mut BTreeSet<String>) -> Vec<String> {
    let mut all: Vec<Paragraph> = vec![];
    let is_told = |line: &&Line| !matches!(line.piece.slot, Slot::Sums | Slot::Idle);
    for line in lines.iter().filter(is_told) {
        let piece = &line.piece;
        let begins = all.last().is_none_or(|paragraph| match piece.slot {
            Slot::Battle | Slot::New => true,
            Slot::Plain => paragraph.is_battle,
            Slot::March => paragraph.is_battle || paragraph.is_of_another(piece),
            Slot::After | Slot::Sums | Slot::Idle => false,
        });
        if begins {
            all.push(Paragraph { is_battle: piece.slot == Slot::Battle, ..Paragraph::default() });
        }
        if let Some(paragraph) = all.last_mut() {
            paragraph.add(piece);
        }
    }
    let told = all.into_iter().map(|paragraph| numbered_once(teller, &paragraph.end()));
    told.map(|text| cited_once(&text, cited)).collect()
}

/// Removes the citations of rules that an earlier paragraph of the season has.
fn cited_once(text: &str, cited: &mut BTreeSet<String>) -> String {
    let mut told = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("NIA §") {
        let (rule, end) = after.split_at(after.find(')').unwrap_or(after.len()));
        let alone = before.strip_suffix(" (").zip(end.strip_prefix(')'));
        let within = before.strip_suffix("; ").map(|before| (before, end));
        let kept;
        (kept, rest) = match alone.or(within) {
            Some(without) if cited.contains(rule) => without,
            _ => (&rest[..rest.len() - end.len()], end),
        };
        cited.insert(rule.to_owned());
        told.push_str(kept);
    }
    told + rest
}

/// A paragraph with the number of each town only where it is first named.
fn numbered_once(teller: &Teller, text: &str) -> String {
    let mut told = String::new();
    let mut numbered = BTreeSet::new();
    for word in text.split_inclusive(' ') {
        let number = word.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric());
        let name = teller.book.atlas.code(number).map(|at| teller.book.atlas.name(at));
        let again = name.is_some_and(|name| {
            let is_town = name != number && told.trim_end().ends_with(&name);
            is_town && !numbered.insert(name)
        });
        if again {
            told.truncate(told.trim_end().len());
            told.push_str(&word[number.len()..]);
        } else {
            told.push_str(word);
        }
    }
    told
}

/// A paragraph that is being told.
#[derive(Default)]
struct Paragraph {
    is_battle: bool,
    text: String,
    names: Vec<Name>,
    /// Who marches in it.
    marches: Option<Name>,
    /// The sentence that is not at its end: who, what they do, and where their retreat has come to.
    who: String,
    does: Vec<String>,
    retreat: Option<String>,
}

impl Paragraph {
    fn is_of_another(&self, piece: &Piece) -> bool {
        let who = piece.names.first();
        match &self.marches {
            Some(marches) => Some(marches) != who,
            None => !self.names.is_empty() && who.is_some_and(|who| !self.names.contains(who)),
        }
    }

    fn add(&mut self, piece: &Piece) {
        // Whose a name is, a paragraph says once.
        let mut text = piece.text.clone();
        for (full, short) in self.names.iter().filter(|(full, short)| full != short) {
            if short.starts_with(char::is_uppercase) {
                text = text.replace(full.as_str(), short);
            }
        }
        if piece.slot == Slot::March {
            self.marches = piece.names.first().cloned();
        }
        self.names.extend(
            piece
                .names
                .iter()
                .filter(|name| !self.names.contains(name))
                .cloned()
                .collect::<Vec<_>>(),
        );
        if let Some((from, to)) = &piece.retreat
            && self.retreat.as_ref() == Some(from)
            && piece.names.iter().any(|(full, short)| [full, short].contains(&&self.who))
            && let Some(last) = self.does.last_mut()
        {
            last.push_str(&format!(" and on to {to}"));
            self.retreat = Some(to.clone());
            return;
        }
        self.say(&text);
        self.retreat = piece.retreat.as_ref().map(|(_, to)| to.clone());
    }

    /// Adds a sentence, joined to the one before if the same person goes on.
    fn say(&mut self, text: &str) {
        let starts = |name: &&String| {
            text.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with(' '))
        };
        let names = self.names.iter().flat_map(|(full, short)| [full, short]);
        let who = names.filter(starts).max_by_key(|name| name.len()).cloned();
        let does = who.as_ref().and_then(|who| text.strip_prefix(who.as_str()));
        let does = does.and_then(|does| does.trim_start().strip_suffix('.'));
        let (Some(who), Some(does)) = (who, does) else {
            self.finish();
            return self.sentence(text);
        };
        // Who has no name of their own marches once: a second march is another's.
        let is_nobody = who.to_lowercase().starts_with("a ");
        let march = |does: &str| does.trim_start().starts_with("marches ");
        let is_other = is_nobody && march(does) && self.does.iter().any(|before| march(before));
        let is_same = !is_other && self.short(&who) == self.short(&self.who);
        if !is_same {
            self.finish();
            self.who = who;
        }
        self.does.push(does.to_owned());
        if does.contains([':', ';']) || does.contains(". ") {
            self.finish();
        }
    }

    /// A name as a paragraph has it the second time.
    fn short(&self, name: &str) -> String {
        let known = self.names.iter().find(|(full, _)| full == name);
        known.map_or(name, |(_, short)| short).to_owned()
    }

    fn finish(&mut self) {
        let does = std::mem::take(&mut self.does);
        let who = std::mem::take(&mut self.who);
        if !does.is_empty() {
            self.sentence(&format!("{who} {}.", listed(&does)));
        }
        self.retreat = None;
    }

    fn sentence(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(&capital(text));
    }

    fn end(mut self) -> String {
        self.finish();
        self.text
    }
}
