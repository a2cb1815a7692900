//! Where the camera of a picture or film stands.

use std::str::FromStr;

/// Where the camera of a picture or film stands. As text: `home`, `birdseye`, `orbit:YAW,PITCH,DIST`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Viewpoint {
    /// The first view of the window: the whole city, with what was found in the right third.
    #[default]
    Home,
    /// Straight above, north up.
    BirdsEye,
    /// Around the middle of the city.
    Orbit {
        /// Degrees; 0 stands in the south and looks north, 90 stands in the east.
        yaw: f32,
        /// Degrees above the horizon, up to 90.
        pitch: f32,
        /// Distance in sides of the city.
        distance: f32,
    },
}

impl FromStr for Viewpoint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const EXPECTED: &str = "write home, birdseye or orbit:YAW,PITCH,DIST, for example orbit:30,35,1.5";
        match text {
            "home" => return Ok(Self::Home),
            "birdseye" => return Ok(Self::BirdsEye),
            _ => {}
        }
        let numbers: Vec<f32> = text
            .strip_prefix("orbit:")
            .ok_or(EXPECTED)?
            .split(',')
            .map(|number| number.trim().parse().map_err(|_| EXPECTED.to_owned()))
            .collect::<Result<_, _>>()?;
        match numbers[..] {
            [yaw, pitch, distance] if yaw.is_finite() && (0.0..=90.0).contains(&pitch) && distance > 0.0 && distance.is_finite() => {
                Ok(Self::Orbit { yaw, pitch, distance })
            }
            [_, _, _] => Err("the pitch is 0 to 90 degrees, the distance above 0".into()),
            _ => Err(EXPECTED.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn viewpoints_are_read_and_nonsense_is_refused() {
        assert_eq!("orbit:-30,35,1.5".parse(), Ok(Viewpoint::Orbit { yaw: -30.0, pitch: 35.0, distance: 1.5 }));
        assert_eq!("birdseye".parse(), Ok(Viewpoint::BirdsEye));
        assert_eq!("home".parse(), Ok(Viewpoint::Home));
        for wrong in ["", "orbit:", "orbit:1,2", "orbit:1,91,1", "orbit:1,2,0", "orbit:NaN,2,1", "orbit:1,2,3,4", "above"] {
            assert!(wrong.parse::<Viewpoint>().is_err(), "{wrong}");
        }
    }
}
