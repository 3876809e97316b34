//! Tests of single functions, named after the file that has them.

mod book_cards;
mod book_countries;
mod book_money;
mod book_names;
mod book_peace;
mod book_set_ups;
mod book_special;
mod book_spelling;
mod book_track;
mod book_war;
mod case_probes;
mod case_setup;
mod case_vocabulary;
mod land_borders;
mod land_reckon_host;
mod land_stacking;
mod land_supply;
mod orders_comers;
mod politics_liberation;
mod record_exchange;
mod season_foretold;

mod season_returns;
mod season_rulings;
mod season_setup;
mod season_victory;
mod sight_news;
mod view_forces;
mod view_headline;
mod view_remarks;
