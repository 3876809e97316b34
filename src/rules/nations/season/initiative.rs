//! The initiative pool: what goes in, and which marker comes out (NIA §3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §3.1, §3.2, §21.B.

use crate::book::Book;
use crate::cards;
use crate::decisions::Topic;
use crate::position::{Common, Position};
use crate::record::event::SequenceEvent;
use crate::record::state::{Bloc, Marker};
use crate::turn::Turn;
use kit::calendar::{Quarter, Season};
use kit::ledger::{Question, Source};
use kit::rule::Rule;

const POOL: Rule = Rule("NIA §3.1");
const DRAW: Rule = Rule("NIA §3.2");

/// What a draw came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawn {
    /// A marker to be played.
    Play(Marker),
    /// The season's marches are over.
    Over,
}

/// How often winter quarters must come out to end the marches; never in summer (NIA §3.1).
pub fn winter_quarters_needed(quarter: Quarter) -> Option<u8> {
    match quarter {
        Quarter::Winter => Some(1),
        Quarter::Autumn => Some(2),
        Quarter::Spring => Some(3),
        Quarter::Summer => None,
    }
}

/// The markers of a season but for a second naval one, in the order of the sides (NIA §3.1).
pub fn pool(book: &Book, season: Season) -> Vec<Marker> {
    let mut pool: Vec<Marker> = vec![];
    for bloc in [Bloc::Empire, Bloc::Coalition] {
        pool.extend((1..=4).map(|value| Marker::Land(bloc, value)));
        pool.push(Marker::Naval(bloc, 1));
    }
    pool.extend([Marker::NeutralLand, Marker::NeutralNaval]);
    if season.quarter != Quarter::Summer {
        pool.push(Marker::WinterQuarters);
    }
    pool.retain(|marker| stays(book, marker));
    pool
}

fn stays(book: &Book, marker: &Marker) -> bool {
    !book.scenario.removed.contains(&marker.to_string())
}

/// The average number of land markers played in a season that ends when winter quarters are drawn for the
/// `needed`th time (§3.1, §3.2). It does not depend on which side plays first.
pub fn expected_marches(pool: &[Marker], needed: u8) -> f64 {
    let of = |side: Bloc| {
        pool.iter().filter(move |one| matches!(one, Marker::Land(of, _) if *of == side)).count()
    };
    let land = [Bloc::Empire, Bloc::Coalition].map(of);
    let all = pool.iter().filter(|marker| **marker != Marker::WinterQuarters).count();
    let begin = Left { land, others: all - land[0] - land[1], winter: needed, last: None };
    // Winter quarters cannot be drawn first.
    begin.expected(true)
}

/// What is left of a pool.
#[derive(Clone, Copy)]
struct Left {
    land: [usize; 2],
    others: usize,
    /// How often winter quarters must still come out.
    winter: u8,
    /// The side that played the last land marker.
    last: Option<usize>,
}

impl Left {
    /// The average number of land markers still to be played; `aside` if winter quarters are out of the
    /// pool until the next marker is played.
    fn expected(self, aside: bool) -> f64 {
        let fits = |side: usize| if self.last == Some(side) { 0 } else { self.land[side] };
        let winter = usize::from(!aside);
        let all = fits(0) + fits(1) + self.others + winter;
        let mut sum = 0.0;
        for side in [0, 1] {
            if fits(side) > 0 {
                let mut next = Self { last: Some(side), ..self };
                next.land[side] -= 1;
                sum += fits(side) as f64 * (1.0 + next.expected(false));
            }
        }
        if self.others > 0 {
            let next = Self { others: self.others - 1, ..self };
            sum += self.others as f64 * next.expected(false);
        }
        if winter > 0 && self.winter > 1 {
            sum += Self { winter: self.winter - 1, ..self }.expected(true);
        }
        if all == 0 { 0.0 } else { sum / all as f64 }
    }
}

/// Makes the pool (NIA §3.1) and says so to everybody.
pub fn make_pool(turn: &mut Turn) {
    let season = turn.state.season;
    let mut pool = pool(turn.book, season);
    turn.record(SequenceEvent::SeasonBegan { season, pool: pool.clone() });
    for bloc in [Bloc::Empire, Bloc::Coalition] {
        if may_add_second(turn.book, turn.state.common(), bloc) && adds_second_naval(turn, bloc) {
            pool.push(Marker::Naval(bloc, 2));
            turn.record(SequenceEvent::SecondNaval { bloc, year: season.year });
        }
    }
    // In one order for good, so that nobody can choose the order in which markers are drawn from.
    pool.sort();
    turn.pool = pool;
}

/// Whether a side may put its second naval marker into the pool of a season: once a year, and not into the first pool of a
/// scenario (NIA §3.1, §21.B).
pub fn may_add_second(book: &Book, common: Common, bloc: Bloc) -> bool {
    let season = common.season;
    let is_used = common.naval_2.get(&bloc) == Some(&season.year);
    stays(book, &Marker::Naval(bloc, 2)) && season != book.scenario.first && !is_used
}

/// Whether a bloc puts its second naval marker of the year in now (NIA §3.1).
fn adds_second_naval(turn: &mut Turn, bloc: Bloc) -> bool {
    let season = turn.state.season;
    let powers = turn.powers(bloc);
    let Some(first) = powers.first().cloned() else { return false };
    let said =
        powers.iter().filter_map(|power| turn.sheets.get(power)).find_map(|sheet| sheet.naval_2);
    let sails = powers.iter().any(|power| {
        turn.sheets.get(power).is_some_and(|sheet| sheet.entries.iter().any(|entry| entry.at_sea()))
    });
    let default = if season.quarter == Quarter::Autumn && sails { "yes" } else { "no" };
    let question = Question {
        ask: POOL.by(bloc.word()),
        decider: first,
        decision: Topic::Naval2.decision(),
        options: vec!["yes".to_owned(), "no".to_owned()],
        default: default.to_owned(),
        needs_human: false,
    };
    let sheet = said.map(|yes| (if yes { "yes" } else { "no" }.to_owned(), Source::Entry));
    turn.ledger.decide(question, sheet).choice == "yes"
}

/// The markers that are out of turn, and how often winter quarters have come.
#[derive(Debug, Default)]
pub struct Draws {
    aside: Vec<Marker>,
    winter: u8,
    played: u32,
    naval_played: Vec<Bloc>,
    last_round: Vec<Marker>,
    ended: bool,
}

impl Draws {
    /// Finds the next marker to be played (NIA §3.2).
    pub fn next(&mut self, turn: &mut Turn) -> Drawn {
        if let Some(marker) = self.last_round.pop() {
            return self.play(turn, marker, false);
        }
        if self.ended || turn.is_told() {
            return Drawn::Over;
        }
        if self.played == 0
            && let Some(marker) = choose_first(turn)
        {
            return self.play(turn, marker, true);
        }
        while !turn.pool.is_empty() && !turn.is_told() {
            let options: Vec<String> = turn.pool.iter().map(Marker::to_string).collect();
            let at = turn.ledger.draw(DRAW.by("pool"), &options).index;
            let marker = turn.pool.remove(at);
            if marker == Marker::WinterQuarters {
                if self.winter_quarters(turn) {
                    return self.next(turn);
                }
            } else if self.out_of_turn(turn, marker) {
                turn.record(SequenceEvent::MarkerPutBack { marker });
                self.aside.push(marker);
            } else {
                return self.play(turn, marker, false);
            }
        }
        Drawn::Over
    }

    fn play(&mut self, turn: &mut Turn, marker: Marker, chosen: bool) -> Drawn {
        turn.pool.append(&mut self.aside);
        turn.pool.retain(|left| *left != marker);
        turn.pool.sort();
        self.played += 1;
        if let Marker::Naval(bloc, _) = marker {
            self.naval_played.push(bloc);
        }
        turn.record(SequenceEvent::MarkerDrawn { marker, chosen });
        Drawn::Play(marker)
    }

    /// The side that played the last land marker may not play the next one (NIA §3.2).
    fn out_of_turn(&self, turn: &Turn, marker: Marker) -> bool {
        matches!(marker, Marker::Land(bloc, _) if turn.state.last_land == Some(bloc))
    }

    /// Counts winter quarters (NIA §3.1); true if the season's marches end.
    fn winter_quarters(&mut self, turn: &mut Turn) -> bool {
        if self.played == 0 {
            // The first marker of a season cannot be winter quarters (§3.2); it does not count.
            turn.record(SequenceEvent::MarkerPutBack { marker: Marker::WinterQuarters });
            self.aside.push(Marker::WinterQuarters);
            return false;
        }
        self.winter += 1;
        let needed = winter_quarters_needed(turn.state.season.quarter);
        let ends = needed.is_some_and(|needed| self.winter >= needed);
        // Where no other marker can come any more, going back gains nothing, and the card is kept.
        let can_come =
            |left: &Marker| *left != Marker::WinterQuarters && !self.out_of_turn(turn, *left);
        if ends && turn.pool.iter().any(can_come) && cards::puts_winter_back(turn) {
            self.winter -= 1;
            turn.record(SequenceEvent::MarkerPutBack { marker: Marker::WinterQuarters });
            self.aside.push(Marker::WinterQuarters);
            return false;
        }
        turn.record(SequenceEvent::WinterQuarters { times: self.winter, ends });
        if !ends {
            self.aside.push(Marker::WinterQuarters);
            return false;
        }
        self.ended = true;
        if turn.state.season.quarter == Quarter::Spring {
            let waiting = |bloc: &Bloc| {
                !self.naval_played.contains(bloc) && turn.pool.contains(&Marker::Naval(*bloc, 1))
            };
            let late = [Bloc::Coalition, Bloc::Empire].into_iter().filter(waiting);
            self.last_round = late.map(|bloc| Marker::Naval(bloc, 1)).collect();
        }
        true
    }
}

/// How the first marker of a season comes out (NIA §3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum First<'b> {
    /// A rule of the scenario names it.
    Fixed(Marker),
    /// A power chooses it; if it names none, the default comes.
    Chosen {
        by: &'b str,
        default: Marker,
    },
    Drawn,
}

/// How the first marker of a season comes out; `bloc` says the side of a power (NIA §3.2).
pub fn first(book: &Book, season: Season, bloc: impl Fn(&str) -> Bloc) -> First<'_> {
    if season != book.scenario.first {
        return First::Drawn;
    }
    if let Some(fixed) = book.scenario.first_marker {
        return First::Fixed(fixed);
    }
    let Some(by) = book.scenario.initiative.as_deref() else { return First::Drawn };
    let own = Marker::Land(bloc(by), 4);
    let mut options = pool(book, season);
    options.retain(|marker| *marker != Marker::WinterQuarters);
    let default =
        options.iter().copied().find(|marker| *marker == own).or(options.into_iter().min());
    default.map_or(First::Drawn, |default| First::Chosen { by, default })
}

/// The side with the initiative chooses the first marker of a scenario (NIA §3.2).
fn choose_first(turn: &mut Turn) -> Option<Marker> {
    let (power, default) = match first(turn.book, turn.state.season, |power| turn.state.bloc(power))
    {
        First::Drawn => return None,
        First::Fixed(fixed) => {
            let marker = turn.pool.iter().copied().find(|marker| *marker == fixed)?;
            turn.ledger.draw(DRAW.by("pool"), &[marker.to_string()]);
            return Some(marker);
        }
        First::Chosen { by, default } => (by.to_owned(), default),
    };
    let options: Vec<Marker> =
        turn.pool.iter().copied().filter(|marker| *marker != Marker::WinterQuarters).collect();
    let said = turn.sheets.get(&power).and_then(|sheet| sheet.first_marker);
    let said = said.filter(|marker| options.contains(marker));
    let question = Question {
        ask: DRAW.by(power.clone()),
        decider: power,
        decision: Topic::FirstMarker.decision(),
        options: options.iter().map(Marker::to_string).collect(),
        default: default.to_string(),
        needs_human: false,
    };
    let answer =
        turn.ledger.decide(question, said.map(|marker| (marker.to_string(), Source::Entry)));
    let marker: Marker = answer.choice.parse().ok()?;
    // Taken out of the pool like any other, so that a list of chits tells the whole season.
    turn.ledger.draw(DRAW.by("pool"), &[marker.to_string()]);
    Some(marker)
}
