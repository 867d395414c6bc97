//! A slab: things that live here until JavaScript frees them, each under a number.

use alloc::vec::Vec;

/// A slab whose keys are the numbers of its places.
pub(crate) struct Kept<T> {
    places: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T> Kept<T> {
    pub(crate) const fn new() -> Kept<T> {
        Kept { places: Vec::new(), free: Vec::new() }
    }

    pub(crate) fn keep(&mut self, value: T) -> i32 {
        let number = self.free.pop().unwrap_or_else(|| {
            self.places.push(None);
            self.places.len() as u32 - 1
        });
        self.places[number as usize] = Some(value);
        number as i32
    }

    #[inline(always)]
    pub(crate) fn get(&mut self, number: u32) -> Option<&mut T> {
        self.places.get_mut(number as usize)?.as_mut()
    }

    pub(crate) fn free(&mut self, number: u32) {
        let place = self.places.get_mut(number as usize);
        if place.is_some_and(|place| place.take().is_some()) {
            self.free.push(number);
        }
    }
}
