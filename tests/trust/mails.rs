//! The mails of a player in a folder: read, copied, and forged.

use mail::saved::Saved;
use mail_parser::{MessageParser, MimeHeaders};
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The mails of a folder in the order of their names, each with its path.
pub fn mails(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

pub fn subject(mail: &str) -> String {
    Saved::read(mail.as_bytes()).unwrap().subject
}

/// The text of a mail that a player wrote, as it stands there.
pub fn text_of(mail: &str) -> &str {
    mail.split_once("\n\n").map_or("", |(_, text)| text)
}

/// A copy of a folder, to be changed.
pub fn copied(from: &Path) -> TempDir {
    let to = TempDir::new().unwrap();
    copy(from, to.path());
    to
}

pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &to),
            false => drop(fs::copy(entry.path(), to).unwrap()),
        }
    }
}

/// Reads the JSON in a file of one mail.
pub fn read(path: &Path, name: &str) -> Json {
    let whole = fs::read(path).unwrap();
    let message = MessageParser::default().parse(&whole).unwrap();
    let part = message.parts.iter().find(|part| part.attachment_name() == Some(name)).unwrap();
    serde_json::from_slice(part.contents()).unwrap()
}

/// Changes the JSON in a file of every mail whose subject has these words; gives how many.
pub fn forge(folder: &Path, words: &str, name: &str, change: impl Fn(&mut Json)) -> usize {
    let mut changed = 0;
    for (path, mail) in mails(folder) {
        if subject(&mail).contains(words) && mail.contains(&format!("{name}\"")) {
            forge_one(&path, name, &change);
            changed += 1;
        }
    }
    assert!(changed > 0, "no mail called {words} has {name}");
    changed
}

/// Changes the JSON in a file of one mail.
pub fn forge_one(path: &Path, name: &str, change: impl FnOnce(&mut Json)) {
    let before = read(path, name);
    let mut json = before.clone();
    change(&mut json);
    assert_ne!(json, before, "nothing was forged in {name}");
    let whole = fs::read_to_string(path).unwrap();
    let message = MessageParser::default().parse(whole.as_bytes()).unwrap();
    let part = message.parts.iter().find(|part| part.attachment_name() == Some(name)).unwrap();
    let at = |offset: u32| usize::try_from(offset).unwrap();
    let (head, body, end) = (at(part.offset_header), at(part.offset_body), at(part.offset_end));
    let is_kept = |line: &&str| {
        !line.is_empty() && !line.to_lowercase().starts_with("content-transfer-encoding")
    };
    let header: Vec<&str> = whole[head..body].lines().filter(is_kept).collect();
    let forged = format!(
        "{}{}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n{}\r\n{}",
        &whole[..head],
        header.join("\r\n"),
        serde_json::to_string_pretty(&json).unwrap().replace('\n', "\r\n"),
        whole[end..].trim_start_matches("\r\n")
    );
    fs::write(path, forged).unwrap();
}
