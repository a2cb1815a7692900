//! The thread that compresses and writes blocks. Whoever records waits for it when it falls behind: nothing is lost, and
//! memory stays bounded.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::thread::JoinHandle;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use trace_format::{Block, Head, TraceWriter, VERSION};

/// Somebody has heard that a trace cannot be written.
static TOLD: Once = Once::new();

/// Blocks that may wait to be written, of about a MiB at most each.
const QUEUE: usize = 32;

type Write = Box<dyn FnOnce(&mut TraceWriter<Limited>) -> io::Result<()> + Send>;

/// A file that gets so many bytes more.
#[derive(Debug)]
struct Limited {
    file: File,
    left: u64,
}

impl io::Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.left.checked_sub(bytes.len() as u64);
        let left = left.ok_or_else(|| io::Error::new(io::ErrorKind::QuotaExceeded, "it would have more bytes than --max-size allows"))?;
        let written = self.file.write(bytes)?;
        self.left = left + (bytes.len() - written) as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Where blocks go.
#[derive(Debug)]
pub(crate) struct Output {
    queue: Mutex<Option<SyncSender<Write>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    shared: Arc<Shared>,
    /// The file once more, for viewers.
    reader: File,
    /// The file; another one than was asked for where that one was there already.
    pub(crate) path: PathBuf,
}

#[derive(Debug, Default)]
struct Shared {
    failed: AtomicBool,
    finished: AtomicBool,
    busy_nanos: AtomicU64,
    bytes: AtomicU64,
}

impl Output {
    /// Creates the file and starts the thread. Where the file exists because another program of the same command records
    /// into it, the process number goes into the name.
    ///
    /// It gets at most `most` bytes: what would go beyond that ends the writing like a full disk.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub(crate) fn create(path: &Path, most: Option<u64>) -> io::Result<Self> {
        let (file, path) = create_new(path)?;
        let reader = file.try_clone()?;
        let start = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let recording = (start.as_nanos() as u64).rotate_left(17) ^ u64::from(std::process::id());
        let head = Head { version: VERSION, start_millis: start.as_millis() as u64, recording };
        let writer = TraceWriter::new(Limited { file, left: most.unwrap_or(u64::MAX) }, head)?;
        let written = writer.bytes();
        let (queue, blocks) = sync_channel(QUEUE);
        let shared = Arc::new(Shared { bytes: AtomicU64::new(written), ..Shared::default() });
        let thread = std::thread::Builder::new().name("memory-city writer".to_owned()).spawn({
            let shared = Arc::clone(&shared);
            move || write_all(writer, &blocks, &shared)
        })?;
        Ok(Self { queue: Mutex::new(Some(queue)), thread: Mutex::new(Some(thread)), shared, reader, path })
    }

    /// Queues a block; waits where the queue is full.
    pub(crate) fn put<B: Block + Send + 'static>(&self, block: B) {
        self.queue_up(move |writer| writer.put(&block));
    }

    fn queue_up(&self, write: impl FnOnce(&mut TraceWriter<Limited>) -> io::Result<()> + Send + 'static) {
        if self.has_failed() {
            return;
        }
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(queue) = queue {
            // It fails where the thread is gone, and that has been told.
            let _ = queue.send(Box::new(write));
        }
    }

    /// Queues a block that is packed already.
    pub(crate) fn put_packed(&self, block: Vec<u8>) {
        self.queue_up(move |writer| writer.put_packed(&block));
    }

    /// Whether writing failed; everything later is dropped.
    pub(crate) fn has_failed(&self) -> bool {
        self.shared.failed.load(Ordering::Relaxed)
    }

    /// Nanoseconds that the thread has worked.
    pub(crate) fn busy_nanos(&self) -> u64 {
        self.shared.busy_nanos.load(Ordering::Relaxed)
    }

    /// Bytes in the file.
    pub(crate) fn bytes(&self) -> u64 {
        self.shared.bytes.load(Ordering::Relaxed)
    }

    /// Whole blocks of the file from an offset, at most as many bytes as `buffer` has; the number of bytes.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn read_at(&self, at: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let known = self.bytes().saturating_sub(at).min(buffer.len() as u64) as usize;
        self.reader.read_at(&mut buffer[..known], at)
    }

    /// Whether nothing will be written any more.
    pub(crate) fn is_finished(&self) -> bool {
        self.shared.finished.load(Ordering::Acquire)
    }

    /// Writes what waits and the index, and ends the thread.
    pub(crate) fn finish(&self) {
        drop(self.queue.lock().unwrap_or_else(PoisonError::into_inner).take());
        if let Some(thread) = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = thread.join();
        }
        self.shared.finished.store(true, Ordering::Release);
    }
}

fn create_new(path: &Path) -> io::Result<(File, PathBuf)> {
    // Whoever reads it sees the whole heap, so others may not.
    let create = |path: &Path| OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(path);
    match create(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let extension = path.extension().map_or_else(|| "mctrace".into(), |extension| extension.to_string_lossy().into_owned());
            let path = path.with_file_name(format!("{name}-{}.{extension}", std::process::id()));
            Ok((create(&path)?, path))
        }
        created => Ok((created?, path.to_owned())),
    }
}

fn write_all(mut writer: TraceWriter<Limited>, blocks: &Receiver<Write>, shared: &Shared) {
    while let Ok(write) = blocks.recv() {
        let start = Instant::now();
        if let Err(error) = write(&mut writer) {
            shared.failed.store(true, Ordering::Relaxed);
            // Once, however many files follow.
            TOLD.call_once(|| eprintln!("memory-city: recording ends here, the trace cannot be written any further: {error}"));
            // Whoever waits for room in the queue must not wait for ever.
            while blocks.recv().is_ok() {}
            return;
        }
        shared.bytes.store(writer.bytes(), Ordering::Relaxed);
        shared.busy_nanos.fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }
    match writer.finish() {
        Ok((_, bytes)) => shared.bytes.store(bytes, Ordering::Relaxed),
        Err(error) => eprintln!("memory-city: the index of the trace could not be written: {error}"),
    }
}
