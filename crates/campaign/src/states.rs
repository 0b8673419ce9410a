//! Final states of a unit as a table: what they are about once, then the values of each.
//!
//! A million units have ten thousand characters of states each, most of them the same names again. In files of results and in the store a list of states stands as a table; who asks sees the list.

use std::borrow::Cow;

use crate::outcome::{push_json, push_json_list};

/// What begins a table among the members of an object. No text has it in JSON: a quotation mark in one has a backslash before it.
const TABLE: &str = "\"states\":{\"columns\":";

/// What is behind each location and value of a state: herd7's separator, which ends the state too, without its space.
const END: char = ';';

#[derive(serde::Deserialize)]
struct StatesTable {
    columns: Vec<String>,
    rows: Vec<String>,
}

/// Writes the member `states` of an object: `"states":` and a list of texts, or a table, of which readers of the store make the same list again (`listed`). A table where all states name the same locations in the same order, and no value has a space; a list else, and of less than two.
pub fn push_states(states: &[String], out: &mut String) {
    let whole = out.len();
    let written = match states {
        [first, _, ..] => push_table(first, states, out),
        _ => None,
    };
    if written.is_none() {
        out.truncate(whole);
        out.push_str("\"states\":");
        push_json_list(states, out);
    }
}

/// The locations of a state and their values, if it has the form `location=value; location=value;`.
fn cells(state: &str) -> Option<impl Iterator<Item = Option<(&str, &str)>>> {
    let cells = state.strip_suffix(END)?.split("; ");
    Some(cells.map(|cell| cell.split_once('=').filter(|(_, value)| !value.contains(' '))))
}

fn push_table(first: &str, states: &[String], out: &mut String) -> Option<()> {
    let columns = cells(first)?.map(|cell| cell.map(|(column, _)| column)).collect::<Option<Vec<&str>>>()?;
    out.push_str(TABLE);
    out.push('[');
    for (number, column) in columns.iter().enumerate() {
        if number > 0 {
            out.push(',');
        }
        push_json(column, out);
    }
    out.push_str("],\"rows\":[");
    let mut row = String::new();
    for (number, state) in states.iter().enumerate() {
        row.clear();
        let mut count = 0;
        for cell in cells(state)? {
            let (column, value) = cell?;
            if columns.get(count) != Some(&column) {
                return None;
            }
            if count > 0 {
                row.push(' ');
            }
            row.push_str(value);
            count += 1;
        }
        if count < columns.len() {
            return None;
        }
        if number > 0 {
            out.push(',');
        }
        push_json(&row, out);
    }
    out.push_str("]}");
    Some(())
}

/// The details of a unit with its states as a list, whichever way they are written.
pub(crate) fn listed(detail: &str) -> Cow<'_, str> {
    let Some(found) = detail.find(TABLE) else { return Cow::Borrowed(detail) };
    let begin = found + "\"states\":".len();
    let mut values = serde_json::Deserializer::from_str(&detail[begin..]).into_iter::<StatesTable>();
    let Some(Ok(table)) = values.next() else { return Cow::Borrowed(detail) };
    let end = begin + values.byte_offset();
    let mut out = String::with_capacity(detail.len() * 4);
    out.push_str(&detail[..begin]);
    push_json_list(&table.states(), &mut out);
    out.push_str(&detail[end..]);
    Cow::Owned(out)
}

impl StatesTable {
    fn states(&self) -> Vec<String> {
        let state = |row: &String| {
            let mut state = String::new();
            for (column, value) in self.columns.iter().zip(row.split(' ')) {
                if !state.is_empty() {
                    state.push(' ');
                }
                state.push_str(column);
                state.push('=');
                state.push_str(value);
                state.push(END);
            }
            state
        };
        self.rows.iter().map(state).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(states: &[&str]) -> (String, String) {
        let states: Vec<String> = states.iter().map(|state| (*state).to_owned()).collect();
        let (mut short, mut list) = ("{\"a\":\"b\",".to_owned(), "{\"a\":\"b\",\"states\":".to_owned());
        push_states(&states, &mut short);
        push_json_list(&states, &mut list);
        for text in [&mut short, &mut list] {
            text.push_str(",\"message\":\"\\\"states\\\":{\\\"columns\\\":\"}");
        }
        (short, list)
    }

    #[test]
    fn tables_are_read_as_lists() {
        let all: &[(&[&str], bool)] = &[
            (&[], false),
            (&["0:rax=0;"], false),
            (&["0:rax=0;", "0:rax=1;"], true),
            (&["0:rax=0; 1:rbx=1; [x]=2;", "0:rax=-1; 1:rbx=0x10; [x]=2;"], true),
            (&["x={1,2}; y=a\"b\\;", "x={1,1}; y=;"], true),
            (&["x=a=b;", "x==;"], true),
            // What no table can say.
            (&["x=0;", "x=0"], false),
            (&["x=0; y=1;", "x=0;"], false),
            (&["x=0;", "x=0; y=1;"], false),
            (&["x=0; y=1;", "y=0; x=1;"], false),
            (&["x=a b;", "x=c;"], false),
            (&["x=a;", "x=;b;;"], true),
            (&["", ""], false),
            (&[";", ";"], false),
            (&["x=0;  y=1;", "x=0;  y=2;"], true),
        ];
        for (states, is_table) in all {
            let (short, list) = both(states);
            assert_eq!(short.contains(TABLE), *is_table, "{states:?}");
            assert_eq!(listed(&short), list, "{states:?}");
            assert_eq!(listed(&list), list);
            assert!(serde_json::from_str::<serde_json::Value>(&short).is_ok(), "{short}");
        }
    }

    #[test]
    fn a_table_is_shorter() {
        let states: Vec<String> =
            (0..64).map(|n| (0..6).map(|bit| format!("{bit}:rax={}; ", n >> bit & 1)).collect::<String>()).collect();
        let states: Vec<&str> = states.iter().map(|state| state.trim_end()).collect();
        let (short, list) = both(&states);
        assert!(short.len() * 3 < list.len(), "{} against {}", short.len(), list.len());
    }

    #[test]
    fn what_is_damaged_stays_as_it_is() {
        let (short, _) = both(&["x=0;", "x=1;"]);
        let cut = &short[..short.find("rows").expect("it has some")];
        assert_eq!(listed(cut), cut);
    }
}
