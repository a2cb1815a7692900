//! Files of tables come from strangers, and the reader of Parquet panics where numbers in them lead nowhere: that is an error like any other.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use crate::error::{Error, Result};

thread_local! {
    /// Whether a panic of this thread becomes an error, which is told instead.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

static HOOK: Once = Once::new();

/// Does something that may read files; a panic is [`Error::Answer`].
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_GUARDED.get() {
                before(panic);
            }
        }));
    });
    let before = IS_GUARDED.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(before);
    done.unwrap_or_else(|panic| Err(Error::Answer(format!("the tables cannot be read: {}", words_of(&*panic)))))
}

/// Says that panics of this thread become errors of whoever waits for it.
pub(crate) fn guard_this_thread() {
    IS_GUARDED.set(true);
}

fn words_of(panic: &(dyn Any + Send)) -> &str {
    panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied()).unwrap_or("a file is damaged")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error() {
        let told = guarded(|| -> Result<()> { panic!("range start must not be greater than end: {}", 7) });
        assert_eq!(
            told.map_err(|error| error.to_string()),
            Err("the tables cannot be read: range start must not be greater than end: 7".to_owned())
        );
        assert_eq!(guarded(|| Ok(3)).ok(), Some(3));
    }
}
