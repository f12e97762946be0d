// The experiments that are built into the program, sorted by name: a list that `lab::experiment::house` reads.
experiments![
    "buzzard_reward",
    "buzzard_uct",
    "daihinmin_alpha",
    "daihinmin_company",
    "daihinmin_epochs",
    "daihinmin_forecast",
    "daihinmin_players",
    "daihinmin_rank",
    "daihinmin_submission",
    "raiders_beliefs",
    "raiders_estimation",
    "saboteur_beliefs",
    "saboteur_break",
    "saboteur_collusion",
    "saboteur_readings",
]
