//! What a thread that works while a city is shown and the window tell each other.
//!
//! The thread leaves what it has made, newest on top, until the window takes it; the window says what it shows, for which the
//! next one is made. Work that has one answer is a question of [`crate::base::background`].

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::input::series::Count;
use super::session::Session;
use crate::base::settings::CitySettings;
use crate::base::waker::wake;

/// A box for what a thread makes again and again. Cheap to clone; all clones are one box.
#[derive(Debug)]
pub struct Mailbox<T>(Arc<Mutex<Mail<T>>>);

#[derive(Debug)]
struct Mail<T> {
    ready: Option<T>,
    shown: Shown,
    status: String,
    count: Count,
    end: Option<Result<String, String>>,
}

/// What the window shows, as far as the thread knows.
#[derive(Debug, Clone, Default)]
pub struct Shown {
    /// What is to be kept in place if possible; `None` before the first city.
    pub session: Option<Arc<Session>>,
    /// The settings of the view, once there is one.
    pub settings: Option<CitySettings>,
    /// The point being looked at.
    pub point: usize,
}

/// What lies in a box has a city.
pub trait HasCity {
    /// The city that is shown when it is taken.
    fn city(&self) -> &Arc<Session>;
}

impl HasCity for Arc<Session> {
    fn city(&self) -> &Arc<Session> {
        self
    }
}

impl<T> Clone for Mailbox<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Default for Mailbox<T> {
    fn default() -> Self {
        let mail = Mail { ready: None, shown: Shown::default(), status: String::new(), count: Count::default(), end: None };
        Self(Arc::new(Mutex::new(mail)))
    }
}

impl<T: HasCity> Mailbox<T> {
    fn mail(&self) -> MutexGuard<'_, Mail<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at the newest one and takes it out if `wanted` says so. A box with nothing in it has nothing to look at.
    #[must_use]
    pub fn take_if(&self, wanted: impl FnOnce(&T) -> bool) -> Option<T> {
        let mut mail = self.mail();
        let ready = mail.ready.take_if(|ready| wanted(ready))?;
        mail.shown.session = Some(Arc::clone(ready.city()));
        Some(ready)
    }

    /// The view shows this now: the next one is made for it.
    pub fn shows(&self, session: &Arc<Session>, settings: &CitySettings, point: usize) {
        let shown = &mut self.mail().shown;
        shown.session = Some(Arc::clone(session));
        shown.point = point;
        if shown.settings.as_ref() != Some(settings) {
            shown.settings = Some(settings.clone());
        }
    }

    /// What the work says that it is doing; empty if it says nothing.
    #[must_use]
    pub fn status(&self) -> String {
        self.mail().status.clone()
    }

    /// How much is done, whether it has been taken or not.
    #[must_use]
    pub fn count(&self) -> Count {
        self.mail().count
    }

    /// Everything has been made, taken or not.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.mail().end.is_some()
    }

    /// Nothing more will come, and why: a sentence or the error. Told once, and after what is in the box.
    #[must_use]
    pub fn ended(&self) -> Option<Result<String, String>> {
        let mut mail = self.mail();
        if mail.ready.is_some() { None } else { mail.end.take() }
    }

    /// What the window shows.
    pub(super) fn shown(&self) -> Shown {
        self.mail().shown.clone()
    }

    /// The point that the window looks at.
    pub(super) fn point(&self) -> usize {
        self.mail().shown.point
    }

    pub(super) fn put(&self, ready: T) {
        self.mail().ready = Some(ready);
        wake();
    }

    pub(super) fn say(&self, status: &str) {
        status.clone_into(&mut self.mail().status);
        wake();
    }

    pub(super) fn set_count(&self, count: Count) {
        self.mail().count = count;
        wake();
    }

    pub(super) fn end(&self, end: Result<String, String>) {
        self.mail().end = Some(end);
        wake();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_sessions::session;

    #[test]
    fn the_newest_city_goes_out_first_and_the_end_last() {
        let cities = [1, 2].map(|count| Arc::new(session(&[&[("A", count)]])));
        let mailbox = Mailbox::default();
        assert!(mailbox.take_if(|_: &Arc<Session>| unreachable!("there is nothing")).is_none());
        for city in &cities {
            mailbox.put(Arc::clone(city));
        }
        mailbox.end(Ok("all read".to_owned()));
        assert!(mailbox.is_complete() && mailbox.ended().is_none(), "the city goes first");
        assert!(mailbox.take_if(|_| false).is_none());
        let taken = mailbox.clone().take_if(|_| true).expect("it waited");
        assert!(Arc::ptr_eq(&taken, &cities[1]));
        assert!(mailbox.shown().session.is_some_and(|shown| Arc::ptr_eq(&shown, &taken)), "the next one is laid out for it at once");
        assert_eq!((mailbox.ended(), mailbox.ended()), (Some(Ok("all read".to_owned())), None));
    }
}
