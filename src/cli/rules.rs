//! `umpire rules`: the pages of the book that are for people.

use super::table::{self, Column};
use super::{Outcome, json};
use desk::campaign::book::{About, BookReader, Reading};
use kit::decision::Decision;
use std::io::Write;

/// Read the book: its paragraphs, its decisions, where its figures come from
///
/// Without an argument, lists the chapters and how far the program implements each.
///
/// A number prints what the paragraph is about, how we read it where the text is open, the cases that
/// hold it, and the decisions that it leaves to people.
///
/// `umpire rules scenario` explains the pages of a scenario of your own; with a word behind it, it
/// lists the names that they may use (`leaders`, `places`), or prints a page of the book
/// (`book/units.yaml`) or of a scenario of the program (`italy-1796`).
///
/// Examples: umpire rules 3.2; umpire rules decisions; umpire rules decisions 5.2.10;
/// umpire rules scenario --rules nations
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Rules {
    /// `decisions`, `decisions` and the number of a paragraph, `figures`, `scenario`, or a number alone
    #[arg(value_name = "decisions|figures|scenario|§")]
    what: Vec<String>,
    /// The rule system, if there are several
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

impl Rules {
    pub fn run(self, out: &mut dyn Write) -> Outcome {
        let pages = BookReader::open(self.rules.as_deref())?;
        match self.what.join(" ").as_str() {
            written if written.starts_with("decisions ") => {
                let number = written.trim_start_matches("decisions ");
                let all = pages.decisions_of(number)?;
                if self.json {
                    json(out, &all)
                } else if all.is_empty() {
                    Ok(writeln!(out, "§{number} leaves no decision to a person.")?)
                } else {
                    decisions(&all, out)
                }
            }
            "" => chapters(&pages, self.json, out),
            "decisions" => {
                let all = pages.decisions()?;
                if self.json { json(out, &all) } else { decisions(&all, out) }
            }
            "figures" => figures(&pages, self.json, out),
            written if written == "scenario" || written.starts_with("scenario ") => {
                let what = written.trim_start_matches("scenario").trim();
                scenario(&pages, what, self.json, out)
            }
            number => paragraph(&pages, number, self.json, out),
        }
    }
}

fn chapters(pages: &BookReader, as_json: bool, out: &mut dyn Write) -> Outcome {
    let all = pages.chapters()?;
    if as_json {
        return json(out, &all);
    }
    let rows: Vec<Vec<String>> = all
        .iter()
        .map(|chapter| {
            let counts = chapter.counts.iter().map(|(status, count)| format!("{count} {status}"));
            let counts = counts.collect::<Vec<_>>().join(", ");
            vec![chapter.number.clone(), chapter.heading.clone(), counts]
        })
        .collect();
    let columns = [Column("§", 8), Column("chapter", 48), Column("paragraphs", 40)];
    Ok(table::print(out, &columns, &rows)?)
}

fn decisions(all: &[Decision], out: &mut dyn Write) -> Outcome {
    let row = |decision: &Decision| {
        let Decision { rule, decision, default, key, .. } = decision;
        [*rule, *decision, *default, *key].map(str::to_owned).to_vec()
    };
    let rows: Vec<_> = all.iter().map(row).collect();
    let columns =
        [Column("§", 10), Column("decision", 32), Column("default", 30), Column("key", 22)];
    Ok(table::print(out, &columns, &rows)?)
}

fn figures(pages: &BookReader, as_json: bool, out: &mut dyn Write) -> Outcome {
    let all = pages.figures()?;
    if as_json {
        return json(out, &all);
    }
    let rows: Vec<Vec<String>> = all
        .iter()
        .map(|page| {
            let counts = page.counts.iter().map(|(source, count)| format!("{count} {source}"));
            let note = if page.note.starts_with("text = ") { "" } else { &page.note };
            vec![page.page.clone(), counts.collect::<Vec<_>>().join(", "), note.to_owned()]
        })
        .collect();
    let columns = [Column("page", 30), Column("figures by source", 44), Column("remark", 40)];
    table::print(out, &columns, &rows)?;
    writeln!(out, "\ntext: said outright in the rules; example: read off a worked example;")?;
    writeln!(
        out,
        "public: public material; reconstructed: ours, chosen to agree with all that is known."
    )?;
    writeln!(out, "A campaign's own book/ folder overrides any page, file by file.")?;
    Ok(())
}

fn scenario(pages: &BookReader, what: &str, as_json: bool, out: &mut dyn Write) -> Outcome {
    match pages.scenario(what)? {
        About::Text(text) if as_json => json(out, &text),
        About::Text(text) => Ok(write!(out, "{text}")?),
        About::Names(names) if as_json => json(out, &names),
        About::Names(names) => {
            for (name, word) in names {
                match word.is_empty() {
                    true => writeln!(out, "{name}")?,
                    false => writeln!(out, "{name}: {word}")?,
                }
            }
            Ok(())
        }
    }
}

fn paragraph(pages: &BookReader, number: &str, as_json: bool, out: &mut dyn Write) -> Outcome {
    let entry = pages.paragraph(number)?;
    if as_json {
        return json(out, &entry);
    }
    for paragraph in std::iter::once(&entry.paragraph).chain(&entry.below) {
        writeln!(out, "§{} {} ({})", paragraph.id, paragraph.heading, paragraph.status)?;
        writeln!(out, "    {}", paragraph.about)?;
        if !paragraph.not_played.is_empty() {
            writeln!(out, "    not played: {}", paragraph.not_played)?;
        }
    }
    if !entry.readings.is_empty() {
        writeln!(out, "\nHow we read it")?;
    }
    for Reading { rules, reading, .. } in &entry.readings {
        writeln!(out, "    §{}: {reading}", rules.join(", §"))?;
    }
    if !entry.cases.is_empty() {
        writeln!(out, "\nCases of §{} (`umpire case` plays them)", entry.paragraph.id)?;
    }
    for case in &entry.cases {
        writeln!(out, "    {case}")?;
    }
    for decision in &entry.decisions {
        writeln!(out, "\n{} (§{}; {})", decision.decision, decision.rule, decision.decider)?;
        writeln!(out, "    options  {}", decision.options)?;
        writeln!(out, "    default  {}", decision.default)?;
        writeln!(out, "    key      {} ({})", decision.key, decision.place)?;
    }
    Ok(())
}
