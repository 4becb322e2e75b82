//! The n-th line or flush fails, for n from 1 until nothing fails: a typed error, and a record that can be read.

use quorate::{
    RunError,
    store::{Faulty, Folder, Store, StoreError},
    strategies::record::Reader,
};

use super::{kept, stores};

type Break = fn(Box<dyn Store>, u64) -> Faulty<Box<dyn Store>>;

async fn fails_well(breaks: Break) {
    let whole = kept(&quorate::store::Shelf::default(), "tea").await.unwrap().entries;
    for at in 0..stores().len() {
        let mut runs = 0;
        for nth in 1.. {
            let (name, store, _folder) = stores().remove(at);
            let faulty = breaks(store, nth);
            let ended = kept(&faulty, "tea").await;
            // Somebody else can go on, after all that was kept.
            let lines = faulty.store().resume("tea").unwrap().lines;
            assert_eq!(faulty.read("tea").unwrap(), lines, "{name}, operation {nth}");
            let read: Result<Vec<_>, _> = Reader::new(&lines).collect();
            let read = read.unwrap_or_else(|error| panic!("{name}, operation {nth}: {error}"));
            assert_eq!(read, whole[..read.len()], "{name}, operation {nth}");
            if faulty.operations() < nth {
                assert_eq!(ended.unwrap().entries, whole, "{name}");
                runs = nth;
                break;
            }
            assert!(matches!(ended, Err(RunError::Store(StoreError::File { .. }))), "{name}, operation {nth}");
            // The discussion stops there, so that nothing is spent that is not kept.
            assert_eq!(faulty.operations(), nth, "{name}");
        }
        assert!(runs > 20, "there was something to fail: {runs}");
    }
}

#[tokio::test(start_paused = true)]
async fn every_operation_may_fail_once() {
    fails_well(Faulty::once).await;
}

#[tokio::test(start_paused = true)]
async fn every_operation_may_fail_for_good() {
    fails_well(Faulty::from).await;
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    use quorate::store::{Note, Says};
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = Folder::open(folder.path()).unwrap();
    let target = elsewhere.path().join("theirs");
    std::fs::write(&target, "{}\n").unwrap();
    let link = |name: &str| std::os::unix::fs::symlink(&target, folder.path().join(name)).unwrap();
    link("tea.jsonl");
    assert!(matches!(store.resume("tea"), Err(StoreError::File { .. })));
    assert!(matches!(store.read("tea"), Err(StoreError::File { .. })));
    assert!(matches!(store.create("tea"), Err(StoreError::Exists { .. })));
    assert_eq!(store.list().unwrap(), []);
    link("coffee.lock");
    assert!(matches!(store.create("coffee"), Err(StoreError::File { .. })));
    drop(store.create("milk").unwrap());
    link("milk.notes");
    assert!(matches!(store.resume("milk").unwrap().journal.notes(), Err(StoreError::File { .. })));
    let note = Note { by: "Ann".to_owned(), says: Says::Pause };
    assert!(matches!(store.post("milk", &note), Err(StoreError::File { .. })));
    assert_eq!(std::fs::read(&target).unwrap(), b"{}\n");
}
