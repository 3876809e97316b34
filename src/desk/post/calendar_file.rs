//! A deadline as a calendar file (RFC 5545), so that a player's own calendar reminds them.
//!
//! One event for each season and player: a deadline that moves comes as the same event with a higher
//! sequence number, and one that is lifted as its cancellation.

use crate::post::outgoing::Attachment;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use kit::proof;
use std::fmt::Write;
use store::{CampaignRow, SeasonRow, Status};

/// What an entry of the calendar is about.
pub(crate) struct Due<'a> {
    pub campaign: &'a CampaignRow,
    pub season: &'a SeasonRow,
    /// The deadline; none, if it was lifted.
    pub at: Option<&'a str>,
    /// Now, and how often the deadline was set before.
    pub made: &'a str,
    pub times: usize,
}

/// The most bytes of a line before it is folded (RFC 5545 §3.1).
const LONGEST_LINE: usize = 73;

/// The file that goes with a mail; none, where the time cannot be read.
pub(crate) fn attachment(due: &Due<'_>) -> Option<Attachment> {
    Some(Attachment {
        name: "deadline.ics".to_owned(),
        kind: "text/calendar",
        bytes: file(due)?.into_bytes(),
        inline: None,
    })
}

fn file(due: &Due<'_>) -> Option<String> {
    let until = due.at.or(due.season.deadline.as_deref())?;
    let (until, made) = (stamp(until)?, stamp(due.made)?);
    // The hash of the secret is known to everybody, and no other campaign has it.
    let promise = proof::hex(&proof::sha256(&due.campaign.secret));
    let about = format!("{promise}/{}", due.season.number);
    let uid = &proof::hex(&proof::sha256(about.as_bytes()))[..32];
    let (name, campaign) = (&due.season.name, &due.campaign.name);
    let what = match due.season.status {
        Status::SettingUp => format!("Set-up orders are due ({campaign})"),
        _ => format!("Orders for {name} are due ({campaign})"),
    };
    let (method, status) = match due.at {
        Some(_) => ("PUBLISH", "CONFIRMED"),
        None => ("CANCEL", "CANCELLED"),
    };
    let mut text = String::new();
    for line in [
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        "PRODID:-//umpire//deadline//EN".to_owned(),
        format!("METHOD:{method}"),
        "BEGIN:VEVENT".to_owned(),
        format!("UID:{uid}@umpire"),
        format!("SEQUENCE:{}", due.times),
        format!("DTSTAMP:{made}"),
        format!("DTSTART:{until}"),
        format!("DTEND:{until}"),
        format!("SUMMARY:{}", escaped(&what)),
        format!("STATUS:{status}"),
        "TRANSP:TRANSPARENT".to_owned(),
        "END:VEVENT".to_owned(),
        "END:VCALENDAR".to_owned(),
    ] {
        fold(&line, &mut text);
    }
    Some(text)
}

/// A kept time as calendars write it, in UTC.
fn stamp(kept: &str) -> Option<String> {
    let at = kept.parse::<Timestamp>().ok()?.to_zoned(TimeZone::UTC);
    Some(at.strftime("%Y%m%dT%H%M%SZ").to_string())
}

/// Text with the signs escaped that mean something in a calendar file.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for sign in text.chars().filter(|sign| !sign.is_control()) {
        if matches!(sign, '\\' | ';' | ',') {
            out.push('\\');
        }
        out.push(sign);
    }
    out
}

/// Writes a line, broken where it is too long: what follows begins with a blank.
fn fold(line: &str, text: &mut String) {
    let mut length = 0;
    for sign in line.chars() {
        if length + sign.len_utf8() > LONGEST_LINE {
            text.push_str("\r\n ");
            length = 1;
        }
        length += sign.len_utf8();
        text.push(sign);
    }
    let _ = write!(text, "\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::played;

    #[test]
    fn a_deadline_is_an_event_that_moves_and_goes() {
        let (_folder, desk) = played();
        let season = desk.current().unwrap();
        let name = "Ada, Bert; and a campaign with a name that is longer than a line".into();
        let campaign = CampaignRow { name, ..desk.store.campaign().unwrap() };
        let due = |at, times| Due {
            campaign: &campaign,
            season: &season,
            at,
            made: "2026-11-21T18:00:00Z",
            times,
        };
        let set = file(&due(Some("2026-12-01T17:00:00Z"), 0)).unwrap();
        assert!(set.starts_with("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"), "{set}");
        assert!(set.contains("DTSTART:20261201T170000Z\r\n"), "{set}");
        assert!(set.contains("(Ada\\, Bert\\; and"), "{set}");
        assert!(set.lines().all(|line| line.len() <= 75), "{set}");
        assert!(set.lines().any(|line| line.starts_with(' ')), "a long line is folded: {set}");
        let uid =
            |text: &str| text.lines().find(|line| line.starts_with("UID:")).unwrap().to_owned();
        let moved = file(&due(Some("2026-12-02T17:00:00Z"), 1)).unwrap();
        assert_eq!(uid(&moved), uid(&set), "the same event");
        assert!(moved.contains("SEQUENCE:1\r\n"));
        assert_eq!(file(&due(None, 2)), None, "what was never set is not lifted");
        let season = SeasonRow { deadline: Some("2026-12-02T17:00:00Z".into()), ..season.clone() };
        let lifted = file(&Due { season: &season, ..due(None, 2) }).unwrap();
        assert!(lifted.contains("METHOD:CANCEL") && lifted.contains("STATUS:CANCELLED"));
        assert_eq!(file(&due(Some("tomorrow"), 0)), None);
    }
}
