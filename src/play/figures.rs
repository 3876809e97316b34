//! The figures of a book as tables for people: whatever stands on its pages under `tables/`, as it
//! stands there.
//!
//! Not here: what a figure means, which the chapters of the guide say.

use kit::names::capital;
use kit::shelf::BookPages;
use serde_yaml::{Mapping, Value};
use sheet::guide::Table;

/// Where the pages with figures lie.
const FOLDER: &str = "tables/";

/// What of a page is about the page: where a value is from, and which values are known.
const ASIDE: [&str; 6] = ["source", "note", "rule", "columns", "bands", "known"];

/// The tables of a book, page by page.
pub fn tables(pages: &BookPages) -> Vec<Table> {
    let mut all = vec![];
    for (name, text) in pages.iter() {
        let Some(stem) = name.strip_prefix(FOLDER).and_then(|name| name.strip_suffix(".yaml"))
        else {
            continue;
        };
        let Ok(Value::Mapping(page)) = serde_yaml::from_str(text) else { continue };
        let rule = page.get("rule").and_then(Value::as_str);
        let rule = rule.map_or(String::new(), |rule| format!(" ({rule})"));
        let title = capital(&stem.replace('-', " "));
        page_of((&format!("{title}{rule}"), &title), &page, &[], &mut all);
    }
    all
}

/// The tables of a page: one of its single figures, and one for each list or map on it.
///
/// What has no columns of its own has those of the page around it.
fn page_of(
    (caption, title): (&str, &str),
    page: &Mapping,
    around: &[String],
    all: &mut Vec<Table>,
) {
    let head = ["columns", "bands"].iter().find_map(|key| page.get(*key));
    let has_own = head.is_some();
    let head: Vec<String> = head.map_or(around.to_vec(), cells);
    let told = || page.iter().filter(|(key, _)| !is_aside(key));
    let single: Vec<Vec<String>> = told()
        .filter(|(_, value)| !is_table(value))
        .map(|(key, value)| vec![cell(key), cell(value)])
        .collect();
    if !single.is_empty() {
        all.push(Table::new(caption, &["", ""], single));
    }
    for (key, value) in told().filter(|(_, value)| is_table(value)) {
        let key = cell(key);
        let caption = if key == "rows" { caption.to_owned() } else { format!("{title}: {key}") };
        match value {
            Value::Sequence(rows) if rows.iter().all(Value::is_mapping) => {
                let rows: Vec<&Mapping> = rows.iter().filter_map(Value::as_mapping).collect();
                all.push(of_maps(&caption, &rows));
            }
            Value::Sequence(rows) => {
                let rows: Vec<Vec<String>> = rows.iter().map(cells).collect();
                let fits = rows.iter().all(|row| row.len() == head.len());
                let head = if has_own || fits { head.clone() } else { vec![] };
                all.push(without_sources(Table { caption, head, rows }));
            }
            Value::Mapping(inner) if has_rows(inner) => {
                let told = || inner.iter().filter(|(key, _)| !is_aside(key));
                let rows: Vec<&Mapping> = told().filter_map(|(_, row)| row.as_mapping()).collect();
                let mut table = of_maps(&caption, &rows);
                table.head.insert(0, String::new());
                let keys = told().map(|(key, _)| cell(key));
                table.rows.iter_mut().zip(keys).for_each(|(row, key)| row.insert(0, key));
                all.push(table);
            }
            Value::Mapping(inner) if inner.iter().any(|(_, value)| is_table(value)) => {
                page_of((&caption, &caption), inner, &head, all);
            }
            Value::Mapping(inner) => {
                let told = inner.iter().filter(|(key, _)| !is_aside(key));
                let rows = told.map(|(key, value)| vec![cell(key), cell(value)]).collect();
                all.push(Table::new(&caption, &["", ""], rows));
            }
            _ => {}
        }
    }
}

/// A table without its column of where each row is from.
fn without_sources(mut table: Table) -> Table {
    let Some(at) = table.head.iter().position(|name| ASIDE.contains(&&**name)) else {
        return table;
    };
    for row in std::iter::once(&mut table.head).chain(&mut table.rows) {
        if at < row.len() {
            row.remove(at);
        }
    }
    table
}

/// A table whose rows name their cells.
fn of_maps(caption: &str, rows: &[&Mapping]) -> Table {
    let mut head: Vec<String> = vec![];
    for key in rows.iter().copied().flat_map(Mapping::keys).filter(|key| !is_aside(key)) {
        let key = cell(key);
        if !head.contains(&key) {
            head.push(key);
        }
    }
    let row = |map: &&Mapping| {
        head.iter().map(|key| map.get(key.as_str()).map(cell).unwrap_or_default()).collect()
    };
    Table { caption: caption.to_owned(), rows: rows.iter().map(row).collect(), head }
}

/// Whether each key of a map has a row of its own: all name a cell that the first has, too.
fn has_rows(map: &Mapping) -> bool {
    let rows = map.iter().filter(|(key, _)| !is_aside(key)).map(|(_, value)| value.as_mapping());
    let Some(rows) = rows.collect::<Option<Vec<&Mapping>>>() else { return false };
    let told = |row: &Mapping| row.keys().filter(|key| !is_aside(key)).cloned().collect::<Vec<_>>();
    let first = rows.first().map(|row| told(row)).unwrap_or_default();
    rows.iter().all(|row| {
        let like = told(row).iter().any(|key| first.contains(key));
        like && !row.iter().any(|(_, value)| is_table(value))
    })
}

fn is_aside(key: &Value) -> bool {
    let of_a_source = |key: &str| key == "sources" || key.ends_with(" source");
    key.as_str().is_some_and(|key| ASIDE.contains(&key) || of_a_source(key))
}

fn is_table(value: &Value) -> bool {
    match value {
        Value::Sequence(rows) => rows.iter().any(|row| row.is_mapping() || row.is_sequence()),
        value => value.is_mapping(),
    }
}

fn cells(row: &Value) -> Vec<String> {
    row.as_sequence().map_or_else(|| vec![cell(row)], |row| row.iter().map(cell).collect())
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        Value::Sequence(row) => row.iter().map(cell).collect::<Vec<_>>().join(", "),
        Value::Mapping(map) => {
            let told = map.iter().filter(|(key, _)| !is_aside(key));
            let told = told.map(|(key, value)| format!("{} {}", cell(key), cell(value)));
            told.collect::<Vec<_>>().join(", ")
        }
        Value::Tagged(tagged) => cell(&tagged.value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of figures within a map have the columns of the page, and where a figure is from is left out.
    #[test]
    fn tables_within_tables_have_their_rows() {
        let mut pages = BookPages::default();
        pages.add(
            "tables/siege.yaml",
            "columns: [roll, result, source]\nlevels:\n  1:\n    - [3, R, text]\n    - [4, A, text]\n\
             years: {budget: {1792: 5}, key provinces: {Ingria: Riga}, budget source: {1792: text}}\n",
        );
        let lines: Vec<String> =
            sheet::guide::lines(&[sheet::guide::Chapter::of("F", vec![]).with(tables(&pages))]);
        let told = [
            "F",
            "",
            "  Siege: levels: 1",
            "    roll  result",
            "    3     R",
            "    4     A",
            "  Siege: years: budget",
            "    1792  5",
            "  Siege: years: key provinces",
            "    Ingria  Riga",
            "",
        ];
        assert_eq!(lines, told);
    }

    #[test]
    fn what_stands_on_a_page_stands_in_its_tables() {
        let mut pages = BookPages::default();
        let siege = "rule: NIA §9.3\nsource: text\ncolumns: [roll, level 1]\nrows:\n  - [8, A]\n";
        pages.add("tables/siege.yaml", siege);
        let wares = "\"<=1\": 0\nmany: [2, 3]\nunits:\n  fleet: {recruit: 4, source: text}\n\
                     rolls:\n  - {what: cavalry, modifier: 1}\n  - {what: guns, if: more}\n";
        pages.add("tables/wares-and-rolls.yaml", wares);
        pages.add("map.yaml", "rows: [[1]]\n");
        let lines: Vec<String> =
            sheet::guide::lines(&[sheet::guide::Chapter::of("F", vec![]).with(tables(&pages))]);
        let told = [
            "F",
            "",
            "  Siege (NIA §9.3)",
            "    roll  level 1",
            "    8     A",
            "  Wares and rolls",
            "    <=1   0",
            "    many  2, 3",
            "  Wares and rolls: units",
            "           recruit",
            "    fleet  4",
            "  Wares and rolls: rolls",
            "    what     modifier  if",
            "    cavalry  1",
            "    guns               more",
            "",
        ];
        assert_eq!(lines, told);
    }
}
