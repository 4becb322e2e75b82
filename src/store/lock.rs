//! The lock of a file, given back for certain.

use std::{
    fs::{File, TryLockError},
    io,
};

/// A file that is locked until this is dropped, or its process ends.
///
/// To close the file is not enough: a program that is being started in another thread has a copy of every open file for a
/// moment, and a lock lasts as long as any copy does.
#[derive(Debug)]
pub(super) struct Locked(File);

impl Locked {
    /// Locks a file for this process alone; nothing while another has it.
    pub(super) fn alone(file: File) -> io::Result<Option<Self>> {
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Whether somebody has locked a file for himself. Looking keeps nobody from it.
    pub(super) fn is_taken(file: File) -> io::Result<bool> {
        match file.try_lock_shared() {
            Ok(()) => {
                drop(Self(file));
                Ok(false)
            }
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    pub(super) const fn file(&self) -> &File {
        &self.0
    }
}

impl Drop for Locked {
    fn drop(&mut self) {
        // What is not given back here is given back when the last copy is closed.
        let _ = self.0.unlock();
    }
}
