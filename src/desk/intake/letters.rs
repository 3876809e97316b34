//! Letters from one player to another, in sheets and as mails of their own.
//!
//! The rule system says whether letters of a season go on at once or with its report. The name of
//! the sender is that of their power; their address and token are not sent.

use crate::campaign::asks::asks;
use crate::clock;
use crate::intake::context::IntakeContext;
use crate::post::notices::title;
use crate::post::outgoing::{Kind, Post, To, own_id};
use crate::{Desk, DeskError};
use checker::read_sheet::ReadSheet;
use kit::bounds;
use kit::hidden_characters::seen;
use kit::masked::masked;
use kit::names::{listed, plain};
use kit::proof;
use report::wrapped;
use rules::{Asks, Game, UnderstoodEntry};
use sheet::frame::letter_unread;
use sheet::shape::{CUT_OFF, Kind as Shape, Node};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use store::{CampaignRow, LetterRow, NewLetter, NewMail, RawId, SeasonRow};

/// Finds to whom a subject without its tags writes: `letter to austria`, or the answer to a
/// `letter from austria`.
pub(crate) fn of_subject(subject: &str) -> Option<String> {
    let words: Vec<String> = plain(subject).split(' ').map(str::to_owned).collect();
    match &words[..] {
        [letter, way, receiver @ ..] if letter == "letter" && !receiver.is_empty() => {
            (way == "to" || way == "from").then(|| receiver.join(" "))
        }
        _ => None,
    }
}

/// What becomes of the letters of a sheet.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Carried {
    /// The mails that pass them on at once, and what is kept of them.
    pub mails: Vec<NewMail>,
    pub kept: Vec<NewLetter>,
    /// To whom letters were that are too many, each a name.
    pub refused: Vec<String>,
    /// Powers to which letters were and that nobody plays.
    pub unread: BTreeSet<String>,
    /// Whether signs that cannot be seen were taken out.
    pub hidden: bool,
}

impl Carried {
    /// What the receipt says of them.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = vec![];
        if self.hidden {
            remarks.push(
                "Invisible characters and characters that reverse the text were removed from a letter."
                    .to_owned(),
            );
        }
        for power in &self.unread {
            remarks.push(format!("Nobody plays {power}, so nobody reads your letter to it."));
        }
        if !self.refused.is_empty() {
            remarks.push(format!(
                "There are too many letters: {} in a season and {} in an hour, in all revisions and \
                 mails. Not carried: {}.",
                bounds::LETTERS_A_SEASON,
                bounds::LETTERS_AN_HOUR,
                counted(&self.refused)
            ));
        }
        remarks
    }
}

/// How many letters to whom: `40 letters to Austria, 1 letter to Spain`.
fn counted(receivers: &[String]) -> String {
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    receivers.iter().for_each(|receiver| *counts.entry(receiver).or_default() += 1);
    let told = counts.into_iter().map(|(receiver, count)| match count {
        1 => format!("1 letter to {receiver}"),
        count => format!("{count} letters to {receiver}"),
    });
    told.collect::<Vec<_>>().join(", ")
}

/// Marks the lines of a receipt about letters to powers that nobody plays.
pub(crate) fn tell_unread(understood: &mut [UnderstoodEntry], unplayed: &BTreeSet<String>) {
    for line in understood.iter_mut().flat_map(|entry| &mut entry.lines) {
        if let Some(told) = letter_unread(&line.words, |power| unplayed.contains(power)) {
            line.words = told;
        }
    }
}

/// Whom a letter is from and to, and what it says.
pub(crate) struct Letter<'a> {
    pub sender: &'a str,
    pub receiver: &'a str,
    pub text: &'a str,
}

impl Desk {
    /// The titles of the powers that nobody plays.
    pub(crate) fn unplayed(&self) -> Result<BTreeSet<String>, DeskError> {
        let powers = self.store.powers()?.into_iter();
        Ok(powers.filter(|one| one.player.is_none()).map(|one| title(&one.name)).collect())
    }

    /// Which powers nobody plays, as a welcome says it; empty, if there is none. What a power's keeper writes for is played.
    pub(crate) fn unplayed_told(&self, asks: &Asks) -> Result<String, DeskError> {
        let powers = self.store.powers()?.into_iter();
        let powers = powers.filter(|one| one.player.is_none() && asks.keeper(&one.name).is_none());
        let mut titles: Vec<String> = powers.map(|one| title(&one.name)).collect();
        titles.sort();
        let told = match titles.as_slice() {
            [] => return Ok(String::new()),
            [one] => format!(
                "Nobody plays {one}: it writes no orders, and its troops defend themselves where they are."
            ),
            all => format!(
                "Nobody plays {}: they write no orders, and their troops defend themselves where they are.",
                listed(all)
            ),
        };
        Ok(told)
    }

    /// What becomes of a sheet's letters. Where they go on at once, the mails that pass them on;
    /// one that went on with an earlier revision is the same mail and goes no second time.
    pub(crate) fn letters_of_sheet(
        &self,
        context: &IntakeContext,
        power: &str,
        read_sheet: &ReadSheet,
        received: &str,
    ) -> Result<Carried, DeskError> {
        let mut carried = Carried::default();
        let written = written_letters(read_sheet);
        if written.is_empty() {
            return Ok(carried);
        }
        let at_once = context.game.letters_at_once(&context.season.name);
        let unplayed = self.unplayed()?;
        let mut room =
            self.room_for_letters(&context.season, power, at_once.then_some(received))?;
        for (written, text) in written {
            let Ok(receiver) = self.power(&written) else { continue };
            if receiver == power {
                continue;
            }
            carried.unread.extend(unplayed.get(&title(&receiver)).cloned());
            carried.hidden |= matches!(seen(&text), Cow::Owned(_));
            let text = seen(&text).into_owned();
            let letter = Letter { sender: power, receiver: &receiver, text: &text };
            let digest = proof::hex(&proof::sha256(text.as_bytes()));
            let number = context.season.number;
            let key = format!("letter/{number}/{power}/{receiver}/{digest}");
            let is_new = !at_once || !self.is_posted(&context.campaign, &key)?;
            if is_new && room == 0 {
                carried.refused.push(title(&receiver));
                continue;
            }
            room -= usize::from(is_new);
            if !at_once {
                continue;
            }
            let found =
                self.letter_mail((&context.season, &asks(&context.season)?), &letter, &key)?;
            let Some(mail) = found else { continue };
            carried.mails.push(mail);
            carried.kept.push(NewLetter {
                season: context.season.id,
                sender: power.to_owned(),
                receiver: letter.receiver.to_owned(),
                text: self.without_tokens(&text)?,
                raw: None,
                received: received.to_owned(),
            });
        }
        Ok(carried)
    }

    /// How many letters of a power there is room for: in the season, and where they go on at once
    /// within the hour before `at`.
    fn room_for_letters(
        &self,
        season: &SeasonRow,
        power: &str,
        at: Option<&str>,
    ) -> Result<usize, DeskError> {
        let mut letters = self.store.post_letters(season.id)?;
        letters.retain(|letter| letter.sender == power);
        let room = bounds::LETTERS_A_SEASON.saturating_sub(letters.len());
        let Some(at) = at else { return Ok(room) };
        let since = clock::earlier(at, 1);
        let recent = letters.iter().filter(|letter| letter.received > since).count();
        Ok(room.min(bounds::LETTERS_AN_HOUR.saturating_sub(recent)))
    }

    /// Whether a letter went into the outbox before.
    fn is_posted(&self, campaign: &CampaignRow, key: &str) -> Result<bool, DeskError> {
        let id = own_id(campaign, key, self.settings()?.mail.host());
        Ok(self.store.mail_called(&id)?.is_some())
    }

    /// A letter that came as a mail: what is to be kept, and the mail that is forwarded at once.
    pub(crate) fn take_letter(
        &self,
        context: &IntakeContext,
        letter: &Letter<'_>,
        raw: RawId,
        received: &str,
    ) -> Result<(NewLetter, Vec<NewMail>), DeskError> {
        let season = &context.season;
        let text = self.without_tokens(letter.text)?;
        let kept = NewLetter {
            season: season.id,
            sender: letter.sender.to_owned(),
            receiver: letter.receiver.to_owned(),
            text,
            raw: Some(raw),
            received: received.to_owned(),
        };
        let clean = Letter { text: &kept.text, ..*letter };
        let mails = if context.game.letters_at_once(&season.name) {
            let asks = asks(season)?;
            self.letter_mail((season, &asks), &clean, &letter_key(raw))?.into_iter().collect()
        } else {
            vec![]
        };
        Ok((kept, mails))
    }

    /// Whether a power may write no more in a season, or in the hour before `at`.
    pub(crate) fn wrote_enough(
        &self,
        season: &SeasonRow,
        power: &str,
        at: &str,
    ) -> Result<bool, DeskError> {
        Ok(self.room_for_letters(season, power, Some(at))? == 0)
    }

    /// The mails of the letters that wait for a season's report; they go to who reads that.
    pub(crate) fn letters_with_report(
        &self,
        season: &SeasonRow,
        game: &dyn Game,
        next: &Asks,
    ) -> Result<Vec<NewMail>, DeskError> {
        if game.letters_at_once(&season.name) {
            return Ok(vec![]);
        }
        let mut mails = vec![];
        for row in self.store.post_letters(season.id)?.into_iter().filter(|row| row.is_mail) {
            let letter = Letter { sender: &row.sender, receiver: &row.receiver, text: &row.text };
            let key = format!("post-letter/{}", row.id);
            mails.extend(self.letter_mail((season, next), &letter, &key)?);
        }
        Ok(mails)
    }

    /// The letters of the sheets that are played, for the season's record.
    pub(crate) fn letters_in_sheets(
        &self,
        season: &SeasonRow,
        sheets: &BTreeMap<String, String>,
    ) -> Result<Vec<LetterRow>, DeskError> {
        let mut letters = vec![];
        for (power, sheet) in sheets {
            let read_sheet = ReadSheet::bare(sheet.as_str());
            let mailed = self.store.post_letters(season.id)?.into_iter();
            let mailed = mailed.filter(|letter| letter.is_mail && letter.sender == *power).count();
            let room = bounds::LETTERS_A_SEASON.saturating_sub(mailed);
            for (written, text) in written_letters(&read_sheet).into_iter().take(room) {
                let Ok(to) = self.power(&written) else { continue };
                let text = self.without_tokens(&text)?;
                if to != *power {
                    letters.push(LetterRow { from: power.clone(), to, text });
                }
            }
        }
        Ok(letters)
    }

    /// A letter as a mail to the power's player; none if nobody does.
    fn letter_mail(
        &self,
        (season, asks): (&SeasonRow, &Asks),
        letter: &Letter<'_>,
        key: &str,
    ) -> Result<Option<NewMail>, DeskError> {
        let found =
            self.played_under(asks)?.into_iter().find(|(power, _)| power == letter.receiver);
        let Some((receiver, player)) = found else { return Ok(None) };
        let (from, to) = (title(letter.sender), title(&receiver));
        let lines: Vec<String> = letter.text.lines().map(|line| wrapped(line, 70, 0)).collect();
        let words = lines.join("\n");
        let text = format!(
            "{from} writes to {to}:\n\n{}\n\nAn answer to this mail goes to {from} as a letter.\n",
            words.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
        );
        let mail = self.compose(&Post {
            to: To::Player(player.id),
            kind: Kind::Letter,
            season: Some(season.id),
            power: Some(receiver),
            subject: format!("letter from {}", letter.sender),
            text: self.without_tokens(&text)?,
            html: None,
            attachments: vec![],
            answers: None,
            key: key.to_owned(),
        })?;
        Ok(Some(mail))
    }

    /// Takes every player's token out of a text, lest a quoted mail of ours give one away.
    fn without_tokens(&self, text: &str) -> Result<String, DeskError> {
        let bounded: String = seen(text).chars().take(bounds::LETTER).collect();
        let players = self.store.players()?;
        Ok(masked(&bounded, players.iter().map(|player| player.token.as_str())))
    }
}

/// The key of a letter that came as a mail and is forwarded at once.
fn letter_key(raw: RawId) -> String {
    format!("letter/mail/{}", raw.0)
}

/// The letters of a sheet: to whom, as it is written, and the text. One that was cut on its way is
/// none.
fn written_letters(read_sheet: &ReadSheet) -> Vec<(String, String)> {
    let (root, faults) = read_sheet.tree();
    let items = |node: &Node| match &node.kind {
        Shape::Seq(items) => items.clone(),
        _ => vec![node.clone()],
    };
    let mut letters = vec![];
    for letter in root.and_then(|root| root.get("letters")).map(items).unwrap_or_default() {
        if faults.has_within(CUT_OFF, &letter.at) {
            continue;
        }
        let text = letter.get("text").filter(|text| !text.is_nothing());
        let text = text.and_then(Node::text).map(str::to_owned);
        let Some(text) = text.filter(|text| !text.trim().is_empty()) else { continue };
        for to in letter.get("to").map(items).unwrap_or_default() {
            letters.extend(to.text().map(|to| (to.to_owned(), text.clone())));
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_names_whom_it_is_for() {
        assert_eq!(of_subject("Letter to Austria").as_deref(), Some("austria"));
        assert_eq!(of_subject("letter from france").as_deref(), Some("france"));
        assert_eq!(of_subject("a letter to austria"), None);
        assert_eq!(of_subject("letter to"), None);
    }

    #[test]
    fn letters_that_are_too_many_are_counted() {
        let refused = ["Austria", "Spain", "Austria"].map(str::to_owned).to_vec();
        let remarks = Carried { refused, ..Carried::default() }.remarks();
        let [remark] = &remarks[..] else { panic!("{remarks:?}") };
        assert!(
            remark.ends_with("Not carried: 2 letters to Austria, 1 letter to Spain."),
            "{remark}"
        );
    }

    #[test]
    fn the_letters_of_a_sheet_are_found() {
        let sheet = "power: france\nletters:\n  - to: [austria, britain]\n    text: |\n      Sire\n  \
                     - {to: austria, text: ''}\n  - to: austria\n    text:\n";
        let sire = |to: &str| (to.to_owned(), "Sire\n".to_owned());
        let found = |sheet: &str| written_letters(&ReadSheet::bare(sheet));
        assert_eq!(found(sheet), [sire("austria"), sire("britain")]);
        assert!(found("letters: nonsense").is_empty());
    }
}
