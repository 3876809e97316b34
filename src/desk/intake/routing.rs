//! To which of many campaigns a mail goes, without opening their games: who plays in each, and what
//! each is called.
//!
//! Not here: what the mail is worth (`receive.rs`).

use crate::campaign::files;
use crate::intake::keys::Keys;
use crate::intake::reading::Reading;
use crate::intake::receive::Intake;
use crate::{Desk, DeskError, referee, slug};
use kit::bounds;
use kit::hidden_characters::one_line;
use kit::names::plain;
use kit::proof;
use mail::envelope;
use mail::message::Message;
use mail::source::RawMail;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use store::{CampaignRow, PlayerRow};

/// What is asked of a campaign before a mail is read for it.
pub(crate) struct Addressee {
    campaign: CampaignRow,
    pub players: Vec<PlayerRow>,
    keys: Rc<Keys>,
}

impl Addressee {
    /// Whether a name is that of the campaign.
    pub fn is_called(&self, name: &str) -> bool {
        let name = plain(name);
        [&self.campaign.name, &self.campaign.slug].iter().any(|own| plain(own) == name)
    }
}

/// The campaigns that a mailbox serves.
pub(crate) struct Directory(Vec<Addressee>);

/// Where a mail goes.
pub(crate) enum Way {
    /// To this campaign, with what was read of it meanwhile.
    To(usize, Option<Box<Reading>>),
    /// It is a game's that is not served here, and stays at its source.
    Elsewhere,
    /// Nothing in it says to which of the campaigns.
    Nowhere,
}

impl Directory {
    pub fn of(desks: &[Desk]) -> Result<Directory, DeskError> {
        let mut keys: BTreeMap<String, Rc<Keys>> = BTreeMap::new();
        let mut all = vec![];
        for desk in desks {
            let campaign = desk.store.campaign()?;
            let own = match keys.get(&campaign.rules) {
                Some(own) => Rc::clone(own),
                None => Rc::new(Keys::of(referee(&campaign.rules)?)),
            };
            keys.insert(campaign.rules.clone(), Rc::clone(&own));
            all.push(Addressee { players: desk.store.players()?, campaign, keys: own });
        }
        Ok(Directory(all))
    }

    /// Finds the campaign that a mail is for.
    ///
    /// A token decides. Without one it is the mail of ours that it answers, then the tag of its
    /// subject, the campaign that a sheet names, a sender whom one of them alone knows. A mail of
    /// nobody's is judged if there is one campaign; of several none has a word to say to it.
    pub fn route(&self, desks: &[Desk], mail: &RawMail, is_given: bool) -> Result<Way, DeskError> {
        let all = &self.0;
        // A mail given by hand or by a pipe, with one campaign to choose from, belongs to it: it cannot
        // be left in a mailbox for another.
        let first = all.first().filter(|_| !(is_given && all.len() == 1));
        let reading = first.and_then(|one| Reading::guarded(&mail.bytes, mail.length, &one.keys));
        let Some(read) = reading else {
            // Of several campaigns nobody can say whose a mail is that breaks the program.
            return Ok(if all.len() > 1 { Way::Nowhere } else { Way::To(0, None) });
        };
        if let [one] = &all[..] {
            let is_here = !is_anothers(one, &read);
            return Ok(if is_here { Way::To(0, Some(Box::new(read))) } else { Way::Elsewhere });
        }
        let at = |of: &dyn Fn(&Addressee) -> bool| all.iter().position(of);
        let mut found = at(&|one| read.has_token_of(&one.players));
        if found.is_none() {
            found = self.answered(desks, &read)?;
        }
        // Two campaigns may have one name; then the sender is known in one of them.
        let called = |name: &String| {
            let here = || (0..all.len()).filter(|at| all[*at].is_called(name));
            let known = here().filter(|at| read.is_from_player_of(&all[*at].players));
            only(here()).or_else(|| only(known))
        };
        let found = found
            .or_else(|| read.tags().iter().find_map(called))
            .or_else(|| read.names().iter().find_map(called))
            .or_else(|| {
                only((0..all.len()).filter(|at| read.is_from_player_of(&all[*at].players)))
            });
        let Some(at) = found else { return Ok(Way::Nowhere) };
        // Another rule system has other keys, by which its sheets are found.
        let is_same = all[at].keys == all[0].keys;
        Ok(Way::To(at, Some(Box::new(read)).filter(|_| is_same)))
    }

    /// The campaign whose mail it answers or gives back.
    fn answered(&self, desks: &[Desk], read: &Reading) -> Result<Option<usize>, DeskError> {
        for id in read.answers() {
            for (at, one) in self.0.iter().enumerate() {
                let is_own = id.contains(&format!(".{}@", slug(&one.campaign.slug)));
                if is_own && desks[at].store.mail_called(&id)?.is_some() {
                    return Ok(Some(at));
                }
            }
        }
        Ok(None)
    }
}

/// The one that there is; none of several.
fn only(mut found: impl Iterator<Item = usize>) -> Option<usize> {
    found.next().filter(|_| found.next().is_none())
}

/// Whether a mail is a game's that is not served here, which leaves it at its source: it names
/// another campaign, or bears a token that is none of ours and does not name this one.
fn is_anothers(one: &Addressee, reading: &Reading) -> bool {
    if reading.has_token_of(&one.players) {
        return false;
    }
    match reading.names().first() {
        Some(name) => !one.is_called(name),
        None => reading.tokens().iter().any(|token| envelope::is_token(token)),
    }
}

/// The folder for mails that are for none of many campaigns.
#[derive(Debug)]
pub(crate) struct Unrouted(PathBuf);

impl Unrouted {
    /// The one beside the campaigns.
    pub fn beside(campaigns: &Path) -> Unrouted {
        Unrouted(campaigns.join("unrouted"))
    }

    /// Keeps mails as files, each once, and tells of each.
    pub fn keep(&self, mails: &[RawMail], intake: &mut Intake) -> Result<(), DeskError> {
        for mail in mails {
            let digest = proof::hex(&proof::sha256(&mail.bytes));
            let path = self.0.join(format!("{}.eml", &digest[..24]));
            let message = Message::of_header(&mail.bytes);
            let told = format!(
                "from {}, subject `{}`",
                message.from.first().map_or("nobody", String::as_str),
                one_line(&message.subject).chars().take(80).collect::<String>()
            );
            if !path.is_file() {
                std::fs::create_dir_all(&self.0).map_err(DeskError::file(&self.0))?;
                if files_in(&self.0)? >= bounds::UNROUTED_MAILS {
                    let most = bounds::UNROUTED_MAILS;
                    let folder = self.0.display();
                    intake.unrouted(format!("{told}: not kept, {folder} has {most} already"));
                    continue;
                }
                files::write(&path, &mail.bytes)?;
            }
            intake.unrouted(format!("{told}: {}", path.display()));
        }
        Ok(())
    }
}

fn files_in(folder: &Path) -> Result<usize, DeskError> {
    Ok(std::fs::read_dir(folder).map_err(DeskError::file(folder))?.count())
}
