/// The number of this interface. It rises when a program that was compiled against an earlier header would no longer
/// work.
pub const PHILIDOR_ABI_VERSION: u32 = 1;
