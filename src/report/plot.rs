//! Plots: figures through the seasons as lines in one drawing.
//!
//! Each line has a dash and a mark of its own and its name at its end, so that nobody needs colours
//! to tell them apart. All measures are whole numbers: the same figures give the same bytes.
//!
//! Not here: the figures as a table, which stands beside the drawing on its page.

use super::map::escaped;

/// Figures through the seasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plot {
    pub title: String,
    /// The seasons, in order.
    pub seasons: Vec<String>,
    /// A figure for each season, where there is one.
    pub lines: Vec<(String, Vec<Option<i64>>)>,
}

const WIDTH: i64 = 760;
const HEIGHT: i64 = 320;
const LEFT: i64 = 64;
const RIGHT: i64 = 130;
const TOP: i64 = 34;
const BOTTOM: i64 = 44;

/// Ink and dash of each line; a plot with more begins anew.
const STYLES: [(&str, &str); 8] = [
    ("#1f4e8c", ""),
    ("#9c1f1f", "9 4"),
    ("#7a5c00", "3 3"),
    ("#1d6b3a", "12 3 3 3"),
    ("#2b2318", "6 2"),
    ("#8a3d10", "2 5"),
    ("#5b2a86", "14 5"),
    ("#4a4a4a", "5 2 1 2"),
];

/// Draws a plot.
pub fn svg(plot: &Plot) -> String {
    let mut ink = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" font-family=\"Georgia, serif\" \
         font-size=\"13\"><title>{0}</title><rect width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         fill=\"#fbf7ec\"/><text x=\"{LEFT}\" y=\"20\" font-size=\"15\" fill=\"#2b2318\">{0}</text>",
        escaped(&plot.title)
    );
    let scale = Scale::of(plot);
    scale.rules(plot, &mut ink);
    let mut taken: Vec<i64> = vec![];
    for (nth, (name, line)) in plot.lines.iter().enumerate() {
        scale.line(STYLES[nth % STYLES.len()], name, line, &mut taken, &mut ink);
    }
    ink.push_str("</svg>\n");
    ink
}

/// Where figures and seasons stand on the paper.
struct Scale {
    low: i64,
    high: i64,
    step: i64,
    /// How many steps there are from the first season to the last.
    across: i64,
}

impl Scale {
    fn of(plot: &Plot) -> Scale {
        let figures = plot.lines.iter().flat_map(|(_, line)| line.iter().flatten());
        let (low, high) = figures.fold((0, 1), |(low, high), one| (low.min(*one), high.max(*one)));
        let step = step(high - low);
        let across = i64::try_from(plot.seasons.len()).unwrap_or(i64::MAX);
        Scale {
            low: low.div_euclid(step) * step,
            high: (high + step - 1).div_euclid(step) * step,
            step,
            across: across.saturating_sub(1).max(1),
        }
    }

    fn x(&self, season: i64) -> i64 {
        LEFT + season.min(self.across) * (WIDTH - LEFT - RIGHT) / self.across
    }

    fn y(&self, figure: i64) -> i64 {
        let range = (self.high - self.low).max(1);
        HEIGHT - BOTTOM - (figure - self.low) * (HEIGHT - TOP - BOTTOM) / range
    }

    /// The rules with their figures, and as many seasons as there is room for.
    fn rules(&self, plot: &Plot, ink: &mut String) {
        let mut rule = self.low;
        while rule <= self.high {
            let y = self.y(rule);
            ink.push_str(&format!(
                "<path d=\"M{LEFT} {y}H{}\" stroke=\"#d9cbae\"/><text x=\"{}\" y=\"{}\" \
                 text-anchor=\"end\" fill=\"#5c523f\">{rule}</text>",
                WIDTH - RIGHT,
                LEFT - 8,
                y + 4
            ));
            rule += self.step;
        }
        let every = (self.across / 5).max(1);
        for (at, season) in (0..).zip(&plot.seasons).filter(|(at, _)| at % every == 0) {
            ink.push_str(&format!(
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#5c523f\">{}</text>",
                self.x(at),
                HEIGHT - BOTTOM + 20,
                escaped(season)
            ));
        }
    }

    /// One line with its marks and, at its end, its name below those that are there already.
    fn line(
        &self,
        (colour, dash): (&str, &str),
        name: &str,
        line: &[Option<i64>],
        taken: &mut Vec<i64>,
        ink: &mut String,
    ) {
        let points: Vec<(i64, i64)> = (0..)
            .zip(line)
            .filter_map(|(at, figure)| figure.map(|figure| (self.x(at), self.y(figure))))
            .collect();
        let Some((last_x, last_y)) = points.last().copied() else { return };
        let way: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
        ink.push_str(&format!(
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" \
             stroke-dasharray=\"{dash}\"/>",
            way.join("L")
        ));
        for (x, y) in &points {
            ink.push_str(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"{colour}\"/>"));
        }
        let mut at = last_y + 4;
        while taken.iter().any(|other| (other - at).abs() < 15) {
            at += 1;
        }
        taken.push(at);
        ink.push_str(&format!(
            "<text x=\"{}\" y=\"{at}\" fill=\"{colour}\">{}</text>",
            last_x + 9,
            escaped(name)
        ));
    }
}

/// The distance of the rules: 1, 2 or 5 times a power of ten, at most six of them.
fn step(range: i64) -> i64 {
    let mut ten = 1;
    loop {
        for step in [ten, 2 * ten, 5 * ten] {
            if range / step <= 5 {
                return step;
            }
        }
        ten *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_names_its_lines_and_leaves_out_what_is_not_known() {
        let plot = Plot {
            title: "steps <lost>".into(),
            seasons: vec!["spring 1800".into(), "summer 1800".into(), "autumn 1800".into()],
            lines: vec![
                ("France".into(), vec![Some(0), Some(7), Some(12)]),
                ("Austria".into(), vec![None, Some(12), Some(12)]),
                ("Nobody".into(), vec![None, None, None]),
            ],
        };
        let drawn = svg(&plot);
        roxmltree::Document::parse(&drawn).unwrap();
        assert!(drawn.contains("steps &lt;lost&gt;") && drawn.contains(">Austria</text>"));
        assert!(!drawn.contains("Nobody"), "{drawn}");
        assert_eq!(drawn.matches("<circle").count(), 5);
        assert_eq!([1, 5, 6, 12, 70, 480].map(step), [1, 1, 2, 5, 20, 100]);
    }

    #[test]
    fn one_season_or_none_is_no_fault() {
        for seasons in [vec![], vec!["spring 1800".to_owned()]] {
            let lines = vec![("France".to_owned(), vec![Some(-3); seasons.len()])];
            let drawn = svg(&Plot { title: String::new(), seasons, lines });
            roxmltree::Document::parse(&drawn).unwrap();
        }
    }
}
