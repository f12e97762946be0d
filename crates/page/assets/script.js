'use strict';
// The page's one script: it turns clicks and keys into choices and swaps pictures. The server decides everything.

// ---- Choosing by parts -------------------------------------------------------------------------------------

/**
 * What a seat may choose, narrowed by the parts picked so far: `table::Choices`, with clicks instead of words. What a set
 * of picked parts means is the same there; `crates/table/tests/choices.json` has the cases for both.
 */
class Choices {
  constructor(all) {
    this.all = all;
    this.picked = [];
  }

  /** The actions that have every one of these parts. */
  left(parts = this.picked) {
    return this.all.filter(choice => parts.every(part => choice.parts.includes(part)));
  }

  /** The parts that can be picked now and would still tell actions apart. */
  offers() {
    const left = this.left();
    const parts = new Set(left.flatMap(choice => choice.parts));
    const tells = part => left.some(choice => !choice.parts.includes(part));
    return [...parts].filter(part => !this.picked.includes(part) && tells(part));
  }

  /** The only action left: nothing more needs to be picked. */
  settled() {
    const left = this.left();
    return left.length === 1 ? left[0] : null;
  }

  /** What would be done now: the only action left, or the one that is shown although it could still grow. */
  ready() {
    const shown = this.shown();
    const isWhole = choice => shown.length > 0 && choice.parts.every(part => shown.includes(part));
    return this.settled() || this.left().find(isWhole) || null;
  }

  /** What is shown as picked: also what every action has that is left, for nobody could pick otherwise. */
  shown() {
    const settled = this.settled();
    if (settled || !this.picked.length) return settled?.parts ?? [];
    const [first, ...rest] = this.left();
    const implied = first.parts.filter(part => rest.every(choice => choice.parts.includes(part)));
    return [...this.picked, ...implied.filter(part => !this.picked.includes(part))];
  }

  /** Whether any action at all has this part. */
  knows(part) {
    return this.all.some(choice => choice.parts.includes(part));
  }

  /** A click: picks a part, or puts it back. */
  toggle(part) {
    if (this.shown().includes(part)) this.putBack(part);
    else if (this.knows(part)) this.pick(part);
  }

  /** Of what was picked before, the newest go first, and what does not go with them is put back. */
  pick(part) {
    const fits = (kept, other) => (this.left([...kept, other]).length ? [...kept, other] : kept);
    const kept = [...this.picked].reverse().reduce(fits, [part]);
    this.picked = [...this.picked.filter(other => kept.includes(other)), part];
  }

  /** A part that others imply would stay: they go, too, the newest first. */
  putBack(part) {
    this.picked = this.picked.filter(other => other !== part);
    while (this.picked.length && this.shown().includes(part)) this.picked.pop();
  }

  clear() {
    this.picked = [];
  }
}

// ---- Reading a stream of events ----------------------------------------------------------------------------

/** Cuts a text that arrives in pieces into messages; a message may come in several pieces. */
class Messages {
  constructor() {
    this.rest = '';
  }

  /** The messages that this piece completes. Comments keep the line open and say nothing. */
  add(piece) {
    const blocks = (this.rest + piece).replaceAll('\r\n', '\n').split('\n\n');
    this.rest = blocks.pop();
    return blocks.map(Messages.data).filter(data => data !== '');
  }

  static data(block) {
    const lines = block.split('\n').filter(line => line.startsWith('data:'));
    return lines.map(line => line.slice(5).replace(/^ /, '')).join('\n');
  }
}

/** How long to wait after so many failures, in milliseconds. Chance keeps many browsers from coming back at once. */
function backoff(failures, chance = Math.random()) {
  return Math.min(300 * 2 ** failures, 8000) * (0.5 + chance / 2);
}

/** A refusal of the server, with its sentence. */
class Refusal extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }

  /** Whether asking again may help: the server is busy or away. */
  get passing() {
    return this.status === 429 || this.status >= 500;
  }

  static async of(response) {
    const said = await response.json().catch(() => ({}));
    return new Refusal(response.status, said.error || `${response.status} ${response.statusText}`);
  }
}

// ---- Small tools -------------------------------------------------------------------------------------------

let words = {};

const byId = id => document.getElementById(id);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const language = () => document.documentElement.lang;

/** A word of the page's language, its holes filled: `{n}`. */
function word(key, holes = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (hole, name) => holes[name] ?? hole);
}

/** An element; texts among its children stay texts. */
function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value != null) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

function button(text, press, attributes = {}) {
  const made = make('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', press);
  return made;
}

/** A text is set only when it changed, so that nothing is read out twice. */
function setText(id, text) {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}

/** Points as people write them. */
function points(number) {
  const text = Number.isInteger(number) ? `${number}` : number.toFixed(2).replace(/0$/, '');
  return text.replace('-', '−');
}

/** Asks the server; a refusal is thrown. */
async function ask(address, options = {}) {
  const response = await fetch(address, { cache: 'no-store', ...options });
  if (!response.ok) throw await Refusal.of(response);
  return response;
}

let opening = false;

/** Opens a table, once however often it is clicked, and goes there. */
async function openTable(setup) {
  if (opening) return;
  opening = true;
  try {
    location.assign(await newTable(setup));
  } catch (error) {
    opening = false;
    throw error;
  }
}

/** The link of a new table; it is remembered with the links of everybody who sits down in person. */
async function newTable(setup) {
  const headers = { 'Content-Type': 'application/json' };
  const made = await (await ask('/tables', { method: 'POST', headers, body: JSON.stringify(setup) })).json();
  const [own, ...others] = made.links;
  if (own) MyGames.note({ table: made.table, seat: own.seat, link: own.link, setup, others });
  return own ? own.link : `/t/${made.table}`;
}

/** Copies a link; where the browser does not let us (pages without TLS), it is selected instead. */
async function copyLink(field, press) {
  field.select();
  await navigator.clipboard?.writeText(field.value).then(() => { press.textContent = word('copied'); }, () => {});
}

function linkRow(label, link) {
  const field = make('input', { readonly: true, value: new URL(link, location.href).href, 'aria-label': label });
  const press = button(word('copy'), () => copyLink(field, press), { class: 'plain' });
  return make('div', { class: 'link-row' }, make('span', {}, label), field, press);
}

// ---- My games, without an account: this browser remembers them ---------------------------------------------

const MyGames = {
  list() {
    try {
      return JSON.parse(localStorage.getItem('tefuda.games')) || [];
    } catch {
      return [];
    }
  },

  write(games) {
    try {
      localStorage.setItem('tefuda.games', JSON.stringify(games.slice(0, 40)));
    } catch { /* a browser that keeps nothing still plays */ }
  },

  find(table) {
    return MyGames.list().find(game => game.table === table);
  },

  /** Adds a table, or what is newly known of it; the newest stand first. */
  note(game) {
    const known = MyGames.find(game.table);
    MyGames.write([{ ...known, when: Date.now(), ...game }, ...MyGames.others(game.table)]);
  },

  others(table) {
    return MyGames.list().filter(game => game.table !== table);
  },

  forget(table) {
    MyGames.write(MyGames.others(table));
  },
};

// ---- The table: what is known ------------------------------------------------------------------------------

const table = {
  id: '', key: '', state: null, choices: new Choices([]), drawn: '', after: '',
  sent: null, line: null, naps: new Set(), zoom: 1, ends: 0, touched: null,
};

const bearer = () => (table.key ? { Authorization: `Bearer ${table.key}` } : {});
const small = () => matchMedia('(max-width: 759px)');
const shape = () => (small().matches ? 'narrow' : 'wide');
const seated = () => table.state && table.state.you;
const seatOf = letter => table.state.seats.find(seat => seat.seat === letter);
const away = () => seated() && seatOf(table.state.you).kind === 'away';

/** Whether an entry is on its way, or its answer has not been seen yet. */
const busy = () => table.sent !== null && table.state.turn <= table.sent;

/** A seat as people speak of it. */
function called(letter) {
  const name = seatOf(letter)?.name;
  if (letter === table.state.you) return word('you_at', { seat: letter });
  return name ? `${letter} (${name})` : letter;
}

// ---- The table: hearing ------------------------------------------------------------------------------------

function eventsAddress() {
  const query = new URLSearchParams({ lang: language(), shape: shape() });
  if (table.after) query.set('after', table.after);
  return `/t/${table.id}/events?${query}`;
}

/** Follows the table until it says for good that we may not. */
async function listen() {
  for (let failures = 0; ; failures++) {
    try {
      await follow(() => { failures = -1; });
    } catch (error) {
      if (error instanceof Refusal && !error.passing) return refuse(error);
    }
    if (failures >= 0) setText('status', word('reconnecting'));
    document.body.classList.toggle('cut', failures >= 0);
    await nap(document.hidden ? 8000 : failures < 0 ? 50 : backoff(failures));
  }
}

/** A pause that ends early when there is a reason to: the network is back, the tab is looked at. */
function nap(ms) {
  return new Promise(done => {
    const end = () => { table.naps.delete(end); done(); };
    table.naps.add(end);
    setTimeout(end, ms);
  });
}

/** One connection. The server is never silent for long, so a silent one is taken for cut. */
async function follow(heard) {
  const line = table.line = new AbortController();
  let timer = setTimeout(() => line.abort(), 15000);
  try {
    const response = await ask(eventsAddress(), { headers: bearer(), signal: line.signal });
    const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const messages = new Messages();
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => line.abort(), 40000);
      messages.add(piece.value).forEach(text => { heard(); accept(JSON.parse(text)); });
      // A browser grants a site few connections: a tab that nobody looks at asks now and then instead.
      if (document.hidden && table.state) return line.abort();
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Asks for the newest state at once. */
function refresh() {
  table.line?.abort();
  table.naps.forEach(end => end());
}

function refuse(error) {
  document.body.classList.add('cut');
  setText('status', error.message);
  setMain(null);
  byId('others').replaceChildren();
  if (error.status === 404) MyGames.forget(table.id);
}

/** A new state. They come in order: one connection ends before the next begins. */
function accept(state) {
  const fresh = !sameChoice(table.state, state);
  table.state = state;
  table.after = state.after;
  if (!table.drawn && state.you) remember(state);
  if (fresh) beginChoice(state);
  if (!busy()) table.sent = null;
  table.ends = state.clock ? performance.now() + 1000 * state.clock.left : 0;
  document.body.classList.remove('cut');
  show();
}

function remember({ you, title }) {
  MyGames.note({ table: table.id, seat: you, link: `/t/${table.id}${location.hash}`, title });
}

/** Whether the same is asked as before, so that what was picked may stay. */
function sameChoice(before, now) {
  const actions = state => (state?.choices ?? []).map(choice => choice.action).join('\n');
  const same = key => before[key] === now[key];
  return Boolean(before) && same('number') && same('turn') && actions(before) === actions(now);
}

function beginChoice(state) {
  table.choices = new Choices(state.choices ?? []);
  byId('hints').hidden = true;
  setText('note', '');
}

// ---- The table: telling the server -------------------------------------------------------------------------

/** Sends an entry until the server has answered. The number of the turn makes it count once. */
async function send(entry) {
  if (busy() || table.state.turn == null) return;
  table.sent = table.state.turn;
  setText('note', '');
  showControls();
  try {
    await deliver(JSON.stringify({ turn: table.sent, ...entry }));
  } catch (error) {
    table.sent = null;
    setText('note', error.message);
    showControls();
    if (error.status === 409) refresh();
  }
}

async function deliver(body) {
  const headers = { ...bearer(), 'Content-Type': 'application/json' };
  for (let failures = 0; ; failures++) {
    try {
      const answer = await ask(`/t/${table.id}/entries`, { method: 'POST', headers, body, signal: AbortSignal.timeout(8000) });
      if (failures) setText('note', '');
      return answer;
    } catch (error) {
      if (error instanceof Refusal && !error.passing) throw error;
      // A server that answers says why it cannot take the entry now.
      if (error instanceof Refusal) setText('note', error.message);
      setText('status', word('sending_again'));
      await nap(backoff(failures));
    }
  }
}

// ---- The table: the picture --------------------------------------------------------------------------------

const picture = () => byId('picture');
const drawnParts = () => all('[data-part]', picture());
const drawnNames = () => new Set(drawnParts().map(element => element.dataset.part));
const sortOf = part => part.slice(0, part.indexOf(':'));
const drawnAs = part => drawnParts().filter(element => element.dataset.part === part);

/** Swaps the picture, and what has moved glides. */
function swapPicture(text) {
  if (text === table.drawn) return;
  const made = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (made.localName !== 'svg') return console.error(made.textContent);
  const places = table.drawn && !calm() ? placesOf() : null;
  picture().replaceChildren(document.importNode(made, true));
  // On a phone a board may be wider than the screen: hand and seats keep their size, and the rest is scrolled to.
  picture().style.setProperty('--wide', Math.max(1, made.viewBox.baseVal.width / 390));
  table.drawn = text;
  if (places) glide(places);
  else performance.mark('picture');
}

function placesOf() {
  return new Map(all('[data-key]', picture()).map(moved => [moved.dataset.key, moved.getBoundingClientRect()]));
}

/** Lets everything glide from where it was; what is new appears. */
function glide(places) {
  const scale = picture().firstElementChild.getScreenCTM()?.a || 1;
  for (const moved of all('[data-key]', picture())) {
    const [from, to] = [places.get(moved.dataset.key), moved.getBoundingClientRect()];
    const start = from
      ? { translate: `${(from.x - to.x) / scale}px ${(from.y - to.y) / scale}px` }
      : { opacity: 0 };
    if (!from || Math.hypot(from.x - to.x, from.y - to.y) > 1) {
      moved.animate([start, {}], { duration: 320, easing: 'cubic-bezier(.2, .7, .2, 1)' });
    }
  }
}

/** Does something that replaces elements, and gives the focus back to the same part of an action. */
function keepFocus(change) {
  const focused = document.activeElement;
  const part = focused?.dataset?.part;
  change();
  if (focused === document.activeElement) return;
  const again = all('[data-part][tabindex], button[data-part]').find(element => element.dataset.part === part);
  const main = byId('main').classList.contains('none') ? picture() : byId('main');
  (again ?? main).focus({ preventScroll: true });
}

/** Says of every part in the picture whether it may be picked, is picked, or cannot be used now. */
function markParts() {
  const { choices } = table, asked = myTurn();
  const [shown, offers] = [choices.shown(), choices.offers()];
  const sorts = new Set(choices.all.flatMap(choice => choice.parts.map(sortOf)));
  // Where cards are played, a card comes first; then it shows where it fits.
  picture().classList.toggle('begun', choices.picked.length > 0 || !sorts.has('card'));
  for (const element of drawnParts()) {
    const part = element.dataset.part, known = asked && choices.knows(part), first = element === speaker(part);
    const picked = asked && shown.includes(part);
    element.classList.toggle('offered', asked && offers.includes(part));
    // Of two cards alike in a hand one is picked; a place that is drawn twice is picked twice.
    element.classList.toggle('picked', picked && (first || sortOf(part) !== 'card'));
    element.classList.toggle('faint', asked && !known && sorts.has(sortOf(part)));
    element.classList.toggle('open', known);
    markButton(element, known && first, picked);
  }
}

/** Where several elements name a part, the one touched last speaks for them, or the first. */
function speaker(part) {
  const { touched } = table;
  return touched?.isConnected && touched.dataset.part === part ? touched : drawnAs(part)[0];
}

function markButton(element, speaks, pressed) {
  const attributes = { tabindex: 0, role: 'button', 'aria-pressed': pressed };
  for (const [name, value] of Object.entries(attributes)) {
    if (speaks) element.setAttribute(name, value);
    else element.removeAttribute(name);
  }
  if (speaks && !element.querySelector('title')) entitle(element, labelOf(element.dataset.part));
}

/** An element of a picture is named by its title; the picture's own ones say most. */
function entitle(element, label) {
  const title = document.createElementNS(element.namespaceURI, 'title');
  title.textContent = label;
  element.prepend(title);
}

/** Shows a card that is to lie on a place there, the way it would lie. */
function showGhost() {
  all('.ghost', picture()).forEach(ghost => ghost.remove());
  const shown = table.choices.shown(), drawn = sort => speaker(shown.find(part => sortOf(part) === sort));
  const [card, cell] = [drawn('card'), drawn('cell')];
  if (!card || !cell || busy()) return;
  const [from, to] = [card.getBBox(), cell.getBBox()];
  const ghost = document.createElementNS(card.namespaceURI, 'g');
  const scale = Math.min(to.width / from.width, to.height / from.height);
  const half = shown.includes('turn:turned') ? 'rotate(180)' : '';
  ghost.setAttribute('transform', `translate(${to.x + to.width / 2} ${to.y + to.height / 2}) scale(${scale}) ${half} `
    + `translate(${-from.x - from.width / 2} ${-from.y - from.height / 2})`);
  ghost.setAttribute('class', 'ghost');
  ghost.append(...[...card.children].map(child => child.cloneNode(true)));
  cell.append(ghost);
}

/** A part as people read it. */
function labelOf(part) {
  const title = drawnAs(part)[0]?.querySelector('title')?.textContent;
  return table.state.parts?.[part]?.label ?? title ?? part.slice(part.indexOf(':') + 1);
}

/** Shows the picture larger or smaller; what is in the middle stays there. */
function zoomBy(factor) {
  const box = picture(), before = table.zoom;
  table.zoom = factor ? Math.min(4, Math.max(1, before * factor)) : 1;
  const middle = [box.scrollLeft + box.clientWidth / 2, box.scrollTop + box.clientHeight / 2];
  box.style.setProperty('--zoom', table.zoom);
  box.classList.toggle('zoomed', table.zoom > 1);
  const [x, y] = middle.map(length => length * table.zoom / before);
  box.scrollTo(x - box.clientWidth / 2, y - box.clientHeight / 2);
}

/** The buttons for it are there when the picture is drawn smaller than it was meant, or larger already. */
function showZoom() {
  const scale = picture().firstElementChild?.getScreenCTM()?.a ?? 1;
  byId('zoom').hidden = scale / table.zoom >= 0.9 && table.zoom === 1;
}

/** Two fingers zoom the picture, not the page. */
function pinch(event) {
  if (event.touches.length !== 2) return;
  event.preventDefault();
  const [a, b] = event.touches;
  const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  if (event.type === 'touchmove' && pinch.apart) zoomBy(apart / pinch.apart);
  pinch.apart = apart;
}

// ---- The table: choosing -----------------------------------------------------------------------------------

/** A click on a part: it is picked or put back; a second click in a row on a settled choice plays it. */
function press(part, twice = false) {
  const { choices } = table;
  if (!choices.knows(part) || busy()) return explain(part);
  setText('note', '');
  const again = choices.shown().includes(part), turns = again && sortOf(part) === 'cell' && ways().length > 1;
  if (again && twice && choices.settled() && !turns) return choose(choices.settled());
  if (turns) turnCard();
  else choices.toggle(part);
  if (ways().length > 1 && !choices.settled()) turnCard();
  showControls();
  if (choices.settled()) byId('main').focus({ preventScroll: true });
}

/** The ways in which the card may lie where it is put. */
function ways() {
  const { choices } = table, put = choices.shown().filter(part => sortOf(part) !== 'turn');
  if (!put.some(part => sortOf(part) === 'cell')) return [];
  return [...new Set(choices.left(put).flatMap(choice => choice.parts))].filter(part => sortOf(part) === 'turn');
}

/** Lays the card the next way round: a second tap on its place turns it. */
function turnCard() {
  const now = ways().findIndex(way => table.choices.picked.includes(way));
  table.choices.pick(ways()[(now + 1) % ways().length]);
}

/** Why a part cannot be used, as far as can be known here. */
function explain(part) {
  const { state } = table, what = labelOf(part);
  if (state.over) return setText('note', word('why_over'));
  if (busy()) return;
  if (state.envelope) return setText('note', word('why_envelope'));
  if (state.agent_chose) return setText('note', word('why_agent_chose'));
  if (!state.you) return setText('note', word('why_watching'));
  if (!state.choices?.length) return setText('note', word('why_not_asked'));
  setText('note', word('why_not_now', { what }));
}

function choose(choice) {
  if (choice) send({ choice: choice.action });
}

/** What the main button does now: `[label, action, key]`, or nothing. */
function mainJob() {
  const { state, choices } = table;
  if (!seated()) return null;
  if (away()) return [word('sit'), () => send({ sit: true })];
  if (state.mend) return [word('substitute'), () => send({ substitute: true })];
  if (state.over?.last) return [word('another'), playAnother, 'n'];
  if (state.over) return [word('next'), () => send({ next: true }), 'n'];
  if (state.envelope) return [word('take_back'), () => send({ withdraw: true }), 'u'];
  const drawn = drawnNames();
  if (!choices.all.some(choice => choice.parts.some(part => drawn.has(part)))) return null;
  const ready = choices.ready();
  return ready ? [ready.label, () => choose(ready)] : [word(choices.picked.length ? 'pick_more' : 'pick'), null];
}

/** The same once more, if this browser opened the table; else the lobby. */
function playAnother() {
  const setup = MyGames.find(table.id)?.setup;
  if (!setup) return location.assign('/');
  openTable(setup).catch(error => setText('note', error.message));
}

function setMain(job) {
  const main = byId('main'), ready = Boolean(job && job[1]) && !(table.state && busy());
  main.classList.toggle('none', !job);
  main.setAttribute('aria-disabled', !ready);
  if (job) main.replaceChildren(job[0], ...(job[2] ? [make('kbd', {}, job[2])] : []));
  main.onclick = ready ? job[1] : null;
}

/** What else can be done than the main button says. */
function others() {
  if (table.state.mend?.again && !away()) return [button(word('start_again'), () => send({ again: true }))];
  return myTurn() && !away() ? otherButtons() : [];
}

/** Actions of which nothing is drawn are a button each, which does it; other parts without an element narrow. */
function otherButtons() {
  const { choices } = table, drawn = drawnNames();
  const direct = choices.all.filter(choice => !choice.parts.some(part => drawn.has(part)));
  const told = new Set(direct.flatMap(choice => choice.parts));
  const narrowing = [...choices.offers(), ...choices.picked].filter(part => !drawn.has(part) && !told.has(part));
  const buttons = [
    ...(ways().length > 1 ? ways() : []).map(partButton),
    ...narrowing.filter(part => sortOf(part) !== 'turn' && timely(part, drawn)).map(partButton),
    ...direct.map(choice => button(choice.label, () => choose(choice), { 'data-part': choice.parts.join(' ') })),
  ];
  buttons.slice(0, 9).forEach((made, i) => made.append(make('kbd', { 'aria-hidden': 'true' }, `${i + 1}`)));
  return buttons;
}

/** Whether a part without an element is worth a button now: not before a drawn part that all its actions have. */
function timely(part, drawn) {
  const { choices } = table, [first, ...rest] = choices.left([...choices.picked, part]);
  const common = first.parts.filter(other => rest.every(choice => choice.parts.includes(other)));
  return common.every(other => !drawn.has(other) || choices.shown().includes(other));
}

function partButton(part) {
  const pressed = table.choices.picked.includes(part);
  return button(labelOf(part), () => press(part), { 'data-part': part, 'aria-pressed': `${pressed}` });
}

// ---- The table: showing ------------------------------------------------------------------------------------

function show() {
  showHead();
  tell(table.state.events);
  showSeats();
  keepFocus(() => {
    swapPicture(table.state.svg);
    showControls();
  });
  showZoom();
}

function showHead() {
  const { state } = table;
  const game = state.of > 1 ? word('game_of', { n: state.number + 1, of: state.of }) : '';
  const who = state.you ? word('you_are', { seat: state.you }) : word('watching');
  setText('title', state.title);
  setText('who', [game, who].filter(Boolean).join(' · '));
  document.title = `${myTurn() ? '● ' : ''}${state.title} · ${word('brand')}`;
  byId('leave').hidden = !state.you || away() || Boolean(state.over?.last);
  byId('record').hidden = !state.over?.last;
}

const myTurn = () => Boolean(table.state.choices?.length) && !busy();

/** An event that is told like the one before is counted there: `E is dealt a card. ×6`. */
function addEvent(list, { at, text }) {
  const last = list.lastElementChild;
  if (last?.firstChild.data !== text) list.append(make('li', { 'data-at': at }, text));
  else {
    last.dataset.times = Number(last.dataset.times ?? 1) + 1;
    last.replaceChildren(text, make('span', { class: 'quiet' }, ` ×${last.dataset.times}`));
  }
  setText('last', text);
}

/** Adds what has happened to the list. The server was told what we know, so that each event comes once. */
function tell(events) {
  const list = byId('events'), log = list.parentNode;
  events.forEach(event => addEvent(list, event));
  while (list.children.length > 200) list.firstChild.remove();
  log.scrollTop = log.scrollHeight;
  log.setAttribute('aria-live', 'polite');
}

function showSeats() {
  const { state } = table;
  byId('seats').parentNode.hidden = state.of === 1;
  byId('seats').replaceChildren(...state.seats.map(seat => make(
    'li', { class: state.waiting.includes(seat.seat) ? 'asked' : null },
    make('b', {}, seat.seat), make('span', {}, seatName(seat)), make('span', { class: 'points' }, points(seat.points)),
  )));
}

function seatName(seat) {
  if (seat.kind === 'away') return word('away', { name: seat.name });
  return seat.seat === table.state.you ? word('you') : seat.name;
}

/** The people who are still to choose, but for the one who looks. */
function waitedFor() {
  return table.state.waiting.filter(seat => seat !== table.state.you).map(called).join(', ');
}

/** What is asked, in one line. */
function statusLine() {
  const { state } = table;
  if (state.fault) return state.fault;
  if (away()) return word('you_are_away');
  if (state.over) return word(state.over.last && state.of > 1 ? 'series_over' : 'game_over');
  if (busy()) return word('sending');
  if (state.envelope) return word('in_envelope', { what: state.envelope });
  if (state.agent_chose) return word('agent_chose');
  if (myTurn()) return word('your_turn');
  const people = waitedFor();
  if (people) return word('waiting_for', { who: people });
  return state.thinking ? word('thinking') : '';
}

function showControls() {
  keepFocus(() => {
    byId('others').replaceChildren(...others());
    showStanding();
    markParts();
  });
  showGhost();
  byId('ask').hidden = !table.state.hints || !myTurn();
  setMain(mainJob());
  showResult();
  setText('status', statusLine());
  document.body.classList.toggle('asked', myTurn());
  document.body.classList.toggle('thinking', table.state.thinking && !table.state.over);
}

/** The answers that may be given in advance, each a button that stays pressed until it is taken back or has come to its end. */
function showStanding() {
  const answers = away() || table.state.over ? [] : table.state.standing ?? [];
  byId('standing').hidden = !answers.length;
  byId('standing').replaceChildren(...answers.map(({ name, label, stands }) => button(
    label, () => send(stands ? { lift: name } : { stand: name }), { 'aria-pressed': `${stands}`, 'data-part': `stand:${name}` },
  )));
}

function showResult() {
  const { over } = table.state, result = byId('result');
  result.hidden = !over;
  const best = over && Math.max(...over.payoffs.map(payoff => payoff.points));
  result.replaceChildren(...(over?.payoffs ?? []).map(payoff => make(
    'li', { class: payoff.points === best ? 'best' : null }, called(payoff.seat), make('b', {}, points(payoff.points)),
  )));
}

/** The clock runs here between states; the server's is the one that counts. */
function showClock() {
  const left = Math.max(0, Math.ceil((table.ends - performance.now()) / 1000));
  const clock = byId('clock');
  clock.hidden = !table.ends;
  if (table.ends) setText('clock', word('seconds', { n: left }));
  clock.classList.toggle('short', left <= 5);
}

// ---- The table: hints, rules, links ------------------------------------------------------------------------

async function askHint() {
  if (!table.state?.hints || !myTurn()) return;
  const box = byId('hint'), turn = table.state.turn;
  box.replaceChildren(make('p', { class: 'quiet' }, word('hint_thinking')));
  byId('hints').hidden = false;
  byId('hints').scrollIntoView({ block: 'nearest' });
  const hint = await ask(`/t/${table.id}/hint?lang=${language()}`, { headers: bearer() })
    .then(response => response.json(), error => ({ error: error.message }));
  if (turn !== table.state.turn) return;
  box.replaceChildren(...(hint.error ? [make('p', {}, hint.error)] : hintOf(hint)));
  byId('hints').scrollIntoView({ block: 'nearest' });
}

/** What the agent would do and why, with a button that picks it. */
function hintOf(hint) {
  const take = button(word('hint_take'), () => takeHint(hint.action), { class: 'plain' });
  const rows = hint.rows?.length ? [hintTable(hint.rows.slice(0, 6))] : [];
  const beliefs = hint.notes?.length ? [make('p', { class: 'quiet' }, word('hint_notes')), hintNotes(hint.notes)] : [];
  return [make('p', {}, make('b', {}, hint.label), ' ', take), make('p', { class: 'quiet' }, hint.why ?? ''), ...rows, ...beliefs];
}

/** What is believed of the seats. */
function hintNotes(notes) {
  const name = seat => table.state.seats.find(other => other.seat === seat)?.name ?? '';
  return make('ul', { class: 'notes' }, ...notes.map(({ seat, text }) => make('li', {}, make('b', {}, `${seat} ${name(seat)}`), ` ${text}`)));
}

function hintTable(rows) {
  const keys = ['hint_action', 'hint_visits', 'hint_value', 'hint_share'];
  const head = keys.map(key => make('th', { scope: 'col' }, word(key)));
  return make('table', {}, make('thead', {}, make('tr', {}, ...head)), make('tbody', {}, ...rows.map(hintRow)));
}

function hintRow({ label, visits, value, share }) {
  const meter = share == null ? '' : make('meter', { value: share, max: 1, 'aria-label': `${Math.round(100 * share)} %` });
  const cells = [visits?.toLocaleString() ?? '', value == null ? '' : points(value), meter];
  return make('tr', {}, make('th', { scope: 'row' }, label), ...cells.map(cell => make('td', {}, cell)));
}

function takeHint(action) {
  const choice = table.choices.all.find(choice => choice.action === action);
  if (!choice || busy()) return;
  table.choices.picked = [...choice.parts];
  showControls();
  byId('main').focus({ preventScroll: true });
}

/** The rules stand beside the table where there is room, and over it where there is not. */
async function toggleRules() {
  const dialog = byId('rules');
  if (dialog.open) return dialog.close();
  if (matchMedia('(min-width: 1000px)').matches) dialog.show();
  else dialog.showModal();
  const text = byId('rules-text');
  if (text.childElementCount || !table.state) return;
  try {
    const page = await (await ask(`/rules/${table.state.game}?lang=${language()}`)).text();
    const book = new DOMParser().parseFromString(page, 'text/html').getElementById('rulebook');
    text.replaceChildren(document.importNode(book, true));
  } catch (error) {
    text.replaceChildren(make('p', {}, error.message));
  }
}

function showInvitation() {
  const links = MyGames.find(table.id)?.others ?? [];
  byId('invite').hidden = !links.length;
  byId('links').replaceChildren(...links.map(({ seat, link }) => linkRow(word('seat', { seat }), link)));
}

function copyWatchLink(event) {
  const row = linkRow(word('watching'), `/t/${table.id}`);
  event.currentTarget.replaceWith(row);
  row.querySelector('button').click();
}

// ---- The table: keys ---------------------------------------------------------------------------------------

const typing = target => target.matches?.('input, textarea, select');

function key(event) {
  const covered = byId('rules').matches(':modal') && !['Escape', '?'].includes(event.key);
  if (!table.state || covered || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  const act = event.key.startsWith('Arrow') ? moveFocus : /^[1-9]$/.test(event.key) ? pressOther : KEYS[event.key];
  if (act?.(event)) event.preventDefault();
}

/** A digit presses the button that bears it. */
function pressOther(event) {
  const other = byId('others').children[event.key - 1];
  other?.click();
  return Boolean(other);
}

/** What keys do; each says whether it did something, for then the browser does nothing. */
const KEYS = {
  Enter: event => pressFocused(event, true),
  ' ': event => pressFocused(event, false),
  Escape: () => (byId('rules').open ? (byId('rules').close(), true) : (table.choices.clear(), showControls(), true)),
  h: () => (askHint(), true),
  n: () => pressMain('n'),
  u: () => pressMain('u'),
  '?': () => (toggleRules(), true),
};

function pressMain(letter) {
  const job = mainJob();
  if (!job || (letter && job[2] !== letter)) return false;
  byId('main').click();
  return true;
}

/** Enter plays what is ready, else it picks as the space bar does. Buttons and links press themselves. */
function pressFocused(event, enter) {
  const part = event.target.closest?.('#picture [data-part]')?.dataset.part;
  if (!part) return enter && !event.target.closest?.('button, a, dialog') && pressMain();
  const { choices } = table;
  if (enter && choices.ready() && choices.shown().includes(part)) choose(choices.ready());
  else press(part);
  return true;
}

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Arrows go to the nearest part in their direction; what lies aside counts double. */
function moveFocus(event) {
  const [dx, dy] = DIRECTIONS[event.key], parts = all('#picture [data-part][tabindex]');
  const from = document.activeElement;
  if (!parts.length || from.closest('aside, dialog, header')) return false;
  if (!parts.includes(from)) return parts[0].focus(), true;
  const middle = element => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  const far = element => {
    const [across, down] = [middle(element)[0] - x, middle(element)[1] - y];
    const ahead = across * dx + down * dy;
    return ahead > 1 ? ahead + 2 * Math.abs(across * dy + down * dx) : Infinity;
  };
  const nearest = parts.reduce((best, part) => (far(part) < far(best) ? part : best), from);
  nearest.focus();
  return true;
}

function startTable() {
  table.id = location.pathname.split('/')[2];
  table.key = location.hash.slice(1);
  picture().addEventListener('click', event => {
    table.touched = event.target.closest('[data-part]');
    if (table.touched && table.state) press(table.touched.dataset.part, event.detail === 2);
  });
  ['touchstart', 'touchmove'].forEach(type => picture().addEventListener(type, pinch, { passive: false }));
  picture().addEventListener('touchend', () => { pinch.apart = 0; });
  all('[data-zoom]').forEach(press => press.addEventListener('click', () => zoomBy(Number(press.dataset.zoom))));
  byId('ask').addEventListener('click', askHint);
  byId('open-rules').addEventListener('click', toggleRules);
  byId('close-rules').addEventListener('click', toggleRules);
  byId('leave').addEventListener('click', () => confirm(word('leave_sure')) && send({ leave: true }));
  byId('watch-link').addEventListener('click', copyWatchLink);
  byId('record').href = `/t/${table.id}/record`;
  addEventListener('keydown', key);
  ['online', 'offline'].forEach(type => addEventListener(type, refresh));
  addEventListener('hashchange', () => location.reload());
  document.addEventListener('visibilitychange', refresh);
  small().addEventListener('change', refresh);
  setInterval(showClock, 250);
  showInvitation();
  listen();
}

// ---- The lobby ---------------------------------------------------------------------------------------------

const lobby = { games: [], chosen: null, company: [] };

/** A table with the usual company: one click. */
function usualSetup(game) {
  const others = Array.from({ length: game.usual - 1 }, (_, i) => game.company[i % game.company.length]);
  return { game: game.name, seats: ['person', ...others], series: game.series, clock: null, name: myName() };
}

/** The name given last; a browser that keeps nothing has none. */
function myName(given) {
  try {
    if (given != null) localStorage.setItem('tefuda.name', given);
    return localStorage.getItem('tefuda.name') || null;
  } catch {
    return null;
  }
}

function gameCard(game) {
  const named = text => ({ 'aria-label': `${text}: ${game.title}` });
  const start = () => tryTo(openTable(usualSetup(game)), 'note');
  const play = button(word('play_now'), start, { class: 'main', ...named(word('play_now')) });
  const set = button(word('set_up'), () => openSetup(game), { 'aria-haspopup': 'dialog', ...named(word('set_up')) });
  const rules = make('a', { class: 'plain', href: `/rules/${game.name}`, ...named(word('rules')) }, word('rules'));
  const company = word('company', { names: counted(usualSetup(game).seats.slice(1)) });
  return make('li', { class: 'game', 'data-game': game.name },
    make('div', { class: 'row' }, make('h3', {}, game.title), rules), make('p', {}, game.about),
    make('p', { class: 'quiet' }, `${seatsOf(game)} · ${company}`), make('div', { class: 'buttons' }, play, set));
}

/** Names, each once: `rule ×4`. */
function counted(names) {
  const times = name => names.filter(other => other === name).length;
  return [...new Set(names)].map(name => (times(name) > 1 ? `${name} ×${times(name)}` : name)).join(', ');
}

function seatsOf({ seats: [from, to] }) {
  return from === to ? word('players', { n: from }) : word('players', { n: `${from}–${to}` });
}

/** What goes wrong is said in a sentence. */
function tryTo(promise, note) {
  setText(note, '');
  promise.catch(error => setText(note, error.message));
}

function option(value, text, chosen) {
  return make('option', { value, selected: value === chosen }, text);
}

/** Everything about a table: which rules, who sits where, how many games, how long. */
function openSetup(game) {
  lobby.chosen = game;
  setText('setup-title', game.title);
  setText('setup-note', '');
  const presets = game.presets.map(({ name, about }) => option(name, `${name}: ${about}`));
  byId('preset').replaceChildren(option(game.name, word('preset_usual')), ...presets);
  byId('preset-row').hidden = !game.presets.length;
  byId('series').value = game.series;
  byId('name').value = myName() ?? '';
  setCompany();
  byId('setup').showModal();
}

/** The rules that were chosen bring their own usual company. */
function setCompany() {
  const { chosen } = lobby, [from, to] = chosen.seats;
  const { usual, company } = { ...chosen, ...chosen.presets.find(preset => preset.name === byId('preset').value) };
  lobby.company = company;
  const counts = Array.from({ length: to - from + 1 }, (_, i) => `${from + i}`);
  byId('count').replaceChildren(...counts.map(n => option(n, n, `${usual}`)));
  byId('chairs').replaceChildren();
  setChairs();
}

/** As many rows as there are seats; those that are there already stay as they are. */
function setChairs() {
  const rows = byId('chairs'), wanted = Number(byId('count').value);
  while (rows.children.length > wanted) rows.lastChild.remove();
  while (rows.children.length < wanted) rows.append(chair(rows.children.length));
}

function chair(index) {
  const seat = String.fromCharCode(65 + index), { company, chosen: { agents } } = lobby;
  const usual = index ? company[(index - 1) % company.length] : 'person';
  const groups = agents.map(({ name, about, levels }) => make('optgroup', { label: `${name}: ${about}` },
    ...levels.map(({ spec, label }) => option(spec, levels.length > 1 ? `${name} · ${label}` : name, usual))));
  const select = make('select', {}, option('person', word('person'), usual), ...groups);
  if (select.value !== usual) select.append(option(usual, usual, usual));
  return make('label', { class: 'field' }, word('seat', { seat }), select);
}

function setupOf() {
  const seats = all('#chairs select').map(select => select.value);
  const [series, clock, name] = ['series', 'clock', 'name'].map(id => byId(id).value.trim());
  myName(name);
  const numbers = { series: Number(series) || 1, clock: Number(clock) || null };
  return { game: byId('preset').value, seats, ...numbers, name: name || null };
}

function showMyGames() {
  const games = MyGames.list();
  byId('mine').hidden = !games.length;
  byId('my-games').replaceChildren(...games.map(myGame));
}

function myGame(game) {
  const when = new Date(game.when).toLocaleString(language(), { dateStyle: 'short', timeStyle: 'short' });
  const title = game.title ?? game.setup?.game ?? game.table;
  const forget = button(word('forget'), () => { MyGames.forget(game.table); showMyGames(); },
    { class: 'plain', 'aria-label': `${word('forget')}: ${title}, ${when}` });
  const status = make('span', { class: 'quiet' });
  askStatus(game, status);
  const seat = make('span', { class: 'quiet' }, word('seat', { seat: game.seat }));
  return make('li', {}, make('a', { href: game.link }, title), seat, make('time', { class: 'quiet' }, when), status, forget);
}

/** Asks one table after the other how it stands; nobody waits for it. */
function askStatus(game, place) {
  lobby.asking = (lobby.asking ?? Promise.resolve()).then(() => statusOf(game))
    .catch(error => (error.status === 404 ? word('gone') : ''))
    .then(text => { place.textContent = text; });
}

async function statusOf(game) {
  const line = new AbortController(), messages = new Messages();
  const headers = { Authorization: `Bearer ${game.link.split('#')[1]}` };
  const address = `/t/${game.table}/events?lang=${language()}&shape=narrow`;
  const response = await ask(address, { headers, signal: line.signal });
  const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
    const [state] = messages.add(piece.value).map(JSON.parse);
    if (!state) continue;
    line.abort();
    return word(state.over?.last ? 'is_over' : state.choices?.length ? 'your_turn' : 'goes_on');
  }
  return '';
}

/** A table's link, wherever it was copied from, opens here. */
function watch(event) {
  event.preventDefault();
  const address = URL.canParse(byId('watch').value, location.href) ? new URL(byId('watch').value, location.href) : null;
  if (!address?.pathname.startsWith('/t/')) return setText('note', word('no_link'));
  location.assign(address.pathname + address.hash);
}

/** Matches that are played elsewhere and shown here. */
function showShows() {
  const shows = JSON.parse(byId('games').dataset.shows);
  byId('shows').replaceChildren(...shows.map(show => make('li', {}, make('a', { href: show.link }, show.title))));
  byId('shows').hidden = !shows.length;
}

function startLobby() {
  lobby.games = JSON.parse(byId('games').dataset.games);
  showShows();
  byId('cards').replaceChildren(...lobby.games.map(gameCard));
  byId('count').addEventListener('change', setChairs);
  byId('preset').addEventListener('change', setCompany);
  byId('setup-form').addEventListener('submit', event => {
    event.preventDefault();
    tryTo(openTable(setupOf()), 'setup-note');
  });
  byId('cancel').addEventListener('click', () => byId('setup').close());
  byId('watch-form').addEventListener('submit', watch);
  // Also when the browser comes back to the page as it was left.
  addEventListener('pageshow', showMyGames);
}

// ---- Every page --------------------------------------------------------------------------------------------

/** A link that jumps within the page must not touch the address: its fragment is the key of a seat. */
function skipTo(event) {
  event.preventDefault();
  byId(event.currentTarget.dataset.skip).focus();
}

/** The language is kept in a cookie, and the fragment stays. */
function switchLanguage(event) {
  event.preventDefault();
  const { lang } = event.currentTarget.dataset;
  document.cookie = `lang=${lang};path=/;max-age=31536000;samesite=lax`;
  history.replaceState(null, '', `${location.pathname}?lang=${lang}${location.hash}`);
  location.reload();
}

function start() {
  words = JSON.parse(byId('words')?.dataset.words || '{}');
  all('[data-skip]').forEach(link => link.addEventListener('click', skipTo));
  all('[data-lang]').forEach(link => link.addEventListener('click', switchLanguage));
  addEventListener('pageshow', () => { opening = false; });
  if (document.body.dataset.page === 'table') startTable();
  if (document.body.dataset.page === 'lobby') startLobby();
}

if (typeof document !== 'undefined') start();
