//! Stand-ins for results that are not there yet.
