//! A session: one evolution and its city plan. Immutable once published; a change of data, metric, area mode or child
//! count makes a new one. Time changes looks, never the plan.
//!
//! Everything that depends on the whole time axis is computed here once (ranks of growth, the largest growth, series
//! of the buildings side by side), so that a time step only looks up.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use analysis::{Evolution, FindReport, GcEvents, Metric, NodeIndex, Subject, too_few_states};
use layout::{AreaMode, CityPlan, PlanParams, PlotKind, Rect, city_plan};

use super::input::{Dataset, PointHeaps, Run};
use super::max_tree::{MaxTree, Others, Selecting, max_in};
use super::point_range::{PointRange, end_fall_of};
use crate::base::names::Namesakes;
use crate::base::settings::{AreaModeSetting, CitySettings};
use crate::base::words;
use crate::data::input::annotations::Annotations;
use crate::data::input::series::DatasetKind;
use crate::data::live::event::WantedSizes;

/// The strongest growth is painted in full colour unless it is below this share of the heap.
const FULL_COLOR_OF_HEAP: f64 = 1e-4;

/// A building that is larger than its lot by this share still fits: rounding, not growth.
const LOT_TOLERANCE: f64 = 1e-9;

/// Marks a node without a plot.
pub const NO_PLOT: u32 = u32::MAX;

/// What the city is made of.
#[derive(Debug, Clone, Default)]
pub struct Session {
    /// Trees over time.
    pub evolution: Arc<Evolution>,
    /// Plots in preorder; `plots[i].node` is a union node.
    pub plan: Arc<CityPlan>,
    /// What area and height show. While no point has the size that the settings ask for, shallow bytes stand in for it.
    pub metric: Metric,
    /// The points that growth is asked of: all of them unless the user has selected some.
    pub range: PointRange,
    /// The points that lots have room for.
    pub room: PointRange,
    /// The first one of them at which the metric is known: growth is counted from there.
    pub first_point: usize,
    /// The last one of them at which it is known: overall growth is counted up to there.
    pub end_point: usize,
    /// How values become areas.
    pub area_mode: AreaMode,
    /// Which children of a district have a plot of their own.
    selecting: Selecting,
    /// For each union node its plot, or [`NO_PLOT`] when it has none (pruned or empty).
    pub plot_of_node: Arc<Vec<u32>>,
    /// For each union node the plot where it is: its own, that of the block in which it stands with others, or [`NO_PLOT`].
    place_of_node: Arc<Vec<u32>>,
    /// For each building the groups that it stands for, if it is such a block.
    others: Arc<BTreeMap<u32, Others>>,
    /// Buildings (plots of kind building) in plan order: index into `plan.plots`.
    pub buildings: Arc<Vec<u32>>,
    /// For each building its place among all buildings by overall growth, 0 is the strongest grower; ties by key. At a
    /// single point, where nothing can have grown, by size.
    pub growth_ranks: Arc<Vec<u32>>,
    /// Buildings by overall growth, strongest first: the inverse of `growth_ranks`.
    pub by_growth: Arc<Vec<u32>>,
    /// Buildings in the order of their keys, and of the tree where these are equal.
    by_key: Arc<Vec<u32>>,
    /// For each building how its footprint follows from its area.
    pub(crate) footprints: Arc<Vec<FootprintShape>>,
    /// Values of the buildings in the session's metric: `values[point * buildings.len() + building]`.
    pub(crate) values: Arc<Vec<u64>>,
    /// For each building the point at which it is largest, the first of several.
    peaks: Arc<Vec<u32>>,
    /// Of a single point, where nothing can have grown: what each building is ranked and coloured by. Empty with several points.
    weights: Arc<Vec<u64>>,
    /// Thickness of every district slab, in metres; encodes nothing.
    pub slab_thickness: f32,
    /// The largest overall growth of any building over these points, pruned ones included; 0 if nothing grew.
    pub max_growth: u64,
    /// Buildings that have no plot because of the child count.
    pub buildings_pruned: u32,
    /// Heap states of the points, for questions that the trees cannot answer; `None` for inputs without heap dumps.
    pub heaps: Option<Arc<PointHeaps>>,
    /// By what it was asked to be grouped.
    asked: Arc<[String]>,
    /// It comes from heap states, or from what died between them.
    are_states: bool,
    /// The runs whose ends the points are, where there are several.
    pub runs: Arc<[Run]>,
    /// Garbage collections of the run, if somebody told of them.
    pub gc: Option<Arc<GcEvents>>,
    /// What sampled objects tell of leaks, of JFR recordings.
    pub sampled: Option<Arc<FindReport>>,
    /// What find says of all points, where somebody has asked it before: of tables.
    pub found: Option<Arc<FindReport>>,
    /// What people know of the program.
    pub annotations: Arc<Annotations>,
    /// A watched program's heap dumps to come can bring these.
    pub wanted_sizes: Option<WantedSizes>,
    /// Classes in the city that share their simple name, found when one is to be told.
    namesakes: OnceLock<Arc<Namesakes>>,
}

impl Session {
    /// Lays the evolution out: prunes by the child count, weighs by the max tree, places every plot.
    #[must_use]
    pub fn new(evolution: Arc<Evolution>, settings: &CitySettings) -> Self {
        let all = PointRange::whole(evolution.points.len());
        Self::with_room_for(all, evolution, settings)
    }

    /// The same with lots as large as some points need them.
    #[must_use]
    pub fn with_room_for(room: PointRange, evolution: Arc<Evolution>, settings: &CitySettings) -> Self {
        let metric = shown_metric(&evolution, settings);
        let area_mode = settings.area_mode.into();
        let selecting = Selecting::of(settings);
        let tree = MaxTree::new(&evolution, metric, room, area_mode, &selecting);
        let plan = if evolution.nodes.is_empty() { CityPlan::default() } else { city_plan(&tree, &PlanParams::default()) };
        Self::on_plan(evolution, room, plan, settings)
    }

    /// The same city with more points: every plot stays where it is. `None` where the rules of the plan ask for another
    /// one: other settings, a building that no longer fits its lot, or a node that is now among those with a plot.
    #[must_use]
    pub fn with_points(&self, evolution: &Arc<Evolution>, settings: &CitySettings) -> Option<Self> {
        let selecting = Selecting::of(settings);
        let planned = (self.metric, self.area_mode, &self.selecting);
        if planned != (shown_metric(evolution, settings), settings.area_mode.into(), &selecting) || self.plan.plots.is_empty() {
            return None;
        }
        let all = [&*self.evolution, evolution].map(|evolution| PointRange::whole(evolution.points.len()));
        let room = if self.room == all[0] { all[1] } else { self.room };
        let max = |node: NodeIndex| max_in(evolution, self.metric, node, room);
        let places = self.evolution.places_in(evolution);
        let mut plan = CityPlan::clone(&self.plan);
        let nodes_before = self.evolution.nodes.len();
        let growth = |node: NodeIndex| evolution.growth(self.metric, node, 0..evolution.points.len());
        // Of each district: the largest values of those children that have a plot, and whether a block takes the others.
        let mut kept: Vec<(Vec<u64>, bool)> = vec![(Vec::new(), false); evolution.nodes.len()];
        let mut strongest_growth = vec![0_i128; evolution.nodes.len()];
        let mut has_plot = vec![false; evolution.nodes.len()];
        let fits_lot = |value: u64, plot: &layout::Plot| self.area_mode.area(value as f64) <= plot.lot.area() * (1.0 + LOT_TOLERANCE);
        let mut blocks = Vec::new();
        // A chain of districts of which one has a plot counts as that one.
        let mut chain_of = vec![None; evolution.nodes.len()];
        for (node, end) in chains(&self.evolution, &self.plot_of_node) {
            chain_of[places[node.at()]?.at()] = Some(places[end.at()]?);
        }
        let around = |node: NodeIndex| {
            let mut parent = evolution.nodes[node.at()].parent;
            while chain_of[parent.at()].is_some() {
                parent = evolution.nodes[parent.at()].parent;
            }
            parent
        };
        for (number, plot) in plan.plots.iter_mut().enumerate() {
            if let Some(district) = plot.node.checked_sub(nodes_before) {
                let district = places[district]?;
                plot.node = evolution.nodes.len() + district.at();
                kept[district.at()].1 = true;
                blocks.push((number, district));
                continue;
            }
            let node = places[plot.node]?;
            plot.node = node.at();
            let fits = match plot.kind {
                PlotKind::District => !evolution.is_leaf(node),
                PlotKind::Building => evolution.is_leaf(node) && fits_lot(max(node), plot),
            };
            if !fits {
                return None;
            }
            has_plot[node.at()] = true;
            if node == NodeIndex::ROOT {
                continue;
            }
            let parent = around(node).at();
            kept[parent].0.push(max(node));
            strongest_growth[parent] = strongest_growth[parent].max(growth(node));
        }
        for (values, _) in &mut kept {
            values.sort_unstable_by_key(|&value| std::cmp::Reverse(value));
        }
        let mut others: BTreeMap<NodeIndex, Vec<NodeIndex>> = BTreeMap::new();
        let left_out = |node: NodeIndex| {
            let parent = evolution.nodes[node.at()].parent;
            if has_plot[node.at()] || chain_of[node.at()].is_some() || max(node) == 0 {
                return true;
            }
            // A second group makes two districts of a chain, and a district of its own of what was the only one in another.
            if chain_of[parent.at()].is_some() || !has_plot[parent.at()] {
                return chain_of[parent.at()].is_none();
            }
            let (values, has_block) = &kept[parent.at()];
            let largest = self.selecting.largest_of(evolution, parent);
            // The smallest of those that stand there because they are large.
            let Some(&least) = largest.and_then(|largest| values.get(largest - 1)) else { return false };
            if !self.selecting.others {
                return max(node) <= least;
            }
            others.entry(parent).or_default().push(node);
            // A city whose buildings move is hard to follow: none does so before a group grows more than all that stand there, or is
            // half as large again as the smallest.
            *has_block && max(node) <= least.saturating_add(least / 2) && growth(node) <= strongest_growth[parent.at()]
        };
        if !(0..evolution.nodes.len()).map(NodeIndex::nth).all(left_out) {
            return None;
        }
        for (number, of) in blocks {
            let groups = others.remove(&of)?;
            if !fits_lot(Others { of, groups }.max_in(evolution, self.metric, room), &plan.plots[number]) {
                return None;
            }
        }
        Some(Self::on_plan(Arc::clone(evolution), room, plan, settings))
    }

    /// Whether every building stands in the same place, on the same lot.
    #[must_use]
    pub fn has_places_of(&self, other: &Self) -> bool {
        let (plots, others) = (&self.plan.plots, &other.plan.plots);
        plots.len() == others.len() && plots.iter().zip(others).all(|(a, b)| a.rect == b.rect && a.lot == b.lot)
    }

    /// Everything that follows from the plan and the data.
    fn on_plan(evolution: Arc<Evolution>, room: PointRange, plan: CityPlan, settings: &CitySettings) -> Self {
        let metric = shown_metric(&evolution, settings);
        let mut plot_of_node = vec![NO_PLOT; evolution.nodes.len()];
        let mut buildings = Vec::new();
        let mut blocks = vec![NO_PLOT; evolution.nodes.len()];
        for (number, plot) in (0_u32..).zip(&plan.plots) {
            match plot.node.checked_sub(evolution.nodes.len()) {
                Some(district) => blocks[district] = number,
                None => plot_of_node[plot.node] = number,
            }
            if plot.kind == PlotKind::Building {
                buildings.push(number);
            }
        }
        let (place_of_node, others) = places(&evolution, (metric, room), &plot_of_node, &blocks, &buildings);
        let footprints = buildings.iter().map(|&plot| FootprintShape::of(&plan.plots[plot as usize].lot)).collect();
        let nodes: Vec<NodeIndex> = buildings.iter().map(|&plot| node_of(&plan.plots[plot as usize], &evolution)).collect();
        let mut by_key: Vec<u32> = (0_u32..).take(nodes.len()).collect();
        let key = |&building: &u32| {
            let node = nodes[building as usize];
            (&evolution.nodes[node.at()].key, node)
        };
        by_key.sort_unstable_by(|a, b| key(a).cmp(&key(b)));
        let points = evolution.points.len();
        let mut values = Vec::with_capacity(points * nodes.len());
        for point in 0..points {
            values.extend((0_u32..).zip(&nodes).map(|(building, &node)| match others.get(&building) {
                Some(others) => others.value(&evolution, metric, point),
                None => evolution.value(metric, node, point),
            }));
        }
        let peaks = peaks(&values, nodes.len());
        let leaves_with_objects = leaves(&evolution).filter(|&node| max_in(&evolution, metric, node, room) > 0).count();
        let weight = |building: u32, node: NodeIndex, metric: Metric| match others.get(&building) {
            // Sizes that overlap have no sum.
            Some(others) if metric.size_kind().is_some() => others.largest(&evolution, metric, 0),
            Some(others) => others.value(&evolution, metric, 0),
            None => evolution.value(metric, node, 0),
        };
        let weighed_by = weighed_by(&evolution, metric);
        let weights = weighed_by.map(|metric| (0_u32..).zip(&nodes).map(|(building, &node)| weight(building, node, metric)).collect());
        let session = Self {
            metric,
            room,
            weights: Arc::new(weights.unwrap_or_default()),
            area_mode: settings.area_mode.into(),
            selecting: Selecting::of(settings),
            buildings_pruned: u32::try_from(leaves_with_objects.saturating_sub(buildings.len() - others.len())).unwrap_or(u32::MAX),
            slab_thickness: slab_thickness(&plan),
            plan: Arc::new(plan),
            plot_of_node: Arc::new(plot_of_node),
            place_of_node: Arc::new(place_of_node),
            others: Arc::new(others),
            buildings: Arc::new(buildings),
            by_key: Arc::new(by_key),
            footprints: Arc::new(footprints),
            values: Arc::new(values),
            peaks: Arc::new(peaks),
            evolution,
            ..Self::default()
        };
        let judged = PointRange::judged(&session.evolution);
        session.in_range(judged)
    }

    /// The same city, with growth asked of these points alone: everything that grows in it, by one rule, does so between them.
    #[must_use]
    pub fn in_range(self, range: PointRange) -> Self {
        let Self { evolution, metric, .. } = &self;
        let (first_point, end_point) = evolution.known_ends(*metric, range.points()).unwrap_or((range.first, range.first));
        let by_growth = self.by_growth_between(first_point, end_point);
        let mut growth_ranks = vec![0; by_growth.len()];
        for (rank, &building) in (0_u32..).zip(&by_growth) {
            growth_ranks[building as usize] = rank;
        }
        let growth = |node| evolution.value(*metric, node, end_point).saturating_sub(evolution.value(*metric, node, first_point));
        let max_growth = leaves(evolution).map(growth).max().unwrap_or(0);
        let (growth_ranks, by_growth) = (Arc::new(growth_ranks), Arc::new(by_growth));
        Self { range, first_point, end_point, growth_ranks, by_growth, max_growth, ..self }
    }

    /// Numbers of buildings, strongest growth between two points first; ties by key, then by place in the tree. At a single point nothing
    /// can have grown: then the largest come first. Between runs what one has less tells as much as what it has more.
    fn by_growth_between(&self, first: usize, end: usize) -> Vec<u32> {
        let values = &self.values;
        let count = self.buildings.len();
        let growth: Vec<i128> = (0..count)
            .map(|building| match self.weights.get(building) {
                Some(&weight) => i128::from(weight),
                None => i128::from(values[end * count + building]) - i128::from(values[first * count + building]),
            })
            .map(|growth| if self.evolution.is_of_runs() { growth.abs() } else { growth })
            .collect();
        let mut order = Vec::clone(&self.by_key);
        order.sort_by_key(|&building| std::cmp::Reverse(growth[building as usize]));
        order
    }

    /// Why growth is asked of some points only, one sentence without its full stop: those before a fall at the end, or those that were
    /// selected. `None` where it is asked of all.
    #[must_use]
    pub fn why_these_points(&self) -> Option<String> {
        let points = self.evolution.points.len();
        let fall = end_fall_of(&self.evolution).filter(|fall| self.range == PointRange::whole(fall.begins));
        let chosen = || (!self.looks_at_all_points()).then(|| self.range.chosen_in_words(points));
        fall.map(|fall| fall.words(points)).or_else(chosen)
    }

    /// What a node has more at the end of the points that growth is asked of than at their beginning.
    #[must_use]
    pub fn growth(&self, metric: Metric, node: NodeIndex) -> i128 {
        self.evolution.growth(metric, node, self.range.points())
    }

    /// Whether growth is asked of all points.
    #[must_use]
    pub fn looks_at_all_points(&self) -> bool {
        self.range == PointRange::whole(self.evolution.points.len())
    }

    /// What their ends are called in sentences: the first point and the last one, or the numbers of two others.
    #[must_use]
    pub fn ends_in_words(&self) -> [String; 2] {
        let noun = if self.evolution.is_of_runs() { "run" } else { "point" };
        if self.looks_at_all_points() {
            ["first", "last"].map(|which| format!("the {which} {noun}"))
        } else {
            [self.range.first, self.range.last].map(|point| format!("{noun} {}", point + 1))
        }
    }

    /// The stretch of time that overall growth is of.
    #[must_use]
    pub fn overall_in_words(&self) -> String {
        if self.looks_at_all_points() && !self.evolution.is_of_runs() { "over all points".to_owned() } else { self.range_in_words() }
    }

    /// The same as a stretch of time.
    #[must_use]
    pub fn range_in_words(&self) -> String {
        if self.looks_at_all_points() && !self.evolution.is_of_runs() {
            "from the first to the last point".to_owned()
        } else {
            let [first, last] = self.ends_in_words();
            format!("from {first} to {last}")
        }
    }

    /// The same session with heap states to ask.
    #[must_use]
    pub fn with_heaps(self, heaps: Option<Arc<PointHeaps>>) -> Self {
        Self { heaps, ..self }
    }

    /// The same session with the garbage collections of the run.
    #[must_use]
    pub fn with_gc(self, gc: Option<Arc<GcEvents>>) -> Self {
        Self { gc, ..self }
    }

    /// The same session with what people know.
    #[must_use]
    pub fn with_annotations(self, annotations: Arc<Annotations>) -> Self {
        Self { annotations, ..self }
    }

    /// The same session with everything beside the trees that its dataset has.
    #[must_use]
    pub fn with_data_of(self, dataset: &Dataset) -> Self {
        Self {
            heaps: dataset.heaps.clone(),
            runs: Arc::clone(&dataset.runs),
            asked: dataset.asked.as_slice().into(),
            are_states: dataset.kind.has_heap_states(),
            gc: dataset.gc.clone(),
            sampled: dataset.sampled.clone(),
            found: dataset.found.clone(),
            annotations: Arc::clone(&dataset.annotations),
            ..self
        }
    }

    /// The same session with everything beside the trees that another one of the same data has.
    #[must_use]
    pub fn with_sources_of(self, other: &Self) -> Self {
        let Self { heaps, asked, are_states, runs, gc, sampled, found, annotations, wanted_sizes, .. } = other.clone();
        Self { heaps, asked, are_states, runs, gc, sampled, found, annotations, wanted_sizes, ..self }
    }

    /// The same session of a program whose heap dumps bring sizes on request.
    #[must_use]
    pub fn with_wanted_sizes(self, wanted_sizes: Option<WantedSizes>) -> Self {
        Self { wanted_sizes, ..self }
    }

    /// Why its points, of inputs of this kind, are too few for a verdict, and what to do about it; `None` if they are enough.
    #[must_use]
    pub fn too_few_points(&self, kind: DatasetKind) -> Option<String> {
        if self.evolution.is_of_runs() {
            return Some("Every point is the end of another run, so nothing grows from one to the next. What keeps growing in each of them, and what is more than in another, is told where they are compared.".into());
        }
        let points =
            self.heaps.as_ref().map_or(self.range.count().min(self.evolution.points.len()), |heaps| heaps.judged_points(self.range));
        too_few_states(points, kind.are_recorded())
    }

    /// What it is grouped by, as it was asked for; empty for the usual grouping and for inputs that cannot be grouped.
    #[must_use]
    pub fn grouping(&self) -> &[String] {
        &self.asked
    }

    /// Whether it can be grouped anew: its heap states, or what died between them, can be read again.
    #[must_use]
    pub fn can_be_regrouped(&self) -> bool {
        self.heaps.is_some() || (self.are_states && self.evolution.subject == Subject::Garbage)
    }

    /// Whether a city can show this: deep and retained sizes need trees that have them, or heap dumps, also dumps to come,
    /// to compute them from.
    #[must_use]
    pub fn offers(&self, metric: Metric) -> bool {
        let computed = self.heaps.is_some() || self.wanted_sizes.is_some();
        metric.size_kind().is_none() || computed || self.evolution.known_points(metric).next().is_some()
    }

    /// Whether the city shows what these settings ask for, with room for these points.
    #[must_use]
    pub fn is_laid_out_for(&self, settings: &CitySettings, room: PointRange) -> bool {
        let wanted = (shown_metric(&self.evolution, settings), settings.area_mode.into(), &Selecting::of(settings));
        (self.metric, self.area_mode, &self.selecting) == wanted && self.room == room
    }

    /// The plot of a node, if it has one.
    #[must_use]
    pub fn plot(&self, node: NodeIndex) -> Option<&layout::Plot> {
        let at = *self.plot_of_node.get(node.at())?;
        self.plan.plots.get(at as usize)
    }

    /// The plot where a node is: its own, or that of the block in which it stands with others.
    #[must_use]
    pub fn place(&self, node: NodeIndex) -> Option<&layout::Plot> {
        self.plan.plots.get(self.place_number(node)?)
    }

    /// The number of that plot.
    #[must_use]
    pub fn place_number(&self, node: NodeIndex) -> Option<usize> {
        self.place_of_node.get(node.at()).filter(|&&plot| plot != NO_PLOT).map(|&plot| plot as usize)
    }

    /// The building in which a node is: itself, or the block in which it stands with others.
    #[must_use]
    pub fn building_with(&self, node: NodeIndex) -> Option<usize> {
        let plot = *self.place_of_node.get(node.at())?;
        self.buildings.binary_search(&plot).ok()
    }

    /// The groups that a building stands for, if it is the block of those without a plot of their own.
    #[must_use]
    pub fn others(&self, building: usize) -> Option<&Others> {
        self.others.get(&u32::try_from(building).ok()?)
    }

    /// How many buildings are such blocks.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.others.len()
    }

    /// The place of a building by growth, from 1, and among how many: blocks are no buildings.
    #[must_use]
    pub fn growth_rank(&self, building: usize) -> (u32, usize) {
        let rank = |building: usize| self.growth_ranks.get(building).copied().unwrap_or(0);
        let is_before = |block: &&u32| rank(**block as usize) < rank(building);
        let blocks_before = self.others.keys().filter(is_before).count() as u32;
        (rank(building) - blocks_before + 1, self.buildings.len() - self.blocks())
    }

    /// The block of a district, if it has one.
    #[must_use]
    pub fn block_of(&self, district: NodeIndex) -> Option<usize> {
        let (&building, _) = self.others.iter().find(|(_, others)| others.of == district)?;
        Some(building as usize)
    }

    /// What a building has at a point: its group, or all the groups that it stands for.
    #[must_use]
    pub fn value_of_building(&self, metric: Metric, building: usize, point: usize) -> u64 {
        match (self.others(building), self.building_node(building)) {
            (Some(others), _) => others.value(&self.evolution, metric, point),
            (None, Some(node)) => self.evolution.value(metric, node, point),
            (None, None) => 0,
        }
    }

    /// Of a single point: by what buildings are ranked and coloured. What they hold alone where that is known, else their size.
    #[must_use]
    pub fn weighed_by(&self) -> Option<Metric> {
        weighed_by(&self.evolution, self.metric)
    }

    /// Of a single point: what each building weighs; empty with several points.
    #[must_use]
    pub fn weights(&self) -> &[u64] {
        &self.weights
    }

    /// Of a single point: the most that any building weighs; 0 with several points.
    #[must_use]
    pub fn heaviest(&self) -> u64 {
        self.weights.iter().copied().max().unwrap_or(0)
    }

    /// The growth that is painted in full colour: the strongest of all, or a ten-thousandth of the heap where that is
    /// more; 0 if nothing grew.
    #[must_use]
    pub fn full_growth(&self) -> u64 {
        if self.max_growth == 0 {
            return 0;
        }
        let heap = self.evolution.value(self.metric, NodeIndex::ROOT, self.end_point);
        self.max_growth.max((FULL_COLOR_OF_HEAP * heap as f64) as u64)
    }

    /// What a building has more at the end of the points that growth is asked of than at their beginning.
    #[must_use]
    pub fn growth_of_building(&self, building: usize) -> i128 {
        let value = |point| self.values_at(point).get(building).copied().unwrap_or(0);
        i128::from(value(self.end_point)) - i128::from(value(self.first_point))
    }

    /// The building that grew most; where nothing grew, or there is no time, the largest one.
    #[must_use]
    pub fn strongest_grower(&self) -> Option<usize> {
        let first = self.growth_ranks.iter().position(|&rank| rank == 0)?;
        let grew = !self.weights.is_empty() || self.growth_of_building(first) > 0;
        if grew { Some(first) } else { (0..self.buildings.len()).max_by_key(|&building| self.max_of_building(building)) }
    }

    /// The most that a building has at any point, in the session's metric.
    #[must_use]
    pub fn max_of_building(&self, building: usize) -> u64 {
        let points = self.values.chunks_exact(self.buildings.len().max(1));
        points.filter_map(|values| values.get(building)).copied().max().unwrap_or(0)
    }

    /// Whether all groups of a district stand there one by one because somebody asked for it.
    #[must_use]
    pub fn shows_all_of(&self, district: NodeIndex) -> bool {
        self.selecting.opened.contains(&*self.evolution.nodes[district.at()].key)
    }

    /// The lot of a building.
    #[must_use]
    pub fn lot(&self, building: usize) -> Option<&Rect> {
        let &plot = self.buildings.get(building)?;
        Some(&self.plan.plots.get(plot as usize)?.lot)
    }

    /// What a building is called where there is little room: its group, or how many others it stands for.
    #[must_use]
    pub fn label_of_building(&self, building: usize) -> String {
        let own = || self.building_node(building).map(|node| self.label_name(node));
        self.others(building).map(Others::name).or_else(own).unwrap_or_default()
    }

    /// The node whose name a plot bears: its own, or the district of a block.
    #[must_use]
    pub fn node_of_plot(&self, plot: &layout::Plot) -> NodeIndex {
        node_of(plot, &self.evolution)
    }

    /// The number of a node among the buildings (its place in `CityLook::buildings`), if it is a displayed building.
    #[must_use]
    pub fn building(&self, node: NodeIndex) -> Option<usize> {
        let plot = *self.plot_of_node.get(node.at())?;
        self.buildings.binary_search(&plot).ok()
    }

    /// The union node of a building; `None` for a block of several.
    #[must_use]
    pub fn building_node(&self, building: usize) -> Option<NodeIndex> {
        let &plot = self.buildings.get(building)?;
        let node = self.plan.plots[plot as usize].node;
        (node < self.evolution.nodes.len()).then(|| NodeIndex::nth(node))
    }

    /// A name for sentences: the node's own, and before it the type where the node is a part of one
    /// (`Location at JourneyService.findLocations()`).
    #[must_use]
    pub fn short_name(&self, node: NodeIndex) -> String {
        let nodes = &self.evolution.nodes;
        let Some(own) = nodes.get(node.at()) else { return String::new() };
        if self.evolution.is_rest(node) {
            return self.short_name(own.parent) + words::REST_SUFFIX;
        }
        let is_type = |at: &NodeIndex| self.evolution.role_name(*at) == "Type";
        match self.evolution.path(node).into_iter().rfind(is_type) {
            Some(of_type) if of_type != node => format!("{} at {}", nodes[of_type.at()].name, words::simple_name(&own.name)),
            _ => own.name.to_string(),
        }
    }

    /// A name for narrow places (labels, lists): classes without their packages, but for what tells those of one simple name from each
    /// other; places in the code without their packages and files, and before what is a part
    /// of a type the type (`Location at JourneyService.search:44`, `byte[] at Arrays.copyOf:38 for Cart.add:12`).
    #[must_use]
    pub fn label_name(&self, node: NodeIndex) -> String {
        let full = display_name(&self.evolution, node);
        let is_type = |at: &NodeIndex| *at != node && self.evolution.role_name(*at) == "Type";
        let of_type = || {
            let of_type = self.evolution.path(node).into_iter().rfind(is_type)?;
            Some(self.simple_name(&self.evolution.nodes[of_type.at()].name).to_owned())
        };
        // Where the code of the application stands behind the place where an object is made, both are told.
        let around = self.evolution.nodes.get(node.at()).map(|info| info.parent);
        let site = around.filter(|&around| self.evolution.role_name(around) == "Allocation site");
        let made_at = site.and_then(|site| words::short_place(&self.evolution.nodes[site.at()].name));
        let place = words::short_place(&full).map(|place| match made_at.filter(|made_at| *made_at != place) {
            Some(made_at) => format!("{made_at} for {place}"),
            None => place,
        });
        match (place, full.starts_with('(')) {
            (Some(place), _) => of_type().map_or(place.clone(), |of_type| format!("{of_type} at {place}")),
            (None, true) => of_type().map_or(full.clone(), |of_type| format!("{of_type} {full}")),
            (None, false) => self.simple_name(&full).to_owned(),
        }
    }

    /// What a district is called in the city: those around it that hold nothing else stand in its name, `org.apache.commons`, with
    /// [`words::WITHIN`] between parts that are not of one kind.
    #[must_use]
    pub fn district_name(&self, district: NodeIndex) -> String {
        let path = self.evolution.path(district);
        let around = path.iter().rev().skip(1).take_while(|node| self.plot_of_node[node.at()] == NO_PLOT).count();
        let mut name = String::new();
        for pair in path[(path.len() - 1 - around).saturating_sub(1)..].windows(2) {
            let &[around, node] = pair else { continue };
            if !name.is_empty() {
                let of_one_kind = self.evolution.role_name(around) == self.evolution.role_name(node);
                name.push_str(if of_one_kind { "." } else { words::WITHIN });
            }
            let own = display_name(&self.evolution, node);
            name.push_str(&words::short_place(&own).unwrap_or(own));
        }
        name
    }

    /// A class name without its package, but for what tells it from another one in the city.
    #[must_use]
    pub fn simple_name<'a>(&'a self, name: &'a str) -> &'a str {
        self.namesakes().simple_name(name)
    }

    fn namesakes(&self) -> &Namesakes {
        self.namesakes.get_or_init(|| {
            let own = self.plan.plots.iter().filter(|plot| plot.node < self.evolution.nodes.len());
            let nodes: Vec<NodeIndex> = own.map(|plot| NodeIndex::nth(plot.node)).collect();
            let rests = nodes.iter().filter(|&&node| self.evolution.is_rest(node));
            let rests: Vec<String> = rests.map(|&node| display_name(&self.evolution, node)).collect();
            let names = nodes.iter().map(|node| &*self.evolution.nodes[node.at()].name);
            Arc::new(Namesakes::among(names.chain(rests.iter().map(String::as_str))))
        })
    }

    /// Index of the last point, 0 for an empty dataset.
    #[must_use]
    pub fn last_point(&self) -> usize {
        self.evolution.points.len().saturating_sub(1)
    }

    /// Values of all buildings at one point, in plan order; empty beyond the time axis.
    pub(crate) fn values_at(&self, point: usize) -> &[u64] {
        let n = self.buildings.len();
        self.values.get(point * n..(point + 1) * n).unwrap_or(&[])
    }

    /// What a building was at its peak, if that is past at this point.
    pub(crate) fn past_peak(&self, building: usize, point: usize) -> Option<u64> {
        let peak = *self.peaks.get(building)? as usize;
        (peak < point).then(|| self.values_at(peak)[building])
    }

    /// How many children of a node have a plot, and how many there are in all trees together: "k of n children shown".
    #[must_use]
    pub fn children_shown(&self, node: NodeIndex) -> (usize, usize) {
        let mut shown = 0;
        let mut all = 0;
        let is_block = |plot: u32| self.plan.plots.get(plot as usize).is_none_or(|plot| plot.node >= self.evolution.nodes.len());
        for child in self.evolution.children(node) {
            all += 1;
            shown += usize::from(!is_block(self.place_of_node[child.at()]));
        }
        (shown, all)
    }
}

/// What a city shows for these settings: a size that no point has yet gives way to shallow bytes, which it is at least as
/// large as.
fn shown_metric(evolution: &Evolution, settings: &CitySettings) -> Metric {
    match settings.metric {
        wanted if evolution.known_points(wanted).next().is_some() || evolution.points.is_empty() => wanted,
        _ => Metric::Bytes,
    }
}

/// A footprint of any area: centered in its lot, in the lot's shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FootprintShape {
    center: (f64, f64),
    /// Half the lot's width and depth: no footprint gets larger, whatever rounding says.
    half_lot: (f64, f64),
    /// Half width and depth per metre of the side of a square of the same area.
    half_per_side: (f64, f64),
}

impl FootprintShape {
    fn of(lot: &Rect) -> Self {
        let half_lot = (0.5 * lot.width(), 0.5 * lot.depth());
        let side = lot.area().sqrt();
        let per_side = |half: f64| if side > 0.0 { half / side } else { 0.0 };
        Self { center: lot.center(), half_lot, half_per_side: (per_side(half_lot.0), per_side(half_lot.1)) }
    }

    /// The footprint with the area of a square of this side, in metres.
    #[inline]
    pub(crate) fn with_side(&self, side: f64) -> Rect {
        let w = (self.half_per_side.0 * side).min(self.half_lot.0);
        let d = (self.half_per_side.1 * side).min(self.half_lot.1);
        let (x, y) = self.center;
        Rect { x0: x - w, y0: y - d, x1: x + w, y1: y + d }
    }
}

/// For each of `count` buildings the first point at which its value is largest.
fn peaks(values: &[u64], count: usize) -> Vec<u32> {
    let mut peaks = vec![0; count];
    for (point, now) in (0_u32..).zip(values.chunks_exact(count.max(1))) {
        for (building, peak) in peaks.iter_mut().enumerate() {
            if now[building] > values[*peak as usize * count + building] {
                *peak = point;
            }
        }
    }
    peaks
}

/// `clamp(0.004 * root side, 0.05, 5)` metres, and all slabs together at most a quarter as high as the
/// city is wide, so that very deep trees stay cities.
fn slab_thickness(plan: &CityPlan) -> f32 {
    let levels = f64::from(plan.deepest_district_level) + 1.0;
    (0.004 * plan.root_side).clamp(0.05, 5.0).min(0.25 * plan.root_side / levels) as f32
}

impl From<AreaModeSetting> for AreaMode {
    fn from(setting: AreaModeSetting) -> Self {
        match setting {
            AreaModeSetting::Linear => Self::Linear,
            AreaModeSetting::Sqrt => Self::Sqrt,
        }
    }
}

fn weighed_by(evolution: &Evolution, metric: Metric) -> Option<Metric> {
    let is_single = evolution.points.len() == 1;
    is_single.then(|| if evolution.is_known(Metric::Retained, 0) { Metric::Retained } else { metric })
}

/// All nodes without children in any tree.
pub(crate) fn leaves(evolution: &Evolution) -> impl Iterator<Item = NodeIndex> + '_ {
    (0..evolution.nodes.len()).map(NodeIndex::nth).filter(|&node| evolution.is_leaf(node))
}

fn node_of(plot: &layout::Plot, evolution: &Evolution) -> NodeIndex {
    NodeIndex::nth(plot.node.checked_sub(evolution.nodes.len()).unwrap_or(plot.node))
}

/// Districts that hold nothing but the next one, down to the one that has their plot: each with the last one.
fn chains<'a>(evolution: &'a Evolution, plot_of_node: &'a [u32]) -> impl Iterator<Item = (NodeIndex, NodeIndex)> + 'a {
    let with_plot = (0..plot_of_node.len()).map(NodeIndex::nth).filter(|node| plot_of_node[node.at()] != NO_PLOT);
    with_plot.flat_map(move |end| {
        let parent = |node: NodeIndex| Some(evolution.nodes[node.at()].parent).filter(|&parent| parent != node);
        let above = std::iter::successors(parent(end), move |&node| parent(node));
        above.take_while(|node| plot_of_node[node.at()] == NO_PLOT).map(move |node| (node, end))
    })
}

/// For each node the plot where it is, and for each building that is a block its groups.
fn places(
    evolution: &Evolution,
    (metric, room): (Metric, PointRange),
    plot_of_node: &[u32],
    blocks: &[u32],
    buildings: &[u32],
) -> (Vec<u32>, BTreeMap<u32, Others>) {
    let mut places = plot_of_node.to_vec();
    for (node, chain) in chains(evolution, plot_of_node) {
        places[node.at()] = plot_of_node[chain.at()];
    }
    let mut others: BTreeMap<u32, Others> = BTreeMap::new();
    // Parents come before their children.
    for node in (1..places.len()).map(NodeIndex::nth) {
        if places[node.at()] != NO_PLOT {
            continue;
        }
        let of = evolution.nodes[node.at()].parent;
        let is_own = plot_of_node[of.at()] != NO_PLOT;
        let place = if is_own { blocks[of.at()] } else { places[of.at()] };
        places[node.at()] = place;
        if is_own
            && max_in(evolution, metric, node, room) > 0
            && let Ok(building) = buildings.binary_search(&place)
        {
            let building = u32::try_from(building).unwrap_or(u32::MAX);
            others.entry(building).or_insert_with(|| Others { of, groups: Vec::new() }).groups.push(node);
        }
    }
    (places, others)
}

/// What a node is called: the root is the heap, and the rest of a district goes by its name.
#[must_use]
pub fn display_name(evolution: &Evolution, node: NodeIndex) -> String {
    match evolution.nodes.get(node.at()) {
        _ if node == NodeIndex::ROOT => evolution.subject.name().to_owned(),
        Some(info) if evolution.is_rest(node) => display_name(evolution, info.parent) + words::REST_SUFFIX,
        Some(info) if info.name.is_empty() => info.key.to_string(),
        Some(info) => info.name.to_string(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_sessions::session;

    fn all() -> CitySettings {
        CitySettings { child_count: None, ..CitySettings::default() }
    }

    #[test]
    fn classes_of_one_name_have_as_much_of_their_packages_as_tells_them_apart() {
        let city = session(&[&[("com.shop.a.Pool", 1), ("com.shop.b.Pool", 2), ("com.shop.b.Cart", 3)]]);
        let label = |name| city.label_name(city.evolution.find_one(name).expect("is there"));
        assert_eq!(["com.shop.a.Pool", "com.shop.b.Pool", "com.shop.b.Cart"].map(label), ["…a.Pool", "…b.Pool", "Cart"]);
    }

    #[test]
    fn points_that_fit_leave_every_plot_in_its_place() {
        let city = session(&[&[("A", 9), ("B", 5)], &[("A", 1), ("B", 7)]]);
        let more = session(&[&[("A", 9), ("B", 5)], &[("A", 4), ("B", 6)], &[("A", 1), ("B", 7)]]);
        let kept = city.with_points(&more.evolution, &all()).expect("nothing outgrew its lot");
        assert!(kept.has_places_of(&city));
        assert_eq!((kept.values_at(1), kept.last_point()), (more.values_at(1), 2));
        assert_eq!(kept.growth_ranks, more.growth_ranks);
    }

    #[test]
    fn lots_have_room_for_the_points_that_are_asked_for() {
        let city = session(&[&[("A", 9), ("B", 1)], &[("A", 1), ("B", 4)], &[("A", 1), ("B", 1)]]);
        let room = PointRange { first: 1, last: 2 };
        let part = Session::with_room_for(room, Arc::clone(&city.evolution), &all());
        let lot = |city: &Session, name: &str| {
            let node = city.evolution.find_one(name).expect("it is there");
            city.plot(node).expect("it has a plot").lot.area()
        };
        let shares = |city: &Session| lot(city, "A") / lot(city, "B");
        assert!((shares(&city) - 1.5).abs() < 0.1 && (shares(&part) - 0.5).abs() < 0.1, "roots of 9 : 4, and of 1 : 4");
        assert!(part.is_laid_out_for(&all(), room) && !part.is_laid_out_for(&all(), PointRange::whole(3)));
        // A point outside of it needs no room.
        let more = session(&[&[("A", 9), ("B", 1)], &[("A", 1), ("B", 4)], &[("A", 1), ("B", 1)], &[("A", 50), ("B", 1)]]);
        let kept = part.with_points(&more.evolution, &all()).expect("it stays");
        assert_eq!((kept.room, kept.has_places_of(&part)), (room, true));
        assert!(city.with_points(&more.evolution, &all()).is_none());
    }

    /// Forty classes of 1000 objects each, and a small one that grows from 1 to 94.
    fn crowd(points: &[u64]) -> Session {
        let names: Vec<String> = (0..40).map(|number| format!("C{number:02}")).collect();
        let counts = |last: u64| names.iter().map(|name| (name.as_str(), 1000)).chain([("Leak", last)]).collect::<Vec<_>>();
        let counts: Vec<Vec<(&str, u64)>> = points.iter().map(|&last| counts(last)).collect();
        session(&counts.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    #[test]
    fn the_strongest_grower_stands_in_the_city_however_small_it_is_and_all_others_in_one_block() {
        let settings = CitySettings::default();
        let city = Session::new(crowd(&[1, 94]).evolution, &settings);
        let leak = city.evolution.find_one("Leak").expect("it is there");
        let building = city.building(leak).expect("it has a building");
        assert_eq!((city.by_growth[0] as usize, city.max_growth, city.full_growth()), (building, 93, 93));
        assert_eq!(city.growth_rank(building), (1, 31), "the block is no building");
        let hardly = Session::new(crowd(&[1, 2]).evolution, &settings);
        assert_eq!((hardly.max_growth, hardly.full_growth()), (1, 4), "one object more of 40,000 is not painted red");
        let root = NodeIndex::ROOT;
        let block = city.block_of(root).expect("the others have a block");
        let others = city.others(block).expect("it stands for several");
        assert_eq!((others.name(), city.buildings.len(), city.children_shown(root)), ("10 others".to_owned(), 32, (31, 41)));
        assert_eq!((city.values_at(1)[block], city.growth_of_building(block), city.buildings_pruned), (10_000, 0, 10));
        // Nothing is missing, at no point.
        for point in 0..2 {
            let whole: u64 = city.values_at(point).iter().sum();
            assert_eq!(whole, city.evolution.value(Metric::Objects, root, point));
        }
        let hidden = others.groups[0];
        assert!(city.plot(hidden).is_none());
        assert_eq!((city.building_with(hidden), city.place_number(hidden)), (Some(block), Some(city.buildings[block] as usize)));
    }

    #[test]
    fn a_block_that_is_opened_or_not_wanted_is_none() {
        let evolution = crowd(&[1, 94]).evolution;
        let root = evolution.nodes[0].key.to_string();
        let opened = CitySettings { opened: [root].into(), ..CitySettings::default() };
        let city = Session::new(Arc::clone(&evolution), &opened);
        assert_eq!((city.blocks(), city.buildings.len(), city.shows_all_of(NodeIndex::ROOT)), (0, 41, true));
        assert!(opened.needs_new_plan(&CitySettings::default()));
        let published = Session::new(evolution, &CitySettings { others: false, ..CitySettings::default() });
        assert_eq!((published.blocks(), published.buildings.len(), published.buildings_pruned), (0, 30, 11));
    }

    #[test]
    fn more_points_leave_the_others_where_they_are_until_one_of_them_grows_as_strongly_as_those_that_are_shown() {
        let settings = CitySettings::default();
        let city = Session::new(crowd(&[1, 94]).evolution, &settings);
        let kept = city.with_points(&crowd(&[1, 94, 94]).evolution, &settings).expect("nothing outgrew its lot");
        assert!(kept.has_places_of(&city));
        assert_eq!(kept.block_of(NodeIndex::ROOT), city.block_of(NodeIndex::ROOT));
        let quiet = Session::new(crowd(&[1, 1]).evolution, &settings);
        let leak = quiet.evolution.find_one("Leak").expect("it is there");
        assert!(quiet.building(leak).is_none(), "it is one of the others");
        assert!(quiet.with_points(&crowd(&[1, 1, 900]).evolution, &settings).is_none(), "it needs a building now");
    }

    #[test]
    fn buildings_of_a_single_point_are_ranked_by_size() {
        let names = |city: &Session| {
            let name = |&building: &u32| city.building_node(building as usize).map(|node| city.evolution.nodes[node.at()].name.to_string());
            city.by_growth.iter().filter_map(name).collect::<Vec<_>>()
        };
        assert_eq!(names(&session(&[&[("A", 1), ("B", 9), ("C", 5)]])), ["B", "C", "A"]);
        assert_eq!(names(&session(&[&[("A", 1), ("B", 9)], &[("A", 3), ("B", 9)]])), ["A", "B"]);
    }

    #[test]
    fn a_building_beyond_its_lot_a_new_building_or_other_settings_ask_for_a_new_plan() {
        let city = session(&[&[("A", 9), ("B", 5)]]);
        for more in [&[("A", 9), ("B", 80)][..], &[("A", 9), ("B", 5), ("C", 1)]] {
            let more = session(&[&[("A", 9), ("B", 5)], more]);
            assert!(city.with_points(&more.evolution, &all()).is_none());
        }
        let same = session(&[&[("A", 9), ("B", 5)], &[("A", 9), ("B", 5)]]);
        assert!(city.with_points(&same.evolution, &all()).is_some());
        assert!(city.with_points(&same.evolution, &CitySettings { metric: Metric::Bytes, ..all() }).is_none());
        assert!(city.with_points(&same.evolution, &CitySettings { child_count: Some(2), ..all() }).is_none());
    }

    #[test]
    fn a_new_node_that_the_child_count_leaves_out_changes_nothing() {
        let two = CitySettings { child_count: Some(2), others: false, ..all() };
        let city = Session::new(session(&[&[("A", 9), ("B", 5)]]).evolution, &two);
        let small = session(&[&[("A", 9), ("B", 5)], &[("A", 9), ("B", 5), ("AA", 4)]]);
        let kept = city.with_points(&small.evolution, &two).expect("AA is the third largest");
        assert_eq!((kept.buildings_pruned, kept.has_places_of(&city)), (1, true));
        assert_eq!(kept.building_node(1).map(|node| &*kept.evolution.nodes[node.at()].name), Some("B"));
        let large = session(&[&[("A", 9), ("B", 5)], &[("A", 9), ("B", 5), ("AA", 6)]]);
        assert!(city.with_points(&large.evolution, &two).is_none());
    }
}
