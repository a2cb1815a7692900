//! Who follows a recording, and who waits to be let in: so many places, so much time and so much memory there is for them.
//!
//! Where all places are taken, whoever has given no sign of life for the longest time gives way, if that time is long enough. A sign
//! of life is whatever the other side sends: an answer to a ping, too, which every WebSocket gives by itself while somebody reads.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tungstenite::protocol::WebSocketConfig;

/// Viewers at the same time.
const MOST_VIEWERS: usize = 8;
/// Connections at the same time that have not said yet who they are. They take no place of a viewer.
const MOST_GUESTS: usize = 8;
/// How long a connection may take in all to say who it is.
const GREETING: Duration = Duration::from_secs(5);
/// A viewer of whom nothing was heard for so long gives way to another one. As long as there is room it may stay: a big state takes
/// minutes to be read.
const SILENT: Duration = Duration::from_secs(15);
/// How often a viewer is asked for a sign of life.
pub(crate) const BETWEEN_PINGS: Duration = Duration::from_secs(5);
/// How long the end of the program waits for viewers to get the rest, a write for room, and a newcomer for the place of another one.
const FAREWELL: Duration = Duration::from_millis(500);

/// Bytes of one message to a viewer.
pub(crate) const MESSAGE_BYTES: usize = 256 << 10;
/// Bytes that wait for a viewer within the program, answers to its pings included: whoever sends so many pings without reading is
/// no viewer.
const MOST_WAITING_BYTES: usize = 1 << 20;
/// Bytes of one message from a viewer: there are four in "walk".
const MOST_WISH_BYTES: usize = 4 << 10;
/// Bytes that are read at once.
const READ_BYTES: usize = 4 << 10;

/// What a connection may take: less than 2 MiB of the program's memory, so that all of them take less than 32 MiB.
pub(crate) fn bounds() -> WebSocketConfig {
    let bounds = WebSocketConfig::default().read_buffer_size(READ_BYTES).max_write_buffer_size(MOST_WAITING_BYTES);
    bounds.max_message_size(Some(MOST_WISH_BYTES)).max_frame_size(Some(MOST_WISH_BYTES))
}

/// Who follows.
#[derive(Debug, Default)]
pub(crate) struct Viewers {
    pub(crate) places: Arc<Places>,
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

/// All connections.
#[derive(Debug, Default)]
pub(crate) struct Places {
    taken: Mutex<Vec<Place>>,
    changed: Condvar,
}

/// A connection that somebody has a thread for.
#[derive(Debug)]
struct Place {
    stream: Arc<TcpStream>,
    is_viewer: bool,
    heard: Instant,
}

impl Places {
    /// Takes a place for a connection that has not said yet who it is; `None` where there is none.
    pub(crate) fn admit(self: &Arc<Self>, stream: TcpStream) -> Option<Peer> {
        let mut taken = self.make_room(false, MOST_GUESTS, Duration::ZERO)?;
        let stream = Arc::new(stream);
        taken.push(Place { stream: Arc::clone(&stream), is_viewer: false, heard: Instant::now() });
        Some(Peer { seat: Seat { stream, places: Arc::clone(self) }, until: Some(Instant::now() + GREETING) })
    }

    /// Waits a moment for viewers that have not got everything yet.
    pub(crate) fn wait_for_the_end(&self) {
        let is_left = |taken: &mut Vec<Place>| !taken.is_empty();
        drop(self.changed.wait_timeout_while(self.taken(), FAREWELL, is_left));
    }

    /// Waits until fewer than `most` places of a kind are taken: where there are more, the one that has been silent the longest
    /// gives way if that is `long`. `None` where nobody does.
    fn make_room(&self, is_viewer: bool, most: usize, long: Duration) -> Option<MutexGuard<'_, Vec<Place>>> {
        let is_full = |taken: &mut Vec<Place>| taken.iter().filter(|place| place.is_viewer == is_viewer).count() >= most;
        let mut taken = self.taken();
        if is_full(&mut taken) {
            let silent = taken.iter().filter(|place| place.is_viewer == is_viewer).min_by_key(|place| place.heard)?;
            if silent.heard.elapsed() < long {
                return None;
            }
            // Its thread wakes up by that, whatever it waits for. Gone already is fine.
            let _ = silent.stream.shutdown(Shutdown::Both);
            taken = self.changed.wait_timeout_while(taken, FAREWELL, is_full).unwrap_or_else(PoisonError::into_inner).0;
        }
        (!is_full(&mut taken)).then_some(taken)
    }

    fn taken(&self) -> MutexGuard<'_, Vec<Place>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Which place a connection has.
#[derive(Debug, Clone)]
pub(crate) struct Seat {
    stream: Arc<TcpStream>,
    places: Arc<Places>,
}

impl Seat {
    /// Whoever sits here has said who it is. False where there is no place for a viewer.
    pub(crate) fn becomes_viewer(&self) -> bool {
        let Some(mut taken) = self.places.make_room(true, MOST_VIEWERS, SILENT) else { return false };
        let Some(place) = taken.iter_mut().find(|place| self.is(place)) else { return false };
        (place.is_viewer, place.heard) = (true, Instant::now());
        self.places.changed.notify_all();
        true
    }

    fn is(&self, place: &Place) -> bool {
        Arc::ptr_eq(&place.stream, &self.stream)
    }
}

/// A connection that has a place; it is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Peer {
    pub(crate) seat: Seat,
    /// Until then it must have said who it is.
    until: Option<Instant>,
}

impl Peer {
    /// The handshake is over: from now on reading takes so long at most.
    pub(crate) fn is_greeted(&mut self, wait: Duration) -> io::Result<()> {
        self.until = None;
        self.seat.stream.set_read_timeout(Some(wait))?;
        self.seat.stream.set_write_timeout(Some(FAREWELL))
    }

    /// Whether reading and writing wait for nothing.
    pub(crate) fn set_nonblocking(&self, is_wanted: bool) -> io::Result<()> {
        self.seat.stream.set_nonblocking(is_wanted)
    }

    /// The time that the handshake has left counts for all of it, not for each read.
    fn limit(&self) -> io::Result<()> {
        let Some(until) = self.until else { return Ok(()) };
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.seat.stream.set_read_timeout(Some(left))?;
        self.seat.stream.set_write_timeout(Some(left))
    }
}

impl Read for Peer {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.limit()?;
        let bytes = (&*self.seat.stream).read(buffer)?;
        let mut taken = self.seat.places.taken();
        // Somebody who has not said who it is has only its time.
        if let Some(place) = taken.iter_mut().find(|place| place.is_viewer && self.seat.is(place)) {
            place.heard = Instant::now();
        }
        Ok(bytes)
    }
}

impl Write for Peer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.limit()?;
        (&*self.seat.stream).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        (&*self.seat.stream).flush()
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.seat.places.taken().retain(|place| !self.seat.is(place));
        self.seat.places.changed.notify_all();
    }
}
