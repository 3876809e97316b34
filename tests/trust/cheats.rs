//! Ways to cheat, each played on the mails of one player of a game that was honest.
//!
//! A cheat says what it changed, or nothing if these mails give no occasion for it: a game without a
//! draw has no options to put into another order.

use super::luck::Luck;
use super::mails;
use serde_json::{Value as Json, json};
use std::fs;
use std::path::{Path, PathBuf};

/// A way to cheat: its name, and what it does to the mails of a player.
pub struct Cheat {
    pub name: &'static str,
    pub play: fn(&mut Mails) -> Option<()>,
}

/// The mails of one player, to be forged.
pub struct Mails<'a> {
    pub folder: &'a Path,
    pub luck: &'a mut Luck,
}

pub const CHEATS: &[Cheat] = &[
    Cheat { name: "a sheet in the player's name", play: foreign_sheet },
    Cheat { name: "a sheet that was acknowledged is not played", play: not_played },
    Cheat { name: "a revision is not counted", play: not_counted },
    Cheat { name: "revisions of another are not counted", play: others_not_counted },
    Cheat { name: "how a sheet of another came is another way", play: others_way },
    Cheat { name: "what was played of another is told otherwise", play: others_played },
    Cheat { name: "the sheets are left out", play: no_sheets },
    Cheat { name: "two promises", play: two_promises },
    Cheat { name: "two secrets", play: two_secrets },
    Cheat { name: "another secret", play: other_secret },
    Cheat { name: "options in another order", play: options_turned },
    Cheat { name: "options in another order, as version 1", play: options_turned_as_version_1 },
    Cheat { name: "options in another order, without a version", play: options_turned_unversioned },
    Cheat { name: "a key is used twice", play: key_twice },
    Cheat { name: "a draw between others is left out", play: left_out },
    Cheat { name: "a die fell otherwise", play: other_die },
    Cheat { name: "a leaf of free bytes", play: free_leaf },
    Cheat { name: "a leaf of free bytes, as scheme 1 and withheld", play: free_leaf_withheld },
    Cheat { name: "a leaf more", play: leaf_more },
    Cheat { name: "two digests of a season", play: two_digests },
    Cheat { name: "another digest is told at the end", play: other_digest },
    Cheat { name: "a season that is chained to nothing", play: unchained },
    Cheat { name: "a value of another type", play: wrong_type },
    Cheat { name: "a season by another name", play: renamed },
    Cheat { name: "another order of a deck is sealed", play: other_seal },
    Cheat { name: OF_A_WARD, play: other_keeper },
];

/// Only a game with a ward gives occasion for this.
pub const OF_A_WARD: &str = "another keeper of a ward";

type Forgery<'f> = &'f dyn Fn(&mut Json, &mut Luck) -> Option<()>;

impl Mails<'_> {
    /// The mails with a file whose name ends like that, and the name of the file.
    fn with(&self, ending: &str) -> Vec<(PathBuf, String)> {
        let mut found = vec![];
        for (path, mail) in mails::mails(self.folder) {
            for line in mail.lines() {
                let name = line.split("name=\"").nth(1).and_then(|rest| rest.split('"').next());
                if let Some(name) = name.filter(|name| name.ends_with(ending)) {
                    found.push((path.clone(), name.to_owned()));
                }
            }
        }
        found.dedup();
        found
    }

    /// Changes one of the proofs in which the forgery finds an occasion.
    fn forge(&mut self, forge: Forgery<'_>) -> Option<()> {
        self.proof(forge).map(drop)
    }

    /// The same; gives the proof as it is then.
    fn proof(&mut self, forge: Forgery<'_>) -> Option<Json> {
        let mut files = self.with(".proof.json");
        while !files.is_empty() {
            let (path, name) = files.swap_remove(self.luck.below(files.len()));
            let before = mails::read(&path, &name);
            let mut after = before.clone();
            if forge(&mut after, self.luck).is_some() && after != before {
                mails::forge_one(&path, &name, |json| *json = after.clone());
                // The same proof may be in a second mail, sent again.
                for (other, name) in files {
                    if mails::read(&other, &name) == before {
                        mails::forge_one(&other, &name, |json| *json = after.clone());
                    }
                }
                return Some(after);
            }
        }
        None
    }

    fn reveal(&mut self, forge: impl Fn(&mut Json) -> Option<()>) -> Option<()> {
        let (path, name) = self.with("reveal.json").pop()?;
        let before = mails::read(&path, &name);
        let mut after = before.clone();
        forge(&mut after)?;
        (after != before).then(|| mails::forge_one(&path, &name, |json| *json = after))
    }

    /// The first mail with a file is there a second time, and says something else there.
    fn twice(&mut self, name: &str, change: impl FnOnce(&mut Json)) -> Option<()> {
        let (path, name) = self.with(name).into_iter().next()?;
        let again = path.with_extension("again.eml");
        fs::copy(&path, &again).unwrap();
        mails::forge_one(&again, &name, change);
        Some(())
    }
}

fn power(proof: &Json) -> String {
    proof["power"].as_str().unwrap().to_owned()
}

/// The sheet that was played, if it came by a mail of who reads for the power.
fn mailed_sheet(proof: &Json) -> Option<String> {
    let came = proof["sheets"].as_array()?.iter().find(|came| came["power"] == proof["power"])?;
    let played: u64 = came["played"].as_str()?.strip_prefix("revision ")?.parse().ok()?;
    let revisions = came["revisions"].as_array()?;
    let played = revisions.iter().find(|one| one["revision"] == played)?;
    let by_mail = matches!(played["way"].as_str()?, "mail" | "saved mail");
    (by_mail && played["writer"] == came["reader"])
        .then(|| proof["sheet"].as_str())?
        .map(str::to_owned)
}

/// What was played stands in none of the mails that the player wrote.
fn foreign_sheet(mails: &mut Mails) -> Option<()> {
    let mut proofs = mails.with(".proof.json").into_iter();
    let sheet = proofs.find_map(|(path, name)| mailed_sheet(&mails::read(&path, &name)))?;
    let all = mails::mails(mails.folder);
    let is_sent = |path: &Path| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("sent-"))
    };
    let (with, without): (Vec<_>, Vec<_>) = all
        .iter()
        .filter(|(path, _)| is_sent(path))
        .partition(|(_, mail)| mails::text_of(mail).contains(sheet.trim()));
    with.iter().for_each(|(path, _)| fs::remove_file(path).unwrap());
    // Who has none of their own mails cannot show it, and nothing is wrong.
    (!with.is_empty() && !without.is_empty()).then_some(())
}

fn not_played(mails: &mut Mails) -> Option<()> {
    mails.forge(&|proof, _| {
        proof["sheet"].as_str()?;
        proof["sheet"] = Json::Null;
        Some(())
    })
}

/// The revisions that came for the power of a proof, or for another; none, if none came.
fn revisions(proof: &mut Json, own: bool) -> Option<&mut Vec<Json>> {
    let power = power(proof);
    let all = proof["sheets"].as_array_mut()?.iter_mut();
    all.filter(|came| (came["power"] == *power) == own)
        .filter_map(|came| came["revisions"].as_array_mut())
        .find(|revisions| !revisions.is_empty())
}

fn not_counted(mails: &mut Mails) -> Option<()> {
    mails.forge(&|proof, _| revisions(proof, true)?.pop().map(drop))
}

fn others_not_counted(mails: &mut Mails) -> Option<()> {
    mails.forge(&|proof, _| revisions(proof, false)?.pop().map(drop))
}

fn others_way(mails: &mut Mails) -> Option<()> {
    mails.forge(&|proof, _| {
        let way = &mut revisions(proof, false)?[0]["way"];
        *way = if *way == "hand" { json!("mail") } else { json!("hand") };
        Some(())
    })
}

fn others_played(mails: &mut Mails) -> Option<()> {
    mails.forge(&|proof, _| {
        let own = power(proof);
        let mut all = proof["sheets"].as_array_mut()?.iter_mut();
        let other = all.find(|came| came["power"] != *own && came["played"] != "nothing")?;
        other["played"] = "nothing".into();
        Some(())
    })
}

fn no_sheets(mails: &mut Mails) -> Option<()> {
    mails.forge(&|proof, _| proof.as_object_mut()?.remove("sheets").map(drop))
}

/// Another is said to have kept a ward.
fn other_keeper(mails: &mut Mails) -> Option<()> {
    mails.forge(&|proof, _| {
        let all = proof["sheets"].as_array_mut()?;
        let other = all.iter().find(|came| came["player"] == true && came["keeper"].is_null())?;
        let other = other["power"].clone();
        let ward = all.iter_mut().find(|came| came["keeper"].is_string())?;
        ward["keeper"] = if ward["keeper"] == other { ward["power"].clone() } else { other };
        Some(())
    })
}

fn other_seal(mails: &mut Mails) -> Option<()> {
    mails.forge(&|proof, _| {
        let shuffle = proof["shuffles"].as_array_mut()?.first_mut()?;
        shuffle["seal"] = "00".repeat(32).into();
        Some(())
    })
}

fn two_promises(mails: &mut Mails) -> Option<()> {
    mails.twice("promise.json", |promise| promise["secret_hash"] = "00".repeat(32).into())
}

fn two_secrets(mails: &mut Mails) -> Option<()> {
    mails.twice("reveal.json", |told| told["secret"] = "11".repeat(32).into())
}

fn other_secret(mails: &mut Mails) -> Option<()> {
    mails.with("promise.json").first()?;
    mails.reveal(|told| {
        told["secret"] = "11".repeat(32).into();
        Some(())
    })
}

/// Turns the options of a draw round and lets the same place fall.
fn turn_options(proof: &mut Json) -> Option<()> {
    let dice = proof["dice"].as_array_mut()?;
    for die in dice {
        let Some(options) = die["what"].as_str()?.strip_prefix("one of ") else { continue };
        let mut options: Vec<&str> = options.split(", ").collect();
        let fell = die["fell"].as_str()?;
        let Some(at) = options.iter().position(|option| *option == fell) else { continue };
        let before = options.clone();
        options.reverse();
        // An order that may be the program's is no cheat.
        if options.len() < 2 || options == before || options.is_sorted() {
            continue;
        }
        let (what, fell) = (format!("one of {}", options.join(", ")), options[at].to_owned());
        die["what"] = what.into();
        die["fell"] = fell.into();
        return Some(());
    }
    None
}

fn options_turned(mails: &mut Mails) -> Option<()> {
    mails.forge(&|proof, _| turn_options(proof))
}

fn options_turned_as_version_1(mails: &mut Mails) -> Option<()> {
    mails.forge(&|proof, _| {
        proof["version"] = 1.into();
        turn_options(proof)
    })
}

fn options_turned_unversioned(mails: &mut Mails) -> Option<()> {
    mails.forge(&|proof, _| {
        proof.as_object_mut()?.remove("version")?;
        turn_options(proof)
    })
}

fn key_twice(mails: &mut Mails) -> Option<()> {
    mails.forge(&|proof, luck| {
        let dice = proof["dice"].as_array_mut()?;
        let one = luck.pick(dice)?.clone();
        dice.push(one);
        Some(())
    })
}

fn left_out(mails: &mut Mails) -> Option<()> {
    mails.forge(&|proof, _| {
        let dice = proof["dice"].as_array_mut()?;
        let key = |die: &Json| die["key"].as_str().unwrap_or_default().to_owned();
        let second = dice.iter().map(key).find(|key| key.ends_with("/2"))?;
        let first = format!("{}/1", second.strip_suffix("/2")?);
        dice.retain(|die| key(die) != first);
        Some(())
    })
}

fn other_die(mails: &mut Mails) -> Option<()> {
    mails.forge(&|proof, luck| {
        let dice = proof["dice"].as_array_mut()?;
        let at = luck.below(dice.len());
        let die = dice.get_mut(at).filter(|die| die["forced"] != true)?;
        die["fell"] = "99".into();
        Some(())
    })
}

/// The leaf of another is 32 bytes of the umpire's choice, in the report and at the end alike.
fn free_bytes(mails: &mut Mails, change: &dyn Fn(&mut Json)) -> Option<()> {
    let forged = mails.proof(&|proof, _| {
        let own = power(proof);
        let leaves = proof["leaves"].as_array_mut()?;
        let other = leaves.iter_mut().find(|leaf| leaf[0] != own)?;
        other[1] = "ab".repeat(32).into();
        let bytes = leaves.iter().map(|leaf| kit::proof::from_hex(leaf[1].as_str()?));
        let bytes: Option<Vec<[u8; 32]>> = bytes.collect();
        proof["root"] = kit::proof::hex(&kit::proof::root(&bytes?)).into();
        change(proof);
        Some(())
    })?;
    mails.reveal(|told| {
        let seasons = told["seasons"].as_array_mut()?;
        let season = seasons.iter_mut().find(|season| season["digest"] == forged["digest"])?;
        season["root"] = forged["root"].clone();
        for (leaf, made) in
            season["leaves"].as_array_mut()?.iter_mut().zip(forged["leaves"].as_array()?)
        {
            if leaf["leaf"] != made[1] {
                leaf["leaf"] = made[1].clone();
                leaf["sent"] = "sheet".into();
                leaf["withheld"] = "holds a private note".into();
            }
        }
        change(season);
        Some(())
    })
}

fn free_leaf(mails: &mut Mails) -> Option<()> {
    free_bytes(mails, &|_| {})
}

fn free_leaf_withheld(mails: &mut Mails) -> Option<()> {
    free_bytes(mails, &|json| json["scheme"] = 1.into())
}

fn leaf_more(mails: &mut Mails) -> Option<()> {
    mails.forge(&|proof, _| {
        proof["leaves"].as_array_mut()?.push(json!(["turkey", "cd".repeat(32)]));
        Some(())
    })
}

/// A second report of a season that stands, which replaces nothing.
fn two_digests(mails: &mut Mails) -> Option<()> {
    mails.twice(".proof.json", |proof| {
        proof["digest"] = "ef".repeat(32).into();
        proof["replaces"] = json!([]);
    })
}

fn other_digest(mails: &mut Mails) -> Option<()> {
    let (path, name) = mails.with(".proof.json").pop()?;
    let digest = mails::read(&path, &name)["digest"].clone();
    mails.reveal(|told| {
        let seasons = told["seasons"].as_array_mut()?;
        let season = seasons.iter_mut().find(|season| season["digest"] == digest)?;
        season["digest"] = "ef".repeat(32).into();
        Some(())
    })
}

fn unchained(mails: &mut Mails) -> Option<()> {
    mails.forge(&|proof, _| (proof["previous"] != "").then(|| proof["previous"] = "".into()))
}

fn wrong_type(mails: &mut Mails) -> Option<()> {
    mails.forge(&|proof, _| {
        proof["replaces"] = Json::Null;
        proof["number"] = "four".into();
        Some(())
    })
}

fn renamed(mails: &mut Mails) -> Option<()> {
    mails.forge(&|proof, _| {
        let name = format!("{} (2)", proof["season"].as_str()?);
        proof["season"] = name.into();
        Some(())
    })
}
