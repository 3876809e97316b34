//! One mail, from bytes to all that comes of it: verdict, sheets, answers. Nothing is kept here.
//!
//! The order of the questions: has a person written it, who was it, is it whole, what is in it,
//! and only then what the sheets are worth. Whatever the answer is, it goes to a registered
//! address; what nobody proved to be his changes nothing.
//!
//! Not here: which sheets count (`answer.rs`), and what is read of a mail (`mail`).

use super::answer::{Answer, By, refused};
use super::identity::{self, Author, Claim, Doubt};
use super::petition::{Granted, Petition};
use super::post::{Answered, Attachment, Kind, Post, To};
use super::receive::Bench;
use super::script::Script;
use super::{Desk, DeskError, receipt};
use crate::kit::bounds;
use crate::kit::proof;
use crate::mail::envelope::{self, Bounce, Envelope as Outside};
use crate::mail::find::{self, Contents};
use crate::mail::message::{Message, Unreadable};
use crate::report::wrapped;
use crate::store::{
    Envelope, NewLetter, NewMail, NewSheet, PlayerId, PlayerRow, RawId, RawRow, Verdict,
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
    pub posts: Vec<Posted>,
    /// Mails that need no composing any more, such as letters that go on at once.
    pub mails: Vec<NewMail>,
    /// A letter that is to be kept.
    pub letter: Option<NewLetter>,
    /// A player whose mail comes back, and why; or who is there again.
    pub failing: Option<(PlayerId, Option<String>)>,
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
            posts: vec![],
            mails: vec![],
            letter: None,
            failing: None,
        }
    }
}

/// A mail that lies open on the desk.
pub(super) struct Open<'a> {
    pub raw: &'a RawRow,
    pub message: Message,
    pub outside: Outside,
    pub contents: Contents,
}

impl Desk {
    /// Opens a mail.
    pub(super) fn open_mail(&self, bench: &Bench, raw: &RawRow) -> Result<Opened, DeskError> {
        let mut message = match raw.length {
            Some(_) => Message::of_header(&raw.bytes),
            None => Message::read(&raw.bytes),
        };
        if let Some(length) = raw.length {
            message.beyond = Some(format!(
                "the mail has {length} bytes, more than the {} that are read; send the orders alone",
                bounds::MAIL_BYTES
            ));
        }
        let outside = envelope::read(&message);
        let contents = find::find(&message, &bench.keys);
        let open = Open { raw, message, outside, contents };
        let mut opened = self.judge_open(bench, &open)?;
        if opened.text.is_empty() {
            let name = &bench.campaign.name;
            opened.text = receipt::refusal(name, opened.verdict.word(), &opened.reason);
        }
        let known = opened.envelope.take().unwrap_or_default();
        opened.envelope = Some(Envelope {
            message_id: open.message.id.clone(),
            sender: open.outside.sender.clone(),
            subject: open.message.subject.chars().take(200).collect(),
            digest: open.digest(),
            ..known
        });
        Ok(opened)
    }

    fn judge_open(&self, bench: &Bench, open: &Open<'_>) -> Result<Opened, DeskError> {
        let ignored = |reason: &str| Ok(Opened::new(Verdict::Ignored, reason));
        if self.is_ours(bench, open) {
            return ignored("it is our own mail coming back");
        }
        if let Some(bounce) = &open.outside.bounce {
            return Ok(bounced(bench, bounce));
        }
        let tokens = open.tokens();
        let author = identity::author(
            &bench.players,
            &bench.settings,
            &open.message,
            &open.outside,
            &open.contents,
            &tokens,
        );
        if let Some(why) = open.outside.robot {
            return Ok(self.robot(bench, open, why, author));
        }
        match author {
            Author::Proved(player) => self.proved(bench, open, player),
            Author::Doubtful(player, doubt) => Ok(self.doubtful(bench, open, player, doubt)),
            Author::Claimed(player, claim) => Ok(self.claimed(bench, open, player, claim)),
            Author::TwoOf(first, second) => {
                let reason = "it bears the tokens of two players";
                let mut opened = Opened::new(Verdict::NeedsUmpire, reason);
                for player in [first, second] {
                    opened.posts.push(self.attempt(bench, open, player, reason));
                }
                opened.posts.push(self.to_umpire(bench, open, None, reason));
                Ok(opened)
            }
            Author::Stranger if tokens.is_empty() => ignored("nobody here knows its sender"),
            Author::Stranger => ignored("its token is nobody's, and nobody here knows its sender"),
        }
    }

    /// Whether a mail was composed here.
    fn is_ours(&self, bench: &Bench, open: &Open<'_>) -> bool {
        let mail = &bench.settings.mail;
        let list = format!("<{}.{}>", bench.campaign.slug, mail.host());
        let by_list = open.message.field("list-id").is_some_and(|id| id.trim() == list);
        let own = envelope::same_box(&mail.address);
        let by_sender = open.message.from.iter().any(|from| envelope::same_box(from) == own);
        by_list || by_sender
    }

    fn robot(&self, bench: &Bench, open: &Open<'_>, why: &str, author: Author<'_>) -> Opened {
        let Author::Proved(player) = author else { return Opened::new(Verdict::Ignored, why) };
        if open.contents.sheets.is_empty() {
            return Opened::new(Verdict::Ignored, why);
        }
        let reason = format!("{why}, and yet it has the token of {} and a sheet", player.name);
        let mut opened = Opened::new(Verdict::NeedsUmpire, &*reason);
        opened.posts.push(self.to_umpire(bench, open, Some(player), &reason));
        opened
    }

    /// The token is a player's, but the rest is not his: the desk, and a word to him.
    fn doubtful(&self, bench: &Bench, open: &Open<'_>, player: &PlayerRow, doubt: Doubt) -> Opened {
        let name = &player.name;
        let reason = match (doubt, &open.outside.sender) {
            (Doubt::Sender, Some(sender)) => {
                format!("the token is that of {name}, and the mail came from {sender}")
            }
            (Doubt::Sender, None) => {
                format!("the token is that of {name}, and the mail names no one sender")
            }
            (Doubt::Dkim, _) => {
                format!(
                    "the token and the address are those of {name}, but no mail server signed it"
                )
            }
            (Doubt::Signature, _) => {
                format!("the token is that of {name}, but no signature of his is on the sheet")
            }
        };
        let mut opened = Opened::new(Verdict::NeedsUmpire, &*reason);
        opened.posts.push(self.attempt(bench, open, player, &reason));
        opened.posts.push(self.to_umpire(bench, open, Some(player), &reason));
        opened
    }

    /// The address is a player's, and nothing proves that he wrote it: no more than a word to him.
    fn claimed(&self, bench: &Bench, open: &Open<'_>, player: &PlayerRow, claim: Claim) -> Opened {
        let reason = match claim {
            Claim::NoToken => "it bears no token, so nothing of it was done",
            Claim::WrongToken => "its token is nobody's, so nothing of it was done",
        };
        let mut opened = Opened::new(Verdict::Rejected, reason);
        let reply = bench.settings.mail.reply_to(&player.token);
        let how = if bench.settings.mail.plus {
            format!("Answer to this mail, or write to {reply}: that address is yours alone.")
        } else {
            "Answer to this mail and leave the word in brackets in the subject.".to_owned()
        };
        let text = format!(
            "A mail came in your name, with the subject \"{}\".\n\nNothing of it was done, since \
             {}. If it was yours, send it again with your token.\n\n{how} Or put the line \
             `token: ` with your token into the sheet.\n\nIf it was not yours, there is nothing \
             to do: whoever wrote it has changed nothing and was told nothing.",
            open.message.subject,
            match claim {
                Claim::NoToken => "it bore no token",
                Claim::WrongToken => "its token was not the one you have now",
            }
        );
        let subject = "a mail in your name that was not used";
        let post = self.post_to(bench, open, player, Kind::Notice, (subject, &text), "claimed");
        opened.posts.push(Posted { post, kind: "claimed", most: bounds::NOTICES_AN_HOUR });
        opened
    }

    /// A mail of a player of whom it is proved.
    fn proved(
        &self,
        bench: &Bench,
        open: &Open<'_>,
        player: &PlayerRow,
    ) -> Result<Opened, DeskError> {
        let mut opened = self.of_player(bench, open, player)?;
        opened.envelope = Some(Envelope { player: Some(player.id), ..Envelope::default() });
        let sender = open.outside.sender.as_deref().map(envelope::same_box);
        if sender == Some(envelope::same_box(&player.address)) {
            opened.failing = Some((player.id, None));
        }
        Ok(opened)
    }

    fn of_player(
        &self,
        bench: &Bench,
        open: &Open<'_>,
        player: &PlayerRow,
    ) -> Result<Opened, DeskError> {
        let rejected =
            |reason: &str| Ok(self.answered(bench, open, player, Verdict::Rejected, reason));
        let contents = &open.contents;
        if let Some(beyond) = &open.message.beyond {
            return rejected(beyond);
        }
        if let Some(id) = &open.message.id
            && let Some((earlier, digest)) = self.store.same_message(id, player.id)?
        {
            return Ok(self.again(bench, open, player, earlier, digest == open.digest()));
        }
        if open.message.cut_off {
            return rejected("a part of the mail was lost on its way; send it once more");
        }
        if contents.sheets.is_empty() {
            return self.without_sheet(bench, open, player);
        }
        if contents.two_faced {
            let reason = "its text and its HTML say different things";
            return Ok(self.to_desk(bench, open, player, reason));
        }
        if contents.sheets.len() > bounds::SHEETS_IN_A_MAIL {
            let most = bounds::SHEETS_IN_A_MAIL;
            return rejected(&format!("there are more than {most} sheets in it; send them apart"));
        }
        self.sheets(bench, open, player)
    }

    /// A mail under a Message-ID that came before.
    fn again(
        &self,
        bench: &Bench,
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
        let mut opened = self.to_desk(bench, open, player, &reason);
        opened.posts.push(self.attempt(bench, open, player, &reason));
        opened
    }

    fn without_sheet(
        &self,
        bench: &Bench,
        open: &Open<'_>,
        player: &PlayerRow,
    ) -> Result<Opened, DeskError> {
        let contents = &open.contents;
        if contents.in_forward {
            let reason = "its only sheet stands in a mail that was passed on";
            return Ok(self.to_desk(bench, open, player, reason));
        }
        if let Some(opened) = self.requested(bench, open, player)? {
            return Ok(opened);
        }
        let has_words = !contents.words.trim().is_empty();
        let unreadable = open.message.unreadable.iter().find(|what| {
            // A winmail.dat beside a text is what Outlook adds to it.
            **what != Unreadable::Winmail || !has_words
        });
        if let Some(what) = unreadable {
            let reason = what.sentence();
            return Ok(self.answered(bench, open, player, Verdict::Rejected, reason));
        }
        if contents.in_quotes {
            let reason = "its only sheet stands in quoted lines";
            return Ok(self.to_desk(bench, open, player, reason));
        }
        if !has_words {
            let reason = "there is nothing in it; write the orders into it or attach a .yaml file";
            return Ok(self.answered(bench, open, player, Verdict::Rejected, reason));
        }
        let reason = "there is no sheet in it";
        Ok(self.to_desk(bench, open, player, reason))
    }

    fn sheets(
        &self,
        bench: &Bench,
        open: &Open<'_>,
        player: &PlayerRow,
    ) -> Result<Opened, DeskError> {
        let mut answers: Vec<Answer> = vec![];
        for found in &open.contents.sheets {
            let script = Script::of(found);
            answers.push(self.answer(bench, &script, &open.raw.received, By::Player(player))?);
        }
        let mut powers: Vec<&String> =
            answers.iter().filter_map(|one| one.power.as_ref()).collect();
        let all = powers.len();
        powers.sort();
        powers.dedup();
        if powers.len() < all {
            let reason = "there are two sheets for one power in it";
            return Ok(self.to_desk(bench, open, player, reason));
        }
        let mut opened = Opened::new(Verdict::Accepted, "");
        for (number, answer) in answers.into_iter().enumerate() {
            if let Some(other) = &answer.meant_for {
                opened.posts.extend(self.intrusion(bench, open, player, other));
            }
            let mut receipt = self.receipt_post(bench, open, player, &answer, number);
            if let Some(sheet) = &answer.sheet {
                let closing = self.closing_words(bench, sheet, player)?;
                receipt.post.text = format!("{}\n{closing}", receipt.post.text);
            }
            opened.posts.push(receipt);
            if weight(answer.verdict) > weight(opened.verdict) || number == 0 {
                opened.verdict = answer.verdict;
                opened.reason.clone_from(&answer.reason);
            }
            opened.text.push_str(&answer.text);
            opened.power = opened.power.take().or(answer.power);
            opened.mails.extend(answer.mails);
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
        Verdict::Duplicate => 3,
        Verdict::Late => 4,
        Verdict::Rejected => 5,
        Verdict::NeedsUmpire => 6,
    }
}

/// A report of a mail server: perhaps a player's address no longer works.
fn bounced(bench: &Bench, bounce: &Bounce) -> Opened {
    let named =
        bench.players.iter().find(|player| bounce.text.contains(&player.address.to_lowercase()));
    let Some(player) = named else {
        return Opened::new(Verdict::Ignored, "a mail server's report that names none of us");
    };
    let reason = format!("a mail to {} came back", player.name);
    let mut opened = Opened::new(Verdict::Ignored, reason);
    if bounce.is_final {
        let status: String = bounce.status.chars().take(40).collect();
        let why = format!(
            "since {}: {}",
            bench.now,
            if status.is_empty() { "it came back" } else { &status }
        );
        opened.failing = Some((player.id, Some(why)));
    }
    opened
}

impl Open<'_> {
    /// What has the form of a token, outside and in the sheets; not what was quoted.
    fn tokens(&self) -> Vec<String> {
        let mut tokens = self.outside.tokens.clone();
        for found in &self.contents.sheets {
            let header = crate::sheet::frame::header(found.sheet.text());
            tokens.extend(header.token.map(|token| token.to_lowercase()));
        }
        tokens.sort();
        tokens.dedup();
        tokens
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

    pub(super) fn answers(&self) -> Answered {
        Answered {
            message_id: self.message.id.clone(),
            references: self.message.references.iter().take(20).cloned().collect(),
        }
    }

    /// The key of an answer: the same for the same mail, whenever it is composed.
    pub(super) fn key(&self, what: &str) -> String {
        format!("intake/{}/{what}", self.raw.id.0)
    }
}

impl Desk {
    /// An answer to the player, in a sentence.
    fn answered(
        &self,
        bench: &Bench,
        open: &Open<'_>,
        player: &PlayerRow,
        verdict: Verdict,
        reason: &str,
    ) -> Opened {
        let mut opened = Opened::new(verdict, reason);
        let answer = refused(bench, verdict, reason);
        opened.posts.push(self.receipt_post(bench, open, player, &answer, 0));
        opened
    }

    /// To the umpire's desk, and a word to the player that it was passed on.
    pub(super) fn to_desk(
        &self,
        bench: &Bench,
        open: &Open<'_>,
        player: &PlayerRow,
        reason: &str,
    ) -> Opened {
        let mut opened = Opened::new(Verdict::NeedsUmpire, reason);
        let text = format!(
            "Your mail \"{}\" was passed on to the umpire: {reason}.\n\nNothing of it was done. \
             If it was to be your orders, send them as one sheet: in the text of a new mail, or \
             better as an attached .yaml file.",
            open.message.subject
        );
        let words = ("your mail was passed on to the umpire", text.as_str());
        let post = self.post_to(bench, open, player, Kind::Passed, words, "passed");
        opened.posts.push(Posted {
            post,
            kind: "answer",
            most: bench.settings.intake.answers_an_hour,
        });
        opened.posts.push(self.to_umpire(bench, open, Some(player), reason));
        opened
    }

    /// What the true player should know: somebody has his token, or his address.
    fn attempt(&self, bench: &Bench, open: &Open<'_>, player: &PlayerRow, reason: &str) -> Posted {
        let text = format!(
            "A mail with your token came in, and nothing of it was done: {reason}.\n\nIf you wrote \
             it, write from the address that the umpire knows, {}. If not, ask the umpire for \
             another token: somebody has read this one.",
            player.address
        );
        let words = ("a mail with your token that was not used", text.as_str());
        let post = self.post_to(bench, open, player, Kind::Notice, words, "attempt");
        Posted { post, kind: "attempt", most: bounds::NOTICES_AN_HOUR }
    }

    /// A player sent orders for a power of somebody else, who should know.
    fn intrusion(
        &self,
        bench: &Bench,
        open: &Open<'_>,
        player: &PlayerRow,
        power: &str,
    ) -> Option<Posted> {
        let row = bench.powers.iter().find(|row| row.name == power)?;
        let owner = bench.players.iter().find(|other| Some(other.id) == row.player)?;
        if owner.id == player.id {
            return None;
        }
        let text = format!(
            "A sheet for {power} came in that was not yours. Nothing of it was done, and whoever \
             sent it was told no more than that it is not his power."
        );
        let words = ("a sheet for your power that was not used", text.as_str());
        let key = open.key("intrusion");
        let mut post = self.post_to(bench, open, owner, Kind::Notice, words, "intrusion");
        // It is no answer: the mail was not his.
        (post.answers, post.key) = (None, key);
        Some(Posted { post, kind: "intrusion", most: bounds::NOTICES_AN_HOUR })
    }

    fn to_umpire(
        &self,
        bench: &Bench,
        open: &Open<'_>,
        player: Option<&PlayerRow>,
        reason: &str,
    ) -> Posted {
        let words: String = open.contents.words.trim().chars().take(4000).collect();
        let words = self.without_tokens_of(bench, &words);
        let whose = player.map_or_else(String::new, |player| format!("Player: {}\n", player.name));
        let text = format!(
            "A mail needs your word: {reason}.\n\n{whose}From: {}\nSubject: {}\nNumber: {}\n\n{words}",
            open.message.from.join(", "),
            self.without_tokens_of(bench, &open.message.subject),
            open.raw.id.0,
        );
        let post = Post {
            to: To::Umpire,
            kind: Kind::Notice,
            season: Some(bench.season.id),
            power: None,
            subject: "a mail needs your word".into(),
            text,
            html: None,
            attachments: vec![],
            answers: None,
            key: open.key("umpire"),
        };
        Posted { post, kind: "umpire", most: bench.settings.intake.answers_an_hour }
    }

    /// Takes the tokens of all players out of a text that goes to somebody else.
    fn without_tokens_of(&self, bench: &Bench, text: &str) -> String {
        let mut clean = text.to_owned();
        for player in bench.players.iter().filter(|player| !player.token.is_empty()) {
            clean =
                clean.replace(&player.token, "...").replace(&player.token.to_uppercase(), "...");
        }
        clean
    }

    fn receipt_post(
        &self,
        bench: &Bench,
        open: &Open<'_>,
        player: &PlayerRow,
        answer: &Answer,
        number: usize,
    ) -> Posted {
        let kind = if answer.sheet.is_some() { Kind::Receipt } else { Kind::Refusal };
        let title = match &answer.sheet {
            Some(sheet) => {
                format!("{} for {}: {}", "sheet", title_of(&sheet.power), answer.verdict)
            }
            None => format!("your mail: {}", answer.verdict),
        };
        let what = format!("receipt/{number}");
        let words = (title.as_str(), answer.text.as_str());
        let mut post = self.post_to(bench, open, player, kind, words, &what);
        post.power.clone_from(&answer.power);
        if let Some(sheet) = &answer.sheet {
            post.season = Some(sheet.season);
            post.attachments.push(Attachment {
                name: format!("{}-as-read.yaml", super::slug(&sheet.power)),
                kind: "text/yaml",
                bytes: sheet.text.clone().into_bytes(),
            });
        }
        Posted { post, kind: "answer", most: bench.settings.intake.answers_an_hour }
    }

    pub(super) fn post_to(
        &self,
        bench: &Bench,
        open: &Open<'_>,
        player: &PlayerRow,
        kind: Kind,
        (subject, text): (&str, &str),
        what: &str,
    ) -> Post {
        Post {
            to: To::Player(player.id),
            kind,
            season: Some(bench.season.id),
            power: None,
            subject: subject.to_owned(),
            // The lines of a receipt are laid out already, with marks under what was written.
            text: match kind {
                Kind::Receipt | Kind::Refusal => text.to_owned(),
                _ => wrapped(text, 72, 0),
            },
            html: None,
            attachments: vec![],
            answers: Some(open.answers()),
            key: open.key(what),
        }
    }

    /// A mail that asks for something by its subject.
    fn requested(
        &self,
        bench: &Bench,
        open: &Open<'_>,
        player: &PlayerRow,
    ) -> Result<Option<Opened>, DeskError> {
        let granted = self.petition(
            bench,
            &Petition {
                player,
                subject: &open.message.subject,
                text: &open.contents.words,
                raw: open.raw.id,
                received: &open.raw.received,
                answers: open.answers(),
            },
        )?;
        let Some(Granted { verdict, reason, mails, letter }) = granted else { return Ok(None) };
        Ok(Some(Opened { mails, letter, ..Opened::new(verdict, reason) }))
    }
}

fn title_of(power: &str) -> String {
    let mut letters = power.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
