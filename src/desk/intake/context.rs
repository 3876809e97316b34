//! What judging needs besides the mail: the campaign, its season and what was asked of them before.
//!
//! It is opened once for many mails and brought up to date whenever another command may have
//! changed something meanwhile.

use crate::campaign::settings::Settings;
use crate::intake::dkim::Voucher;
use crate::intake::keys::Keys;
use crate::{Desk, DeskError, referee};
use report::Templates;
use rules::{Game, UnderstoodEntry};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use store::{CampaignRow, PlayerId, PlayerRow, PowerRow, RawId, SeasonRow};

/// To whom an answer goes, and of which kind it is; nobody is the umpire.
pub(crate) type Answering = (Option<PlayerId>, &'static str);

/// What judging needs besides the mail, opened once for many.
pub(crate) struct IntakeContext {
    pub campaign: CampaignRow,
    pub season: SeasonRow,
    pub game: Rc<dyn Game>,
    pub templates: Templates,
    pub settings: Rc<Settings>,
    pub players: Vec<PlayerRow>,
    pub powers: Vec<PowerRow>,
    pub keys: Keys,
    /// The time it is.
    pub now: String,
    /// What the powers know, read once.
    pub known: RefCell<BTreeMap<String, String>>,
    /// The newest sheet of each power and how it was understood, so that the next one can be held
    /// against it without judging it again.
    pub understood: RefCell<BTreeMap<String, (String, Vec<UnderstoodEntry>)>>,
    /// When answers of a kind went to somebody within the last hour, as far as that was asked.
    pub answered: RefCell<BTreeMap<Answering, Vec<String>>>,
    /// The form that each power's sheet is compared with.
    pub forms: RefCell<BTreeMap<String, Rc<str>>>,
    /// The season since which each power's standing orders hold, if it has any.
    pub standing: RefCell<BTreeMap<String, Option<String>>>,
    /// The file's mark when all of this was last read or found to hold.
    pub seen: Option<(i64, u64)>,
    /// Whether what was judged meanwhile makes a part of it stale.
    pub is_changed: Cell<bool>,
    pub voucher: Voucher,
    /// Mails that wait for a later run, since the DNS did not say who signed them.
    pub waiting: BTreeSet<RawId>,
}

impl std::fmt::Debug for IntakeContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} in {}", self.season.name, self.campaign.name)
    }
}

impl Desk {
    /// Opens all of it.
    pub(crate) fn intake_context(&self) -> Result<IntakeContext, DeskError> {
        let season = self.current()?;
        let (campaign, game, templates) =
            (self.store.campaign()?, self.game(&season)?, self.templates()?);
        Ok(IntakeContext {
            keys: Keys::of(referee(&campaign.rules)?),
            powers: self.powers_in(&season)?,
            campaign,
            season,
            game,
            templates,
            settings: self.settings()?,
            players: self.store.players()?,
            now: self.clock.now(),
            known: RefCell::default(),
            understood: RefCell::default(),
            answered: RefCell::default(),
            forms: RefCell::default(),
            standing: RefCell::default(),
            seen: None,
            is_changed: Cell::default(),
            voucher: Voucher::default(),
            waiting: BTreeSet::new(),
        })
    }

    /// Whether what was opened at an earlier look is still what lies in the folder.
    pub(crate) fn still_holds(&self, context: &IntakeContext) -> Result<bool, DeskError> {
        let own = ["book", "templates"].iter().any(|name| self.folder.join(name).exists());
        Ok(!own && self.settings()? == context.settings)
    }

    /// Takes in what another command may have changed meanwhile.
    pub(crate) fn refresh(&self, context: &mut IntakeContext) -> Result<(), DeskError> {
        context.now = self.clock.now();
        if context.seen.take() == Some(self.store.mark()?) {
            return Ok(());
        }
        let season = self.current()?;
        if season.id != context.season.id || season.status != context.season.status {
            *context = self.intake_context()?;
        }
        context.season = season;
        context.players = self.store.players()?;
        context.powers = self.powers_in(&context.season)?;
        context.standing.take();
        context.answered.take();
        Ok(())
    }

    /// Notes at the end of a transaction that nothing else was changed in it.
    pub(crate) fn seen(&self, context: &mut IntakeContext) -> Result<(), DeskError> {
        context.seen = if context.is_changed.take() { None } else { Some(self.store.mark()?) };
        Ok(())
    }
}
