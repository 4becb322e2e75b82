//! A session with an agent, and the empty folder that it works in.

use std::{
    env, fs, io,
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU64, Ordering},
};

use agent_client_protocol::v1::schema::{
    ContentBlock, NewSessionResponse, SessionConfigKind, SessionConfigOptionCategory, SessionId, TextContent,
};

use crate::agent::{Request, program};

/// A session with an agent.
#[derive(Debug)]
pub(super) struct Talk {
    pub(super) id: SessionId,
    /// The model that answers in it, where the agent tells.
    pub(super) model: Option<String>,
    /// The stable part of the prompt as it was last told.
    told: Option<String>,
    _folder: Folder,
}

impl Talk {
    pub(super) fn new(opened: NewSessionResponse, folder: Folder) -> Self {
        let model = opened.config_options.into_iter().flatten().find_map(|option| match option.kind {
            SessionConfigKind::Select(select) if option.category == Some(SessionConfigOptionCategory::Model) => {
                Some(select.current_value.to_string())
            }
            _ => None,
        });
        Self { id: opened.session_id, model, told: None, _folder: folder }
    }

    /// What a turn without an answer leaves of what it was told is not known.
    pub(super) fn forget(&mut self) {
        self.told = None;
    }

    /// The prompt. The stable part of it is told again only when it has changed.
    pub(super) fn blocks(&mut self, request: &Request<'_>) -> Vec<ContentBlock> {
        let mut blocks = Vec::with_capacity(2);
        if self.told.as_deref() != Some(request.system) {
            self.told = Some(request.system.to_owned());
            blocks.push(text(format!("{}\n\n", request.system.trim_end())));
        }
        blocks.push(text(program::question(request)));
        blocks
    }
}

fn text(text: String) -> ContentBlock {
    ContentBlock::Text(TextContent::new(text))
}

/// An empty folder that only this user can read, removed when this is dropped.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

static NEXT: AtomicU64 = AtomicU64::new(0);

impl Folder {
    pub(super) fn new() -> io::Result<Self> {
        let within = env::temp_dir().canonicalize()?;
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = within.join(format!("quorate-{}-{number}", process::id()));
            match fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => return Ok(Self(path)),
                // An earlier process of this number left it.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            tracing::debug!(folder = %self.0.display(), %error, "a temporary folder stays");
        }
    }
}
