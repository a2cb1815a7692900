//! A server on this machine that speaks S3, over a folder (s3s-fs).

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::tools::of_crate;

const KEY: &str = "a-key";
const SECRET: &str = "a-secret";

/// A running server; each folder in its folder is a bucket.
#[derive(Debug)]
pub struct ObjectStore {
    server: Child,
    url: String,
}

impl ObjectStore {
    /// Starts it.
    ///
    /// # Panics
    /// When there is no such server, or when it does not start.
    #[must_use]
    pub fn start(folder: &Path) -> Self {
        // One that nobody uses just now.
        let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("there is a port");
        let mut command = Command::new(of_crate("s3s-fs"));
        command.args(["--host", "127.0.0.1", "--port", &address.port().to_string(), "--access-key", KEY, "--secret-key", SECRET]);
        let server = command.arg(folder).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let server = server.unwrap_or_else(|error| panic!("cannot run s3s-fs: {error}"));
        let started = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(started.elapsed() < Duration::from_secs(60), "s3s-fs does not listen");
            sleep(Duration::from_millis(20));
        }
        Self { server, url: format!("http://{address}") }
    }

    /// What a program needs to know of it, as variables of the environment.
    #[must_use]
    pub fn environment(&self) -> [(&'static str, &str); 5] {
        [
            ("AWS_ENDPOINT_URL", &self.url),
            ("AWS_ALLOW_HTTP", "true"),
            ("AWS_REGION", "us-east-1"),
            ("AWS_ACCESS_KEY_ID", KEY),
            ("AWS_SECRET_ACCESS_KEY", SECRET),
        ]
    }
}

impl Drop for ObjectStore {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
