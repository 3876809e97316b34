//! Tests of `theatre/holding.rs`.

use napoleon::book::scenario::{Score, TrackBox, Word};
use napoleon::theatre::holding::*;

fn track(words: &[Option<Word>]) -> Vec<TrackBox> {
    let score = |word: &Option<Word>| word.map(|word| Score { word, points: 20 });
    words.iter().map(|word| TrackBox { turn: String::new(), score: score(word) }).collect()
}

#[test]
fn before_the_first_word_it_is_superior_or_too_early() {
    let won = |points, word| Outcome::Won { points, word };
    let good = track(&[None, Some(Word::Superior), None, Some(Word::Inferior)]);
    assert_eq!(victory(&good, 1), won(30, Word::Superior));
    assert_eq!(victory(&good, 2), won(20, Word::Superior));
    assert_eq!(victory(&good, 3), won(20, Word::Superior));
    assert_eq!(victory(&good, 4), won(20, Word::Inferior));
    let late = track(&[None, Some(Word::Inferior)]);
    assert_eq!(victory(&late, 1), Outcome::Lost(Loss::TooEarly));
    assert_eq!(victory(&late, 2), won(20, Word::Inferior));
}
