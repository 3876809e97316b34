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
//!           archive   desk      past seasons; transactions, deadlines, the time of day
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
//! - *rule system*: one of the games, [`rules::Ruleset`]; from outside a [`rules::Referee`].
//! - *book*: its tables, units and map; *scenario*: a starting position. Both are data under
//!   `campaigns/`.
//! - *campaign*: one game being played: a folder with `campaign.db` and `umpire.yaml`.
//! - *season*: one turn of play. *sheet*: one YAML document for one power and one season.
//! - *order*: one entry of a sheet; *step*: a part of it; *reaction*: a standing answer.
//! - *decision*: a point where the rules leave a choice to a person; *ruling*: the umpire's word.
//! - *event*: something that happened. *[`ledger`]*: every chit, die, decision and ruling with its
//!   key and where the answer came from.
//! - *draft*: a season that nobody but the umpire has seen.
//! - *known*: what one power may know, a type of its own in each rule system; sheets are checked,
//!   reports printed and forms written from it alone. *view*: the known as sections of a report;
//!   *[`chart`](kit::chart)*: the same as a map.
//! - *case*: a situation, orders, a ledger and what must happen ([`rules::case`]).
//!
//! # Two journeys
//!
//! A mail: its bytes are kept raw ([`store`]); it is taken apart ([`mail::message`]), its writer is
//! proved by their token and address, the sheet is found ([`mail::find`]) and mended with its places
//! kept ([`mail::mend`], [`kit::passage`]); the head is read ([`sheet::frame`]), the rule system
//! holds it against what its author knows, and verdict, revision and receipt go into one
//! transaction ([`desk`]).
//!
//! A season: the desk loads state and sheets, opens a seeded ledger, the rule system plays and
//! records events, every power sees what it may, the report is printed, and all of it is kept as a
//! draft; publishing is one transaction more.
//!
//! A mail that goes out: whatever has something to say composes it, once, and puts it into the
//! outbox in the transaction of what it tells of; sending is another command, which may be killed
//! and repeated ([`desk::post::send`], [`mail::outbox`]).
//!
//! # Where we left the common way
//!
//! - Orders are not decoded by serde: it stops at the first fault of an order, and the short forms
//!   need untagged enums, which lose the places. One description of the keys reads them, tells
//!   every fault at once, and writes the JSON Schema ([`sheet::keys`]).
//! - Paths are found by a Dijkstra of our own over a dense array ([`kit::path`]): about five times
//!   as fast as the crate that was tried, and the ties are ours.
//! - A rule system's events carry a force as it is afterwards, so that applying an event needs no
//!   rule and an old record can be opened by a newer binary.
//!
//! [`ledger`]: kit::ledger

pub use {archive, desk, kit, mail, report, rules, sheet, store};

pub mod cli;
