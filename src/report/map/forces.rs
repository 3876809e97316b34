//! Counters: forces, stacks and squadrons as they are drawn.
//!
//! The frame tells whose it is to us before the colour does: our own is a square block, an ally's
//! has round ends, a force that is seen has points. An army bears a flag.

use super::ink::{Ink, draw, escaped, paint, short};
use super::stand::{Group, Thing};
use kit::chart::{Arm, Chart, Counter, Party, Size, Stance};
use kit::sight::Sight;

/// The width of a counter at its full scale.
const FULL: i32 = 440;

/// Draws the counters of a space.
pub fn draw_group(chart: &Chart, cell: i32, group: &Group, ink: &mut Ink) {
    for placed in &group.placed {
        if matches!(placed.thing, Thing::Deeds) {
            continue;
        }
        let scale = placed.scale * cell / 720;
        let (x, y) = placed.middle;
        draw!(
            ink,
            "<g transform=\"translate({x} {y}) scale({})\"",
            super::ground::thousandth(scale)
        );
        match placed.thing {
            Thing::Counter(counter) => one(&chart.parties, counter, ink),
            Thing::Rest(count) => rest(count, ink),
            Thing::Deeds => {}
        }
    }
}

/// The counter that counts those for which there is no room.
fn rest(count: usize, ink: &mut Ink) {
    draw!(
        ink,
        "><rect x=\"-200\" y=\"-150\" width=\"400\" height=\"300\" rx=\"30\" fill=\"#fffaf0\" \
         stroke=\"#14110c\" stroke-width=\"18\"/><text class=\"count\" y=\"60\" \
         style=\"font-size:150px\">+{count}</text></g>"
    );
}

/// The outline of a counter by how its power stands to the viewer.
pub fn outline(stance: Stance) -> &'static str {
    match stance {
        Stance::Own => "M-205 -150H205V150H-205Z",
        Stance::Ally => "M-75 -150H75A150 150 0 0 1 75 150H-75A150 150 0 0 1 -75 -150Z",
        Stance::Enemy => "M-140 -150H140L220 0L140 150H-140L-220 0Z",
        Stance::Neutral => "M-150 -150H150L205 -95V95L150 150H-150L-205 95V-95Z",
    }
}

/// One counter, round the middle of its own paper; the tag of its group is still open.
pub fn one(parties: &[Party], counter: &Counter, ink: &mut Ink) {
    let party = &parties[usize::from(counter.party)];
    let paint = paint(party.livery);
    let faded = counter.sight <= Sight::Remembered;
    if faded {
        draw!(ink, " opacity=\".5\"");
    }
    draw!(ink, ">");
    let shape = outline(party.stance);
    let (stroke, wide) = match party.stance {
        Stance::Own => ("#14110c", 26),
        Stance::Ally => ("#14110c", 18),
        Stance::Enemy | Stance::Neutral => ("#14110c", 16),
    };
    let dashes = if faded { " stroke-dasharray=\"40 30\"" } else { "" };
    if counter.size == Size::Army {
        draw!(
            ink,
            "<path d=\"M-150 -140V-290\" stroke=\"#14110c\" stroke-width=\"20\"/>\
             <path d=\"M-150 -290H20L-18 -240L20 -190H-150Z\" fill=\"{}\" stroke=\"#14110c\" \
             stroke-width=\"16\"/>",
            paint.fill
        );
    }
    if counter.plight.besieged {
        draw!(
            ink,
            "<path d=\"M-226 176H226V120H180V150H120V120H66V150H-66V120H-120V150H-180V120H-226Z\" \
             fill=\"#8d7a58\" stroke=\"#14110c\" stroke-width=\"14\"/>"
        );
    }
    draw!(
        ink,
        "<path d=\"{shape}\" transform=\"translate(14 16)\" fill=\"#000\" fill-opacity=\".3\"/>"
    );
    draw!(ink, "<path d=\"{shape}\" fill=\"{}\"/>", paint.fill);
    draw!(
        ink,
        "<path d=\"{shape}\" fill=\"url(#{})\" stroke=\"{stroke}\" stroke-width=\"{wide}\"{dashes}/>",
        paint.name
    );
    if party.stance == Stance::Own {
        draw!(
            ink,
            "<path d=\"M-182 -127H182V127H-182Z\" fill=\"none\" stroke=\"#fffaf0\" \
             stroke-width=\"9\"/>"
        );
    }
    figures(counter, paint.fill, paint.ink, ink);
    badges(counter, ink);
    draw!(ink, "</g>");
}

/// The sign of the arm and the strength.
fn figures(counter: &Counter, fill: &str, letters: &str, ink: &mut Ink) {
    let strength = match (counter.strength, counter.sight) {
        (Some(strength), Sight::Full | Sight::Counted) => Some(strength.to_string()),
        (Some(strength), _) => Some(format!("~{strength}")),
        (None, Sight::Full) => None,
        (None, _) => Some("?".to_owned()),
    };
    let alone = strength.is_none();
    let x = if alone { 0 } else { -62 };
    draw!(ink, "<g transform=\"translate({x} 0)\">");
    arm(counter, ink);
    draw!(ink, "</g>");
    if let Some(strength) = strength {
        let size = match strength.len() {
            0 | 1 => 200,
            2 => 158,
            3 => 118,
            _ => 88,
        };
        draw!(
            ink,
            "<text class=\"count\" x=\"112\" y=\"{}\" style=\"font-size:{size}px;fill:{letters};\
             stroke:{fill};stroke-width:46\">{}</text>",
            size * 36 / 100,
            escaped(&short(&strength, 5))
        );
    }
}

/// The sign of an arm: on a white block, as on the maps of the staff.
fn arm(counter: &Counter, ink: &mut Ink) {
    const BLOCK: &str = "<rect x=\"-92\" y=\"-66\" width=\"184\" height=\"132\" fill=\"#fffaf0\" \
                         stroke=\"#14110c\" stroke-width=\"13\"/>";
    const DISC: &str = "<circle r=\"88\" fill=\"#fffaf0\" stroke=\"#14110c\" stroke-width=\"13\"/>";
    let line = |path: &str, wide: i32| {
        format!("<path d=\"{path}\" fill=\"none\" stroke=\"#14110c\" stroke-width=\"{wide}\"/>")
    };
    let sign = |id: &str, scale: &str, fill: &str| {
        format!(
            "<use href=\"#{id}\" transform=\"scale({scale})\" fill=\"{fill}\" stroke=\"#14110c\" \
             stroke-width=\"18\"/>"
        )
    };
    let drawn = match counter.arm {
        Arm::Foot => format!("{BLOCK}{}", line("M-92 -66L92 66M-92 66L92 -66", 13)),
        Arm::Horse => format!("{BLOCK}{}", line("M-92 66L92 -66", 15)),
        Arm::Mixed => format!(
            "{BLOCK}<path d=\"M-92 66V-66L92 66Z\" fill=\"#14110c\" fill-opacity=\".28\"/>{}",
            line("M-92 -66L92 66M-92 66L92 -66", 13)
        ),
        Arm::Guns => format!("{BLOCK}<circle r=\"30\" fill=\"#14110c\"/>"),
        Arm::Engineers => format!("{BLOCK}{}", line("M-60 36V-26H60V36M0 -26V36", 15)),
        Arm::Train => format!("{DISC}{}", sign("wheel", "1", "none")),
        Arm::Depot => format!("{DISC}{}", sign("house", ".95", "#d8c49a")),
        Arm::Leader => format!("{DISC}{}", sign("star", "1.1", "#14110c")),
        Arm::Ships => format!("{DISC}{}", sign("anchor", ".9", "none")),
        Arm::Unknown if counter.name.is_empty() => BLOCK.to_owned(),
        Arm::Unknown => format!("{BLOCK}{}", sign("star", ".85", "#14110c")),
    };
    draw!(ink, "{drawn}");
}

/// What a force suffers, as discs at its corners.
fn badges(counter: &Counter, ink: &mut Ink) {
    let plight = counter.plight;
    if plight.disordered {
        draw!(
            ink,
            "<g transform=\"translate({} -140)\"><circle r=\"74\" fill=\"#fffaf0\" \
             stroke=\"#14110c\" stroke-width=\"14\"/><path d=\"M-46 -6L-18 -34L8 10L44 -22M-30 \
             40L-2 14L26 44\" fill=\"none\" stroke=\"#8c1c13\" stroke-width=\"20\"/></g>",
            FULL / 2 - 30
        );
    }
    if plight.unfed {
        draw!(
            ink,
            "<g transform=\"translate({} 140)\"><circle r=\"74\" fill=\"#fffaf0\" \
             stroke=\"#8c1c13\" stroke-width=\"18\"/><path d=\"M-40 -12H40Q36 40 0 40Q-36 40 -40 \
             -12Z\" fill=\"none\" stroke=\"#14110c\" stroke-width=\"16\"/><path d=\"M-52 52L52 \
             -52\" stroke=\"#8c1c13\" stroke-width=\"18\"/></g>",
            FULL / 2 - 30
        );
    }
}
