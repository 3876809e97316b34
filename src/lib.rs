//! Umpire runs a strategic wargame by mail, for years: sheets in, seasons played, fogged reports
//! out, all of it kept in one SQLite file.
//!
//! # Layers
//!
//! Each layer is a folder of `src` and a crate, and uses only the layers below it, as drawn here;
//! the manifests say so, and the compiler refuses anything else.
//!
//! ```text
//!    a person ──▶ cli           commands      print, set the exit code
//!               ┌──┴───┐
//!               ▼      ▼
//!           archive   desk      past seasons; the open campaign: transactions, deadlines, clock
//!               │      │
//!               ├──────┼──▶ store     SQLite, all the SQL
//!               │      ├──▶ mail      where mail comes in and goes out
//!               ├──────┼──▶ report    view + template -> text, charts -> maps
//!               └──────┴──▶ rules     the list of rule systems
//!                             ▼
//!                  rules/<game>       a rule system; none sees another
//!                             ▼
//!                           play      what rule systems share, and how they are seen from outside
//!                             ▼
//!                           sheet     order sheets, places in the text, diagnostics
//!                             ▼
//!            everyone ──▶    kit      grounds, paths, ledger, tables, sight, calendar
//! ```
//!
//! `kit`, `sheet`, `play`, `rules` and `report` are the core: they read no file, no clock and no
//! random source. A season is a function of the book, the state, the sheets and the [`ledger`]; the
//! same four give the same bytes. `store`, `mail`, `desk`, `archive` and `cli` are the shell around
//! it.
//!
//! # The words
//!
//! - *player*: the person who writes orders, known by a token. *outbox*: the mails to be sent.
//! - *rule system*: one of the games. Inside it is a [`rules::Ruleset`] with types of its own; other
//!   crates call it as a [`rules::Referee`], with text and JSON.
//! - *book*: its tables, units and map; *scenario*: a starting position. Both are data under
//!   `campaigns/`; a scenario can also be a folder that somebody wrote
//!   ([`desk::campaign::own_scenario`]), whose keys each rule system declares ([`rules::scenario`]).
//!   A *[`shelf`](kit::shelf)* holds such files by their paths: those in the program, with a
//!   campaign's own files laid over them.
//! - *campaign*: one game being played: a folder with `campaign.db` and `umpire.yaml`.
//!   *desk*: an open campaign, and everything that changes it ([`desk::Desk`]).
//! - *season*: one turn of play. *sheet*: one YAML document for one power and one season.
//! - *order*: one entry of a sheet; *step*: a part of it; *reaction*: a standing answer.
//! - *decision*: a point where the rules leave a choice to a person; *ruling*: the umpire's word.
//! - *event*: something that happened. *[`ledger`]*: every chit, die, decision and ruling with its
//!   key and where the answer came from.
//! - *draft*: a resolved season that is not published; only the umpire sees it.
//! - *known*: what one power may know, a type of its own in each rule system; sheets are checked,
//!   reports printed and forms written from it alone. *view*: the known as sections of a report;
//!   *[`chart`](kit::chart)*: the same as a map; *[`battlefield`](kit::battlefield)*: a battle that it
//!   saw, as a picture.
//! - *case*: a situation, orders, a ledger and what must happen ([`rules::case`]).
//!
//! # Two journeys
//!
//! A mail: its raw bytes are stored ([`store`]). It is parsed ([`mail::message`]), and its sender is
//! identified by token and address. The sheet is found ([`mail::find`]), and what mail programs
//! changed in it is corrected, with all places kept ([`mail::mend`], [`kit::traced_text`]). The header is
//! read ([`sheet::frame`]), the rule system checks the orders against what their author knows, and
//! verdict, revision and receipt are committed in one transaction ([`desk`]).
//!
//! A season: the desk loads state and sheets and opens a seeded ledger. The rule system plays and
//! records events, and what each power may see is added to its known. The reports are printed, and
//! all of it is stored as a draft. Publishing is another transaction.
//!
//! An outgoing mail is composed once and put into the outbox in the same transaction as the change
//! that it reports. Sending is another command, which may be killed and repeated
//! ([`desk::post::send`], [`mail::outbox`]).
//!
//! # Where we differ from common practice
//!
//! - Orders are not decoded by serde: it stops at the first fault of an order, and the short forms
//!   need untagged enums, which lose the places. One description of the keys reads them, reports
//!   all faults at once, and writes the JSON Schema ([`sheet::keys`]).
//! - Paths are found by a Dijkstra of our own over a dense array ([`kit::path`]): about five times
//!   as fast as the crate that was tried, and we decide how ties are broken.
//! - A rule system's events carry a force as it is afterwards, so that applying an event needs no
//!   rule and an old record can be opened by a newer binary.
//!
//! [`ledger`]: kit::ledger

pub use {archive, checker, desk, kit, mail, report, rules, sheet, store};

pub mod cli;
