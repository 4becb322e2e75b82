//! Fuzzes `quorate_fuzz::answer`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quorate_fuzz::answer(data));
