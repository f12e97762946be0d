//! What stands beside a seat, and when cards lie face up.

use exams::HighCard;
use exams::high_card::Rules;
use table::{Lang, Occupant, Seat, Seeds, Session, Table, label};

#[test]
fn a_label_is_short_and_harmless() {
    assert_eq!(label("uct(sims=10)", 16), "uct(sims=10)");
    assert_eq!(label("exec(cmd=\"python3 agent.py\")", 16), "exec(cmd=\"pytho…");
    assert_eq!(label("exec(cmd=\"python3 agent.py\",name=mine)", 16), "mine");
    assert_eq!(label("\u{1b}[2Jevil\u{7}", 40), "\\u{1b}[2Jevil\\u{7}");
    assert_eq!(label("a\u{202e}b", 40), "a\\u{202e}b");
    assert_eq!(label("名前", 16), "名前");
}

#[test]
fn nothing_is_face_up_before_the_end() {
    let rules = Rules { seats: 2, first: Seat::new(0) };
    let seats = vec![Occupant::External("a".into()), Occupant::External("b".into())];
    let opening = Table::<HighCard>::opening(&rules, Seeds::new(1), 1, seats);
    let mut table = Table::<HighCard>::open(opening, Box::new(|_, _| Err("nobody".into()))).unwrap();
    let mut looks = 0;
    while table.payoffs().is_none() {
        assert_eq!(table.face_up(None, Lang::English, 80), None);
        assert!(table.closed_since(None, 0, Lang::English, 80).is_empty());
        let seat = table.waiting().first().unwrap();
        let action = table.legal(seat)[0].clone();
        table.commit(seat, &action).unwrap();
        looks += 1;
    }
    assert!(looks > 0 && table.face_up(None, Lang::English, 80).is_some());
}
