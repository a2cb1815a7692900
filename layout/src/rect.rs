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
}
