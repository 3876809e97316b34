//! How mails and pages are kept: small, and a file that many mails carry only once.
//!
//! Of a mail, all but its attachments is kept compressed; where an attachment stood, its digest
//! stands, and its bytes lie in the table `file`. Nothing is made anew when a mail is read: the parts
//! are put together again, so a later program gives the same bytes. What is packed is unpacked and
//! compared before it is kept; what did not come out the same would be kept as it is.
//!
//! The first byte of what is kept says how: as it is, compressed, or in parts.

use data_encoding::BASE64_MIME;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use kit::proof;
use rusqlite::{Connection, OptionalExtension, params};
use std::io::{Read, Write};
use std::ops::Range;

use super::{MailId, StoreError, one, run};

const PLAIN: u8 = 0;
const COMPRESSED: u8 = 1;
const IN_PARTS: u8 = 2;

/// A part of a mail: words as they are, or the digest of a file in base64.
const WORDS: u8 = 0;
const FILE: u8 = 1;

/// How a PNG begins.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A smaller attachment stays in its mail.
const LEAST_FILE: usize = 1024;
/// More bytes are not unpacked: a campaign file may come from anybody.
const MOST: usize = 256 << 20;
/// A line of base64 in a mail, without its end.
const LINE: usize = 76;

/// Packs the mails and pages of a file of an older format; one at a time, since they may be many.
pub(super) fn pack_all(connection: &Connection) -> rusqlite::Result<()> {
    let mut mails = connection.prepare("SELECT id, body FROM outbox WHERE letter IS NULL")?;
    let mut found = mails.query([])?;
    while let Some(row) = found.next()? {
        let packed = pack_mail(connection, row.get_ref(1)?.as_blob()?)?;
        insert_body(connection, row.get(0)?, &packed)?;
    }
    let mut pages = connection.prepare("SELECT max(rowid) FROM report")?;
    let last: Option<i64> = pages.query_row([], |row| row.get(0))?;
    for page in 1..=last.unwrap_or(0) {
        let query = "SELECT body FROM report WHERE rowid = ?1";
        let body: Option<Vec<u8>> = one(connection, query, [page], |row| row.get(0)).optional()?;
        if let Some(body) = body {
            let update = "UPDATE report SET body = ?2 WHERE rowid = ?1";
            run(connection, update, params![page, pack(&body)])?;
        }
    }
    Ok(())
}

/// Keeps the bytes of a mail, packed.
pub(super) fn keep_mail(
    connection: &Connection,
    mail: MailId,
    bytes: &[u8],
) -> rusqlite::Result<()> {
    let packed = pack_mail(connection, bytes)?;
    insert_body(connection, mail, &packed)
}

fn insert_body(connection: &Connection, mail: MailId, packed: &[u8]) -> rusqlite::Result<()> {
    let insert = "INSERT INTO mail_body (mail, bytes) VALUES (?1, ?2)";
    run(connection, insert, params![mail, packed]).map(drop)
}

/// Packs a text.
pub(super) fn pack(bytes: &[u8]) -> Vec<u8> {
    // A picture is compressed already.
    if bytes.starts_with(PNG) {
        return [&[PLAIN], bytes].concat();
    }
    let small = compressed(COMPRESSED, bytes);
    if small.len() <= bytes.len() && expanded(&small[1..]).is_some_and(|again| again == bytes) {
        return small;
    }
    [&[PLAIN], bytes].concat()
}

/// Packs a mail, and keeps those of its attachments that are not kept yet.
fn pack_mail(connection: &Connection, mail: &[u8]) -> rusqlite::Result<Vec<u8>> {
    let (mut parts, mut done) = (vec![], 0);
    let add_words = |parts: &mut Vec<u8>, words: &[u8]| {
        let length = u32::try_from(words.len()).unwrap_or(u32::MAX);
        parts.push(WORDS);
        parts.extend(length.to_be_bytes());
        parts.extend_from_slice(words);
    };
    for (place, file) in attachments(mail) {
        add_words(&mut parts, &mail[done..place.start]);
        let digest = proof::sha256(&file);
        let keep = "INSERT INTO file (digest, bytes) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
        run(connection, keep, params![digest, pack(&file)])?;
        parts.push(FILE);
        parts.extend(digest);
        done = place.end;
    }
    if done == 0 || mail.len() > MOST {
        return Ok(pack(mail));
    }
    add_words(&mut parts, &mail[done..]);
    let packed = compressed(IN_PARTS, &parts);
    let is_same = unpack(connection, &packed)?.is_some_and(|again| again == mail);
    Ok(if is_same { packed } else { pack(mail) })
}

/// Gives the bytes again that were packed.
pub(super) fn unpacked(connection: &Connection, packed: &[u8]) -> Result<Vec<u8>, StoreError> {
    let bytes = unpack(connection, packed)?;
    bytes.ok_or_else(|| StoreError::missing("mail or page that can be unpacked"))
}

/// The same; nothing, if they are not what we have packed.
pub(super) fn unpack(connection: &Connection, packed: &[u8]) -> rusqlite::Result<Option<Vec<u8>>> {
    match packed.split_first() {
        Some((&IN_PARTS, rest)) => match expanded(rest) {
            Some(parts) => together(connection, &parts),
            None => Ok(None),
        },
        _ => Ok(whole(packed)),
    }
}

/// The bytes of what is not kept in parts.
fn whole(packed: &[u8]) -> Option<Vec<u8>> {
    match packed.split_first()? {
        (&PLAIN, bytes) => Some(bytes.to_vec()),
        (&COMPRESSED, rest) => expanded(rest),
        _ => None,
    }
}

/// Puts a mail together of its parts; nothing, if they are not those of a mail.
fn together(connection: &Connection, mut parts: &[u8]) -> rusqlite::Result<Option<Vec<u8>>> {
    let mut mail = vec![];
    while let Some((sort, rest)) = parts.split_first() {
        let part = match *sort {
            WORDS => words(rest).map(|(words, rest)| (words.to_vec(), rest)),
            FILE => match rest.split_first_chunk::<32>() {
                Some((digest, rest)) => {
                    file(connection, digest)?.map(|file| (BASE64_MIME.encode(&file).into(), rest))
                }
                None => None,
            },
            _ => None,
        };
        let Some((bytes, rest)) = part else { return Ok(None) };
        if mail.len() + bytes.len() > MOST {
            return Ok(None);
        }
        mail.extend(bytes);
        parts = rest;
    }
    Ok(Some(mail))
}

fn words(part: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = part.split_first_chunk::<4>()?;
    rest.split_at_checked(usize::try_from(u32::from_be_bytes(*length)).ok()?)
}

/// The bytes of a file; none, if it is not there.
fn file(connection: &Connection, digest: &[u8; 32]) -> rusqlite::Result<Option<Vec<u8>>> {
    let query = "SELECT bytes FROM file WHERE digest = ?1";
    let kept: Option<Vec<u8>> = one(connection, query, [digest], |row| row.get(0)).optional()?;
    Ok(kept.and_then(|kept| whole(&kept)))
}

/// Where the attachments of a mail stand as base64, and their bytes: those that come out the same when
/// they are written so again.
fn attachments(mail: &[u8]) -> Vec<(Range<usize>, Vec<u8>)> {
    let (mut found, mut at) = (vec![], 0);
    while at < mail.len() {
        let end = end_of_base64(mail, at);
        if end > at {
            let decoded = BASE64_MIME.decode(&mail[at..end]).ok();
            let is_same = |file: &Vec<u8>| {
                file.len() >= LEAST_FILE && BASE64_MIME.encode(file).as_bytes() == &mail[at..end]
            };
            found.extend(decoded.filter(is_same).map(|file| (at..end, file)));
        }
        let from = end.max(at);
        let line = mail[from..].iter().position(|byte| *byte == b'\n');
        at = line.map_or(mail.len(), |line| from + line + 1);
    }
    found
}

/// Where the lines of base64 that begin here end: whole lines, then one that may be shorter.
fn end_of_base64(mail: &[u8], from: usize) -> usize {
    let mut at = from;
    loop {
        let rest = &mail[at..];
        let is_base64 = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=".contains(byte);
        let length = rest.iter().take(LINE + 1).take_while(|byte| is_base64(byte)).count();
        if length == 0 || !rest[length..].starts_with(b"\r\n") {
            return at;
        }
        at += length + 2;
        if length < LINE {
            return at;
        }
    }
}

fn compressed(how: u8, bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(vec![how], Compression::default());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("memory takes what is written")
}

/// What was compressed; nothing, if it was not, or is longer than anything that we keep.
fn expanded(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut whole = vec![];
    let most = u64::try_from(MOST).ok()? + 1;
    let read = DeflateDecoder::new(bytes).take(most).read_to_end(&mut whole);
    read.is_ok().then_some(whole).filter(|whole| whole.len() <= MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connection() -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        let table = "CREATE TABLE file (digest BLOB PRIMARY KEY, bytes BLOB NOT NULL) STRICT;";
        connection.execute_batch(table).unwrap();
        connection
    }

    fn picture(seed: u32) -> Vec<u8> {
        (0..5000u32).map(|n| (n.wrapping_mul(2_654_435_761 ^ seed) >> 13) as u8).collect()
    }

    fn mail(files: &[&[u8]]) -> Vec<u8> {
        let mut mail = b"Subject: a report\r\n\r\nSire,\r\n".to_vec();
        for file in files {
            mail.extend(b"--part\r\nContent-Transfer-Encoding: base64\r\n\r\n");
            mail.extend(BASE64_MIME.encode(file).into_bytes());
        }
        mail.extend(b"--part--\r\n");
        mail
    }

    fn files(connection: &Connection) -> i64 {
        connection.query_row("SELECT count(*) FROM file", [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn a_file_that_two_mails_carry_is_kept_once() {
        let connection = connection();
        let (a, b) = (picture(1), picture(2));
        let first = mail(&[&a, &b]);
        let second = mail(&[&b]);
        let packed = [&first, &second].map(|mail| pack_mail(&connection, mail).unwrap());
        assert_eq!(files(&connection), 2);
        assert!(packed.iter().all(|packed| packed.len() < 400), "only words are left");
        assert_eq!(unpacked(&connection, &packed[0]).unwrap(), first);
        assert_eq!(unpacked(&connection, &packed[1]).unwrap(), second);
    }

    /// Whatever a mail is made of comes out as it went in.
    #[test]
    fn any_bytes_come_out_the_same() {
        let connection = connection();
        let whole = BASE64_MIME.encode(&picture(3));
        let mut cases: Vec<Vec<u8>> = vec![
            vec![],
            b"\n".to_vec(),
            picture(4),
            whole.clone().into_bytes(),
            // Cut within a line, without its end, with other ends, with a line that is too long.
            whole.as_bytes()[..2000].to_vec(),
            whole.trim_end().as_bytes().to_vec(),
            whole.replace("\r\n", "\n").into_bytes(),
            whole.replacen("\r\n", "", 1).into_bytes(),
            format!("{whole}{whole}").into_bytes(),
            format!("{}=\r\n{whole}", "A".repeat(76)).into_bytes(),
            mail(&[&[0; 1024], &[0; 1023], &picture(5)]),
        ];
        // Bits of the last letter that no byte comes of.
        let mut loose = BASE64_MIME.encode(&picture(6)[..1027]).into_bytes();
        let last = loose.iter().rposition(|byte| byte.is_ascii_alphanumeric()).unwrap();
        loose[last] = if loose[last] == b'B' { b'C' } else { b'B' };
        cases.push(loose);
        for case in cases {
            let packed = pack_mail(&connection, &case).unwrap();
            assert_eq!(unpacked(&connection, &packed).unwrap(), case);
            assert_eq!(unpacked(&connection, &pack(&case)).unwrap(), case);
        }
    }

    #[test]
    fn what_is_broken_is_no_mail() {
        let connection = connection();
        let packed = pack_mail(&connection, &mail(&[&picture(7)])).unwrap();
        connection.execute("DELETE FROM file", []).unwrap();
        for broken in [&packed[..], &packed[..9], &[], &[9], &[IN_PARTS], &[COMPRESSED, 9, 9]] {
            assert!(unpacked(&connection, broken).is_err(), "{broken:?}");
        }
        // Zeroes without an end.
        let bomb = compressed(COMPRESSED, &vec![0; MOST + 1]);
        assert!(bomb.len() < MOST / 500 && unpacked(&connection, &bomb).is_err());
        let parts = compressed(IN_PARTS, &[FILE; 2]);
        assert!(unpacked(&connection, &parts).is_err());
    }
}
