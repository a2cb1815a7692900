//! How a plan is cut.

/// The scale never grows lots by more than this (area), however hostile the weights are.
pub(super) const TIGHTEST_ALLOWED: f64 = 1e-12;

/// How streets and rims are cut; lengths are shares of the root's side or of the node's shorter side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanParams {
    /// District rim: at most this share of the root's side...
    pub rim_of_root: f64,
    /// ...and of the district's shorter side.
    pub rim_of_side: f64,
    /// Street around a building: at most this share of the root's side...
    pub street_of_root: f64,
    /// ...and of the plot's shorter side.
    pub street_of_side: f64,
    /// No lot is longer than this many times its shorter side...
    pub longest_lot: f64,
    /// ...and no district.
    pub longest_district: f64,
    /// The area of the tightest lot per weight, at least 1: room to grow before the city has to be laid out anew.
    pub room: f64,
}

impl Default for PlanParams {
    fn default() -> Self {
        Self {
            rim_of_root: 0.010,
            rim_of_side: 0.05,
            street_of_root: 0.004,
            street_of_side: 0.06,
            longest_lot: 2.0,
            longest_district: 3.0,
            room: 1.25,
        }
    }
}
