//! From a value to an area, from an area to a height.

/// How a value becomes a base area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AreaMode {
    /// Twice the objects, twice the area.
    Linear,
    /// The area is the square root of the value.
    #[default]
    Sqrt,
}

impl AreaMode {
    /// The base area of a value, in square metres.
    #[must_use]
    pub fn area(self, value: f64) -> f64 {
        match self {
            Self::Linear => value.max(0.0),
            Self::Sqrt => value.max(0.0).sqrt(),
        }
    }
}

/// Height in metres: twice the side of a square of this area (VISSOFT'20 VI.B.1; the same as SSP'19 3.1 in Sqrt mode).
#[must_use]
pub fn height_of_area(area: f64) -> f64 {
    2.0 * area.max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_are_the_published_ones() {
        // VISSOFT'20 VI.B.1: a base of 100 is 20 high, one of 400 is 40 high.
        assert!((height_of_area(100.0) - 20.0).abs() < 1e-12);
        assert!((height_of_area(400.0) - 40.0).abs() < 1e-12);
        // SSP'19 3.1: 70,000 objects, area = their square root = 264.575, height = 2 * 70,000^(1/4) = 32.531.
        let area = AreaMode::Sqrt.area(70_000.0);
        assert!((area - 264.575).abs() < 1e-3, "{area}");
        assert!((height_of_area(area) - 32.531).abs() < 1e-3);
    }

    #[test]
    fn twice_the_value_is_twice_the_area_or_its_root() {
        let ratio = |mode: AreaMode| mode.area(2000.0) / mode.area(1000.0);
        assert!((ratio(AreaMode::Linear) - 2.0).abs() < 1e-12);
        assert!((ratio(AreaMode::Sqrt) - 2.0_f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn nothing_and_less_than_nothing_have_no_size() {
        for value in [0.0, -5.0, f64::NAN] {
            for mode in [AreaMode::Linear, AreaMode::Sqrt] {
                assert_eq!(height_of_area(mode.area(value)), 0.0);
            }
        }
    }
}
