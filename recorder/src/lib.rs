//! An agent for stock JVMs that writes memory traces.
