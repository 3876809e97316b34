//! One season: from accepted sheets to a draft.
//!
//! A draft is a pure function of what `Inputs` holds, so resolving twice gives the same bytes.
//!
//! Not here: publishing it (`publish.rs`).

use crate::campaign::asks::asks;
use crate::campaign::status::Admissible;
use crate::intake::glance;
use crate::kill_steps::step;
use crate::post::narrate::Ending;
use crate::proof::leaves::{self, Part};
use crate::season::questions::OpenQuestion;
use crate::{Desk, DeskError};
use kit::ledger::{At, Fact, Ledger, What};
use kit::proof;
use rules::{Game, Options, Played, Position};
use serde::Serialize;
use sheet::public;
use std::collections::BTreeMap;
use std::rc::Rc;
use store::{DraftRows, Kind, RulingRow, SeasonRow, StandingRow, Status};

pub use rules::SummaryLine;

/// The first line of standing orders that are played because no sheet came.
const STANDING: &str = "# standing\n";

/// A season as it was resolved, to be printed.
#[derive(Debug, Clone, Serialize)]
pub struct Resolution {
    pub season: String,
    pub digest: String,
    pub root: String,
    /// What was played for each power.
    pub orders: BTreeMap<String, String>,
    /// Lines for the umpire: what happened, at a glance.
    pub lines: Vec<SummaryLine>,
    /// Each power and what its sheet says to the umpire.
    pub notes: Vec<(String, String)>,
    pub questions: Vec<OpenQuestion>,
    /// What looks odd, a sentence each.
    pub odd: Vec<String>,
    /// Those of them that keep a season from going on without the umpire.
    #[serde(skip)]
    pub holding: Vec<String>,
    /// Sheets that a ruling would let count.
    pub admissible: Vec<Admissible>,
    pub over: bool,
}

/// All that a season is resolved from.
pub(crate) struct Inputs {
    pub game: Rc<dyn Game>,
    /// The season's changes, read before anything else of it.
    mark: i64,
    pub position: Position,
    pub sheets: BTreeMap<String, String>,
    /// In words, what is played for each power.
    orders: BTreeMap<String, String>,
    rulings: Vec<RulingRow>,
    pub root: [u8; 32],
    pub seed: [u8; 32],
    pub digest: String,
}

/// What the powers have ordered, by power.
#[derive(Default)]
struct Orders {
    /// What goes into the season's root.
    parts: BTreeMap<String, Part>,
    /// What is played: sheets that came, or standing orders.
    played: BTreeMap<String, String>,
    /// In words, where what is played is from.
    words: BTreeMap<String, String>,
}

/// The same in one order for ever, to be digested.
#[derive(Serialize)]
struct Canon<'a> {
    season: &'a str,
    state: &'a str,
    known: &'a BTreeMap<String, String>,
    sheets: &'a BTreeMap<String, String>,
    rulings: Vec<Ruled<'a>>,
    seed: String,
    options: &'a Options,
    book: &'a str,
    edition: &'a str,
}

/// A ruling as an input: without its number and its time, which change nothing.
#[derive(Serialize)]
struct Ruled<'a> {
    kind: &'static str,
    key: &'a str,
    answer: &'a str,
    reason: &'a str,
    place: &'a str,
    asked: Option<&'a str>,
}

impl<'a> Ruled<'a> {
    fn of(row: &'a RulingRow) -> Self {
        let RulingRow { kind, key, answer, reason, place, asked, .. } = row;
        // How the umpire wrote a fact's place is no part of what is played.
        let asked = asked.as_deref().filter(|_| *kind == Kind::Answer);
        Self { kind: kind.word(), key, answer, reason, place, asked }
    }
}

/// What the digest of a season's record is made of.
#[derive(Serialize)]
struct Record<'a> {
    season: &'a str,
    inputs: &'a str,
    root: &'a str,
    /// The digest of the seal that was made last before; none, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    sealed: Option<String>,
    events: &'a [String],
    ledger: &'a [String],
    state: &'a str,
}

impl Inputs {
    /// A ledger that answers from the season's seed and the umpire's rulings.
    pub fn ledger(&self, season: &str) -> Ledger {
        let mut ledger = Ledger::seeded(season, self.seed);
        for ruling in &self.rulings {
            match ruling.kind {
                Kind::Answer => {
                    let (key, asked) = (&ruling.key, ruling.asked.as_deref());
                    ledger.force_as(key, &ruling.answer, asked, &ruling.reason);
                }
                Kind::Fact => ledger.rule(Fact {
                    // What is kept was written by `At` itself; else its place never comes.
                    at: ruling.place.parse().unwrap_or(At::Before(u32::MAX)),
                    text: ruling.answer.clone(),
                    reason: ruling.reason.clone(),
                }),
                Kind::Sheet | Kind::Option => {}
            }
        }
        ledger
    }

    /// What the sheets that came for the season say to the umpire; standing orders repeat nothing.
    fn notes(&self) -> Vec<(String, String)> {
        let sent = self.sheets.iter().filter(|(_, sheet)| !sheet.starts_with(STANDING));
        let note = |(power, sheet): (&String, &String)| Some((power.clone(), glance::note(sheet)?));
        sent.filter_map(note).collect()
    }
}

impl Desk {
    /// Plays the accepted orders and keeps the result as a draft.
    pub fn resolve(&mut self) -> Result<Resolution, DeskError> {
        self.lay_out()?;
        let season = self.current()?;
        if season.status == Status::SettingUp {
            return Err(DeskError::refused("the campaign is still being set up")
                .hint("run `umpire start` first"));
        }
        self.refuse_a_changed_beginning(&season)?;
        let inputs = self.inputs(&season)?;
        let mut ledger = inputs.ledger(&season.name);
        let played = inputs.game.resolve(&inputs.position, &inputs.sheets, &mut ledger)?;
        let draft = self.draft(&season, &inputs, &played, &ledger)?;
        step("before the draft is kept");
        self.store.keep_draft(season.id, &draft)?;
        step("the draft is kept");
        self.told_at_a_glance(&season, (draft.digest, draft.root), inputs, played, ledger)
    }

    /// Tells a season at a glance, as resolving it did; nothing, if it has not been played.
    ///
    /// It is played again for that, and nothing of it is kept.
    pub(crate) fn at_a_glance(&self, season: &SeasonRow) -> Result<Option<Resolution>, DeskError> {
        let Some(draft) = self.store.draft(season.id)? else { return Ok(None) };
        let inputs = self.inputs(season)?;
        if inputs.digest != draft.inputs {
            return Err(DeskError::refused(format!(
                "the inputs of {} have changed since it was played: sheets, rulings, book or rules",
                season.name
            )));
        }
        let mut ledger = inputs.ledger(&season.name);
        let played = inputs.game.resolve(&inputs.position, &inputs.sheets, &mut ledger)?;
        let proof = (draft.digest, draft.root);
        self.told_at_a_glance(season, proof, inputs, played, ledger).map(Some)
    }

    fn told_at_a_glance(
        &self,
        season: &SeasonRow,
        (digest, root): (String, String),
        inputs: Inputs,
        played: Played,
        mut ledger: Ledger,
    ) -> Result<Resolution, DeskError> {
        let notes = inputs.notes();
        let mut holding = ledger.finish();
        let mut odd = holding.clone();
        holding.extend(self.not_taken(season)?);
        odd.extend(self.unread()?);
        odd.extend(self.not_taken(season)?);
        odd.extend(played.odd);
        Ok(Resolution {
            season: season.name.clone(),
            digest,
            root,
            orders: inputs.orders,
            lines: played.digest,
            notes,
            questions: OpenQuestion::named(
                OpenQuestion::asked(&ledger, &self.decisions()?),
                inputs.game.as_ref(),
            ),
            odd,
            holding,
            admissible: self.admissible(season)?,
            over: played.over,
        })
    }

    /// Rules on every chit and die of the open season as a script has them, so that it is played
    /// with these and no others; how many there were.
    ///
    /// The script is played once for the keys. A script that does not fit the orders is refused.
    pub fn rule_by_script(&mut self, script: &str) -> Result<usize, DeskError> {
        let season = self.current()?;
        let inputs = self.inputs(&season)?;
        let wrong = |why: String| DeskError::refused(format!("the script does not fit: {why}"));
        let ledger = Ledger::scripted(&season.name, script);
        let mut ledger = ledger.map_err(|fault| wrong(fault.to_string()))?;
        inputs.game.resolve(&inputs.position, &inputs.sheets, &mut ledger)?;
        if let Some(fault) = ledger.finish().into_iter().next() {
            return Err(wrong(fault));
        }
        let answer = |what: &What| match what {
            What::Dice { faces, .. } => {
                Some(faces.iter().map(u8::to_string).collect::<Vec<_>>().join("+"))
            }
            What::Draw { options, chosen } => options.get(*chosen as usize).cloned(),
            What::Shuffle { .. } => Some(what.answer()),
            What::Card { .. } | What::Decision { .. } | What::Fact { .. } => None,
        };
        let forced: Vec<(String, String)> = ledger
            .entries()
            .iter()
            .filter_map(|entry| Some((entry.key.clone(), answer(&entry.what)?)))
            .collect();
        for (key, answer) in &forced {
            self.rule(key, answer)?;
        }
        Ok(forced.len())
    }

    /// Gathers all that a season is resolved from.
    pub(crate) fn inputs(&self, season: &SeasonRow) -> Result<Inputs, DeskError> {
        let mark = self.store.season_by_id(season.id)?.changes;
        let campaign = self.store.campaign()?;
        let (game, position) = (self.game(season)?, self.position(season)?);
        let Orders { parts, played: sheets, words: orders } = self.orders(season)?;
        let root = self.root(season, &parts)?;
        let seed = proof::season_seed(&campaign.secret, &season.name, &root);
        let rulings: Vec<RulingRow> = self
            .store
            .rulings(season.id)?
            .into_iter()
            .filter(|ruling| matches!(ruling.kind, Kind::Answer | Kind::Fact))
            .filter(|ruling| !ruling.key.starts_with("set-up/"))
            .collect();
        let edition = crate::referee(&campaign.rules)?.edition();
        let canon = Canon {
            season: &season.name,
            state: &position.state,
            known: &position.known,
            sheets: &sheets,
            rulings: rulings.iter().map(Ruled::of).collect(),
            seed: proof::hex(&seed),
            options: &self.store.options(season.id)?,
            // A season keeps the name of its book as it was published, however it is named today.
            book: season.book.as_deref().unwrap_or(game.book_digest()),
            edition,
        };
        let digest = proof::hex(&proof::sha256(&canonical(&canon)));
        Ok(Inputs { game, mark, position, sheets, orders, rulings, root, seed, digest })
    }

    /// What of each power goes into a season's root.
    pub(crate) fn parts(&self, season: &SeasonRow) -> Result<BTreeMap<String, Part>, DeskError> {
        Ok(self.orders(season)?.parts)
    }

    /// Finds what each power has ordered.
    fn orders(&self, season: &SeasonRow) -> Result<Orders, DeskError> {
        let mut newest = self.store.newest_sheets(season.id)?;
        let mut standings = self.standings(season.id)?;
        let (mut orders, asks) = (Orders::default(), asks(season)?);
        for power in self.store.powers()? {
            let name = power.name;
            if asks.by_rules.contains(&name) {
                orders.words.insert(name, "the rules".to_owned());
                continue;
            }
            let told = match (newest.remove(&name), standings.remove(&name)) {
                (Some(sheet), _) => {
                    let told = format!("revision {} of the sheet", sheet.revision);
                    orders.played.insert(name.clone(), sheet.text.clone());
                    let part = Part::Sheet { text: sheet.text, salt: sheet.salt };
                    orders.parts.insert(name.clone(), part);
                    told
                }
                (None, Some(standing)) => {
                    let text = format!("{STANDING}{}", standing.text);
                    orders
                        .parts
                        .insert(name.clone(), self.standing_part(season, &name, &standing)?);
                    orders.played.insert(name.clone(), text);
                    "standing orders".to_owned()
                }
                (None, None) => "no orders".to_owned(),
            };
            orders.words.insert(name, told);
        }
        Ok(orders)
    }

    /// What of standing orders goes into the root: they are kept as the whole sheet they came in.
    fn standing_part(
        &self,
        season: &SeasonRow,
        power: &str,
        standing: &StandingRow,
    ) -> Result<Part, DeskError> {
        if season.scheme < 2 {
            return Ok(Part::Standing(String::new()));
        }
        let campaign = self.store.campaign()?;
        let since = self.store.season_by_id(standing.season)?;
        let salt = leaves::salt(&campaign, &since.name, power, &standing.text);
        Ok(Part::Standing(public::public_text(&standing.text, &salt)))
    }

    /// In words, what is played for each power.
    pub(crate) fn orders_in_words(
        &self,
        season: &SeasonRow,
    ) -> Result<BTreeMap<String, String>, DeskError> {
        Ok(self.orders(season)?.words)
    }

    /// Digests what came of a season, chained to the season before.
    pub(crate) fn record_digest(
        &self,
        season: &SeasonRow,
        inputs: &Inputs,
        (events, ledger): (&[String], &[String]),
        state: &str,
    ) -> Result<String, DeskError> {
        let root = proof::hex(&inputs.root);
        let seal = self.store.seal_before(season.id)?;
        let record = Record {
            season: &season.name,
            inputs: &inputs.digest,
            root: &root,
            sealed: seal.map(|seal| seal.digest()),
            events,
            ledger,
            state,
        };
        let previous = season.previous.as_deref().unwrap_or_default();
        Ok(proof::chain(previous, &canonical(&record)))
    }

    /// The name of the season that follows, which no other may have.
    fn new_name(&self, season: &SeasonRow, name: &str) -> Result<String, DeskError> {
        let taken = self.store.seasons()?.into_iter().any(|other| {
            other.name == name && other.number <= season.number && other.status != Status::Withdrawn
        });
        if taken {
            let text = format!("after {} the rules call a second season `{name}`", season.name);
            return Err(DeskError::refused(text));
        }
        Ok(name.to_owned())
    }

    fn draft(
        &self,
        season: &SeasonRow,
        inputs: &Inputs,
        played: &Played,
        ledger: &Ledger,
    ) -> Result<DraftRows, DeskError> {
        let root = proof::hex(&inputs.root);
        let answers = ledger.cited().to_vec();
        let ledger = kept_answers(ledger);
        let outcome = (played.events.as_slice(), ledger.as_slice());
        let digest = self.record_digest(season, inputs, outcome, &played.after.state)?;
        let words = self.store.narratives(season.id)?;
        let known = (&played.after.known, played.events.as_slice());
        let ending = Ending { digest: &digest, root: &root, over: played.over };
        let printed = self.print_reports(season, known, &words, ending)?;
        Ok(DraftRows {
            inputs: inputs.digest.clone(),
            mark: inputs.mark,
            made: self.clock.now(),
            next: match played.over {
                true => played.after.season.name.clone(),
                false => self.new_name(season, &played.after.season.name)?,
            },
            over: played.over,
            state: played.after.state.clone(),
            root,
            seed: proof::hex(&inputs.seed),
            digest,
            events: played.events.clone(),
            answers,
            ledger,
            printed,
            letters: self.letters_in_sheets(season, &inputs.sheets)?,
            known: played.after.known.clone(),
        })
    }

    /// Mail that nobody has judged yet.
    fn unread(&self) -> Result<Vec<String>, DeskError> {
        let unread = self.store.count_raws(None)?;
        let mails = if unread == 1 { "mail is" } else { "mails are" };
        let told = || format!("{unread} {mails} not read yet; run `umpire intake`");
        Ok((unread > 0).then(told).into_iter().collect())
    }

    /// Newest revisions that are not played.
    fn not_taken(&self, season: &SeasonRow) -> Result<Vec<String>, DeskError> {
        let mut odd = vec![];
        for power in self.store.powers()? {
            let revisions = self.store.revisions(season.id, &power.name)?;
            let Some(last) = revisions.last() else { continue };
            if !last.verdict.is_played() {
                let (number, verdict) = (last.revision, last.verdict);
                let became = verdict.in_the_past();
                odd.push(format!("revision {number} of {}'s sheet {became}", power.name));
            }
        }
        Ok(odd)
    }
}

/// The answers of a ledger as they are kept.
pub(crate) fn kept_answers(ledger: &Ledger) -> Vec<String> {
    let document = |entry| String::from_utf8_lossy(&canonical(entry)).into_owned();
    ledger.entries().iter().map(document).collect()
}

fn canonical(document: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(document).expect("our own documents have string keys and finite numbers")
}
