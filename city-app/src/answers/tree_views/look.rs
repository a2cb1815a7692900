//! What a picture of the groups at one point looks like: shapes, colours and labels, without anything that draws.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use layout::{IcicleGeometry, NodeRect, Rect, Sector, SunburstGeometry, icicle, icicle_at, stacked_bars, sunburst, sunburst_at, treemap};
use serde::Serialize;

use super::{TreeViews, colors};

/// Height of letters in the units of a picture, and the mean width of one.
const LETTERS: f64 = 12.0;
const LETTER_WIDTH: f64 = 0.56 * LETTERS;
/// Names that are cut to fewer letters than that say nothing.
const LEAST_LETTERS: usize = 5;
/// Levels below what is looked at that are shown with their names.
const LOCAL_LEVELS: usize = 2;
/// Rings at most.
const MOST_RINGS: usize = 10;
/// Radius of the middle of a sunburst of the usual side, and what is free around it.
const CENTRE_SHARE: f64 = 25.0 / 400.0;
const AROUND: f64 = 7.5;
/// Sectors narrower than that, in radians, have no label: of the first ring, and of others.
const LEAST_SWEEPS: [f64; 2] = [0.2, 0.06];
/// What a label in a ring leaves free, of a thin ring its share; and what one in a cell does.
const IN_RING: f64 = 20.0;
const IN_RING_SHARE: f64 = 0.25;
const IN_CELL: f64 = 4.0;
/// Cells lower than that have no label.
const LEAST_HEIGHT: f64 = 18.0;
/// Shapes that are narrower than that have no sign of what is in them.
const SIGN: f64 = 10.0;
/// Pictures with a shorter side have no names.
const LEAST_NAMED: f64 = 130.0;
/// What is not looked at in the picture of everything.
const DIMMED: f32 = 0.35;

/// The kind of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TreeForm {
    /// Rings around the whole.
    #[default]
    Sunburst,
    /// Columns beside the whole.
    Icicle,
    /// Tiles within tiles.
    Treemap,
    /// A bar for each point.
    Bars,
}

/// How much of the tree a picture has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TreeScope {
    /// What is looked at and two levels below it, with names.
    #[default]
    Local,
    /// Everything; what is looked at stands out.
    Global,
}

impl TreeForm {
    /// Whether the size of a picture tells how large the heap is where nobody says: columns of everything do, next to which there is room.
    #[must_use]
    pub fn is_scaled_by_itself(self, scope: TreeScope) -> bool {
        self == Self::Icicle && scope == TreeScope::Global
    }
}

/// What a picture is to show.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TreeAsk {
    /// Its kind.
    pub form: TreeForm,
    /// How much of the tree.
    pub scope: TreeScope,
    /// The point of the run; bars show all of them.
    pub point: usize,
    /// The shown group that is looked at.
    pub root: usize,
    /// Width and height of the picture.
    pub size: (f64, f64),
    /// Whether the size of the picture tells how large the heap is, against its most.
    pub is_scaled: bool,
}

/// Where a group lies in a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outline {
    /// A part of a ring around the middle of the picture, or the circle in it.
    Sector(Sector),
    /// A rectangle.
    Rect(Rect),
}

/// A name on a shape.
#[derive(Debug, Clone, PartialEq)]
pub struct ShapeLabel {
    /// The name, cut where it is too long.
    pub text: String,
    /// Its middle, or the middle of its left edge.
    pub at: (f64, f64),
    /// By how much it is turned clockwise, in radians; never upside down.
    pub turned: f64,
    /// Whether `at` is its middle.
    pub is_centred: bool,
}

/// A group in a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct TreeShape {
    /// The shown group.
    pub node: usize,
    /// The point of the run that it is of.
    pub point: usize,
    /// Where it lies.
    pub outline: Outline,
    /// Its colour, 0xRRGGBB.
    pub color: u32,
    /// How opaque it is.
    pub opacity: f32,
    /// It is what is looked at, in the picture of everything.
    pub is_looked_at: bool,
    /// One can go down into it, and nothing else shows that.
    pub has_more: bool,
    /// Its name, where there is room.
    pub label: Option<ShapeLabel>,
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TreeLook {
    /// Width and height.
    pub size: (f64, f64),
    /// Shapes, those that lie on others after them.
    pub shapes: Vec<TreeShape>,
    /// Where the largest heap of the run would be, if the size of the picture tells how large this one is.
    pub frame: Option<Outline>,
}

impl TreeShape {
    /// Where the sign is that one can go down into it, near its outer edge, and by how much that is turned clockwise, in radians; in a picture
    /// of this size.
    #[must_use]
    pub fn sign_of_more(&self, (width, height): (f64, f64)) -> Option<((f64, f64), f64)> {
        match &self.outline {
            _ if !self.has_more => None,
            Outline::Rect(rect) if rect.depth() > SIGN && rect.width() > 3.0 * SIGN => {
                Some(((rect.x1 - 8.0, 0.5 * (rect.y0 + rect.y1)), 0.0))
            }
            Outline::Sector(sector) if sector.sweep * sector.outer > SIGN => {
                let (angle, radius) = (sector.start + 0.5 * sector.sweep, sector.outer - 6.0);
                Some(((0.5 * width + radius * angle.sin(), 0.5 * height - radius * angle.cos()), angle - FRAC_PI_2))
            }
            Outline::Rect(_) | Outline::Sector(_) => None,
        }
    }
}

impl TreeAsk {
    /// Whether everything is drawn.
    #[must_use]
    pub fn is_global(&self) -> bool {
        self.scope == TreeScope::Global
    }

    pub(super) fn middle(&self) -> (f64, f64) {
        (0.5 * self.size.0, 0.5 * self.size.1)
    }

    /// How many levels below its root a picture has.
    fn levels(&self, views: &TreeViews) -> usize {
        match (self.scope, self.form) {
            (TreeScope::Local, _) => LOCAL_LEVELS,
            (TreeScope::Global, TreeForm::Sunburst) => MOST_RINGS,
            (TreeScope::Global, _) => usize::MAX,
        }
        .min(views.tree.height(self.top()))
        .max(1)
    }

    /// The root of the picture.
    const fn top(&self) -> usize {
        match self.scope {
            TreeScope::Local => self.root,
            TreeScope::Global => 0,
        }
    }

    /// The share of its side that a picture takes where its size tells how large the heap is.
    fn scale(&self, views: &TreeViews) -> f64 {
        let top = self.top();
        if self.is_scaled { views.values(self.point)[top] as f64 / views.most(top).max(1) as f64 } else { 1.0 }
    }

    pub(super) fn rings(&self, views: &TreeViews) -> SunburstGeometry {
        let side = self.size.0.min(self.size.1);
        // Areas are to be compared.
        let scale = self.scale(views).sqrt();
        SunburstGeometry { centre: scale * CENTRE_SHARE * side, radius: scale * (0.5 * side - AROUND).max(0.0), levels: self.levels(views) }
    }

    fn columns(&self, views: &TreeViews) -> IcicleGeometry {
        IcicleGeometry { width: self.size.0, height: self.scale(views) * self.size.1, levels: self.levels(views) }
    }
}

impl TreeViews {
    /// A picture.
    #[must_use]
    pub fn look(&self, ask: &TreeAsk) -> TreeLook {
        let values = self.values(ask.point);
        let shares = self.tree.shares(values);
        let all = Rect { x0: 0.0, y0: 0.0, x1: ask.size.0, y1: ask.size.1 };
        let outlines: Vec<(usize, usize, Outline)> = match ask.form {
            TreeForm::Sunburst => {
                let sectors = sunburst(&self.tree, &shares, ask.top(), &ask.rings(self));
                sectors.into_iter().map(|sector| (ask.point, sector.node, Outline::Sector(sector))).collect()
            }
            TreeForm::Icicle => self.of_rects(ask, icicle(&self.tree, &shares, ask.top(), &ask.columns(self))),
            TreeForm::Treemap => {
                // Areas are to be compared.
                let scale = ask.scale(self).sqrt();
                let scaled = Rect { x1: scale * all.x1, y1: scale * all.y1, ..all };
                self.of_rects(ask, treemap(&self.tree, values, ask.top(), ask.levels(self), scaled))
            }
            TreeForm::Bars => {
                let top = ask.top();
                let most = self.most(if ask.is_scaled { 0 } else { top });
                let pieces = stacked_bars(&self.tree, &self.values[self.points.points()], top, most, all);
                pieces.into_iter().map(|piece| (self.points.first + piece.bar, piece.node, Outline::Rect(piece.rect))).collect()
            }
        };
        let is_small = ask.size.0.min(ask.size.1) < LEAST_NAMED;
        let last_level = usize::from(self.tree.nodes[ask.top()].level) + ask.levels(self);
        let way = self.path(ask.root);
        let is_in_branch = |node: usize| way.contains(&node) || self.path(node).contains(&ask.root);
        let shape = |(point, node, outline): (usize, usize, Outline)| {
            let is_global = ask.scope == TreeScope::Global;
            let is_last = usize::from(self.tree.nodes[node].level) == last_level;
            let is_covered = ask.form == TreeForm::Treemap && !is_last && self.has_parts(node);
            TreeShape {
                node,
                point,
                outline,
                color: if node == ask.top() && ask.form != TreeForm::Bars { colors::OF_WHOLE } else { self.color(node) },
                opacity: if is_global && !is_in_branch(node) { DIMMED } else { 1.0 },
                is_looked_at: is_global && node == ask.root && node != 0,
                has_more: !is_global && is_last && self.has_parts(node),
                label: if is_global || is_covered || is_small || ask.form == TreeForm::Bars {
                    None
                } else {
                    self.label(node, &outline, ask)
                },
            }
        };
        let frame = ask.is_scaled.then(|| match ask.form {
            TreeForm::Sunburst => {
                let whole = TreeAsk { is_scaled: false, ..*ask }.rings(self);
                Some(Outline::Sector(Sector { node: ask.top(), start: 0.0, sweep: TAU, inner: 0.0, outer: whole.radius }))
            }
            TreeForm::Icicle | TreeForm::Treemap => Some(Outline::Rect(all)),
            TreeForm::Bars => None,
        });
        TreeLook { size: ask.size, shapes: outlines.into_iter().map(shape).collect(), frame: frame.flatten() }
    }

    /// The shown group at a place of a picture, and the point that it is of.
    #[must_use]
    pub fn at(&self, ask: &TreeAsk, (x, y): (f64, f64)) -> Option<(usize, usize)> {
        let shares = || self.tree.shares(self.values(ask.point));
        let (middle_x, middle_y) = ask.middle();
        let node = match ask.form {
            TreeForm::Sunburst => sunburst_at(&self.tree, &shares(), ask.top(), &ask.rings(self), (x - middle_x, y - middle_y)),
            TreeForm::Icicle => icicle_at(&self.tree, &shares(), ask.top(), &ask.columns(self), (x, y)),
            TreeForm::Treemap | TreeForm::Bars => {
                let look = self.look(ask);
                let is_in = |rect: &Rect| rect.x0 <= x && x < rect.x1 && rect.y0 <= y && y < rect.y1;
                let hit = look.shapes.iter().rev().find(|shape| matches!(&shape.outline, Outline::Rect(rect) if is_in(rect)));
                return hit.map(|shape| (shape.point, shape.node));
            }
        };
        node.map(|node| (ask.point, node))
    }

    fn of_rects(&self, ask: &TreeAsk, cells: Vec<NodeRect>) -> Vec<(usize, usize, Outline)> {
        cells.into_iter().map(|cell| (ask.point, cell.node, Outline::Rect(cell.rect))).collect()
    }

    fn label(&self, node: usize, outline: &Outline, ask: &TreeAsk) -> Option<ShapeLabel> {
        match outline {
            Outline::Rect(rect) => {
                if rect.depth() <= LEAST_HEIGHT {
                    return None;
                }
                let text = cut(self.short_name(node), rect.width() - 2.0 * IN_CELL)?;
                Some(ShapeLabel { text, at: (rect.x0 + IN_CELL, 0.5 * (rect.y0 + rect.y1)), turned: 0.0, is_centred: false })
            }
            Outline::Sector(sector) => {
                let ring = usize::from(self.tree.nodes[node].level - self.tree.nodes[ask.top()].level);
                let (middle_x, middle_y) = ask.middle();
                let Some(ring) = ring.checked_sub(1) else {
                    let text = cut(self.short_name(node), 2.0 * sector.outer - 2.0 * IN_CELL)?;
                    return Some(ShapeLabel { text, at: (middle_x, middle_y), turned: 0.0, is_centred: true });
                };
                let radius = f64::midpoint(sector.inner, sector.outer);
                let is_whole = sector.sweep >= TAU;
                let is_wide = sector.sweep > LEAST_SWEEPS[ring.min(1)] && sector.sweep * radius > LETTERS;
                let thickness = sector.outer - sector.inner;
                let text = cut(self.short_name(node), thickness - IN_RING.min(IN_RING_SHARE * thickness)).filter(|_| is_wide)?;
                // A whole ring has its name below the middle, all others have it in theirs.
                let angle = if is_whole { PI } else { sector.start + 0.5 * sector.sweep };
                let turned = match angle {
                    _ if is_whole => 0.0,
                    right if right < PI => right - FRAC_PI_2,
                    left => left - PI - FRAC_PI_2,
                };
                let at = (middle_x + radius * angle.sin(), middle_y - radius * angle.cos());
                Some(ShapeLabel { text, at, turned, is_centred: true })
            }
        }
    }
}

/// A name with as many letters as have room; `None` where that is hardly any.
fn cut(name: String, room: f64) -> Option<String> {
    let most = (room / LETTER_WIDTH).floor().max(0.0) as usize;
    let letters = name.chars().count();
    if letters <= most {
        return Some(name);
    }
    (most >= LEAST_LETTERS).then(|| name.chars().take(most - 1).chain(['…']).collect())
}
