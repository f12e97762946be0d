// Several people at one table: envelopes, several tabs, spectators, leaving and coming back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, Server, launch, newTab, visit } from './support.js';

let server, browser;
before(async () => { [server, browser] = [await Server.start(), await launch()]; });
after(async () => { await browser?.close(); await server?.stop(); });

/** A table of the buzzard for two people and an agent, and both of them in browsers of their own. */
async function two(clock = null) {
  const { links, table } = await server.open({ game: 'buzzard', seats: ['person', 'person', 'random'], clock });
  const people = [];
  for (const { link } of links) {
    const person = new Person(await visit(browser), people.length + 1);
    await person.sit(server.base + link);
    people.push(person);
  }
  return { people, table, links };
}

async function bid(person, card) {
  await person.page.click(`#picture [data-part="card:${card}"]`);
  await person.page.click('#main');
}

const envelope = person => person.page.waitForFunction(() => table.state.envelope);

test('a bid stays in its envelope until all have bid, and can be taken back', async () => {
  const { people: [a, b], table } = await two();
  const spectator = new Person(await visit(browser));
  await spectator.sit(`${server.base}/t/${table}`);
  await bid(a, 15);
  await envelope(a);
  assert.match(await a.page.textContent('#status'), /15/);
  const seenBefore = [await b.state(), await spectator.state()].map(state => JSON.stringify(state));
  seenBefore.forEach(seen => assert.ok(!seen.includes('A bids'), 'nobody else knows what A bids'));
  await a.page.keyboard.press('u');
  await a.page.waitForFunction(() => !table.state.envelope && table.state.choices.length === 15);
  await bid(a, 1);
  await envelope(a);
  await bid(b, 2);
  for (const person of [a, b, spectator]) {
    await person.page.waitForFunction(() => [...byId('events').children].some(line => /\b1\b/.test(line.textContent) && /\b2\b/.test(line.textContent)));
    assert.deepEqual(person.page.faults, []);
  }
});

test('two people play to the end', async () => {
  const { people } = await two();
  await Promise.all(people.map(person => person.play()));
  const [a, b] = await Promise.all(people.map(person => person.state()));
  assert.deepEqual(a.over, b.over);
  assert.equal(a.over.last, true);
  people.forEach(({ page }) => assert.deepEqual(page.faults, []));
});

test('where another person sits there are no hints', async () => {
  const { people: [a] } = await two();
  assert.equal(await a.page.isVisible('#ask'), false);
});

test('a spectator sees no hand and has nothing to press', async () => {
  const { table } = await two();
  const page = await visit(browser);
  await new Person(page).sit(`${server.base}/t/${table}`);
  assert.equal(await page.locator('#picture [tabindex]').count(), 0);
  assert.equal(await page.isVisible('#main'), false);
  assert.match(await page.textContent('#who'), /watching/);
});

test('a second tab of the same seat shows and chooses the same', async () => {
  const { people: [a, b], links } = await two();
  const other = new Person(await newTab(a.page.context()), 9);
  await other.sit(server.base + links[0].link);
  await a.page.click('#picture [data-part="card:7"]');
  await bid(other, 9);
  await envelope(a);
  assert.match(await a.page.textContent('#status'), /9/);
  await bid(b, 3);
  await a.page.waitForFunction(() => table.state.choices.length === 14);
  await bid(a, 7);
  await envelope(other);
  [a, other, b].forEach(({ page }) => assert.deepEqual(page.faults, []));
});

test('an entry that was overtaken is refused with a sentence, and the page catches up at once', async () => {
  const { people: [a], table, links } = await two();
  // This tab hears nothing of what the same seat does elsewhere: its next line stays silent.
  let lines = 0;
  await a.page.route('**/events?*', route => (lines++ ? route.continue() : undefined));
  await a.page.evaluate(() => refresh());
  const { turn, choices } = await a.state();
  const headers = { Authorization: `Bearer ${links[0].link.split('#')[1]}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ turn, choice: choices.find(({ parts }) => parts.includes('card:4')).action });
  const elsewhere = await fetch(`${server.base}/t/${table}/entries`, { method: 'POST', headers, body });
  assert.equal(elsewhere.status, 200);
  await bid(a, 12);
  // Sooner than a silent line is given up.
  await a.page.waitForFunction(() => table.state.envelope, null, { timeout: 10000 });
  assert.match(await a.page.textContent('#status'), /\b4\b/);
});

test('somebody who leaves is replaced by an agent, and can sit down again', async () => {
  const { people: [a, b] } = await two();
  a.page.on('dialog', dialog => dialog.accept());
  await a.page.click('#leave');
  await a.page.waitForFunction(() => away());
  await bid(b, 5);
  await b.page.waitForFunction(() => table.state.choices.length === 14);
  await a.page.click('#main');
  await a.page.waitForFunction(() => !away());
  // The agent had chosen for this round already.
  await b.act();
  await a.page.waitForFunction(() => table.state.choices.length === 13);
  await bid(a, (await a.state()).choices[0].parts[0].split(':')[1]);
  await envelope(a);
});

test('who is too slow is played for', async () => {
  // Both pages load while the clock runs.
  const { people: [a, b] } = await two(15);
  assert.equal(await a.page.isVisible('#clock'), true);
  await bid(a, 8);
  await b.page.waitForFunction(() => away());
  await b.page.waitForFunction(() => table.state.choices.length === 0 && byId('main').getAttribute('aria-disabled') === 'false');
});

test('what an agent chose while one was away is not shown, and the page says so', async () => {
  const { people: [a, b] } = await two();
  a.page.on('dialog', dialog => dialog.accept());
  await a.page.click('#leave');
  await a.page.waitForFunction(() => away() && !table.state.thinking);
  await a.page.click('#main');
  await a.page.waitForFunction(() => !away());
  assert.match(await a.page.textContent('#status'), /^An agent has chosen for you this turn/);
  assert.deepEqual([(await a.state()).envelope, (await a.state()).choices], [null, []]);
  await bid(b, 5);
  await a.page.waitForFunction(() => table.state.choices.length === 14);
});

test('a server whose disk refuses says so, and the entry is sent until it is taken', async () => {
  const { people: [a] } = await two();
  const error = 'the disk did not take it, and nothing has happened; try again';
  await a.page.route('**/entries', route => route.fulfill({ status: 503, contentType: 'application/json', body: JSON.stringify({ error }) }));
  await bid(a, 7);
  await a.page.waitForFunction(said => byId('note').textContent === said, error);
  await a.page.unroute('**/entries');
  await a.page.waitForFunction(() => table.state.envelope);
  await a.page.waitForFunction(() => byId('note').textContent === '');
});

test('an answer is given in advance until it is taken back', async () => {
  const { links } = await server.open({ game: 'raiders', seats: ['person', 'person', 'heuristic', 'heuristic'] });
  const page = await visit(browser);
  await page.goto(server.base + links[0].link);
  const hide = page.locator('#standing button');
  await hide.waitFor();
  assert.equal(await hide.textContent(), 'Stay hidden until you say otherwise');
  for (const pressed of ['true', 'false']) {
    await hide.click();
    await page.waitForFunction(stands => document.querySelector('#standing button')?.ariaPressed === stands, pressed);
  }
  assert.deepEqual(page.faults, []);
});
