//! Templates and what is put into them.

/// Fills the holes of a template; what is put in is never looked at again.
pub(crate) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            out.push('{');
            rest = after;
            continue;
        };
        out.push_str(values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// A sentence about a number: for one, and for any other. `{n}` is the number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counted {
    pub(crate) one: &'static str,
    pub(crate) many: &'static str,
}

impl Counted {
    /// A language without a plural.
    pub(crate) const fn same(text: &'static str) -> Self {
        Self { one: text, many: text }
    }

    /// The sentence about this number.
    pub(crate) const fn template(self, n: usize) -> &'static str {
        if n == 1 { self.one } else { self.many }
    }

    /// The sentence about this number, which is all that it holds.
    pub(crate) fn of(self, n: usize) -> String {
        fill(self.template(n), &[("n", &n.to_string())])
    }
}
