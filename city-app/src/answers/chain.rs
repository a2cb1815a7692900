//! From a symptom to its cause: the clicks of Fig 10, repeated automatically. Heap dumps tell more: the path of
//! every object, down to the static field ([`chain_to_holder`]); what follows is for inputs that know groups only.
//!
//! From a building the walk goes to the partner that keeps most of its objects alive, and on from there. Growing
//! holders are preferred: what grows is part of the problem, what only looks at it is not.
//!
//! References are known between groups, not between objects. So the walk can be trusted as long as the holders grow
//! along, and behind that only while very few objects hold: one list, the array of one map. At the first group of many
//! objects that does not grow it stops: some of them hold, but whoever holds the group holds mostly others. (Walking on
//! led from a leaking map of a real program through all hash sets to the module system.)

use std::sync::Arc;

use analysis::{Metric, NodeIndex, Progress};

use super::places::{class_of, faulty_reference};
use super::reference_partners::{ReferencePartner, reference_partners};
use crate::base::words;
use crate::data::group_keepers::ANY_ELEMENT;
use crate::data::input::Cause;
use crate::data::session::Session;

/// A growing holder is preferred if it keeps at least this share of what the strongest holder keeps.
const GROWING_IS_ENOUGH: f64 = 0.5;
/// A holder grows along if at least this share of its objects came since the first point.
const GROWING_SHARE: f64 = 0.1;
/// So few objects are as good as one: who holds them holds what they hold.
const FEW: u64 = 3;
/// A holder with at most one object per so many held ones is a head.
const HELD_PER_HEAD: u64 = 100;
/// How far the walk goes on behind the last grower, to the object that owns it.
const STEPS_BEHIND_GROWTH: usize = 4;
/// No chain is longer; what comes after is not read by anyone.
const MAX_STEPS: usize = 32;

/// Why a chain ends where it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChainEnd {
    /// Nothing refers to the last building except itself and what the chain already holds.
    NoFurtherHolder,
    /// The last building does not grow and has many objects: some of them hold what grows.
    GrowthEnds,
    /// The owner of the last grower is shown, and who owns the owner.
    OwnerShown,
    /// What the JVM itself holds: a static field, a local variable, a thread.
    Holder,
    /// The input has no references at this point.
    NoReferences,
    /// The chain is as long as it may be.
    TooLong,
}

/// One holder in a chain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChainStep {
    /// The holder.
    pub node: NodeIndex,
    /// Objects of the building before that the holder refers to.
    pub held: u64,
    /// All objects of the building before.
    pub of: u64,
    /// Objects of the holder that refer to them.
    pub holders: u64,
    /// Few objects hold very many here.
    pub head: bool,
}

/// Who keeps a building alive, and who keeps that alive, and so on.
#[derive(Debug, Clone, PartialEq)]
pub struct Chain {
    /// Where the walk began: the symptom.
    pub start: NodeIndex,
    /// The holders, nearest first.
    pub steps: Vec<ChainStep>,
    /// Why it ends.
    pub end: ChainEnd,
    /// The paths of objects behind it, by name; `None` where only references between groups are known.
    pub cause: Option<Arc<Cause>>,
}

impl Chain {
    /// The buildings from the symptom to the cause.
    #[must_use]
    pub fn nodes(&self) -> Vec<NodeIndex> {
        std::iter::once(self.start).chain(self.steps.iter().map(|step| step.node)).collect()
    }
}

/// From a building down to the static field, thread or local variable that keeps most of it alive. Reads the heap dump
/// of the point again, where there is one; otherwise the walk ends at groups, as [`chain_to_cause`] has it.
#[must_use]
pub fn chain_to_holder(session: &Session, start: NodeIndex, point: usize, progress: &Progress) -> Chain {
    let asked = session.heaps.as_ref().zip(session.evolution.nodes.get(start.at()));
    let cause = asked.and_then(|(heaps, node)| heaps.cause(point, &node.key, &session.short_name(start), progress).ok());
    cause.and_then(|cause| chain_of(session, start, cause)).unwrap_or_else(|| chain_to_cause(session, start, point))
}

/// The buildings along the first path.
fn chain_of(session: &Session, start: NodeIndex, cause: Arc<Cause>) -> Option<Chain> {
    let path = cause.kept_by.main_path()?;
    let (mut held, mut of) = (path.objects, cause.kept_by.objects);
    let mut steps: Vec<ChainStep> = Vec::new();
    for (step, key) in path.steps.iter().zip(&cause.step_keys) {
        let Some(node) = key.as_ref().and_then(|key| session.evolution.find_key(key)) else { continue };
        let head = is_head(step.objects, of) && !steps.iter().any(|step| step.head);
        steps.push(ChainStep { node, held, of, holders: step.objects, head });
        (held, of) = (step.objects, step.objects);
    }
    Some(Chain { start, steps, end: ChainEnd::Holder, cause: Some(cause) })
}

/// Walks from a building to who keeps it alive at one point.
#[must_use]
pub fn chain_to_cause(session: &Session, start: NodeIndex, point: usize) -> Chain {
    let evolution = &session.evolution;
    let mut chain = Chain { start, steps: Vec::new(), end: ChainEnd::NoFurtherHolder, cause: None };
    let mut visited = vec![start];
    let mut at = start;
    if start.at() >= evolution.nodes.len() {
        return chain;
    }
    // The trail of something that does not grow itself is followed as far as it goes.
    let follows_growth = grows_along(session, start);
    let mut steps_behind_growth = 0;
    loop {
        let Some(partners) = reference_partners(evolution, at, point) else {
            chain.end = ChainEnd::NoReferences;
            return chain;
        };
        let of = evolution.value(Metric::Objects, at, point);
        let Some(holder) = strongest_holder(session, &partners.incoming, &visited) else { return chain };
        let head = is_head(holder.count_there, of) && !chain.steps.iter().any(|step| step.head);
        chain.steps.push(ChainStep { node: holder.node, held: holder.count_here, of, holders: holder.count_there, head });
        visited.push(holder.node);
        at = holder.node;
        if follows_growth && (steps_behind_growth > 0 || !grows_along(session, at)) {
            steps_behind_growth += 1;
            if holder.count_there > FEW {
                chain.end = ChainEnd::GrowthEnds;
                return chain;
            }
            if steps_behind_growth == STEPS_BEHIND_GROWTH {
                chain.end = ChainEnd::OwnerShown;
                return chain;
            }
        }
        if chain.steps.len() == MAX_STEPS {
            chain.end = ChainEnd::TooLong;
            return chain;
        }
    }
}

fn grows_along(session: &Session, node: NodeIndex) -> bool {
    let growth = session.growth(Metric::Objects, node);
    let last = session.evolution.value(Metric::Objects, node, session.range.last);
    growth > 0 && growth as f64 >= GROWING_SHARE * last as f64
}

/// The partner that keeps most alive, or nearly most and grows. `incoming` begins with the strongest.
pub(crate) fn strongest_holder(session: &Session, incoming: &[ReferencePartner], visited: &[NodeIndex]) -> Option<ReferencePartner> {
    let candidates = || incoming.iter().filter(|partner| !visited.contains(&partner.node));
    let strongest = candidates().next()?;
    let enough = strongest.count_here as f64 * GROWING_IS_ENOUGH;
    let grows = |partner: &&ReferencePartner| session.growth(Metric::Objects, partner.node) > 0;
    let growing = candidates().find(grows).filter(|partner| partner.count_here as f64 >= enough);
    Some(*growing.unwrap_or(strongest))
}

/// A group on the way from the first group of a chain to what holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// The group.
    pub node: NodeIndex,
    /// Objects of it that are on the way; `None` where it is not known which.
    pub objects: Option<u64>,
    /// All its objects at the point.
    pub of: u64,
    /// The field through which they hold the stop before; empty of the first stop, and where fields are not known.
    pub via: String,
}

impl Stop {
    /// `12`, or `12 of 40` where not all of its objects are on the way.
    #[must_use]
    pub fn count_in_words(&self) -> String {
        match self.objects {
            Some(objects) if objects < self.of => format!("{} of {}", words::count(objects), words::count(self.of)),
            objects => words::count(objects.unwrap_or(self.of)),
        }
    }

    /// The field, or that it is an element of an array.
    #[must_use]
    pub fn via_in_words(&self) -> &str {
        if self.via == ANY_ELEMENT { "an element" } else { &self.via }
    }
}

/// The way that a chain of groups stands for: the objects on it, where the heap of the point was asked, else what is known of groups.
#[must_use]
pub fn stops(session: &Session, chain: &[NodeIndex], point: usize) -> Vec<Stop> {
    let evolution = &session.evolution;
    let Some(&start) = chain.first().filter(|start| start.at() < evolution.nodes.len()) else { return Vec::new() };
    let of = |node: NodeIndex| evolution.value(Metric::Objects, node, point);
    if let Some(cause) = cause_of(session, start, point)
        && let Some(path) = cause.kept_by.main_path()
    {
        let first = Stop { node: start, objects: Some(path.objects), of: of(start), via: String::new() };
        let next = path.steps.iter().zip(&cause.step_keys).filter_map(|(step, key)| {
            let node = evolution.find_key(key.as_ref()?)?;
            let field = step.via.rsplit('.').next().filter(|_| step.via != ANY_ELEMENT).unwrap_or(&step.via);
            Some(Stop { node, objects: Some(step.objects), of: of(node), via: field.to_owned() })
        });
        return std::iter::once(first).chain(next).collect();
    }
    let holders = |pair: &[NodeIndex]| {
        let partners = reference_partners(evolution, pair[0], point)?;
        Some(partners.incoming.iter().find(|partner| partner.node == pair[1])?.count_there)
    };
    let first = Stop { node: start, objects: None, of: of(start), via: String::new() };
    let next = chain.windows(2).map(|pair| Stop { node: pair[1], objects: holders(pair), of: of(pair[1]), via: String::new() });
    std::iter::once(first).chain(next).collect()
}

/// What stands on the sign at the end of the way: the static field, thread or variable, where it is known.
#[must_use]
pub fn sign(session: &Session, chain: &[NodeIndex], point: usize) -> Option<String> {
    let cause = cause_of(session, *chain.first()?, point)?;
    Some(cause.kept_by.main_path()?.holder.on_a_sign())
}

/// What keeps a group alive, if the heap of the point was asked.
pub(crate) fn cause_of(session: &Session, start: NodeIndex, point: usize) -> Option<Arc<Cause>> {
    session.heaps.as_ref()?.known(point, &session.evolution.nodes.get(start.at())?.key)
}

fn is_head(holders: u64, held_of: u64) -> bool {
    holders > 0 && held_of / HELD_PER_HEAD >= holders
}

/// What there is to say besides the path that keeps a group alive, sentences without full stops: who must let go, too, and which
/// reference is to blame by what people have marked.
#[must_use]
pub fn remarks(session: &Session, start: NodeIndex, cause: &Cause) -> Vec<String> {
    let faulty = |path| faulty_reference(path, &class_of(session, start), &session.annotations.marks);
    let faulty = cause.kept_by.main_path().and_then(faulty).map(|faulty| faulty.words());
    cause.kept_by.more_in_words().into_iter().chain(faulty).collect()
}

/// The chain in words, one sentence.
#[must_use]
pub fn chain_sentence(session: &Session, chain: &Chain) -> String {
    if let Some((cause, path)) = chain.cause.as_ref().and_then(|cause| Some((cause, cause.kept_by.main_path()?))) {
        let all: Vec<String> = std::iter::once(path.sentence.clone()).chain(remarks(session, chain.start, cause)).collect();
        return all.join(". ");
    }
    let name = |node: NodeIndex| session.short_name(node);
    if chain.steps.is_empty() {
        let start = name(chain.start);
        return match chain.end {
            ChainEnd::NoReferences => format!("The input has no references, so it cannot tell who keeps {start} alive"),
            _ => format!("No other building refers to {start}"),
        };
    }
    let mut sentence = format!("{} is kept alive", name(chain.start));
    for (at, step) in chain.steps.iter().enumerate() {
        sentence.push_str(if at == 0 { " by " } else { ", that by " });
        sentence.push_str(&name(step.node));
        // "By" alone is said only of who refers to at least half of the objects.
        if step.head || step.held < step.of.div_ceil(2) {
            let refer = if step.holders == 1 { "object refers" } else { "objects refer" };
            let (holders, held, of) = (words::count(step.holders), words::count(step.held), words::count(step.of));
            sentence.push_str(&format!(" ({holders} {refer} to {held} of {of})"));
        }
    }
    if let (ChainEnd::GrowthEnds, Some(last)) = (chain.end, chain.steps.last()) {
        sentence.push_str(&format!("; these {} do not grow, so only some of them hold it", words::count(last.holders)));
    }
    sentence
}

/// One step in words: who refers to how much of what.
#[must_use]
pub fn step_sentence(session: &Session, chain: &Chain, at: usize) -> String {
    let Some(step) = chain.steps.get(at) else { return String::new() };
    let before = if at == 0 { chain.start } else { chain.steps[at - 1].node };
    format!(
        "{} of {} {} are referenced by {} {}",
        words::count(step.held),
        words::count(step.of),
        session.short_name(before),
        words::count(step.holders),
        session.short_name(step.node),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_samples::sample_city;

    fn names(session: &Session, chain: &Chain) -> Vec<String> {
        chain.steps.iter().map(|step| session.evolution.nodes[step.node.at()].name.to_string()).collect()
    }

    #[test]
    fn fig10_leads_from_char_arrays_to_the_list() {
        let city = sample_city("fig10");
        let chain = chain_to_cause(&city.session, city.node("char[]"), city.point);
        assert_eq!(names(&city.session, &chain), ["String", "Person", "LinkedList$Node", "LinkedList"]);
        assert_eq!(chain.end, ChainEnd::NoFurtherHolder);
        assert_eq!(
            chain_sentence(&city.session, &chain),
            "char[] is kept alive by String, that by Person, that by LinkedList$Node, that by LinkedList \
             (1 object refers to 1 of 10,350)"
        );
        assert_eq!(step_sentence(&city.session, &chain, 0), "23,700 of 23,900 char[] are referenced by 23,700 String");
    }

    #[test]
    fn fig12_leads_from_dates_to_the_map_behind_the_table() {
        let city = sample_city("fig12");
        let chain = chain_to_cause(&city.session, city.building_in("Date", "JourneyService.findLocations()"), city.point);
        let types: Vec<&str> =
            chain.steps.iter().map(|step| city.session.evolution.nodes[step.node.at()].key.split('#').nth(1).unwrap_or("")).collect();
        assert_eq!(types, ["Location", "Object[]", "ArrayList", "ConcurrentHashMap$Node", "ConcurrentHashMap$Node[]", "ConcurrentHashMap"]);
        // The table is the head: one array that refers to all 528 entries.
        let head = chain.steps.iter().find(|step| step.head).map(|step| (step.holders, step.held));
        assert_eq!(head, Some((1, 22 * 24)));
    }

    #[test]
    fn a_chain_stops_at_many_objects_that_do_not_grow() {
        // 60 arrays hold the growing entries, 50 sets hold arrays: which of them holds the grown ones is not known.
        let data =
            crate::test_sessions::session(&[&[("array", 60), ("entry", 100), ("set", 50)], &[("array", 61), ("entry", 900), ("set", 50)]]);
        let (array, entry, set) = (NodeIndex(1), NodeIndex(2), NodeIndex(3));
        let map = |rows: [&[(NodeIndex, u64)]; 4]| {
            let entries =
                (0..).zip(rows).flat_map(|(node, row)| row.iter().map(move |&(partner, count)| (NodeIndex(node), partner, count)));
            analysis::ReferenceMap::from_entries(entries.collect())
        };
        let references = analysis::NodeReferences {
            points_to: map([&[], &[(entry, 900)], &[], &[(array, 50)]]),
            pointed_from: map([&[], &[(set, 50)], &[(array, 60)], &[]]),
        };
        let mut evolution = (*data.evolution).clone();
        evolution.references = vec![None, Some(references.into())];
        let session = Session::new(evolution.into(), &crate::base::settings::CitySettings::default());
        let chain = chain_to_cause(&session, entry, 1);
        assert_eq!((names(&session, &chain), chain.end), (vec!["array".to_owned()], ChainEnd::GrowthEnds));
        assert_eq!(chain_sentence(&session, &chain), "entry is kept alive by array; these 60 do not grow, so only some of them hold it");
        // From the arrays, which do not grow, the walk goes as far as it gets.
        assert_eq!(names(&session, &chain_to_cause(&session, array, 1)), ["set"]);
    }

    #[test]
    fn a_growing_holder_goes_before_a_somewhat_stronger_one_that_is_flat() {
        let partner = |node, count_here| ReferencePartner { node: NodeIndex(node), count_here, count_there: 1 };
        let session = crate::test_sessions::session(&[&[("flat", 5), ("grows", 5)], &[("flat", 5), ("grows", 9)]]);
        let (flat, grows) = (NodeIndex(1), NodeIndex(2));
        let choose = |list: &[ReferencePartner]| strongest_holder(&session, list, &[]).map(|partner| partner.node);
        assert_eq!(choose(&[partner(1, 100), partner(2, 60)]), Some(grows));
        assert_eq!(choose(&[partner(1, 100), partner(2, 40)]), Some(flat));
        assert_eq!(strongest_holder(&session, &[partner(1, 100)], &[flat]), None);
    }

    #[test]
    fn without_references_the_chain_says_so() {
        let session = crate::test_sessions::session(&[&[("A", 5)]]);
        let chain = chain_to_cause(&session, NodeIndex(1), 0);
        assert_eq!((chain.end, chain.nodes()), (ChainEnd::NoReferences, vec![NodeIndex(1)]));
        assert_eq!(chain_sentence(&session, &chain), "The input has no references, so it cannot tell who keeps A alive");
    }
}
