//! What a season asks, and of whom: only they are reminded, waited for and counted.
//!
//! The rule system says it at the end of the season before, or of the set-up, and it is kept with
//! the season. A power that is not asked may still send a sheet if the rules accept one.

use crate::{Desk, DeskError};
use rules::Asks;
use store::{PlayerRow, SeasonRow, Status};

/// What a season asks, from what is kept of it.
pub(crate) fn asks(season: &SeasonRow) -> Result<Asks, DeskError> {
    let Some(kept) = &season.asks else { return Ok(Asks::default()) };
    serde_json::from_str(kept).map_err(|error| {
        let name = &season.name;
        DeskError::refused(format!("what {name} asks cannot be read from campaign.db: {error}"))
    })
}

/// What is kept of it: nothing, if every power is asked for orders.
pub(crate) fn to_keep(asks: &Asks) -> Option<String> {
    let written = || serde_json::to_string(asks).expect("it has string keys");
    (*asks != Asks::default()).then(written)
}

impl Desk {
    /// The powers that a season asks and that somebody plays, in the scenario's order. A set-up
    /// asks those whose choices are open.
    pub(crate) fn asked_powers(
        &self,
        season: &SeasonRow,
    ) -> Result<Vec<(String, PlayerRow)>, DeskError> {
        let mut all = self.played_powers()?;
        if season.status == Status::SettingUp {
            let open = self.open_set_up(season)?;
            all.retain(|(power, _)| open.contains_key(power));
        } else {
            let asks = asks(season)?;
            all.retain(|(power, _)| asks.asks(power));
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::season::pace::Did;
    use crate::tests::{at, garden_with, send, sheet, with_players};
    use std::fs;
    use tempfile::TempDir;

    /// A garden in which spring is followed by a season that asks bert alone.
    fn pruned(settings: &str) -> (TempDir, Desk) {
        let (folder, mut desk) = with_players(garden_with(&["pruned=by bert"]));
        fs::write(folder.path().join("umpire.yaml"), settings).unwrap();
        desk.start(true, None).unwrap();
        (folder, desk)
    }

    fn bert(season: &str) -> String {
        format!("season: {season}\npower: bert\nplant: 1\n")
    }

    fn to_spring_is_over(desk: &mut Desk) {
        send(desk, &sheet("ada", "plant: 3"));
        send(desk, &sheet("bert", "plant: 1"));
        desk.resolve().unwrap();
        desk.publish(None, None).unwrap();
    }

    #[test]
    fn only_those_who_are_asked_are_waited_for_and_reminded() {
        let (_folder, mut desk) = pruned("remind: {hours: [48]}\nquorum: {missing: 0}\n");
        to_spring_is_over(&mut desk);
        let status = desk.status().unwrap();
        assert_eq!(status.season.as_deref(), Some("pruning 1800 (1)"));
        assert_eq!(status.title.as_deref(), Some("the old lime"));
        assert_eq!(status.kind.as_deref(), Some("pruning"));
        let asked: Vec<bool> = status.powers.iter().map(|power| power.asked).collect();
        assert_eq!(asked, [false, true]);

        let due = crate::campaign::deadline::Due { written: "2026-11-22 18:00", past: false };
        desk.set_deadline(due, None).unwrap();
        let reminded = desk.remind(false).unwrap();
        let whom: Vec<&str> = reminded.iter().map(|mail| mail.power.as_str()).collect();
        assert_eq!(whom, ["bert"]);
        let missing = desk.expect_quorum().unwrap_err().to_string();
        assert!(missing.contains("bert") && !missing.contains("ada"), "{missing}");
        send(&mut desk, &bert("pruning 1800 (1)"));
        desk.expect_quorum().unwrap();
        desk.resolve().unwrap();
        // Before the deadline nobody is missing, so no force is needed.
        desk.publish(None, None).unwrap();
        assert_eq!(desk.status().unwrap().season.as_deref(), Some("summer 1800"));
        let proved = desk.verify(None, &mut |_, _| {}).unwrap();
        assert_eq!((proved.file, proved.seasons.len()), (vec![], 2));
        assert!(proved.seasons.iter().all(|season| season.faults.is_empty()));
        // Ada has sent what she was asked for, though nothing came in the second season.
        assert_eq!(desk.players().unwrap()[0].promptness.seasons, 1);
        assert_eq!(desk.players().unwrap()[1].promptness.seasons, 2);
    }

    #[test]
    fn a_report_brings_the_form_to_those_who_are_asked() {
        let (_folder, mut desk) = pruned("");
        to_spring_is_over(&mut desk);
        let mail = |power: &str| {
            let mut mails = desk.store.outbox().unwrap().into_iter();
            let mail =
                mails.rfind(|mail| mail.kind == "report" && mail.power.as_deref() == Some(power));
            String::from_utf8(desk.mail(mail.unwrap().id).unwrap()).unwrap()
        };
        let (ada, bert) = (mail("ada"), mail("bert"));
        assert!(bert.contains("bert-pruning-1800-1.yaml"), "{bert}");
        assert!(bert.contains("Pruning 1800 (1): the old lime."), "{bert}");
        assert!(
            !ada.contains("ada-pruning-1800-1.yaml") && ada.contains("ada.known.json"),
            "{ada}"
        );
        assert!(ada.contains("and nothing is asked of you in it"), "{ada}");
    }

    #[test]
    fn a_season_that_was_taken_back_asks_the_same_again() {
        let (_folder, mut desk) = pruned("");
        to_spring_is_over(&mut desk);
        send(&mut desk, &bert("pruning 1800 (1)"));
        desk.resolve().unwrap();
        desk.publish(None, None).unwrap();
        desk.rollback("a slip").unwrap();
        let season = desk.current().unwrap();
        assert_eq!(season.name, "pruning 1800 (1)");
        assert_eq!(asks(&season).unwrap().title.as_deref(), Some("the old lime"));
        let whom: Vec<String> =
            desk.asked_powers(&season).unwrap().into_iter().map(|(power, _)| power).collect();
        assert_eq!(whom, ["bert"]);
    }

    #[test]
    fn at_once_a_season_waits_for_those_alone_who_are_asked() {
        let (_folder, mut desk) = pruned("pace: at once\n");
        let did = |desk: &mut Desk| -> Vec<Did> {
            desk.pace().unwrap().into_iter().map(|paced| paced.did).collect()
        };
        send(&mut desk, &sheet("ada", "plant: 3"));
        assert_eq!(did(&mut desk), []);
        // Taking in the last sheet that is asked for publishes the season.
        send(&mut desk, &sheet("bert", "plant: 1"));
        assert_eq!(desk.current().unwrap().name, "pruning 1800 (1)");
        send(&mut desk, &bert("pruning 1800 (1)"));
        assert_eq!(desk.current().unwrap().name, "summer 1800");
    }

    #[test]
    fn a_changed_file_cannot_change_who_is_asked() {
        let (_folder, mut desk) = pruned("");
        to_spring_is_over(&mut desk);
        let file = rusqlite::Connection::open(desk.folder().join("campaign.db")).unwrap();
        let other =
            r#"UPDATE season SET asks = '{"kind":"pruning","powers":["ada"]}' WHERE number = 2"#;
        assert_eq!(file.execute(other, []).unwrap(), 1);
        let refused = desk.resolve().unwrap_err().to_string();
        assert!(refused.contains("whom it asks is not what the rules say"), "{refused}");
    }

    #[test]
    fn each_kind_of_season_has_its_deadline() {
        let (folder, mut desk) = pruned("deadline: {orders: 7 days, pruning: 2 days}\n");
        assert_eq!(desk.current().unwrap().deadline.as_deref(), Some("2026-11-28T18:00:00Z"));
        at(&mut desk, "2026-11-22T18:00:00Z");
        to_spring_is_over(&mut desk);
        assert_eq!(desk.current().unwrap().deadline.as_deref(), Some("2026-11-24T18:00:00Z"));
        send(&mut desk, &bert("pruning 1800 (1)"));
        desk.resolve().unwrap();
        fs::write(folder.path().join("umpire.yaml"), "deadline: {cabinet: 7 days}\n").unwrap();
        let refused = desk.publish(None, None).unwrap_err().to_string();
        assert!(
            refused.contains("has no such kind of season; it has orders, pruning"),
            "{refused}"
        );
    }
}
