//! Names of districts on the ground along their near rim. Pure geometry in plan coordinates (x east, y south).

use layout::Rect;

/// Where a name lies: it begins at `start` and reads along `along`; `up` points to the top of its letters. Both have
/// length 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::window) struct RimLine {
    pub(in crate::window) start: [f64; 2],
    pub(in crate::window) along: [f64; 2],
    pub(in crate::window) up: [f64; 2],
    /// Room along the rim, in metres.
    pub(in crate::window) length: f64,
}

/// The edge of a district that is nearest to the camera, read by somebody who stands there. The name lies just outside
/// of it when `outside` (metres, may be negative for inside) is the distance of its baseline from the edge.
///
/// `eye` is the camera's place on the plan. The side changes where the camera passes a corner's diagonal.
pub(in crate::window) fn near_rim(rect: &Rect, eye: [f64; 2], outside: f64) -> RimLine {
    let (cx, cy) = rect.center();
    let (half_w, half_d) = (0.5 * rect.width(), 0.5 * rect.depth());
    // Distance beyond each edge decides: the edge that the camera is farthest in front of.
    let south = eye[1] - cy - half_d;
    let north = cy - half_d - eye[1];
    let east = eye[0] - cx - half_w;
    let west = cx - half_w - eye[0];
    let nearest = south.max(north).max(east).max(west);
    if nearest == south {
        RimLine { start: [rect.x0, rect.y1 + outside], along: [1.0, 0.0], up: [0.0, -1.0], length: rect.width() }
    } else if nearest == north {
        RimLine { start: [rect.x1, rect.y0 - outside], along: [-1.0, 0.0], up: [0.0, 1.0], length: rect.width() }
    } else if nearest == east {
        RimLine { start: [rect.x1 + outside, rect.y1], along: [0.0, -1.0], up: [-1.0, 0.0], length: rect.depth() }
    } else {
        RimLine { start: [rect.x0 - outside, rect.y0], along: [0.0, 1.0], up: [1.0, 0.0], length: rect.depth() }
    }
}

impl RimLine {
    /// The place `u` metres along the line and `v` metres up from it.
    pub(in crate::window) fn at(&self, u: f64, v: f64) -> [f64; 2] {
        [self.start[0] + u * self.along[0] + v * self.up[0], self.start[1] + u * self.along[1] + v * self.up[1]]
    }
}

/// A name that lies on the plan: `from..to` metres along its line, and as high as its letters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::window) struct Written {
    pub(in crate::window) line: RimLine,
    pub(in crate::window) from: f64,
    pub(in crate::window) to: f64,
    pub(in crate::window) height: f64,
}

/// Where along the line a name of this length and height begins: `margin` metres from the corner, or behind the names of
/// outer districts that lie there already, because the rims of nested districts are close together. `None` without room.
pub(in crate::window) fn free_start(line: &RimLine, margin: f64, length: f64, height: f64, written: &[Written]) -> Option<f64> {
    let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
    let in_the_way = |other: &&Written, begin: f64| {
        let along = dot(line.along, other.line.start) - dot(line.along, line.start);
        let up = dot(line.up, other.line.start) - dot(line.up, line.start);
        other.line.along == line.along
            && (begin < along + other.to && along + other.from < begin + length)
            && (up < height && -other.height < up)
    };
    let mut begin = margin;
    while let Some(other) = written.iter().find(|other| in_the_way(other, begin)) {
        begin = dot(line.along, other.line.start) - dot(line.along, line.start) + other.to + 0.5 * height;
    }
    (begin + length + margin <= line.length).then_some(begin)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECT: Rect = Rect { x0: -10.0, y0: -5.0, x1: 10.0, y1: 5.0 };

    #[test]
    fn the_name_reads_from_left_to_right_wherever_the_camera_stands() {
        for eye in [[0.0, 50.0], [0.0, -50.0], [50.0, 0.0], [-50.0, 0.0], [30.0, 90.0]] {
            let line = near_rim(&RECT, eye, 0.0);
            // The way from the viewer into the city is "up" for the letters...
            let middle = line.at(0.5 * line.length, 0.0);
            let inwards = [-middle[0], -middle[1]];
            assert!(line.up[0] * inwards[0] + line.up[1] * inwards[1] > 0.0, "{eye:?}");
            // ...and right of it is where the name goes on: with y south, right of (ux, uy) is (-uy, ux).
            assert_eq!(line.along, [-line.up[1], line.up[0]], "{eye:?}");
        }
    }

    #[test]
    fn names_of_nested_districts_follow_each_other_instead_of_lying_on_each_other() {
        let eye = [0.0, 40.0];
        let inner = Rect { x0: -9.5, y0: -4.5, x1: 9.5, y1: 4.5 };
        let (line, nested) = (near_rim(&RECT, eye, 0.0), near_rim(&inner, eye, 0.0));
        assert_eq!(free_start(&line, 0.5, 4.0, 0.8, &[]), Some(0.5));
        let outer = Written { line, from: 0.5, to: 4.5, height: 0.8 };
        // The outer name ends at x = -5.5; the inner line begins at -9.5, and half a letter's height stays free.
        assert_eq!(free_start(&nested, 0.5, 4.0, 0.8, &[outer]), Some(4.4));
        assert_eq!(free_start(&nested, 0.5, 16.0, 0.8, &[outer]), None, "no room behind it");
        let far = near_rim(&Rect { y1: 3.0, ..inner }, eye, 0.0);
        assert_eq!(free_start(&far, 0.5, 4.0, 0.8, &[outer]), Some(0.5), "a rim far enough behind is free");
        let other_side = near_rim(&inner, [40.0, 0.0], 0.0);
        assert_eq!(free_start(&other_side, 0.5, 4.0, 0.8, &[outer]), Some(0.5));
    }

    #[test]
    fn the_side_swaps_with_the_camera_and_the_line_lies_on_the_edge() {
        assert_eq!(near_rim(&RECT, [0.0, 40.0], 0.0).start, [-10.0, 5.0]);
        assert_eq!(near_rim(&RECT, [0.0, -40.0], 0.0).start, [10.0, -5.0]);
        assert_eq!(near_rim(&RECT, [40.0, 0.0], 0.0).start, [10.0, 5.0]);
        assert_eq!(near_rim(&RECT, [-40.0, 0.0], 0.0).start, [-10.0, -5.0]);
        assert_eq!(near_rim(&RECT, [40.0, 0.0], 0.0).length, 10.0);
        assert_eq!(near_rim(&RECT, [0.0, 40.0], 2.0).start, [-10.0, 7.0]);
    }
}
