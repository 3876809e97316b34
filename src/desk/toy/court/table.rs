//! A campaign of the court that is played by mail: a Maildir in, a folder of mails out.

use super::histories::COURT;
use super::histories::mails::mails;
use super::histories::table::{Game, Table as Post};
use kit::ledger::Entry;
use mail::saved::Saved;
use serde_json::Value as Json;
use std::ops::Deref;

/// A campaign with its players' mails: `ada` and `bert` hold what each sent and got.
pub struct Table {
    post: Post,
}

impl Deref for Table {
    type Target = Post;

    fn deref(&self) -> &Post {
        &self.post
    }
}

impl Table {
    /// Begins a campaign with these options; Ada and Bert play.
    pub fn begun(options: &'static [&'static str]) -> Table {
        let table = Table { post: Post::new(&Game { options, ..COURT }, &"2a".repeat(32), "") };
        table.seat("Ada", &["ada".into()]).unwrap();
        table.seat("Bert", &["bert".into()]).unwrap();
        table.desk().start(true, None).unwrap();
        table.send();
        table
    }

    /// A player's mail for a power comes in and is answered: the verdict and the reason.
    pub fn mail(&mut self, name: &str, power: &str, orders: &str) -> (String, String) {
        let season = self.desk().current().unwrap().name;
        let sheet = format!("campaign: game\nseason: {season}\npower: {power}\n{orders}");
        self.post(name, "orders", &sheet)
    }

    /// A player's mail comes in: the verdict and the reason.
    pub fn post(&mut self, name: &str, subject: &str, text: &str) -> (String, String) {
        let path = self.post.written(name, subject, &format!("{text}\n"));
        let receipt = self.by_mail(&path).unwrap();
        (receipt.verdict, receipt.reason)
    }

    /// The same for a sheet that must be taken.
    pub fn accepted(&mut self, name: &str, power: &str, orders: &str) {
        let (verdict, reason) = self.mail(name, power, orders);
        assert_eq!(verdict, "accepted", "{orders}: {reason}");
    }

    /// Plays the season and mails its reports.
    pub fn publish(&self) {
        self.post.publish(Some("it is a test"));
        self.hand_out_to_both();
    }

    /// Sends what waits, and gives each player their own mails.
    pub fn send(&self) {
        self.post.send();
        self.hand_out_to_both();
    }

    fn hand_out_to_both(&self) {
        self.post.hand_out(&["Ada", "Bert"].map(str::to_owned));
    }

    /// The mails that a player got, whose subject has these words, with all their files as text.
    pub fn got(&self, name: &str, words: &str) -> Vec<String> {
        let mut found = vec![];
        for (_, mail) in mails(&self.own(name)) {
            let saved = Saved::read(mail.as_bytes()).unwrap();
            if saved.list_id.is_some() && saved.subject.contains(words) {
                found.push(saved.text + &String::from_utf8_lossy(&saved.files.concat()));
            }
        }
        found
    }

    /// What a power knows at the start of the season that is open, as a document.
    pub fn known(&self, power: &str) -> Json {
        let desk = self.desk();
        let season = desk.store.newest_season().unwrap();
        let known = desk.store.known(season.id).unwrap();
        serde_json::from_str(&known[power]).unwrap()
    }

    /// The first card in a power's hand.
    pub fn card(&self, power: &str) -> String {
        self.known(power)["deck"]["own"][0].as_str().unwrap().to_owned()
    }

    /// The ledger of a season that was published.
    pub fn ledger(&self, season: &str) -> Vec<Entry> {
        let desk = self.desk();
        let id = desk.store.season(season).unwrap().id;
        let ledger = desk.store.ledger(id).unwrap();
        ledger.iter().map(|json| serde_json::from_str(json).unwrap()).collect()
    }
}
