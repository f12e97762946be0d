//! An allocator that counts, so that the bench can prove that games are played without allocating.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

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

/// The system's allocator with a counter a thread.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

// SAFETY: every call is handed to `System` unchanged; counting touches a thread-local cell and nothing else.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`, which is that of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: `pointer` came from `System` through this allocator, with this layout.
        unsafe { System.realloc(pointer, layout, size) }
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
