//! Purses and men as the events of a war with money make them, reckoned by themselves.

use crate::table::Table;
use kriegsspiel::book::troops::UnitKind;
use kriegsspiel::money::income::{income, occupier, owner};
use kriegsspiel::position::Position as _;
use kriegsspiel::record::event::{Event, ForceEvent, MoneyEvent, Revenue, SeaEvent, Ware};
use kriegsspiel::record::money::Purse;
use kriegsspiel::record::sea::Berth;
use kriegsspiel::record::state::State;
use kriegsspiel::sight::known::Known;
use std::collections::{BTreeMap, BTreeSet};

/// What was seen of money, so that no test is empty.
#[derive(Debug, Default)]
pub struct Seen {
    pub collected: u32,
    pub occupied: u32,
    pub raided: u32,
    pub marches: u32,
    pub supply: u32,
    pub unpaid: u32,
    pub no_points: u32,
    pub banked: u32,
    pub dice: u32,
    /// Purchases, by what was bought, and those that were not made.
    pub bought: BTreeMap<Ware, u32>,
    pub not_bought: u32,
}

/// Purses and men as the events make them, reckoned here by themselves.
#[derive(Default)]
pub struct Books {
    pub purses: BTreeMap<String, Purse>,
    /// Hits of each power, on the map and lost.
    pub men: BTreeMap<String, u32>,
    /// What was paid for and has not come.
    pub due: Option<MoneyEvent>,
}

/// The hits of each power, on the map and lost.
pub fn men(state: &State) -> BTreeMap<String, u32> {
    let all = state.roll_call();
    all.iter().map(|(power, units)| (power.clone(), units.values().sum())).collect()
}

/// A power knows what it has: what was bought too.
pub fn knows_its_own(state: &State, known: &Known) {
    let power = &known.power;
    let troops = state.formations.values().filter(|one| one.power == *power);
    let generals = state.generals.values().filter(|one| one.power == *power);
    assert_eq!(known.own().collect::<Vec<_>>(), troops.collect::<Vec<_>>(), "{power}");
    assert_eq!(known.own_generals().collect::<Vec<_>>(), generals.collect::<Vec<_>>(), "{power}");
    assert_eq!(known.stores.get(power), state.stores.get(power), "{power}");
}

impl Books {
    pub fn of_state(state: &State) -> Self {
        Self { purses: state.money.purses.clone(), men: men(state), due: None }
    }

    fn of(&mut self, power: &str) -> &mut Purse {
        self.purses.get_mut(power).unwrap()
    }

    /// What was paid for comes with the next event, and nothing else does.
    pub fn deliver(&mut self, table: &Table, event: &Event) {
        let hits = |units: &BTreeMap<String, u32>| units.values().sum::<u32>();
        if let Event::Force(ForceEvent::Placed { formation, .. }) = event {
            *self.men.entry(formation.power.clone()).or_default() += formation.hits();
        }
        if matches!(event, Event::Money(MoneyEvent::Bought { .. })) {
            return;
        }
        let Some(MoneyEvent::Bought { power, ware, name, at, troops, count, .. }) = self.due.take()
        else {
            return;
        };
        if let Event::Sea(SeaEvent::Commissioned { fleet, .. } | SeaEvent::Enlarged { fleet }) =
            event
        {
            assert!(matches!(ware, Ware::Fleet | Ware::Ships), "{ware:?} did not come");
            assert_eq!((&fleet.power, &fleet.name), (&power, &name));
            assert_eq!(at.map(Berth::Port), Some(fleet.at.clone()));
            return;
        }
        let each = |(kind, count): (&String, &u32)| {
            (kind.clone(), count * table.book.troops.kind(kind).hits)
        };
        let bought: BTreeMap<String, u32> = troops.iter().map(each).collect();
        match (ware, event) {
            (
                Ware::Brigade | Ware::Levy,
                Event::Force(ForceEvent::Placed { formation, arrival: true }),
            ) => {
                let is = (&formation.power, &formation.name, Some(formation.at), &formation.units);
                assert_eq!(is, (&power, &name, at, &bought));
            }
            (Ware::Troops, Event::Force(ForceEvent::Reshaped { formations, gone, .. })) => {
                assert!(gone.is_empty() && formations.len() == 1, "{event:?}");
                assert_eq!((&formations[0].name, Some(formations[0].at)), (&name, at));
                *self.men.entry(power).or_default() += hits(&bought);
            }
            (Ware::Depots, Event::Force(ForceEvent::Stored { power: of, depots })) => {
                assert_eq!((of, u32::from(*depots)), (&power, count));
            }
            (Ware::General, Event::Force(ForceEvent::GeneralPlaced { general, arrival: true })) => {
                assert_eq!((&general.name, &general.power, Some(general.at)), (&name, &power, at));
            }
            _ => panic!("{ware:?} did not come, but {event:?}"),
        }
    }

    pub fn write(&mut self, table: &Table, state: &State, event: &MoneyEvent, seen: &mut Seen) {
        match event {
            MoneyEvent::Collected { power, lines, raided, points, manpower, trade, gold } => {
                let sum: u32 = lines.iter().map(|line| line.points).sum();
                assert_eq!(*points, sum.saturating_sub(*raided), "{event:?}");
                let of = |what| lines.iter().filter(move |line| line.what == what);
                let rolled: u32 = trade.iter().map(|die| u32::from(*die)).sum();
                assert_eq!(of(Revenue::Trade).map(|line| line.points).sum::<u32>(), rolled);
                assert!(gold.is_empty(), "Spain does not play");
                self.provinces(table, state, power, lines.iter().map(|line| line.of.as_str()));
                let as_things_stand = income(&table.book, state, power);
                assert_eq!(
                    (*manpower, trade.len()),
                    (as_things_stand.manpower, as_things_stand.trade as usize)
                );
                let purse = self.of(power);
                assert_eq!(purse.points, 0, "points of the turn before are gone: {event:?}");
                (purse.points, purse.manpower) = (*points, *manpower);
                seen.collected += 1;
                seen.occupied += u32::from(of(Revenue::Occupied).count() > 0);
                seen.raided += u32::from(*raided > 0);
                seen.dice += u32::try_from(trade.len()).unwrap();
            }
            MoneyEvent::Privateered { power, of, points, die, .. } => {
                assert!(*points <= u32::from(*die) && state.at_war(power, of), "{event:?}");
                self.of(of).points -= points;
                self.of(power).points += points;
            }
            MoneyEvent::PaidMarches { power, points, action_points } => {
                assert!(points == action_points && *points > 0, "{event:?}");
                self.of(power).points -= points;
                seen.marches += 1;
            }
            MoneyEvent::PaidSupply { power, points, paid, unpaid } => {
                assert_eq!(*points as usize, paid.len(), "{event:?}");
                self.of(power).points -= points;
                seen.supply += 1;
                seen.unpaid += u32::from(!unpaid.is_empty());
            }
            MoneyEvent::Given { power, to, money } => {
                let purse = self.of(power);
                purse.bank =
                    purse.bank.checked_sub(*money).expect("nobody gives what they have not");
                self.of(to).bank += money;
            }
            MoneyEvent::Banked { power, points, money } => {
                let purse = self.of(power);
                assert_eq!((purse.points, points * 10), (*points, *money), "{event:?}");
                purse.points = 0;
                purse.bank += money;
                seen.banked += 1;
            }
            MoneyEvent::Bought {
                power,
                ware,
                troops,
                count,
                points,
                worth,
                money,
                manpower,
                die,
                ..
            } => {
                let kind = |name: &String| table.book.troops.find(name).unwrap();
                let sum = |of: fn(&UnitKind) -> u32| -> u32 {
                    troops.iter().map(|(name, count)| of(kind(name)) * count).sum()
                };
                let price = match ware {
                    Ware::Depots => 100 * count,
                    Ware::General => 500,
                    Ware::Brigade | Ware::Levy | Ware::Troops => sum(|kind| kind.cost.unwrap()),
                    Ware::Fleet | Ware::Ships => {
                        let each = [("man of war", 200), ("frigate", 100), ("transport", 40)];
                        each.map(|(kind, cost)| troops.get(kind).map_or(0, |are| are * cost))
                            .iter()
                            .sum()
                    }
                };
                let ships = matches!(ware, Ware::Fleet | Ware::Ships);
                let men = if ships { 0 } else { sum(|kind| kind.manpower) };
                assert_eq!((*money, *manpower), (price, men), "{event:?}");
                assert_eq!((*worth, die.is_some()), (points * 10, *ware == Ware::General));
                let purse = self.of(power);
                purse.points -= points;
                purse.bank = purse.bank + worth - money;
                purse.manpower -= manpower;
                *seen.bought.entry(*ware).or_default() += 1;
                self.due = Some(event.clone());
            }
            MoneyEvent::TributePaid { power, to, points, worth, money } => {
                assert_eq!(*worth, points * 10);
                assert!(*worth < money + 10, "no point too much: {event:?}");
                let purse = self.of(power);
                purse.points -= points;
                purse.bank = (purse.bank + worth).checked_sub(*money).expect("it is there");
                self.of(to).bank += money;
            }
            MoneyEvent::Seized { power, by, money } => {
                self.of(power).bank -= money;
                self.of(by).bank += money;
            }
        }
    }

    /// The provinces that somebody collects of are those that they own or occupy, each once.
    fn provinces<'l>(
        &self,
        table: &Table,
        state: &State,
        power: &str,
        lines: impl Iterator<Item = &'l str>,
    ) {
        let lines: Vec<&str> = lines.filter(|of| !of.is_empty()).collect();
        let economy = table.book.economy.as_ref().unwrap();
        for of in &lines {
            let province = economy.province(of).unwrap();
            let held =
                province.cities.iter().filter(|at| state.holder(&table.book, **at) == Some(power));
            let held = held.count();
            let whole = owner(state, province) == power && (held > 0 || province.cities.is_empty());
            let occupied = occupier(&table.book, state, province) == Some(power);
            assert!(whole || occupied && held == province.cities.len(), "{power}: {of}");
        }
        assert_eq!(lines.iter().collect::<BTreeSet<_>>().len(), lines.len());
    }
}
