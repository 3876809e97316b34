//! Areas: named spaces of any shape, joined by links.
//!
//! Not here: spelling mistakes. [`crate::names`] knows which name was meant.

use crate::ground::{Ground, Space};
use crate::names::plain;

/// Named areas and the links between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AreaGround {
    names: Vec<String>,
    links: Vec<Vec<Space>>,
}

impl AreaGround {
    /// Joins named areas; a link leads both ways, and each area's links keep the order given.
    pub fn new(names: Vec<String>, links: &[(String, String)]) -> Result<AreaGround, String> {
        if u16::try_from(names.len()).is_err() {
            return Err(format!("{} areas are more than a map can have", names.len()));
        }
        let mut plains: Vec<String> = names.iter().map(|name| plain(name)).collect();
        plains.sort();
        if let Some(pair) = plains.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("the area `{}` stands on the map twice", pair[0]));
        }
        let mut ground = AreaGround { links: vec![Vec::new(); names.len()], names };
        for (one, other) in links {
            let known = |name: &str| ground.find(name).ok_or(format!("no area is called `{name}`"));
            let (a, b) = (known(one)?, known(other)?);
            if a == b || ground.links[a.index()].contains(&b) {
                return Err(format!("the link from `{one}` to `{other}` leads nowhere new"));
            }
            ground.links[a.index()].push(b);
            ground.links[b.index()].push(a);
        }
        Ok(ground)
    }

    /// Finds an area by its name, accents and capitals aside.
    pub fn find(&self, name: &str) -> Option<Space> {
        let wanted = plain(name);
        let at = self.names.iter().position(|known| plain(known) == wanted)?;
        Some(Space(u16::try_from(at).expect("new() lets no more areas in")))
    }

    /// Gives the name of an area as the map prints it.
    pub fn name(&self, space: Space) -> &str {
        &self.names[space.index()]
    }

    /// Gives all names in the map's order.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

impl Ground for AreaGround {
    fn size(&self) -> u16 {
        u16::try_from(self.names.len()).expect("new() lets no more areas in")
    }

    fn neighbours(&self, from: Space, out: &mut Vec<Space>) {
        out.clear();
        out.extend_from_slice(&self.links[from.index()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ground(links: &[(&str, &str)]) -> Result<AreaGround, String> {
        let names = ["Milan", "Genoa", "Turin"].map(String::from).to_vec();
        let links: Vec<_> = links.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
        AreaGround::new(names, &links)
    }

    #[test]
    fn a_link_leads_both_ways() {
        let ground = ground(&[("Milan", "genoa"), ("Turin", "Milan")]).unwrap();
        let mut out = Vec::new();
        ground.neighbours(ground.find("MILAN").unwrap(), &mut out);
        assert_eq!(out.iter().map(|at| ground.name(*at)).collect::<Vec<_>>(), ["Genoa", "Turin"]);
        ground.neighbours(ground.find("Turin").unwrap(), &mut out);
        assert_eq!(out, [ground.find("Milan").unwrap()]);
    }

    #[test]
    fn a_faulty_map_does_not_load() {
        assert!(ground(&[("Milan", "Vienna")]).unwrap_err().contains("Vienna"));
        assert!(ground(&[("Milan", "Genoa"), ("Genoa", "Milan")]).is_err());
        assert!(ground(&[("Milan", "Milan")]).is_err());
        assert!(AreaGround::new(vec!["Ulm".into(), "ULM".into()], &[]).is_err());
    }
}
