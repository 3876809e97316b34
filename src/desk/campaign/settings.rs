//! The settings of a campaign's folder: how mail and time work here. No game state is in them.
//!
//! Each key has a sentence in the file that `umpire new` writes, a bound, and a sentence that says
//! what is wrong with it. What is not written has a default that works without any mail server.
//!
//! Not here: passwords, which are read when they are needed and kept nowhere (`secret.rs` beside
//! this).

pub(crate) mod intake;
pub(crate) mod pace;
mod page;
mod secret;

use crate::{Desk, DeskError};
use jiff::civil::Time;
use jiff::tz::TimeZone;
use kit::bounds;
use mail::outbox::smtp::Safety;
use mail::{compose, envelope};
use serde::Deserialize;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub(crate) use page::page;
pub(crate) use secret::Secret;

/// The file in a campaign's folder.
pub(crate) const SETTINGS: &str = "umpire.yaml";
/// A file that people write by hand is no larger.
const LONGEST: u64 = 256 * 1024;
/// The most hours that any span of time may have: a year.
const LONGEST_SPAN: u32 = 24 * 366;

/// How a campaign is run here.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(crate) struct Settings {
    /// The zone in which times are written and shown.
    zone: Option<String>,
    /// What is done without the umpire.
    pub pace: pace::Pace,
    /// Minutes after the last sheet before that is done.
    pub wait: u32,
    /// When the deadline of each next season is.
    pub deadline: Option<pace::Deadline>,
    pub mail: Mail,
    pub notices: Notices,
    pub remind: Remind,
    /// Hours after the deadline in which a sheet still counts.
    pub grace: u32,
    pub quorum: Quorum,
    pub challenge: Challenge,
    pub asked: Asked,
    pub report: Report,
    pub intake: intake::Intake,
    /// The address of the page on which players compose (`umpire compose --export`); mails name it.
    #[serde(alias = "compose at")]
    pub compose_at: Option<String>,
}

/// The campaign's post.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(crate) struct Mail {
    /// Where players write to, and where our mail is from.
    pub address: String,
    /// The name beside it.
    pub name: String,
    /// Where notices to the umpire go; without it they wait in `umpire status`, since a mail to the
    /// campaign's own address would only come back.
    umpire: Option<String>,
    /// Whether `box+TOKEN@host` reaches the box.
    pub plus: bool,
    pub send: Way,
    pub folder: PathBuf,
    pub sendmail: PathBuf,
    pub smtp: Smtp,
}

/// How mail is sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Way {
    #[default]
    Folder,
    Sendmail,
    Smtp,
}

/// A mail server.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(crate) struct Smtp {
    pub server: String,
    pub port: Option<u16>,
    pub tls: Safety,
    pub user: Option<String>,
    pub password: Option<Secret>,
    /// A certificate to trust besides those of the system.
    pub certificate: Option<PathBuf>,
    /// Seconds to wait for each word of the server.
    pub patience: u64,
}

/// When the umpire hears of what happens.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(crate) struct Notices {
    /// The time of the day for one mail with all; at once if there is none.
    digest: Option<String>,
}

/// When players who have sent nothing are reminded.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(crate) struct Remind {
    pub hours: Vec<u32>,
    /// Days after a season opened, where it has no deadline.
    pub idle: Vec<u32>,
}

/// How many sheets may be missing when a season is resolved.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(crate) struct Quorum {
    /// None: as many as like.
    pub missing: Option<u32>,
}

/// How long a result may be challenged.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(crate) struct Challenge {
    pub hours: u32,
}

/// What a report brings besides its words.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(crate) struct Report {
    /// Whether its map is there as dots, for mail programs that show no drawings.
    pub png: bool,
    /// Whether a newspaper goes with the reports, where the scenario has one.
    pub newspaper: bool,
}

/// How often a player is answered who asks by mail.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(crate) struct Asked {
    pub an_hour: u32,
}

impl Default for Mail {
    fn default() -> Mail {
        Mail {
            address: NOBODY.into(),
            name: "The umpire".into(),
            umpire: None,
            plus: true,
            send: Way::Folder,
            folder: "outbox".into(),
            sendmail: "/usr/sbin/sendmail".into(),
            smtp: Smtp::default(),
        }
    }
}

impl Default for Smtp {
    fn default() -> Smtp {
        Smtp {
            server: String::new(),
            port: None,
            tls: Safety::default(),
            user: None,
            password: None,
            certificate: None,
            patience: 60,
        }
    }
}

impl Default for Remind {
    fn default() -> Remind {
        Remind { hours: vec![48, 12], idle: vec![] }
    }
}

impl Default for Challenge {
    fn default() -> Challenge {
        Challenge { hours: 72 }
    }
}

impl Default for Report {
    fn default() -> Report {
        Report { png: true, newspaper: true }
    }
}

impl Default for Asked {
    fn default() -> Asked {
        Asked { an_hour: bounds::ASKED_AN_HOUR }
    }
}

/// The address if the settings name none; no server accepts mail for it.
const NOBODY: &str = "umpire@campaign.example";

impl Mail {
    /// The address, split at its last `@`.
    pub fn parts(&self) -> (&str, &str) {
        self.address.rsplit_once('@').unwrap_or((&self.address, ""))
    }

    /// Our own host: what ends our Message-IDs and stands in our List-Id.
    pub fn host(&self) -> &str {
        self.parts().1
    }

    /// Where a player's answers go, with their token in it.
    pub fn reply_to(&self, token: &str) -> String {
        let (name, host) = self.parts();
        if self.plus { format!("{name}+{token}@{host}") } else { self.address.clone() }
    }

    /// Where notices to the umpire go, if the settings say so.
    pub fn umpire(&self) -> Option<&str> {
        self.umpire.as_deref()
    }

    /// The address that players write to, if the umpire has set one.
    pub fn named(&self) -> Option<String> {
        self.is_named().then(|| self.address.clone())
    }

    /// Whether the umpire has said where players write to.
    pub fn is_named(&self) -> bool {
        self.address != NOBODY
    }
}

/// Whether this is the address of a web page that a mail can show.
fn is_page(written: &str) -> bool {
    let rest = written.strip_prefix("https://").or_else(|| written.strip_prefix("http://"));
    let stands = |letter: char| letter.is_ascii_graphic() && !"<>\"'`\\{}|^".contains(letter);
    rest.is_some_and(|rest| !rest.is_empty()) && written.len() <= 300 && written.chars().all(stands)
}

impl Settings {
    /// Reads the settings of a folder; a folder without them has the defaults.
    pub fn read(folder: &Path) -> Result<Settings, DeskError> {
        let path = folder.join(SETTINGS);
        if !path.is_file() {
            return Ok(Settings::default());
        }
        let length = std::fs::metadata(&path).map_err(DeskError::file(&path))?.len();
        if length > LONGEST {
            return Err(
                wrong(format!("is larger than {LONGEST} bytes")).hint("keep the settings alone")
            );
        }
        Settings::of(&std::fs::read_to_string(&path).map_err(DeskError::file(&path))?)
    }

    /// The most answers to one player within an hour: more where a game goes on at each sheet.
    pub fn answers_an_hour(&self) -> u32 {
        self.intake.answers_an_hour.unwrap_or(match self.pace {
            pace::Pace::AtOnce => bounds::ANSWERS_AN_HOUR_AT_ONCE,
            pace::Pace::ByHand | pace::Pace::WhenAllAreIn => bounds::ANSWERS_AN_HOUR,
        })
    }

    /// Reads settings and holds each to its bound.
    pub fn of(text: &str) -> Result<Settings, DeskError> {
        // A file of comments alone is a file without settings.
        let whole: Option<Settings> = serde_yaml::from_str(text)
            .map_err(|error| wrong(format!("cannot be read: {error}")).hint("correct that line"))?;
        let settings = whole.unwrap_or_default();
        settings.zone()?;
        settings.digest()?;
        settings.check_mail()?;
        settings.intake.check().map_err(wrong)?;
        let deadline = settings.deadline.as_ref();
        pace::check(settings.wait, deadline, &settings.remind.idle).map_err(wrong)?;
        let hours =
            settings.remind.hours.iter().chain([&settings.grace, &settings.challenge.hours]);
        if let Some(hours) = hours.into_iter().find(|hours| **hours > LONGEST_SPAN) {
            return Err(wrong(format!("has a span of {hours} hours")).hint("a year is the most"));
        }
        if settings.remind.hours.len() > 10 {
            return Err(wrong("reminds more than ten times").hint("take the hours that matter"));
        }
        if settings.compose_at.as_deref().is_some_and(|written| !is_page(written)) {
            return Err(wrong("has a `compose-at` that is not the address of a page")
                .hint("write it whole, as `https://games.example/compose/`"));
        }
        if settings.asked.an_hour > 100 {
            return Err(wrong("answers more than 100 questions an hour").hint("100 is the most"));
        }
        Ok(settings)
    }

    fn check_mail(&self) -> Result<(), DeskError> {
        let mail = &self.mail;
        for (key, written) in
            [("mail.address", Some(mail.address.as_str())), ("mail.umpire", mail.umpire())]
        {
            let Some(written) = written else { continue };
            if let Err(error) = compose::sendable(written) {
                return Err(wrong(format!("has a wrong `{key}`: {error}")));
            }
        }
        if compose::sendable(&mail.reply_to("0123456789abc")).is_err() {
            return Err(wrong(
                "has a `mail.address` that is too long to hold a player's token as well",
            )
            .hint("take a shorter one, or say `plus: false`"));
        }
        if mail
            .umpire()
            .is_some_and(|own| envelope::same_box(own) == envelope::same_box(&mail.address))
        {
            return Err(wrong("names one mailbox as `mail.address` and `mail.umpire`")
                .hint("notices to you would be taken for our own mail, so name another for them"));
        }
        if mail.name.chars().count() > 100 {
            return Err(wrong("has a `mail.name` of over 100 letters").hint("a short one is read"));
        }
        let smtp = &mail.smtp;
        if !(1..=600).contains(&smtp.patience) {
            return Err(wrong("has a `mail.smtp.patience` that is not 1 to 600 seconds"));
        }
        if mail.send == Way::Smtp && smtp.server.is_empty() {
            return Err(wrong("sends by smtp and names no `mail.smtp.server`").hint("add it"));
        }
        if smtp.user.is_some() != smtp.password.is_some() {
            return Err(
                wrong("names one of `mail.smtp.user` and `mail.smtp.password`").hint("give both")
            );
        }
        if smtp.tls == Safety::None && smtp.password.is_some() && !is_this_machine(&smtp.server) {
            return Err(wrong(
                "sends the password of `mail.smtp` in the clear, since its `tls` is none",
            )
            .hint("say starttls or tls, or name a server on this machine"));
        }
        if mail.send != Way::Folder && !mail.is_named() {
            return Err(
                wrong("sends mail and names no `mail.address`").hint("say where players write to")
            );
        }
        Ok(())
    }

    /// The zone in which times are written and shown.
    pub fn zone(&self) -> Result<TimeZone, DeskError> {
        zone(self.zone.as_deref().unwrap_or("UTC")).map_err(|_| {
            let written = self.zone.as_deref().unwrap_or_default();
            wrong(format!("names an unknown time zone: `{written}`")).hint("try Europe/Rome")
        })
    }

    /// The time of the day at which the umpire gets all notices in one mail.
    pub fn digest(&self) -> Result<Option<Time>, DeskError> {
        let Some(written) = &self.notices.digest else { return Ok(None) };
        let time = Time::strptime("%H:%M", written).map_err(|_| {
            wrong(format!("has a `notices.digest` that is not a time: `{written}`"))
                .hint("try 07:30")
        })?;
        Ok(Some(time))
    }
}

/// Whether a server's name is one of this machine for itself, to which nothing goes over a line.
fn is_this_machine(server: &str) -> bool {
    let bare = server.trim_start_matches('[').trim_end_matches(']');
    let is_address = bare.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback());
    is_address || server.eq_ignore_ascii_case("localhost")
}

/// Finds a zone by its name.
pub(crate) fn zone(name: &str) -> Result<TimeZone, DeskError> {
    TimeZone::get(name).map_err(|_| {
        DeskError::refused(format!("unknown time zone `{name}`")).hint("try Europe/Rome")
    })
}

fn wrong(sentence: impl std::fmt::Display) -> DeskError {
    DeskError::refused(format!("{SETTINGS} {sentence}"))
}

/// The settings as they were read last, and of which file.
#[derive(Debug, Clone)]
pub(crate) struct LastRead {
    stamp: Option<Stamp>,
    settings: Rc<Settings>,
}

/// By what one state of a file is told from another: its number, its length, and when it was
/// written and put there.
type Stamp = (u64, u64, (i64, i64), (i64, i64));

fn stamp(path: &Path) -> Option<Stamp> {
    let meta = std::fs::metadata(path).ok()?;
    let (written, put) = ((meta.mtime(), meta.mtime_nsec()), (meta.ctime(), meta.ctime_nsec()));
    Some((meta.ino(), meta.len(), written, put))
}

impl Desk {
    /// The settings of the campaign's folder; an edit counts at once.
    ///
    /// They are asked for by every mail, so the file is read again only when it is another.
    pub(crate) fn settings(&self) -> Result<Rc<Settings>, DeskError> {
        let stamp = stamp(&self.folder.join(SETTINGS));
        if let Some(last) = self.settings.borrow().as_ref().filter(|last| last.stamp == stamp) {
            return Ok(Rc::clone(&last.settings));
        }
        let settings = Rc::new(Settings::read(&self.folder)?);
        *self.settings.borrow_mut() = Some(LastRead { stamp, settings: Rc::clone(&settings) });
        Ok(settings)
    }

    /// The zone in which times are written and shown.
    pub fn zone(&self) -> Result<TimeZone, DeskError> {
        self.settings()?.zone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_written_page_says_what_holds_anyway() {
        let page = page("Italy", &crate::campaign::new::Hosting::default());
        assert_eq!(
            Settings::of(&page).unwrap(),
            Settings { zone: Some("UTC".into()), ..Settings::default() }
        );
        // Every line that is commented out can be used as it stands.
        let used: String = page
            .lines()
            .map(|line| line.strip_prefix("#: ").unwrap_or(line).to_owned() + "\n")
            .collect();
        let settings = Settings::of(&used).unwrap();
        assert_eq!(settings.mail.send, Way::Smtp);
        assert_eq!(settings.mail.reply_to("abc"), "umpire+abc@games.example");
        assert_eq!(settings.quorum.missing, Some(1));
        assert!(settings.digest().unwrap().is_some());
    }

    #[test]
    fn a_page_is_named_whole() {
        let read = |written: &str| Settings::of(&format!("compose-at: {written}\n"));
        let page = "https://games.example/compose/";
        assert_eq!(read(page).unwrap().compose_at.as_deref(), Some(page));
        for wrong in
            ["games.example", "javascript:alert(1)", "https://a b", "'https://a/<b>'", "https://"]
        {
            let error = read(wrong).unwrap_err().to_string();
            assert!(error.contains("`compose-at`"), "{wrong}: {error}");
        }
    }

    #[test]
    fn a_password_goes_in_the_clear_to_this_machine_alone() {
        let read = |server: &str, rest: &str| {
            let smtp = format!("{{server: '{server}', {rest}}}");
            Settings::of(&format!("mail: {{smtp: {smtp}}}")).map_err(|error| error.to_string())
        };
        let login = "tls: none, user: u, password: {env: WORD}";
        for server in ["localhost", "LOCALHOST", "127.0.0.1", "127.8.9.1", "::1", "[::1]"] {
            read(server, login).unwrap();
        }
        for server in
            ["smtp.games.example", "localhost.evil.example", "10.0.0.1", "127.0.0.1.x", ""]
        {
            let why = read(server, login).unwrap_err();
            assert!(why.contains("in the clear"), "{server}: {why}");
            read(server, &login.replace("none", "starttls")).unwrap();
            read(server, &login.replace("none", "tls")).unwrap();
            read(server, "tls: none").unwrap();
        }
    }

    #[test]
    fn each_wrong_setting_gets_a_sentence() {
        for (written, told) in [
            ("zone: Europa/Rom", "names an unknown time zone"),
            ("mail: {adress: x@y.example}", "unknown field `adress`"),
            ("mail: {address: nobody}", "wrong `mail.address`"),
            ("mail: {umpire: '\"a b\"@games.example'}", "no mail can be sent to"),
            (&format!("mail: {{address: {}@games.example}}", "u".repeat(60)), "too long"),
            ("mail: {address: u@games.example, umpire: U+me@games.example}", "names one mailbox"),
            ("mail: {send: smtp, address: u@games.example}", "names no `mail.smtp.server`"),
            ("mail: {send: sendmail}", "names no `mail.address`"),
            ("mail: {smtp: {user: u}}", "give both"),
            ("mail: {smtp: {patience: 0}}", "1 to 600"),
            ("mail: {send: pigeon}", "unknown variant `pigeon`"),
            ("notices: {digest: noon}", "is not a time"),
            ("remind: {hours: [99999]}", "a year is the most"),
            ("asked: {an-hour: 1000}", "100 is the most"),
            ("grace: soon", "grace"),
            ("- a list", "cannot be read"),
        ] {
            let fault = Settings::of(written).unwrap_err().to_string();
            assert!(
                fault.starts_with("umpire.yaml ") && fault.contains(told),
                "{written}: {fault}"
            );
        }
        assert_eq!(Settings::of("# nothing\n").unwrap(), Settings::default());
    }
}
