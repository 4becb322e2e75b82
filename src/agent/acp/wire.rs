//! Messages as lines on the standard streams of a process.

use agent_client_protocol::TransportFrame;
use futures_util::{Stream, StreamExt as _};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader};

use super::{fault::TooMuch, hearing::Hearing};

/// The bytes of one line: an answer of the greatest length, each sign of it escaped.
const MOST_LINE: usize = 8 << 20;

/// Writes messages, a line each, until there are no more of them or nobody reads.
pub(super) async fn write(mut messages: impl Stream<Item = TransportFrame> + Unpin, mut into: impl AsyncWrite + Unpin) {
    while let Some(message) = messages.next().await {
        let Ok(mut line) = message.to_json() else { continue };
        line.push('\n');
        if into.write_all(line.as_bytes()).await.is_err() {
            break;
        }
    }
}

/// Reads messages until the stream ends, or brings too much. Lines that are no messages, as banners and logs are not, are
/// kept aside: an error that says so would puzzle whoever printed them.
pub(super) async fn read(
    from: impl AsyncRead + Unpin,
    hearing: &Hearing,
    mut each: impl FnMut(TransportFrame),
) -> Result<(), TooMuch> {
    let (mut from, mut line) = (BufReader::new(from), Vec::new());
    let limit = u64::try_from(MOST_LINE).unwrap_or(u64::MAX);
    loop {
        line.clear();
        // A stream that cannot be read has ended.
        let read = (&mut from).take(limit).read_until(b'\n', &mut line).await.unwrap_or(0);
        if read == 0 {
            return Ok(());
        }
        if read >= MOST_LINE {
            return Err(TooMuch::Line(MOST_LINE));
        }
        hearing.count(read)?;
        match message(&line) {
            Some(message) => each(message),
            None => hearing.print_between(&line),
        }
    }
}

fn message(line: &[u8]) -> Option<TransportFrame> {
    let text = std::str::from_utf8(line).ok()?.trim();
    let frame = text.starts_with('{').then(|| TransportFrame::parse_json(text))?;
    matches!(frame, TransportFrame::Single(_)).then_some(frame)
}

/// Reads what is printed on standard error.
pub(super) async fn overhear(mut from: impl AsyncRead + Unpin, hearing: &Hearing) {
    let mut piece = Vec::with_capacity(4096);
    while from.read_buf(&mut piece).await.unwrap_or(0) > 0 {
        hearing.print(&piece);
        piece.clear();
    }
}
