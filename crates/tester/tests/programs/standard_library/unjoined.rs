// Finds: data race
// A thread that is not joined writes what the main thread writes later; that a third one is started and joined in between orders nothing.
fn main() {
    static mut WORD: u32 = 0;
    let word = &raw mut WORD as usize;
    drop(std::thread::spawn(move || unsafe { *(word as *mut u32) = 1 }));
    std::thread::sleep(std::time::Duration::from_millis(1));
    std::thread::spawn(|| ()).join().unwrap();
    unsafe { *(word as *mut u32) = 2 }
}
