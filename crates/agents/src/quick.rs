//! Every player with a small budget: what the exam and the signature seat.

use table::Spec;

use crate::registry::{AGENTS, AgentInfo};

/// Players whose parameters make them another player, beyond the row as it stands.
const VARIANTS: &[(&str, &str, &str)] = &[
    ("colluder", "saboteur", "colluder(partners=found,saboteurs=found,suspects=pass)"),
    ("colluder", "saboteur", "colluder(partners=told,saboteurs=told)"),
    ("estimating", "raiders", "estimating(by=uniform)"),
    ("estimating", "saboteur", "estimating(by=suspicion)"),
    ("exact", "buzzard", "exact(rounds=3,opening=\"rm(sims=30)\")"),
    ("heuristic", "raiders", "heuristic(as=program)"),
    ("papers", "saboteur", "papers(suspects=path-break,t=4,litter=0.5)"),
    ("papers", "saboteur", "papers(suspects=guess)"),
    ("papers", "saboteur", "papers(suspects=oracle)"),
    ("pimc", "", "pimc(sims=30,worlds=5,poll=votes)"),
    ("rm", "buzzard", "rm(sims=30,plus=no,explores=yes)"),
    ("thinker", "raiders", "thinker(by=oracle,sims=30)"),
    ("thinker", "saboteur", "thinker(by=oracle,sims=30)"),
    ("tipped", "raiders", "tipped(pair=friend-enemy,enemy=random)"),
];

/// The players of a game with budgets small enough for a test, in the order of the list: each row, then what
/// some of its parameters make of it. Programs outside are left out.
pub fn quick_agents(game: &str) -> Vec<Spec> {
    let rows = AGENTS.iter().filter(|row| row.plays(game) && row.name != "exec");
    rows.flat_map(|row| [quick(row)].into_iter().chain(variants(row, game))).collect()
}

fn variants(row: &AgentInfo, game: &str) -> impl Iterator<Item = Spec> {
    let of_row =
        move |(name, of, _): &&(&str, &str, &str)| *name == row.name && (of.is_empty() || *of == game);
    VARIANTS.iter().filter(of_row).map(|(_, _, text)| text.parse().expect("a spec written here can be read"))
}

/// The row with 30 simulations a choice, where it counts them.
fn quick(row: &AgentInfo) -> Spec {
    let small = |key: &str, value: &str| (key.to_string(), value.to_string());
    let params = row.params.iter().filter_map(|param| match param.key {
        "sims" => Some(small("sims", "30")),
        "worlds" => Some(small("worlds", "5")),
        "opening" => Some(small("opening", "rm(sims=30)")),
        _ => None,
    });
    Spec { params: params.collect(), ..Spec::named(row.name) }
}
