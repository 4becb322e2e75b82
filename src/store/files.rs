//! Reading files that people name: regular ones, and never more than was agreed.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

/// The whole content of a regular file of at most `most` bytes.
///
/// Pipes and devices are refused, as they may never end.
pub(crate) fn read_whole(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let length = regular(path)?;
    let too_large = || io::Error::new(io::ErrorKind::FileTooLarge, format!("it is larger than {most} bytes"));
    if length > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > most { Err(too_large()) } else { Ok(bytes) }
}

/// The length of a regular file; an error for anything else.
pub(crate) fn regular(path: &Path) -> io::Result<u64> {
    let about = std::fs::metadata(path)?;
    if about.is_file() {
        Ok(about.len())
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"))
    }
}

/// The same as text.
pub(crate) fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read_whole(path, most)?)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, format!("it is not UTF-8: {error}")))
}
