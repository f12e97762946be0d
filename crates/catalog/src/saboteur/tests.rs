//! The players of the papers by name: base rates with fixed seeds, exams, and who is told what.

use exams::PlayerExam;
use games::Saboteur;
use games::saboteur::Rules;
use players::saboteur::Pact;
use table::{Notation, Player, Referee, Seeds, Spec, derive_seed};

fn rules(spec: &str, seats: usize) -> Rules {
    Saboteur::read_rules(&spec.parse().unwrap(), seats).unwrap()
}

/// The share of rounds that saboteurs win when everybody plays like this.
fn saboteurs_win(spec: &str, players: &str, rounds: u64) -> f64 {
    let rules = rules(spec, 6);
    let spec: Spec = players.parse().unwrap();
    let mut seated: Vec<Player<Saboteur>> = (0..6).map(|_| crate::seat(&spec, &rules).unwrap()).collect();
    let (mut referee, mut won) = (Referee::new(&rules, Seeds::new(0)), 0);
    for round in 0..rounds {
        let seed = derive_seed(&[7, round]);
        referee.restart(&rules, Seeds::new(seed));
        referee.play(&mut seated, &mut ()).unwrap();
        won += u64::from(referee.public().end().unwrap().winner == games::saboteur::Winner::Saboteurs);
    }
    won as f64 / rounds as f64
}

/// 0.752 of 512 games is the paper's figure without collusion: the middle of 0.715 to 0.789.
#[test]
fn saboteurs_win_as_often_as_the_paper_says() {
    let rate = saboteurs_win("saboteur-collusion", "papers", 2000);
    assert!((0.72..0.78).contains(&rate), "{rate}");
    let seen_through = saboteurs_win("saboteur-collusion", "papers(ma=1,mend=1,suspects=oracle)", 500);
    assert!((0.15..0.33).contains(&seen_through), "{seen_through}");
}

/// What the list has no quick form of sits the exam for players, too.
#[test]
fn groups_and_talkers_pass_the_exam() {
    for (table, seats) in [("saboteur-collusion(talk=on)", 6), ("saboteur(rounds=2,talk=on)", 3)] {
        let rules = rules(table, seats);
        for player in [
            "papers(maps=spare,heads=gold,tells=yes,bluff=lie,hears=all)",
            "papers(maps=first,heads=gold,tells=yes,bluff=truth,hears=trusted,suspects=path)",
            "colluder(partners=AB,side=more,maps=first,tells=yes,bluff=lie)",
            "colluder(partners=ABC,side=more,roles=shown,suspects=pass)",
        ] {
            let spec: Spec = player.parse().unwrap();
            let make = || crate::seat::<Saboteur>(&spec, &rules).unwrap();
            let failed = PlayerExam::new(&rules, &make).all();
            let again = PlayerExam::new(&rules, &make).with_seed(11).reused_equals_fresh().err();
            let failed: Vec<String> = failed.iter().chain(&again).map(ToString::to_string).collect();
            assert!(failed.is_empty(), "{table} {player}: {failed:?}");
        }
    }
}

/// A group is told the roles of its own seats and of no others; who shows them is told nothing.
#[test]
fn a_group_is_told_its_own_roles_alone() {
    let told = |spec: &str| Pact::of(&spec.parse().unwrap()).unwrap().told().to_string();
    assert_eq!(told("colluder(partners=BD,side=more)"), "B, D");
    assert_eq!(told("colluder(partners=BD,side=more,roles=shown)"), "");
    assert_eq!(told("colluder(partners=BD)"), "");
    let rules = rules("saboteur-collusion", 6);
    let sits = |spec: &str| crate::seat::<Saboteur>(&spec.parse().unwrap(), &rules);
    assert!(matches!(sits("colluder(partners=BD,side=more)"), Ok(Player::Oracle(_))));
    assert!(matches!(sits("colluder(partners=BD,side=more,roles=shown)"), Ok(Player::Agent(_))));
    let refused = |spec: &str| sits(spec).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused("colluder(side=more)").contains("partners=AB"));
    assert!(refused("colluder(partners=none,side=more)").contains("partners=AB"));
    assert!(refused("colluder(partners=AB,roles=shown)").contains("side=more"));
    for speaks in ["papers(tells=yes)", "papers(bluff=lie)", "colluder(hears=all)"] {
        assert!(refused(speaks).contains("talk=on"), "{speaks}");
    }
    assert!(refused("colluder(partners=AH)").contains("names H, and there are 6 seats"));
}

/// The same seeds, the same game; and whoever thinks sees no more than its view.
#[test]
fn thinking_is_repeatable() {
    let rules = rules("saboteur-collusion", 6);
    let play = |spec: &str, seed: u64| {
        let mut seated: Vec<Player<Saboteur>> = ["papers"; 6]
            .iter()
            .enumerate()
            .map(|(i, papers)| if i == 0 { spec } else { papers })
            .map(|spec| crate::seat(&spec.parse().unwrap(), &rules).unwrap())
            .collect();
        let mut referee = Referee::new(&rules, Seeds::new(seed));
        referee.play(&mut seated, &mut ()).unwrap();
        *referee.public()
    };
    for spec in ["thinker(sims=60)", "thinker(sims=60,by=oracle)", "estimating(ma=1)"] {
        let one = play(spec, 4);
        assert_eq!(one, play(spec, 4), "{spec}");
        assert_ne!(one, play(spec, 5), "{spec}");
    }
    assert!(crate::seat::<Saboteur>(&"thinker(play=random)".parse().unwrap(), &rules).is_err());
    assert!(
        crate::seat::<Saboteur>(&"thinker(play=papers(suspects=oracle))".parse().unwrap(), &rules).is_err()
    );
    assert!(crate::seat::<Saboteur>(&"thinker(sims=1,ms=1)".parse().unwrap(), &rules).is_err());
}
