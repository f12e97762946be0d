//! Secrets of the operating system: links to seats, names of tables, seeds of series.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq;

/// Random bytes of the operating system.
fn random<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map(|()| bytes)
}

/// A new name of a table that nobody can guess: 72 bits.
pub(crate) fn table_id() -> Result<String, getrandom::Error> {
    random::<9>().map(|bytes| base64url(&bytes))
}

/// A new secret of a seat: 128 bits.
pub(crate) fn seat_secret() -> Result<String, getrandom::Error> {
    random::<16>().map(|bytes| base64url(&bytes))
}

/// The seed of a series.
pub(crate) fn seed() -> Result<u64, getrandom::Error> {
    random().map(u64::from_le_bytes)
}

/// The digest of a secret: enough to recognize it, not to reveal it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Fingerprint([u8; 32]);

impl Fingerprint {
    pub(crate) fn of(secret: &str) -> Fingerprint {
        Fingerprint(Sha256::digest(secret.as_bytes()).into())
    }

    /// Whether it is the digest of this secret, compared in constant time.
    pub(crate) fn fits(&self, secret: &str) -> bool {
        self.0.ct_eq(&Fingerprint::of(secret).0).into()
    }

    pub(crate) fn to_hex(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    pub(crate) fn from_hex(text: &str) -> Option<Fingerprint> {
        let digits =
            text.as_bytes().chunks(2).map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok());
        let bytes: Vec<u8> = digits.collect::<Option<_>>()?;
        bytes.try_into().ok().map(Fingerprint)
    }
}

/// The digest of a file, short enough for an address.
pub(crate) fn short_digest(bytes: &[u8]) -> String {
    base64url(&Sha256::digest(bytes)[..9])
}

/// Base 64 for addresses (RFC 4648, section 5), without padding.
fn base64url(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        for (bytes, text) in [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64url(bytes.as_bytes()), text);
        }
        assert_eq!(base64url(&[0xff, 0xef]), "_-8");
    }

    #[test]
    fn a_fingerprint_fits_its_secret_alone() {
        let secret = seat_secret().unwrap();
        let print = Fingerprint::of(&secret);
        assert!(print.fits(&secret) && !print.fits(&secret[1..]) && !print.fits(""));
        assert!(Fingerprint::from_hex(&print.to_hex()) == Some(print));
        assert!(Fingerprint::from_hex("12").is_none() && Fingerprint::from_hex("xy").is_none());
    }

    #[test]
    fn no_two_secrets_are_alike() {
        assert_eq!(seat_secret().unwrap().len(), 22);
        assert_ne!(seat_secret().unwrap(), seat_secret().unwrap());
        assert_eq!(table_id().unwrap().len(), 12);
    }
}
