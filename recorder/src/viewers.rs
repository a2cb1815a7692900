//! Who follows a recording.

use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How long the end of the program waits for viewers to get the rest.
pub(crate) const FAREWELL: Duration = Duration::from_millis(500);

/// Who follows.
#[derive(Debug, Default)]
pub(crate) struct Viewers {
    pub(crate) count: Arc<AtomicU32>,
    /// Where they are waited for.
    pub(crate) address: OnceLock<SocketAddr>,
}

/// The thread that waits for viewers ends with the recording: a last connection wakes it up.
impl Drop for Viewers {
    fn drop(&mut self) {
        if let Some(address) = self.address.get() {
            let _ = TcpStream::connect_timeout(address, FAREWELL);
        }
    }
}

impl Viewers {
    /// Waits a moment for viewers that have not got everything yet.
    pub(crate) fn wait_for_the_end(&self) {
        let start = Instant::now();
        while self.count.load(Ordering::Acquire) > 0 && start.elapsed() < FAREWELL {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
