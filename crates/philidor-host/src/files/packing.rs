//! Packed bytes, recognized by their first bytes: gzip, zstd and bzip2 are unpacked, a zip archive is refused by name,
//! and anything else is read unchanged.

use std::io::{self, BufRead, BufReader, Cursor, Read};

#[cfg(feature = "packed")]
use super::members::Members;

/// The magic numbers of a zstd frame, of a gzip member, and of a bzip2 stream, before the digit of its level.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
const GZIP: [u8; 2] = [0x1f, 0x8b];
const BZIP2: [u8; 3] = *b"BZh";

/// The magic number of a skippable zstd frame after its first byte, 0x50 to 0x5f. Such frames may come first.
const ZSTD_SKIPPABLE: [u8; 3] = [0x2a, 0x4d, 0x18];

/// The largest window of zstd, as a power of two: that of the program `zstd`, too, unless it is asked for more. A file
/// of a few bytes may name one of 2 GiB.
#[cfg(feature = "packed")]
const ZSTD_WINDOW_LOG: u32 = 27;

/// How unsupported archives begin, and what to do with them.
const ARCHIVES: [(&[u8], &str); 5] = [
    (b"PK\x03\x04", "a zip archive, which may hold many files: `unzip -p` unpacks it"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"7z\xbc\xaf", "a 7z archive, which may hold many files: `7z x -so` unpacks it"),
    (b"Rar!", "a rar archive, which may hold many files: `unrar p -inul` unpacks it"),
    (b"\xfd7zX", "packed with xz, which is not supported: `xz -dc` unpacks it"),
];

/// Bytes read from the disk at a time for a caller that asks for fewer. Larger reads bypass this buffer, so a chunk of
/// a plain file should be far larger.
const BLOCK: usize = 64 << 10;

/// The bytes as they were before they were packed.
///
/// # Errors
///
/// What the reader reports; `InvalidData`, with the reason, for an archive that is not supported.
///
/// ```
/// use std::io::Read;
///
/// let mut text = String::new();
/// philidor_host::unpacked(&b"1. e4 e5 *"[..])?.read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4 e5 *");
///
/// let archive = philidor_host::unpacked(&b"PK\x03\x04..."[..]).map(drop);
/// assert!(archive.expect_err("refused").to_string().starts_with("this is a zip archive"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn unpacked<'a>(mut reader: impl Read + Send + 'a) -> io::Result<Box<dyn BufRead + Send + 'a>> {
    let mut head = Vec::new();
    reader.by_ref().take(4).read_to_end(&mut head)?;
    if let Some((_, what)) = ARCHIVES.iter().find(|(begins, _)| head.starts_with(begins)) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, format!("this is {what}")));
    }
    let is_skippable = matches!(*head, [first, ref rest @ ..] if first >> 4 == 5 && *rest == ZSTD_SKIPPABLE);
    let is_zstd = head.starts_with(&ZSTD) || is_skippable;
    let is_gzip = head.starts_with(&GZIP);
    let is_bzip2 = matches!(head.strip_prefix(&BZIP2), Some([b'1'..=b'9']));
    let whole = BufReader::with_capacity(BLOCK, Cursor::new(head).chain(reader));
    if is_zstd {
        unpack(whole, Packing::Zstd)
    } else if is_gzip {
        unpack(whole, Packing::Gzip)
    } else if is_bzip2 {
        unpack(whole, Packing::Bzip2)
    } else {
        Ok(Box::new(whole))
    }
}

/// How bytes are packed.
enum Packing {
    Zstd,
    Gzip,
    Bzip2,
}

#[cfg(feature = "packed")]
fn unpack<'a>(
    packed: impl BufRead + Send + 'a,
    packing: Packing,
) -> io::Result<Box<dyn BufRead + Send + 'a>> {
    Ok(match packing {
        Packing::Zstd => {
            // Read every frame after the first, too, as `zstd -dc` does.
            let mut decoder = zstd::Decoder::with_buffer(packed)?;
            decoder.window_log_max(ZSTD_WINDOW_LOG)?;
            Box::new(BufReader::new(Zstd(decoder)))
        }
        Packing::Gzip => Box::new(BufReader::new(Members::new(packed))),
        Packing::Bzip2 => Box::new(BufReader::new(bzip2::bufread::MultiBzDecoder::new(packed))),
    })
}

/// A reader of zstd that names what it refuses.
#[cfg(feature = "packed")]
struct Zstd<R>(R);

#[cfg(feature = "packed")]
impl<R: Read> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.to_string() {
            // The words of the library for a window that is too large.
            text if text.contains("too much memory") => {
                let mebibytes = (1_u64 << ZSTD_WINDOW_LOG) >> 20;
                let reason = format!(
                    "it is packed with a zstd window of more than {mebibytes} MiB, the limit: \
                     `zstd -dc --long=31` unpacks it"
                );
                io::Error::new(io::ErrorKind::InvalidData, reason)
            }
            _ => error,
        })
    }
}

/// Names the program that unpacks the bytes, since nothing here does.
#[cfg(not(feature = "packed"))]
fn unpack<'a>(_: impl BufRead + Send + 'a, packing: Packing) -> io::Result<Box<dyn BufRead + Send + 'a>> {
    let program = match packing {
        Packing::Zstd => "zstd",
        Packing::Gzip => "gzip",
        Packing::Bzip2 => "bzip2",
    };
    let reason =
        format!("this is packed with {program}, which this build does not read: `{program} -dc` unpacks it");
    Err(io::Error::new(io::ErrorKind::InvalidData, reason))
}

#[cfg(all(test, feature = "packed"))]
mod tests {
    use std::io::Write;

    use super::*;

    const TEXT: &[u8] = b"[Event \"?\"]\n\n1. e4 e5 2. Nf3 *\n";

    fn read(packed: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        unpacked(packed).and_then(|mut reader| reader.read_to_end(&mut bytes)).expect("readable");
        bytes
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("packed")
    }

    fn bzip2(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("packed")
    }

    fn zstd(bytes: &[u8]) -> Vec<u8> {
        zstd::encode_all(bytes, 1).expect("packed")
    }

    #[test]
    fn every_packing_is_undone() {
        let twice = [TEXT, TEXT].concat();
        for pack in [gzip, bzip2, zstd] {
            assert_eq!(read(&pack(TEXT)), TEXT);
            assert_eq!(read(&[pack(TEXT), pack(TEXT)].concat()), twice, "one packed file after another");
        }
        let skippable = [&[0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0], &b"abc"[..], &zstd(TEXT)].concat();
        assert_eq!(read(&skippable), TEXT, "a skippable frame first");
    }

    #[test]
    fn a_window_of_zstd_is_limited() {
        // A frame of zeros, whose head names a window of two to the power of its third number, and ten.
        let window = |log: u8| [&[0x28, 0xb5, 0x2f, 0xfd, 0, (log - 10) << 3], &[0x23, 0, 0, 0][..]].concat();
        assert_eq!(read(&window(27)), [0; 4]);
        let packed = window(28);
        let mut reader = unpacked(&*packed).expect("a head");
        let error = reader.read_to_end(&mut Vec::new()).expect_err("too large").to_string();
        assert!(error.contains("window of more than 128 MiB, the limit"), "{error}");
    }

    #[test]
    fn zeros_between_gzip_members_are_padding() {
        let padded = [gzip(TEXT), vec![0; 2 * BLOCK], gzip(TEXT), vec![0; 100]].concat();
        assert_eq!(read(&padded), [TEXT, TEXT].concat());
    }

    #[test]
    fn rubbish_after_gzip_members_is_an_error_after_what_they_hold() {
        for rubbish in [&b"rubbish"[..], b"\0\0x", b"\x1frubbish and more of it"] {
            let packed = [&*gzip(TEXT), rubbish].concat();
            let mut bytes = Vec::new();
            let outcome = unpacked(&*packed).and_then(|mut reader| reader.read_to_end(&mut bytes));
            assert_eq!(bytes, TEXT, "{rubbish:?}");
            assert_eq!(
                outcome.expect_err("rubbish").to_string().contains("what follows"),
                rubbish[0] != 0x1f,
                "{rubbish:?}"
            );
        }
    }

    #[test]
    fn a_damaged_gzip_member_ends_the_file() {
        let mut damaged = gzip(TEXT);
        let checksum = damaged.len() - 8;
        damaged[checksum] ^= 1;
        let bytes = [damaged, gzip(TEXT)].concat();
        let mut reader = unpacked(&*bytes).expect("a head");
        let mut text = Vec::new();
        reader.read_to_end(&mut text).expect_err("a wrong checksum");
        assert_eq!((text.as_slice(), reader.read(&mut [0; 9]).ok()), (TEXT, Some(0)), "nothing follows");
    }

    #[test]
    fn what_is_not_packed_is_read_as_it_is() {
        for plain in [TEXT, b"", b"B", b"BZh", b"BZhx", b"P", b"PK", &[0x1f], &[0x28, 0xb5, 0x2f]] {
            assert_eq!(read(plain), plain);
        }
    }

    #[test]
    fn what_is_cut_off_is_an_error() {
        for pack in [gzip, bzip2, zstd] {
            let packed = pack(TEXT);
            let mut bytes = Vec::new();
            let cut = &packed[..packed.len() - 3];
            let outcome = unpacked(cut).and_then(|mut reader| reader.read_to_end(&mut bytes));
            assert!(outcome.is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn archives_are_refused_by_name() {
        for (begins, what) in ARCHIVES {
            let error = unpacked(begins).map(drop).expect_err("refused");
            assert_eq!(
                (error.kind(), error.to_string()),
                (io::ErrorKind::InvalidData, format!("this is {what}"))
            );
        }
    }
}
