//! Fuzzes `quorate_fuzz::checklist`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quorate_fuzz::checklist(data));
