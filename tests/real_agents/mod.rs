//! Meetings of the real programs behind agents, installed from their packages: a gateway of OpenClaw, Codex, Claude Code.
//! What their models say is played, by a provider on loopback.
//!
//! `QUORATE_REAL_AGENTS=FOLDER cargo test --test main real_agents -- --ignored`, with the folder that `.ci/real-agents` fills.

mod gateway;
mod meetings;
mod programs;
mod provider;
mod restarts;
mod scene;
mod wires;
