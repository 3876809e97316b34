//! One mail, from bytes to all that comes of it: verdict, sheets, answers. Nothing is kept here.
//!
//! The order of the questions: has a person written it, who was it, is it whole, what is in it,
//! and only then what the sheets are worth. Whatever the answer is, it goes to a registered
//! address; a mail whose sender is not proved changes nothing.
//!
//! Not here: which sheets count (`answer.rs`), and what is read of a mail (`mail`).

use crate::intake::answer::{Answer, Arrived, By};
use crate::intake::context::IntakeContext;
use crate::intake::dkim::Vouched;
use crate::intake::identity::{self, Author};
use crate::intake::postponed::LATER;
use crate::intake::reading::Reading;
use crate::intake::without_sheet::MailWithoutSheet;
use crate::post::outgoing::{Answered, Kind, Post};
use crate::{Desk, DeskError, clock};
use checker::read_sheet::ReadSheet;
use checker::receipt;
use kit::bounds;
use kit::hidden_characters::one_line;
use kit::proof;
use mail::envelope::{self, Bounce, Envelope as Outside};
use mail::find::Contents;
use mail::message::{Message, Unreadable};
use store::{
    Envelope, NewKept, NewLetter, NewMail, NewSheet, PlayerId, PlayerRow, RawId, RawRow, Verdict,
    Way,
};

/// All that comes of a mail.
#[derive(Debug, Clone)]
pub struct Opened {
    pub verdict: Verdict,
    pub reason: String,
    pub power: Option<String>,
    /// What is said about it, for the umpire's terminal.
    pub text: String,
    pub envelope: Option<Envelope>,
    pub sheets: Vec<NewSheet>,
    /// Sheets for seasons that were taken back.
    pub kept: Vec<NewKept>,
    pub posts: Vec<Posted>,
    /// Mails that need no composing any more, such as letters that go on at once.
    pub mails: Vec<NewMail>,
    /// A player whose mail comes back, and why; or who is there again.
    pub failing: Option<(PlayerId, Option<String>)>,
    /// Letters to be carried, or that go on with this.
    pub letters: Vec<NewLetter>,
}

/// A mail to be composed and how often its kind may go out within an hour.
#[derive(Debug, Clone)]
pub struct Posted {
    pub post: Post,
    pub kind: &'static str,
    pub most: u32,
}

impl Opened {
    pub fn new(verdict: Verdict, reason: impl Into<String>) -> Opened {
        Opened {
            verdict,
            reason: reason.into(),
            power: None,
            text: String::new(),
            envelope: None,
            sheets: vec![],
            kept: vec![],
            posts: vec![],
            mails: vec![],
            failing: None,
            letters: vec![],
        }
    }
}

/// A mail that lies open on the desk.
pub(crate) struct Open<'a> {
    pub raw: &'a RawRow,
    pub message: Message,
    pub outside: Outside,
    pub contents: Contents,
    pub read_sheets: Vec<ReadSheet>,
    /// What has the form of a token in it.
    pub tokens: Vec<String>,
    /// Which mail servers signed it.
    pub vouched: Vouched,
}

impl Desk {
    /// Opens a mail, which somebody may have read already.
    pub(crate) fn open_mail(
        &self,
        context: &IntakeContext,
        raw: &RawRow,
        reading: Option<Reading>,
    ) -> Result<Opened, DeskError> {
        let length = raw.length.map(|length| usize::try_from(length).unwrap_or(usize::MAX));
        let reading = reading.unwrap_or_else(|| Reading::of(&raw.bytes, length, &context.keys));
        let tokens = reading.tokens();
        let Reading { message, outside, contents, read_sheets, vouched } = reading;
        let open = Open { raw, message, outside, contents, read_sheets, tokens, vouched };
        let mut opened = self.judge_open(context, &open)?;
        if opened.text.is_empty() {
            let name = &context.campaign.name;
            opened.text = receipt::refusal(name, opened.verdict.word(), &opened.reason);
        }
        let known = opened.envelope.take().unwrap_or_default();
        opened.envelope = Some(Envelope {
            message_id: open.message.id.clone(),
            sender: open.outside.sender.clone(),
            subject: one_line(&open.message.subject).chars().take(200).collect(),
            digest: open.digest(),
            ..known
        });
        Ok(opened)
    }

    fn judge_open(&self, context: &IntakeContext, open: &Open<'_>) -> Result<Opened, DeskError> {
        let ignored = |reason: &str| Ok(Opened::new(Verdict::Ignored, reason));
        if self.is_ours(context, open) {
            return ignored("it is our own mail coming back");
        }
        if let Some(bounce) = &open.outside.bounce {
            let failed = self.failed(context, bounce, &open.tokens)?;
            return Ok(bounced(context, bounce, failed));
        }
        let author = identity::author(
            &context.players,
            &context.settings,
            &open.message,
            &open.outside,
            &open.contents,
            &open.tokens,
            &open.vouched,
        );
        if let Some(why) = open.outside.robot {
            return Ok(self.robot(context, open, why, author));
        }
        match author {
            Author::Proved(player) => self.proved(context, open, player),
            Author::Doubtful(player, doubt) => Ok(self.doubtful(context, open, player, doubt)),
            Author::Claimed(player, claim) => Ok(self.claimed(context, open, player, claim)),
            Author::TwoOf(first, second) => {
                let reason = "it has the tokens of two players";
                let mut opened = Opened::new(Verdict::NeedsUmpire, reason);
                for player in [first, second] {
                    opened.posts.push(self.attempt(context, open, player, reason));
                }
                opened.posts.push(self.to_umpire(context, open, None, reason));
                Ok(opened)
            }
            Author::Stranger => self.of_a_stranger(open),
        }
    }

    /// A mail from a stranger, who may want to join. It gets no answer, and the
    /// umpire may read it, as far as there are not too many.
    fn of_a_stranger(&self, open: &Open<'_>) -> Result<Opened, DeskError> {
        let why = match open.tokens.is_empty() {
            true => "its sender is unknown",
            false => "its token and its sender are unknown",
        };
        let ignored = |more: String| Ok(Opened::new(Verdict::Ignored, format!("{why}; {more}")));
        let says_nothing = open.contents.words.trim().is_empty() && open.contents.sheets.is_empty();
        if open.outside.sender.is_none() || says_nothing {
            return ignored("there is nobody to write to, or nothing to read".to_owned());
        }
        if open.raw.length.is_some() || open.raw.bytes.len() > bounds::STRANGER_BYTES {
            let most = bounds::STRANGER_BYTES / 1024;
            return ignored(format!("it is longer than the {most} KiB that are kept for you"));
        }
        let since = clock::earlier(&open.raw.received, 1);
        if self.store.for_umpire_since(why, &since)? >= bounds::STRANGERS_AN_HOUR {
            let most = bounds::STRANGERS_AN_HOUR;
            return ignored(format!("more than {most} such mails came within the hour"));
        }
        Ok(Opened::new(Verdict::NeedsUmpire, why))
    }

    /// Whether a mail was composed here.
    fn is_ours(&self, context: &IntakeContext, open: &Open<'_>) -> bool {
        let mail = &context.settings.mail;
        let list = format!("<{}.{}>", context.campaign.slug, mail.host());
        let by_list = open.message.field("list-id").is_some_and(|id| id.trim() == list);
        let own = envelope::same_box(&mail.address);
        let by_sender = open.message.from.iter().any(|from| envelope::same_box(from) == own);
        by_list || by_sender
    }

    /// A mail of a player of whom it is proved.
    fn proved(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
    ) -> Result<Opened, DeskError> {
        let mut opened = self.of_player(context, open, player)?;
        if opened.verdict != Verdict::Duplicate {
            opened.posts.extend(self.token_shown(context, open, player));
        }
        opened.envelope = Some(Envelope { player: Some(player.id), ..Envelope::default() });
        let sender = open.outside.sender.as_deref().map(envelope::same_box);
        let writes = sender == Some(envelope::same_box(&player.address));
        if writes && player.failing.is_some() {
            opened.failing = Some((player.id, None));
        }
        Ok(opened)
    }

    fn of_player(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
    ) -> Result<Opened, DeskError> {
        let rejected =
            |reason: &str| Ok(self.answered(context, open, player, Verdict::Rejected, reason));
        let contents = &open.contents;
        if let Some(beyond) = &open.message.beyond {
            return rejected(beyond);
        }
        if let Some(id) = &open.message.id
            && let Some((earlier, digest)) = self.store.same_message(id, player.id)?
        {
            return Ok(self.again(context, open, player, earlier, digest == open.digest()));
        }
        if open.message.cut_off {
            return rejected("a part of the mail was lost on its way; send it once more");
        }
        if contents.sheets.is_empty() {
            return self.without_sheet(context, open, player);
        }
        if contents.two_faced {
            let reason = "its text and its HTML say different things";
            return Ok(self.to_desk(context, open, player, reason));
        }
        if contents.sheets.len() > bounds::SHEETS_IN_A_MAIL {
            let most = bounds::SHEETS_IN_A_MAIL;
            return rejected(&format!("there are more than {most} sheets in it; send them apart"));
        }
        let opened = self.sheets(context, open, player)?;
        Ok(match self.asked(context, open, player)? {
            Some(asked) => asked.besides(opened),
            None => opened,
        })
    }

    /// A mail under a Message-ID that came before.
    fn again(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
        earlier: RawId,
        same: bool,
    ) -> Opened {
        if same {
            // It was answered when it came first; a second answer would only tell that it did.
            let reason = format!("the same mail came before, as number {}", earlier.0);
            return Opened::new(Verdict::Duplicate, reason);
        }
        let reason = format!(
            "its Message-ID is that of mail number {}, which said something else",
            earlier.0
        );
        let mut opened = self.to_desk(context, open, player, &reason);
        opened.posts.push(self.attempt(context, open, player, &reason));
        opened
    }

    fn without_sheet(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
    ) -> Result<Opened, DeskError> {
        let contents = &open.contents;
        if contents.in_forward {
            let reason = "its only sheet is in a forwarded mail";
            return Ok(self.to_desk(context, open, player, reason));
        }
        let has_words = !contents.words.trim().is_empty();
        // Who answers our own mail and writes into what it said asks for nothing by its subject.
        let is_in_quotes = contents.in_quotes && !has_words;
        if is_in_quotes {
            return self.not_found(context, open, player);
        }
        if let Some(asked) = self.asked(context, open, player)? {
            // What else is in it may be orders, and is not swallowed by the question.
            if !open.says_more() {
                return Ok(asked);
            }
            let rest = self.not_found(context, open, player)?;
            return Ok(asked.besides(rest));
        }
        match self.requested(context, open, player)? {
            Some(opened) => Ok(opened),
            None => self.not_found(context, open, player),
        }
    }

    /// A mail in which there should be orders, and none are found.
    fn not_found(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
    ) -> Result<Opened, DeskError> {
        let contents = &open.contents;
        let has_words = !contents.words.trim().is_empty();
        let unreadable = open.message.unreadable.iter().find(|what| {
            // A winmail.dat beside a text is what Outlook adds to it.
            **what != Unreadable::Winmail || !has_words
        });
        if let Some(what) = unreadable {
            let reason = what.sentence();
            return Ok(self.answered(context, open, player, Verdict::Rejected, reason));
        }
        if contents.beyond_html {
            let reason = "its HTML is too large or too deep to be read; send it as plain text";
            return Ok(self.answered(context, open, player, Verdict::Rejected, reason));
        }
        if contents.in_quotes {
            let reason = "its only sheet is in quoted lines";
            return Ok(self.to_desk(context, open, player, reason));
        }
        if !has_words && open.message.files.is_empty() {
            return Ok(self.nothing_asked(context, open, player));
        }
        let reason = "there is no sheet in it";
        Ok(self.to_desk(context, open, player, reason))
    }

    /// What a mail asks to be told by its subject: a report, a form, a map.
    fn asked(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
    ) -> Result<Option<Opened>, DeskError> {
        let Some(outcome) = self.answer_question(&open.request(player))? else { return Ok(None) };
        let mut opened =
            Opened { mails: outcome.mails, ..Opened::new(outcome.verdict, outcome.reason) };
        if opened.reason.ends_with(LATER) {
            let most = context.settings.asked.an_hour;
            let text = format!(
                "You have asked for more than the {most} things that are answered within an hour. \
                 What you ask for now is kept: the newest of each kind is answered after the \
                 hour. There is no need to ask again."
            );
            let words = ("your question is answered later", text.as_str());
            let post = self.post_to(context, open, player, Kind::Passed, words, "later");
            opened.posts.push(Posted { post, kind: "later", most: 1 });
        }
        Ok(Some(opened))
    }

    /// A mail that asks for something else by its subject: a letter to be carried, a challenge.
    fn requested(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
    ) -> Result<Option<Opened>, DeskError> {
        let request = open.request(player);
        let Some(outcome) = self.answer_request(context, &request)? else { return Ok(None) };
        Ok(Some(Opened {
            mails: outcome.mails,
            letters: outcome.letter.into_iter().collect(),
            ..Opened::new(outcome.verdict, outcome.reason)
        }))
    }

    fn sheets(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
    ) -> Result<Opened, DeskError> {
        let mut answers: Vec<Answer> = vec![];
        for read_sheet in &open.read_sheets {
            let by = By::Player(player);
            let arrived = Arrived {
                at: &open.raw.received,
                raw: Some(open.raw.id),
                way: if open.raw.source.starts_with("file ") || open.raw.source == "by hand" {
                    Way::SavedMail
                } else {
                    Way::Mail
                },
                why: "",
            };
            let answer = self.answer(context, read_sheet, arrived, by)?;
            answers.push(Answer { number: answers.len(), ..answer });
        }
        let mut powers: Vec<&String> =
            answers.iter().filter_map(|one| one.power.as_ref()).collect();
        let all = powers.len();
        powers.sort();
        powers.dedup();
        if powers.len() < all {
            let reason = "there are two sheets for one power in it";
            return Ok(self.to_desk(context, open, player, reason));
        }
        let mut opened = Opened::new(Verdict::Accepted, "");
        for (number, answer) in answers.into_iter().enumerate() {
            if let Some(other) = &answer.meant_for {
                opened.posts.extend(self.intrusion(context, open, player, other));
            }
            opened.posts.extend(self.receipt_mail(context, open, player, &answer)?);
            if weight(answer.verdict) > weight(opened.verdict) || number == 0 {
                opened.verdict = answer.verdict;
                opened.reason.clone_from(&answer.reason);
            }
            opened.text.push_str(&answer.text);
            opened.power = opened.power.take().or(answer.power);
            opened.mails.extend(answer.mails);
            opened.letters.extend(answer.letters);
            opened.kept.extend(answer.kept);
            opened
                .sheets
                .extend(answer.sheet.map(|sheet| NewSheet { raw: Some(open.raw.id), ..sheet }));
        }
        Ok(opened)
    }
}

/// How much a verdict weighs when a mail has several sheets: the heaviest is the mail's.
fn weight(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Ignored => 0,
        Verdict::Accepted => 1,
        Verdict::AcceptedWithRemarks => 2,
        Verdict::Kept => 3,
        Verdict::Duplicate => 4,
        Verdict::Late => 5,
        Verdict::Rejected => 6,
        Verdict::NeedsUmpire => 7,
    }
}

impl Desk {
    /// The player whose mail came back: the report gives back a mail that was sent to them, or names
    /// their exact address and came to the return address with their token. Anybody can write a
    /// report that names an address alone.
    fn failed(
        &self,
        context: &IntakeContext,
        bounce: &Bounce,
        tokens: &[String],
    ) -> Result<Option<PlayerRow>, DeskError> {
        for id in &bounce.message_ids {
            let sent = self.store.mail_called(id)?;
            let Some(id) = sent.and_then(|mail| mail.player) else { continue };
            return Ok(context.players.iter().find(|player| player.id == id).cloned());
        }
        let is_proved =
            |player: &&PlayerRow| is_named(bounce, player) && tokens.contains(&player.token);
        Ok(context.players.iter().find(is_proved).cloned())
    }
}

/// Whether a report of a mail server names the exact address of a player.
fn is_named(bounce: &Bounce, player: &PlayerRow) -> bool {
    bounce.recipients.contains(&player.address.to_lowercase())
}

/// A report of a mail server: perhaps a player's address no longer works.
fn bounced(context: &IntakeContext, bounce: &Bounce, player: Option<PlayerRow>) -> Opened {
    let Some(player) = player else {
        let named = context.players.iter().find(|player| is_named(bounce, player));
        let reason = match named {
            None => "a delivery report that names no mail of ours".to_owned(),
            Some(PlayerRow { name, .. }) => {
                format!("a delivery report that names the address of {name} and no mail of ours")
            }
        };
        return Opened::new(Verdict::Ignored, reason);
    };
    let reason = format!("a mail to {} came back", player.name);
    let mut opened = Opened::new(Verdict::Ignored, reason);
    if bounce.is_final {
        let status: String = bounce.status.chars().take(40).collect();
        let why = format!(
            "since {}: {}",
            context.now,
            if status.is_empty() { "it came back" } else { &status }
        );
        opened.failing = Some((player.id, Some(why)));
    }
    opened
}

impl Opened {
    /// An answer to a question together with what came of the rest of its mail.
    fn besides(self, rest: Opened) -> Opened {
        let reason = match rest.reason.as_str() {
            "" => self.reason,
            reason => format!("{}; {reason}", self.reason),
        };
        Opened {
            reason,
            mails: [self.mails, rest.mails].concat(),
            posts: [self.posts, rest.posts].concat(),
            ..rest
        }
    }
}

impl Open<'_> {
    /// What it asks for, as a mail without a sheet.
    pub(crate) fn request<'a>(&'a self, player: &'a PlayerRow) -> MailWithoutSheet<'a> {
        MailWithoutSheet {
            player,
            subject: &self.message.subject,
            text: &self.contents.words,
            answered: &self.contents.answered,
            raw: self.raw.id,
            received: &self.raw.received,
            answers: self.answers(),
        }
    }

    /// Whether there is more in it than a few words of courtesy.
    fn says_more(&self) -> bool {
        const COURTESY: usize = 5;
        let words = &self.contents.words;
        let has_sign = words.contains([':', '[', '{', '=', '>']);
        has_sign
            || words.split_whitespace().count() > COURTESY
            || !self.message.files.is_empty()
            || !self.message.unreadable.is_empty()
            || self.contents.beyond_html
    }

    /// A digest of what it says: its sheets, or its words if there are none.
    fn digest(&self) -> String {
        let mut parts: Vec<&str> =
            self.contents.sheets.iter().map(|found| found.sheet.text()).collect();
        if parts.is_empty() {
            parts = vec![&self.message.subject, &self.contents.words];
        }
        proof::hex(&proof::sha256(parts.join("\0").as_bytes()))[..32].to_owned()
    }

    pub(crate) fn answers(&self) -> Answered {
        Answered {
            message_id: self.message.id.clone(),
            references: self.message.references.iter().take(20).cloned().collect(),
        }
    }

    /// The key of an answer: the same for the same mail, whenever it is composed.
    pub(crate) fn key(&self, what: &str) -> String {
        format!("intake/{}/{what}", self.raw.id.0)
    }
}
