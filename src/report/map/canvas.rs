//! The canvas: the shapes of a map, drawn once and written twice, as SVG ([`svg`]) and as dots.
//!
//! A shape has a form, an id if others use it, and what it looks like. Looks are written in the order
//! in which they are given. All measures are whole numbers; opacities and scales are thousandths.
//!
//! Not here: what a map shows, and where.

#[cfg(feature = "png")]
pub mod dots;
#[cfg(feature = "png")]
mod letters;
#[cfg(feature = "png")]
mod outline;
pub mod sheet;
#[cfg(feature = "png")]
mod style;
pub mod svg;

use super::layout::Point;

/// A colour as `#rgb` or `#rrggbb`, or `none`.
pub type Colour = &'static str;

/// A map as it is drawn: everything that an SVG or a PNG of it needs.
#[derive(Debug, Clone)]
pub struct Drawing {
    /// In tenths of a pixel.
    pub size: Point,
    pub title: String,
    /// What the picture shows, in words.
    pub told: String,
    pub shapes: Vec<Shape>,
}

impl Drawing {
    /// Its width and height in whole pixels.
    pub fn pixels(&self) -> Point {
        (self.size.0 / 10, self.size.1 / 10)
    }
}

/// Shapes in the order in which they are drawn, the lowest first.
#[derive(Debug, Clone, Default)]
pub struct Canvas {
    pub shapes: Vec<Shape>,
}

impl Canvas {
    /// Draws a shape over what is there.
    pub fn add(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// Draws all of another canvas over what is there.
    pub fn lay(&mut self, above: Canvas) {
        self.shapes.extend(above.shapes);
    }

    /// Draws words in the type of a class.
    pub fn words(&mut self, class: &'static str, (x, y): Point, words: &str) {
        self.add(text(class, Some(x), y, words));
    }
}

/// One thing on a canvas.
#[derive(Debug, Clone)]
pub struct Shape {
    /// Its name, if it is used elsewhere.
    pub id: Option<String>,
    pub form: Form,
    pub looks: Vec<Look>,
    /// What is inside a group or a definition.
    pub parts: Vec<Shape>,
}

/// What a shape is.
#[derive(Debug, Clone)]
pub enum Form {
    Group,
    /// Lines and curves in the notation of SVG.
    Path(String),
    Rect {
        at: Option<Point>,
        size: Point,
        round: Option<i32>,
    },
    Circle {
        x: Option<i32>,
        y: Option<i32>,
        radius: i32,
    },
    /// Another shape once more, by its id.
    Use {
        id: String,
        x: Option<i32>,
        y: Option<i32>,
    },
    Text {
        class: &'static str,
        x: Option<i32>,
        y: i32,
        words: String,
    },
    /// Shapes that are only drawn where they are used.
    Definitions,
    /// An area outside which nothing is drawn of what names it.
    Clip,
    /// A tile that fills areas.
    Pattern {
        size: Point,
    },
    /// The style sheet of [`sheet`].
    Sheet,
}

/// A property of a shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Look {
    Fill(Colour),
    /// A fill with a pattern, by its id.
    Tiled(&'static str),
    FillOpacity(i32),
    Stroke(Colour),
    StrokeWidth(i32),
    StrokeOpacity(i32),
    /// Lengths of lines and gaps in turn, or `none`.
    Dashes(&'static str),
    Cap(Cap),
    RoundJoins,
    /// Lines are drawn first, so that the fill lies on them: a halo.
    StrokeFirst,
    Opacity(i32),
    Transform(Vec<Turn>),
    /// Nothing is drawn outside of this clip.
    Clip(String),
    /// Looks that win over the style sheet.
    Style(Vec<Look>),
    Face(Face),
    /// Narrow letters, if the face has them.
    Condensed,
    Size(i32),
    Bold,
    Italic,
    /// Room between letters.
    Spacing(i32),
    Anchor(Anchor),
}

/// How lines end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cap {
    Butt,
    Round,
}

/// Which part of words stands at their place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// The families of letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    Serif,
    Sans,
    SansCondensed,
}

/// A step from a shape's own paper to that on which it lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    Shift(i32, i32),
    /// Larger or smaller, written with all three decimals.
    Scale(i32),
    /// The same, written as short as it can be.
    Zoom(i32),
    /// The direction of the first axis; the second stands square on it, and the origin is shifted.
    Along(Point, Point),
}

fn shape(form: Form) -> Shape {
    Shape { id: None, form, looks: vec![], parts: vec![] }
}

/// A group of shapes.
pub fn group(parts: Vec<Shape>) -> Shape {
    Shape { parts, ..shape(Form::Group) }
}

/// Lines and curves.
pub fn path(lines: impl Into<String>) -> Shape {
    shape(Form::Path(lines.into()))
}

/// A rectangle with its least corner at the origin.
pub fn rect(size: Point) -> Shape {
    shape(Form::Rect { at: None, size, round: None })
}

/// A rectangle elsewhere.
pub fn rect_at(at: Point, size: Point) -> Shape {
    shape(Form::Rect { at: Some(at), size, round: None })
}

/// A rectangle with round corners.
pub fn rounded(at: Point, size: Point, round: i32) -> Shape {
    shape(Form::Rect { at: Some(at), size, round: Some(round) })
}

/// A circle round the origin.
pub fn circle(radius: i32) -> Shape {
    shape(Form::Circle { x: None, y: None, radius })
}

/// A circle elsewhere.
pub fn circle_at((x, y): Point, radius: i32) -> Shape {
    shape(Form::Circle { x: Some(x), y: Some(y), radius })
}

/// A circle above or below the origin.
pub fn circle_down(y: i32, radius: i32) -> Shape {
    shape(Form::Circle { x: None, y: Some(y), radius })
}

/// A shape once more, where it was drawn.
pub fn again(id: impl Into<String>) -> Shape {
    shape(Form::Use { id: id.into(), x: None, y: None })
}

/// A shape once more, elsewhere.
pub fn again_at(id: impl Into<String>, (x, y): Point) -> Shape {
    shape(Form::Use { id: id.into(), x: Some(x), y: Some(y) })
}

/// A shape once more, to the right or the left.
pub fn again_aside(id: impl Into<String>, x: i32) -> Shape {
    shape(Form::Use { id: id.into(), x: Some(x), y: None })
}

/// Words in the type of a class; without `x`, they stand at the origin.
pub fn text(class: &'static str, x: Option<i32>, y: i32, words: impl Into<String>) -> Shape {
    shape(Form::Text { class, x, y, words: words.into() })
}

/// Shapes that are only drawn where they are used.
pub fn definitions(parts: Vec<Shape>) -> Shape {
    Shape { parts, ..shape(Form::Definitions) }
}

/// An area outside which nothing is drawn of what names it.
pub fn clip(id: impl Into<String>, area: Shape) -> Shape {
    Shape { parts: vec![area], ..shape(Form::Clip) }.named(id)
}

/// A tile that fills areas.
pub fn pattern(id: impl Into<String>, size: Point, parts: Vec<Shape>) -> Shape {
    Shape { parts, ..shape(Form::Pattern { size }) }.named(id)
}

/// The style sheet.
pub fn style_sheet() -> Shape {
    shape(Form::Sheet)
}

impl Shape {
    /// Gives it a name by which it is used again.
    pub fn named(self, id: impl Into<String>) -> Self {
        Self { id: Some(id.into()), ..self }
    }

    /// Adds a property.
    pub fn look(mut self, look: Look) -> Self {
        self.looks.push(look);
        self
    }

    pub fn fill(self, colour: Colour) -> Self {
        self.look(Look::Fill(colour))
    }

    /// Fills it with a pattern.
    pub fn tiled(self, pattern: &'static str) -> Self {
        self.look(Look::Tiled(pattern))
    }

    pub fn fill_opacity(self, thousandths: i32) -> Self {
        self.look(Look::FillOpacity(thousandths))
    }

    /// Draws its edge in a colour, so wide.
    pub fn stroke(self, colour: Colour, width: i32) -> Self {
        self.look(Look::Stroke(colour)).look(Look::StrokeWidth(width))
    }

    /// Draws its edge so wide, in the colour of its group.
    pub fn stroke_width(self, width: i32) -> Self {
        self.look(Look::StrokeWidth(width))
    }

    pub fn stroke_opacity(self, thousandths: i32) -> Self {
        self.look(Look::StrokeOpacity(thousandths))
    }

    pub fn dashes(self, dashes: &'static str) -> Self {
        self.look(Look::Dashes(dashes))
    }

    pub fn transform(self, turns: impl Into<Vec<Turn>>) -> Self {
        self.look(Look::Transform(turns.into()))
    }

    pub fn clipped(self, id: impl Into<String>) -> Self {
        self.look(Look::Clip(id.into()))
    }

    /// Adds properties that win over the style sheet.
    pub fn style(self, looks: impl Into<Vec<Look>>) -> Self {
        self.look(Look::Style(looks.into()))
    }
}
