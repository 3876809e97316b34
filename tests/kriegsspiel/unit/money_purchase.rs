//! Tests of `money/purchase.rs`.

use crate::table::{Table, state};
use kriegsspiel::book::troops::Arm;
use kriegsspiel::march::organise::{Ranks, full_name};
use kriegsspiel::money::purchase::{Market, Purchase};
use kriegsspiel::orders::organise::Change;
use kriegsspiel::record::event::{Limit, Reason, SeaEvent};
use kriegsspiel::record::sea::Berth;
use kriegsspiel::record::state::{Kind, State, Units};
use std::collections::BTreeMap;

/// The names of a brigade and of a fleet of transports that takes it aboard.
fn embark(state: &mut State) -> (String, String) {
    let mut fleets = state.navy.fleets.values().filter(|one| one.power == "britain");
    let fleet = fleets.find(|one| one.ships.contains_key("transport")).unwrap();
    let (who, berth) = (fleet.name.clone(), fleet.at.clone());
    let Berth::Port(at) = berth else { panic!("{who} is at sea") };
    let one = state.at(at).find(|one| one.power == "britain").unwrap().name.clone();
    let (power, formations, generals) = ("britain".to_owned(), vec![one.clone()], vec![]);
    let aboard = SeaEvent::Embarked { power, who: who.clone(), at, formations, generals };
    state.apply(&aboard.into());
    (one, who)
}

/// Those aboard come back to the map by their names, and fleets are ordered by the side of troops.
#[test]
fn nothing_new_bears_the_name_of_those_aboard_or_of_ships() {
    let table = Table::named("kriegsspiel/europe", &[]);
    let mut state = state(&table.opening());
    let (one, fleet) = embark(&mut state);
    let book = &table.book;
    let own = state.formations.iter().filter(|(_, one)| one.power == "britain");
    let own: BTreeMap<_, _> = own.map(|(name, one)| (name.clone(), one.clone())).collect();
    let market = Market {
        book,
        position: &state,
        power: "britain",
        season: state.season,
        formations: &state.formations,
        generals: &state.generals,
        navy: &state.navy,
        own: own.clone(),
        new_fleets: BTreeMap::new(),
        new_generals: 0,
        new_depots: 0,
    };
    let troops = Units::from([("line infantry".to_owned(), 1)]);
    let ships = Units::from([("frigate".to_owned(), 1)]);
    let named = |name: &str| {
        let (name, at, kind) = (name.to_owned(), None, Kind::Brigade);
        let brigade = Purchase::New { kind, name: name.clone(), at, troops: troops.clone() };
        let fleet = Purchase::Fleet { name, at, ships: ships.clone() };
        [market.offer(&brigade), market.offer(&fleet)]
    };
    for name in [&one, &fleet] {
        for offer in named(name) {
            let limit = match offer {
                Err(Reason::Bounds { of, .. }) => of,
                other => panic!("{name}: {other:?}"),
            };
            assert_eq!(limit, Limit::Name, "{name}");
        }
        let foot = |one: &&kriegsspiel::record::state::Formation| {
            one.of_arm(&book.troops, Arm::Infantry) > 1
        };
        let from = own.values().find(foot).unwrap();
        let (kind, _) = from.units.iter().next().unwrap();
        let (units, kind) = (Units::from([(kind.clone(), 1)]), Kind::Brigade);
        let (name, from) = ((*name).clone(), from.name.clone());
        let ranks = Ranks {
            book,
            power: "britain",
            formations: &state.formations,
            generals: &state.generals,
            navy: &state.navy,
            reformed: &state.reformed,
        };
        let raised = ranks.change(&Change::Raise { name, kind, from, units });
        assert!(raised.is_err(), "{raised:?}");
    }
    let free = full_name(book, "britain", "Marines");
    assert!(named(&free).iter().all(Result::is_ok));
}
