//! How much of anything from outside is taken in, and why no more.
//!
//! A mail is written by a stranger until it is proved otherwise, so everything in it has a bound,
//! and what is beyond gets a verdict and a sentence. All the bounds are here, so that they can be
//! held against each other.
//!
//! Not here: how a bound is kept, which is up to the code that reads.

/// The longest mail, in bytes.
///
/// A sheet of sixty orders has 4,000 bytes, a mail program adds HTML, a picture in a signature and
/// a quoted report. What is longer carries something that nobody here wants to read.
pub const MAIL_BYTES: usize = 2 * 1024 * 1024;

/// How much is kept of a mail that is longer than that: its header, to tell whose it was.
pub const KEPT_OF_A_LONG_MAIL: usize = 64 * 1024;

/// The most lines of a mail's header.
///
/// Twenty servers on the way write some three hundred; each field takes memory of its own.
pub const HEADER_LINES: usize = 5_000;

/// The most parts of a mail.
///
/// Mail programs make five of them, with a picture eight. Each part costs a search for its end.
pub const MAIL_PARTS: usize = 100;

/// How deep parts of a mail may lie in one another.
///
/// A signed mail that was forwarded by a mailing list reaches five.
pub const MAIL_DEPTH: usize = 12;

/// The most order sheets in one mail: one for each power that one person could play.
pub const SHEETS_IN_A_MAIL: usize = 8;

/// The longest line that is looked at as one of a sheet, in bytes.
///
/// Mail servers pass on lines of 60 KB; a line of a sheet that is longer than a page is none.
pub const LINE_BYTES: usize = 100_000;

/// The most sheets of a power that are kept for a season that was taken back.
pub const SHEETS_KEPT: usize = 20;

/// The longest mail of a stranger that is kept for the umpire to read, in bytes: words, perhaps with
/// a signature's picture.
pub const STRANGER_BYTES: usize = 256 * 1024;

/// The most mails of strangers within an hour that are kept for the umpire to read.
pub const STRANGERS_AN_HOUR: usize = 10;

/// The largest sheet, in bytes. The longest of the examples has 4,000.
pub const SHEET_BYTES: usize = 256 * 1024;

/// The most keys, values, lists and maps in a sheet together.
pub const SHEET_NODES: usize = 20_000;

/// How deep lists and maps of a sheet may be nested; the orders need eight.
pub const SHEET_DEPTH: usize = 16;

/// The most items in all lists of a sheet: orders, steps, places on the way.
///
/// A power has fifty leaders at most and gives each of them some steps. Aliases, which could make
/// one item into many, are not read at all.
pub const SHEET_ITEMS: usize = 5_000;

/// The longest letter to another player, in letters: some ten pages.
pub const LETTER: usize = 20_000;

/// The longest reason that the umpire gives for what they do by hand, in letters.
pub const REASON: usize = 300;

/// The most letters that a power may send in one season, in all revisions of its sheet and as
/// mails.
pub const LETTERS_A_SEASON: usize = 50;

/// The most letters of a power that go on within an hour, where letters go on at once.
pub const LETTERS_AN_HOUR: usize = 20;

/// The most letters of a mail that a notice to the umpire quotes; `umpire mail show` has all.
pub const QUOTED: usize = 4_000;

/// The most bytes of a history that is mailed; the newest seasons are in it.
pub const HISTORY_BYTES: usize = 1024 * 1024;

/// The most answers to one player within an hour; `umpire.yaml` may set another number.
///
/// Who sends twenty sheets in an hour is a program, perhaps one that answers our answers.
pub const ANSWERS_AN_HOUR: u32 = 20;

/// The same in a campaign that goes on at each sheet: a game of one player asks every minute.
pub const ANSWERS_AN_HOUR_AT_ONCE: u32 = 200;

/// The most reports, forms and the like that one player may ask for within an hour.
pub const ASKED_AN_HOUR: u32 = 30;

/// The most notices of one kind to one player within an hour.
pub const NOTICES_AN_HOUR: u32 = 1;

/// How many mails are taken in before they are judged: few enough that memory stays small.
pub const MAILS_AT_ONCE: usize = 64;

/// How many bytes of mail are taken in before they are judged.
pub const BYTES_AT_ONCE: usize = 8 * 1024 * 1024;

/// The largest page of a scenario folder, in bytes. The largest of ours, the hexes of Europe, has
/// 245,000.
pub const PAGE_BYTES: usize = 1024 * 1024;

/// The most keys, values, lists and maps in such a page together.
pub const PAGE_NODES: usize = 60_000;

/// The most items in all lists of such a page.
pub const PAGE_ITEMS: usize = 20_000;

/// The most pages of a scenario folder. The largest book has 31.
pub const FOLDER_PAGES: usize = 64;

/// The most bytes of all of them.
pub const FOLDER_BYTES: usize = 4 * 1024 * 1024;

/// How deep folders of a scenario folder may lie in each other: `book/tables` is two.
pub const FOLDER_DEPTH: u32 = 3;

/// The most mails that are kept because they are for none of many campaigns.
pub const UNROUTED_MAILS: usize = 1000;
