//! The names that a reply can refer to: seats, options and decision points, folded once and only when asked for.

use std::{cell::OnceCell, sync::Arc};

use quorate_strategies::{
    seat::{SeatId, is_hidden},
    step::Form,
};

use super::{
    Table,
    fold::{Likeness, clean, eat_name, look, loosen},
};

/// A table with its names folded on demand.
#[derive(Debug)]
pub(super) struct Known<'t> {
    table: &'t Table<'t>,
    options: OnceCell<Vec<Name>>,
    points: OnceCell<Vec<Name>>,
    seats: OnceCell<Vec<String>>,
    /// The letters that names of seats begin with, as a set; the top bit stands for every other character.
    initials: u32,
}

/// Whom a label or an attribution names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    /// The speaker.
    Speaker,
    /// Another seat.
    Other,
    /// Somebody who is never a seat: the system, a moderator, a user.
    Outsider,
}

/// Names that forged lines are written under; a seat may still be called so.
const OUTSIDERS: [&str; 66] = [
    "system",
    "moderator",
    "the moderator",
    "user",
    "assistant",
    "human",
    "principal",
    "host",
    "the host",
    "developer",
    "tool",
    "coordinator",
    "the coordinator",
    "facilitator",
    "the facilitator",
    "chair",
    "the chair",
    "chairman",
    "chairperson",
    "系统",
    "系統",
    "系统提示",
    "主持",
    "主持人",
    "主持者",
    "协调者",
    "协调人",
    "協調者",
    "协调员",
    "议长",
    "議長",
    "主席",
    "会议主席",
    "用户",
    "用戶",
    "使用者",
    "助手",
    "助理",
    "开发者",
    "開發者",
    "工具",
    "委托人",
    "人类",
    "システム",
    "司会",
    "司会者",
    "司会役",
    "進行役",
    "進行係",
    "座長",
    "モデレーター",
    "モデレータ",
    "ファシリテーター",
    "ファシリテータ",
    "コーディネーター",
    "調整役",
    "ホスト",
    "ユーザー",
    "ユーザ",
    "利用者",
    "アシスタント",
    "開発者",
    "ツール",
    "依頼者",
    "人間",
    "裁定者",
];

impl<'t> Known<'t> {
    pub(super) fn new(table: &'t Table<'t>) -> Self {
        let names = table.roster.iter().map(|(_, seat)| seat.name.as_ref());
        let initials = names.chain(OUTSIDERS).filter_map(|name| name.chars().next()).fold(0, |set, c| set | initial(c));
        Self { table, options: OnceCell::new(), points: OnceCell::new(), seats: OnceCell::new(), initials }
    }

    /// Whether a name could begin with this character.
    pub(super) fn may_begin(&self, c: char) -> bool {
        self.initials & initial(c) != 0
    }

    /// The longest name that a text begins with, and its length.
    pub(super) fn name_at(&self, text: &str) -> Option<(Who, usize)> {
        let first = look(text.chars().find(|&c| !is_hidden(c))?);
        let begins = |name: &str| name.chars().next().is_some_and(|c| look(c) == first);
        let fitting = self.table.roster.iter().filter(|(_, seat)| begins(&seat.name));
        let seats = fitting.filter_map(|(id, seat)| {
            let who = if id == self.table.speaker { Who::Speaker } else { Who::Other };
            eat_name(text, &seat.name, Likeness::Looks).map(|length| (who, length))
        });
        let outsiders = OUTSIDERS
            .iter()
            .filter(|name| begins(name))
            .filter_map(|name| eat_name(text, name, Likeness::Looks).map(|length| (Who::Outsider, length)));
        // A seat that is called like an outsider comes last and wins among equals.
        outsiders.chain(seats).max_by_key(|&(_, length)| length)
    }

    /// Whose name a folded text ends with, and where the name starts.
    pub(super) fn name_before(&self, folded: &str) -> Option<(SeatId, usize)> {
        let names = self.seats.get_or_init(|| self.table.roster.iter().map(|(_, seat)| clean(&seat.name)).collect());
        let ending = names.iter().enumerate().filter(|(_, name)| !name.is_empty() && folded.ends_with(name.as_str()));
        let (seat, name) = ending.max_by_key(|(_, name)| name.len())?;
        Some((SeatId(u16::try_from(seat).ok()?), folded.len() - name.len()))
    }

    /// The speaker's place.
    pub(super) const fn speaker(&self) -> SeatId {
        self.table.speaker
    }

    /// The table itself.
    pub(super) const fn table(&self) -> &'t Table<'t> {
        self.table
    }

    /// What a ballot is over.
    pub(super) fn options(&self) -> &'t [Arc<str>] {
        match self.table.form.options() {
            Some(options) if self.table.options.is_empty() => options,
            _ => self.table.options,
        }
    }

    /// What is scored.
    pub(super) fn points(&self) -> &'t [Arc<str>] {
        match self.table.form {
            Form::Scores(points) if self.table.points.is_empty() => points,
            _ => self.table.points,
        }
    }

    /// The option that a text names: by its text, its number from 1 or its letter.
    pub(super) fn option(&self, text: &str) -> Option<u16> {
        let names = self.options.get_or_init(|| self.options().iter().map(Name::of).collect());
        named(&clean(text), names)
    }

    /// The decision point that a text names, by its text or its number, counted from 1.
    pub(super) fn point(&self, text: &str) -> Option<u16> {
        let names = self.points.get_or_init(|| self.points().iter().map(Name::of).collect());
        named(&clean(text), names).map(|place| place + 1)
    }

    /// The point that a score without a name is for: the only one, or the whole where nothing is put to a score.
    pub(super) fn only_point(&self) -> Option<u16> {
        (self.points().len() <= 1).then_some(1)
    }
}

fn initial(c: char) -> u32 {
    match look(c) {
        letter @ 'a'..='z' => 1 << (letter as u32 - 'a' as u32),
        _ => 1 << 31,
    }
}

/// Words that may stand before an option's or a point's number.
const COUNTED: [&str; 15] = [
    "option",
    "choice",
    "candidate",
    "idea",
    "decision point",
    "point",
    "方案",
    "选项",
    "决策点",
    "案",
    "選択肢",
    "決定点",
    "決定ポイント",
    "評価項目",
    "論点",
];

/// A name in the forms that it is compared in.
#[derive(Debug)]
struct Name {
    clean: String,
    loose: String,
}

impl Name {
    fn of(name: &Arc<str>) -> Self {
        let clean = clean(name);
        Self { loose: loosen(&clean), clean }
    }
}

fn named(wanted: &str, names: &[Name]) -> Option<u16> {
    let place = names.iter().position(|name| name.clean == wanted).or_else(|| only_loosely(wanted, names));
    place.or_else(|| counted(wanted, names)).and_then(|place| u16::try_from(place).ok())
}

fn only_loosely(wanted: &str, names: &[Name]) -> Option<usize> {
    let wanted = loosen(wanted);
    let mut alike = names.iter().enumerate().filter(|(_, name)| name.loose == wanted);
    let (place, _) = alike.next()?;
    alike.next().is_none().then_some(place)
}

/// A number from 1 or a letter from A, unless names are such themselves.
fn counted(wanted: &str, names: &[Name]) -> Option<usize> {
    let bare =
        COUNTED.iter().find_map(|word| wanted.strip_prefix(word)).unwrap_or(wanted).trim_start_matches([' ', '#']);
    let place = if bare.bytes().all(|byte| byte.is_ascii_digit()) {
        let taken = names.iter().any(|name| name.clean.bytes().all(|byte| byte.is_ascii_digit()));
        bare.parse::<usize>().ok().filter(|_| !taken)?.checked_sub(1)?
    } else {
        let letter = bare.bytes().next().filter(|byte| bare.len() == 1 && byte.is_ascii_lowercase())?;
        let taken =
            names.iter().any(|name| name.clean.len() == 1 && name.clean.bytes().all(|byte| byte.is_ascii_alphabetic()));
        Some(usize::from(letter - b'a')).filter(|_| !taken)?
    };
    (place < names.len()).then_some(place)
}
