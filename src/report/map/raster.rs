//! Dots for programs that show no drawings: a PNG of a drawing, with fonts that the binary brings.
//!
//! Fonts of the machine are never looked at, so that the same drawing gives the same dots anywhere.

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

/// The widest picture that is made.
#[cfg(feature = "png")]
const WIDEST: u32 = 8000;

/// Turns a drawing into a PNG of so many dots in width.
#[cfg(feature = "png")]
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, MapError> {
    use resvg::{tiny_skia, usvg};
    if !(1..=WIDEST).contains(&width) {
        return Err(MapError::Width { width, most: WIDEST });
    }
    let options = usvg::Options { fontdb: fonts(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options)
        .map_err(|error| MapError::Drawing(error.to_string()))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    let mut dots = tiny_skia::Pixmap::new(width, height.clamp(1, 2 * WIDEST))
        .ok_or_else(|| MapError::Picture(format!("{width} by {height} dots")))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut dots.as_mut());
    dots.encode_png().map_err(|error| MapError::Picture(error.to_string()))
}

/// Says that this program makes no pictures.
#[cfg(not(feature = "png"))]
pub fn png(_svg: &str, _width: u32) -> Result<Vec<u8>, MapError> {
    Err(MapError::NotBuilt)
}

/// The fonts of the binary, read once.
#[cfg(feature = "png")]
fn fonts() -> std::sync::Arc<resvg::usvg::fontdb::Database> {
    use resvg::usvg::fontdb::Database;
    use std::sync::{Arc, OnceLock};
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
