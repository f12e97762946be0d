//! What models are promised, and what those who are told make of it.

use games::{Kuhn, Raiders, Saboteur};
use table::{Game, Notation, random_event};

use super::*;

fn rules<G: Notation>(spec: &str, seats: usize) -> G::Rules {
    G::read_rules(&spec.parse().unwrap(), seats).unwrap()
}

/// A model that says nothing and checks what it is asked: one list a deal, as long as the likelihoods, all of them 1.
struct Careful<G: RoleGame> {
    list: Vec<Assignment<G>>,
    deals: usize,
}

impl<G: RoleGame> Model<G> for Careful<G> {
    fn weigh(
        &mut self,
        view: View<'_, G>,
        _seen: &G::Seen,
        assignments: &[Assignment<G>],
        likely: &mut [f64],
    ) {
        assert_eq!(assignments.is_empty(), !G::roles_dealt(view.public), "listed while roles are dealt");
        assert!(likely.len() == assignments.len() && likely.iter().all(|one| *one == 1.0));
        match (self.list.is_empty(), assignments.is_empty()) {
            (true, false) => self.deals += 1,
            (false, false) => assert!(self.list == assignments, "another list of the same deal"),
            _ => {}
        }
        self.list = assignments.to_vec();
        // What was written last time is not read again.
        likely.fill(0.5);
    }
}

/// Plays random games on, each seen from every seat; how many deals there were, and how many assignments dropped out.
fn watched<G: RoleGame>(spec: &str, seats: usize) -> (usize, usize) {
    let (rules, mut scratch, mut dropped, mut deals) = (rules::<G>(spec, seats), Vec::new(), 0, 0);
    for (game, seat) in (0..4).flat_map(|game| Seat::all(seats).map(move |seat| (game, seat))) {
        let (mut truth, mut rng) = (G::new(&rules), Rng::new(game));
        let mut posterior = Posterior::<G, _>::new(Careful { list: Vec::new(), deals: 0 });
        posterior.begin(truth.view(seat));
        while let Some(event) = random_event(&truth, &mut rng, &mut scratch) {
            truth.apply(&event);
            posterior.see(truth.view(seat), &truth.seen(&event, Some(seat)));
            let mut known = Vec::new();
            list_assignments(truth.view(seat), &mut known);
            let listed = posterior.assignments(truth.view(seat));
            let roles = |list: &[Assignment<G>]| list.iter().map(|(roles, _)| *roles).collect::<Vec<_>>();
            assert_eq!(roles(listed), roles(&known), "what is known for sure is taken in at once");
            dropped = dropped.max(posterior.dealt.len() - known.len());
        }
        deals = deals.max(posterior.model.deals);
    }
    (deals, dropped)
}

#[test]
fn a_model_is_asked_about_one_list_a_deal() {
    assert_eq!(watched::<Kuhn>("kuhn", 3), (1, 0));
    let (deals, dropped) = watched::<Saboteur>("saboteur(rounds=2)", 4);
    assert!(deals == 2 && dropped > 0, "{deals} {dropped}");
    let (deals, dropped) = watched::<Raiders>("raiders-modified", 5);
    assert!(deals == 1 && dropped > 0, "{deals} {dropped}");
}

/// Before it is told of everybody it imagines anything, then nothing but what it was told.
#[test]
fn who_is_told_the_roles_imagines_them() {
    let (rules, seat) = (rules::<Saboteur>("saboteur-collusion", 6), Seat::new(1));
    let (mut truth, mut rng) = (Saboteur::new(&rules), Rng::new(5));
    while !Saboteur::roles_dealt(truth.public()) {
        truth.apply(&random_event(&truth, &mut rng, &mut Vec::new()).unwrap());
    }
    let (view, roles) = (truth.view(seat), truth.roles().unwrap());
    let mut told = Told::<Saboteur>::default();
    let found = |told: &mut Told<Saboteur>| -> Vec<bool> {
        (0..30).map(|i| told.imagine(view, &mut Rng::new(i)).roles() == Some(roles)).collect()
    };
    roles.iter().skip(1).for_each(|(seat, role)| told.reveal_role(seat, role));
    assert!(found(&mut told).contains(&false) && told.assignments(view).is_empty(), "one was not told");
    told.reveal_role(Seat::new(0), roles[Seat::new(0)]);
    assert_eq!(told.assignments(view), [(roles, 1.0)]);
    assert_eq!(found(&mut told), [true; 30]);
    Belief::begin(&mut told, view);
    assert!(told.assignments(view).is_empty(), "another game, other roles");
}
