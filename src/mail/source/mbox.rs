//! An mbox: one file with one mail after the other. It is read and never written.
//!
//! How far it was read is remembered as an offset with a digest of what stands before it; if that
//! changed, the file is read from its start, and what was kept before is known again.
//!
//! Split by hand: the MIME crate's reader has no offsets and no size limit for a mail.

use super::{Batch, Handle, RawMail, Source, SourceError, is_full};
use crate::{envelope, message::Message};
use kit::{bounds, proof};
use mail_parser::DateTime;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::PathBuf;

/// How much before the offset is digested.
const DIGESTED: u64 = 4096;
/// The longest line that is read at once; a longer one is read in pieces.
const PIECE: u64 = 64 * 1024;

/// An mbox.
#[derive(Debug)]
pub struct Mbox {
    pub path: PathBuf,
    reader: Option<BufReader<File>>,
    /// Where the next mail begins.
    offset: u64,
    /// Where the next line begins.
    at: u64,
    /// The line `From ` that was read last, which begins the next mail.
    begun: Option<String>,
}

impl Mbox {
    pub fn new(path: PathBuf) -> Mbox {
        Mbox { path, reader: None, offset: 0, at: 0, begun: None }
    }

    /// What it is called, by the whole path.
    fn called(&self) -> String {
        let whole = std::path::absolute(&self.path).unwrap_or_else(|_| self.path.clone());
        format!("mbox {}", whole.display())
    }

    fn unreadable(&self, error: io::Error) -> SourceError {
        SourceError::at(self.path.display())(error)
    }

    fn next(&mut self) -> Result<Option<RawMail>, NotRead> {
        let Some(mut reader) = self.reader.take() else { return Ok(None) };
        let mut mail = Collected::default();
        let mut begun = self.begun.take();
        let (mut line, mut blank, mut whole) = (vec![], true, true);
        loop {
            line.clear();
            let start = self.at;
            let read = (&mut reader).take(PIECE).read_until(b'\n', &mut line)?;
            self.at += read as u64;
            if read == 0 {
                break;
            }
            let begins_line = whole;
            whole = line.ends_with(b"\n");
            if begins_line && blank && is_from(&line) {
                let from = String::from_utf8_lossy(&line).into_owned();
                if begun.is_some() {
                    self.begun = Some(from);
                    self.offset = start;
                    self.reader = Some(reader);
                    return Ok(Some(self.mail(mail, begun.as_deref())));
                }
                begun = Some(from);
                continue;
            }
            blank = begins_line && matches!(&line[..], b"\n" | b"\r\n");
            if begun.is_some() {
                mail.take(&line, begins_line);
            }
        }
        if begun.is_some() && !whole {
            return Err(NotRead::Cut);
        }
        self.offset = self.at;
        Ok(begun.is_some().then(|| self.mail(mail, begun.as_deref())))
    }

    fn mail(&self, mail: Collected, from: Option<&str>) -> RawMail {
        let Collected { mut bytes, length } = mail;
        if bytes.ends_with(b"\n\n") {
            bytes.pop();
        }
        let length = (length > bounds::MAIL_BYTES).then_some(length);
        if length.is_some() {
            bytes.truncate(bounds::KEPT_OF_A_LONG_MAIL);
        }
        let received = envelope::received(&Message::of_header(&bytes));
        let received = received.or_else(|| from.and_then(written_date));
        RawMail { bytes, source: self.called(), received, length, handle: Handle::None }
    }
}

impl Source for Mbox {
    fn name(&self) -> Option<String> {
        Some(self.called())
    }

    fn earliest(&self, marks: Vec<String>) -> Option<String> {
        earliest(marks)
    }

    fn open(&mut self, mark: Option<&str>) -> Result<(), SourceError> {
        let mut lock = self.path.clone().into_os_string();
        lock.push(".lock");
        if PathBuf::from(lock).exists() {
            return Err(SourceError::Locked { path: self.path.clone() });
        }
        let mut file = File::open(&self.path).map_err(|error| self.unreadable(error))?;
        if file.try_lock_shared().is_err() {
            return Err(SourceError::Locked { path: self.path.clone() });
        }
        let marked = mark.and_then(|mark| mark.split_once(' '));
        let offset = match marked.and_then(|(offset, digest)| Some((offset.parse().ok()?, digest)))
        {
            Some((offset, digest)) => {
                let known = digest_before(&mut file, offset).map_err(|e| self.unreadable(e))?;
                if known.as_deref() == Some(digest) { offset } else { 0 }
            }
            None => 0,
        };
        file.seek(SeekFrom::Start(offset)).map_err(|error| self.unreadable(error))?;
        if offset == 0 {
            if !begins_as_mbox(&file).map_err(|error| self.unreadable(error))? {
                return Err(SourceError::NoMbox { path: self.path.clone() });
            }
            file.seek(SeekFrom::Start(0)).map_err(|error| self.unreadable(error))?;
        }
        (self.offset, self.at, self.begun) = (offset, offset, None);
        self.reader = Some(BufReader::new(file));
        Ok(())
    }

    fn fetch(&mut self) -> Result<Batch, SourceError> {
        let mut batch: Batch = vec![];
        while !is_full(&batch) {
            match self.next() {
                Ok(Some(mail)) => batch.push(Ok(mail)),
                Ok(None) => break,
                Err(NotRead::Cut) => {
                    self.reader = None;
                    batch.push(Err(SourceError::NotWhole { path: self.path.clone() }));
                }
                Err(NotRead::Io(error)) => return Err(self.unreadable(error)),
            }
        }
        Ok(batch)
    }

    fn mark(&self, _: &[Handle]) -> Option<String> {
        let digest =
            File::open(&self.path).and_then(|mut file| digest_before(&mut file, self.offset));
        Some(format!("{} {}", self.offset, digest.ok().flatten().unwrap_or_default()))
    }
}

/// The mark with the smallest offset.
fn earliest(marks: Vec<String>) -> Option<String> {
    let offset = |mark: &String| {
        mark.split(' ').next().and_then(|offset| offset.parse::<u64>().ok()).unwrap_or(0)
    };
    marks.into_iter().min_by_key(offset)
}

/// A mail while it is read, within bounds.
#[derive(Default)]
struct Collected {
    bytes: Vec<u8>,
    length: usize,
}

impl Collected {
    fn take(&mut self, line: &[u8], begins: bool) {
        // A line `From ` in a mail was hidden behind a `>`.
        let quoted = begins && line.starts_with(b">") && {
            let rest = line.iter().position(|sign| *sign != b'>').unwrap_or(line.len());
            line[rest..].starts_with(b"From ")
        };
        let line = if quoted { &line[1..] } else { line };
        self.length += line.len();
        if self.length <= bounds::MAIL_BYTES {
            self.bytes.extend_from_slice(line);
        }
    }
}

/// Why there is no next mail.
enum NotRead {
    /// The file ends in the middle of a line: somebody is still writing.
    Cut,
    Io(io::Error),
}

impl From<io::Error> for NotRead {
    fn from(error: io::Error) -> NotRead {
        NotRead::Io(error)
    }
}

/// Whether a line begins a mail: `From`, an address and a time.
fn is_from(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"From ") else { return false };
    let text = String::from_utf8_lossy(&rest[..rest.len().min(200)]).into_owned();
    written_date(&format!("From {text}")).is_some()
}

/// The time in a line `From ada@post.example Sat Nov 21 18:00:00 2026`.
fn written_date(line: &str) -> Option<i64> {
    const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = words.iter().position(|word| DAYS.contains(word))?;
    let [month, day, time, rest @ ..] = words.get(at + 1..)? else { return None };
    let year =
        rest.iter().find(|word| word.len() == 4 && word.chars().all(|c| c.is_ascii_digit()))?;
    let date = DateTime::parse_rfc822(&format!("{day} {month} {year} {time} +0000"))?;
    date.is_valid().then(|| date.to_timestamp())
}

/// Whether the first line that is not empty begins a mail. A file in which nothing stands yet is a
/// mailbox too, and so is one whose first line is still being written.
fn begins_as_mbox(file: &File) -> io::Result<bool> {
    let mut reader = BufReader::new(file.take(PIECE));
    let mut line = vec![];
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line)?;
        if read == 0 || !line.trim_ascii().is_empty() {
            let is_written_on = !line.ends_with(b"\n")
                && (b"From ".starts_with(&line) || line.starts_with(b"From "));
            return Ok(read == 0 || is_from(&line) || is_written_on);
        }
    }
}

/// Digests what stands before an offset; none if the file is shorter.
fn digest_before(file: &mut File, offset: u64) -> io::Result<Option<String>> {
    if file.metadata()?.len() < offset {
        return Ok(None);
    }
    let mut digested = vec![];
    file.seek(SeekFrom::Start(0))?;
    (&mut *file).take(DIGESTED.min(offset)).read_to_end(&mut digested)?;
    file.seek(SeekFrom::Start(offset.saturating_sub(DIGESTED)))?;
    (&mut *file).take(DIGESTED.min(offset)).read_to_end(&mut digested)?;
    Ok(Some(proof::hex(&proof::sha256(&digested))[..32].to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const FIRST: &str = "From ada@post.example Sat Nov 21 18:00:00 2026\nSubject: a\n\n\
                         >From here on\nFrom nobody\n\nFrom me to you\n\n";
    const SECOND: &str = "From ben@post.example Sat Nov 21 19:00:00 2026\nSubject: b\n\nbody\n\n";

    fn bodies(mbox: &mut Mbox, mark: Option<&str>) -> Vec<String> {
        mbox.open(mark).unwrap();
        let batch = mbox.fetch().unwrap();
        batch.into_iter().flatten().map(|mail| String::from_utf8(mail.bytes).unwrap()).collect()
    }

    #[test]
    fn what_is_no_mbox_is_refused() {
        let folder = tempfile::TempDir::new().unwrap();
        let open = |text: &str| {
            let path = folder.path().join("box");
            std::fs::write(&path, text).unwrap();
            Mbox::new(path).open(None).is_ok()
        };
        for text in ["", "\n\n", "Fro", "\nFrom ada Sat Nov 21 22:00:00 2026\n\nhi\n"] {
            assert!(open(text), "{text:?}");
        }
        for text in ["Subject: orders\n\nhi\n", "campaign: italy\n", "From: ada\n"] {
            assert!(!open(text), "{text:?}");
        }
    }

    #[test]
    fn it_is_read_on_from_where_it_was_left() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("mbox");
        std::fs::write(&path, FIRST).unwrap();
        let mut mbox = Mbox::new(path.clone());
        let first = "Subject: a\n\nFrom here on\nFrom nobody\n\nFrom me to you\n";
        assert_eq!(bodies(&mut mbox, None), [first]);
        let mark = mbox.mark(&[]).unwrap();
        std::fs::OpenOptions::new()
            .append(true)
            .open(&path)
            .unwrap()
            .write_all(SECOND.as_bytes())
            .unwrap();
        assert_eq!(bodies(&mut mbox, Some(&mark)), ["Subject: b\n\nbody\n"]);
        let whole = mbox.mark(&[]).unwrap();
        assert!(bodies(&mut mbox, Some(&whole)).is_empty());
        std::fs::write(&path, SECOND).unwrap();
        assert_eq!(
            bodies(&mut mbox, Some(&whole)).len(),
            1,
            "another file is read from its beginning"
        );
        std::fs::write(&path, format!("{SECOND}{}", SECOND.trim_end())).unwrap();
        mbox.open(None).unwrap();
        let batch = mbox.fetch().unwrap();
        assert!(batch[0].is_ok() && matches!(batch[1], Err(SourceError::NotWhole { .. })));
        assert_eq!(batch[0].as_ref().unwrap().received, Some(1_795_287_600));
        std::fs::write(folder.path().join("mbox.lock"), "").unwrap();
        assert!(matches!(mbox.open(None), Err(SourceError::Locked { .. })));
    }

    #[test]
    fn a_mail_without_end_is_cut() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("mbox");
        let long = "x".repeat(bounds::MAIL_BYTES + 10);
        std::fs::write(&path, format!("{}{long}\n\n{SECOND}", &SECOND[..47])).unwrap();
        let mut mbox = Mbox::new(path);
        mbox.open(None).unwrap();
        let batch = mbox.fetch().unwrap();
        assert_eq!(batch.len(), 2);
        let mail = batch[0].as_ref().unwrap();
        assert!(mail.bytes.len() <= bounds::KEPT_OF_A_LONG_MAIL && mail.length.is_some());
    }
}
