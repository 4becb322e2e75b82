//! The HTTP transport under the provider library: it adds the key, corrects the
//! request, bounds and straightens the answer, and keeps what an error needs.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use futures_util::stream;
use reqwest::Url;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use rig_core::http_client::{self, BoxedStream, Error, HttpClientExt, LazyBody, MultipartForm, StreamingResponse};
use rig_core::wasm_compat::WasmCompatSend;
use serde_json::Value;

use super::edits::Edits;
use super::lines::lines;
use super::scrub::Scrub;
use super::seen::{Fault, Seen};
use super::shape::{self, Shape};

/// An error's body is read up to here.
const MAX_ERROR: usize = 64 * 1024;
/// An answer longer than this on the wire is none.
pub(super) const MAX_ANSWER: usize = 8 * 1024 * 1024;
/// The transport of one call. The library is given no key: whatever it might
/// print, the key is not in it.
#[derive(Clone)]
pub(super) struct Tap {
    pub(super) http: reqwest::Client,
    pub(super) auth: Option<(HeaderName, HeaderValue)>,
    /// The session that the server is to keep this call in.
    pub(super) session: Option<(HeaderName, HeaderValue)>,
    pub(super) edits: Edits,
    pub(super) content: Content,
    pub(super) scrub: Scrub,
    pub(super) seen: Arc<Mutex<Seen>>,
}

/// How the dialect takes message contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    /// As plain strings, which every compatible server takes.
    Plain,
    /// As the library writes it.
    AsWritten,
}

impl Tap {
    pub(super) fn note(&self, write: impl FnOnce(&mut Seen)) {
        write(&mut self.seen.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Notes a fault. The caller reads it there; the library's error stays empty
    /// so that nothing else carries its text.
    pub(super) fn fail(&self, fault: Fault) -> Error {
        if !matches!(fault, Fault::Status(_)) {
            self.note(|seen| seen.fault = Some(fault));
        }
        Error::StreamEnded
    }

    fn request(&self, parts: &http_client::Request<()>, body: &[u8]) -> Result<reqwest::Request, Fault> {
        let mut url = Url::parse(&parts.uri().to_string()).map_err(|_| Fault::BadUrl)?;
        without_key(&mut url);
        let mut request = reqwest::Request::new(parts.method().clone(), url);
        let headers = request.headers_mut();
        headers.extend(parts.headers().clone());
        for name in [AUTHORIZATION, CONTENT_LENGTH, HeaderName::from_static("x-api-key")] {
            headers.remove(name);
        }
        for (name, value) in self.auth.iter().chain(&self.session) {
            headers.insert(name.clone(), value.clone());
        }
        let mut json: Value = serde_json::from_slice(body).unwrap_or_default();
        if let Some(fields) = json.as_object_mut() {
            self.edits.apply(fields);
            if self.content == Content::Plain {
                shape::flatten_contents(fields);
            }
        }
        *request.body_mut() = Some(json.to_string().into());
        self.note(|seen| seen.sent = json);
        Ok(request)
    }

    async fn open(&self, request: reqwest::Request) -> Result<reqwest::Response, Fault> {
        let response = self.http.execute(request).await.map_err(Fault::from)?;
        self.note(|seen| {
            seen.status = Some(response.status().as_u16());
            seen.headers = response.headers().clone();
        });
        if response.status().is_success() {
            return Ok(response);
        }
        let status = response.status();
        // A broken error body is still an error with a status.
        let body = self.read(response, Limit::Cut(MAX_ERROR)).await.unwrap_or_default();
        self.note(|seen| seen.body = body);
        Err(Fault::Status(status.as_u16()))
    }

    async fn read(&self, mut response: reqwest::Response, limit: Limit) -> Result<Vec<u8>, Fault> {
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(Fault::from)? {
            body.extend_from_slice(&chunk);
            match limit {
                Limit::Cut(most) if body.len() >= most => {
                    body.truncate(most);
                    return Ok(body);
                }
                Limit::Refuse(most) if body.len() > most => return Err(Fault::TooLong),
                _ => {}
            }
        }
        Ok(body)
    }

    async fn whole(self, request: Result<reqwest::Request, Fault>) -> Result<(HeaderMap, Vec<u8>), Fault> {
        let response = self.open(request?).await?;
        let headers = kind_only(response.headers());
        let body = self.read(response, Limit::Refuse(MAX_ANSWER)).await?;
        let body = self.scrub.hide_in(body);
        self.note(|seen| seen.body.clone_from(&body));
        match shape::of(&headers, &body) {
            Shape::Page => Err(Fault::Html),
            _ => Ok((headers, body)),
        }
    }

    async fn streamed(self, request: Result<reqwest::Request, Fault>) -> Result<StreamingResponse, Fault> {
        let request = request?;
        let wants_events = request.headers().get(ACCEPT).is_some();
        let response = self.open(request).await?;
        let mut headers = kind_only(response.headers());
        let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.starts_with("text/event-stream") || kind.starts_with("application/x-ndjson") {
            let pieces: BoxedStream = Box::pin(lines(self, response));
            return Ok(reply(headers, pieces));
        }
        // Not a stream, or one under a wrong name: read it whole, then straighten it.
        let body = self.read(response, Limit::Refuse(MAX_ANSWER)).await?;
        let body = self.scrub.hide_in(body);
        self.note(|seen| seen.body.clone_from(&body));
        let body = match shape::of(&headers, &body) {
            Shape::Page => return Err(Fault::Html),
            Shape::Json(json) if wants_events => shape::as_events(&json),
            _ => body,
        };
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        let one: BoxedStream = Box::pin(stream::iter([Ok(Bytes::from(body))]));
        Ok(reply(headers, one))
    }
}

enum Limit {
    /// Read so much and leave the rest.
    Cut(usize),
    /// More is a fault.
    Refuse(usize),
}

fn reply<B>(headers: HeaderMap, body: B) -> http_client::Response<B> {
    let mut response = http_client::Response::new(body);
    *response.headers_mut() = headers;
    response
}

/// The library needs no other header, and might write one into a log.
fn kind_only(headers: &HeaderMap) -> HeaderMap {
    let kind = headers.get(CONTENT_TYPE);
    kind.map(|kind| (CONTENT_TYPE, kind.clone())).into_iter().collect()
}

/// Gemini takes its key in a header as well, where it shows up in no message.
fn without_key(url: &mut Url) {
    let kept: Vec<(String, String)> = url
        .query_pairs()
        .filter(|(name, _)| name != "key")
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    url.set_query(None);
    if !kept.is_empty() {
        url.query_pairs_mut().extend_pairs(kept);
    }
}

impl HttpClientExt for Tap {
    fn send<T, U>(
        &self,
        req: http_client::Request<T>,
    ) -> impl Future<Output = http_client::Result<http_client::Response<LazyBody<U>>>> + WasmCompatSend + 'static
    where
        T: Into<Bytes> + WasmCompatSend,
        U: From<Bytes> + WasmCompatSend + 'static,
    {
        let tap = self.clone();
        let (parts, body) = req.into_parts();
        let body: Bytes = body.into();
        let request = self.request(&http_client::Request::from_parts(parts, ()), &body);
        async move {
            let (headers, body) = tap.clone().whole(request).await.map_err(|fault| tap.fail(fault))?;
            let body: LazyBody<U> = Box::pin(async move { Ok(U::from(Bytes::from(body))) });
            Ok(reply(headers, body))
        }
    }

    fn send_multipart<U>(
        &self,
        _req: http_client::Request<MultipartForm>,
    ) -> impl Future<Output = http_client::Result<http_client::Response<LazyBody<U>>>> + WasmCompatSend + 'static
    where
        U: From<Bytes> + WasmCompatSend + 'static,
    {
        // Only uploads are multipart, and a discussion makes none.
        std::future::ready(Err(Error::NoHeaders))
    }

    fn send_streaming<T>(
        &self,
        req: http_client::Request<T>,
    ) -> impl Future<Output = http_client::Result<StreamingResponse>> + WasmCompatSend
    where
        T: Into<Bytes> + WasmCompatSend,
    {
        let tap = self.clone();
        let (parts, body) = req.into_parts();
        let body: Bytes = body.into();
        let request = self.request(&http_client::Request::from_parts(parts, ()), &body);
        async move { tap.clone().streamed(request).await.map_err(|fault| tap.fail(fault)) }
    }
}
