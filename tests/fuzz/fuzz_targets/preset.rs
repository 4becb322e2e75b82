//! Fuzzes `quorate_fuzz::preset`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quorate_fuzz::preset(data));
