//! A drawing as SVG: one text in itself, without anything from outside.

use super::sheet::{LINES, RULES};
use super::{Anchor, Cap, Drawing, Face, Form, Look, Shape, Turn};
use std::borrow::Cow;
use std::fmt::Write;

/// Writes into text as `format!` does; writing into a string cannot fail.
macro_rules! put {
    ($text:expr, $($what:tt)*) => { let _ = write!($text, $($what)*); };
}

impl Drawing {
    /// The drawing as SVG.
    pub fn svg(&self) -> String {
        let (width, height) = self.size;
        let (wide, high) = self.pixels();
        let mut text = String::new();
        put!(
            text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{wide}\" height=\"{high}\" role=\"img\"><title>{}</title><desc>{}</desc>",
            escaped(&self.title),
            escaped(&self.told)
        );
        self.shapes.iter().for_each(|shape| element(shape, &mut text));
        text.push_str("</svg>\n");
        text
    }
}

/// Words that are safe between and within tags; what XML cannot hold is left out.
pub fn escaped(words: &str) -> String {
    let mut safe = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {}
            letter => safe.push(letter),
        }
    }
    safe
}

/// A number of thousandths with all its decimals.
fn thousandth(number: i32) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}.{:03}", number.abs() / 1000, number.abs() % 1000)
}

/// A number of thousandths as short as it can be written.
fn short(number: i32) -> String {
    let long = thousandth(number);
    let long = long.trim_end_matches('0').trim_end_matches('.');
    if long.len() > 1 { long.trim_start_matches('0').to_owned() } else { long.to_owned() }
}

fn element(shape: &Shape, text: &mut String) {
    let tag = tag(&shape.form);
    if matches!(shape.form, Form::Sheet) {
        return style_sheet(text);
    }
    put!(text, "<{tag}");
    if let Some(id) = &shape.id {
        put!(text, " id=\"{id}\"");
    }
    form(&shape.form, text);
    for look in &shape.looks {
        let (name, value) = written(look);
        put!(text, " {name}=\"{value}\"");
    }
    match &shape.form {
        Form::Text { words, .. } => {
            put!(text, ">{}</text>", escaped(words));
        }
        Form::Group | Form::Definitions | Form::Clip | Form::Pattern { .. } => {
            text.push('>');
            shape.parts.iter().for_each(|part| element(part, text));
            put!(text, "</{tag}>");
        }
        Form::Path(_)
        | Form::Rect { .. }
        | Form::Circle { .. }
        | Form::Use { .. }
        | Form::Sheet => {
            text.push_str("/>");
        }
    }
}

fn tag(form: &Form) -> &'static str {
    match form {
        Form::Group => "g",
        Form::Path(_) => "path",
        Form::Rect { .. } => "rect",
        Form::Circle { .. } => "circle",
        Form::Use { .. } => "use",
        Form::Text { .. } => "text",
        Form::Definitions => "defs",
        Form::Clip => "clipPath",
        Form::Pattern { .. } => "pattern",
        Form::Sheet => "style",
    }
}

/// Writes what makes a form what it is.
fn form(form: &Form, text: &mut String) {
    match form {
        Form::Group | Form::Definitions | Form::Clip | Form::Sheet => {}
        Form::Path(lines) => {
            put!(text, " d=\"{lines}\"");
        }
        Form::Rect { at, size, round } => {
            let (x, y) = at.unzip();
            let sides = [("x", x), ("y", y), ("width", Some(size.0)), ("height", Some(size.1))];
            numbers(&sides, text);
            numbers(&[("rx", *round)], text);
        }
        Form::Circle { x, y, radius } => {
            numbers(&[("cx", *x), ("cy", *y), ("r", Some(*radius))], text);
        }
        Form::Use { id, x, y } => {
            put!(text, " href=\"#{id}\"");
            numbers(&[("x", *x), ("y", *y)], text);
        }
        Form::Text { class, x, y, .. } => {
            put!(text, " class=\"{class}\"");
            numbers(&[("x", *x), ("y", Some(*y))], text);
        }
        Form::Pattern { size } => {
            numbers(&[("width", Some(size.0)), ("height", Some(size.1))], text);
            text.push_str(" patternUnits=\"userSpaceOnUse\"");
        }
    }
}

/// Writes the numbers that there are.
fn numbers(numbers: &[(&str, Option<i32>)], text: &mut String) {
    for (name, number) in numbers {
        if let Some(number) = number {
            put!(text, " {name}=\"{number}\"");
        }
    }
}

/// A property by its name and its value.
fn written(look: &Look) -> (&'static str, Cow<'static, str>) {
    let number = |number: &i32| Cow::Owned(number.to_string());
    match look {
        Look::Fill(colour) => ("fill", (*colour).into()),
        Look::Tiled(id) => ("fill", format!("url(#{id})").into()),
        Look::FillOpacity(part) => ("fill-opacity", short(*part).into()),
        Look::Stroke(colour) => ("stroke", (*colour).into()),
        Look::StrokeWidth(width) => ("stroke-width", number(width)),
        Look::StrokeOpacity(part) => ("stroke-opacity", short(*part).into()),
        Look::Dashes(dashes) => ("stroke-dasharray", (*dashes).into()),
        Look::Cap(Cap::Butt) => ("stroke-linecap", "butt".into()),
        Look::Cap(Cap::Round) => ("stroke-linecap", "round".into()),
        Look::RoundJoins => ("stroke-linejoin", "round".into()),
        Look::StrokeFirst => ("paint-order", "stroke".into()),
        Look::Opacity(part) => ("opacity", short(*part).into()),
        Look::Transform(turns) => ("transform", transform(turns).into()),
        Look::Clip(id) => ("clip-path", format!("url(#{id})").into()),
        Look::Style(looks) => ("style", declared(looks).into()),
        Look::Face(face) => ("font-family", family(*face).into()),
        Look::Condensed => ("font-stretch", "condensed".into()),
        Look::Size(size) => ("font-size", format!("{size}px").into()),
        Look::Bold => ("font-weight", "bold".into()),
        Look::Italic => ("font-style", "italic".into()),
        Look::Spacing(room) => ("letter-spacing", format!("{room}px").into()),
        Look::Anchor(Anchor::Start) => ("text-anchor", "start".into()),
        Look::Anchor(Anchor::Middle) => ("text-anchor", "middle".into()),
        Look::Anchor(Anchor::End) => ("text-anchor", "end".into()),
    }
}

/// Names of a family on machines that lack ours follow it.
fn family(face: Face) -> &'static str {
    match face {
        Face::Serif => "'DejaVu Serif','Palatino Linotype',Georgia,serif",
        Face::Sans => "'DejaVu Sans',Arial,sans-serif",
        Face::SansCondensed => {
            "'DejaVu Sans Condensed','DejaVu Sans','Arial Narrow',Arial,sans-serif"
        }
    }
}

fn declared(looks: &[Look]) -> String {
    let one = |look: &Look| {
        let (name, value) = written(look);
        format!("{name}:{value}")
    };
    looks.iter().map(one).collect::<Vec<_>>().join(";")
}

fn transform(turns: &[Turn]) -> String {
    let one = |turn: &Turn| match turn {
        Turn::Shift(x, y) => format!("translate({x} {y})"),
        Turn::Scale(size) => format!("scale({})", thousandth(*size)),
        Turn::Zoom(size) => format!("scale({})", short(*size)),
        Turn::Along((a, b), (x, y)) => {
            let [along, across, back] = [*a, *b, -*b].map(thousandth);
            format!("matrix({along} {across} {back} {along} {x} {y})")
        }
    };
    turns.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn style_sheet(text: &mut String) {
    text.push_str("<style>");
    for (selector, looks) in RULES.into_iter().chain([LINES]) {
        put!(text, "{selector}{{{}}}", declared(looks));
    }
    text.push_str("</style>");
}

#[cfg(test)]
mod tests {
    use super::super::{circle, group, text};
    use super::*;

    #[test]
    fn numbers_are_written_as_svg_reads_them() {
        assert_eq!(
            [0, 500, 620, 1000, 1200, 750, 10000].map(short).join(" "),
            "0 .5 .62 1 1.2 .75 10"
        );
        assert_eq!([0, -500, 1234].map(thousandth).join(" "), "0.000 -0.500 1.234");
    }

    #[test]
    fn looks_are_written_in_the_order_in_which_they_are_given() {
        let parts = vec![circle(3).fill("none").stroke("#fff", 2), text("hex", None, 1, "<&")];
        let mut svg = String::new();
        element(&group(parts).transform([Turn::Shift(1, -2), Turn::Zoom(500)]), &mut svg);
        assert_eq!(
            svg,
            "<g transform=\"translate(1 -2) scale(.5)\"><circle r=\"3\" fill=\"none\" \
             stroke=\"#fff\" stroke-width=\"2\"/><text class=\"hex\" y=\"1\">&lt;&amp;</text></g>"
        );
    }
}
