//! What is told about a mail: to its writer, to the true player, to the umpire.
//!
//! No word here gives away a token, an address or what somebody else wrote to anybody but its
//! owner.
//!
//! Not here: what a mail is worth (`letterbox.rs`).

use crate::intake::answer::{Answer, refused};
use crate::intake::context::IntakeContext;
use crate::intake::identity::{Author, Claim, Doubt};
use crate::intake::letterbox::{Open, Opened, Posted};
use crate::intake::requests::Question;
use crate::intake::without_sheet::bare;
use crate::post::outgoing::{Attachment, Kind, Post, To};
use crate::{Desk, DeskError};
use checker::guide::ASKED_BY_SUBJECT;
use kit::bounds;
use kit::hidden_characters::one_line;
use kit::masked::masked;
use mail::envelope;
use report::wrapped;
use store::{PlayerRow, Verdict};

const NOTHING_IN_IT: &str =
    "there is nothing in it; write the orders into it or attach a .yaml file";

impl Desk {
    pub(crate) fn robot(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        why: &str,
        author: Author<'_>,
    ) -> Opened {
        let Author::Proved(player) = author else { return Opened::new(Verdict::Ignored, why) };
        if open.contents.sheets.is_empty() {
            return Opened::new(Verdict::Ignored, why);
        }
        let reason = format!("{why}, but it has the token of {} and a sheet", player.name);
        let mut opened = Opened::new(Verdict::NeedsUmpire, &*reason);
        opened.posts.push(self.to_umpire(context, open, Some(player), &reason));
        opened
    }

    /// The token is a player's, but the rest is not: to the umpire, with a notice to the player.
    pub(crate) fn doubtful(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
        doubt: Doubt,
    ) -> Opened {
        let name = &player.name;
        let reason = match (doubt, &open.outside.sender) {
            (Doubt::Sender, Some(sender)) => {
                format!("the token is that of {name}, and the mail came from {sender}")
            }
            (Doubt::Sender, None) => {
                format!("the token is that of {name}, and the mail names no one sender")
            }
            (Doubt::Dkim(why), _) => {
                format!("the token and the address are those of {name}, but {why}")
            }
            (Doubt::Signature(why), _) => format!("the token is that of {name}, but {why}"),
        };
        let mut opened = Opened::new(Verdict::NeedsUmpire, &*reason);
        opened.posts.push(self.attempt(context, open, player, &reason));
        opened.posts.push(self.to_umpire(context, open, Some(player), &reason));
        opened
    }

    /// The address is a player's, and nothing proves that they wrote it: only a notice to them.
    pub(crate) fn claimed(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
        claim: Claim,
    ) -> Opened {
        let reason = match claim {
            Claim::NoToken => "it has no token, so nothing of it was done",
            Claim::WrongToken => "its token is unknown, so nothing of it was done",
        };
        let mut opened = Opened::new(Verdict::Rejected, reason);
        let reply = context.settings.mail.reply_to(&player.token);
        let how = if context.settings.mail.plus {
            format!("Answer this mail, or write to {reply}: that address is yours alone.")
        } else {
            "Answer this mail and keep the word in brackets in the subject.".to_owned()
        };
        let text = format!(
            "A mail came in your name, with the subject \"{}\".\n\nNothing of it was done, since \
             {}. If it was yours, send it again with your token.\n\n{how} Or put the line \
             `token: ` with your token into the sheet.\n\nIf it was not yours, there is nothing \
             to do: its writer has changed nothing and was told nothing.",
            open.message.subject,
            match claim {
                Claim::NoToken => "it had no token",
                Claim::WrongToken => "its token was not the one you have now",
            }
        );
        let subject = "a mail in your name that was not used";
        let post = self.post_to(context, open, player, Kind::Notice, (subject, &text), "claimed");
        opened.posts.push(Posted { post, kind: "claimed", most: bounds::NOTICES_AN_HOUR });
        opened
    }

    /// An answer to the player, in a sentence.
    pub(crate) fn answered(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
        verdict: Verdict,
        reason: &str,
    ) -> Opened {
        let mut opened = Opened::new(verdict, reason);
        let answer = refused(context, verdict, reason);
        opened.posts.push(self.refusal_mail(context, open, player, &answer));
        opened
    }

    /// An answer to a mail without words: what a subject may ask for.
    pub(crate) fn nothing_asked(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
    ) -> Opened {
        let subject = bare(open.request(player).subject, &player.token);
        let reason = match Question::of(&subject) {
            Some(Question::Force(who)) => format!(
                "no force of yours is called `{who}` now; a mail with the subject `form` brings all \
                 names"
            ),
            _ => NOTHING_IN_IT.to_owned(),
        };
        let mut opened = Opened::new(Verdict::Rejected, &reason);
        let answer = refused(context, Verdict::Rejected, &reason);
        let text = format!("{}\n{}\n", answer.text, wrapped(ASKED_BY_SUBJECT, 72, 0));
        let answer = Answer { text, ..answer };
        opened.posts.push(self.refusal_mail(context, open, player, &answer));
        opened
    }

    /// To the umpire's desk, and a word to the player that it was passed on.
    pub(crate) fn to_desk(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
        reason: &str,
    ) -> Opened {
        let mut opened = Opened::new(Verdict::NeedsUmpire, reason);
        let request = Some(&open.contents.words).filter(|_| open.contents.sheets.is_empty());
        let request = request.and_then(|words| request_in(words)).map(|request| {
            format!(
                "If `{request}` was a request: a request is the subject of a mail, and in its text \
                 it is not answered. Send a mail with the subject `{request}`.\n\n"
            )
        });
        let asked = Question::of(&bare(open.request(player).subject, &player.token));
        let done = match asked {
            Some(_) => {
                "What its subject asks for is answered in another mail, if it can be; its text was not read as orders."
            }
            None => "Nothing of it was done.",
        };
        let text = format!(
            "Your mail \"{}\" was passed on to the umpire: {reason}.\n\n{}{done} \
             If it was to be your orders, send them as one sheet: in the text of a new mail, or \
             better as an attached .yaml file.",
            open.message.subject,
            request.unwrap_or_default()
        );
        let words = ("your mail was passed on to the umpire", text.as_str());
        let post = self.post_to(context, open, player, Kind::Passed, words, "passed");
        opened.posts.push(Posted {
            post,
            kind: "answer",
            most: context.settings.answers_an_hour(),
        });
        opened.posts.push(self.to_umpire(context, open, Some(player), reason));
        opened
    }

    /// What the real player should know: somebody has their token, or their address.
    pub(crate) fn attempt(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
        reason: &str,
    ) -> Posted {
        let text = format!(
            "A mail with your token came in, and nothing of it was done: {reason}.\n\nIf you wrote \
             it, write from the address that the umpire knows, {}. If not, ask the umpire for \
             another token: somebody has read this one.",
            player.address
        );
        let words = ("a mail with your token that was not used", text.as_str());
        let post = self.post_to(context, open, player, Kind::Notice, words, "attempt");
        Posted { post, kind: "attempt", most: bounds::NOTICES_AN_HOUR }
    }

    /// A player's mail, and with it the token, went to others too; the umpire can give another.
    pub(crate) fn token_shown(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
    ) -> Vec<Posted> {
        const MOST_NAMED: usize = 5;
        let ours = &context.settings.mail.address;
        let others = envelope::other_recipients(&open.message, ours, &player.address);
        if others.is_empty() {
            return vec![];
        }
        let mut named: Vec<String> =
            others.iter().take(MOST_NAMED).map(|who| one_line(who)).collect();
        if let Some(more) = others.len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
            named.push(format!("{more} more"));
        }
        let (named, name) = (named.join(", "), &player.name);
        let text = format!(
            "Your mail \"{}\" went to others besides the umpire: {named}.\n\nYour token stands in \
             it. Anybody who has it can send orders in your name. The umpire can give you another: \
             write to them, and the new token comes to {}. The old one does not count from then \
             on.\n\nSend your orders to the umpire's address alone.",
            one_line(&open.message.subject),
            player.address,
        );
        let words = ("others have read your token", text.as_str());
        let to_player = self.post_to(context, open, player, Kind::Notice, words, "shown");
        let text = format!(
            "A mail from {name} went to others too: {named}.\n\nThe token of {name} stands in it. \
             This gives them another one, by mail:\n\n  umpire player token {} --new",
            shell_quoted(name),
        );
        let to_umpire = Post {
            to: To::Umpire,
            kind: Kind::Notice,
            season: Some(context.season.id),
            power: None,
            subject: format!("others have read the token of {name}"),
            text: wrapped(&self.without_tokens_of(context, &text), 72, 0),
            html: None,
            attachments: vec![],
            answers: None,
            key: open.key("umpire/shown"),
        };
        let most = bounds::NOTICES_AN_HOUR;
        vec![
            Posted { post: to_player, kind: "shown", most },
            Posted { post: to_umpire, kind: "shown", most },
        ]
    }

    /// A player sent orders for a power of somebody else, who should know.
    pub(crate) fn intrusion(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
        power: &str,
    ) -> Option<Posted> {
        let row = context.powers.iter().find(|row| row.name == power)?;
        let owner = context.players.iter().find(|other| Some(other.id) == row.player)?;
        if owner.id == player.id {
            return None;
        }
        let text = format!(
            "A sheet for {power} came in that was not yours. Nothing of it was done, and the sender was \
             told only that it is not their power."
        );
        let words = ("a sheet for your power that was not used", text.as_str());
        let mut post = self.post_to(context, open, owner, Kind::Notice, words, "intrusion");
        // It is not an answer: the mail was not theirs.
        post.answers = None;
        Some(Posted { post, kind: "intrusion", most: bounds::NOTICES_AN_HOUR })
    }

    pub(crate) fn to_umpire(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: Option<&PlayerRow>,
        reason: &str,
    ) -> Posted {
        let words: String = open.contents.words.trim().chars().take(bounds::QUOTED).collect();
        let words = self.without_tokens_of(context, &words);
        let whose = player.map_or_else(String::new, |player| format!("Player: {}\n", player.name));
        let text = format!(
            "A mail needs you: {reason}.\n\n{whose}From: {}\nSubject: {}\nNumber: {}\n\n{words}",
            open.message.from.join(", "),
            self.without_tokens_of(context, &open.message.subject),
            open.raw.id.0,
        );
        let post = Post {
            to: To::Umpire,
            kind: Kind::Notice,
            season: Some(context.season.id),
            power: None,
            subject: "a mail needs you".into(),
            text,
            html: None,
            attachments: vec![],
            answers: None,
            key: open.key("umpire"),
        };
        Posted { post, kind: "umpire", most: context.settings.answers_an_hour() }
    }

    /// Takes the tokens of all players out of a text that goes to somebody else.
    fn without_tokens_of(&self, context: &IntakeContext, text: &str) -> String {
        masked(text, context.players.iter().map(|player| player.token.as_str()))
    }

    /// The receipt of a sheet, or the reason why there is none.
    pub(crate) fn receipt_mail(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
        answer: &Answer,
    ) -> Result<Option<Posted>, DeskError> {
        let Some((sheet, revision)) = answer.sheet.as_ref().zip(answer.revision) else {
            return Ok(Some(self.refusal_mail(context, open, player, answer)));
        };
        let post = self.receipt_post(context, sheet, revision, Some(open.answers()))?;
        Ok(post.map(|mut post| {
            // The leaf in the receipt is that of these bytes, whatever the mail program made of
            // them.
            post.attachments.push(Attachment {
                name: format!("{}-as-read.yaml", crate::slug(&sheet.power)),
                kind: "text/yaml",
                bytes: sheet.text.clone().into_bytes(),
                inline: None,
            });
            Posted { post, kind: "answer", most: context.settings.answers_an_hour() }
        }))
    }

    fn refusal_mail(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
        answer: &Answer,
    ) -> Posted {
        let title = format!("your mail: {}", answer.verdict);
        let number = answer.power.as_deref().unwrap_or("mail");
        let words = (title.as_str(), answer.text.as_str());
        let what = format!("refusal/{number}/{}", answer.number);
        let mut post = self.post_to(context, open, player, Kind::Refusal, words, &what);
        post.power.clone_from(&answer.power);
        Posted { post, kind: "answer", most: context.settings.answers_an_hour() }
    }

    pub(crate) fn post_to(
        &self,
        context: &IntakeContext,
        open: &Open<'_>,
        player: &PlayerRow,
        kind: Kind,
        (subject, text): (&str, &str),
        what: &str,
    ) -> Post {
        Post {
            to: To::Player(player.id),
            kind,
            season: Some(context.season.id),
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
            key: format!("{}/{}", open.key(what), player.id.0),
        }
    }
}

/// A request in the words of a mail that hold little else, and that only its subject could ask.
fn request_in(words: &str) -> Option<&str> {
    const MOST_LINES: usize = 2;
    const MOST_LETTERS: usize = 60;
    let lines: Vec<&str> =
        words.lines().map(str::trim).filter(|line| !line.is_empty()).take(MOST_LINES + 1).collect();
    let first = lines.first().filter(|_| lines.len() <= MOST_LINES)?;
    let first = Some(*first).filter(|first| first.chars().count() <= MOST_LETTERS)?;
    Question::of(first).map(|_| first)
}

/// A word as a shell takes it for one, whatever stands in it.
fn shell_quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_in_the_text_is_found() {
        assert_eq!(request_in("\n guide standing\n\nAda\n"), Some("guide standing"));
        assert_eq!(request_in("Status"), Some("Status"));
        assert_eq!(request_in("Sire,\nstatus"), None);
        assert_eq!(request_in("help\nus\nall"), None);
        assert_eq!(request_in(""), None);
    }
}
