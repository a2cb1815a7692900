//! A web server for report pages: loopback only, for whoever knows the token in its address.
//!
//! ```text
//! GET /TOKEN/             the page, or one that waits for it
//! GET /TOKEN/news         what has changed of it, as a page without its script
//! GET /TOKEN/next?after=N answers as soon as there is a version after N, with its number, or after a while with N
//! GET /TOKEN/line?file=Cart.java&line=12    what lives that was allocated there, as JSON
//! ```
//!
//! A page of another origin cannot read any of it, and a name that somebody points to this machine is turned away, too.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use analysis::Progress;
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use serde::Deserialize;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;

use crate::base::system::random_token;
use crate::cli::documents::allocated_at::AllocatedAt;
use crate::cli::documents::output::{CliError, ExitKind};
use crate::cli::documents::report_page::ReportHtml;

/// Browsers that may wait for news at the same time.
const MOST_WAITING: usize = 64;
/// How often it is looked whether the user wants to end it.
pub(in crate::cli) const BETWEEN_LOOKS: Duration = Duration::from_millis(100);
/// How long they wait at most.
const WAIT: Duration = Duration::from_secs(25);

/// Where pages are published; when it is dropped, nothing more will come.
#[derive(Debug)]
pub(in crate::cli) struct Publisher(watch::Sender<Version>);

/// The newest page, for a server.
#[derive(Debug)]
pub(in crate::cli) struct Published(watch::Receiver<Version>);

/// A page, counted from 1; 0 is none yet.
#[derive(Debug, Clone, Default)]
struct Version {
    number: u64,
    page: Option<Arc<ReportHtml>>,
    allocated_at: Option<Arc<AllocatedAt>>,
}

/// Said until the first page is there; asks for it again and again.
const WAITING: &str = r#"<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>Memory City</title>
<style>:root { color-scheme: light dark } body { font: 1.1rem system-ui, sans-serif; margin: 20vh auto; max-width: 32rem; padding: 0 1rem }</style>
<p>Memory City waits for the first state of the heap. This page shows it as soon as it is there.</p></html>"#;

/// A place for pages, with none.
pub(in crate::cli) fn publish() -> (Publisher, Published) {
    let (sender, receiver) = watch::channel(Version::default());
    (Publisher(sender), Published(receiver))
}

impl Publisher {
    /// Puts a page, and who knows where its objects were allocated, in the place of the last one, if there is one.
    pub(in crate::cli) fn replace(&self, page: ReportHtml, allocated_at: AllocatedAt) {
        let (page, allocated_at) = (Some(Arc::new(page)), Some(Arc::new(allocated_at)));
        self.0.send_modify(|version| *version = Version { number: version.number + 1, page, allocated_at });
    }
}

#[derive(Debug)]
struct Served {
    token: String,
    versions: watch::Receiver<Version>,
    waiting: Semaphore,
}

#[derive(Debug, Deserialize)]
struct After {
    #[serde(default)]
    after: u64,
}

#[derive(Debug, Deserialize)]
struct Line {
    file: String,
    line: u64,
}

/// Serves on a port of the loopback address until the user cancels; `ready` hears the address, `ended` is called before those who wait are
/// sent home.
pub(in crate::cli) fn serve_until_cancelled(
    port: u16,
    published: Published,
    progress: &Progress,
    ready: impl FnOnce(&str),
    ended: impl FnOnce() + Send + 'static,
) -> Result<(), CliError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build();
    let runtime = runtime.map_err(|error| CliError::new(ExitKind::Failed, error))?;
    let progress = progress.clone();
    let until_cancelled = async move {
        while progress.check().is_ok() {
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
        ended();
    };
    runtime.block_on(serve(port, published, ready, until_cancelled))
}

async fn serve(
    port: u16,
    Published(versions): Published,
    ready: impl FnOnce(&str),
    ended: impl Future<Output = ()> + Send + 'static,
) -> Result<(), CliError> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let failed = |error: std::io::Error| CliError::new(ExitKind::Failed, format_args!("cannot serve on {address}: {error}"));
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let (bound, token) = (listener.local_addr().map_err(failed)?, random_token());
    ready(&format!("http://{bound}/{token}/"));
    let served = Arc::new(Served { token, versions, waiting: Semaphore::new(MOST_WAITING) });
    let app = Router::new()
        .route("/{token}", get(folder))
        .route("/{token}/", get(page))
        .route("/{token}/news", get(news))
        .route("/{token}/next", get(next))
        .route("/{token}/line", get(line))
        .fallback(async || not_found())
        .layer(from_fn(refuse_strangers))
        .with_state(served);
    axum::serve(listener, app).with_graceful_shutdown(ended).await.map_err(failed)
}

/// The address without the stroke at its end.
async fn folder(State(served): State<Arc<Served>>, Path(token): Path<String>) -> Response {
    if served.knows(&token) { Redirect::permanent(&format!("/{token}/")).into_response() } else { not_found() }
}

async fn page(State(served): State<Arc<Served>>, Path(token): Path<String>) -> Response {
    served.answer(&token, |page| page.map_or_else(|| WAITING.to_owned(), ReportHtml::live))
}

async fn news(State(served): State<Arc<Served>>, Path(token): Path<String>) -> Response {
    served.answer(&token, |page| page.map_or_else(String::new, ReportHtml::news))
}

async fn next(State(served): State<Arc<Served>>, Path(token): Path<String>, Query(After { after }): Query<After>) -> Response {
    if !served.knows(&token) {
        return not_found();
    }
    let Ok(_place) = served.waiting.try_acquire() else { return (StatusCode::SERVICE_UNAVAILABLE, "too many wait").into_response() };
    let mut versions = served.versions.clone();
    let waited = timeout(WAIT, versions.wait_for(|version| version.number > after)).await;
    match waited {
        Ok(Ok(version)) => version.number.to_string().into_response(),
        // Nothing will come any more, or nothing came.
        Ok(Err(_)) => StatusCode::GONE.into_response(),
        Err(_) => after.to_string().into_response(),
    }
}

async fn line(State(served): State<Arc<Served>>, Path(token): Path<String>, Query(Line { file, line }): Query<Line>) -> Response {
    if !served.knows(&token) {
        return not_found();
    }
    let Ok(_place) = served.waiting.try_acquire() else { return (StatusCode::SERVICE_UNAVAILABLE, "too many wait").into_response() };
    let allocated_at = served.versions.borrow().allocated_at.clone();
    let Some(allocated_at) = allocated_at else { return (StatusCode::NOT_FOUND, "there is no state of the heap yet").into_response() };
    // The first who asks waits until the state is read.
    let answer = tokio::task::spawn_blocking(move || allocated_at.line(&file, line)).await;
    let (status, body) = match answer {
        Ok(Ok(told)) => (StatusCode::OK, told),
        Ok(Err(error)) => (StatusCode::UNPROCESSABLE_ENTITY, json!({ "error": error })),
        Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, json!({ "error": "the heap could not be asked" })),
    };
    (status, [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], body.to_string()).into_response()
}

impl Served {
    fn answer(&self, token: &str, text: impl FnOnce(Option<&ReportHtml>) -> String) -> Response {
        if !self.knows(token) {
            return not_found();
        }
        let version = self.versions.borrow();
        html(&version, text(version.page.as_deref()))
    }

    /// Whether it is the token, in a time that says nothing of how much of it is right.
    fn knows(&self, token: &str) -> bool {
        let differences = self.token.bytes().zip(token.bytes()).fold(0, |all, (ours, theirs)| all | (ours ^ theirs));
        self.token.len() == token.len() && differences == 0
    }
}

fn html(version: &Version, text: String) -> Response {
    let number = HeaderValue::from(version.number);
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    ([(header::CONTENT_TYPE, kind), (HeaderName::from_static("x-version"), number)], Body::from(text)).into_response()
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "nothing is here; the address that memory-city printed has a token in it").into_response()
}

/// Answers only what was asked for under a name of this machine, and not by a page of another origin; nothing that is told is kept.
async fn refuse_strangers(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let is_ours = is_of_this_machine(headers, &header::HOST, false) && is_of_this_machine(headers, &header::ORIGIN, true);
    if !is_ours {
        return (StatusCode::FORBIDDEN, "only pages and names of this machine are answered").into_response();
    }
    let mut response = next.run(request).await;
    let told = [
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    response.headers_mut().extend(told.map(|(name, value)| (name, HeaderValue::from_static(value))));
    response
}

/// Whether a header names this machine, with any port: that of a tunnel is another one.
fn is_of_this_machine(headers: &HeaderMap, name: &HeaderName, may_be_missing: bool) -> bool {
    let Some(value) = headers.get(name) else { return may_be_missing };
    let Ok(text) = value.to_str() else { return false };
    let host = text.strip_prefix("http://").unwrap_or(text);
    let host = match host.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => host,
        _ => host,
    };
    ["localhost", "127.0.0.1", "[::1]"].contains(&host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).expect("is a header"))])
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for (host, is_ours) in [
            ("localhost:8080", true),
            ("127.0.0.1:1", true),
            ("[::1]:9000", true),
            ("localhost", true),
            ("evil.example:8080", false),
            ("localhost.evil.example", false),
            ("127.0.0.1.evil.example:80", false),
            ("", false),
        ] {
            assert_eq!(is_of_this_machine(&headers(header::HOST, host), &header::HOST, false), is_ours, "{host}");
        }
        assert!(is_of_this_machine(&headers(header::ORIGIN, "http://localhost:9000"), &header::ORIGIN, true));
        for origin in ["null", "http://evil.example", "https://localhost.evil.example"] {
            assert!(!is_of_this_machine(&headers(header::ORIGIN, origin), &header::ORIGIN, true), "{origin}");
        }
        assert!(is_of_this_machine(&HeaderMap::new(), &header::ORIGIN, true), "people who type an address have none");
        assert!(!is_of_this_machine(&HeaderMap::new(), &header::HOST, false));
    }
}
