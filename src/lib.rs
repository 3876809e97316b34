//! Umpire runs a strategic wargame by mail.
