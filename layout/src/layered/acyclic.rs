//! Which edges to turn round so that there is no cycle, and the layer of every node.

/// For every edge whether it closes a cycle of a depth-first search that starts at nodes nothing leads to.
pub(super) fn turned_round(nodes: usize, ends: &[Option<(usize, usize)>]) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    let mut is_entered = vec![false; nodes];
    for (edge, ends) in ends.iter().enumerate() {
        if let &Some((from, to)) = ends {
            leaving[from].push(edge);
            is_entered[to] = true;
        }
    }
    let mut turned = vec![false; ends.len()];
    let mut state = vec![State::New; nodes];
    let starts = (0..nodes).filter(|&node| !is_entered[node]).chain((0..nodes).rev());
    for start in starts {
        if state[start] != State::New {
            continue;
        }
        state[start] = State::Open;
        let mut open = vec![(start, 0)];
        while let Some((node, next)) = open.last_mut() {
            let Some(&edge) = leaving[*node].get(*next) else {
                state[*node] = State::Done;
                open.pop();
                continue;
            };
            *next += 1;
            let Some((_, to)) = ends[edge] else { continue };
            match state[to] {
                State::New => {
                    state[to] = State::Open;
                    open.push((to, 0));
                }
                State::Open => turned[edge] = true,
                State::Done => {}
            }
        }
    }
    turned
}

/// The layer of every node, from 0 at the left: as far to the right as what it leads to allows. Nodes that lead nowhere
/// stand right behind the last node that leads to them.
pub(super) fn layers(nodes: usize, ends: &[Option<(usize, usize)>]) -> Vec<usize> {
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    let mut entering: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    for &(from, to) in ends.iter().flatten() {
        leaving[from].push(to);
        entering[to].push(from);
    }
    // Distance from the right, by a topological order that begins there.
    let mut distance = vec![0_usize; nodes];
    let mut missing: Vec<usize> = leaving.iter().map(Vec::len).collect();
    let mut ready: Vec<usize> = (0..nodes).filter(|&node| missing[node] == 0).collect();
    let mut at = 0;
    while let Some(&node) = ready.get(at) {
        at += 1;
        for &from in &entering[node] {
            distance[from] = distance[from].max(distance[node] + 1);
            missing[from] -= 1;
            if missing[from] == 0 {
                ready.push(from);
            }
        }
    }
    for node in 0..nodes {
        if leaving[node].is_empty()
            && let Some(nearest) = entering[node].iter().map(|&from| distance[from]).min()
        {
            distance[node] = nearest - 1;
        }
    }
    let most = distance.iter().copied().max().unwrap_or(0);
    distance.into_iter().map(|distance| most - distance).collect()
}
