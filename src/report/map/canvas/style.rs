//! What a shape looks like once its group, its own looks and the style sheet are taken together.

use super::{Anchor, Cap, Colour, Face, Look, Shape, sheet};

/// What an area or a line is painted with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Paint {
    Flat(Colour),
    /// A pattern by its id.
    Tiled(&'static str),
}

/// All looks that a group hands down to what is in it. Opacities are thousandths.
#[derive(Debug, Clone)]
pub struct Style {
    pub fill: Paint,
    pub fill_opacity: i32,
    pub stroke: Colour,
    pub stroke_width: i32,
    pub stroke_opacity: i32,
    pub dashes: &'static str,
    pub cap: Cap,
    pub round_joins: bool,
    pub stroke_first: bool,
    pub face: Face,
    pub size: i32,
    pub bold: bool,
    pub italic: bool,
    pub spacing: i32,
    pub anchor: Anchor,
}

impl Style {
    /// What SVG takes for granted.
    pub fn initial() -> Self {
        Self {
            fill: Paint::Flat("#000"),
            fill_opacity: 1000,
            stroke: "none",
            stroke_width: 1,
            stroke_opacity: 1000,
            dashes: "none",
            cap: Cap::Butt,
            round_joins: false,
            stroke_first: false,
            face: Face::Serif,
            size: 12,
            bold: false,
            italic: false,
            spacing: 0,
            anchor: Anchor::Start,
        }
    }

    /// The style of a shape in a group of this style: its own looks win over the group's, the sheet
    /// over them, and the looks of its `style` over the sheet.
    pub fn of(&self, shape: &Shape) -> Self {
        let mut style = self.clone();
        shape.looks.iter().for_each(|look| style.take(look));
        sheet::looks(&shape.form).for_each(|look| style.take(look));
        for look in &shape.looks {
            if let Look::Style(looks) = look {
                looks.iter().for_each(|look| style.take(look));
            }
        }
        style
    }

    fn take(&mut self, look: &Look) {
        match look {
            Look::Fill(colour) => self.fill = Paint::Flat(colour),
            Look::Tiled(id) => self.fill = Paint::Tiled(id),
            Look::FillOpacity(part) => self.fill_opacity = *part,
            Look::Stroke(colour) => self.stroke = colour,
            Look::StrokeWidth(width) => self.stroke_width = *width,
            Look::StrokeOpacity(part) => self.stroke_opacity = *part,
            Look::Dashes(dashes) => self.dashes = dashes,
            Look::Cap(cap) => self.cap = *cap,
            Look::RoundJoins => self.round_joins = true,
            Look::StrokeFirst => self.stroke_first = true,
            Look::Face(face) => self.face = *face,
            Look::Size(size) => self.size = *size,
            Look::Bold => self.bold = true,
            Look::Italic => self.italic = true,
            Look::Spacing(room) => self.spacing = *room,
            Look::Anchor(anchor) => self.anchor = *anchor,
            // Of the shape alone; the family of a face already says that it is condensed.
            Look::Opacity(_)
            | Look::Transform(_)
            | Look::Clip(_)
            | Look::Style(_)
            | Look::Condensed => {}
        }
    }
}
