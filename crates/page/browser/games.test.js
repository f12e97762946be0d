// A whole game of every game, played by clicking, while the network goes away and the server is killed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PHONE, Person, Server, launch, visit } from './support.js';

let server, browser;
before(async () => { [server, browser] = [await Server.start(), await launch()]; });
after(async () => { await browser?.close(); await server?.stop(); });

/** The games, how many of them in a row (the short ones several times), and on what screen. */
const GAMES = [
  ['buzzard', 1, {}],
  ['daihinmin', 2, { viewport: PHONE, hasTouch: true }],
  ['saboteur', 1, {}],
  ['raiders', 1, { viewport: PHONE, hasTouch: true }],
  ['kuhn', 5, {}],
  ['leduc', 4, { viewport: PHONE, hasTouch: true }],
];

/** Opens a table in the lobby against quick company. */
async function openInLobby(page, game, series) {
  await page.goto(server.base);
  await page.locator(`[data-game="${game}"] button`).nth(1).click();
  const chairs = page.locator('#chairs select');
  for (let i = 1; i < await chairs.count(); i++) await chairs.nth(i).selectOption('random');
  await page.fill('#series', `${series}`);
  await page.click('#setup-form button[type=submit]');
  await page.waitForSelector('#picture svg');
}

/** The network goes away for a moment. */
async function disconnect(page) {
  await page.context().setOffline(true);
  await page.waitForSelector('body.cut');
  await page.context().setOffline(false);
  await page.waitForSelector('body:not(.cut)');
}

/** The server is killed; what is chosen meanwhile arrives when it is back, once. */
async function killWhileChoosing(person) {
  const { page } = person, turn = (await person.state()).turn;
  await server.kill();
  await page.waitForSelector('body.cut');
  for (let clicks = 0; await person.unsent(turn) && clicks < 30; clicks++) await person.click();
  await server.again();
  await page.waitForFunction(before => table.state.turn === before + 1, turn);
  await page.waitForSelector('body:not(.cut)');
  person.acts += 1;
}

for (const [game, series, screen] of GAMES) {
  test(`${game}: to the end, through a cut line and a killed server`, async t => {
    const page = await visit(browser, screen);
    const person = new Person(page, 7);
    await openInLobby(page, game, series);
    const upsets = { 1: () => disconnect(page), 2: () => killWhileChoosing(person) };
    for (let number = 0; number < series; number++) {
      await person.play(upsets);
      const { over, seats } = await person.state();
      assert.equal(over.last, number === series - 1);
      assert.equal(await page.locator('#result li').count(), seats.length);
      if (!over.last) await page.click('#main');
      if (!over.last) await page.waitForFunction(n => table.state.number === n && !table.state.over, number + 1);
    }
    assert.ok(person.acts > 2, 'the line was cut and the server killed on the way');
    await checkTold(person, series - 1);
    await checkRecord(page);
    assert.deepEqual(page.faults, []);
    t.diagnostic(`${person.acts} choices`);
    await page.context().close();
  });
}

/** Nothing was told twice, all in order, and of the last game the same as somebody is told who comes now. */
async function checkTold(person, last) {
  const told = await person.told(), order = told.map(([number, event]) => number * 1e6 + event);
  assert.deepEqual(order, [...new Set(order)].sort((a, b) => a - b));
  await person.page.reload();
  await person.page.waitForSelector('#events li');
  assert.deepEqual(told.filter(([number]) => number === last), await person.told());
}

/** Once the series is over, its record can be had. */
async function checkRecord(page) {
  const record = await page.request.get(await page.evaluate(() => byId('record').href));
  assert.equal(record.status(), 200);
}
