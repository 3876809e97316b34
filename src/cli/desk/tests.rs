//! What the screen shows and what its keys do, over a campaign that was really played.
