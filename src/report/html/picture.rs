//! Pictures in SVG: where they put what. Numbers are whole and colours are classes, so that the style sheet alone paints.

mod graph;
mod positions;
mod shares;

pub(super) use graph::Graph;
pub(super) use positions::Positions;
pub(super) use shares::Shares;

/// Every picture is so wide; a graph of many messages is wider.
const WIDTH: usize = 720;

/// How wide a text is drawn at most, in hundredths of a letter's height: wide scripts take a whole one.
fn width(text: &str) -> usize {
    text.chars().map(|c| if u32::from(c) < 0x1100 { 58 } else { 100 }).sum()
}

/// As much of a text as fits into so many pixels at this height of letters.
fn fitting(text: &str, pixels: usize, height: usize) -> String {
    if width(text) * height <= pixels * 100 {
        return text.to_owned();
    }
    let mut shown = String::new();
    for c in text.chars() {
        shown.push(c);
        if (width(&shown) + 100) * height > pixels * 100 {
            break;
        }
    }
    shown.pop();
    shown + "…"
}

#[cfg(test)]
mod tests {
    use super::fitting;

    #[test]
    fn texts_are_cut_where_the_room_ends() {
        assert_eq!(fitting("for", 40, 12), "for");
        assert_eq!(fitting("a long name of a seat", 60, 12), "a long…");
        assert_eq!(fitting("数据库迁移评审员", 60, 12), "数据库迁…");
    }
}
