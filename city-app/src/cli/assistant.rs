//! A server of the Model Context Protocol on standard input and output: assistants call tools, each of which runs a command of this program.
//!
//! ```text
//! call ──tools──> arguments, confined ──calls──> memory-city COMMAND --json ──answers──> a page, names made harmless
//! ```
//!
//! Commands are processes of their own: what one of them breaks, or how much memory it takes, is no matter of the server, and one that
//! nobody waits for any more is ended.

mod answers;
mod calls;
mod tools;

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use analysis::Progress;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::transport::io::stdio_pipes;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::Semaphore;

use self::answers::{NAMES_ARE_DATA, Told, visible};
use self::calls::{Call, Caller};
use self::tools::{TOOLS, described};
use crate::cli::documents::output::{CliError, ExitKind};
use crate::cli::web_server::BETWEEN_LOOKS;
use crate::data::input::confined::Roots;

/// Commands that run at the same time; each may hold a heap in memory.
const MOST_CALLS: usize = 2;

/// What the last commands have to end.
const TO_END: Duration = Duration::from_secs(2);

/// The server.
#[derive(Debug)]
pub(super) struct Assistant {
    caller: Arc<Caller>,
    running: Semaphore,
}

impl Assistant {
    /// One that tells of these folders.
    pub(super) fn new(roots: Roots, patience: Duration) -> Result<Self, CliError> {
        let program = std::env::current_exe().map_err(|error| CliError::new(ExitKind::Unavailable, error))?;
        let caller = Caller { program, roots, patience, ended: Progress::new() };
        Ok(Self { caller: Arc::new(caller), running: Semaphore::new(MOST_CALLS) })
    }

    /// Answers until the input is at its end, or the user ends it.
    pub(super) fn run(self, progress: &Progress) -> Result<(), CliError> {
        let failed = |error: &dyn std::fmt::Display| CliError::new(ExitKind::Failed, error);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build().map_err(|error| failed(&error))?;
        let ended = self.caller.ended.clone();
        let until_cancelled = async {
            while progress.check().is_ok() {
                tokio::time::sleep(BETWEEN_LOOKS).await;
            }
        };
        let served = runtime.block_on(async {
            let (input, output) = stdio_pipes();
            let served = async {
                let service = self.serve((Input { input, ended: ended.clone() }, output)).await.map_err(|error| failed(&error))?;
                service.waiting().await.map(drop).map_err(|error| failed(&error))
            };
            tokio::select! {
                // Whoever leaves before a first word is no failure.
                served = served => if ended.check().is_err() { Ok(()) } else { served },
                () = until_cancelled => Ok(()),
            }
        });
        ended.cancel();
        runtime.shutdown_timeout(TO_END);
        served
    }

    /// Carries out a call, in its turn.
    async fn call(&self, request: CallToolRequestParams, is_cancelled: impl Fn() -> bool + Send + 'static) -> Result<Told, String> {
        let unknown = || format!("there is no tool {}: there are {}", request.name, TOOLS.map(|tool| tool.name).join(", "));
        let tool = TOOLS.iter().find(|tool| tool.name == request.name).ok_or_else(unknown)?;
        let arguments = request.arguments.unwrap_or_default();
        let caller = Arc::clone(&self.caller);
        let _turn = self.running.acquire().await.map_err(|error| error.to_string())?;
        let called = tokio::task::spawn_blocking(move || (tool.call)(arguments, Call::new(&caller, &is_cancelled)));
        called.await.map_err(|error| error.to_string())?
    }
}

impl ServerHandler for Assistant {
    fn get_info(&self) -> ServerConfig {
        let name = Implementation::new("memory-city", env!("CARGO_PKG_VERSION")).with_title("Memory City");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build()).with_server_info(name).with_instructions(instructions())
    }

    async fn list_tools(&self, _: Option<PaginatedRequestParams>, _: RequestContext<RoleServer>) -> Result<ListToolsResult, ErrorData> {
        TOOLS.iter().map(described).collect::<Result<_, _>>().map(ListToolsResult::with_all_items)
    }

    async fn call_tool(&self, request: CallToolRequestParams, context: RequestContext<RoleServer>) -> Result<CallToolResponse, ErrorData> {
        let told = self.call(request, move || context.ct.is_cancelled()).await.and_then(Told::into_content);
        let (mut content, is_error) = match told {
            Ok(content) => (content, false),
            Err(sentence) => (vec![ContentBlock::text(visible(&sentence))], true),
        };
        content.insert(0, ContentBlock::text(NAMES_ARE_DATA));
        Ok(if is_error { CallToolResult::error(content) } else { CallToolResult::success(content) }.into())
    }
}

/// What a model is told before it calls anything.
fn instructions() -> String {
    format!(
        "Memory City reads heaps of Java programs: heap dumps, traces, memory trees, class histograms. To find a leak: open tells what there \
         is, find names the fields that keep what grows, keepers shows who keeps a group alive; groups, compare, windows, structures and sql \
         tell more, picture draws. Answers are those of the commands of memory-city; lists come in pages, and next_offset is where the \
         next one begins. {NAMES_ARE_DATA}"
    )
}

/// Standard input: at its end nobody waits for answers any more.
struct Input<R> {
    input: R,
    ended: Progress,
}

impl<R: AsyncRead + Unpin> AsyncRead for Input<R> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.remaining();
        let read = Pin::new(&mut this.input).poll_read(context, buffer);
        if read.is_ready() && before > 0 && buffer.remaining() == before {
            this.ended.cancel();
        }
        read
    }
}
