//! Limits and defaults of the detectors.

use std::fmt;
use std::str::FromStr;

/// What windows must be like. Defaults are those of the paper, and where it is silent those that are explained here.
#[derive(Debug, Clone, PartialEq)]
pub struct WindowRules {
    /// A growing window covers at least this share of all collections.
    pub least_growth_cover: f64,
    /// Memory may fall to this share of the largest value so far.
    pub drop_tolerance: f64,
    /// Bytes by which it must grow; the paper gives no number.
    pub least_increase: u64,
    /// Share of what was there at its begin by which it must grow: a hundredth of it comes and goes in any program.
    pub least_increase_share: f64,
    /// The strongest part has at least this share of the points of its window...
    pub least_part: f64,
    /// ...at most this one...
    pub most_part: f64,
    /// ...and at least so many points.
    pub least_part_points: usize,
    /// A line must rise by more than so many bytes per second.
    pub least_slope: f64,
    /// Windows of overhead and churn have at least so many collections...
    pub least_collections: usize,
    /// ...and at most so many.
    pub most_collections: usize,
    /// Collections must take this share of the time.
    pub least_overhead: f64,
    /// More must be thrown away per second than on average, by this factor; the paper says "significantly" only.
    pub hotspot_factor: f64,
}

impl Default for WindowRules {
    fn default() -> Self {
        Self {
            least_growth_cover: 0.10,
            drop_tolerance: 0.75,
            least_increase: 0,
            least_increase_share: 0.01,
            least_part: 0.10,
            most_part: 0.50,
            least_part_points: 2,
            least_slope: 0.0,
            least_collections: 5,
            most_collections: 50,
            least_overhead: 0.10,
            hotspot_factor: 1.5,
        }
    }
}

/// Why a rule cannot be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WindowRulesError {
    /// There is none of this name.
    NoSuchRule(String),
    /// The value is none for it: the rule, and what it takes.
    NoValue(String, &'static str),
}

impl fmt::Display for WindowRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchRule(text) => write!(f, "{text:?} is no rule: write NAME=VALUE, with one of {}", WindowRules::NAMES.join(", ")),
            Self::NoValue(name, takes) => write!(f, "{name} takes {takes}"),
        }
    }
}

impl std::error::Error for WindowRulesError {}

impl WindowRules {
    /// What can be set.
    pub const NAMES: [&str; 12] = [
        "growth-cover",
        "drop-tolerance",
        "least-increase",
        "least-increase-share",
        "least-part",
        "most-part",
        "least-part-points",
        "least-slope",
        "least-collections",
        "most-collections",
        "least-overhead",
        "hotspot-factor",
    ];

    /// Sets a rule from `NAME=VALUE`.
    ///
    /// # Errors
    /// When there is none of this name, or the value is none for it.
    pub fn set(&mut self, text: &str) -> Result<(), WindowRulesError> {
        let (name, value) = text.split_once('=').ok_or_else(|| WindowRulesError::NoSuchRule(text.to_owned()))?;
        let (name, value) = (name.trim(), value.trim());
        match name {
            "growth-cover" => self.least_growth_cover = share(name, value)?,
            "drop-tolerance" => self.drop_tolerance = share(name, value)?,
            "least-increase" => self.least_increase = whole(name, value, 0)?,
            "least-increase-share" => self.least_increase_share = share(name, value)?,
            "least-part" => self.least_part = share(name, value)?,
            "most-part" => self.most_part = share(name, value)?,
            "least-part-points" => self.least_part_points = whole(name, value, 2)?,
            "least-slope" => self.least_slope = number(name, value)?,
            "least-collections" => self.least_collections = whole(name, value, 1)?,
            "most-collections" => self.most_collections = whole(name, value, 1)?,
            "least-overhead" => self.least_overhead = share(name, value)?,
            "hotspot-factor" => self.hotspot_factor = number(name, value)?,
            _ => return Err(WindowRulesError::NoSuchRule(text.to_owned())),
        }
        Ok(())
    }
}

fn number(name: &str, value: &str) -> Result<f64, WindowRulesError> {
    let number = value.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| WindowRulesError::NoValue(name.to_owned(), "a number that is not negative"))
}

fn share(name: &str, value: &str) -> Result<f64, WindowRulesError> {
    let share = number(name, value).ok().filter(|&share| share <= 1.0);
    share.ok_or_else(|| WindowRulesError::NoValue(name.to_owned(), "a share between 0 and 1"))
}

fn whole<N: FromStr + PartialOrd + From<u8>>(name: &str, value: &str, least: u8) -> Result<N, WindowRulesError> {
    let whole = value.parse().ok().filter(|whole: &N| *whole >= N::from(least));
    let takes = match least {
        0 => "a whole number",
        1 => "a whole number, 1 or more",
        _ => "a whole number, 2 or more",
    };
    whole.ok_or_else(|| WindowRulesError::NoValue(name.to_owned(), takes))
}
