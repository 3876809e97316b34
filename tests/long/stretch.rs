//! More seasons than anybody plays for a test: rows of those that were played, copied.
//!
//! For what an archive costs by its length alone. Names and numbers go on, and so do the words of the
//! reports, which are those of the season that was copied; nothing of it could be proved.

use super::War;
use rusqlite::Connection;
use umpire::kit::calendar::Season;

/// Tables with seasons in them of which there is no need of more: options that were set once.
const LEFT_OUT: &[&str] = &["option_value"];

/// Where the copies are counted from, and the season that is open behind all of them.
const COPIES: i64 = 100_000;
const OPEN: i64 = 900_000;

impl War {
    /// Puts copies between the seasons that were played and the open one, until there are so many.
    pub fn stretch(&self, to: usize) {
        let file = Connection::open(self.file()).unwrap();
        // The copy is ours to spoil.
        let guards = "PRAGMA foreign_keys = OFF; \
                      DROP TRIGGER known_written_once; DROP TRIGGER draft_written_once; \
                      CREATE TEMP TABLE copy (source INTEGER, target INTEGER PRIMARY KEY, \
                      number INTEGER, name TEXT, parent INTEGER);";
        file.execute_batch(guards).unwrap();
        file.execute_batch("BEGIN").unwrap();
        let last = self.plan_copies(&file, to);
        let open = "UPDATE season SET id = ?1, number = ?2, name = ?3 WHERE status = 'collecting'";
        file.execute(open, (OPEN, to as i64 + 1, last.next().to_string())).unwrap();
        file.execute(
            "UPDATE known SET season = ?1 WHERE season NOT IN (SELECT id FROM season)",
            [OPEN],
        )
        .unwrap();
        for (table, columns) in tables(&file) {
            let values = columns.iter().map(|column| value(&table, column));
            let (columns, values) = (columns.join(", "), values.collect::<Vec<_>>().join(", "));
            let by = if table == "season" { "id" } else { "season" };
            let rows = format!(
                "INSERT INTO {table} ({columns}) SELECT {values} FROM copy JOIN {table} AS row \
                 ON row.{by} = copy.source"
            );
            file.execute(&rows, []).unwrap();
        }
        // The open season begins where the copy before it ends, in a state of its own name.
        let before = "(SELECT max(target) FROM copy)";
        file.execute_batch(&format!(
            "UPDATE draft SET state = json_set(state, '$.season', '{}'), \
             next = (SELECT name FROM season WHERE status = 'collecting') WHERE season = {before}; \
             UPDATE season SET parent = {before}, \
             state = (SELECT state FROM draft WHERE season = {before}) WHERE id = {OPEN}; \
             DELETE FROM known WHERE season = {OPEN}; \
             INSERT INTO known SELECT {OPEN}, power, json FROM known_after WHERE season = {before};",
            last.next()
        ))
        .unwrap();
        file.execute_batch("COMMIT; PRAGMA wal_checkpoint(TRUNCATE);").unwrap();
    }

    /// Names the copies; gives the last season of all.
    fn plan_copies(&self, file: &Connection, to: usize) -> Season {
        let mut query = file
            .prepare("SELECT id, name FROM season WHERE status = 'published' ORDER BY id")
            .unwrap();
        let played: Vec<(i64, String)> = query
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        let (mut parent, name) = played.last().unwrap().clone();
        let mut season: Season = name.parse().unwrap();
        for more in 0..to.saturating_sub(played.len()) {
            season = season.next();
            let (source, _) = played[more % played.len()];
            let target = COPIES + more as i64;
            let number = (played.len() + more + 1) as i64;
            let row = (source, target, number, season.to_string(), parent);
            file.execute("INSERT INTO copy VALUES (?1, ?2, ?3, ?4, ?5)", row).unwrap();
            parent = target;
        }
        season
    }
}

/// The tables in which rows belong to a season, with the columns that are to be copied.
fn tables(file: &Connection) -> Vec<(String, Vec<String>)> {
    let list = |query: &str| -> Vec<String> {
        let mut query = file.prepare(query).unwrap();
        query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'";
    let mut tables = vec![];
    for table in list(names) {
        let mut columns = list(&format!("SELECT name FROM pragma_table_info('{table}')"));
        let belongs = table == "season" || columns.iter().any(|column| column == "season");
        if belongs && !LEFT_OUT.contains(&table.as_str()) {
            // Rows that are counted get numbers of their own.
            columns.retain(|column| column != "id" || table == "season");
            tables.push((table, columns));
        }
    }
    tables
}

/// What a copy has in a column.
fn value(table: &str, column: &str) -> String {
    match (table, column) {
        ("season", "id") | (_, "season") => "copy.target".to_owned(),
        ("season", "number" | "name" | "parent") => format!("copy.{column}"),
        // What is copied is not what was sealed.
        ("season", "seal") => "NULL".to_owned(),
        ("outbox", "message_id") => "row.message_id || '.' || copy.target".to_owned(),
        // A mail is one letter at the most.
        ("post_letter", "raw") => "NULL".to_owned(),
        _ => format!("row.{column}"),
    }
}
