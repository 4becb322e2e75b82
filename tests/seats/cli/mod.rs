//! Agent programs that are known by name: how they are asked, what is made of what they print, and how they end.

mod answers;
#[cfg(feature = "command")]
mod command;
mod ended;
mod faults;
mod sessions;
mod stub;
