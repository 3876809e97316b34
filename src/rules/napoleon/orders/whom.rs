//! Whom a line of a sheet is for: a force by its name, or a sort of forces such as `best infantry in
//! line`, which is looked for when the line comes up.

use super::causes::Cause;
use crate::board::{Board, Exit, Formation, Piece};
use crate::book::Book;
use crate::record::force::{Force, ForceId, Kind, Side};
use kit::names::plain;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::fmt;

/// Which of several are meant.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rank {
    /// All of them, the strongest first.
    #[default]
    All,
    Best,
    Weakest,
}

/// A sort of forces.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sort {
    rank: Rank,
    recruit: bool,
    kind: Option<Kind>,
    formation: Option<Formation>,
}

/// A force, or a sort of forces.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whom {
    Force(ForceId),
    Sort(Sort),
}

impl Sort {
    /// Reads the words of a sort.
    pub fn read(written: &str) -> Option<Self> {
        let text = plain(written);
        let (words, formation) = if let Some(words) = text.strip_suffix("in line") {
            (words, Some(Formation::Line))
        } else if let Some(words) = text.strip_suffix("in column") {
            (words, Some(Formation::Column))
        } else {
            (text.as_str(), None)
        };
        let mut sort = Sort { formation, ..Sort::default() };
        let mut any = formation.is_some();
        for word in words.split_whitespace() {
            match word {
                "any" | "all" => {}
                "best" | "strongest" => sort.rank = Rank::Best,
                "weakest" => sort.rank = Rank::Weakest,
                "recruit" => sort.recruit = true,
                word => sort.kind = Some(Kind::ALL.into_iter().find(|kind| kind.word() == word)?),
            }
            any = true;
        }
        any.then_some(sort)
    }

    fn fits(&self, force: &Force) -> bool {
        self.kind.is_none_or(|kind| kind == force.kind) && (!self.recruit || force.recruit)
    }

    /// Those of a list that are meant, the strongest first, or the one that is.
    fn among(&self, mut forces: Vec<Force>) -> Vec<ForceId> {
        forces.retain(|force| self.fits(force));
        forces.sort_by_key(|force| (Reverse(force.combat()), force.id));
        match self.rank {
            Rank::All => {}
            Rank::Best => forces.truncate(1),
            Rank::Weakest => {
                forces.reverse();
                forces.truncate(1);
            }
        }
        forces.into_iter().map(|force| force.id).collect()
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = vec![];
        match self.rank {
            Rank::All => {}
            Rank::Best => words.push("best"),
            Rank::Weakest => words.push("weakest"),
        }
        words.extend(self.recruit.then_some("recruit"));
        words.extend(self.kind.map(Kind::word));
        if self.kind.is_none() && !self.recruit && self.rank == Rank::All {
            words.push("any");
        }
        words.extend(self.formation.map(|formation| match formation {
            Formation::Line => "in line",
            Formation::Column => "in column",
        }));
        f.write_str(&words.join(" "))
    }
}

impl Whom {
    /// Reads a name as the vocabulary writes it, or a sort.
    pub fn read(book: &Book, written: &str) -> Option<Self> {
        let force = book.force(written).map(|force| Whom::Force(force.id));
        force.or_else(|| Sort::read(written).map(Whom::Sort))
    }

    /// How it is written.
    pub fn name(self, book: &Book) -> String {
        match self {
            Whom::Force(id) => book.name(id).to_owned(),
            Whom::Sort(sort) => sort.to_string(),
        }
    }

    /// Who is meant, in words for people.
    pub fn in_words(self, book: &Book) -> String {
        let Whom::Sort(sort) = self else { return self.name(book) };
        let bare = Sort { rank: Rank::All, ..sort }.to_string();
        let bare = bare.strip_prefix("any").map_or(bare.as_str(), str::trim_start);
        let rank = match sort.rank {
            Rank::All => "all",
            Rank::Best => "the strongest",
            Rank::Weakest => "the weakest",
        };
        format!("{rank} {bare}").trim_end().to_owned()
    }

    /// Who is meant where one force is taken: the strongest of its sort, unless the sheet says otherwise.
    pub fn one_in_words(self, book: &Book) -> String {
        match self {
            Whom::Sort(sort @ Sort { rank: Rank::All, .. }) => {
                Whom::Sort(Sort { rank: Rank::Best, ..sort }).in_words(book)
            }
            Whom::Sort(_) | Whom::Force(_) => self.in_words(book),
        }
    }

    /// Whether several may be meant.
    pub fn is_many(self) -> bool {
        matches!(self, Whom::Sort(Sort { rank: Rank::All, .. }))
    }

    /// Those who are meant among some forces, without some that are taken.
    pub fn among(self, forces: &[Force], taken: &[ForceId]) -> Vec<ForceId> {
        match self {
            Whom::Force(id) => vec![id],
            Whom::Sort(sort) => {
                let free = forces.iter().filter(|force| !taken.contains(&force.id));
                sort.among(free.copied().collect())
            }
        }
    }

    /// Why nobody of a battle is meant, if nobody is.
    pub fn why_absent(self, board: &Board) -> Cause {
        let Whom::Force(id) = self else { return Cause::Nobody };
        match board.gone.iter().find(|gone| gone.force.id == id).map(|gone| gone.how) {
            Some(Exit::Swept) => Cause::Swept,
            Some(Exit::Destroyed | Exit::Left) => Cause::Gone,
            None => Cause::Nobody,
        }
    }

    /// The French who are meant on a board, without some that are taken.
    pub fn on_board(self, board: &Board, taken: &[ForceId]) -> Vec<ForceId> {
        let stands = |piece: &&Piece| match self {
            Whom::Sort(Sort { formation: Some(wanted), .. }) => {
                piece.kind().manoeuvres() && piece.formation == wanted
            }
            Whom::Sort(_) | Whom::Force(_) => true,
        };
        let forces: Vec<Force> =
            board.of(Side::French).filter(stands).map(|piece| piece.force).collect();
        self.among(&forces, taken)
    }
}
