//! The exams of games and those of players, with the toy games that tests use.
