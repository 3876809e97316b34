//! What a sheet is answered with: whose it is, for which season, what of it counts. Nothing is
//! changed here.
//!
//! Not here: finding the sheet in a mail and who wrote that (`letterbox.rs`, `identity.rs`).

use crate::campaign::asks::asks;
use crate::intake::changes;
use crate::intake::context::IntakeContext;
use crate::intake::identity;
use crate::intake::letters::{self, Carried};
use crate::proof::leaves;
use crate::{Desk, DeskError, clock, referee};
use checker::head::{self, Address, Head, Refusal};
use checker::read_sheet::ReadSheet;
use checker::receipt::{self, ReceiptHead};
use checker::verdicts::{self, Judged};
use kit::bounds;
use kit::names::plain;
use kit::proof;
use report::wrapped;
use rules::UnderstoodEntry;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::rc::Rc;
use store::{
    NewKept, NewLetter, NewMail, NewSheet, PlayerRow, PowerRow, RawId, SeasonRow, SheetRow, Status,
    Verdict, Way,
};

/// An answer to a sheet, before it is kept.
pub(crate) struct Answer {
    pub power: Option<String>,
    pub verdict: Verdict,
    pub reason: String,
    pub faulty: bool,
    pub text: String,
    /// What will be played, line by line.
    pub understood: Vec<UnderstoodEntry>,
    /// The revision to keep; `None` when no sheet of a known power could be read.
    pub sheet: Option<NewSheet>,
    /// The sheet to keep for a season that was taken back.
    pub kept: Option<NewKept>,
    /// The number that the revision will have.
    pub revision: Option<u32>,
    /// Which sheet of its mail it answers, from 0.
    pub number: usize,
    /// The power of somebody else for which it was.
    pub meant_for: Option<String>,
    /// What goes out with it besides the receipt.
    pub mails: Vec<NewMail>,
    /// The letters that are in those mails.
    pub letters: Vec<NewLetter>,
}

/// By whom a sheet comes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum By<'a> {
    /// By the umpire's own hand, perhaps for a power that they name.
    Hand(Option<&'a str>),
    /// By a player of whom it is proved.
    Player(&'a PlayerRow),
}

/// When a sheet arrived, and how: the time, and among those of one second the mail's number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Arrived<'a> {
    pub at: &'a str,
    /// None while a sheet is only checked.
    pub raw: Option<RawId>,
    pub way: Way,
    /// Why the umpire took it in by hand.
    pub why: &'a str,
}

/// How a revision came, as it is kept.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Came<'a> {
    pub received: &'a str,
    pub way: Way,
    pub why: &'a str,
}

impl Arrived<'_> {
    /// Whether a sheet arrived after this one, though it was judged before.
    fn is_before(self, sheet: &SheetRow) -> bool {
        match sheet.received.as_str().cmp(self.at) {
            Ordering::Equal => self.raw.zip(sheet.raw).is_some_and(|(own, other)| own < other),
            order => order == Ordering::Greater,
        }
    }
}

/// For which season a sheet is.
enum Wanted {
    /// One that is open or was played, and whether the sheet comes too late for it.
    Season(SeasonRow, bool),
    /// One that was taken back and has not opened again.
    TakenBack(SeasonRow),
    None(Refusal),
}

/// Why a sheet is nobody's here, and whose power it named.
struct NotHis(Refusal, Option<String>);

impl Desk {
    /// Finds the answer to a sheet; a refusal says which sheet stands. Nothing is changed.
    pub(crate) fn answer(
        &self,
        context: &IntakeContext,
        read_sheet: &ReadSheet,
        arrived: Arrived<'_>,
        by: By<'_>,
    ) -> Result<Answer, DeskError> {
        let answer = self.judged(context, read_sheet, arrived, by)?;
        if answer.verdict != Verdict::Rejected {
            return Ok(answer);
        }
        let power = match (&answer.power, by) {
            (Some(power), By::Hand(_) | By::Player(_)) => Some(power.clone()),
            (None, By::Player(player)) => only_power(context, player),
            (None, By::Hand(_)) => None,
        };
        let Some(power) = power else { return Ok(answer) };
        let Some(stands) = self.store.newest_sheet(context.season.id, &power)? else {
            return Ok(answer);
        };
        let stands = format!("Revision {} of {power}'s sheet stands.", stands.revision);
        let text = format!("{}\n{stands}\n", answer.text);
        let sheet = answer.sheet.map(|sheet| NewSheet { receipt: text.clone(), ..sheet });
        Ok(Answer { text, sheet, ..answer })
    }

    /// Finds the answer to a sheet without a word on those before it.
    fn judged(
        &self,
        context: &IntakeContext,
        read_sheet: &ReadSheet,
        arrived: Arrived<'_>,
        by: By<'_>,
    ) -> Result<Answer, DeskError> {
        let received = arrived.at;
        if read_sheet.text().len() > bounds::SHEET_BYTES {
            let most = bounds::SHEET_BYTES;
            let reason = format!("the sheet is larger than the {most} bytes that one may have");
            return Ok(refused(context, Verdict::Rejected, &reason));
        }
        let head = match head::read_from(read_sheet) {
            Ok(head) => head,
            Err(refusal) => return Ok(refuse(context, None, &refusal)),
        };
        let powers: Vec<String> = context.powers.iter().map(|power| power.name.clone()).collect();
        let address = Address {
            campaign: &context.campaign.name,
            referee: referee(&context.campaign.rules)?,
            scenario: &context.campaign.scenario,
            season: &context.season.name,
            powers: &powers,
        };
        let power = match author(context, &address, &head, by) {
            Ok(power) => power,
            Err(NotHis(refusal, meant_for)) => {
                return Ok(Answer { meant_for, ..refuse(context, None, &refusal) });
            }
        };
        let (season, late) = match self.wanted_season(context, &address, &head, received)? {
            Wanted::Season(season, late) => (season, late),
            Wanted::TakenBack(season) => {
                return self.kept_for_later(context, &power, &season, (read_sheet, arrived));
            }
            Wanted::None(refusal) => return Ok(refuse(context, Some(power), &refusal)),
        };
        let before = self.store.newest_sheet(season.id, &power)?;
        if let Some(refusal) = unneeded(read_sheet, late, before.as_ref(), arrived) {
            return Ok(refuse(context, Some(power), &refusal));
        }
        if late && season.id != context.season.id {
            return Ok(refuse(context, Some(power), &address.played(&season.name)));
        }
        let known = self.known_to(context, &power, read_sheet.text())?;
        let mut judged = verdicts::judge_read(context.game.as_ref(), &known, read_sheet)?;
        if judged.verdict.is_played() {
            let kept = arrived.raw.is_some();
            self.wait_for_a_ruling(context, &power, (late, kept), &mut judged)?;
        }
        // A form is half comments, so what has none need not be held against it.
        if judged.verdict.is_played()
            && read_sheet.text().contains('#')
            && is_untouched(read_sheet.text(), &self.form_of(context, &power, &known)?)
        {
            let reason = match &before {
                Some(_) => "this is the form as it was mailed".to_owned(),
                None => "this is the form as it was mailed, so your orders are still missing; to \
                         order nothing, say so in it: `note to umpire: no orders`"
                    .to_owned(),
            };
            return Ok(refuse(context, Some(power), &Refusal::rejected(reason)));
        }
        let came = Came { received, way: arrived.way, why: arrived.why };
        self.written_answer(context, &power, read_sheet, came, judged, before)
    }

    /// Keeps a sheet for a season that was taken back, until that season opens again.
    fn kept_for_later(
        &self,
        context: &IntakeContext,
        power: &str,
        season: &SeasonRow,
        (read_sheet, arrived): (&ReadSheet, Arrived<'_>),
    ) -> Result<Answer, DeskError> {
        let (name, open) = (&season.name, &context.season.name);
        let mut before = self.store.kept_sheets(season.id)?;
        before.retain(|sheet| sheet.power == power);
        let refused = |verdict, reason| {
            let refusal = Refusal { verdict, ..Refusal::rejected(reason) };
            Ok(refuse(context, Some(power.to_owned()), &refusal))
        };
        if before.last().is_some_and(|sheet| sheet.text == read_sheet.text()) {
            let reason = format!("this sheet is kept for {name} already");
            return refused(Verdict::Duplicate, reason);
        }
        if before.len() >= bounds::SHEETS_KEPT {
            let most = bounds::SHEETS_KEPT;
            let reason = format!(
                "{most} sheets of {power} are kept for {name} already, and it has not opened again"
            );
            return refused(Verdict::Rejected, reason);
        }
        let plays = self.will_be_played(&context.season, power)?;
        let reason = format!(
            "{name} was taken back by the umpire, so this sheet for it is kept. It is read and \
             answered when {name} opens again, and a later one replaces it"
        );
        let text = format!(
            "{}\n{}\n",
            receipt::refusal(&context.campaign.name, Verdict::Kept.word(), &(reason.clone() + ".")),
            wrapped(&format!("Orders are being taken for {open} now. {plays}"), 72, 0)
        );
        let kept = NewKept {
            season: season.id,
            power: power.to_owned(),
            raw: arrived.raw,
            text: read_sheet.text().to_owned(),
            received: arrived.at.to_owned(),
            way: arrived.way,
            why: arrived.why.to_owned(),
        };
        let refusal = Refusal { verdict: Verdict::Kept, ..Refusal::rejected(reason) };
        let answer = refuse(context, Some(power.to_owned()), &refusal);
        Ok(Answer { text, faulty: false, kept: Some(kept), ..answer })
    }

    /// Lets a sheet wait for the umpire's ruling that comes too late, or for a power that nobody
    /// plays.
    pub(crate) fn wait_for_a_ruling(
        &self,
        context: &IntakeContext,
        power: &str,
        (late, kept): (bool, bool),
        judged: &mut Judged,
    ) -> Result<(), DeskError> {
        if late {
            judged.verdict = Verdict::Late;
            judged.reason = "the deadline is past; the umpire may still admit it".into();
            judged.standing = None;
        } else if kept && !is_played_by_somebody(context, power) {
            judged.verdict = Verdict::NeedsUmpire;
            judged.reason = format!(
                "nobody plays {power}; a ruling may admit it, and every report says so: \
                 umpire ruling add --sheet {power}/{} --reason TEXT",
                self.store.next_revision(context.season.id, power)?
            );
            judged.standing = None;
        }
        Ok(())
    }

    /// The form that a power was mailed for the season.
    fn form_of(
        &self,
        context: &IntakeContext,
        power: &str,
        known: &str,
    ) -> Result<Rc<str>, DeskError> {
        let made = context.forms.borrow().get(power).cloned();
        if let Some(form) = made {
            return Ok(form);
        }
        let last = self.last_sheet(&context.season, power)?;
        let form: Rc<str> =
            context.game.form(known, &context.campaign.name, last.as_deref())?.as_str().into();
        // While setting up, what a power knows is what its sheet at hand says.
        if context.season.status != Status::SettingUp {
            context.forms.borrow_mut().insert(power.to_owned(), Rc::clone(&form));
        }
        Ok(form)
    }

    /// Prints the receipt and makes the revision ready to be kept.
    pub(crate) fn written_answer(
        &self,
        context: &IntakeContext,
        power: &str,
        read_sheet: &ReadSheet,
        came: Came<'_>,
        mut judged: Judged,
        before: Option<SheetRow>,
    ) -> Result<Answer, DeskError> {
        let (season, text) = (&context.season, read_sheet.text().to_owned());
        let unplayed = self.unplayed()?;
        letters::tell_unread(&mut judged.understood, &unplayed);
        let revision = self.store.next_revision(season.id, power)?;
        let salt = leaves::salt(&context.campaign, &season.name, power, &text);
        let leaf = leaves::leaf_of_sheet(&context.campaign.secret, season, power, (&text, &salt));
        let receipt_head = ReceiptHead {
            campaign: context.campaign.name.clone(),
            season: season.name.clone(),
            power: power.to_owned(),
            revision: Some(revision),
            before: self.since_before(context, before, (&judged, &unplayed))?,
            standing_since: self.standing_at(context, power)?,
            leaf: proof::hex(&leaf),
            salt: salt.clone(),
        };
        let carried = match judged.verdict.is_played() {
            true => self.letters_of_sheet(context, power, read_sheet, came.received)?,
            false => Carried::default(),
        };
        let remarks = carried.remarks().into_iter().map(|remark| wrapped(&remark, 72, 2));
        judged.said.extend(remarks);
        let receipt = receipt::print(&context.templates, &receipt_head, &judged)?;
        let understood = judged.understood;
        let newest = (text.clone(), understood.clone());
        context.understood.borrow_mut().insert(power.to_owned(), newest);
        let sheet = NewSheet {
            season: season.id,
            power: power.to_owned(),
            raw: None,
            text,
            verdict: judged.verdict,
            reason: judged.reason.clone(),
            diagnostics: judged.diagnostics,
            receipt: receipt.clone(),
            leaf: receipt_head.leaf,
            received: came.received.to_owned(),
            way: came.way,
            why: came.why.to_owned(),
            salt,
            standing: judged.standing,
            mails: vec![],
            letters: vec![],
        };
        Ok(Answer {
            power: Some(power.to_owned()),
            verdict: judged.verdict,
            reason: judged.reason,
            faulty: judged.faulty || judged.verdict == Verdict::Rejected,
            text: receipt,
            understood,
            sheet: Some(sheet),
            kept: None,
            revision: Some(revision),
            number: 0,
            meant_for: None,
            mails: carried.mails,
            letters: carried.kept,
        })
    }

    /// The revision before and what has changed since, for a sheet that is played.
    fn since_before(
        &self,
        context: &IntakeContext,
        before: Option<SheetRow>,
        (judged, unplayed): (&Judged, &BTreeSet<String>),
    ) -> Result<Option<(u32, Vec<String>)>, DeskError> {
        let Some(before) = before.filter(|_| judged.verdict.is_played()) else { return Ok(None) };
        Ok(Some((before.revision, self.changed(context, &before, (judged, unplayed))?)))
    }

    fn changed(
        &self,
        context: &IntakeContext,
        before: &SheetRow,
        (judged, unplayed): (&Judged, &BTreeSet<String>),
    ) -> Result<Vec<String>, DeskError> {
        if let Some((text, understood)) = context.understood.borrow().get(&before.power)
            && *text == before.text
        {
            return Ok(changes::changes(understood, &judged.understood, judged.standing.is_none()));
        }
        let known = self.known_to(context, &before.power, &before.text)?;
        let mut earlier = verdicts::judge(context.game.as_ref(), &known, &before.text)?;
        letters::tell_unread(&mut earlier.understood, unplayed);
        let holds = judged.standing.is_none();
        Ok(changes::changes(&earlier.understood, &judged.understood, holds))
    }

    /// What a power knows when its sheet is read. While setting up it knows its own set-up.
    pub(crate) fn known_to(
        &self,
        context: &IntakeContext,
        power: &str,
        sheet: &str,
    ) -> Result<String, DeskError> {
        if context.season.status == Status::SettingUp {
            let game = context.game.as_ref();
            return Ok(verdicts::foretold(game, power, Some(sheet))?);
        }
        if context.known.borrow().is_empty() {
            context.known.replace(self.store.known(context.season.id)?);
        }
        context.known.borrow().get(power).cloned().ok_or_else(|| {
            DeskError::refused(format!("no record of what {power} knows is stored"))
                .hint("see the archive")
        })
    }

    /// Finds the season a sheet is for and whether it comes too late, or says why there is none.
    fn wanted_season(
        &self,
        context: &IntakeContext,
        address: &Address,
        head: &Head,
        received: &str,
    ) -> Result<Wanted, DeskError> {
        let now = &context.season;
        let written = match address.season(head) {
            Ok(written) => written,
            Err(refusal) => return Ok(Wanted::None(refusal)),
        };
        if plain(written) == plain(&now.name) {
            let deadline = now.deadline.as_deref();
            let last = deadline.map(|deadline| clock::later(deadline, context.settings.grace));
            let late = last.is_some_and(|last| received > last.as_str());
            return Ok(Wanted::Season(now.clone(), late));
        }
        let mut seasons = self.store.seasons()?;
        seasons.retain(|season| plain(&season.name) == plain(written));
        let earlier = seasons.iter().rfind(|season| season.status == Status::Published);
        let taken_back = seasons
            .iter()
            .rfind(|season| season.status == Status::Withdrawn && season.number > now.number);
        Ok(match (earlier, taken_back) {
            (Some(season), _) => Wanted::Season(season.clone(), true),
            (None, Some(season)) => Wanted::TakenBack(season.clone()),
            (None, None) => Wanted::None(address.another_season(written)),
        })
    }
}

/// Finds whose sheet it is, or says why nobody's.
fn author(
    context: &IntakeContext,
    address: &Address,
    head: &Head,
    by: By<'_>,
) -> Result<String, NotHis> {
    let not_his = |reason: String| NotHis(Refusal::rejected(reason), None);
    address.campaign(head).map_err(|refusal| NotHis(refusal, None))?;
    let named =
        match &head.header.token {
            Some(token) => Some(identity::owner(&context.players, token).ok_or_else(|| {
                not_his("the token is unknown; use the newest one you got".into())
            })?),
            None => None,
        };
    let (owner, given) = match by {
        By::Hand(given) => (named, given),
        By::Player(player) => (Some(player), None),
    };
    if let (Some(owner), Some(named)) = (owner, named)
        && owner.id != named.id
    {
        return Err(not_his(
            "the token in the sheet belongs to another player; use your own".into(),
        ));
    }
    let is_own = |power: &&PowerRow| owner.is_none_or(|owner| power.player == Some(owner.id));
    let Some(written) = given.or(head.header.power.as_deref()) else {
        let theirs: Vec<_> = context.powers.iter().filter(is_own).collect();
        return match theirs[..] {
            [power] if owner.is_some() => Ok(power.name.clone()),
            _ => Err(NotHis(head::nobodys(head), None)),
        };
    };
    let power = address.power(written).map_err(|refusal| NotHis(refusal, None))?.to_owned();
    if asks(&context.season).is_ok_and(|asks| asks.by_rules.contains(&power)) {
        return Err(not_his(format!(
            "{power} is played by the rules; no sheet is taken in for it"
        )));
    }
    if !context.powers.iter().filter(is_own).any(|row| row.name == power) {
        let reason = format!("the token is not that of {power}'s player");
        return Err(NotHis(Refusal::rejected(reason), Some(power)));
    }
    Ok(power)
}

/// The power of a player who plays one.
fn only_power(context: &IntakeContext, player: &PlayerRow) -> Option<String> {
    let mut own = context.powers.iter().filter(|power| power.player == Some(player.id));
    own.next().filter(|_| own.next().is_none()).map(|power| power.name.clone())
}

/// Whether a power has a player. An umpire who could enter sheets for one without could try until
/// the dice pleased them.
fn is_played_by_somebody(context: &IntakeContext, power: &str) -> bool {
    context.powers.iter().any(|row| row.name == power && row.player.is_some())
}

/// Refuses a sheet that is in already, or older than the one that is.
fn unneeded(
    read_sheet: &ReadSheet,
    late: bool,
    before: Option<&SheetRow>,
    arrived: Arrived<'_>,
) -> Option<Refusal> {
    let before = before.filter(|_| !late)?;
    let (number, power) = (before.revision, &before.power);
    if before.text == read_sheet.text() {
        let reason = format!(
            "this is revision {number} of {power}'s sheet once more; it stands, and there is \
             nothing to do"
        );
        return Some(Refusal { verdict: Verdict::Duplicate, ..Refusal::rejected(reason) });
    }
    arrived.is_before(before).then(|| {
        let reason =
            "the sheet that stands arrived after it; send this one again if it is to count";
        Refusal::rejected(reason.to_owned())
    })
}

/// Whether a sheet is the form as it was mailed. The token that was put into it does not matter,
/// nor how a mail program laid it out.
fn is_untouched(sheet: &str, form: &str) -> bool {
    signs(sheet).eq(signs(form))
}

/// What a sheet is made of, without its token and its layout.
fn signs(text: &str) -> impl Iterator<Item = char> {
    let is_token = |line: &&str| line.trim_start_matches(['#', ' ']).starts_with("token:");
    let lines = text.lines().filter(move |line| !is_token(line));
    lines.flat_map(str::chars).filter(|sign| !sign.is_whitespace())
}

pub(crate) fn refuse(context: &IntakeContext, power: Option<String>, refusal: &Refusal) -> Answer {
    Answer {
        power,
        verdict: refusal.verdict,
        reason: refusal.reason.clone(),
        faulty: refusal.verdict != Verdict::Duplicate,
        text: refusal.text(&context.campaign.name),
        understood: vec![],
        sheet: None,
        kept: None,
        revision: None,
        number: 0,
        meant_for: None,
        mails: vec![],
        letters: vec![],
    }
}

/// An answer in a sentence.
pub(crate) fn refused(context: &IntakeContext, verdict: Verdict, reason: &str) -> Answer {
    refuse(context, None, &Refusal { verdict, ..Refusal::rejected(reason) })
}
