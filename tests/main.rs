//! What the acting half promises.
