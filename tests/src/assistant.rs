//! Assistants that call the tools of `memory-city mcp`: one by the official client, which Python has, and one that writes every line itself
//! and can so do what no client would.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::program;
use crate::repository::root;
use crate::tools::of_python;

/// What the official client says of a folder: `call` or `leak`, as in `tests/python/assistant.py`.
///
/// # Panics
/// When the client is missing, or fails.
#[must_use]
pub fn official_client(what: &str, folder: &Path, calls: &Value) -> Value {
    let mut client = Command::new(of_python("mcp", "python"))
        .arg(root().join("tests/python/assistant.py"))
        .args([program::path(), Path::new(what), folder])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("cannot run the client: {error}"));
    let told = client.stdin.take().map(|mut input| input.write_all(calls.to_string().as_bytes()));
    told.expect("it has an input").expect("it hears");
    let output = client.wait_with_output().expect("it ends");
    assert!(output.status.success(), "the client ends with {}", output.status);
    serde_json::from_slice(&output.stdout).expect("prints JSON")
}

/// A server, and somebody who calls it line by line.
#[derive(Debug)]
pub struct Assistant {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next: u64,
}

/// An answer to a call.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Whether the call failed.
    pub is_error: bool,
    /// What was answered: texts, pictures.
    pub content: Vec<Value>,
}

impl Answer {
    /// The last text: a document, or a sentence.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn text(&self) -> &str {
        self.content.iter().rev().find_map(|part| part["text"].as_str()).expect("a text")
    }

    /// The sentence of a call that failed.
    ///
    /// # Panics
    /// When it did not.
    #[must_use]
    pub fn error(&self) -> &str {
        assert!(self.is_error, "{}", self.text());
        self.text()
    }

    /// The document of a call that did not fail.
    ///
    /// # Panics
    /// When it did.
    #[must_use]
    pub fn document(&self) -> Value {
        assert!(!self.is_error, "{}", self.text());
        serde_json::from_str(self.text()).expect("is JSON")
    }
}

impl Assistant {
    /// Starts a server with these arguments, and greets it.
    ///
    /// # Panics
    /// When it does not greet back.
    #[must_use]
    pub fn start<A: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = A>) -> Self {
        let mut command = program::command();
        command.arg("mcp").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.spawn().expect("memory-city can be run");
        let (input, output) = (server.stdin.take(), server.stdout.take().expect("it was asked for"));
        let mut assistant = Self { server, input, output: BufReader::new(output), next: 0 };
        let version = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "tests", "version": "0" } });
        let greeted = assistant.ask("initialize", version);
        assert_eq!(greeted["result"]["serverInfo"]["name"], "memory-city", "{greeted}");
        assistant.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        assistant
    }

    /// Calls a tool and waits for the answer.
    ///
    /// # Panics
    /// When there is none, or an error of the protocol.
    #[must_use]
    pub fn call(&mut self, tool: &str, arguments: &Value) -> Answer {
        let answer = self.ask("tools/call", json!({ "name": tool, "arguments": arguments }));
        let result = answer.get("result").unwrap_or_else(|| panic!("{tool} {arguments}: {answer}"));
        let content = result["content"].as_array().expect("has content").clone();
        Answer { is_error: result["isError"] == true, content }
    }

    /// Sends a request and waits for its answer.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn ask(&mut self, method: &str, parameters: Value) -> Value {
        let id = self.send(method, parameters);
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).expect("can be read");
            assert!(read > 0, "the server has ended before it answered {method}");
            let message: Value = serde_json::from_str(&line).expect("is JSON");
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Sends a request, and waits for nothing; tells its number.
    pub fn send(&mut self, method: &str, parameters: Value) -> u64 {
        self.next += 1;
        self.say(&json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": parameters }));
        self.next
    }

    /// Writes a message.
    ///
    /// # Panics
    /// When nobody reads it.
    pub fn say(&mut self, message: &Value) {
        let input = self.input.as_mut().expect("it is open");
        writeln!(input, "{message}").and_then(|()| input.flush()).expect("the server hears");
    }

    /// Says no more.
    pub fn fall_silent(&mut self) {
        self.input = None;
    }

    /// Its code when it has ended.
    ///
    /// # Panics
    /// When the system does not tell.
    pub fn ended(&mut self) -> Option<i32> {
        self.server.try_wait().expect("can be asked").map(|status| status.code().unwrap_or(-1))
    }

    /// The process of the server.
    #[must_use]
    pub fn process(&self) -> u32 {
        self.server.id()
    }

    /// The processes of commands that run for it.
    #[must_use]
    pub fn commands(&self) -> Vec<u32> {
        let threads = fs::read_dir(format!("/proc/{}/task", self.server.id())).into_iter().flatten().filter_map(Result::ok);
        let children = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        children.flat_map(|line| line.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>()).collect()
    }
}

impl Drop for Assistant {
    fn drop(&mut self) {
        // It may be gone.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
