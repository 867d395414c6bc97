//! What a caller's pointers point at. They are followed here and nowhere else.
//!
//! A pointer that is null or not aligned, and a length that no memory has, are errors. Whether the memory exists and
//! belongs to the caller cannot be checked here: the caller promises it (`# Safety`), and the header says so once for
//! all functions. Memory is read and written value by value, without references, or read through a slice, which is
//! faster; in that case, overlapping arrays are an error.

use std::ffi::{CStr, c_char};
use std::marker::PhantomData;
use std::ops::Range;

use crate::error::philidor_error;
use crate::error::philidor_error::{PHILIDOR_BAD_LENGTH, PHILIDOR_BAD_POINTER, PHILIDOR_TOO_SMALL};

/// The length that stands for a text ending with a zero: the greatest `size_t`.
const NUL_TERMINATED: usize = usize::MAX;

/// Checks the length of an array and, unless it is empty, its pointer.
fn checked<T>(pointer: *const T, length: usize) -> Result<(), philidor_error> {
    if length.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err(PHILIDOR_BAD_LENGTH);
    }
    if length > 0 && (pointer.is_null() || !pointer.is_aligned()) {
        return Err(PHILIDOR_BAD_POINTER);
    }
    Ok(())
}

/// The addresses of an array that has been [`checked`].
fn range<T>(pointer: *const T, length: usize) -> Range<usize> {
    pointer.addr()..pointer.addr().saturating_add(length * size_of::<T>())
}

/// Whether nothing that is written overlaps with anything that is read, or with anything else that is written.
pub(crate) fn apart(read: &[Range<usize>], written: &[Range<usize>]) -> Result<(), philidor_error> {
    for (index, place) in written.iter().enumerate() {
        let overlaps = |other: &Range<usize>| place.start.max(other.start) < place.end.min(other.end);
        if read.iter().chain(&written[..index]).any(overlaps) {
            return Err(PHILIDOR_BAD_POINTER);
        }
    }
    Ok(())
}

/// Types for which every bit pattern is a value, so a caller's memory cannot hold an invalid one.
///
/// # Safety
///
/// Every bit pattern is a value of the type.
pub(crate) unsafe trait AnyBits: Copy {}

// SAFETY: a number has a value for any bits.
unsafe impl AnyBits for u16 {}

/// An array that a caller lends for reading.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a, T> {
    pointer: *const T,
    length: usize,
    lent: PhantomData<&'a T>,
}

impl<T: AnyBits> Input<'_, T> {
    /// An array with its length; null if that is zero.
    ///
    /// # Safety
    ///
    /// A pointer that is not null points to as many initialized values as the length says, and nothing else writes them
    /// while this lives.
    pub(crate) unsafe fn new(pointer: *const T, length: usize) -> Result<Self, philidor_error> {
        checked(pointer, length)?;
        Ok(Input { pointer, length, lent: PhantomData })
    }

    /// The addresses that it takes.
    pub(crate) fn range(&self) -> Range<usize> {
        range(self.pointer, self.length)
    }

    /// All values, if they are [`apart`] from what is written meanwhile.
    ///
    /// Reading value by value instead costs 3 % of a batch of counts, 5 % of one of keys (bench/record/c.md).
    pub(crate) fn slice(&self, written: &[Range<usize>]) -> Result<&[T], philidor_error> {
        apart(&[self.range()], written)?;
        if self.length == 0 {
            return Ok(&[]);
        }
        // SAFETY: `new` was promised that these values are there and that nothing else writes them, it checked the
        // pointer and the length, any bits are a value, and what is written here is elsewhere.
        Ok(unsafe { std::slice::from_raw_parts(self.pointer, self.length) })
    }

    /// The values in order, each read when its turn comes.
    #[inline(always)]
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = T> {
        let pointer = self.pointer;
        // SAFETY: `new` was promised that these values are there, and any bits are one.
        (0..self.length).map(move |index| unsafe { pointer.add(index).read() })
    }
}

/// One value that a caller lends for reading.
///
/// # Safety
///
/// A pointer that is not null points to an initialized value, and nothing else writes it during the call.
#[inline(always)]
pub(crate) unsafe fn value<T: AnyBits>(pointer: *const T) -> Result<T, philidor_error> {
    checked(pointer, 1)?;
    // SAFETY: the caller's promise is this function's, and any bits are a value.
    Ok(unsafe { pointer.read() })
}

/// An array that a caller lends for writing. What is in it is never read.
pub(crate) struct Output<'a, T> {
    pointer: *mut T,
    length: usize,
    lent: PhantomData<&'a mut T>,
}

impl<T: Copy> Output<'_, T> {
    /// An array with its length; null if that is zero.
    ///
    /// # Safety
    ///
    /// A pointer that is not null has room for as many values as the length says, and nothing else uses it while this
    /// lives.
    #[inline(always)]
    pub(crate) unsafe fn new(pointer: *mut T, length: usize) -> Result<Self, philidor_error> {
        checked(pointer, length)?;
        Ok(Output { pointer, length, lent: PhantomData })
    }

    /// The place for one value.
    ///
    /// # Safety
    ///
    /// As that of [`Output::new`] with the length 1.
    #[inline(always)]
    pub(crate) unsafe fn one(pointer: *mut T) -> Result<Self, philidor_error> {
        // SAFETY: the promise is the same.
        unsafe { Output::new(pointer, 1) }
    }

    /// The place for one value, or for none if the pointer is null.
    ///
    /// # Safety
    ///
    /// As that of [`Output::new`] with the length 1.
    #[inline(always)]
    pub(crate) unsafe fn optional(pointer: *mut T) -> Result<Self, philidor_error> {
        // SAFETY: the promise is the same, and null is taken as an array of length 0, for which nothing is promised.
        unsafe { Output::new(pointer, usize::from(!pointer.is_null())) }
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// The addresses that it takes.
    pub(crate) fn range(&self) -> Range<usize> {
        range(self.pointer, self.length)
    }

    /// Writes a value; does nothing beyond the end.
    #[inline(always)]
    pub(crate) fn write(&self, index: usize, value: T) {
        if index < self.length {
            // SAFETY: `new` was promised that this place is there, since the index is below the length.
            unsafe { self.pointer.add(index).write(value) };
        }
    }
}

/// A text: this many bytes, or those before a zero if the length is [`NUL_TERMINATED`].
///
/// # Safety
///
/// A pointer that is not null points to these bytes, or a zero, and nothing writes them for as long as the result is
/// used.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, length: usize) -> Result<&'a [u8], philidor_error> {
    if length == NUL_TERMINATED {
        checked(pointer, 1)?;
        // SAFETY: the pointer is not null, and a zero was promised.
        return Ok(unsafe { CStr::from_ptr(pointer) }.to_bytes());
    }
    checked(pointer, length)?;
    if length == 0 {
        return Ok(&[]);
    }
    // SAFETY: the pointer is not null, these bytes were promised, and a slice may have that many.
    Ok(unsafe { std::slice::from_raw_parts(pointer.cast(), length) })
}

/// Writes a text, a zero after it, and the length of the text. Without room for text and zero, it writes an empty text
/// and still the length.
///
/// # Safety
///
/// The buffer has `size` writable bytes, and `length` is null or writable; nothing else uses either during the call.
pub(crate) unsafe fn write_text(
    text: &[u8],
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Result<(), philidor_error> {
    // SAFETY: the caller's promise is this function's.
    let (buffer, place) = unsafe { (Output::new(buffer.cast::<u8>(), size)?, Output::optional(length)?) };
    place.write(0, text.len());
    if text.len() >= size {
        buffer.write(0, 0);
        return Err(PHILIDOR_TOO_SMALL);
    }
    for (index, &byte) in text.iter().chain(&[0]).enumerate() {
        buffer.write(index, byte);
    }
    Ok(())
}

/// What stands behind a pointer that this library gave out.
///
/// # Safety
///
/// A pointer that is not null came from [`given`], was not [taken back](taken), and no other call uses it now.
pub(crate) unsafe fn handle<'a, T>(pointer: *mut T) -> Result<&'a mut T, philidor_error> {
    // SAFETY: it points at a value that this library made, and only this call uses it.
    unsafe { aligned(pointer)?.as_mut() }.ok_or(PHILIDOR_BAD_POINTER)
}

/// The same, for a call that changes nothing.
///
/// # Safety
///
/// As that of [`handle`], but other calls that change nothing may use it now.
pub(crate) unsafe fn shared<'a, T>(pointer: *const T) -> Result<&'a T, philidor_error> {
    // SAFETY: it points at a value that this library made, and no call changes it now.
    unsafe { aligned(pointer.cast_mut())?.as_ref() }.ok_or(PHILIDOR_BAD_POINTER)
}

/// The pointer, if a value can stand there.
fn aligned<T>(pointer: *mut T) -> Result<*mut T, philidor_error> {
    if pointer.is_aligned() { Ok(pointer) } else { Err(PHILIDOR_BAD_POINTER) }
}

/// Compiles only for values that many threads may ask at once, and that any thread may free: the header promises both
/// of what this library gives out.
pub(crate) const fn may_be_shared<T: Send + Sync>() {}

/// Gives a value out to the caller.
pub(crate) fn given<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// Takes a value back and drops it; does nothing if the pointer is null.
///
/// # Safety
///
/// A pointer that is not null came from [`given`], and is not used again.
pub(crate) unsafe fn taken<T>(pointer: *mut T) {
    if !pointer.is_null() && pointer.is_aligned() {
        // SAFETY: it came from `Box::into_raw`, and is taken back once.
        drop(unsafe { Box::from_raw(pointer) });
    }
}
