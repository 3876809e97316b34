//! Tests of `march/losses.rs`.

use kriegsspiel::march::losses::*;

#[test]
fn losses_are_spread_and_none_is_lost_on_the_way() {
    let (a, b, c) = ("a".to_owned(), "b".to_owned(), "c".to_owned());
    let lines = [(&a, &a, 7), (&a, &b, 2), (&b, &a, 1), (&c, &c, 0)];
    for loss in 0..=12 {
        let taken = spread(&lines, loss);
        assert_eq!(taken.iter().sum::<u32>(), loss.min(10), "{loss}");
        assert!(taken.iter().zip(&lines).all(|(taken, line)| *taken <= line.2), "{loss}");
    }
}

#[test]
fn halves_go_up_and_something_is_something() {
    for (hits, percent, lost) in
        [(10, 25, 3), (10, 24, 2), (10, 1, 1), (0, 50, 0), (10, 0, 0), (3, 100, 3), (1, 5, 1)]
    {
        assert_eq!(amount(hits, percent), lost, "{percent}% of {hits}");
    }
}
