//! What holds whatever happens: every force is in one place, regions keep their limits, nobody passes
//! an opponent, purses are not conjured, and the same dice give the same end.
