//! Binomial coefficients: how many sets of `k` squares there are.

/// C(n, k), for n up to 64 and k up to 7.
#[inline]
pub(crate) const fn binomial(n: usize, k: usize) -> u64 {
    BINOMIALS[k][n]
}

const BINOMIALS: [[u64; 65]; 8] = {
    let mut all = [[0; 65]; 8];
    let mut n = 0;
    while n < 65 {
        all[0][n] = 1;
        let mut k = 1;
        while k < 8 && n > 0 {
            all[k][n] = all[k][n - 1] + all[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    all
};
