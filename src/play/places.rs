//! How a place is told to people who look for it on a map.

/// A place by its name and its code, or by how far its `field` is from the nearest that has a name:
/// `Ulm W3626`, `W3525 (next to Ulm)`. Of equally near ones the first counts.
pub fn told<'n>(
    code: &str,
    name: Option<&str>,
    near: impl Iterator<Item = (u16, &'n str)>,
    field: &str,
) -> Option<String> {
    if let Some(name) = name {
        return Some(format!("{name} {code}"));
    }
    let (far, name) = near.min_by_key(|(far, _)| *far)?;
    Some(match far {
        1 => format!("{code} (next to {name})"),
        far => format!("{code} ({far} {field} from {name})"),
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_place_is_told_by_a_name_that_is_on_the_map() {
        let near = || [(2, "Ulm"), (1, "Augsburg"), (1, "Munich")].into_iter();
        let check = |name, near: &[(u16, &'static str)], told: &str| {
            let found = super::told("W1", name, near.iter().copied(), "hexes");
            assert_eq!(found.as_deref(), Some(told).filter(|told| !told.is_empty()));
        };
        check(Some("Ulm"), &near().collect::<Vec<_>>(), "Ulm W1");
        check(None, &near().collect::<Vec<_>>(), "W1 (next to Augsburg)");
        check(None, &[(3, "Ulm")], "W1 (3 hexes from Ulm)");
        check(None, &[], "");
    }
}
