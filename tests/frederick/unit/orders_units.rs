//! Tests of `orders/units.rs`.

use frederick::orders::units::*;

#[test]
fn words_are_read_and_written_alike() {
    for (written, told) in [
        ("all", "all"),
        ("Infantry", "infantry"),
        ("2 veteran infantry", "2 veteran infantry"),
        ("best cavalry", "best cavalry"),
        ("all light troops", "all light troops"),
        ("light troops", "all light troops"),
        ("veteran light troops", "all veteran light troops"),
        ("light", "1 light troops"),
        ("1 light troops", "1 light troops"),
        ("best light troops", "best light troops"),
        ("3 fleets", "3 fleet"),
        ("fleets", "all fleet"),
        ("garrison", "garrison"),
        ("full garrison", "full garrison"),
        ("all veteran", "all veteran"),
        ("siege train", "siege train"),
        ("siege trains", "all siege train"),
        ("2 units", "2 units"),
        ("1 units", "1 units"),
        ("units", "all"),
        ("leader", "leader"),
        ("leaders", "all leader"),
        ("all leaders", "all leader"),
    ] {
        assert_eq!(UnitWord::read(written).unwrap().to_string(), told, "{written}");
        assert_eq!(UnitWord::read(told), UnitWord::read(written), "{written}");
    }
    for faulty in ["", "2", "elephants", "veteran elephants", "two infantry"] {
        assert_eq!(UnitWord::read(faulty), None, "{faulty}");
    }
}
