//! An automatic player for a whole campaign: it says something at every stop.
//!
//! Before the moves it thinks of a few: everybody with Napoleon to one of the areas next to him, or
//! nobody, with and without others who overrun what they can. Each of them it plays to the
//! end of the campaign turn, with dice of its own, and takes the best. Everything else is as in the
//! example of a sheet. It says the same about the same campaign.

use napoleon::answers::own_dice::OwnDice;
use napoleon::book::Book;
use napoleon::orders::example::{WALLS, answer, goals, moves};
use napoleon::orders::written;
use napoleon::record::force::{Force, Side, strength};
use napoleon::record::state::State;
use napoleon::sequence::Campaign;
use napoleon::sequence::answer::{Answer, Ask, Move, Moves, Said, Stops};
use napoleon::theatre::holding::Outcome;
use napoleon::theatre::{Place, Theatre};

/// An automatic player.
#[derive(Copy, Clone, Debug)]
pub struct General {
    /// How often it plays each of its thoughts.
    pub tries: u32,
}

impl General {
    /// What it says at a stop, as a sheet.
    pub fn sheet(self, book: &Book, campaign: &str, power: &str, state: &State) -> String {
        let said = self.says(book, &state.campaign(book)).here;
        written::own(book, campaign, power, state, said)
    }

    /// What it says at the present stop; nothing, where it is not asked.
    pub fn says(self, book: &Book, campaign: &Campaign) -> Said {
        let here = match campaign.asked(book) {
            Some(Ask::Moves) => Some(Answer::Moves(self.best(book, campaign))),
            Some(Ask::Deploy | Ask::BattleTurn | Ask::After) | None => answer(book, campaign),
        };
        Said { here, ..Said::default() }
    }

    /// The best of its thoughts about the moves.
    fn best(self, book: &Book, campaign: &Campaign) -> Moves {
        let thoughts = thoughts(book, &campaign.theatre);
        let tried = thoughts.into_iter().map(|moves| (self.worth(book, campaign, &moves), moves));
        let best = tried.reduce(|best, next| if next.0 > best.0 { next } else { best });
        let moves = best.map(|(_, moves)| moves).unwrap_or_default();
        Moves { moves, ..Moves::default() }
    }

    /// What moves are worth: the campaign turn is played by the rules of thumb.
    fn worth(self, book: &Book, campaign: &Campaign, moves: &[Move]) -> i64 {
        let mut sum = 0;
        for number in 0..self.tries {
            let mut dice = OwnDice::seeded(u64::from(number) << 32 | campaign.theatre.turn as u64);
            let mut after = campaign.clone();
            after.stops = Stops::BattleTurns;
            let moves = Moves { moves: moves.to_vec(), ..Moves::default() };
            let mut said = Said { here: Some(Answer::Moves(moves)), ..Said::default() };
            while after.play(book, said, &mut dice).is_ok() {
                if after.outcome().is_some() || after.asked(book) == Some(Ask::Moves) {
                    break;
                }
                said = Said { here: answer(book, &after), ..Said::default() };
            }
            sum += score(book, &after);
        }
        sum
    }
}

/// How good a campaign stands for the French.
fn score(book: &Book, campaign: &Campaign) -> i64 {
    const OVER: i64 = 200;
    const OBJECTIVE: i64 = 60;
    const AREA: i64 = 10;
    match campaign.outcome() {
        Some(Outcome::Won { .. }) => return OVER,
        Some(Outcome::Lost(_)) => return -OVER,
        None => {}
    }
    let theatre = &campaign.theatre;
    let on_map = |force: &&Force| matches!(theatre.place(force.id), Place::Area(_));
    let side = |side: Side| {
        let forces = theatre.forces.iter().filter(|force| force.side() == side).filter(on_map);
        i64::from(strength(forces))
    };
    let held = theatre.objectives(book, Side::French).len() as i64;
    let far = theatre.napoleon.and_then(|at| {
        let goals = goals(book, theatre).into_iter();
        let goals = goals.filter(|goal| book.campaign.objectives.contains(goal));
        goals.filter_map(|goal| book.map.distance(at, goal)).min()
    });
    held * OBJECTIVE + side(Side::French) - side(Side::Enemy) + i64::from(theatre.french_supply)
        - i64::from(far.unwrap_or(0)) * AREA
}

/// The moves of which the general thinks, each once.
fn thoughts(book: &Book, theatre: &Theatre) -> Vec<Vec<Move>> {
    let near = theatre.napoleon.map(|at| book.map.neighbours(at)).unwrap_or_default();
    let mut thoughts: Vec<Vec<Move>> = vec![];
    for to in theatre.napoleon.into_iter().chain(near) {
        for times in [book.figures.outweighed, WALLS, 0] {
            let moves = moves(book, theatre, to, times);
            if !thoughts.contains(&moves) {
                thoughts.push(moves);
            }
        }
    }
    thoughts
}
