//! A question that takes long, answered on a thread of its own: the last one asked counts, an older one is cancelled.

use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use analysis::{Error, Progress, Result};

use super::waker::AtWork;

/// The answer to the last question, or how far it is. `K` says what is asked: an equal question is not asked twice.
#[derive(Debug)]
pub struct Background<K, T> {
    work: Option<Work<K, T>>,
    done: Option<(K, std::result::Result<Arc<T>, String>)>,
}

#[derive(Debug)]
struct Work<K, T> {
    key: K,
    progress: Progress,
    answer: Mutex<Receiver<Result<T>>>,
}

/// How a question stands.
#[derive(Debug)]
pub enum Answer<'a, T> {
    /// Nothing was asked, or it was cancelled.
    None,
    /// A thread works on it.
    Working {
        /// What it does.
        step: String,
        /// How much of the step is done, `0.0..=1.0`, where known.
        fraction: Option<f32>,
    },
    /// The answer.
    Ready(&'a Arc<T>),
    /// Why there is none.
    Failed(&'a str),
}

impl<K, T> Default for Background<K, T> {
    fn default() -> Self {
        Self { work: None, done: None }
    }
}

impl<K, T> Drop for Background<K, T> {
    fn drop(&mut self) {
        if let Some(work) = &self.work {
            work.progress.cancel();
        }
    }
}

impl<K: PartialEq, T: Send + 'static> Background<K, T> {
    /// Asks, unless this is the question being worked on or answered. The answer to an older question is kept until the
    /// new one is there ([`Background::last`]).
    pub fn ask(&mut self, key: K, work: impl FnOnce(&Progress) -> Result<T> + Send + 'static) {
        let current = self.work.as_ref().map(|work| &work.key).or(self.done.as_ref().map(|(key, _)| key));
        if current == Some(&key) {
            return;
        }
        self.cancel();
        let progress = Progress::new();
        let theirs = progress.clone();
        let (sender, receiver) = sync_channel(1);
        let at_work = AtWork::begin();
        let run = move || {
            // Told when the answer lies there, also after a panic.
            let _at_work = at_work;
            // Nobody waits any more: then nobody wants to know.
            let _ = sender.send(work(&theirs));
        };
        match std::thread::Builder::new().name("question".into()).spawn(run) {
            Ok(_) => self.work = Some(Work { key, progress, answer: Mutex::new(receiver) }),
            Err(error) => self.done = Some((key, Err(format!("no thread to work on: {error}")))),
        }
    }

    /// Takes an answer that has arrived.
    pub fn poll(&mut self) {
        let Some(work) = &mut self.work else { return };
        let answer = match work.answer.get_mut().unwrap_or_else(PoisonError::into_inner).try_recv() {
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => Err(Error::Request("the work ended without an answer".into())),
            Ok(answer) => answer,
        };
        if let Some(work) = self.work.take() {
            self.done = Some((work.key, answer.map(Arc::new).map_err(|error| error.to_string())));
        }
    }

    /// Gives the question being worked on up.
    pub fn cancel(&mut self) {
        if let Some(work) = self.work.take() {
            work.progress.cancel();
        }
    }

    /// Whether a thread works on the last question.
    #[must_use]
    pub fn is_working(&self) -> bool {
        self.work.is_some()
    }

    /// Forgets everything, answers included.
    pub fn clear(&mut self) {
        self.cancel();
        self.done = None;
    }

    /// How the question with this key stands.
    #[must_use]
    pub fn answer(&self, key: &K) -> Answer<'_, T> {
        match (&self.work, &self.done) {
            (Some(work), _) if work.key == *key => {
                Answer::Working { step: work.progress.step(), fraction: work.progress.fraction().map(|fraction| fraction as f32) }
            }
            (_, Some((done, Ok(answer)))) if done == key => Answer::Ready(answer),
            (_, Some((done, Err(error)))) if done == key => Answer::Failed(error),
            _ => Answer::None,
        }
    }

    /// The last answer, to whatever question, with that question.
    #[must_use]
    pub fn last(&self) -> Option<(&K, &Arc<T>)> {
        let (key, answer) = self.done.as_ref()?;
        Some((key, answer.as_ref().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    fn wait(background: &mut Background<u8, u8>) {
        while background.work.is_some() {
            background.poll();
            std::thread::yield_now();
        }
    }

    #[test]
    fn an_equal_question_is_asked_once_and_a_newer_one_cancels_the_older() {
        let mut background = Background::default();
        let (told, cancelled) = channel();
        background.ask(1, move |progress| {
            while progress.check().is_ok() {
                std::thread::yield_now();
            }
            told.send(()).expect("the test listens");
            Ok(1)
        });
        background.ask(1, |_| unreachable!("it is being worked on"));
        assert!(matches!(background.answer(&1), Answer::Working { .. }));
        background.ask(2, |_| Ok(20));
        cancelled.recv().expect("the first one ends");
        wait(&mut background);
        assert!(matches!(background.answer(&2), Answer::Ready(answer) if **answer == 20));
        background.ask(2, |_| unreachable!("it is answered"));
        assert!(matches!(background.answer(&1), Answer::None));
        assert_eq!(background.last().map(|(key, answer)| (*key, **answer)), Some((2, 20)));
    }

    #[test]
    fn errors_and_panics_are_told() {
        let mut background: Background<u8, u8> = Background::default();
        background.ask(1, |_| Err(Error::Request("no such group".into())));
        wait(&mut background);
        assert!(matches!(background.answer(&1), Answer::Failed(error) if error.contains("no such group")));
        background.ask(2, |_| panic!("a bug in the work"));
        wait(&mut background);
        assert!(matches!(background.answer(&2), Answer::Failed(_)));
    }
}
