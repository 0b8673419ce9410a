//! Which pages are open: each holds one connection for as long as it is.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

/// How long the server waits for another page when the last one is gone: as long as it takes to load one anew, and some more.
const PATIENCE: Duration = Duration::from_secs(60);

/// The pages that are open.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pages(Arc<Counted>);

#[derive(Debug, Default)]
struct Counted {
    open: AtomicUsize,
    changed: Notify,
}

/// A page that is open until this is dropped.
#[derive(Debug)]
pub(crate) struct Page(Pages);

impl Pages {
    /// One more.
    pub(crate) fn open(&self) -> Page {
        self.0.open.fetch_add(1, Ordering::Relaxed);
        self.0.changed.notify_waiters();
        Page(self.clone())
    }

    /// Returns when there was a page, and for a minute there has been none.
    pub(crate) async fn gone(&self) {
        self.gone_for(PATIENCE).await;
    }

    async fn gone_for(&self, patience: Duration) {
        let mut was_there = false;
        loop {
            let changed = self.0.changed.notified();
            let is_there = self.0.open.load(Ordering::Relaxed) > 0;
            was_there |= is_there;
            if is_there || !was_there {
                changed.await;
            } else if tokio::time::timeout(patience, changed).await.is_err() {
                return;
            }
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.0.0.open.fetch_sub(1, Ordering::Relaxed);
        self.0.0.changed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Time stands still but for what is waited for.
    #[tokio::test(start_paused = true)]
    async fn the_end_comes_a_minute_after_the_last_page() {
        let pages = Pages::default();
        let waiting = tokio::spawn({
            let pages = pages.clone();
            async move { pages.gone().await }
        });
        let begin = tokio::time::Instant::now();
        tokio::time::sleep(Duration::from_secs(1000)).await;
        assert!(!waiting.is_finished(), "no page was there yet");
        let first = pages.open();
        tokio::time::sleep(Duration::from_secs(1000)).await;
        assert!(!waiting.is_finished(), "a page is open");
        drop(first);
        tokio::time::sleep(Duration::from_secs(50)).await;
        let second = pages.open();
        tokio::time::sleep(Duration::from_secs(50)).await;
        assert!(!waiting.is_finished(), "another page came");
        drop(second);
        waiting.await.expect("it ends");
        assert_eq!(begin.elapsed().as_secs(), 2160);
    }
}
