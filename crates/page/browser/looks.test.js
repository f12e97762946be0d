// How pages look and read: axe-core, no sideways scrolling, own assets' size, screenshots into the folder SHOTS.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PHONE, Person, Server, WIDE, launch, visit } from './support.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const shots = process.env.SHOTS;
if (shots) mkdirSync(shots, { recursive: true });

let server, browser;
before(async () => { [server, browser] = [await Server.start(), await launch()]; });
after(async () => { await browser?.close(); await server?.stop(); });

/** The serious findings of axe-core. It is put in past the policy, which allows no foreign script. */
async function findings(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
  return serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(node => node.target).join(' ')}`);
}

/** What is looked at on every page: no findings, nothing wider than the screen, a head of one line. */
async function look(page, name) {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`) });
  assert.deepEqual(await findings(page), [], name);
  const [over, head] = await page.evaluate(() => [document.documentElement.scrollWidth - innerWidth,
    document.querySelector('.head').offsetHeight]);
  assert.ok(over <= 0, `${name}: ${over} px too wide`);
  assert.ok(head <= 60, `${name}: the head is ${head} px high`);
}

const GAMES = [['buzzard', 3], ['daihinmin', 5], ['saboteur', 5], ['raiders', 5], ['kuhn', 2], ['leduc', 2]];

/** Tables in the middle of their games, with something picked where a click picks. */
async function lookAtTables(page, name) {
  for (const [game, count] of GAMES) {
    const seats = ['person', ...Array(count - 1).fill('random')];
    const { links } = await server.open({ game, seats, series: 3 });
    const person = new Person(page, 5);
    await person.sit(server.base + links[0].link);
    for (let i = 0; i < 2 && await person.asked(); i++) await person.act();
    if (await person.asked() && await page.locator('#picture .offered').count()) await page.locator('#picture .offered').first().click();
    await look(page, `${game}-${name}`);
  }
}

/** Every screen, light and language once with another; all of them together where screenshots are wanted. */
const LOOKS = [[1280, 'light', 'en'], [1280, 'dark', 'ja'], [390, 'light', 'ja'], [390, 'dark', 'en']];
const OTHERS = [[1280, 'light', 'ja'], [1280, 'dark', 'en'], [390, 'light', 'en'], [390, 'dark', 'ja']];

for (const [width, colorScheme, locale] of shots ? [...LOOKS, ...OTHERS] : LOOKS) {
  const name = `${width}-${colorScheme}-${locale}`, viewport = width === 390 ? PHONE : WIDE;
  test(`lobby, rules and tables at ${name}`, async () => {
    const page = await visit(browser, { viewport, colorScheme, locale, hasTouch: viewport === PHONE });
    await page.goto(server.base);
    await look(page, `lobby-${name}`);
    await page.locator('[data-game=saboteur] button').nth(1).click();
    await look(page, `setup-${name}`);
    await page.goto(`${server.base}/rules/saboteur`);
    await look(page, `rules-${name}`);
    await page.goto(`${server.base}/runs`);
    await look(page, `runs-${name}`);
    await page.goto(`${server.base}/nothing-here`);
    await look(page, `error-${name}`);
    await lookAtTables(page, name);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test('rules open over the table on a phone, and hints are readable', async () => {
  const page = await visit(browser, { viewport: PHONE, hasTouch: true });
  const { links } = await server.open({ game: 'buzzard', seats: ['person', 'random', 'random'] });
  await new Person(page).sit(server.base + links[0].link);
  await page.click('#ask');
  await page.waitForSelector('#hint b');
  await look(page, 'hint-390');
  await page.click('#open-rules');
  await page.waitForSelector('#rules-text #rulebook');
  await look(page, 'rules-beside-390');
});

test('a hint tells what is believed of everybody', async () => {
  const page = await visit(browser, { viewport: PHONE, hasTouch: true });
  const { links } = await server.open({ game: 'daihinmin', seats: ['person', 'random', 'random', 'random', 'random'] });
  const person = new Person(page);
  await person.sit(server.base + links[0].link);
  assert.ok(await person.asked());
  await page.click('#ask');
  await page.waitForSelector('#hint .notes');
  assert.equal(await page.locator('#hint .notes li').count(), 5);
  assert.match(await page.locator('#hint .notes li').first().innerText(), /^A .*%/);
  await look(page, 'beliefs-390');
});

test('own assets stay under 100 kB', t => {
  const folder = new URL('../assets/', import.meta.url);
  const bytes = readdirSync(folder).map(name => statSync(new URL(name, folder)).size).reduce((sum, size) => sum + size, 0);
  t.diagnostic(`${bytes} bytes`);
  assert.ok(bytes < 100000);
});

test('the first picture', async t => {
  const { links } = await server.open({ game: 'daihinmin', seats: ['person', 'random', 'random', 'random', 'random'] });
  const page = await visit(browser);
  await new Person(page).sit(server.base + links[0].link);
  const [mark] = await page.evaluate(() => performance.getEntriesByName('picture').map(entry => entry.startTime));
  t.diagnostic(`${Math.round(mark)} ms after the page was asked for`);
  assert.ok(mark > 0);
});
