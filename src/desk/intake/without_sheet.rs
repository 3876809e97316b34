//! A mail of a known player that holds no sheet, and may ask for something all the same: a report,
//! a form, a letter to be carried, a result to be looked at again.
//!
//! Intake asks here once it knows whose the mail is, and keeps what comes of it with its verdict.

use crate::campaign::settings::pace::Pace;
use crate::intake::context::IntakeContext;
use crate::intake::letters::{self, Letter};
use crate::intake::postponed::{ASKED_FOR, LATER};
use crate::intake::requests::{ASKED_TO_PLAY, Question};
use crate::post::notices::{span, title};
use crate::post::outgoing::{Answered, Kind, Post, To};
use crate::{Desk, DeskError, clock};
use jiff::Timestamp;
use kit::bounds;
use kit::masked::masked;
use kit::names::plain;
use mail::envelope;
use report::wrapped;
use store::{NewLetter, NewMail, PlayerRow, RawId, SeasonRow, Status, Verdict};

/// A mail without a sheet.
#[derive(Debug, Clone)]
pub(crate) struct MailWithoutSheet<'a> {
    pub player: &'a PlayerRow,
    /// With or without `Re:`, tags and the player's token.
    pub subject: &'a str,
    /// The player's own words, without what they quote.
    pub text: &'a str,
    /// The same, with the quoted lines that they answer.
    pub answered: &'a str,
    pub raw: RawId,
    pub received: &'a str,
    pub answers: Answered,
}

/// What comes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub verdict: Verdict,
    pub reason: String,
    pub mails: Vec<NewMail>,
    pub letter: Option<NewLetter>,
}

impl Outcome {
    fn new(verdict: Verdict, reason: impl Into<String>, mails: Vec<NewMail>) -> Outcome {
        Outcome { verdict, reason: reason.into(), mails, letter: None }
    }
}

impl Desk {
    /// Does what a mail without a sheet asks for; nothing if it asks for nothing we know.
    pub(crate) fn answer_request(
        &self,
        context: &IntakeContext,
        request: &MailWithoutSheet<'_>,
    ) -> Result<Option<Outcome>, DeskError> {
        if let Some(outcome) = self.answer_question(request)? {
            return Ok(Some(outcome));
        }
        let subject = bare(request.subject, &request.player.token);
        if subject.trim().eq_ignore_ascii_case("play") {
            return self.asked_to_play(context, request).map(Some);
        }
        if let Some(receiver) = letters::of_subject(&subject) {
            return self.letter(context, &receiver, request).map(Some);
        }
        if is_challenge(&subject) {
            return self.challenge(&subject, request).map(Some);
        }
        Ok(None)
    }

    /// Answers what the subject asks to be told; nothing if it asks for nothing we know.
    pub(crate) fn answer_question(
        &self,
        request: &MailWithoutSheet<'_>,
    ) -> Result<Option<Outcome>, DeskError> {
        let question = Question::of(&bare(request.subject, &request.player.token));
        let Some(question) = question else { return Ok(None) };
        if !self.has_answer(&question, request.player)? {
            return Ok(None);
        }
        self.question(&question, request).map(Some)
    }

    fn question(
        &self,
        question: &Question,
        request: &MailWithoutSheet<'_>,
    ) -> Result<Outcome, DeskError> {
        let player = request.player;
        let reason = format!("{ASKED_FOR}{}", question.in_words());
        if !self.has_room_to_answer(player.id)? {
            let reason = format!("{reason}{LATER}");
            return Ok(Outcome::new(Verdict::Accepted, reason, vec![]));
        }
        let post = self.answer_to(question, player)?;
        let post = Post {
            answers: Some(request.answers.clone()),
            key: format!("asked/{}", request.raw.0),
            ..post
        };
        Ok(Outcome::new(Verdict::Accepted, reason, vec![self.compose(&post)?]))
    }

    /// Lets the season go on with what counts of a player's orders, as far as it is up to them.
    fn asked_to_play(
        &self,
        context: &IntakeContext,
        request: &MailWithoutSheet<'_>,
    ) -> Result<Outcome, DeskError> {
        let season = &context.season;
        if context.settings.pace == Pace::ByHand || season.status == Status::SettingUp {
            let reason = "this season does not go on automatically";
            let text = "The umpire plays this season by hand, so `play` changes nothing. Your \
                        sheet, if you sent one, is played then.";
            let mails = self.notify(request, "play", text)?;
            return Ok(Outcome::new(Verdict::Rejected, reason, mails));
        }
        let mut lines = vec![];
        for power in self.powers_of(request.player)? {
            lines.push(format!("{}: {}", title(&power), self.will_be_played(season, &power)?));
        }
        let text = format!(
            "{} goes on with what counts of your orders as soon as it waits for nobody else. {}",
            season.name,
            lines.join(" ")
        );
        let mails = self.notify(request, "play", &text)?;
        Ok(Outcome::new(Verdict::Accepted, ASKED_TO_PLAY, mails))
    }

    fn letter(
        &self,
        context: &IntakeContext,
        written: &str,
        request: &MailWithoutSheet<'_>,
    ) -> Result<Outcome, DeskError> {
        let own = self.powers_of(request.player)?;
        let refuse = |reason: &str| -> Result<Outcome, DeskError> {
            let mails = self.notify_about_letter(request, "not carried", reason)?;
            Ok(Outcome::new(Verdict::Rejected, reason, mails))
        };
        let Ok(receiver) = self.power(written) else {
            let mut others = self.played_powers()?;
            others.retain(|(_, player)| player.id != request.player.id);
            let others: Vec<&str> = others.iter().map(|(power, _)| power.as_str()).collect();
            return refuse(&format!(
                "there is no power of that name; write `letter to` and one of these: {}",
                others.join(", ")
            ));
        };
        if !self.played_powers()?.iter().any(|(power, _)| *power == receiver) {
            return refuse("nobody plays that power now, so nobody would read the letter");
        }
        let Some(sender) = own.into_iter().find(|power| *power != receiver) else {
            return refuse("a letter to yourself needs no post");
        };
        let text = request.text.trim();
        if text.is_empty() {
            return refuse("the letter says nothing; write it into the text of the mail");
        }
        if text.chars().count() > bounds::LETTER {
            return refuse("the letter is too long; 20,000 letters are the most");
        }
        if self.wrote_enough(&context.season, &sender, request.received)? {
            return refuse(
                "these are too many letters for one season or one hour; put them into one",
            );
        }
        let letter = Letter { sender: &sender, receiver: &receiver, text };
        let (kept, mut mails) =
            self.take_letter(context, &letter, request.raw, request.received)?;
        let when = if context.game.letters_at_once(&context.season.name) {
            "is forwarded at once"
        } else {
            "goes with the report of the season"
        };
        let reason = format!("letter of {sender} to {receiver}; it {when}");
        let told = format!("Your letter to {} {when}.", title(&receiver));
        mails.extend(self.notify_about_letter(request, "carried", &told)?);
        Ok(Outcome { letter: Some(kept), ..Outcome::new(Verdict::Accepted, reason, mails) })
    }

    fn notify_about_letter(
        &self,
        request: &MailWithoutSheet<'_>,
        what: &str,
        text: &str,
    ) -> Result<Vec<NewMail>, DeskError> {
        self.notify(request, &format!("your letter: {what}"), text)
    }

    /// A notice to the player about their mail; none if they had too many within the hour.
    fn notify(
        &self,
        request: &MailWithoutSheet<'_>,
        subject: &str,
        text: &str,
    ) -> Result<Vec<NewMail>, DeskError> {
        let since = clock::earlier(&self.clock.now(), 1);
        let player = request.player.id;
        let most = self.settings()?.answers_an_hour();
        if self.store.mails_since(player, Kind::Passed.word(), &since)? >= most {
            return Ok(vec![]);
        }
        let mail = self.compose(&Post {
            to: To::Player(player),
            kind: Kind::Passed,
            season: None,
            power: None,
            subject: subject.to_owned(),
            text: wrapped(&sentence(text), 72, 0),
            html: None,
            attachments: vec![],
            answers: Some(request.answers.clone()),
            key: format!("told/{}", request.raw.0),
        })?;
        Ok(vec![mail])
    }

    /// A challenge: it reaches the umpire with its season and event, if it comes in time.
    fn challenge(
        &self,
        subject: &str,
        request: &MailWithoutSheet<'_>,
    ) -> Result<Outcome, DeskError> {
        let hours = self.settings()?.challenge.hours;
        let mut published = self.store.seasons()?;
        published.retain(|season| season.status == Status::Published);
        let words = plain(subject);
        let named = published.iter().rev().find(|season| words.contains(&plain(&season.name)));
        let Some(season) = named.or(published.last()) else {
            let text = "No season has been played yet, so there is nothing to challenge.";
            return self.challenged(request, Verdict::Rejected, "nothing to challenge", text, None);
        };
        let late = self.hours_since_report(season, request.received)? >= i64::from(hours);
        if late {
            let text = format!(
                "The result of {} could be challenged for {} after its report, and that time is \
                 past.",
                season.name,
                span(i64::from(hours) * 3600)
            );
            let reason = format!("{} was challenged too late", season.name);
            return self.challenged(request, Verdict::Late, &reason, &text, None);
        }
        let event = subject;
        let players = self.store.players()?;
        let answered = masked(request.answered.trim(), players.iter().map(|one| &*one.token));
        let quoted: String = answered.chars().take(bounds::QUOTED).collect();
        let name = &request.player.name;
        let notice = format!(
            "{name} challenges the result of {}.\nSubject: {event}\n\n{quoted}\n\n\
             What happened: umpire archive show \"{}\" --events\n",
            season.name, season.name
        );
        let text = format!(
            "Your challenge of {} was passed to the umpire, who will answer you.",
            season.name
        );
        let reason = format!("a challenge of {}: {event}", season.name);
        self.challenged(request, Verdict::NeedsUmpire, &reason, &text, Some(notice))
    }

    fn challenged(
        &self,
        request: &MailWithoutSheet<'_>,
        verdict: Verdict,
        reason: &str,
        text: &str,
        notice: Option<String>,
    ) -> Result<Outcome, DeskError> {
        let raw = request.raw.0;
        let mut mails = self.notify(request, "your challenge", text)?;
        if let Some(text) = notice {
            mails.push(self.compose(&Post {
                to: To::Umpire,
                kind: Kind::Notice,
                season: None,
                power: None,
                subject: reason.chars().take(100).collect(),
                text,
                html: None,
                attachments: vec![],
                answers: None,
                key: format!("challenge/{raw}"),
            })?);
        }
        Ok(Outcome::new(verdict, reason, mails))
    }

    /// Whole hours since the reports of a season were made.
    fn hours_since_report(&self, season: &SeasonRow, received: &str) -> Result<i64, DeskError> {
        let outbox = self.store.outbox()?;
        let reports = outbox
            .iter()
            .filter(|mail| mail.season == Some(season.id) && mail.kind == Kind::Report.word());
        let made = reports.map(|mail| mail.made.as_str()).max();
        let read = |time: &str| time.parse::<Timestamp>().ok();
        let span = made.and_then(read).zip(read(received));
        Ok(span.map_or(0, |(made, received)| (received.as_second() - made.as_second()) / 3600))
    }
}

/// A subject without `Re:`, `Fwd:`, tags in brackets and the token of its writer.
pub(crate) fn bare(subject: &str, token: &str) -> String {
    let mut rest = without_token(subject.trim(), token);
    loop {
        let before = rest;
        if let Some(after) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            rest = after.1.trim_start();
        }
        if let Some((head, after)) = rest.split_once(':') {
            let head = head.trim().to_lowercase();
            if ["re", "aw", "sv", "antw", "fwd", "fw", "wg", "r", "rif"].contains(&head.as_str()) {
                rest = after.trim_start();
            }
        }
        if rest == before {
            return rest.to_owned();
        }
    }
}

/// A subject without the token that ends it: in brackets any, bare only the writer's own.
fn without_token<'a>(subject: &'a str, token: &str) -> &'a str {
    let bracketed = subject.strip_suffix(']').and_then(|rest| rest.rsplit_once('['));
    if let Some((before, word)) = bracketed
        && envelope::is_token(&word.trim().to_lowercase())
    {
        return before.trim_end();
    }
    match subject.rsplit_once(char::is_whitespace) {
        Some((before, word)) if word.eq_ignore_ascii_case(token) => before.trim_end(),
        Some(_) | None => subject,
    }
}

/// Whether a subject challenges a result, wherever the word stands in it.
pub(crate) fn is_challenge(subject: &str) -> bool {
    let lower = subject.to_lowercase();
    lower.split(|sign: char| !sign.is_alphanumeric()).any(|word| word == "challenge")
}

/// Words as a sentence: with a capital letter and a full stop.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let stop = if words.ends_with(['.', '!', '?']) { "" } else { "." };
    first.chain(letters.by_ref()).collect::<String>() + stop
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_answers_are_taken_off() {
        let bare = |subject| bare(subject, "adatokenaaaaa");
        assert_eq!(bare("Re: [italy] AW: form"), "form");
        assert_eq!(bare("[abc] [italy] report spring 1800"), "report spring 1800");
        assert_eq!(bare("challenge: who won?"), "challenge: who won?");
        assert_eq!(bare("["), "[");
        assert_eq!(bare("Re: form AdaTokenAAAAA"), "form");
        assert_eq!(bare("[italy] letter to austria [adatokenaaaaa]"), "letter to austria");
        assert_eq!(bare("letter to austria"), "letter to austria");
        assert_eq!(bare("adatokenaaaaa"), "adatokenaaaaa");
        assert!(is_challenge("I challenge the battle of Novi") && !is_challenge("Challenger"));
    }
}
