//! Fuzzes `quorate_fuzz::reply`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quorate_fuzz::reply(data));
