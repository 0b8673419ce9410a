//! The server, asked by a client over a connection in memory.

mod client;
mod questions;
mod runs;
