//! A session with an agent, and the empty folder that it works in.

use agent_client_protocol::v1::schema::{
    ContentBlock, NewSessionResponse, SessionConfigKind, SessionConfigOptionCategory, SessionId, TextContent,
};

use crate::agent::{
    Again, Request,
    program::{self, Folder},
};

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

    /// The prompt. The stable part of it is told again only when it has changed, and a session that goes on knows what
    /// was replied in it, so a repair says only what was wrong.
    pub(super) fn blocks(&mut self, request: &Request<'_>) -> Vec<ContentBlock> {
        if self.told.as_deref() == Some(request.system) {
            return vec![match request.again {
                Some(Again::Repair { wrong, .. }) => text(wrong.to_owned()),
                _ => text(program::question(request)),
            }];
        }
        self.told = Some(request.system.to_owned());
        vec![text(format!("{}\n\n", request.system.trim_end())), text(program::question(request))]
    }
}

/// Agents take a text that begins with a slash for one of their commands.
fn text(text: String) -> ContentBlock {
    let text = if text.trim_start().starts_with('/') { format!("---\n{text}") } else { text };
    ContentBlock::Text(TextContent::new(text))
}
