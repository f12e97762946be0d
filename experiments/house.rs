// The experiments that are built into the program, sorted by name: a list that `lab::experiment::house` reads.
experiments![
    "buzzard_reward",
    "buzzard_uct",
    "daihinmin_company",
    "daihinmin_forecast",
    "daihinmin_league",
    "daihinmin_players",
    "daihinmin_rank",
    "daihinmin_submission",
    "raiders_beliefs",
    "raiders_estimation",
    "saboteur_beliefs",
    "saboteur_break",
    "saboteur_collusion",
    "saboteur_readings",
    "saboteur_signals",
]
