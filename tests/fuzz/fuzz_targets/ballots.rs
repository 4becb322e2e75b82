//! Fuzzes `quorate_fuzz::ballots`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quorate_fuzz::ballots(data));
