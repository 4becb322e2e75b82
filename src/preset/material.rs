//! Reads the texts under review, within a limit for all of them together.

use std::{
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use quorate_strategies::brief::Material;

use super::{
    error::PresetError,
    place::{Place, Placed},
};
use crate::store::files::regular;

/// The limit for all material together where none is set: 4 MiB.
pub(super) const MOST: u64 = 4 << 20;

/// The texts of all files, in order, and then those that are in no file.
pub(super) fn read_all(files: &[Placed<PathBuf>], texts: &[Material], most: u64) -> Result<Vec<Material>, PresetError> {
    let mut left = most;
    let mut all = Vec::with_capacity(files.len() + texts.len());
    for Placed { value: path, place } in files {
        // A file that is too large is never read whole: at most one byte beyond the limit.
        let mut bytes = Vec::new();
        let read = regular(path)
            .and_then(|_| File::open(path))
            .and_then(|file| file.take(left.saturating_add(1)).read_to_end(&mut bytes));
        read.map_err(|source| PresetError::MaterialUnreadable { place: place.clone(), path: path.clone(), source })?;
        let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        if size > left {
            return Err(PresetError::MaterialTooLarge { place: place.clone(), path: path.clone(), most });
        }
        left -= size;
        all.push(Material { name: name(path), text: text(bytes, path, place)? });
    }
    for one in texts {
        let size = u64::try_from(one.text.len()).unwrap_or(u64::MAX);
        if size > left {
            let place = Place::Flag(format!("the text {:?}", one.name).into());
            return Err(PresetError::MaterialTooLarge { place, path: PathBuf::from(&*one.name), most });
        }
        left -= size;
        all.push(one.clone());
    }
    Ok(all)
}

fn name(path: &Path) -> Arc<str> {
    path.to_string_lossy().into()
}

fn text(bytes: Vec<u8>, path: &Path, place: &Place) -> Result<Arc<str>, PresetError> {
    let not_text = |why, at| PresetError::MaterialNotText { place: place.clone(), path: path.to_owned(), why, at };
    if let Some(at) = memchr::memchr(0, &bytes) {
        return Err(not_text("it holds a NUL character", at));
    }
    let text =
        String::from_utf8(bytes).map_err(|error| not_text("it is not UTF-8", error.utf8_error().valid_up_to()))?;
    // The mark that some editors put in front is no part of the text.
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).into())
}
