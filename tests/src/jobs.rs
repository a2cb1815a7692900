//! Checks that run beside each other.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does `work` for each of `items`, so many at a time; what came of each, in their order.
///
/// # Panics
/// When `work` does.
pub fn side_by_side<T: Sync, R: Send>(jobs: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            scope.spawn(|| {
                while let Some((at, item)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, items.get(at)?))) {
                    let result = work(item);
                    done.lock().expect("nobody has failed").push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("nobody has failed");
    done.sort_by_key(|&(at, _)| at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_the_order_of_what_they_are_of() {
        let items: Vec<u64> = (0..20).rev().collect();
        let slow = |&item: &u64| {
            std::thread::sleep(std::time::Duration::from_millis(item % 3));
            item * 2
        };
        assert_eq!(side_by_side(3, &items, slow), items.iter().map(|item| item * 2).collect::<Vec<_>>());
        assert!(side_by_side(2, &[], slow).is_empty());
    }
}
