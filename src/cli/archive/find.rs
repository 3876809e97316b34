//! `umpire archive search`, `follow` and `diff`: questions about many seasons.

use super::super::{Outcome, json};
use archive::Archive as Library;
use archive::change::{Change, Moved};
use archive::chapter::Stand;
use archive::life::{Life, Year};
use archive::search::{Hit, Span};
use desk::wrapped;
use std::io::{self, IsTerminal, Write};

/// How wide a line is.
const WIDTH: usize = 79;

#[derive(Debug, clap::Args)]
pub struct Search {
    /// What to look for: every word has to be there; "in quotes" together, star* for a prefix
    #[arg(required = true)]
    words: Vec<String>,
    /// Search only what this power knew, wrote and was told
    #[arg(long = "as", value_name = "POWER")]
    eye: Option<String>,
    /// Only in these seasons: a name or number, or two with .. between them
    #[arg(long, value_name = "A..B")]
    season: Option<String>,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

impl Search {
    pub fn run(self, library: &Library, out: &mut dyn Write) -> Outcome {
        let audience = library.audience(self.eye.as_deref())?;
        let span = self.season.as_deref().map_or(Ok(Span::ALL), |written| library.span(written))?;
        let hits = library.search(&self.words.join(" "), &audience, span)?;
        if self.json {
            return json(out, &hits);
        }
        if hits.is_empty() {
            return Ok(writeln!(out, "Nothing found.")?);
        }
        hits.iter().try_for_each(|hit| told(hit, out))
    }
}

fn told(hit: &Hit, out: &mut dyn Write) -> Outcome {
    // On a terminal marked words are bold; in a file they stand in brackets.
    let (from, to) =
        if io::stdout().is_terminal() { ("\u{1b}[1m", "\u{1b}[0m") } else { ("[", "]") };
    let text: String = hit
        .pieces
        .iter()
        .map(|piece| match piece.marked {
            true => format!("{from}{}{to}", piece.text),
            false => piece.text.clone(),
        })
        .collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let withdrawn = if hit.withdrawn { ", withdrawn" } else { "" };
    writeln!(out, "{} (season {}{withdrawn}), {}: {}", hit.season, hit.key, hit.kind, hit.heading)?;
    writeln!(out, "    {}", wrapped(&text, WIDTH - 4, 4))?;
    Ok(())
}

#[derive(Debug, clap::Args)]
pub struct Follow {
    /// Who or what: Kutuzov, Ulm, "2nd Corps", russia
    name: String,
    /// As this power knew it
    #[arg(long = "as", value_name = "POWER")]
    eye: Option<String>,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

impl Follow {
    pub fn run(self, library: &Library, out: &mut dyn Write) -> Outcome {
        let life = library.follow(&self.name, &library.audience(self.eye.as_deref())?)?;
        if self.json {
            return json(out, &life);
        }
        let Life { name, kind, last, years } = &life;
        writeln!(out, "{name} ({})\n{}\n", kind.word(), wrapped(last, WIDTH, 0))?;
        for Year { season, lines, stands, holder, .. } in years {
            writeln!(out, "{season}")?;
            for line in lines {
                writeln!(out, "  {}", wrapped(&line.text, WIDTH - 2, 4))?;
            }
            for stand in stands {
                writeln!(out, "  {}", wrapped(&at_the_end(stand), WIDTH - 2, 4))?;
            }
            if let Some(holder) = holder {
                writeln!(out, "  Held by {holder}.")?;
            }
        }
        Ok(())
    }
}

/// Where a force stood, in a line.
fn at_the_end(stand: &Stand) -> String {
    let Stand { name, power, place, strength, since, inside, plight, .. } = stand;
    let name = if name.is_empty() { "troops" } else { name };
    let when = match since {
        Some(since) => format!("last seen in {since}"),
        None => "at the end".to_owned(),
    };
    let strength = strength.map(|strength| format!(", strength {strength}")).unwrap_or_default();
    let more = |text: &String| match text.as_str() {
        "" => String::new(),
        text => format!("; {text}"),
    };
    format!("= {when}: {name} ({power}) at {place}{strength}{}{}", more(inside), more(plight))
}

#[derive(Debug, clap::Args)]
pub struct Diff {
    /// The earlier season
    from: String,
    /// The later season
    to: String,
    /// As this power knew it
    #[arg(long = "as", value_name = "POWER")]
    eye: Option<String>,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

impl Diff {
    pub fn run(self, library: &Library, out: &mut dyn Write) -> Outcome {
        let audience = library.audience(self.eye.as_deref())?;
        let change = library.change(&self.from, &self.to, &audience)?;
        if self.json {
            return json(out, &change);
        }
        let Change { from, to, moved, appeared, gone, taken, counts } = &change;
        writeln!(out, "From the end of {from} to the end of {to}:")?;
        section(out, "Moved", moved.iter().map(went))?;
        section(out, "Appeared", appeared.iter().map(|stand| at_the_end(stand)[2..].to_owned()))?;
        section(out, "Lost, or out of sight", gone.iter().map(before))?;
        let hands = taken.iter().map(|one| format!("{}: {} to {}", one.place, one.from, one.to));
        section(out, "Changed hands", hands)?;
        let counts = counts
            .iter()
            .map(|one| format!("{}, {}: {} to {}", one.whose, one.what, one.from, one.to));
        section(out, "Figures", counts)?;
        if change == (Change { from: from.clone(), to: to.clone(), ..Change::default() }) {
            writeln!(out, "nothing that was known")?;
        }
        Ok(())
    }
}

fn went(moved: &Moved) -> String {
    let Moved { name, power, from, to, strength, since } = moved;
    let way = if from == to { format!("at {to}") } else { format!("{from} to {to}") };
    let strength = strength.map(|(then, now)| format!(", strength {then} to {now}"));
    let since = since.as_ref().map(|since| format!(", last seen in {since}"));
    let (strength, since) = (strength.unwrap_or_default(), since.unwrap_or_default());
    format!("{name} ({power}): {way}{strength}{since}")
}

fn before(stand: &Stand) -> String {
    let name = if stand.name.is_empty() { "troops" } else { &stand.name };
    format!("{name} ({}): was at {}", stand.power, stand.place)
}

fn section(
    out: &mut dyn Write,
    heading: &str,
    lines: impl Iterator<Item = String>,
) -> io::Result<()> {
    for (nth, line) in lines.enumerate() {
        if nth == 0 {
            writeln!(out, "\n{heading}")?;
        }
        writeln!(out, "  {}", wrapped(&line, WIDTH - 2, 4))?;
    }
    Ok(())
}
