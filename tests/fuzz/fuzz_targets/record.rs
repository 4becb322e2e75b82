//! Fuzzes `quorate_fuzz::record`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quorate_fuzz::record(data));
