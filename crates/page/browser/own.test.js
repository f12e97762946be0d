// Players of the host's own: the lobby offers them by name, and a table goes on when one breaks down.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Person, Server, launch, visit } from './support.js';

const EXAMPLE = fileURLToPath(new URL('../../../docs/examples/buzzard_agent.py', import.meta.url));

let server, browser;
before(async () => {
  const own = [`mine=exec(cmd="exec python3 '${EXAMPLE}'")`, 'broken=exec(cmd="exit 3")'];
  [server, browser] = [await Server.start(...own.flatMap(agent => ['--agent', agent])), await launch()];
});
after(async () => { await browser?.close(); await server?.stop(); });

/** Opens a game of the buzzard for two in the lobby, against this player. */
async function against(agent, language) {
  const page = await visit(browser);
  await page.goto(`${server.base}/?lang=${language}`);
  await page.locator('[data-game="buzzard"] button').nth(1).click();
  await page.selectOption('#count', '2');
  await page.locator('#chairs select').nth(1).selectOption({ label: agent });
  await page.click('#setup-form button[type=submit]');
  await page.waitForSelector('#picture svg');
  return new Person(page, 3);
}

for (const language of ['en', 'ja']) {
  test(`a program is chosen by its name and plays to the end (${language})`, async () => {
    const person = await against('mine', language);
    await person.play();
    const { over, seats } = await person.state();
    assert.equal(over.last, true);
    assert.deepEqual([seats[1].name, seats[1].kind], ['mine', 'agent']);
    assert.deepEqual(person.page.faults, []);
  });
}

test('another player takes the seat of one that broke down', async () => {
  const { page } = await against('broken', 'en');
  const broken = () => page.waitForFunction(() => table.state.mend && !busy());
  await broken();
  assert.match(await page.textContent('#status'), /^B \(broken\) broke down/);
  const { turn } = await new Person(page).state();
  await page.click('#others button');
  await page.waitForFunction(before => table.state.turn > before, turn);
  await broken();
  await page.click('#main');
  const person = new Person(page, 4);
  await page.waitForFunction(() => !table.state.fault);
  await person.play();
  assert.notEqual((await person.state()).seats[1].name, 'broken');
  assert.deepEqual(page.faults, []);
});
