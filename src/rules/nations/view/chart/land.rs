//! The ground of the chart: hexes, what lies on their sides, towns, provinces and seas.

use super::Maker;
use crate::book::atlas::Terrain;
use kit::chart::{Cell, Edge, Grid, Land, Place, Region, Soil};
use kit::ground::Space;
use kit::hex::Side;
use play::europe;
use std::collections::BTreeMap;

/// A hex is so many kilometres from side to side: what the printed distances come to.
const SPAN: u16 = 60;

/// Lays out the ground, with who holds it as far as the power knows.
pub fn land(maker: &Maker) -> Land {
    let atlas = &maker.book.atlas;
    let waters: Vec<String> = atlas.seas.iter().map(|sea| sea.name.clone()).collect();
    let by_name: BTreeMap<&str, u16> =
        atlas.seas.iter().map(|sea| sea.name.as_str()).zip(0..).collect();
    let cell = |at: Space| {
        let hex = atlas.hex(at);
        let soil = soil(hex.terrain);
        let sea = hex.seas.first().filter(|_| hex.terrain == Terrain::Sea);
        Cell {
            soil,
            region: hex.province,
            water: sea.and_then(|sea| by_name.get(sea.as_str()).copied()),
            shut: !soil.is_water() && !maker.book.scenario.in_play(at),
            number: atlas.number(at),
        }
    };
    let regions = atlas.provinces.iter().zip(0..).map(|(province, index)| Region {
        name: province.name.clone(),
        realm: realm(maker, index),
        holder: maker.rules_over(index),
    });
    let places = atlas.towns().map(|(at, town)| Place {
        at,
        name: town.name.clone(),
        seat: town.capital,
        walls: maker.known.fortress(maker.book, at),
        port: town.harbour,
        holder: maker.holder(at),
    });
    Land {
        grid: Grid::Hexes { columns: europe::COLUMNS, rows: europe::ROWS },
        cells: (0..atlas.hex_count()).map(Space).map(cell).collect(),
        edges: edges(maker),
        places: places.collect(),
        waters,
        regions: regions.collect(),
        span: SPAN,
    }
}

/// The country of a province: a minor one keeps its name, whoever holds it; what belonged to a power
/// in 1792 belongs to whoever has it in this scenario.
fn realm(maker: &Maker, province: u16) -> String {
    let owner = &maker.book.atlas.provinces[usize::from(province)].owner;
    let major = maker.book.people.powers.iter().any(|power| power.title == *owner);
    let holder = maker.rules_over(province).filter(|_| major);
    holder.map_or(owner, |party| &maker.parties[usize::from(party)].name).clone()
}

fn soil(terrain: Terrain) -> Soil {
    match terrain {
        Terrain::Clear | Terrain::Box => Soil::Open,
        Terrain::Rough => Soil::Rough,
        Terrain::Woods => Soil::Woods,
        Terrain::Swamp => Soil::Marsh,
        Terrain::Mountain => Soil::Mountain,
        Terrain::Desert => Soil::Desert,
        Terrain::Sea => Soil::Sea,
        Terrain::Lake => Soil::Lake,
    }
}

/// The sides that carry something, each once.
fn edges(maker: &Maker) -> Vec<Edge> {
    let atlas = &maker.book.atlas;
    let mut edges = vec![];
    for a in (0..atlas.hex_count()).map(Space) {
        for side in [Side::N, Side::NE, Side::SE] {
            let Some(b) = atlas.step(a, side) else { continue };
            let edge = atlas.edge(a, b);
            let edge = Edge {
                a,
                b,
                river: edge.river,
                bridge: edge.bridge,
                ridge: edge.mountain,
                pass: edge.pass,
                channel: edge.sea,
                strait: edge.strait,
                stream: false,
            };
            if edge != (Edge { a, b, ..Edge::default() }) {
                edges.push(edge);
            }
        }
    }
    edges
}
