//! Depots on paper (§15.2).

use super::Paper;
use super::grades::Told;
use super::march::Walk;
use crate::march::depots::{self, NoDepot};
use crate::orders::causes::Cause;
use crate::record::event::Reason;
use crate::view::reasons;
use sheet::{Diagnostic, Diagnostics};
use std::ops::Range;

impl Paper<'_> {
    /// Deploys a depot where the steps before have brought the force.
    pub(super) fn deploy(
        &mut self,
        at: &Range<usize>,
        walk: &Walk,
        faults: &mut Diagnostics,
    ) -> Told {
        let (step, at) = (at.start, at.start..at.start + 1);
        let place = self.book.atlas.place(walk.here);
        let power = &self.known.power;
        let remark =
            |text: String| Diagnostic::remark("no-depot", at.clone(), text).rule("K05 §15.2");
        let bar =
            depots::no_depot(self.book, self.known, (power, self.stores), (walk.here, walk.troops));
        let may_be_taken = self.planned.may_be_taken(&self.book.atlas, step);
        if bar.is_none() && may_be_taken && self.deployed.contains(&walk.here) {
            let text =
                format!("{place} has a depot by an entry before this one, and a hex has one");
            let help = "`march:` to another hex before the step, or leave it out";
            faults.push(remark(text).help(help));
        }
        if let Some(bar) = bar {
            let mut told = self.no_depot(&bar, at, &place, faults);
            // By another course it is deployed elsewhere.
            if self.planned.of(step).any(|one| one.bar.is_none()) {
                told.may_be_undone_by(Cause::Earlier);
            }
            return told;
        }
        self.deployed.push(walk.here);
        let (stores, wanted) = (usize::from(self.stores), self.planned.most);
        let has = match (may_be_taken, wanted > stores) {
            (true, true) => "if one is left and none stands there by then".to_owned(),
            (true, false) => "if none stands there by then".to_owned(),
            (false, true) => "if one is left by then".to_owned(),
            (false, false) => {
                format!("number {} of {stores} at hand", self.deployed.len().min(stores))
            }
        };
        if self.deployed.len() > stores && wanted > stores {
            let text = format!(
                "the sheet may deploy {wanted} depots, and only {stores} {} available: the first to reach \
                 their `deploy` step get them",
                if stores == 1 { "is" } else { "are" }
            );
            faults.push(remark(text));
        }
        let mut told = Told::sure(format!("deploy: a depot at {place}, {has}"));
        self.may_lack_depots(step, &mut told);
        told
    }

    /// Says of a `deploy` on what it depends by other courses.
    pub(super) fn may_lack_depots(&self, step: usize, told: &mut Told) {
        let is_short = self.planned.most > usize::from(self.stores);
        if is_short || self.planned.may_be_taken(&self.book.atlas, step) {
            told.only_if(Cause::Depots);
        }
        if self.planned.of(step).any(|one| matches!(one.bar, Some(NoDepot::Shut(_)))) {
            told.only_if(Cause::Rules);
            told.words.push_str(", if the force then stands where it may deploy one");
        }
    }

    /// Why a depot is not deployed.
    fn no_depot(
        &self,
        bar: &NoDepot,
        at: Range<usize>,
        place: &str,
        faults: &mut Diagnostics,
    ) -> Told {
        let remark =
            |text: String| Diagnostic::remark("no-depot", at.clone(), text).rule("K05 §15.2");
        let words = match bar {
            NoDepot::NoneLeft => {
                let text = reasons::sentence(self.book, &Reason::NoDepot);
                faults.push(Diagnostic::fault("no-depot", at, text).rule("K05 §15.2"));
                "no depot is at hand".to_owned()
            }
            NoDepot::HasOne(_) => {
                let text = format!("{place} has a depot already, and a hex has one at most");
                let help = "`march:` to another hex before the step, or leave it out";
                faults.push(remark(text).help(help));
                format!("{place} has a depot")
            }
            NoDepot::Shut(of) => {
                faults.push(remark(reasons::neutral(self.book, of)).rule("K05 §6"));
                format!("{place} lies in the land of {}", self.book.title(of))
            }
            NoDepot::NoTroops => {
                let said = remark("a general without troops cannot deploy a depot".to_owned());
                let help = "`assign` a formation in the same hex to the general first";
                faults.push(said.help(help));
                "no troops are with the general".to_owned()
            }
        };
        let words = format!("deploy: left out, since {words}");
        Told::refused(words, Cause::of(&bar.clone().reason(), &self.known.power))
    }
}
