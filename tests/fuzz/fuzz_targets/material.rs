//! Fuzzes `quorate_fuzz::material`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quorate_fuzz::material(data));
