//! The index of a run as a page of its own: no script, nothing from elsewhere, and foreign text stays text.

use super::{
    Results, RunFolder,
    folder::LOG,
    index::{self, label},
};
use crate::report::text;

pub(super) const NAME: &str = "index.html";

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:64rem;padding:0 1rem;color:#1b1b1b;\
background:#fff}h1{margin-bottom:.2rem}table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #ddd;\
padding:.45rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{font-weight:600}\
@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}th,td{border-color:#3a3a3a}a{color:#8ab4f8}}";

/// The page.
pub(super) fn of(results: &Results<'_>, folder: &RunFolder) -> String {
    let (words, name) = (results.words(), escaped(results.file.name()));
    let language = results.general().language.code();
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{name}</title>\n<style>{STYLE}</style>\n</head>\n\
         <body>\n<h1>{name}</h1>\n"
    );
    for line in [results.summary().to_owned(), results.told(), results.spent()] {
        if !line.is_empty() {
            out.push_str(&format!("<p>{}</p>\n", escaped(&line)));
        }
    }
    let deliverables: Vec<String> =
        results.deliverables().map(|(name, _)| format!("<li>{}</li>\n", link(name, name))).collect();
    if !deliverables.is_empty() {
        out.push_str(&format!("<h2>{}</h2>\n<ul>\n{}</ul>\n", words.deliverables, deliverables.concat()));
    }
    let heads: String = words.columns.iter().map(|column| format!("<th>{column}</th>")).collect();
    out.push_str(&format!("<h2>{}</h2>\n<table>\n<tr>{heads}</tr>\n", words.stages));
    for row in results.rows(folder) {
        let links: Vec<String> = row.files.iter().map(|path| link(path, label(path))).collect();
        let cells =
            [escaped(&row.name), row.kind.to_owned(), escaped(&row.how), escaped(&row.came), links.join("<br>")];
        let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        out.push_str(&format!("<tr>{cells}</tr>\n"));
    }
    out.push_str("</table>\n");
    out.push_str(&format!("<p>{} {}</p>\n</body>\n</html>\n", link(LOG, LOG), link(index::NAME, index::NAME)));
    out
}

/// Paths are made of names of stages, numbers and plain file names.
fn link(path: &str, label: &str) -> String {
    format!("<a href=\"{}\">{}</a>", escaped(path), escaped(label))
}

/// A text that no tag, entity or attribute comes of, and in which nothing is hidden.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text::line(text).to_string().chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_wrote_stays_text() {
        assert_eq!(escaped("<b onclick='x'>\"&\u{202e}"), "&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;\\u{202e}");
    }
}
