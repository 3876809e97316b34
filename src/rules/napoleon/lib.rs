//! Field Commander: Napoleon, as rules of a board and of a map (cited as FCN).
//!
//! One player leads the French; dice and charts lead the enemy. The text prints no numbers of
//! paragraphs: its headings are counted in the order of its table of contents.
//!
//! Here: the book ([`book`]): counters, plans, charts, the map of Italy and the campaigns of 1796
//! and 1800; a battle ([`board`]): placing, plans, shock, attacks, insights, rout, withdrawal; the
//! map ([`theatre`]): who holds what, victory and defeat, moves, fog of war, supply, enemy orders
//! and resupply. All of it is small functions on a value, without a turn or a ledger, so that an
//! automatic player can look ahead. Dice, draws and free choices are asked through
//! [`answers::Answers`], which [`recorded`] answers from the ledger. Only the plans Prepare, Square
//! and Formation are code, the others are lists of orders in `campaigns/napoleon/book/plans.yaml`.
//!
//! [`sequence`] joins them (§8 to §16): one machine of stages that stops where the player is asked,
//! with the names of its stops, typed answers and their defaults. [`player`] leads a battle by
//! itself, [`general`] a campaign.
//!
//! Not here: sheets and conditions in them, what a player sees, reports, linked campaigns (§18),
//! campaigns that are scored at their end (§3). Nobody can play a campaign by mail with this yet; it
//! is not a rule system of the program.

pub mod answers;
pub mod board;
pub mod book;
pub mod force;
pub mod general;
pub mod player;
pub mod recorded;
pub mod sequence;
pub mod theatre;

use include_dir::Dir;
use kit::shelf::Shelf;

/// Its counters, charts, map and campaigns.
static BOOKS: Dir<'static> =
    include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../../campaigns/napoleon");

/// The shelf on which the book stands, each page below `napoleon/`.
pub fn shelf() -> Shelf {
    let mut shelf = Shelf::default();
    shelf.embed("napoleon", &BOOKS);
    shelf
}
