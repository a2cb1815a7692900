//! The city as a drawing (SVG): isometric, seen from the south-east, for reports that are one file.
//!
//! Everything comes from the look, so places, sizes and growth colours are those of the window. Buildings are painted
//! from back to front, which is exact ([`layout::back_to_front`]). Buildings too small to see are left out.

use std::fmt::Write as _;

use analysis::NodeIndex;
use layout::Rect;

use super::look::{city_look, growth_color};
use crate::base::colors::{Rgb, css};
use crate::base::settings::CitySettings;
use crate::base::words;
use crate::base::words::escaped;
use crate::city::look::model::{BuildingLook, CityLook};
use crate::data::max_tree::Others;
use crate::data::session::Session;
use crate::view::state::{TimeCursor, ViewState};

/// Width of a drawing in its own units.
const WIDTH: f64 = 1000.0;
/// Room around the city, for numbers above buildings.
const MARGIN: f64 = 30.0;
/// Buildings of less than this width and height on the drawing are not seen.
const SMALLEST: f64 = 0.9;
/// Buildings that say on hover what they are; the marked ones always do.
const MOST_TITLES: usize = 120;
/// Districts of at least this share of the city's side have their name on them, down to this level.
const NAMED_SHARE: f64 = 0.16;
const NAMED_LEVELS: u16 = 3;
/// So many of the buildings that grew most, or are largest, have their name above them.
const NAMED_BUILDINGS: usize = 6;
/// Size of those names and of their plates, in units of the drawing.
const NAME_WIDTH_PER_CHARACTER: f64 = 8.8;
const NAME_HEIGHT: f64 = 24.0;
/// Corners that are nearer to each other are one place for names.
const SAME_CORNER: f64 = 24.0;
/// Size of letters where nothing else is said, in the style of a page.
const LETTERS: f64 = 12.0;
/// Yellow: red is growth, blue the selection of a person.
const MARK: &str = "#ffd21f";
/// How far the faces to the left and to the right are darker than the top.
const LEFT: f32 = 0.82;
const RIGHT: f32 = 0.66;
/// See-through buildings are drawn with at least this opacity: there is no light that would tell their edges.
const LEAST_OPACITY: f32 = 0.5;

/// A building that a text speaks of, with its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// Which one.
    pub node: NodeIndex,
    /// What stands above it.
    pub number: usize,
}

/// Draws the city at one point in time; `marks` have a yellow edge and a number.
#[must_use]
pub fn city_svg(session: &Session, settings: &CitySettings, point: usize, marks: &[Mark]) -> String {
    let view = ViewState { time: TimeCursor::at(point), ..ViewState::default() };
    let look = city_look(session, settings, &view);
    let mut drawing = Drawing::of(session, &look);
    drawing.districts(&look);
    drawing.buildings(session, &look, point, marks);
    drawing.district_names(session, &look);
    let taken = drawing.numbers(&look, session, marks);
    let names = drawing.building_names(session, &look, marks, taken);
    let points = session.evolution.points.len();
    let mut words = format!("City of the heap at point {} of {points}", point + 1);
    if !names.is_empty() {
        let _ = write!(words, ". Names in it: {}", names.join(", "));
    }
    drawing.finish(&words)
}

/// What colours mean: from no growth to the strongest growth of any building; and what numbers mean, where there are some.
#[must_use]
pub fn growth_legend_svg(session: &Session, settings: &CitySettings, has_numbers: bool) -> String {
    let mut svg = String::from(
        "<svg class=\"legend\" viewBox=\"0 0 420 34\" role=\"img\" aria-label=\"growth colors\"><defs><linearGradient id=\"growth\">",
    );
    for step in 0..=4_u8 {
        let share = f32::from(step) / 4.0;
        let _ = write!(svg, "<stop offset=\"{share}\" stop-color=\"{}\"/>", hex(growth_color(settings.ramp, share), 1.0));
    }
    let most = words::change(session.metric, i128::from(session.full_growth()));
    let _ = write!(
        svg,
        "</linearGradient></defs><rect x=\"0\" y=\"2\" width=\"200\" height=\"10\" rx=\"2\" fill=\"url(#growth)\"/><text x=\"0\" y=\"28\">no growth</text><text x=\"200\" y=\"28\" text-anchor=\"end\">{most}</text>"
    );
    if has_numbers {
        let _ = write!(
            svg,
            "<circle cx=\"232\" cy=\"11\" r=\"10\" fill=\"{}\"/><text class=\"number\" x=\"232\" y=\"15\">1</text><text x=\"248\" y=\"15\">number of the finding below</text>",
            MARK
        );
    }
    svg + "</svg>"
}

struct Drawing {
    /// Units of the drawing per metre.
    scale: f64,
    /// The highest point so far, downwards is positive.
    top: f64,
    half: f64,
    body: String,
}

/// The corners of a rectangle at a height, as `x y` on the drawing: north, east, south, west.
type Corners = [(f64, f64); 4];

impl Drawing {
    fn of(session: &Session, look: &CityLook) -> Self {
        let side = session.plan.root_side.max(1e-9);
        let scale = (WIDTH - 2.0 * MARGIN) / (2.0 * side * COS);
        let mut drawing = Self { scale, top: 0.0, half: 0.5 * side, body: String::new() };
        let roofs = look.buildings.iter().filter(|building| building.height > 0.0);
        drawing.top = roofs.map(|building| drawing.corners(&building.footprint, roof(building))[0].1).fold(-side * scale * SIN, f64::min);
        drawing
    }

    /// From the plan (x east, y south) and a height to the drawing.
    fn at(&self, x: f64, y: f64, height: f64) -> (f64, f64) {
        ((x - y) * COS * self.scale, ((x + y) * SIN - height * UP) * self.scale)
    }

    fn corners(&self, rect: &Rect, height: f64) -> Corners {
        let &Rect { x0, y0, x1, y1 } = rect;
        [self.at(x0, y0, height), self.at(x1, y0, height), self.at(x1, y1, height), self.at(x0, y1, height)]
    }

    /// A block: its top and the two faces that are seen.
    fn block(&mut self, rect: &Rect, base: f64, top: f64, color: Rgb) {
        let (low, high) = (self.corners(rect, base), self.corners(rect, top));
        self.face(&[high[3], high[2], low[2], low[3]], color, LEFT);
        self.face(&[high[2], high[1], low[1], low[2]], color, RIGHT);
        self.face(&high, color, 1.0);
    }

    fn face(&mut self, points: &[(f64, f64)], color: Rgb, light: f32) {
        let _ = write!(self.body, "<path fill=\"{}\" d=\"M", hex(color, light));
        for (x, y) in points {
            let _ = write!(self.body, "{x:.1} {y:.1} ");
        }
        self.body.push_str("z\"/>");
    }

    fn districts(&mut self, look: &CityLook) {
        for district in &look.districts {
            let width = district.rect.width().max(district.rect.depth()) * self.scale;
            if width > SMALLEST {
                let (base, thickness) = (f64::from(district.base), f64::from(district.thickness));
                self.block(&district.rect, base, base + thickness, district.color);
            }
        }
    }

    fn buildings(&mut self, session: &Session, look: &CityLook, point: usize, marks: &[Mark]) {
        let mut order = Vec::new();
        // Far away in the south-east, where the picture is seen from.
        let far = 1e6 * session.plan.root_side.max(1.0);
        layout::back_to_front(&session.plan, (far, far), &mut order);
        let mut largest: Vec<f32> = look.buildings.iter().map(|building| building.height).collect();
        largest.sort_by(|a, b| b.total_cmp(a));
        let titled_from = largest.get(MOST_TITLES).copied().unwrap_or(0.0);
        for number in order {
            let building = &look.buildings[number as usize];
            let width = building.footprint.width() * self.scale;
            let is_marked = building.others == 0 && marks.iter().any(|mark| mark.node == building.node);
            if building.height <= 0.0 || !is_marked && width < SMALLEST && f64::from(building.height) * self.scale < SMALLEST {
                continue;
            }
            let opacity = if is_marked || building.solid { 1.0 } else { building.opacity.max(LEAST_OPACITY) };
            let edge = if is_marked { format!(" stroke=\"{}\" stroke-width=\"2\" stroke-linejoin=\"round\"", MARK) } else { String::new() };
            let _ = write!(self.body, "<g fill-opacity=\"{opacity:.2}\"{edge}>");
            if is_marked || building.height >= titled_from {
                let at = number as usize;
                let value = session.value_of_building(session.metric, at, point);
                let name = session.others(at).map_or_else(|| session.short_name(building.node), Others::name);
                let title = format!("{name}: {}", words::amount(session.metric, value));
                let _ = write!(self.body, "<title>{}</title>", escaped(&title));
            }
            self.block(&building.footprint, f64::from(building.base), roof(building), building.color);
            self.body.push_str("</g>\n");
        }
    }

    /// Names of large districts, lying along their south-western edge. Districts within districts that begin at the same
    /// corner share a line: `com.google.common`.
    fn district_names(&mut self, session: &Session, look: &CityLook) {
        let mut names: Vec<(f64, f64, f64, String)> = Vec::new();
        for district in look.districts.iter().filter(|district| (1..=NAMED_LEVELS).contains(&district.level)) {
            let (width, depth) = (district.rect.width(), district.rect.depth());
            if width < NAMED_SHARE * 2.0 * self.half || depth < 0.3 * NAMED_SHARE * 2.0 * self.half {
                continue;
            }
            let name = &session.evolution.nodes[district.node.at()].name;
            let (x, y) = self.at(district.rect.x0, district.rect.y1, f64::from(district.base + district.thickness));
            match names.iter_mut().find(|other| (other.0 - x).hypot(other.1 - y) < SAME_CORNER) {
                Some(other) => other.3 = format!("{}.{name}", other.3),
                None => names.push((x, y, width * self.scale, name.to_string())),
            }
        }
        for (x, y, width, name) in names {
            // The size of letters is a part of where they lie: pages that let no style in have it, too.
            let size = (1.5 * width / (name.chars().count().max(6) as f64)).min(16.0) / LETTERS;
            let [right, down, left] = [COS, SIN, -COS].map(|part| size * part);
            let _ = write!(
                self.body,
                "<text class=\"district\" transform=\"matrix({right:.3} {down:.3} {left:.3} {down:.3} {x:.1} {y:.1})\" x=\"4\" y=\"-4\">{}</text>",
                escaped(&name)
            );
        }
    }

    /// Names of the buildings that matter most, on plates above their roofs, where there is room. Returns those that are there.
    fn building_names(&mut self, session: &Session, look: &CityLook, marks: &[Mark], mut taken: Vec<Rect>) -> Vec<String> {
        let mut names = Vec::new();
        for &number in session.by_growth.iter().take(NAMED_BUILDINGS) {
            let Some(building) = look.buildings.get(number as usize).filter(|building| building.height > 0.0) else { continue };
            let name = session.label_of_building(number as usize);
            let corners = self.corners(&building.footprint, roof(building));
            let x = f64::midpoint(corners[1].0, corners[3].0);
            // From the middle of the roof, or from the number that stands above it.
            let begin = if marks.iter().any(|mark| mark.node == building.node) {
                corners[0].1 - 24.0
            } else {
                f64::midpoint(corners[0].1, corners[2].1)
            };
            let half = 0.5 * NAME_WIDTH_PER_CHARACTER * (name.chars().count() as f64 + 1.5);
            // A name that is longer than the picture is wide stands in its middle.
            let room = (0.5 * WIDTH - half).max(0.0);
            let x_in = x.clamp(-room, room);
            let lies_on =
                |plate: &Rect, other: &Rect| plate.x0 < other.x1 && other.x0 < plate.x1 && plate.y0 < other.y1 && other.y0 < plate.y1;
            let plate_at = |y: f64| Rect { x0: x_in - half, y0: y - NAME_HEIGHT, x1: x_in + half, y1: y };
            // Above the roof, or a little higher where something is written already.
            let free = (0..4).map(|step| plate_at(corners[0].1 - 8.0 - 0.7 * NAME_HEIGHT * f64::from(step)));
            let Some(plate) = free.into_iter().find(|plate| !taken.iter().any(|other| lies_on(plate, other))) else { continue };
            self.top = self.top.min(plate.y0);
            let _ = write!(
                self.body,
                "<path class=\"stem\" d=\"M{x:.1} {begin:.1}V{:.1}\"/><rect class=\"plate\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{NAME_HEIGHT}\" rx=\"5\"/><text class=\"building\" x=\"{x_in:.1}\" y=\"{:.1}\">{}</text>",
                plate.y1,
                plate.x0,
                plate.y0,
                plate.width(),
                plate.y1 - 7.0,
                escaped(&name)
            );
            taken.push(plate);
            names.push(name);
        }
        names
    }

    /// Numbers above the marked buildings, one row per building. Returns where they stand.
    fn numbers(&mut self, look: &CityLook, session: &Session, marks: &[Mark]) -> Vec<Rect> {
        let mut places = Vec::new();
        let mut done: Vec<NodeIndex> = Vec::new();
        for mark in marks {
            let Some(building) =
                session.building(mark.node).and_then(|number| look.buildings.get(number)).filter(|building| building.height > 0.0)
            else {
                continue;
            };
            let beside = done.iter().filter(|&&node| node == mark.node).count();
            done.push(mark.node);
            let corners = self.corners(&building.footprint, roof(building));
            let (x, y) = (f64::midpoint(corners[1].0, corners[3].0) + 21.0 * beside as f64, corners[0].1 - 14.0);
            self.top = self.top.min(y - 12.0);
            places.push(Rect { x0: x - 11.0, y0: y - 11.0, x1: x + 11.0, y1: y + 11.0 });
            let _ = write!(
                self.body,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"10\" fill=\"{}\"/><text class=\"number\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
                MARK,
                y + 4.0,
                mark.number
            );
        }
        places
    }

    /// The drawing; `words` are for those who do not see it.
    fn finish(self, words: &str) -> String {
        let bottom = 2.0 * self.half * self.scale * SIN + MARGIN;
        let (left, top) = (-WIDTH / 2.0, self.top - MARGIN / 2.0);
        format!(
            "<svg class=\"city\" viewBox=\"{left:.0} {top:.0} {WIDTH:.0} {:.0}\" role=\"img\" aria-label=\"{}\">{}</svg>",
            bottom - top,
            escaped(words),
            self.body
        )
    }
}

/// The two directions of an isometric plan on paper, and what a metre of height is there.
const COS: f64 = 0.866;
const SIN: f64 = 0.5;
const UP: f64 = 1.0;

fn roof(building: &BuildingLook) -> f64 {
    f64::from(building.base + building.height)
}

fn hex(color: Rgb, light: f32) -> String {
    css(color.map(|part| part * light))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_samples::sample_city;

    #[test]
    fn every_building_that_can_be_seen_is_drawn_and_the_marked_one_has_its_number() {
        let city = sample_city("fig10");
        let last = city.session.last_point();
        let node = city.node("Person");
        let svg = city_svg(&city.session, &city.settings, last, &[Mark { node, number: 3 }]);
        let look = city_look(&city.session, &city.settings, &ViewState { time: TimeCursor::at(last), ..ViewState::default() });
        let visible = look.buildings.iter().filter(|building| building.height > 0.0).count();
        assert_eq!(svg.matches("<g fill-opacity").count(), visible);
        assert_eq!(svg.matches("class=\"number\"").count(), 1);
        // The strongest growers stand apart, so that there is room for every name.
        for name in ["String", "Person", "char[]", "LinkedList$Node"] {
            assert!(svg.contains(&format!(">{name}</text>")), "{name}");
        }
        assert!(svg.contains(&format!("aria-label=\"City of the heap at point {0} of {0}. Names in it: ", last + 1)), "{svg}");
        assert!(svg.contains(">3</text>") && svg.starts_with("<svg") && svg.ends_with("</svg>"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn a_city_without_data_is_an_empty_drawing() {
        let session = Session::default();
        let svg = city_svg(&session, &CitySettings::default(), 0, &[]);
        assert!(svg.starts_with("<svg") && !svg.contains("<path"));
    }

    #[test]
    fn names_longer_than_the_picture_is_wide_stand_in_its_middle() {
        let long = "N".repeat(400);
        let session = crate::test_sessions::session(&[&[(&long, 1), ("b", 1)], &[(&long, 9), ("b", 1)]]);
        let svg = city_svg(&session, &CitySettings::default(), 1, &[]);
        assert!(svg.contains(&format!(">{long}</text>")) && !svg.contains("NaN"), "{svg}");
    }

    #[test]
    fn names_cannot_become_markup() {
        assert_eq!(escaped("<a href='x'>&\"\u{1}"), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;\u{fffd}");
    }
}
