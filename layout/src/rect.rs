//! Axis-aligned rectangles on the plan.

/// A rectangle; `x0 <= x1` and `y0 <= y1`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// West edge.
    pub x0: f64,
    /// North edge.
    pub y0: f64,
    /// East edge.
    pub x1: f64,
    /// South edge.
    pub y1: f64,
}

impl Rect {
    /// Width along x.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.x1 - self.x0
    }

    /// Depth along y.
    #[must_use]
    pub fn depth(&self) -> f64 {
        self.y1 - self.y0
    }

    /// Area in square metres.
    #[must_use]
    pub fn area(&self) -> f64 {
        self.width() * self.depth()
    }

    /// The shorter of width and depth.
    #[must_use]
    pub fn shorter_side(&self) -> f64 {
        self.width().min(self.depth())
    }

    /// The longer of width and depth.
    #[must_use]
    pub fn longer_side(&self) -> f64 {
        self.width().max(self.depth())
    }

    /// The center as (x, y).
    #[must_use]
    pub fn center(&self) -> (f64, f64) {
        (0.5 * (self.x0 + self.x1), 0.5 * (self.y0 + self.y1))
    }

    /// The rectangle moved inwards by `margin` on every side; never inside out.
    #[must_use]
    pub fn inset(&self, margin: f64) -> Self {
        let m = margin.max(0.0).min(0.5 * self.width()).min(0.5 * self.depth());
        Self { x0: self.x0 + m, y0: self.y0 + m, x1: self.x1 - m, y1: self.y1 - m }
    }

    /// The rectangle cut at both ends so that its longer side is at most `longest` times the shorter one.
    #[must_use]
    pub fn no_longer_than(&self, longest: f64) -> Self {
        let over = |long: f64, short: f64| (0.5 * (long - longest * short)).max(0.0);
        let (x, y) = (over(self.width(), self.depth()), over(self.depth(), self.width()));
        Self { x0: self.x0 + x, y0: self.y0 + y, x1: self.x1 - x, y1: self.y1 - y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_cut_at_both_ends() {
        let wall = Rect { x0: 0.0, y0: 0.0, x1: 10.0, y1: 2.0 };
        assert_eq!(wall.no_longer_than(2.0), Rect { x0: 3.0, y0: 0.0, x1: 7.0, y1: 2.0 });
        assert_eq!(wall.no_longer_than(5.0), wall);
        let nothing = Rect { x1: 0.0, ..wall };
        assert_eq!(nothing.no_longer_than(2.0).area(), 0.0);
    }
}
