//! Fuzzes `quorate_fuzz::synthesis`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quorate_fuzz::synthesis(data));
