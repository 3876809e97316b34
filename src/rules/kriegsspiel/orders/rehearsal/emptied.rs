//! Cities of others that a sheet leaves without infantry, so that they go back to their nations (§14.1).

use super::Paper;
use crate::position::Position;
use crate::record::state::Formation;
use crate::season::territory;
use kit::ground::Space;
use play::UnderstoodEntry;

impl Paper<'_> {
    /// What becomes of the cities that troops of one's own leave, as things stand.
    pub(super) fn emptied(&self) -> Option<UnderstoodEntry> {
        let cities = self.book.lands.cities().keys().copied();
        let lines: Vec<String> = cities.filter_map(|at| self.left_empty(at)).collect();
        (!lines.is_empty())
            .then(|| UnderstoodEntry::plain("Cities that go back, as things stand", lines))
    }

    fn left_empty(&self, at: Space) -> Option<String> {
        let (book, known) = (self.book, self.known);
        let (nation, holder) = (known.owner(book, at)?, known.holder(book, at)?);
        let back = |troops: &mut dyn Iterator<Item = &Formation>| {
            territory::goes_back(book, known, (nation, holder), troops)
        };
        let mut stay = self.formations.values().filter(|one| self.goes_to(one) == Some(at));
        let is_left = !back(&mut known.troops_at(at)) && back(&mut stay);
        if !known.is_ours(holder) || !is_left {
            return None;
        }
        // Of allies' troops it may be known only that they are there.
        let is_ally = |power: &String| *power != known.power && known.friends(power, holder);
        let allies = known.in_sight(at).any(|marker| is_ally(&marker.power));
        let unless = if allies { ", unless infantry of an ally does" } else { "" };
        let counts = match book.city(at).is_some_and(|city| city.victory) {
            true if holder == known.power => "; you hold a victory city less then",
            true => "; your side holds a victory city less then",
            false => "",
        };
        Some(format!(
            "{}: no infantry of yours ends the turn there{unless}, so it goes back to {}{counts}",
            book.atlas.place(at),
            book.title(nation)
        ))
    }
}
