//! The terrain table: what each move costs (NIA §5.2.1, §5.2.10, §5.2.11), what ground does in
//! battle (§8.2.1), and the ranks (§4.1.1).

use super::atlas::Terrain;
use serde::Deserialize;

/// The points and the combat modifiers of a line.
#[derive(Debug, Deserialize)]
struct TerrainRow {
    terrain: String,
    mp: Option<u32>,
    #[serde(rename = "mp in russia from 1798", default)]
    mp_in_russia: Option<u32>,
    attacker: i32,
    defender: i32,
}

/// Points that a hexside adds.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct SideCosts {
    #[serde(rename = "unbridged river")]
    pub river: u32,
    #[serde(rename = "with engineers")]
    pub river_with_engineers: u32,
    pub bridge: u32,
    pub mountain: u32,
    pub strait: u32,
}

/// Points and combat modifiers for off-map boxes.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct BoxCosts {
    pub enter: u32,
    pub leave: u32,
    pub attacker: i32,
    pub defender: i32,
}

/// Points for acts during a march.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct ActionCosts {
    pub integrate: u32,
    pub absorb: u32,
    #[serde(rename = "aggregate armies")]
    pub aggregate_armies: u32,
    pub overrun: u32,
    pub rally: u32,
    #[serde(rename = "go on after battle")]
    pub go_on: u32,
}

/// Movement factors.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Factors {
    pub units: u32,
    pub leaders: u32,
    #[serde(rename = "cavalry under a cavalry leader")]
    pub cavalry: u32,
    pub cossacks: u32,
    pub guerrillas: u32,
}

/// Steps that a leader of one to four stars may command.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Ranks {
    #[serde(rename = "1")]
    one: u32,
    #[serde(rename = "2")]
    two: u32,
    #[serde(rename = "3")]
    three: u32,
    #[serde(rename = "4")]
    sovereign: u32,
}

impl Ranks {
    /// The steps that a leader with these stars may command (NIA §4.1.1).
    pub fn steps(&self, stars: u8) -> u32 {
        match stars {
            0 | 1 => self.one,
            2 => self.two,
            3 => self.three,
            _ => self.sovereign,
        }
    }
}

/// Where the page lies on the shelf.
pub const FIGURES: &str = "nations/book/tables/terrain.yaml";

/// The whole page.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Page")]
pub struct Figures {
    rows: Vec<TerrainRow>,
    pub sides: SideCosts,
    pub boxes: BoxCosts,
    pub actions: ActionCosts,
    pub factors: Factors,
    pub ranks: Ranks,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    #[serde(rename = "rule")]
    _rule: String,
    terrain: Vec<TerrainRow>,
    sides: SideCosts,
    boxes: BoxCosts,
    actions: ActionCosts,
    factors: Factors,
    ranks: Ranks,
}

impl TryFrom<Page> for Figures {
    type Error = String;

    fn try_from(page: Page) -> Result<Self, String> {
        use Terrain::{Clear, Desert, Mountain, Rough, Swamp, Woods};
        let names = [Clear, Rough, Woods, Swamp, Mountain, Desert].map(Terrain::word);
        if !page.terrain.iter().any(|row| row.terrain == Terrain::Lake.word()) {
            return Err("the terrain table has no line `lake`".to_owned());
        }
        for name in names.iter().chain(&["mountain pass"]) {
            if !page.terrain.iter().any(|row| row.terrain == *name && row.mp.is_some()) {
                return Err(format!("the terrain table has no line `{name}` with movement points"));
            }
        }
        Ok(Self {
            rows: page.terrain,
            sides: page.sides,
            boxes: page.boxes,
            actions: page.actions,
            factors: page.factors,
            ranks: page.ranks,
        })
    }
}

impl Figures {
    fn row(&self, name: &str) -> &TerrainRow {
        self.rows
            .iter()
            .find(|row| row.terrain == name)
            .expect("the page is checked when it is read")
    }

    /// Points to enter a terrain; `None` where nobody can go.
    pub fn enter(&self, terrain: Terrain, in_russia_from_1798: bool) -> Option<u32> {
        match terrain {
            Terrain::Sea | Terrain::Lake => None,
            Terrain::Box => Some(self.boxes.enter),
            Terrain::Swamp if in_russia_from_1798 => {
                let row = self.row(terrain.word());
                row.mp_in_russia.or(row.mp)
            }
            _ => self.row(terrain.word()).mp,
        }
    }

    /// The modifiers of attacker and defender for the defender's ground (NIA §8.2.1).
    ///
    /// A pass softens mountain ground only; nobody fights on the sea.
    pub fn ground(&self, terrain: Terrain, pass: bool) -> (i32, i32) {
        let row = match terrain {
            Terrain::Sea => return (0, 0),
            Terrain::Box => return (self.boxes.attacker, self.boxes.defender),
            Terrain::Mountain if pass => self.row("mountain pass"),
            _ => self.row(terrain.word()),
        };
        (row.attacker, row.defender)
    }

    /// Whether ground is difficult: it costs two points or more, and boxes count as such (NIA
    /// §5.2.7, §5.2.11).
    pub fn is_difficult(&self, terrain: Terrain, pass: bool) -> bool {
        terrain == Terrain::Box
            || pass
            || self.enter(terrain, false).is_some_and(|points| points >= 2)
    }

    /// Points to enter a hex along a pass.
    pub fn pass(&self) -> u32 {
        self.row("mountain pass").mp.expect("checked when it is read")
    }
}
