use std::sync::Arc;
use std::thread;

use mailbox::Once;

#[test]
fn what_is_set_is_seen_whole() {
    let once = Arc::new(Once::default());
    let writer = {
        let once = Arc::clone(&once);
        thread::spawn(move || once.set(7))
    };
    if let Some(number) = once.get() {
        assert_eq!(number, 7);
    }
    writer.join().unwrap();
}
