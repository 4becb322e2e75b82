//! The report as one page: beside the minutes, and of any record that is kept.

use super::*;

/// A folder with a finished discussion.
fn finished(folder: &Path) -> String {
    let out = folder.join("out").to_string_lossy().into_owned();
    let output = run(&["run", "plan-review", "--material", PLAN, "--out", &out]);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
    out
}

#[test]
fn a_page_is_written_once_and_printed_as_often_as_one_likes() {
    let folder = folder();
    let out = finished(folder.path());
    let beside = fs::read(Path::new(&out).join("report.html")).expect("a page");
    let page = folder.path().join("page.html");
    let export = |file: &str| run(&["export", &out, "--page", file]);
    let written = export(&page.to_string_lossy());
    assert_eq!(written.status.code(), Some(0), "{}", stderr(&written));
    assert!(written.stdout.is_empty() && stderr(&written).contains("page.html"), "{}", stderr(&written));
    assert_eq!(fs::read(&page).expect("a page"), beside);
    let again = export(&page.to_string_lossy());
    assert_eq!(again.status.code(), Some(2), "nothing is written over");
    assert!(stderr(&again).contains("never overwritten"), "{}", stderr(&again));
    assert_eq!(export("-").stdout, beside);
    let nowhere = export(&folder.path().join("no/folder.html").to_string_lossy());
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(stderr(&nowhere).contains("folder.html"), "{}", stderr(&nowhere));
}

#[test]
fn a_page_is_told_in_any_language() {
    let folder = folder();
    let out = finished(folder.path());
    for (lang, expected) in
        [("en", "<html lang=\"en\">"), ("zh", "<html lang=\"zh-Hans\">"), ("ja", "<html lang=\"ja\">")]
    {
        let page = stdout(&run(&["export", &out, "--page", "-", "--lang", lang]));
        assert!(page.contains(expected), "{page}");
    }
}

#[test]
fn an_export_of_nothing_is_refused() {
    let folder = folder();
    let out = finished(folder.path());
    for flags in [&[][..], &["--lang", "ja"]] {
        let output = run(&[&["export", out.as_str()], flags].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("--page"), "{}", stderr(&output));
    }
}

#[test]
fn a_page_that_was_changed_is_found() {
    let folder = folder();
    let out = finished(folder.path());
    let path = Path::new(&out).join("report.html");
    let whole = fs::read_to_string(&path).expect("a page");
    fs::write(&path, whole.replacen("against", "for", 1)).expect("it is written");
    let output = run(&["verify", &out]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("report.html is not what follows from the record"), "{}", stderr(&output));
    fs::remove_file(&path).expect("it is removed");
    assert_eq!(run(&["verify", &out]).status.code(), Some(0), "nobody has to keep it");
}
