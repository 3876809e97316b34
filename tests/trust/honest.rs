//! Games that honest umpires ran, made up from a number: whole seasons with everything that makes a
//! game untidy. Nobody who looks at the mails of such a game may call its umpire a cheat.

use super::luck::Luck;
use super::mails::mails;
use super::sheets::Sheets;
use super::table::{Game, Table};
use desk::campaign::status::PowerStatus;
use desk::intake::receive::Receipt;
use desk::season::rulings::Word;
use kit::ledger::{Entry, What};
use std::collections::BTreeMap;
use std::path::Path;
use store::{SeasonId, Status};

/// What every game can have in it.
pub const ANYWHERE: &[&str] = &[
    "a season without a sheet",
    "an accepted sheet",
    "a revision",
    A_REPEAT,
    "a mail",
    "a saved mail",
    "a sheet by hand",
    "a late sheet",
    "an admitted sheet",
    "a forced die",
    "an absence",
    "words of the umpire",
    "published at once",
    "published by force",
    "published before its deadline",
    "one season taken back",
    "two seasons taken back",
    "three seasons taken back",
    "sheets in while a season is taken back",
    "a replaced player",
    "standing orders played",
    "a lot",
    "a shuffled deck",
];
/// What only the games that people play have.
pub const IN_REAL_GAMES: &[&str] = &[
    "an example's orders",
    "a ruling on a choice",
    "a ruling on a fact",
    "two powers of one player",
    "a power without a player",
    "a race of tables",
    "orders by a staff",
];
/// What only a game with a ward has.
pub const WITH_A_WARD: &[&str] =
    &[A_KEEPER, "a ward gets another keeper", "a power that the rules play"];

pub const A_REPEAT: &str = "a sheet sent again after another";
pub const A_KEEPER: &str = "a keeper's sheet for a ward";

/// A game that is over, its secret told.
pub struct History {
    /// Beside the campaign a folder of mails for each player.
    pub table: Table,
    pub players: Vec<String>,
    /// What happened, a line each; printed if somebody is accused.
    pub story: Vec<String>,
    /// How often each sort of thing happened.
    pub counts: BTreeMap<&'static str, usize>,
}

impl History {
    /// Whether something of the kind happened in it.
    pub fn has(&self, what: impl Fn(&str) -> bool) -> bool {
        self.counts.keys().any(|one| what(one))
    }
}

/// A game while it is played.
struct Play {
    table: Table,
    sheets: Sheets,
    luck: Luck,
    players: Vec<String>,
    story: Vec<String>,
    counts: BTreeMap<&'static str, usize>,
}

/// Plays the game with a number to its end.
pub fn play(games: &[Game], number: u64) -> History {
    let mut play = Play::begun(number, &games[number as usize % games.len()]);
    let seasons = 2 + play.luck.below(3);
    for _ in 0..seasons {
        if play.table.is_over() {
            break;
        }
        play.season();
        play.rollback();
        play.change_of_player();
    }
    play.table.reveal();
    play.table.hand_out(&play.players);
    play.count_chance();
    let Play { table, players, story, counts, .. } = play;
    History { table, players, story, counts }
}

impl Play {
    fn begun(number: u64, game: &Game) -> Play {
        let Game { scenario, options, .. } = game;
        let mut luck = Luck(number);
        let pace = if luck.percent(20) { "pace: at once\n" } else { "" };
        let table = Table::new(game, &format!("{:064x}", number + 1), pace);
        let mut play = Play {
            table,
            sheets: Sheets::of(scenario, options),
            luck,
            players: vec![],
            story: vec![format!("{number}: {scenario} {options:?} {pace}")],
            counts: BTreeMap::new(),
        };
        for (option, what) in
            [("tables=", "a race of tables"), ("staff=commands", "orders by a staff")]
        {
            if options.iter().any(|one| one.starts_with(option)) {
                play.did(what, option);
            }
        }
        play.seat_players();
        play.table.desk().start(true, None).unwrap();
        play.table.send();
        play
    }

    /// Most powers have a player each; one player may have two, and a power may have none.
    fn seat_players(&mut self) {
        let powers = self.powers().into_iter().filter(|one| one.keeper.is_none() && !one.by_rules);
        let mut seats: Vec<(String, Vec<String>)> = vec![];
        for (at, power) in powers.map(|one| one.power).enumerate() {
            match self.luck.below(10) {
                0 if at > 1 => self.did("a power without a player", &power),
                1 if at > 1 => {
                    self.did("two powers of one player", &power);
                    seats.last_mut().unwrap().1.push(power);
                }
                _ => seats.push((format!("Player{at}"), vec![power])),
            }
        }
        for (player, powers) in seats {
            self.table.seat(&player, &powers).unwrap();
            self.players.push(player);
        }
    }

    fn powers(&self) -> Vec<PowerStatus> {
        self.table.desk().status().unwrap().powers
    }

    /// The powers for which somebody writes, with who does.
    fn writers(&self) -> Vec<PowerStatus> {
        self.powers().into_iter().filter(|power| power.player.is_some()).collect()
    }

    fn writer(&mut self) -> Option<PowerStatus> {
        let all = self.writers();
        self.luck.pick(&all).cloned()
    }

    fn did(&mut self, what: &'static str, how: &str) {
        let known = [ANYWHERE, IN_REAL_GAMES, WITH_A_WARD, BESIDES].concat();
        assert!(known.contains(&what), "`{what}` is in no list");
        *self.counts.entry(what).or_default() += 1;
        self.story.push(format!("{what}: {how}"));
    }

    /// Sheets come in, the season is resolved, perhaps ruled on, and published.
    fn season(&mut self) {
        let open = self.table.open();
        self.story.push(format!("-- {}", open.name));
        let before = self.keepers();
        self.sheets();
        // At once, the last sheet has published it.
        if self.has_gone_on(open.id) {
            self.did("published at once", &open.name);
            return;
        }
        match self.luck.below(100) {
            0..15 => self.late_sheet(),
            15..25 => self.table.deadline("2099-01-01T00:00:00Z"),
            _ => {}
        }
        if self.luck.percent(10)
            && let Some(PowerStatus { power, .. }) = self.writer()
            && self.table.desk().note_absence(&power, "2026-11-20", "2027-01-09").is_ok()
        {
            self.did("an absence", &power);
        }
        self.publish();
        if self.keepers() != before {
            self.did("a ward gets another keeper", &open.name);
        }
    }

    fn keepers(&mut self) -> BTreeMap<String, String> {
        let powers = self.powers();
        if powers.iter().any(|one| one.by_rules) {
            self.did("a power that the rules play", "");
        }
        powers.into_iter().filter_map(|one| Some((one.power, one.keeper?))).collect()
    }

    fn sheets(&mut self) {
        // One season in four is played without a sheet.
        if self.luck.percent(25) {
            self.did("a season without a sheet", "");
            return;
        }
        let open = self.table.open().id;
        for writer in self.writers() {
            // At once, the sheet of another has published the season, or ended the game.
            if self.has_gone_on(open) {
                return;
            }
            let PowerStatus { power, .. } = &writer;
            let two = [0, 1].map(|one| self.sheets.sheet(&self.table, &mut self.luck, power, one));
            let turns: &[usize] = match self.luck.below(7) {
                0 => &[],
                1 | 2 => &[0],
                3 => &[1],
                4 => &[1, 0],
                5 => &[0, 1, 0],
                _ => &[1, 1],
            };
            let mut accepted = vec![];
            for turn in turns {
                if self.has_gone_on(open) {
                    return;
                }
                if self.one_sheet(&writer, &two[*turn]) {
                    accepted.push(*turn);
                    if *turn == 0 && two[0].contains("march") {
                        self.did("an example's orders", power);
                    }
                }
            }
            if accepted == [0, 1, 0] {
                self.did(A_REPEAT, power);
            }
        }
    }

    /// Whether a season is not the open one any more.
    fn has_gone_on(&self, season: SeasonId) -> bool {
        self.table.is_over() || self.table.open().id != season
    }

    /// Whether the sheet was accepted.
    fn one_sheet(&mut self, writer: &PowerStatus, sheet: &str) -> bool {
        let player = writer.player.as_deref().unwrap();
        let (how, receipt) = match self.luck.below(10) {
            0 => ("a sheet by hand", self.table.by_hand(sheet)),
            1 => {
                let path = self.table.written(player, "orders", sheet);
                ("a saved mail", self.table.saved_mail(&path))
            }
            _ => {
                let path = self.table.written(player, "orders", sheet);
                ("a mail", self.table.by_mail(&path))
            }
        };
        self.came(writer, how, receipt)
    }

    fn came(&mut self, writer: &PowerStatus, how: &'static str, receipt: Option<Receipt>) -> bool {
        let Some(receipt) = receipt else { return false };
        let told = format!("{}: {} {}", writer.power, receipt.verdict, receipt.reason);
        if !receipt.verdict.starts_with("accepted") {
            self.did("a rejected sheet", &told);
            return false;
        }
        self.did(how, &told);
        self.did("an accepted sheet", &told);
        if receipt.revision.is_some_and(|number| number > 1) {
            self.did("a revision", &writer.power);
        }
        if writer.keeper.is_some() {
            self.did(A_KEEPER, &writer.power);
        }
        true
    }

    fn late_sheet(&mut self) {
        let Some(writer) = self.writer() else { return };
        let power = &writer.power;
        let (id, sheet) =
            (self.table.open().id, self.sheets.sheet(&self.table, &mut self.luck, power, 1));
        self.table.deadline("2026-01-01T00:00:00Z");
        let path = self.table.written(writer.player.as_deref().unwrap(), "orders", &sheet);
        let receipt = self.table.by_mail(&path);
        let revisions = self.table.store().revisions(id, power).unwrap();
        let Some(last) = revisions.last() else { return };
        if receipt.is_none_or(|receipt| receipt.verdict != "late") {
            return;
        }
        self.did("a late sheet", power);
        if self.luck.percent(50) {
            let late = Word::Sheet { power, revision: last.revision };
            if self.table.desk().rule_on(late, "the post was slow").is_ok() {
                self.did("an admitted sheet", power);
            }
        }
    }

    fn publish(&mut self) {
        let asked = self.table.desk().resolve().unwrap().questions;
        let with_options: Vec<_> = asked.iter().filter(|one| !one.options.is_empty()).collect();
        if self.luck.percent(40)
            && let Some(question) = self.luck.pick(&with_options)
        {
            let answer = self.luck.pick(&question.options).cloned().unwrap_or_default();
            self.ruled(
                "a ruling on a choice",
                Word::Answer { key: &question.key, answer: &answer },
            );
        }
        if self.luck.percent(20) {
            self.force_a_die();
        }
        if self.luck.percent(10) {
            let tell = Word::Fact { at: "start", text: "tell: {text: The roads are bad.}" };
            self.ruled("a ruling on a fact", tell);
        }
        if self.luck.percent(15) && self.table.desk().narrate(None, "It rained.").is_ok() {
            self.did("words of the umpire", "");
        }
        let mut desk = self.table.desk();
        desk.resolve().unwrap();
        if let Err(why) = desk.publish(None, None) {
            desk.publish(Some("it was time"), None).unwrap();
            let why = why.to_string();
            self.did("published by force", &why);
            if why.contains("deadline") && !why.contains("no deadline") {
                self.did("published before its deadline", &why);
            }
        }
        drop(desk);
        self.table.send();
    }

    /// What was ruled stands only if the season can be played with it.
    fn ruled(&mut self, what: &'static str, word: Word<'_>) {
        let told = format!("{word:?}");
        let mut desk = self.table.desk();
        let ruled = desk.rule_on(word, "so it was agreed");
        drop(desk);
        match ruled {
            Ok(_) => self.did(what, &told),
            Err(why) => self.story.push(format!("refused: {told}: {why}")),
        }
    }

    /// A die or a lot falls as another of its sort fell.
    fn force_a_die(&mut self) {
        let entries = self.ledger(self.table.open().id);
        let Some(one) = self.luck.pick(&entries) else { return };
        let is_like = |other: &&Entry| {
            other.what.question() == one.what.question() && other.what.answer() != one.what.answer()
        };
        let answer = match &one.what {
            What::Draw { options, .. } => self.luck.pick(options).cloned(),
            What::Dice { .. } => entries.iter().find(is_like).map(|other| other.what.answer()),
            What::Shuffle { cards, .. } => self.luck.pick(cards).cloned(),
            _ => None,
        };
        if let Some(answer) = answer {
            self.ruled("a forced die", Word::Answer { key: &one.key, answer: &answer });
        }
    }

    fn ledger(&self, season: SeasonId) -> Vec<Entry> {
        let ledger = self.table.store().ledger(season).unwrap();
        ledger.iter().map(|json| serde_json::from_str(json).unwrap()).collect()
    }

    /// One to three seasons are taken back, with sheets in for the one that is open.
    fn rollback(&mut self) {
        if !self.luck.percent(30) {
            return;
        }
        let told = ["one season taken back", "two seasons taken back", "three seasons taken back"];
        let before = self.counts.get("an accepted sheet").copied();
        if !self.table.is_over() && self.luck.percent(60) {
            self.sheets();
        }
        let has_sheets = self.counts.get("an accepted sheet").copied() != before;
        let most = 1 + self.luck.below(3);
        let mut back = vec![];
        while back.len() < most
            && let Ok(one) = self.table.desk().rollback("a rule was read wrongly")
        {
            back.push(one.season);
        }
        if back.is_empty() {
            return;
        }
        self.did(told[back.len() - 1], &back.join(", "));
        if has_sheets {
            self.did("sheets in while a season is taken back", "");
        }
        self.table.send();
        if self.luck.percent(70) {
            self.sheets();
        }
        if !self.table.is_over() && self.table.open().status != Status::SettingUp {
            self.publish();
        }
    }

    fn change_of_player(&mut self) {
        if self.table.is_over() || !self.luck.percent(15) {
            return;
        }
        let Some(PowerStatus { power, .. }) = self.writer() else { return };
        let name = format!("Newcomer{}", self.table.mails);
        let address = format!("{}@post.example", name.to_lowercase());
        let replaced = self.table.desk().replace_player(&power, &name, &address, None);
        if replaced.is_ok() {
            self.did("a replaced player", &power);
            self.players.push(name);
        }
        self.table.send();
    }

    /// Counts what only shows in the record: the standing orders that were played, lots and decks.
    fn count_chance(&mut self) {
        for season in self.table.store().seasons().unwrap() {
            let entries = self.ledger(season.id);
            let lots = |entry: &&Entry| matches!(&entry.what, What::Draw { options, .. } if options.len() > 1);
            let shuffles = |entry: &&Entry| matches!(entry.what, What::Shuffle { .. });
            *self.counts.entry("a lot").or_default() += entries.iter().filter(lots).count();
            *self.counts.entry("a shuffled deck").or_default() +=
                entries.iter().filter(shuffles).count();
        }
        let told = self.players.iter().find_map(|player| revealed(&self.table.own(player)));
        let seasons = told.unwrap()["seasons"].as_array().unwrap().clone();
        let leaves = seasons.iter().flat_map(|season| season["leaves"].as_array().unwrap());
        let standing = leaves.filter(|leaf| leaf["sent"] == "standing").count();
        *self.counts.entry("standing orders played").or_default() += standing;
        self.counts.retain(|_, many| *many > 0);
    }
}

/// What is counted and need not happen.
const BESIDES: &[&str] = &["a rejected sheet"];

fn revealed(folder: &Path) -> Option<serde_json::Value> {
    let all = folder.exists().then(|| mails(folder))?;
    let (path, _) = all.into_iter().find(|(_, mail)| mail.contains("name=\"reveal.json\""))?;
    Some(super::mails::read(&path, "reveal.json"))
}
