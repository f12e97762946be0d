// With fingers: a card that is laid and turned, a picture that is pinched, and a tab that nobody looks at.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PHONE, Person, Server, launch, visit } from './support.js';

let server, browser;
before(async () => { [server, browser] = [await Server.start(), await launch()]; });
after(async () => { await browser?.close(); await server?.stop(); });

const SABOTEUR = { game: 'saboteur', seats: ['person', 'random', 'random', 'random'] };

/** A card and a place where it fits both ways, if this hand has one. */
function bothWays(choices) {
  const laid = (way, choice) => choice.parts.includes(way) && choice.parts.filter(part => !part.startsWith('turn:')).join(' ');
  const turned = new Set(choices.map(choice => laid('turn:turned', choice)).filter(Boolean));
  const both = choices.map(choice => laid('turn:upright', choice)).find(parts => turned.has(parts));
  return both?.split(' ').toSorted();
}

/** A table at which there is one; hands are dealt by chance. */
async function tableToTurn(person) {
  for (let tries = 0; tries < 20; tries++) {
    const { links } = await server.open(SABOTEUR);
    await person.sit(server.base + links[0].link);
    await person.asked();
    const parts = bothWays((await person.state()).choices);
    if (parts) return parts;
  }
  return assert.fail('no hand of twenty has a card that fits both ways');
}

test('a card is laid with two taps, and another tap turns it', async () => {
  const page = await visit(browser, { viewport: PHONE, hasTouch: true });
  const person = new Person(page);
  const [card, cell] = await tableToTurn(person);
  await page.tap(`#picture [data-part="${card}"]`);
  assert.ok(await page.locator('#picture .offered[data-part^="cell:"]').count() > 0, 'places are shown');
  await page.tap(`#picture [data-part="${cell}"]`);
  const [label, ghost] = [await page.textContent('#main'), await page.getAttribute('.ghost', 'transform')];
  assert.equal(await page.getAttribute('#main', 'aria-disabled'), 'false');
  await page.tap(`#picture [data-part="${cell}"]`);
  assert.notEqual(await page.textContent('#main'), label);
  assert.notEqual(await page.getAttribute('.ghost', 'transform'), ghost);
  const { turn, choices } = await person.state();
  const label2 = await page.textContent('#main');
  assert.ok(choices.some(choice => choice.label === label2 && [card, cell].every(part => choice.parts.includes(part))));
  await page.tap('#main');
  await page.waitForFunction(before => table.state.turn > before, turn);
  assert.deepEqual(page.faults, []);
});

test('a double tap on what is settled plays it', async () => {
  const page = await visit(browser, { viewport: PHONE, hasTouch: true });
  const person = new Person(page);
  const { links } = await server.open({ game: 'buzzard', seats: ['person', 'person'] });
  await person.sit(server.base + links[0].link);
  await page.locator('#picture [data-part="card:6"]').dblclick();
  await page.waitForFunction(() => table.state.envelope);
  assert.match(await page.textContent('#status'), /\b6\b/);
});

const scale = page => page.evaluate(() => picture().firstElementChild.getScreenCTM().a);

test('a picture that is drawn too small can be enlarged, by buttons and by two fingers', async () => {
  const page = await visit(browser, { viewport: { width: 320, height: 640 }, hasTouch: true });
  const { links } = await server.open(SABOTEUR);
  await new Person(page).sit(server.base + links[0].link);
  const before = await scale(page);
  await page.tap('[data-zoom="1.4"]');
  assert.ok(await scale(page) > 1.3 * before);
  assert.ok(await page.evaluate(() => picture().scrollWidth > picture().clientWidth), 'and it scrolls');
  await page.tap('[data-zoom="0"]');
  assert.ok(Math.abs(await scale(page) - before) < 0.01);
  await pinch(page, 40, 120);
  assert.ok(await scale(page) > 2 * before);
});

/** Two fingers in the picture that go apart. */
async function pinch(page, from, to) {
  const fingers = await page.context().newCDPSession(page);
  const at = apart => [{ x: 160 - apart / 2, y: 200, id: 0 }, { x: 160 + apart / 2, y: 200, id: 1 }];
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(to) });
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Lets a page believe that its tab is looked at, or not. */
function setHidden(page, hidden) {
  return page.evaluate(value => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

test('a tab that nobody looks at gives its connection back, and catches up when it is looked at', async () => {
  const page = await visit(browser);
  const { links } = await server.open({ game: 'buzzard', seats: ['person', 'person'] });
  const [a, b] = [new Person(page), new Person(await visit(browser), 2)];
  await a.sit(server.base + links[0].link);
  await b.sit(server.base + links[1].link);
  await a.act();
  await setHidden(page, true);
  await page.waitForFunction(() => table.line.signal.aborted);
  await b.act();
  await setHidden(page, false);
  await page.waitForFunction(() => table.state.choices.length === 14);
  const events = (await a.told()).map(([, event]) => event);
  assert.deepEqual(events, [...new Set(events)].sort((x, y) => x - y));
  assert.equal(await page.evaluate(() => document.body.classList.contains('cut')), false);
});

test('things glide to where they are next, unless somebody wants it calm', async () => {
  for (const [reducedMotion, moves] of [['no-preference', true], ['reduce', false]]) {
    const page = await visit(browser, { reducedMotion });
    const { links } = await server.open({ game: 'daihinmin', seats: ['person', 'random', 'random', 'random', 'random'] });
    const person = new Person(page, 4);
    await person.sit(server.base + links[0].link);
    await person.asked();
    await page.evaluate(() => {
      window.glides = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...how) { window.glides += 1; return animate.apply(this, how); };
    });
    for (let i = 0; i < 4 && await person.asked(); i++) await person.act();
    assert.equal(await page.evaluate(() => window.glides > 0), moves);
  }
});
