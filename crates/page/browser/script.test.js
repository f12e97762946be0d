// The parts of the script that need no browser: choosing by parts, and cutting a stream into messages.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import vm from 'node:vm';

const source = readFileSync(new URL('../assets/script.js', import.meta.url), 'utf8');
const { Choices, Messages, backoff } = vm.runInThisContext(`${source}; ({ Choices, Messages, backoff })`);

const SORTS = ['does', 'what', 'where', 'how'];

/** Actions whose parts are their words, as `Part::words` makes them. */
function worded(...actions) {
  const parts = action => action.split(' ').map((name, i) => `${SORTS[Math.min(i, 3)]}:${name}`);
  return new Choices(actions.map(action => ({ action, label: action, parts: parts(action) })));
}

/** Cards of one sort, several at once. */
function cards(...actions) {
  const parts = action => action.split(' ').map(name => `card:${name}`);
  return new Choices(actions.map(action => ({ action, label: action, parts: parts(action) })));
}

const board = () => worded('digs UD 1,2', 'digs UD 1,4', 'digs LR 1,2', 'passes');

test('parts narrow in any order', () => {
  for (const order of [['what:UD', 'where:1,4'], ['where:1,4', 'does:digs']]) {
    const choices = board();
    assert.equal(choices.ready(), null);
    order.forEach(part => choices.pick(part));
    assert.equal(choices.settled().action, 'digs UD 1,4');
  }
});

test('what would tell nothing apart is not offered', () => {
  const choices = board();
  choices.toggle('where:1,2');
  assert.equal(choices.left().length, 2);
  assert.deepEqual(choices.offers(), ['what:UD', 'what:LR']);
  choices.clear();
  choices.toggle('does:passes');
  assert.equal(choices.settled().action, 'passes');
});

test('what could still grow is ready, and not settled', () => {
  const choices = cards('8s', '8s 8h', '8s 8h 8d', '3c');
  choices.toggle('card:8s');
  assert.deepEqual([choices.ready().action, choices.settled()], ['8s', null]);
  choices.toggle('card:8h');
  assert.deepEqual([choices.ready().action, choices.settled()], ['8s 8h', null]);
  choices.toggle('card:8d');
  assert.equal(choices.settled().action, '8s 8h 8d');
  choices.toggle('card:8d');
  assert.deepEqual([choices.ready().action, choices.settled()], ['8s 8h', null]);
});

test('an unknown part changes nothing', () => {
  const choices = board();
  choices.toggle('where:9,9');
  assert.deepEqual(choices.picked, []);
  assert.equal(choices.knows('where:9,9'), false);
});

test('a part that does not go with what was picked takes its place', () => {
  const choices = board();
  ['what:UD', 'where:1,4', 'what:LR'].forEach(part => choices.toggle(part));
  assert.deepEqual(choices.picked, ['what:LR'], 'LR does not fit 1,4');
  const kept = board();
  ['what:UD', 'where:1,2', 'what:LR'].forEach(part => kept.toggle(part));
  assert.deepEqual(kept.picked, ['where:1,2', 'what:LR'], 'the place stays, for LR fits there');
});

test('of several cards those stay that go with the new one', () => {
  const choices = cards('8s 8h', '8s 9s Ts', '9s');
  ['card:8s', 'card:8h', 'card:9s'].forEach(part => choices.toggle(part));
  assert.deepEqual(choices.picked, ['card:8s', 'card:9s']);
});

test('a settled choice shows all of itself, and any of its parts puts it back', () => {
  for (const [picked, back] of [[['card:Qs'], 'card:Qh'], [['card:Qs', 'card:Qh'], 'card:Qh'], [['card:Qs'], 'card:Qs']]) {
    const choices = cards('Qs Qh', 'As Ah');
    picked.forEach(part => choices.pick(part));
    assert.deepEqual(choices.shown(), ['card:Qs', 'card:Qh']);
    choices.toggle(back);
    assert.deepEqual([choices.picked, choices.ready()], [[], null]);
  }
});

test('what every action has that is left need not be picked', () => {
  const tools = new Choices(['lantern', 'cart'].map(tool => (
    { action: tool, label: tool, parts: ['card:repair', 'seat:B', `tool:${tool}`] })).concat([
    { action: 'discards', label: 'discards', parts: ['card:repair', 'does:discards'] }]));
  tools.toggle('seat:B');
  assert.deepEqual(tools.shown(), ['seat:B', 'card:repair']);
  assert.deepEqual(tools.offers(), ['tool:lantern', 'tool:cart']);
  tools.toggle('card:repair');
  assert.deepEqual(tools.shown(), [], 'what is implied is put back with what implies it');
  const melds = cards('8s 8h', '8s 8h 8d', '3c');
  melds.toggle('card:8h');
  assert.equal(melds.ready().action, '8s 8h');
  assert.equal(cards('8s', '8s 8h').ready(), null, 'nothing is ready before anything is picked');
});

/** What both sides must agree on, whatever the order of the picks. */
function stands(choices) {
  const [settled, ready] = [choices.settled(), choices.ready()];
  const names = parts => parts.map(part => part.slice(5)).sort();
  const standing = settled ? 'settled' : ready ? 'growing' : 'open';
  return { standing, action: ready?.action ?? null, shown: names(choices.shown()), offers: names(choices.offers()) };
}

test('the page and the terminal choose alike', () => {
  const cases = JSON.parse(readFileSync(new URL('../../table/tests/choices.json', import.meta.url), 'utf8'));
  const words = text => text.split(' ').filter(word => word);
  for (const { why, legal, picks, shown, offers, ...expected } of cases) {
    for (const order of [words(picks), words(picks).reverse()]) {
      const choices = cards(...legal);
      order.forEach(name => choices.pick(`card:${name}`));
      assert.deepEqual(stands(choices), { ...expected, shown: words(shown).sort(), offers: words(offers).sort() }, why);
    }
  }
});

test('messages come whole, however the pieces are cut', () => {
  const stream = ': beat\n\ndata: {"a":1}\n\nevent: x\ndata: two\ndata: lines\n\nda';
  for (const size of [1, 2, 3, 7, stream.length]) {
    const messages = new Messages(), heard = [];
    for (let i = 0; i < stream.length; i += size) heard.push(...messages.add(stream.slice(i, i + size)));
    assert.deepEqual(heard, ['{"a":1}', 'two\nlines']);
  }
  assert.deepEqual(new Messages().add('data:x\r\n\r\n'), ['x']);
});

test('failures are waited for longer and longer, up to a bound, never all at the same moment', () => {
  assert.deepEqual([0, 1, 2, 9].map(failures => backoff(failures, 1)), [300, 600, 1200, 8000]);
  assert.equal(backoff(9, 0), 4000);
});
