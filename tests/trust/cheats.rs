//! Ways to cheat, each played on the mails of one player of a game that was honest.
//!
//! A cheat says what it changed, or nothing if these mails give no occasion for it: a game without a
//! draw has no options to put into another order.

use crate::game;
use crate::luck::Luck;
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
];

type Forgery<'f> = &'f dyn Fn(&mut Json, &mut Luck) -> Option<()>;

impl Mails<'_> {
    /// The mails with a file whose name ends like that, and the name of the file.
    fn with(&self, ending: &str) -> Vec<(PathBuf, String)> {
        let mut found = vec![];
        for (path, mail) in game::mails(self.folder) {
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
    fn proof(&mut self, forge: Forgery<'_>) -> Option<Json> {
        let mut files = self.with(".proof.json");
        while !files.is_empty() {
            let (path, name) = files.swap_remove(self.luck.below(files.len()));
            let before = game::read(&path, &name);
            let mut after = before.clone();
            if forge(&mut after, self.luck).is_some() && after != before {
                game::forge_one(&path, &name, |json| *json = after.clone());
                // The same proof may be in a second mail, sent again.
                for (other, name) in files {
                    if game::read(&other, &name) == before {
                        game::forge_one(&other, &name, |json| *json = after.clone());
                    }
                }
                return Some(after);
            }
        }
        None
    }

    fn reveal(&mut self, forge: impl Fn(&mut Json) -> Option<()>) -> Option<()> {
        let (path, name) = self.with("reveal.json").pop()?;
        let before = game::read(&path, &name);
        let mut after = before.clone();
        forge(&mut after)?;
        (after != before).then(|| game::forge_one(&path, &name, |json| *json = after))
    }
}

fn power(proof: &Json) -> String {
    proof["power"].as_str().unwrap().to_owned()
}

fn came<'j>(proof: &'j mut Json, of: &str) -> Option<&'j mut Json> {
    proof["sheets"].as_array_mut()?.iter_mut().find(|came| came["power"] == of)
}

/// What was played stands in none of the mails that the player wrote.
fn foreign_sheet(mails: &mut Mails) -> Option<()> {
    let proofs = mails.with(".proof.json");
    for (path, name) in proofs {
        let proof = game::read(&path, &name);
        let Some(sheet) = proof["sheet"].as_str() else { continue };
        let own = power(&proof);
        let mut copy = proof.clone();
        let came = came(&mut copy, &own)?.clone();
        let played: u64 = came["played"].as_str()?.strip_prefix("revision ")?.parse().ok()?;
        let revisions = came["revisions"].as_array()?;
        let played = revisions.iter().find(|one| one["revision"] == played)?;
        if !matches!(played["way"].as_str()?, "mail" | "saved mail") {
            continue;
        }
        if played["writer"] != came["reader"] {
            continue;
        }
        let mut written = 0;
        let mut gone = 0;
        let all = game::mails(mails.folder);
        for (path, mail) in &all {
            let is_sent = path.file_name()?.to_str()?.starts_with("sent-");
            written += usize::from(is_sent);
            if is_sent && game::text_of(mail).contains(sheet.trim()) {
                gone += 1;
                fs::remove_file(path).unwrap();
            }
        }
        // Who has none of their own mails cannot show it, and nothing is wrong.
        return (gone > 0 && written > gone).then_some(());
    }
    None
}

fn not_played(mails: &mut Mails) -> Option<()> {
    mails
        .proof(&|proof, _| {
            proof["sheet"].as_str()?;
            proof["sheet"] = Json::Null;
            Some(())
        })
        .map(drop)
}

fn not_counted(mails: &mut Mails) -> Option<()> {
    mails
        .proof(&|proof, _| {
            let own = power(proof);
            let came = came(proof, &own)?;
            came["revisions"].as_array_mut()?.pop()?;
            Some(())
        })
        .map(drop)
}

fn others_not_counted(mails: &mut Mails) -> Option<()> {
    mails
        .proof(&|proof, _| {
            let own = power(proof);
            let others = proof["sheets"].as_array_mut()?.iter_mut();
            let mut others = others.filter(|came| came["power"] != own);
            let came = others
                .find(|came| came["revisions"].as_array().is_some_and(|all| !all.is_empty()))?;
            came["revisions"].as_array_mut()?.pop()?;
            Some(())
        })
        .map(drop)
}

fn others_way(mails: &mut Mails) -> Option<()> {
    mails
        .proof(&|proof, _| {
            let own = power(proof);
            let others = proof["sheets"].as_array_mut()?.iter_mut();
            let mut others = others.filter(|came| came["power"] != own);
            let came = others
                .find(|came| came["revisions"].as_array().is_some_and(|all| !all.is_empty()))?;
            let way = &mut came["revisions"][0]["way"];
            *way = if *way == "hand" { json!("mail") } else { json!("hand") };
            Some(())
        })
        .map(drop)
}

fn no_sheets(mails: &mut Mails) -> Option<()> {
    mails.proof(&|proof, _| proof.as_object_mut()?.remove("sheets").map(drop)).map(drop)
}

fn two_promises(mails: &mut Mails) -> Option<()> {
    let (path, _) = mails.with("promise.json").into_iter().next()?;
    fs::copy(&path, path.with_extension("again.eml")).unwrap();
    game::forge_one(&path, "promise.json", |promise| {
        promise["secret_hash"] = "00".repeat(32).into();
    });
    Some(())
}

fn two_secrets(mails: &mut Mails) -> Option<()> {
    let (path, _) = mails.with("reveal.json").pop()?;
    fs::copy(&path, path.with_extension("again.eml")).unwrap();
    other_secret(mails)
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
    mails.proof(&|proof, _| turn_options(proof)).map(drop)
}

fn options_turned_as_version_1(mails: &mut Mails) -> Option<()> {
    mails
        .proof(&|proof, _| {
            proof["version"] = 1.into();
            turn_options(proof)
        })
        .map(drop)
}

fn options_turned_unversioned(mails: &mut Mails) -> Option<()> {
    mails
        .proof(&|proof, _| {
            proof.as_object_mut()?.remove("version")?;
            turn_options(proof)
        })
        .map(drop)
}

fn key_twice(mails: &mut Mails) -> Option<()> {
    mails
        .proof(&|proof, luck| {
            let dice = proof["dice"].as_array_mut()?;
            let one = luck.pick(dice)?.clone();
            dice.push(one);
            Some(())
        })
        .map(drop)
}

fn left_out(mails: &mut Mails) -> Option<()> {
    mails
        .proof(&|proof, _| {
            let dice = proof["dice"].as_array_mut()?;
            let key = |die: &Json| die["key"].as_str().unwrap_or_default().to_owned();
            let second = dice.iter().map(key).find(|key| key.ends_with("/2"))?;
            let first = format!("{}/1", second.strip_suffix("/2")?);
            dice.retain(|die| key(die) != first);
            Some(())
        })
        .map(drop)
}

fn other_die(mails: &mut Mails) -> Option<()> {
    mails
        .proof(&|proof, luck| {
            let dice = proof["dice"].as_array_mut()?;
            let at = luck.below(dice.len());
            let die = dice.get_mut(at).filter(|die| die["forced"] != true)?;
            die["fell"] = "99".into();
            Some(())
        })
        .map(drop)
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
    mails
        .proof(&|proof, _| {
            proof["leaves"].as_array_mut()?.push(json!(["turkey", "cd".repeat(32)]));
            Some(())
        })
        .map(drop)
}

/// A second report of a season that stands, which replaces nothing.
fn two_digests(mails: &mut Mails) -> Option<()> {
    let (path, name) = mails.with(".proof.json").pop()?;
    let again = path.with_extension("again.eml");
    fs::copy(&path, &again).unwrap();
    game::forge_one(&again, &name, |proof| proof["digest"] = "ef".repeat(32).into());
    Some(())
}

fn other_digest(mails: &mut Mails) -> Option<()> {
    let digest = {
        let (path, name) = mails.with(".proof.json").pop()?;
        game::read(&path, &name)["digest"].clone()
    };
    mails.reveal(|told| {
        let seasons = told["seasons"].as_array_mut()?;
        let season = seasons.iter_mut().find(|season| season["digest"] == digest)?;
        season["digest"] = "ef".repeat(32).into();
        Some(())
    })
}

fn unchained(mails: &mut Mails) -> Option<()> {
    mails
        .proof(&|proof, _| (proof["previous"] != "").then(|| proof["previous"] = "".into()))
        .map(drop)
}

fn wrong_type(mails: &mut Mails) -> Option<()> {
    mails
        .proof(&|proof, _| {
            proof["replaces"] = Json::Null;
            proof["number"] = "four".into();
            Some(())
        })
        .map(drop)
}

fn renamed(mails: &mut Mails) -> Option<()> {
    mails
        .proof(&|proof, _| {
            let name = format!("{} (2)", proof["season"].as_str()?);
            proof["season"] = name.into();
            Some(())
        })
        .map(drop)
}
