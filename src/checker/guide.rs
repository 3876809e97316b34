//! The guide for players: how orders are written and mailed, for reference.
//!
//! It is made from the description of the sheets and from the game's list of decisions, so it never
//! says what the program does not do.

use crate::{CheckError, MAIL_COLUMNS};
use kit::decision::Decision;
use play::{OwnForce, PLACES, PlayerGame, PlayerReferee, figures};
use report::{Templates, wrapped};
use serde_json::json;
use sheet::guide::{Chapter, Item, KEYS, about, lines};
use std::collections::BTreeMap;

/// What the file is called that goes with the welcome.
pub const FILE: &str = "guide.html";

/// What a player may ask for, in a sentence for people.
pub const ASKED_BY_SUBJECT: &str = "Write one of these into the subject of a mail to get it: \
    `report` or `report SEASON`, `form`, `form NAME` (all that one force can do: each place with its \
    points), `map` (the whole map with every number, as you know it), `status`, `history`, `guide` (the whole guide), `guide WORD` (what it says of a word, such as `guide supply` or `guide march`), `help`. `letter to POWER` carries the text of the mail to another player, `challenge` asks the umpire to look at a result \
    again, and `play` lets a season go on with what counts of your orders, if this campaign goes on \
    by itself.";

const BEGINNING: &str = "\
You write orders as a sheet of plain text and mail it to the umpire's
address. Answer any mail of ours and it gets there. Put the sheet into
the mail as it is, or attach it as a file whose name ends in `.yaml`.
The form that comes with each report is such a sheet; fill it in.

Each sheet is answered: what of it will be played, what not, and why,
with the line and a mark under the fault. Mend it and send it again as
often as you like until the deadline; the newest sheet replaces the one
before as a whole.

A sheet is YAML: `key: value`, lists with `- ` or in [brackets, like
this], and two blanks of indentation for what belongs to a line. After
`#` comes a remark. Names need no accents and no capitals.

In the shapes below CAPITALS stand for a name, `...` for more of the
same, `/` for a choice, and what stands in {braces} may be left out
where it is not needed. Where there is an `or`, the short way is enough.
A § is a paragraph of the game's rulebook; nobody needs it to play.
";

/// The chapters that are the same for every campaign of a rule system: what a sheet is made of.
fn of_the_sheet(system: &dyn PlayerReferee) -> Vec<Chapter> {
    let subject = Chapter::of("THE SUBJECT OF A MAIL", vec![ASKED_BY_SUBJECT.to_owned()]);
    let defaults = defaults(&system.decisions());
    std::iter::once(subject).chain(system.guide()).chain(defaults).collect()
}

/// What is done where a sheet is silent, by the key that would answer it. Where a key answers
/// several decisions, each says which it is.
fn defaults(decisions: &[Decision]) -> Option<Chapter> {
    let mut by_key: BTreeMap<&str, Vec<&Decision>> = BTreeMap::new();
    for decision in decisions.iter().filter(|one| one.key != "-" && one.default != "-") {
        by_key.entry(decision.key).or_default().push(decision);
    }
    let told = |(key, decisions): (&&str, &Vec<&Decision>)| {
        let is_only = decisions.len() == 1;
        let each = decisions.iter().map(|one| match is_only {
            true => format!("{} (§{})", one.default, one.rule),
            false => format!("{}: {} (§{})", one.decision, one.default, one.rule),
        });
        Item::Text { text: format!("{key}: {}", each.collect::<Vec<_>>().join("; ")) }
    };
    let items: Vec<Item> = by_key.iter().map(told).collect();
    let heading = "WHAT IS DONE WHEN YOUR SHEET DOES NOT SAY IT".to_owned();
    (!items.is_empty()).then_some(Chapter { heading, items })
}

/// The guide of a campaign for one power: how a season goes for it, with the figures of the book,
/// and what its sheets are made of.
pub struct PowerGuide {
    title: String,
    chapters: Vec<Chapter>,
}

impl PowerGuide {
    pub fn new(
        system: &dyn PlayerReferee,
        game: &dyn PlayerGame,
        known: &str,
    ) -> Result<Self, CheckError> {
        let mut chapters = game.primer(known)?;
        let figures = figures::tables(game.pages());
        chapters.push(Chapter::of("THE FIGURES OF THE BOOK", vec![]).with(figures));
        let said: Vec<String> = chapters.iter().map(|chapter| chapter.heading.clone()).collect();
        let further = of_the_sheet(system).into_iter();
        chapters.extend(further.filter(|chapter| !said.contains(&chapter.heading)));
        leave_out(&mut chapters, &game.unused());
        own_examples(&mut chapters, &game.own_forces(known)?);
        Ok(Self { title: format!("How to order in {}", system.title()), chapters })
    }

    /// What is the same for every campaign of a rule system.
    pub fn of_rules(system: &dyn PlayerReferee) -> Self {
        let title = format!("How to order in {}", system.title());
        Self { title, chapters: of_the_sheet(system) }
    }

    /// The whole of it as one page for a browser.
    pub fn page(&self, templates: &Templates) -> Result<Vec<u8>, CheckError> {
        let beginning: Vec<&str> = BEGINNING.trim_end().split("\n\n").collect();
        let view = json!({
            "title": self.title,
            "beginning": beginning,
            "chapters": self.chapters,
        });
        Ok(templates.print("mail/guide.html", &view)?.into_bytes())
    }

    /// The whole of it as text.
    pub fn text(&self) -> String {
        let mut page = format!("{}\n\n{BEGINNING}\n", self.title.to_uppercase());
        let heading = |chapter: &Chapter| format!("  {}", chapter.heading);
        let contents = ["CONTENTS".to_owned(), String::new()].into_iter();
        let contents = contents.chain(self.chapters.iter().map(heading)).chain([String::new()]);
        page.push_str(&laid_out(&contents.collect::<Vec<_>>()));
        page.push_str(&laid_out(&lines(&self.chapters)));
        page
    }

    /// What it says of a word, as text; or which words there are.
    pub fn about(&self, asked: &str) -> String {
        let found = about(&self.chapters, asked);
        if !found.is_empty() {
            return laid_out(&lines(&found));
        }
        let mut told = format!("The guide has nothing on `{asked}`. Its chapters are:\n\n");
        for chapter in &self.chapters {
            let words: Vec<&str> = chapter.words().collect();
            let words = match words.is_empty() {
                true => String::new(),
                false => format!(": {}", words.join(", ")),
            };
            told.push_str(&fit(&format!("  {}{words}", chapter.heading)));
        }
        told
    }
}

/// Leaves out the keys of a sheet that can do nothing in a campaign, and the chapters that no other key leads to.
fn leave_out(chapters: &mut Vec<Chapter>, unused: &[&str]) {
    for chapter in chapters.iter_mut().filter(|chapter| chapter.heading == KEYS) {
        chapter.items.retain(|item| match item {
            Item::Word(word) => !unused.contains(&&*word.word),
            Item::Text { .. } | Item::Table(_) => true,
        });
    }
    let mut led_to: Vec<String> = vec![];
    for item in chapters.iter().flat_map(|chapter| &chapter.items) {
        if let Item::Word(word) = item {
            led_to.extend(word.pattern.split_once("; see ").map(|(_, heading)| heading.to_owned()));
        }
    }
    let of_key = |key: &str| {
        let key = key.to_uppercase();
        [format!("AN ENTRY OF {key}"), format!("EACH OF {key}")]
    };
    let own: Vec<String> = unused.iter().flat_map(|key| of_key(key)).collect();
    chapters.retain(|chapter| !own.contains(&chapter.heading) || led_to.contains(&chapter.heading));
}

/// Shows each step as one of the reader's own forces could do it now, where one can.
fn own_examples(chapters: &mut [Chapter], forces: &[OwnForce]) {
    let mut examples: BTreeMap<String, String> = BTreeMap::new();
    for force in forces {
        let named = force.reach.goals.iter().filter(|goal| goal.named);
        let goal = named.min_by_key(|goal| (goal.ours, goal.cost));
        let go = force.go.trim().trim_start_matches("- ");
        let goes = goal.map(|goal| go.replace(PLACES, &goal.name));
        let deeds = force.reach.deeds.iter().map(|deed| deed.step.clone());
        for step in goes.into_iter().chain(deeds) {
            let Some((key, _)) = step.split_once(':') else { continue };
            let example = || format!("{step}  # {}", force.name);
            examples.entry(key.to_owned()).or_insert_with(example);
        }
    }
    // A force on the map can do neither the entries of a budget nor changes of the order of battle.
    let of_forces = ["EACH OF STEPS", "EACH OF PLANS", "EACH OF ACTS"];
    let steps = chapters.iter_mut().filter(|chapter| of_forces.contains(&&*chapter.heading));
    for item in steps.flat_map(|chapter| &mut chapter.items) {
        if let Item::Word(word) = item
            && let Some(example) = examples.get(&word.word)
        {
            word.example.clone_from(example);
        }
    }
}

/// Wraps lines for a mail; continuation lines are indented by two more blanks.
pub fn laid_out(lines: &[String]) -> String {
    lines.iter().map(|line| fit(line)).collect()
}

fn fit(line: &str) -> String {
    let text = line.trim_start();
    let lead = line.len() - text.len();
    let whole = wrapped(
        &format!("{}{text}", "x".repeat(lead)),
        MAIL_COLUMNS,
        if lead == 0 { 0 } else { lead + 2 },
    );
    format!("{}{}\n", " ".repeat(lead), whole.get(lead..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheet::guide::Word;

    fn chapter(heading: &str, words: &[(&str, &str)]) -> Chapter {
        let word = |(word, pattern): &(&str, &str)| {
            let (word, pattern) = ((*word).to_owned(), (*pattern).to_owned());
            Item::Word(Word { word, pattern, ..Word::default() })
        };
        Chapter { heading: heading.to_owned(), items: words.iter().map(word).collect() }
    }

    /// A key that can do nothing goes with its chapter, unless another key leads to that.
    #[test]
    fn what_can_do_nothing_is_left_out() {
        let plans = ("plans", "plans: a list; see EACH OF PLANS");
        let letters = ("letters", "letters: a list; see AN ENTRY OF LETTERS");
        let mut chapters = vec![
            chapter(KEYS, &[plans, letters, ("moves", "moves: [AREA]")]),
            chapter("AN ENTRY OF LETTERS", &[("to", "to: POWER")]),
            chapter("EACH OF PLANS", &[("volley", "volley: FORCE")]),
            chapter("AN ENTRY OF DOCTRINE", &[plans]),
        ];
        leave_out(&mut chapters, &["plans", "letters"]);
        let headings: Vec<&str> = chapters.iter().map(|one| &*one.heading).collect();
        assert_eq!(headings, [KEYS, "EACH OF PLANS", "AN ENTRY OF DOCTRINE"]);
        assert_eq!(chapters[0].words().collect::<Vec<_>>(), ["moves"]);
        assert_eq!(chapters[2].words().collect::<Vec<_>>(), ["plans"]);
    }
}
