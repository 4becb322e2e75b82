//! Decision points of a file, with their shares of the whole.

use quorate_strategies::brief::Point;

use super::{error::PresetError, section::Section};

/// All shares together, in hundredths of a percent.
const WHOLE: u32 = 10_000;

/// The points; without weights they share the whole evenly, the first ones taking what is left over.
pub(super) fn read(top: &Section<'_>) -> Result<Vec<Point>, PresetError> {
    let tables = top.tables("points", "points.", &["name", "weight"])?;
    let mut points: Vec<Point> = Vec::with_capacity(tables.len());
    let mut given = 0_usize;
    for table in &tables {
        let Some(name) = table.text("name")? else { return Err(table.missing("name", "the name of the point")) };
        if points.iter().any(|point| *point.name == *name.value) {
            return Err(table.wrong("name", name.place, format!("{:?}", name.value), "a name that no other point has"));
        }
        let weight = table.decimal("weight", 0.01..=100.0)?;
        given += usize::from(weight.is_some());
        points.push(Point { name: name.value.into(), weight: weight.map_or(0, |weight| hundredths(weight.value)) });
    }
    let Some(first) = tables.first() else { return Ok(points) };
    if given == 0 {
        share_evenly(&mut points);
    }
    let sum: u32 = points.iter().map(|point| point.weight).sum();
    if given > 0 && (given < points.len() || sum != WHOLE) {
        let found = format!("{} in all", f64::from(sum) / 100.0);
        return Err(top.wrong(
            "points.weight",
            first.place.clone(),
            found,
            "given for every point, 100 in all, or for none",
        ));
    }
    Ok(points)
}

fn share_evenly(points: &mut [Point]) {
    let count = u32::try_from(points.len()).unwrap_or(u32::MAX).max(1);
    for (at, point) in points.iter_mut().enumerate() {
        let first = usize::try_from(WHOLE % count).is_ok_and(|rest| at < rest);
        point.weight = WHOLE / count + u32::from(first);
    }
}

/// The range has been checked: from 0.01 to 100.
fn hundredths(weight: f64) -> u32 {
    (weight * 100.0).round() as u32
}
