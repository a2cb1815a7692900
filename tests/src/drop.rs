//! The other side of drag and drop under X: a source of files, as a file manager is one (XDND, version 5).
//!
//! Source and target talk in client messages; the files themselves are a selection of type `text/uri-list`.

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, PropMode, SELECTION_NOTIFY_EVENT, SelectionNotifyEvent,
    SelectionRequestEvent, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

const VERSION: u32 = 5;
/// Time between two looks at the connection.
const POLL: Duration = Duration::from_millis(20);

/// Drags files to a place (in screen pixels) over `target` and drops them; returns when the target says that it is done.
///
/// # Panics
/// When the display cannot be reached, or the target refuses or does not answer within `patience`.
pub fn drop_files(display: &str, target: Window, at: (u32, u32), files: &[&Path], patience: Duration) {
    let source = Source::new(display, target, files);
    let uri_list = source.atom("text/uri-list");
    source.tell("XdndEnter", [VERSION << 24, uri_list, 0, 0]);
    source.tell("XdndPosition", [0, at.0 << 16 | at.1, x11rb::CURRENT_TIME, source.atom("XdndActionCopy")]);
    let (status, finished) = (source.atom("XdndStatus"), source.atom("XdndFinished"));
    let start = Instant::now();
    let (mut accepted, mut served, mut dropped) = (false, false, false);
    loop {
        match source.connection.poll_for_event().expect("the display answers") {
            Some(Event::SelectionRequest(request)) => {
                source.serve(&request);
                served = true;
            }
            Some(Event::ClientMessage(message)) if message.type_ == status => {
                accepted = message.data.as_data32()[1] & 1 == 1;
                assert!(accepted, "the window refuses the files");
            }
            Some(Event::ClientMessage(message)) if message.type_ == finished => return,
            Some(_) => {}
            None => {
                assert!(start.elapsed() < patience, "no answer to a drop: accepted {accepted}, read {served}, dropped {dropped}");
                sleep(POLL);
            }
        }
        if accepted && served && !dropped {
            source.tell("XdndDrop", [0, x11rb::CURRENT_TIME, 0, 0]);
            dropped = true;
        }
    }
}

struct Source {
    connection: RustConnection,
    window: Window,
    target: Window,
    uris: String,
}

impl Source {
    fn new(display: &str, target: Window, files: &[&Path]) -> Self {
        let (connection, screen) = x11rb::connect(Some(display)).expect("the display can be reached");
        let root = connection.setup().roots[screen].root;
        let window = connection.generate_id().expect("there are ids");
        let aux = CreateWindowAux::new();
        connection.create_window(0, window, root, 0, 0, 1, 1, 0, WindowClass::INPUT_ONLY, 0, &aux).expect("a window can be asked for");
        let uris = files.iter().map(|file| format!("file://{}\r\n", file.display())).collect();
        let source = Self { connection, window, target, uris };
        let selection = source.atom("XdndSelection");
        source.connection.set_selection_owner(window, selection, x11rb::CURRENT_TIME).expect("a selection can be asked for");
        source.flush();
        source
    }

    fn atom(&self, name: &str) -> u32 {
        let asked = self.connection.intern_atom(false, name.as_bytes()).expect("an atom can be asked for");
        asked.reply().expect("the display answers").atom
    }

    /// Sends a message of XDND; its first word is always the source.
    fn tell(&self, kind: &str, words: [u32; 4]) {
        let [a, b, c, d] = words;
        let message = ClientMessageEvent::new(32, self.target, self.atom(kind), [self.window, a, b, c, d]);
        self.connection.send_event(false, self.target, EventMask::NO_EVENT, message).expect("a message can be sent");
        self.flush();
    }

    /// Hands over the list of files.
    fn serve(&self, request: &SelectionRequestEvent) {
        let SelectionRequestEvent { requestor, selection, target, property, time, .. } = *request;
        let property = if property == u32::from(AtomEnum::NONE) { target } else { property };
        self.connection
            .change_property8(PropMode::REPLACE, requestor, property, target, self.uris.as_bytes())
            .expect("a property can be written");
        let answer =
            SelectionNotifyEvent { response_type: SELECTION_NOTIFY_EVENT, sequence: 0, time, requestor, selection, target, property };
        self.connection.send_event(false, requestor, EventMask::NO_EVENT, answer).expect("an answer can be sent");
        self.flush();
    }

    fn flush(&self) {
        self.connection.flush().expect("the display listens");
    }
}
