//! Made-up games of the court with honest umpires, and cheats played on them: the court alone has a
//! ward, whose keeper may be another after each council, and powers that the rules play.

#[path = "../../../../tests/trust/cheats.rs"]
mod cheats;
#[path = "../../../../tests/trust/honest.rs"]
mod honest;
#[path = "../../../../tests/common/luck.rs"]
mod luck;
#[path = "../../../../tests/trust/mails.rs"]
pub mod mails;
#[path = "../../../../tests/trust/sheets.rs"]
mod sheets;
#[path = "../../../../tests/trust/table.rs"]
pub mod table;
#[path = "../../../../tests/trust/tally.rs"]
pub mod tally;

use cheats::CHEATS;
use table::Game;

/// The court with a Crown; its report is a page of three lines.
pub const COURT: Game = Game {
    report: Some(
        "{{ season }}: {{ power }} has {{ gold }} gold and {{ deck.own | join(sep=\", \") }}\n\
         {% for line in news %}* {{ line }}\n{% endfor %}{% include \"parts/answer.txt\" %}",
    ),
    ..Game::of("court/plain", &[])
};

/// No row of the court has two draws, of which the first could be left out.
const NEVER: &str = "a draw between others is left out";

#[test]
fn nobody_who_is_honest_is_accused_where_there_are_wards() {
    let games = [COURT, Game { options: &["crown=no"], ..COURT }];
    let cheats: Vec<_> = CHEATS.iter().filter(|cheat| cheat.name != NEVER).collect();
    tally::run(&games, 6, &cheats, &[honest::ANYWHERE, honest::WITH_A_WARD]);
}
