//! An allocator that counts, so that the bench can prove that games are played without allocating; and that says in a
//! sentence when the memory is used up.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    // Const-initialised and without a destructor: reading it never allocates.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// How many allocations this thread has made.
pub(crate) fn allocations() -> u64 {
    ALLOCATIONS.get()
}

fn count() {
    ALLOCATIONS.set(ALLOCATIONS.get().wrapping_add(1));
}

/// The memory that the system gave. If it has none left, the program ends: hardly any code could go on without it.
fn given(pointer: *mut u8, size: usize) -> *mut u8 {
    if pointer.is_null() {
        end(size);
    }
    pointer
}

/// Ends the program with a sentence and status 1, as other errors do. Nothing here allocates.
#[cold]
#[expect(clippy::exit, reason = "no caller can be told")]
fn end(size: usize) -> ! {
    static ENDS: AtomicBool = AtomicBool::new(false);
    // What runs at the end of the process may want memory, too.
    if ENDS.swap(true, Ordering::Relaxed) {
        process::abort();
    }
    let _ = writeln!(
        io::stderr(),
        "error: the memory is used up: {size} bytes more were wanted; fewer games, threads, nodes or simulations need less"
    );
    process::exit(1)
}

/// The system's allocator with a counter a thread.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

// SAFETY: every call is handed to `System` unchanged; counting touches a thread-local cell and nothing else, and what `System` gives is
// handed on or ends the program.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`, which is that of `System`.
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as above.
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: `pointer` came from `System` through this allocator, with this layout.
        given(unsafe { System.realloc(pointer, layout, size) }, size)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: `pointer` came from `System` through this allocator, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allocations_of_this_thread_are_counted() {
        let before = allocations();
        drop(std::hint::black_box(vec![1_u8, 2, 3]));
        assert_eq!(allocations(), before + 1);
        std::thread::spawn(|| drop(std::hint::black_box(vec![1_u8]))).join().unwrap();
        let mut kept = std::hint::black_box(Vec::<u64>::with_capacity(4));
        let before = allocations();
        kept.extend([1, 2, 3, 4]);
        assert_eq!(allocations(), before, "{kept:?}");
    }
}
