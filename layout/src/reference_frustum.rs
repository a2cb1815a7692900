//! How thick a reference frustum is at each end.

/// What the radius means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FrustumScale {
    /// Disc area is the share of the building's objects that take part.
    #[default]
    Share,
    /// Disc area is the number of objects that take part, comparable across the city.
    Count,
}

/// One end of a frustum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrustumEnd {
    /// Objects of this building that take part.
    pub count: u64,
    /// Objects of this building now.
    pub objects: u64,
    /// Footprint width and depth in metres.
    pub footprint: (f64, f64),
}

/// The radius at one end in metres; at least `0.0015 * root_side`.
#[must_use]
pub fn end_radius(end: &FrustumEnd, scale: FrustumScale, area_of: impl Fn(f64) -> f64, root_side: f64) -> f64 {
    let r = match scale {
        FrustumScale::Share => {
            let share = if end.objects == 0 { 0.0 } else { (end.count as f64 / end.objects as f64).min(1.0) };
            0.9 * 0.5 * end.footprint.0.min(end.footprint.1) * share.sqrt()
        }
        FrustumScale::Count => 0.45 * area_of(end.count as f64).sqrt(),
    };
    r.max(0.0015 * root_side)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn radius(count: u64, objects: u64, side: f64, scale: FrustumScale) -> f64 {
        // A city of side 0 has no least radius.
        end_radius(&FrustumEnd { count, objects, footprint: (side, side) }, scale, f64::sqrt, 0.0)
    }

    #[test]
    fn one_percent_of_a_that_holds_eighty_percent_of_b_is_much_thinner_at_a() {
        // Equal buildings: radii are as the roots of the shares, 0.1 : 0.894.
        let (a, b) = (radius(1, 100, 10.0, FrustumScale::Share), radius(80, 100, 10.0, FrustumScale::Share));
        assert!((a / 4.5 - 0.1).abs() < 1e-12 && (b / 4.5 - 0.894_427).abs() < 1e-6, "{a} {b}");
    }

    #[test]
    fn the_list_and_its_head_node_give_the_thin_cone_of_figure_10() {
        // Sqrt mode, square bases: 1 object is 1 m wide, 10,000 objects are 10 m wide.
        assert!((radius(1, 1, 1.0, FrustumScale::Share) - 0.45).abs() < 1e-12);
        assert!((radius(1, 10_000, 10.0, FrustumScale::Share) - 0.045).abs() < 1e-12);
        assert!((radius(10_000, 10_000, 10.0, FrustumScale::Share) - 4.5).abs() < 1e-12);
    }

    #[test]
    fn shares_are_capped_and_thin_ends_stay_visible() {
        assert!((radius(500, 100, 10.0, FrustumScale::Share) - 4.5).abs() < 1e-12);
        let end = FrustumEnd { count: 0, objects: 0, footprint: (0.0, 0.0) };
        assert!((end_radius(&end, FrustumScale::Share, f64::sqrt, 200.0) - 0.3).abs() < 1e-12);
    }

    #[test]
    fn counted_ends_are_as_thick_as_a_building_of_that_many_objects() {
        // 0.45 * sqrt(sqrt(10,000)) = 4.5, whatever building it is.
        assert!((radius(10_000, 1_000_000, 3.0, FrustumScale::Count) - 4.5).abs() < 1e-12);
    }
}
