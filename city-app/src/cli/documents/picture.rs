//! Drawings (SVG) as pictures (PNG). Letters are those of one font that the program brings along: machines without a screen often have none.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};

use crate::cli::documents::output::{CliError, ExitKind};

/// Pixels per unit of the drawing, so that letters are sharp on screens of today.
const SCALE: f32 = 2.0;

/// A drawing of this program as a picture.
pub(in crate::cli) fn picture(svg: &str) -> Result<Vec<u8>, CliError> {
    let failed = |what: &dyn std::fmt::Display| CliError::new(ExitKind::Failed, format!("the picture cannot be drawn: {what}"));
    let mut fonts = Database::new();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    let family = fonts.faces().next().and_then(|face| face.families.first()).map(|(name, _)| name.clone()).unwrap_or_default();
    fonts.set_sans_serif_family(&family);
    let options = Options { fontdb: Arc::new(fonts), font_family: family, ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| failed(&error))?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or_else(|| failed(&"it has no size"))?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or_else(|| failed(&"there is no memory for it"))?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pixels that are not white.
    fn inked(svg: &str) -> usize {
        let pixels = Pixmap::decode_png(&picture(svg).expect("it is drawn")).expect("is PNG");
        assert_eq!((pixels.width(), pixels.height()), (200, 80));
        pixels.pixels().iter().filter(|pixel| (pixel.red(), pixel.green(), pixel.blue()) != (255, 255, 255)).count()
    }

    #[test]
    fn lines_and_letters_are_drawn_twice_as_large() {
        let drawing = |inside: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"40\" font-family=\"sans-serif\" font-size=\"12\">\
                 <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>{inside}</svg>"
            )
        };
        assert_eq!(inked(&drawing("")), 0);
        assert_eq!(inked(&drawing("<rect width=\"10\" height=\"5\"/>")), 200);
        let letters = inked(&drawing("<text x=\"5\" y=\"20\">com.shop.Cart</text>"));
        assert!((200..4000).contains(&letters), "{letters}");
    }

    #[test]
    fn what_is_no_drawing_is_told() {
        assert!(picture("<svg").expect_err("is cut").message.starts_with("the picture cannot be drawn: "));
    }
}
