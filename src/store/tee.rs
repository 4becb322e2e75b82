//! One record in two places.

use async_trait::async_trait;

use super::{Journal, Note, StoreError};

/// Gives every line to two journals. Both have to keep it.
#[derive(Debug)]
pub struct Tee {
    first: Box<dyn Journal>,
    second: Box<dyn Journal>,
}

impl Tee {
    /// Lines go to the first, then to the second; notes come from both.
    #[must_use]
    pub fn new(first: impl Journal + 'static, second: impl Journal + 'static) -> Self {
        Self { first: Box::new(first), second: Box::new(second) }
    }
}

#[async_trait]
impl Journal for Tee {
    fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        self.first.append(line)?;
        self.second.append(line)
    }

    async fn flush(&mut self) -> Result<(), StoreError> {
        self.first.flush().await?;
        self.second.flush().await
    }

    fn notes(&mut self) -> Result<Vec<Note>, StoreError> {
        let mut notes = self.first.notes()?;
        notes.extend(self.second.notes()?);
        Ok(notes)
    }
}
