// Without a mouse: from the lobby to the end of a game and into another one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PHONE, Person, Server, launch, visit } from './support.js';

let server, browser;
before(async () => { [server, browser] = [await Server.start(), await launch()]; });
after(async () => { await browser?.close(); await server?.stop(); });

const focused = page => page.evaluate(() => {
  const { id, dataset, textContent } = document.activeElement;
  return dataset.part ?? (id || textContent);
});

/** Presses the tabulator until something is focused that fits. */
async function tabTo(page, fits) {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    if (fits(await focused(page))) return;
  }
  assert.fail('the tabulator does not lead there');
}

/** One choice: an arrow to a part, Enter picks it, Enter plays it. */
async function choose(person) {
  const { page } = person, { turn, choices } = await person.state();
  await page.keyboard.press('ArrowRight');
  const first = await focused(page);
  await page.keyboard.press('ArrowRight');
  assert.match(await focused(page), /^card:/);
  assert.equal(await focused(page) === first, choices.length === 1, 'an arrow goes on to the next card');
  await page.keyboard.press('Enter');
  assert.equal(await focused(page), 'main');
  await page.keyboard.press('Enter');
  await page.waitForFunction(before => table.state.turn > before, turn);
}

test('a whole game of the buzzard by keys alone, then another', async () => {
  const page = await visit(browser);
  const person = new Person(page, 3);
  await page.goto(server.base);
  await tabTo(page, name => name === 'Play at once');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#picture svg');
  while (await person.asked()) await choose(person);
  const first = page.url();
  await page.keyboard.press('n');
  await page.waitForURL(url => url.href !== first);
  await page.waitForSelector('#picture svg');
  assert.equal((await person.state()).number, 0);
  assert.deepEqual(page.faults, []);
});

test('Escape clears, h shows a hint that can be taken, the question mark opens the rules', async () => {
  const page = await visit(browser);
  const person = new Person(page);
  const { links } = await server.open({ game: 'buzzard', seats: ['person', 'random', 'random'] });
  await person.sit(server.base + links[0].link);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press(' ');
  assert.equal(await page.locator('#picture .picked').count(), 1);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#picture .picked').count(), 0);
  await page.keyboard.press('h');
  await page.waitForSelector('#hint b');
  await page.click('#hint button');
  assert.equal(await page.getAttribute('#main', 'aria-disabled'), 'false');
  await page.keyboard.press('?');
  await page.waitForSelector('#rules-text #rulebook');
  await page.keyboard.press('Escape');
  assert.equal(await page.isVisible('#rules'), false);
  assert.deepEqual(page.faults, []);
});

test('the focus stays where it was when the picture changes', async () => {
  const page = await visit(browser);
  const { links } = await server.open({ game: 'buzzard', seats: ['person', 'random'] });
  await new Person(page).sit(server.base + links[0].link);
  await page.focus('#picture [data-part="card:9"]');
  const drawn = await page.evaluate(() => table.drawn);
  await page.setViewportSize(PHONE);
  await page.waitForFunction(before => table.drawn !== before, drawn);
  assert.equal(await focused(page), 'card:9');
});

test('what may not be chosen is explained', async () => {
  const page = await visit(browser);
  const { links } = await server.open({ game: 'buzzard', seats: ['person', 'person'] });
  const person = new Person(page);
  await person.sit(server.base + links[0].link);
  await person.act();
  await page.locator('#picture [data-part]').first().click();
  assert.match(await page.textContent('#note'), /envelope/);
});

test('my games are listed, and can be forgotten', async () => {
  const page = await visit(browser);
  const { links } = await server.open({ game: 'kuhn', seats: ['person', 'random'] });
  await new Person(page).sit(server.base + links[0].link);
  await page.goto(server.base);
  await page.waitForFunction(() => byId('my-games').querySelectorAll('.quiet')[2]?.textContent !== '');
  assert.equal(await page.locator('#my-games li').count(), 1);
  await page.click('#my-games button');
  assert.equal(await page.isVisible('#mine'), false);
});

test('two clicks in a hurry open one table', async () => {
  const page = await visit(browser);
  const asked = [];
  page.on('request', request => request.method() === 'POST' && asked.push(request.url()));
  await page.goto(server.base);
  await page.locator('[data-game=kuhn] button').first().dblclick();
  await page.waitForSelector('#picture svg');
  assert.deepEqual(asked, [`${server.base}/tables`]);
});

test('a link can be pasted in the lobby', async () => {
  const page = await visit(browser);
  const { links } = await server.open({ game: 'kuhn', seats: ['person', 'random'] });
  await page.goto(server.base);
  await page.fill('#watch', 'not a link');
  await page.press('#watch', 'Enter');
  assert.notEqual(await page.textContent('#note'), '');
  await page.fill('#watch', server.base + links[0].link);
  await page.press('#watch', 'Enter');
  await page.waitForSelector('#picture svg');
  assert.equal((await new Person(page).state()).you, 'A');
});

test('the language switches and the seat stays', async () => {
  const page = await visit(browser);
  const { links } = await server.open({ game: 'kuhn', seats: ['person', 'random'] });
  await new Person(page).sit(server.base + links[0].link);
  await page.click('[data-lang=ja]');
  await page.waitForFunction(() => document.documentElement.lang === 'ja' && table.state);
  assert.equal((await new Person(page).state()).you, 'A');
});
