//! Dice of operations, any of which a marker may roll again (FRW §9.13, Fortunes of War).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §9.13.

use crate::decisions::Topic;
use crate::markers;
use crate::turn::{About, Turn};
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;
use sheet::keys::Given;

const AGAIN: Rule = Rule("FRW §9.13");

/// The marker that rolls again.
pub const FORTUNES: &str = "Fortunes of War";

/// What a die is rolled for, by the word of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Die {
    Attrition,
    Honours,
    Combat,
    Saving,
    Retreat,
    Pillage,
    Leader,
    /// For others on the high seas.
    Search,
    /// On the balance of power, after a pillage.
    Balance,
}

impl Die {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Die::Attrition => "attrition",
            Die::Honours => "honours",
            Die::Combat => "combat",
            Die::Saving => "saving",
            Die::Retreat => "retreat",
            Die::Pillage => "pillage",
            Die::Leader => "leader",
            Die::Search => "search",
            Die::Balance => "balance",
        }
    }
}

/// The words of a sheet for dice of ours and of others.
pub const WORDS: &[&str] = &[
    "our attrition",
    "their attrition",
    "our honours",
    "their honours",
    "our combat",
    "their combat",
    "our saving",
    "their saving",
    "our retreat",
    "their retreat",
    "our pillage",
    "their pillage",
    "our leader",
    "their leader",
    "our search",
    "their search",
    "our balance",
    "their balance",
];

/// A roll: by which rule, in whose name and where, how many dice, and whose they are.
#[derive(Debug, Clone, Copy)]
pub struct Throw<'a> {
    pub rule: Rule,
    pub who: &'a str,
    pub at: Space,
    pub dice: u8,
    pub die: Die,
    pub owner: &'a str,
}

impl Throw<'_> {
    /// Rolls, and rolls again as often as somebody plays for it.
    pub fn roll(self, turn: &mut Turn<'_>) -> Vec<u8> {
        self.roll_for(turn, &|_| None)
    }

    /// The same where the result is known from the dice, for conditions.
    pub fn roll_for(
        self,
        turn: &mut Turn<'_>,
        result: &dyn Fn(&[u8]) -> Option<String>,
    ) -> Vec<u8> {
        let mut faces = self.faces(turn);
        for seat in turn.state.order() {
            if self.again(turn, &seat, &faces, result(&faces)) {
                faces = self.faces(turn);
            }
        }
        faces
    }

    fn faces(self, turn: &mut Turn<'_>) -> Vec<u8> {
        if self.dice == 0 {
            return vec![];
        }
        let ask = self.rule.by(self.who).at(turn.place(self.at));
        turn.ledger.dice(ask, self.dice, 6).faces
    }

    /// Whether a seat plays for a new roll.
    fn again(self, turn: &mut Turn<'_>, seat: &str, faces: &[u8], result: Option<String>) -> bool {
        let Some(counter) = turn.state.holding(seat, FORTUNES) else { return false };
        let whose = if seat == self.owner { "our" } else { "their" };
        let wanted = format!("{whose} {}", self.die.word());
        let about = About {
            goal: Some(self.at),
            roll: Some(faces.iter().map(|face| i64::from(*face)).sum()),
            result,
            ..About::default()
        };
        let said = turn.reaction(seat, &[], "reroll").map(|said| {
            let lines = said.list("reroll").iter().filter_map(Given::map);
            let lines = lines.filter(|line| line.name("die") == Some(&wanted));
            let yes = turn.said(seat, lines, &about).is_some();
            (if yes { "yes" } else { "no" }.to_owned(), Source::Reaction)
        });
        let ask = AGAIN.by(seat).at(turn.place(self.at));
        if turn.decide(ask, seat, Topic::Reroll, &["yes", "no"], ("no", said)) != "yes" {
            return false;
        }
        let on = format!("rolls {} again", self.die.word());
        markers::action(turn, seat, &counter, Some(self.at), &on)
    }
}
