//! An event stream in whole lines, bounded, with keys taken out.

use bytes::Bytes;
use futures_util::Stream;
use futures_util::stream::unfold;
use rig_core::http_client::Error;

use super::seen::Fault;
use super::tap::{MAX_ANSWER, Tap};

/// The lines of `response` as they come. Only whole lines are handed on, since
/// an echoed key may be spread over two network packets; every event ends with
/// a line, so nothing is held back that could be used.
pub(super) fn lines(tap: Tap, response: reqwest::Response) -> impl Stream<Item = Result<Bytes, Error>> + Send {
    let reader = Reader { tap, response, rest: Vec::new(), read: 0 };
    unfold(Some(reader), |reader| async move { reader?.next().await })
}

struct Reader {
    tap: Tap,
    response: reqwest::Response,
    /// The line that has not ended yet.
    rest: Vec<u8>,
    read: usize,
}

impl Reader {
    /// The next whole lines, with the reader unless they are the last.
    async fn next(mut self) -> Option<(Result<Bytes, Error>, Option<Self>)> {
        loop {
            let chunk = match self.response.chunk().await {
                Ok(Some(chunk)) => chunk,
                Ok(None) if self.rest.is_empty() => return None,
                Ok(None) => {
                    let last = std::mem::take(&mut self.rest);
                    return Some((Ok(self.clean(last)), None));
                }
                Err(error) => return Some((Err(self.tap.fail(error.into())), None)),
            };
            self.read += chunk.len();
            if self.read > MAX_ANSWER {
                return Some((Err(self.tap.fail(Fault::TooLong)), None));
            }
            let whole = memchr::memrchr(b'\n', &chunk).map_or(0, |at| at + 1);
            let (ended, open) = chunk.split_at(whole);
            if ended.is_empty() {
                self.rest.extend_from_slice(open);
                continue;
            }
            let mut line = std::mem::replace(&mut self.rest, open.to_vec());
            line.extend_from_slice(ended);
            return Some((Ok(self.clean(line)), Some(self)));
        }
    }

    fn clean(&self, lines: Vec<u8>) -> Bytes {
        let lines = self.tap.scrub.hide_in(lines);
        self.tap.note(|seen| seen.keep_tail(&lines));
        lines.into()
    }
}
