//! Dots for programs that show no drawings: a PNG of a drawing, with fonts that the binary brings.
//!
//! Fonts of the machine are never looked at, so that the same drawing gives the same dots anywhere.
//! A map has few colours, so the picture is written with a palette: a third of the bytes.

/// Why a drawing cannot be turned into dots.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    #[error("the drawing cannot be read: {0}")]
    Drawing(String),
    #[error("a picture is 1 to {most} dots wide, not {width}")]
    Width { width: u32, most: u32 },
    #[error("the picture cannot be written: {0}")]
    Picture(String),
    #[error("this program was built without pictures; build it with the feature `png`")]
    NotBuilt,
}

/// Turns a drawing into a PNG of so many dots in width.
#[cfg(feature = "png")]
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, MapError> {
    dots::png(svg, width)
}

/// Says that this program makes no pictures.
#[cfg(not(feature = "png"))]
pub fn png(_svg: &str, _width: u32) -> Result<Vec<u8>, MapError> {
    Err(MapError::NotBuilt)
}

#[cfg(feature = "png")]
mod dots {
    use super::MapError;
    use resvg::tiny_skia::{Color, Pixmap, Transform};
    use resvg::usvg::{self, fontdb::Database};
    use std::cmp::Reverse;
    use std::sync::{Arc, OnceLock};

    /// The widest picture that is made, and the highest.
    const MOST: u32 = 8000;

    pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, MapError> {
        if !(1..=MOST).contains(&width) {
            return Err(MapError::Width { width, most: MOST });
        }
        let options = usvg::Options { fontdb: fonts(), ..usvg::Options::default() };
        let tree = usvg::Tree::from_str(svg, &options)
            .map_err(|error| MapError::Drawing(error.to_string()))?;
        let scale = width as f32 / tree.size().width();
        let height = ((tree.size().height() * scale).ceil() as u32).clamp(1, MOST);
        let mut dots = Pixmap::new(width, height)
            .ok_or_else(|| MapError::Picture(format!("{width} by {height} dots")))?;
        dots.fill(Color::WHITE);
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut dots.as_mut());
        write(&dots).map_err(|error| MapError::Picture(error.to_string()))
    }

    /// The fonts of the binary, read once.
    fn fonts() -> Arc<Database> {
        static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
        let read = || {
            let mut fonts = Database::new();
            for font in [
                dejavu::serif::regular(),
                dejavu::serif::bold(),
                dejavu::serif::italic(),
                dejavu::sans::regular(),
                dejavu::sans::bold(),
                dejavu::sans_condensed::bold(),
            ] {
                fonts.load_font_data(font.to_vec());
            }
            Arc::new(fonts)
        };
        Arc::clone(FONTS.get_or_init(read))
    }

    /// A colour in fifteen bits: near enough for paper and ink.
    fn coarse(red: u8, green: u8, blue: u8) -> usize {
        (usize::from(red) >> 3 << 10) | (usize::from(green) >> 3 << 5) | (usize::from(blue) >> 3)
    }

    /// Writes the dots with the palette of their 256 commonest colours.
    fn write(dots: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
        let mut counts = vec![0u32; 1 << 15];
        let mut sums = vec![[0u64; 3]; 1 << 15];
        for dot in dots.pixels() {
            let (red, green, blue) = (dot.red(), dot.green(), dot.blue());
            let at = coarse(red, green, blue);
            counts[at] += 1;
            for (sum, part) in sums[at].iter_mut().zip([red, green, blue]) {
                *sum += u64::from(part);
            }
        }
        let mut common: Vec<usize> = (0..counts.len()).filter(|at| counts[*at] > 0).collect();
        common.sort_by_key(|at| (Reverse(counts[*at]), *at));
        let kept = &common[..common.len().min(256)];
        let mean = |at: usize| sums[at].map(|sum| (sum / u64::from(counts[at].max(1))) as u8);
        let palette: Vec<[u8; 3]> = kept.iter().map(|at| mean(*at)).collect();
        let mut nearest = vec![0u8; counts.len()];
        for at in common {
            nearest[at] = closest(&palette, mean(at));
        }
        let index: Vec<u8> = dots
            .pixels()
            .iter()
            .map(|dot| nearest[coarse(dot.red(), dot.green(), dot.blue())])
            .collect();
        let mut bytes = vec![];
        let mut encoder = png::Encoder::new(&mut bytes, dots.width(), dots.height());
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette.concat());
        encoder.set_compression(png::Compression::Balanced);
        encoder.set_filter(png::Filter::NoFilter);
        encoder.write_header()?.write_image_data(&index)?;
        Ok(bytes)
    }

    /// The place of the nearest colour in a palette.
    fn closest(palette: &[[u8; 3]], colour: [u8; 3]) -> u8 {
        let far = |other: &[u8; 3]| -> u32 {
            let parts = other.iter().zip(colour).zip([3, 6, 1]);
            parts.map(|((a, b), weight)| weight * u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        let nth = (0..palette.len()).min_by_key(|nth| (far(&palette[*nth]), *nth));
        u8::try_from(nth.unwrap_or_default()).unwrap_or_default()
    }
}
