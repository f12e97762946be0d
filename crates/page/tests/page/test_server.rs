//! A server for one test.

use std::net::SocketAddr;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use page::{PageServer, PageSettings};

use crate::http::Site;

/// A server that runs until the test ends.
pub(crate) struct TestServer {
    site: Site,
    data: PathBuf,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl TestServer {
    /// A server with an empty folder.
    pub(crate) fn new(test: &str) -> TestServer {
        TestServer::with(test, |_| {})
    }

    /// The same with other settings.
    pub(crate) fn with(test: &str, change: impl FnOnce(&mut PageSettings)) -> TestServer {
        let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
        let _ = std::fs::remove_dir_all(&data);
        TestServer::at(data, change)
    }

    fn at(data: PathBuf, change: impl FnOnce(&mut PageSettings)) -> TestServer {
        let mut settings = PageSettings::new(SocketAddr::from(([127, 0, 0, 1], 0)), data.clone());
        settings.tell = Box::new(|text| panic!("the server complains: {text}"));
        settings.pace = Duration::ZERO;
        change(&mut settings);
        let server = PageServer::bind(settings).unwrap();
        let (site, stop) = (Site(server.address()), Arc::new(AtomicBool::new(false)));
        let flag = stop.clone();
        let thread = std::thread::spawn(move || {
            server.run(&flag);
        });
        TestServer { site, data, stop, thread: Some(thread) }
    }

    /// Ends the server and starts another on the same folder.
    pub(crate) fn restart(self) -> TestServer {
        self.restart_with(|_| {})
    }

    /// The same with other settings.
    pub(crate) fn restart_with(mut self, change: impl FnOnce(&mut PageSettings)) -> TestServer {
        self.end();
        TestServer::at(self.data.clone(), change)
    }

    fn end(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server does not panic");
        }
    }
}

impl Deref for TestServer {
    type Target = Site;

    fn deref(&self) -> &Site {
        &self.site
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.end();
    }
}
