//! Fuzzes `quorate_fuzz::discussion`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quorate_fuzz::discussion(data));
