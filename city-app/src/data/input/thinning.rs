//! Which points of a long series are read (all, every n-th, or at least some time apart).

use std::time::Duration;

/// Which points of a series are read; the first one always is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Thinning {
    /// All of them.
    #[default]
    All,
    /// One of so many.
    EachNth(u32),
    /// Those that are at least so far from the one before that is read.
    Apart(Duration),
}

impl Thinning {
    /// Which of the points at these times, in milliseconds and ascending, are read.
    #[must_use]
    pub fn of(self, times: &[i64]) -> Vec<usize> {
        let all = 0..times.len();
        match self {
            Self::All => all.collect(),
            Self::EachNth(n) => all.step_by(n.max(1) as usize).collect(),
            Self::Apart(least) => {
                let least = i64::try_from(least.as_millis()).unwrap_or(i64::MAX);
                let mut last = None;
                all.filter(|&at| {
                    let is_far = last.is_none_or(|last: i64| times[at].saturating_sub(last) >= least);
                    last = if is_far { Some(times[at]) } else { last };
                    is_far
                })
                .collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_counted_or_so_far_apart() {
        let times = [0, 400, 1000, 1900, 2000, 2100, 5000];
        let read = |thinning: Thinning| thinning.of(&times);
        assert_eq!(read(Thinning::All).len(), 7);
        assert_eq!(read(Thinning::EachNth(3)), [0, 3, 6]);
        assert_eq!(read(Thinning::EachNth(100)), [0]);
        assert_eq!(read(Thinning::Apart(Duration::from_secs(1))), [0, 2, 4, 6]);
        assert_eq!(read(Thinning::Apart(Duration::from_millis(900))), [0, 2, 3, 6]);
        assert_eq!(Thinning::EachNth(2).of(&[]), Vec::<usize>::new());
    }
}
