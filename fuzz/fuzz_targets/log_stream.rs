//! What is read as a stream of blocks, added to itself and printed is read as the same states.

#![no_main]

use libfuzzer_sys::fuzz_target;
use logs::{Block, Reader};

fuzz_target!(|text: &str| {
    let Some(blocks) = read(text) else { return };
    for mut block in blocks {
        let before = block.states();
        let copy = block.clone();
        block.add(&copy);
        let again = read(&block.text()).expect("what we print can be read");
        assert!(again.iter().all(|again| again.states().keys().eq(before.keys())));
    }
});

fn read(text: &str) -> Option<Vec<Block>> {
    let mut reader = Reader::new(text.as_bytes());
    let mut blocks = Vec::new();
    while let Some(block) = reader.next().ok()? {
        blocks.push(block);
    }
    Some(blocks)
}
