//! What the JVM itself keeps alive.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::base::ids::{ObjectIndex, ThreadIndex, VariableIndex};

/// Why an object is a GC root (HPROF root sub-records).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RootKind {
    /// 0xFF
    Unknown,
    /// 0x01
    JniGlobal,
    /// 0x02
    JniLocal,
    /// 0x03: a local variable or parameter in a frame.
    JavaFrame,
    /// 0x04
    NativeStack,
    /// 0x05
    StickyClass,
    /// 0x06
    ThreadBlock,
    /// 0x07
    MonitorUsed,
    /// 0x08
    ThreadObject,
    /// Android: 0x89
    InternedString,
    /// Android: 0x8a
    Finalizing,
    /// Android: 0x8b
    Debugger,
    /// Android: 0x8c
    ReferenceCleanup,
    /// Android: 0x8d
    VmInternal,
    /// Android: 0x8e
    JniMonitor,
    /// Android: 0x90
    Unreachable,
}

impl RootKind {
    /// What it is called on screen and in scripts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::JniGlobal => "JNI global",
            Self::JniLocal => "JNI local",
            Self::JavaFrame => "local variable",
            Self::NativeStack => "native stack",
            Self::StickyClass => "system class",
            Self::ThreadBlock => "thread block",
            Self::MonitorUsed => "monitor",
            Self::ThreadObject => "thread",
            Self::InternedString => "interned string",
            Self::Finalizing => "finalizing",
            Self::Debugger => "debugger",
            Self::ReferenceCleanup => "reference cleanup",
            Self::VmInternal => "VM internal",
            Self::JniMonitor => "JNI monitor",
            Self::Unreachable => "unreachable",
        }
    }
}

/// One reference from the JVM into the heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Root {
    /// The object that is kept.
    pub object: ObjectIndex,
    /// Why.
    pub kind: RootKind,
    /// The thread, where the kind has one.
    pub thread: Option<ThreadIndex>,
    /// The depth of the frame in that thread's stack, where known.
    pub frame: Option<u32>,
    /// The name of a local variable, where known: traces have those of classes that were compiled with debug information.
    pub variable: Option<VariableIndex>,
}

impl Root {
    /// A root of which no more is known than why it is one.
    #[must_use]
    pub const fn new(object: ObjectIndex, kind: RootKind) -> Self {
        Self { object, kind, thread: None, frame: None, variable: None }
    }
}

/// A thread, its object and its stack.
#[derive(Debug, Clone, Default)]
pub struct ThreadInfo {
    /// The thread's name, where readable.
    pub name: String,
    /// Its `java.lang.Thread` object, where it is in the dump.
    pub object: Option<ObjectIndex>,
    /// Top frame first.
    pub stack: Vec<StackFrame>,
    /// How many references at the end of its object's row are what its stack holds.
    pub locals: u32,
}

/// Roots and threads as a reader has resolved them.
#[derive(Debug, Default)]
pub(crate) struct ResolvedRoots {
    pub(crate) roots: Vec<Root>,
    pub(crate) threads: Vec<ThreadInfo>,
    /// Names of local variables.
    pub(crate) variables: Vec<Box<str>>,
    /// What the stacks of threads reference, by thread object, without repetition.
    pub(crate) locals: FxHashMap<u32, Vec<u32>>,
}

impl ResolvedRoots {
    /// What a stack references is kept by the JVM itself, not by the thread's object.
    pub(crate) fn make_locals_roots(&mut self) {
        self.locals.clear();
        self.roots.iter_mut().filter(|root| root.kind != RootKind::ThreadObject).for_each(|root| root.thread = None);
    }
}

/// One frame of a thread's stack.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StackFrame {
    /// Declaring class in source form.
    pub class: String,
    /// Method name.
    pub method: String,
    /// Source file, empty if unknown.
    pub file: String,
    /// Line number; 0 if unknown, negative for compiled or native as HPROF writes it.
    pub line: i32,
}

/// As in a stack trace: `app.Main.run(Main.java:12)`, or `app.Main.run(line:12)` where nobody tells the file.
impl fmt::Display for StackFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.class.as_str() {
            "" => f.write_str(&self.method)?,
            class => write!(f, "{class}.{}", self.method)?,
        }
        match (self.file.as_str(), self.line) {
            ("", 1..) => write!(f, "(line:{})", self.line),
            ("", _) => Ok(()),
            (file, 1..) => write!(f, "({file}:{})", self.line),
            (file, _) => write!(f, "({file})"),
        }
    }
}
