//! Post: what is to be said to a player or the umpire becomes a mail for the outbox.
//!
//! A mail always goes to a registered address, never to what a From said. What it says is fixed
//! here, once, and its bytes before it first goes out; whatever sends it sends these bytes, as
//! often as it takes. An answer to a mail waits as a letter until then: to lay it out twice over,
//! as text and as HTML, takes longer than to judge the sheet that it answers.
//!
//! Not here: what a mail says (`notices.rs`, `publish.rs`, `receive.rs`, ...), MIME
//! (`mail::compose`), and sending (`send.rs`).

use crate::campaign::settings::Settings;
use crate::intake::context::IntakeContext;
use crate::kill_steps::step;
use crate::{Desk, DeskError, MAIL_COLUMNS, slug};
use jiff::Timestamp;
use kit::hidden_characters::{one_line, seen};
use kit::proof;
use mail::compose::{self, ComposeError, Draft, Enclosure};
use mail::html;
use report::{fitted, wrapped};
use std::borrow::Cow;
use store::{CampaignRow, MailId, NewMail, PlayerId, PlayerRow, SeasonId, SeasonRow};

/// A mail before it is composed. It always goes to a registered address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Post {
    pub to: To,
    pub kind: Kind,
    pub season: Option<SeasonId>,
    pub power: Option<String>,
    /// Without the campaign's name, the token or `Re:`; composing adds what threads need.
    pub subject: String,
    /// The plain text at 72 columns.
    pub text: String,
    /// None: it is made from the text.
    pub html: Option<String>,
    pub attachments: Vec<Attachment>,
    /// The mail that is answered.
    pub answers: Option<Answered>,
    /// Equal keys, equal Message-ID: what makes sending at least once safe.
    pub key: String,
}

impl Post {
    /// The player it is for; none if it is for the umpire.
    pub fn player(&self) -> Option<PlayerId> {
        match self.to {
            To::Player(id) => Some(id),
            To::Umpire => None,
        }
    }
}

/// Whom a mail is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum To {
    Player(PlayerId),
    Umpire,
}

/// A file that goes with a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Attachment {
    pub name: String,
    /// Its MIME type: `text/yaml`.
    pub kind: &'static str,
    pub bytes: Vec<u8>,
    /// The name by which the HTML shows it, if it is a picture in it.
    pub inline: Option<String>,
}

/// The mail that a mail answers; ids without their angle brackets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Answered {
    pub message_id: Option<String>,
    /// The oldest first.
    pub references: Vec<String>,
}

/// Declares what kinds of mail there are, each with the word it is kept under.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $word:literal),* $(,)?) => {
        /// What a mail is for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Kind {
            $($(#[$doc])* $name),*
        }

        impl Kind {
            /// The word it is kept under.
            pub fn word(self) -> &'static str {
                match self {
                    $(Kind::$name => $word),*
                }
            }
        }
    };
}

kinds! {
    /// Token, guide, and what is open to be set up.
    Invitation = "invitation",
    /// Token, guide and first report.
    Welcome = "welcome",
    /// The first report, for who was invited.
    Opening = "first report",
    /// What became of a sheet.
    Receipt = "receipt",
    /// What is no sheet of a known power, and why.
    Refusal = "refusal",
    /// What the umpire, or the true player, should know.
    Notice = "notice",
    /// A mail was passed on to the umpire.
    Passed = "passed on",
    /// The answer to a question.
    Asked = "asked",
    /// What a season brought.
    Report = "report",
    /// What everybody knows after a season.
    Newspaper = "newspaper",
    /// Nothing has come yet.
    Reminder = "reminder",
    /// The deadline is past and nothing came.
    Late = "late",
    /// The deadline was moved.
    Deadline = "deadline",
    /// Seasons were taken back.
    TakenBack = "taken back",
    /// Another power's words.
    Letter = "letter",
    /// The umpire's answer to a mail that needed them.
    Reply = "reply",
    /// All notices of a day.
    Digest = "digest",
    /// A power was handed on.
    Handover = "handover",
}

/// The most ids that a thread's head names; the first and the newest are those that matter.
const MOST_REFERENCES: usize = 12;
/// The longest subject; more is cut by most mail programs.
const LONGEST_SUBJECT: usize = 140;

impl Desk {
    /// Composes a mail. One that was composed before under the same key is given again as it was.
    pub(crate) fn compose(&self, post: &Post) -> Result<NewMail, DeskError> {
        let player = match post.to {
            To::Player(id) => Some(self.player_by_id(id)?),
            To::Umpire => None,
        };
        self.compose_for(post, player.as_ref())
    }

    /// The same for what comes of mail taken in, where all that it needs lies open.
    pub(crate) fn compose_at(
        &self,
        context: &IntakeContext,
        post: &Post,
    ) -> Result<NewMail, DeskError> {
        let player = match post.to {
            To::Player(id) => match context.players.iter().find(|player| player.id == id) {
                Some(player) => Some(player),
                None => return self.compose(post),
            },
            To::Umpire => None,
        };
        let (campaign, settings) = (&context.campaign, &context.settings);
        let season = Some(&context.season);
        self.written(post, Letterhead { campaign, settings, player, season, is_later: true })
    }

    /// The same, to a player as they will be once what the mail tells of is kept.
    pub(crate) fn compose_for(
        &self,
        post: &Post,
        player: Option<&PlayerRow>,
    ) -> Result<NewMail, DeskError> {
        let (campaign, settings) = (self.store.campaign()?, self.settings()?);
        let (campaign, settings) = (&campaign, &settings);
        let season = None;
        self.written(post, Letterhead { campaign, settings, player, season, is_later: false })
    }

    fn written(&self, post: &Post, letterhead: Letterhead<'_>) -> Result<NewMail, DeskError> {
        let Letterhead { campaign, settings, player, season, is_later } = letterhead;
        let host = settings.mail.host();
        let message_id = own_id(campaign, &post.key, host);
        if let Some(earlier) = self.store.mail_called(&message_id)? {
            return Ok(earlier);
        }
        let made = self.clock.now();
        let head = head_of(player, campaign, settings);
        let thread = self.thread(post, campaign, season, host);
        let (in_reply_to, references) = follow(post.answers.as_ref(), thread);
        let subject = one_line(&subject(post, campaign, head.tag.as_deref()));
        let text = format!("{}\n", seen(post.text.trim_end()));
        let attachments = post.attachments.iter().map(|file| Enclosure {
            name: file.name.clone(),
            kind: file.kind.to_owned(),
            bytes: file.bytes.clone(),
            inline: file.inline.clone(),
        });
        let draft = Draft {
            from: (settings.mail.name.clone(), settings.mail.address.clone()),
            to: (one_line(&head.name), head.address.clone()),
            reply_to: head.reply_to.clone(),
            subject: subject.clone(),
            date: made.parse::<Timestamp>().map_or(0, Timestamp::as_second),
            message_id: message_id.clone(),
            in_reply_to,
            references,
            list_id: format!("{}.{host}", campaign.slug),
            answers: post.answers.is_some(),
            html: post.html.as_deref().map(|html| seen(html).into_owned()).unwrap_or_default(),
            text,
            attachments: attachments.collect(),
        };
        let waits = settings.digest()?.is_some() || settings.mail.umpire().is_none();
        let is_held = post.to == To::Umpire && post.kind == Kind::Notice && waits;
        let held = is_held.then(|| draft.text.clone());
        // An answer is put together when it goes out, so that a verdict does not wait for it.
        let letter = is_later.then(|| serde_json::to_string(&draft).ok()).flatten();
        let body = if letter.is_some() { vec![] } else { put_together(draft)? };
        Ok(NewMail {
            season: post.season,
            power: post.power.clone(),
            recipient: head.address,
            message_id,
            subject,
            body,
            letter,
            made,
            kind: post.kind.word().to_owned(),
            sender: head.reply_to,
            player: match post.to {
                To::Player(id) => Some(id),
                To::Umpire => None,
            },
            held,
        })
    }

    /// The bytes of a mail; of one that was never sent, those that it would have now.
    pub fn mail(&self, id: MailId) -> Result<Vec<u8>, DeskError> {
        let (body, letter) = self.store.mail_body(id)?;
        letter.map_or(Ok(body), |letter| from_letter(&letter))
    }

    /// The same for one that is about to be sent: from now on it has these bytes and no others.
    pub(crate) fn mail_for_good(&mut self, id: MailId) -> Result<Vec<u8>, DeskError> {
        let (body, letter) = self.store.mail_body(id)?;
        let Some(letter) = letter else { return Ok(body) };
        let body = from_letter(&letter)?;
        step("a mail is put together");
        self.store.put_together(id, &body)?;
        step("a mail has its bytes");
        Ok(body)
    }

    /// The ids that a mail's thread begins with: one thread a season and power.
    fn thread(
        &self,
        post: &Post,
        campaign: &CampaignRow,
        open: Option<&SeasonRow>,
        host: &str,
    ) -> Vec<String> {
        let (Some(season), Some(power)) = (post.season, &post.power) else { return vec![] };
        // The same season, played again after it was withdrawn, goes on in the same thread.
        let number = match open.filter(|open| open.id == season) {
            Some(open) => open.number,
            None => self.store.season_by_id(season).map_or(0, |season| season.number),
        };
        vec![own_id(campaign, &format!("thread/{number}/{power}"), host)]
    }

    pub(crate) fn player_by_id(&self, id: PlayerId) -> Result<PlayerRow, DeskError> {
        let found = self.store.players()?.into_iter().find(|player| player.id == id);
        found.ok_or_else(|| DeskError::refused(format!("there is no player number {}", id.0)))
    }
}

fn from_letter(letter: &str) -> Result<Vec<u8>, DeskError> {
    let draft = serde_json::from_str(letter).map_err(ComposeError::Letter)?;
    Ok(put_together(draft)?)
}

/// Makes the bytes of a mail; its HTML is made from its text if it has none of its own.
fn put_together(mut draft: Draft) -> Result<Vec<u8>, ComposeError> {
    if draft.html.is_empty() {
        draft.html = html::from_text(&draft.subject, &draft.text);
    }
    let mut narrow = String::with_capacity(draft.text.len() + draft.text.len() / 8);
    for line in draft.text.lines() {
        narrow.push_str(&narrowed(line));
        narrow.push('\n');
    }
    draft.text = narrow;
    compose::compose(&draft)
}

/// What a mail is written under.
#[derive(Clone, Copy)]
struct Letterhead<'a> {
    campaign: &'a CampaignRow,
    settings: &'a Settings,
    /// To whom, if not to the umpire.
    player: Option<&'a PlayerRow>,
    /// The season that is open, if that is known.
    season: Option<&'a SeasonRow>,
    /// Whether it is put together when it first goes out.
    is_later: bool,
}

/// Where a mail goes and where its answers go.
struct Head {
    name: String,
    address: String,
    reply_to: String,
    /// The token, where an address cannot carry it.
    tag: Option<String>,
}

fn head_of(player: Option<&PlayerRow>, campaign: &CampaignRow, settings: &Settings) -> Head {
    let mail = &settings.mail;
    match player {
        None => Head {
            name: format!("Umpire of {}", campaign.name),
            address: mail.umpire().unwrap_or(&mail.address).to_owned(),
            reply_to: mail.address.clone(),
            tag: None,
        },
        Some(PlayerRow { name, address, token, .. }) => Head {
            name: name.clone(),
            address: address.clone(),
            reply_to: mail.reply_to(token),
            tag: (!mail.plus).then(|| token.clone()),
        },
    }
}

/// The Message-ID of a key in a campaign; it ends in our own host.
pub(crate) fn own_id(campaign: &CampaignRow, key: &str, host: &str) -> String {
    let whole = format!("{}\n{}\n{key}", campaign.name, campaign.created);
    let digest = proof::hex(&proof::hmac(&campaign.secret, whole.as_bytes()));
    format!("{}.{}@{host}", &digest[..24], slug(&campaign.slug))
}

/// What a mail follows: the one it answers, else the head of its thread.
fn follow(answers: Option<&Answered>, thread: Vec<String>) -> (Option<String>, Vec<String>) {
    let mut references = thread;
    let answered = answers.and_then(|answered| answered.message_id.clone());
    if let Some(answers) = answers {
        let room = MOST_REFERENCES.saturating_sub(references.len() + 1);
        let from = answers.references.len().saturating_sub(room);
        for id in answers.references[from..].iter().chain(&answers.message_id) {
            if !references.contains(id) {
                references.push(id.clone());
            }
        }
    }
    let before = answered.or_else(|| references.last().cloned());
    (before, references)
}

/// A line as a mail shows it without breaking it: what stands in columns or under a mark stays.
fn narrowed(line: &str) -> Cow<'_, str> {
    if line.len() <= MAIL_COLUMNS && !line.starts_with(char::is_alphabetic) {
        return line.into();
    }
    let text = line.trim_start_matches(|letter: char| letter == ' ' || letter.is_ascii_digit());
    let drawn =
        text.len() > MAIL_COLUMNS && text.chars().all(|letter| letter == '=' || letter == '-');
    if drawn {
        return line.chars().take(MAIL_COLUMNS).collect();
    }
    let placed = text.starts_with('|') || line.trim().contains("   ");
    if placed {
        line.into()
    } else if line.starts_with(char::is_alphabetic) {
        wrapped(line, MAIL_COLUMNS, 0).into()
    } else {
        fitted(line, MAIL_COLUMNS).into()
    }
}

fn subject(post: &Post, campaign: &CampaignRow, tag: Option<&str>) -> String {
    let tag = tag.map_or_else(String::new, |token| format!("[{token}] "));
    let whole = format!("{tag}[{}] {}", campaign.name, post.subject);
    whole.chars().take(LONGEST_SUBJECT).collect()
}

#[cfg(test)]
mod tests;
