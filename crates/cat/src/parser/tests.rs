//! Parsing and what it reports.
