//! The guide for players as it is mailed and asked for.

use crate::campaign::workbench;
use crate::post::outgoing::Attachment;
use crate::{Desk, DeskError, referee, slug};
use checker::guide::{FILE, PowerGuide};
use rules::Game;
use std::collections::BTreeMap;

/// What it is called in the folder of the opening, where it is the same for all.
pub(crate) const TEXT: &str = "guide.txt";

/// The guide of a rule system: what is the same for every campaign.
pub fn guide(rules: Option<&str>) -> Result<PowerGuide, DeskError> {
    Ok(PowerGuide::of_rules(referee(&workbench::system(rules)?)?))
}

impl Desk {
    /// The guide of a power, as it knows things now.
    pub fn guide(&self, power: &str) -> Result<PowerGuide, DeskError> {
        let season = self.current()?;
        let (power, game) = (self.power(power)?, self.game(&season)?);
        let known = self.known_for_form(&season, game.as_ref(), &power)?;
        let rules = self.store.campaign()?.rules;
        Ok(PowerGuide::new(referee(&rules)?, game.as_ref(), &known)?)
    }

    /// The guide for each of a player's powers, with what each knows.
    pub(crate) fn guides(
        &self,
        game: &dyn Game,
        own: &BTreeMap<String, String>,
    ) -> Result<Vec<Attachment>, DeskError> {
        let rules = self.store.campaign()?.rules;
        let mut guides = vec![];
        for (power, known) in own {
            guides.push((power, PowerGuide::new(referee(&rules)?, game, known)?));
        }
        self.attach_guides(&guides)
    }

    /// Guides as files; with several, each is called by its power.
    pub(crate) fn attach_guides(
        &self,
        guides: &[(&String, PowerGuide)],
    ) -> Result<Vec<Attachment>, DeskError> {
        let templates = self.templates()?;
        let file = |(power, guide): &(&String, PowerGuide)| {
            let name = match guides.len() {
                1 => FILE.to_owned(),
                _ => format!("guide-{}.html", slug(power)),
            };
            let bytes = guide.page(&templates)?;
            Ok(Attachment { name, kind: "text/html", bytes, inline: None })
        };
        guides.iter().map(file).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use checker::MAIL_COLUMNS;

    #[test]
    fn the_guide_names_every_key_and_fits() {
        for (name, _, _) in workbench::systems() {
            let page = guide(Some(&name)).unwrap().text();
            assert!(page.lines().all(|line| line.chars().count() <= MAIL_COLUMNS), "{page}");
            let schema = referee(&name).unwrap().schema();
            for key in schema["properties"].as_object().unwrap().keys() {
                assert!(page.contains(&format!("\n  {key}: ")), "{key}\n{page}");
            }
            let last = referee(&name).unwrap().decisions();
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let told = words(&page);
            assert!(last.iter().all(|one| one.key == "-"
                || one.default == "-"
                || told.contains(&words(one.default))));
        }
        // Who is joined at the end of a march and who is passed by on the way are two things.
        let nations = guide(Some("nations")).unwrap().text();
        let words = nations.split_whitespace().collect::<Vec<_>>().join(" ");
        for told in ["at the end of a march friends are joined", "on the way nobody is taken in"] {
            assert!(words.contains(told), "{told}");
        }
    }
}
