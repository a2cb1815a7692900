//! Joint ownership: what dies only when several groups go together, exactly.
//!
//! The sum of the parts' retained sizes being smaller than that of the whole is a sufficient sign only, because parts
//! may own each other. The exact sign is a non-empty GC(all parts) \ (GC(part 1) ∪ GC(part 2) ∪ ..).

use roaring::RoaringBitmap;

use super::Closures;
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::trees::memory_tree::NodeTotals;

/// What several groups own together and none of them alone.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct JointOwnership {
    /// Everything that dies when all parts go.
    pub together: NodeTotals,
    /// The objects among it that die with no single part; empty if nothing is shared.
    pub joint: RoaringBitmap,
    /// Objects and bytes of `joint`.
    pub joint_totals: NodeTotals,
    /// For each part how much of `joint` survives if this part alone stays: nothing means that the part is not involved,
    /// everything that the part must go, whatever else goes.
    pub kept_by: Vec<NodeTotals>,
}

impl JointOwnership {
    /// Whether something is shared: the alarm.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        !self.joint.is_empty()
    }
}

impl Closures<'_> {
    /// Computes what the parts own jointly. Takes two GC closures per part.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub fn joint_ownership(&self, parts: &[RoaringBitmap], progress: &Progress) -> Result<JointOwnership> {
        let whole = parts.iter().fold(RoaringBitmap::new(), |whole, part| whole | part);
        let together = self.gc_closure(&whole, progress)?;
        let mut joint = together.clone();
        for part in parts {
            joint -= self.gc_closure(part, progress)?;
        }
        let mut kept_by = vec![NodeTotals::default(); parts.len()];
        if !joint.is_empty() {
            for (left_out, kept_by) in kept_by.iter_mut().enumerate() {
                let others = parts.iter().enumerate().filter(|&(at, _)| at != left_out);
                let others = others.fold(RoaringBitmap::new(), |others, (_, part)| others | part);
                *kept_by = self.totals(&(&joint - self.gc_closure(&others, progress)?));
            }
        }
        Ok(JointOwnership { together: self.totals(&together), joint_totals: self.totals(&joint), joint, kept_by })
    }
}
