// What the tests share: a server of their own on a folder of its own, a real browser, and a person who clicks.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const TEFUDA = process.env.TEFUDA || fileURLToPath(new URL('../../../target/debug/tefuda', import.meta.url));
const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export const WIDE = { width: 1280, height: 820 };
export const PHONE = { width: 390, height: 844 };

/** The real server on a folder of its own, which can be killed and started again where it was. */
export class Server {
  static async start(...options) {
    const server = new Server();
    server.options = options;
    server.data = mkdtempSync(join(tmpdir(), 'tefuda-page-'));
    await server.run(0);
    return server;
  }

  /** Starts the program; its first line with an address says where it listens. */
  async run(port) {
    const options = ['serve', '--pace-ms', '0', '--port', `${port}`, '--data', this.data, ...this.options];
    this.process = spawn(TEFUDA, options, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.ended = new Promise(done => this.process.once('close', done));
    this.base = await new Promise((found, failed) => {
      let said = '';
      const read = piece => {
        said += piece;
        const address = /http:\/\/[\d.]+:\d+/.exec(said);
        if (address) found(address[0]);
      };
      this.process.stdout.on('data', read);
      this.process.stderr.on('data', read);
      this.process.once('error', failed);
      this.process.once('close', code => failed(new Error(`the server ended with ${code}:\n${said}`)));
    });
  }

  /** Ends it as a power cut would. */
  async kill() {
    this.process.kill('SIGKILL');
    await this.ended;
  }

  /** Starts it again on the same folder and the same port. */
  async again() {
    await this.run(new URL(this.base).port);
  }

  async stop() {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }

  /** Opens a table as the lobby does. */
  async open(setup) {
    const headers = { 'Content-Type': 'application/json', Origin: this.base };
    const body = JSON.stringify({ series: 1, clock: null, name: null, ...setup });
    const response = await fetch(`${this.base}/tables`, { method: 'POST', headers, body });
    const made = await response.json();
    assert.equal(response.status, 201, made.error);
    return made;
  }
}

export function launch() {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** A tab whose complaints are kept: errors of the script, and whatever the content security policy refuses. */
export async function visit(browser, options = {}) {
  const context = await browser.newContext({ viewport: WIDE, locale: 'en-GB', reducedMotion: 'reduce', ...options });
  return newTab(context);
}

export async function newTab(context) {
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  page.faults = [];
  page.on('pageerror', error => page.faults.push(`${error}`));
  // That a server which was killed did not answer is no fault of the page.
  const expected = text => /net::ERR_|the server responded with a status of/.test(text);
  page.on('console', message => message.type() === 'error' && !expected(message.text()) && page.faults.push(message.text()));
  return page;
}

/** Numbers that look like chance and are the same every time. */
export function dice(seed) {
  let state = seed;
  return sides => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Somebody at a table who clicks on what is offered. */
export class Person {
  constructor(page, seed = 1) {
    this.page = page;
    this.roll = dice(seed);
    this.acts = 0;
  }

  /** What the page knows of the table. */
  state() {
    return this.page.evaluate(() => table.state);
  }

  async sit(address) {
    await this.page.goto(address);
    await this.page.waitForSelector('#picture svg');
  }

  /** Waits until there is something to do; whether there is a choice, or the game is over. */
  async asked() {
    await this.page.waitForFunction(() => table.state && !busy() && (table.state.over || table.state.choices.length));
    return this.page.evaluate(() => !table.state.over);
  }

  /** Clicks on parts and buttons until a choice was sent, and waits until the server has taken it. */
  async act() {
    const turn = (await this.state()).turn;
    for (let clicks = 0; await this.unsent(turn); clicks++) {
      assert.ok(clicks < 30, 'thirty clicks do not make a choice');
      await this.click();
    }
    await this.page.waitForFunction(before => table.state.turn > before, turn);
    this.acts += 1;
  }

  unsent(turn) {
    return this.page.evaluate(before => table.state.turn === before && !busy(), turn);
  }

  /** One click: on the main button if it is ready, else on something that is offered. */
  async click() {
    const offers = this.page.locator('#picture .offered, #others button:not([aria-pressed=true])');
    const [count, ready] = [await offers.count(), await this.page.locator('#main[aria-disabled=false]').count()];
    if (ready && (count === 0 || this.roll(2))) return this.page.click('#main');
    assert.ok(count > 0, 'nothing is offered, and nothing is ready');
    await offers.nth(this.roll(count)).click();
  }

  /** Plays to the end of this game; `upsets` says what happens, once, before the action of a number. */
  async play(upsets = {}) {
    while (await this.asked()) {
      const upset = upsets[this.acts];
      delete upsets[this.acts];
      await (upset ? upset() : this.act());
      assert.ok(this.acts < 400, 'this game does not end');
    }
  }

  /** What the list of events says: `[game, event, text]`. */
  async told() {
    const lines = await this.page.evaluate(() => all('#events li').map(line => [line.dataset.at, line.textContent]));
    return lines.map(([at, text]) => [...at.split('.').map(Number), text]);
  }
}
