//! Settings as text: `name=value` orders, JSON files, and the limits of every number.

use serde_json::{Map, Value};

use super::CitySettings;

/// What was wrong with a setting.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// There is no `=`.
    #[error("`{text}` is no setting; write name=value, for example child_count=30")]
    NoValue {
        /// What was given.
        text: String,
    },
    /// Nothing is called so.
    #[error("there is no setting `{name}`; there are {}", names.join(", "))]
    UnknownName {
        /// What was given.
        name: String,
        /// All settings.
        names: Vec<String>,
    },
    /// The value does not fit.
    #[error("`{value}` does not fit {name}: {reason}")]
    BadValue {
        /// The setting.
        name: String,
        /// What was given.
        value: String,
        /// What would fit.
        reason: String,
    },
    /// A settings file is not JSON of the right shape.
    #[error("these are no settings: {reason}")]
    BadJson {
        /// What the JSON reader says, with line and column.
        reason: String,
    },
}

/// What settings are called where members of files have another name, which is understood, too.
const SPOKEN: [(&str, &str); 2] = [("show_references", "show_pointers"), ("most_references", "top_frustums")];

/// The most seconds that autoplay may stay on a point, and the least.
const DWELL_SECS: std::ops::RangeInclusive<f32> = 0.05..=60.0;

/// The smallest and the largest text and panels.
pub const INTERFACE_SCALE: std::ops::RangeInclusive<f32> = 0.6..=2.5;
/// One step between them, as a factor.
pub const SCALE_STEP: f32 = 1.1;

impl CitySettings {
    /// Names of all settings, sorted.
    #[must_use]
    pub fn names() -> Vec<String> {
        let spoken = |name: String| SPOKEN.iter().find(|(_, member)| *member == name).map_or(name, |(spoken, _)| (*spoken).to_owned());
        let mut names: Vec<String> = Self::default().members().into_iter().map(|(name, _)| spoken(name)).collect();
        names.sort();
        names
    }

    /// Carries out one `name=value`. Switches take on/off (also true/false, yes/no, 1/0), shares `0.4` or `40%`,
    /// `child_count` a number or `all`, `opened` keys of districts with commas between them or as a JSON list; dashes in names are as good as underscores. Numbers beyond the limits are
    /// moved to the nearest limit.
    ///
    /// # Errors
    /// When there is no such setting or the value does not fit it; the settings stay as they were.
    pub fn set(&mut self, order: &str) -> Result<(), SettingsError> {
        let Some((name, value)) = order.split_once('=') else {
            return Err(SettingsError::NoValue { text: order.to_owned() });
        };
        let name = name.trim().to_lowercase().replace('-', "_");
        let value = value.trim();
        let member = SPOKEN.iter().find(|(spoken, _)| *spoken == name).map_or(name.as_str(), |(_, member)| member);
        let mut members = self.members();
        let Some(old) = members.get(member) else {
            return Err(SettingsError::UnknownName { name, names: Self::names() });
        };
        let bad = |reason: String| SettingsError::BadValue { name: name.clone(), value: value.to_owned(), reason };
        let new = match (member, old) {
            ("child_count", _) => child_count(value).ok_or_else(|| bad("expected a whole number from 1 on, or all".into()))?,
            ("opened", _) => serde_json::from_str(value).ok().filter(Value::is_array).unwrap_or_else(|| keys(value)),
            ("theme", _) if !["night", "day", "dark", "light"].contains(&value.to_lowercase().as_str()) => {
                return Err(bad("expected night or day".into()));
            }
            (_, Value::Bool(_)) => switch(value).ok_or_else(|| bad("expected on or off".into()))?,
            (_, Value::Number(number)) if number.is_f64() => {
                real(value).ok_or_else(|| bad("expected a number such as 0.4, or a percentage such as 40%".into()))?
            }
            (_, Value::Number(_)) => value.parse::<u32>().map(Value::from).map_err(|_| bad("expected a whole number from 0 on".into()))?,
            _ => Value::from(value.to_lowercase().replace(['-', '_'], "")),
        };
        members.insert(member.to_owned(), new);
        let changed: Self = serde_json::from_value(Value::Object(members)).map_err(|error| bad(error.to_string()))?;
        *self = changed.clamped();
        Ok(())
    }

    /// The same settings with every number inside its limits.
    #[must_use]
    pub fn clamped(mut self) -> Self {
        let defaults = Self::default();
        let inside = |value: f32, range: std::ops::RangeInclusive<f32>, default: f32| {
            if value.is_nan() { default } else { value.clamp(*range.start(), *range.end()) }
        };
        self.child_count = self.child_count.map(|count| count.max(1));
        self.non_solid_opacity = inside(self.non_solid_opacity, 0.0..=1.0, defaults.non_solid_opacity);
        self.dwell_secs = inside(self.dwell_secs, DWELL_SECS, defaults.dwell_secs);
        self.interface_scale = inside(self.interface_scale, INTERFACE_SCALE, defaults.interface_scale);
        self
    }

    /// The settings as a JSON document, as [`CitySettings::from_json`] reads it.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Reads a JSON document. Unknown members are ignored, missing ones take the default, numbers are moved inside
    /// their limits.
    ///
    /// # Errors
    /// When the text is no JSON object or a member has a value that cannot be understood.
    pub fn from_json(text: &str) -> Result<Self, SettingsError> {
        let bad = |error: serde_json::Error| SettingsError::BadJson { reason: error.to_string() };
        // Through a map, because a list would be taken for the members in order.
        let members: Map<String, Value> = serde_json::from_str(text).map_err(bad)?;
        let settings: Self = serde_json::from_value(Value::Object(members)).map_err(bad)?;
        Ok(settings.clamped())
    }

    fn members(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(members)) => members,
            // A struct of plain values always becomes an object.
            _ => Map::new(),
        }
    }
}

fn switch(value: &str) -> Option<Value> {
    match value.to_lowercase().as_str() {
        "on" | "true" | "yes" | "1" => Some(Value::Bool(true)),
        "off" | "false" | "no" | "0" => Some(Value::Bool(false)),
        _ => None,
    }
}

fn keys(value: &str) -> Value {
    Value::from(value.split(',').map(str::trim).filter(|key| !key.is_empty()).collect::<Vec<_>>())
}

fn child_count(value: &str) -> Option<Value> {
    if value.eq_ignore_ascii_case("all") {
        return Some(Value::Null);
    }
    value.parse::<u32>().ok().filter(|&count| count > 0).map(Value::from)
}

fn real(value: &str) -> Option<Value> {
    let (digits, unit) = match value.strip_suffix('%') {
        Some(percent) => (percent.trim_end(), 0.01),
        None => (value, 1.0),
    };
    let number = digits.parse::<f64>().ok().filter(|number| number.is_finite())?;
    serde_json::Number::from_f64(number * unit).map(Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::settings::{AreaModeSetting, DistrictColors, GrowthRamp, Theme};

    fn set(order: &str) -> Result<CitySettings, String> {
        let mut settings = CitySettings::default();
        settings.set(order).map_err(|error| error.to_string())?;
        Ok(settings)
    }

    #[test]
    fn every_kind_of_setting_can_be_set_by_text() -> Result<(), String> {
        assert_eq!(set("child_count=10")?.child_count, Some(10));
        assert_eq!(set("child-count = all")?.child_count, None);
        assert_eq!(set("area_mode=Linear")?.area_mode, AreaModeSetting::Linear);
        assert_eq!(set("metric=bytes")?.metric, analysis::Metric::Bytes);
        assert_eq!(set("district_colors=Blue")?.district_colors, DistrictColors::Blue);
        assert_eq!(set("ramp=color-blind")?.ramp, GrowthRamp::ColorBlind);
        assert!(!set("color=off")?.color);
        assert!(set("shrink_districts=yes")?.shrink_districts);
        assert!(!set("show-references=off")?.show_pointers && !set("show_pointers=off")?.show_pointers);
        assert_eq!((set("most_references=3")?.top_frustums, set("top_frustums=3")?.top_frustums), (3, 3));
        for (day, night) in [("day", "night"), ("light", "dark")] {
            assert_eq!(set(&format!("theme={day}"))?.theme, Theme::Light);
            assert_eq!(CitySettings::from_json(&format!("{{\"theme\": \"{night}\"}}")).map(|read| read.theme), Ok(Theme::Dark));
        }
        assert!(CitySettings::default().to_json().contains("\"theme\": \"night\""));
        assert_eq!(set("solid_count=5")?.solid_count, 5);
        assert!((set("non_solid_opacity=25%")?.non_solid_opacity - 0.25).abs() < 1e-6);
        assert!((set("dwell_secs=2")?.dwell_secs - 2.0).abs() < 1e-6);
        Ok(())
    }

    #[test]
    fn every_setting_takes_its_own_value_back() {
        // child_count is the only member whose JSON (null for all) is not its text.
        for (name, value) in CitySettings::default().members() {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            assert_eq!(set(&format!("{name}={text}")), Ok(CitySettings::default()), "{name}={text}");
        }
    }

    #[test]
    fn errors_say_what_would_fit() {
        for (order, expected) in [
            ("child_count", "`child_count` is no setting; write name=value, for example child_count=30"),
            ("child_count=0", "`0` does not fit child_count: expected a whole number from 1 on, or all"),
            ("solid_count=-1", "`-1` does not fit solid_count: expected a whole number from 0 on"),
            ("color=red", "`red` does not fit color: expected on or off"),
            ("non_solid_opacity=NaN", "`NaN` does not fit non_solid_opacity: expected a number such as 0.4, or a percentage such as 40%"),
            ("theme=dusk", "`dusk` does not fit theme: expected night or day"),
            ("area_mode=cubic", "`cubic` does not fit area_mode: unknown variant `cubic`, expected `linear` or `sqrt`"),
        ] {
            assert_eq!(set(order), Err(expected.to_owned()));
        }
        let error = set("colour=on").expect_err("the setting is called color");
        assert!(error.starts_with("there is no setting `colour`; there are area_mode, child_count, color,"), "{error}");
    }

    #[test]
    fn a_failed_order_changes_nothing() {
        let mut settings = CitySettings { solid_count: 7, ..CitySettings::default() };
        assert!(settings.set("solid_count=many").is_err());
        assert_eq!(settings, CitySettings { solid_count: 7, ..CitySettings::default() });
    }

    #[test]
    fn numbers_are_moved_inside_their_limits() -> Result<(), String> {
        assert!((set("non_solid_opacity=300%")?.non_solid_opacity - 1.0).abs() < 1e-6);
        assert!((set("dwell_secs=0")?.dwell_secs - 0.05).abs() < 1e-6);
        Ok(())
    }

    #[test]
    fn a_settings_file_round_trips() {
        let settings = CitySettings { child_count: None, non_solid_opacity: 0.25, solid_count: 3, ..CitySettings::default() };
        assert_eq!(CitySettings::from_json(&settings.to_json()), Ok(settings));
    }

    #[test]
    fn a_settings_file_may_lack_members_and_have_unknown_ones() {
        let settings = CitySettings::from_json(r#"{"solid_count": 3, "from_the_future": [1], "dwell_secs": 1e9}"#);
        assert_eq!(settings, Ok(CitySettings { solid_count: 3, dwell_secs: 60.0, ..CitySettings::default() }));
        for broken in ["", "[]", r#"{"solid_count": "x"}"#, r#"{"solid_count": -1}"#] {
            assert!(CitySettings::from_json(broken).is_err(), "{broken}");
        }
    }
}
