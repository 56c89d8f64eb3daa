// The page itself: one selection, shown everywhere; every control changes it and shows it again.

const page = JSON.parse(document.getElementById("data").textContent);
const runs = [page, ...page.others];
const find = (name) => document.getElementById(name);
const now = { ...page.selection, view: "map", language: page.language, theme: page.theme, query: -1, key: -1, timer: 0 };
let run = page, KINDS = [], VIEWS = [], maps = {}, place = null;

const word = (name) => page.words[now.language][name];
const last = () => Math.max(0, run.steps - 1);
const theme = () => now.printing ? "light" : now.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

// Tokens as labels; where a run holds none, positions.
const named = (tokens, count) => (tokens.length ? tokens.map((token) => token[0]) : Array.from({ length: count }, (_, index) => String(index)));

function labelsOf(kind) {
  const rows = kind === "encoder" ? run.source : kind === "cross" && run.produced.length ? run.produced : run.consumed;
  const { queries = 0, keys = 0 } = maps[kind] || {};
  const columns = kind === "decoder" ? run.consumed : run.source, meant = (tokens) => tokens.map((token) => token[3] || "");
  return { rows: named(rows, queries), columns: named(columns, keys), meant: [meant(rows), meant(columns)] };
}

function axesOf(kind) {
  const follows = run.predicted.length ? "label" : "produced";
  const query = kind === "encoder" ? "source" : kind === "cross" && run.produced.length ? follows : "consumed";
  const what = run.reading.words ? " word" : "";
  return { query: word("query " + query + what), key: word("key " + (kind === "decoder" ? "consumed" : "source") + what) };
}

// --- how the run is read: as it is, or what is joined, put together and set aside ---

const over = (...names) => names.includes(run.reading.aggregate);

function layerText(kind, layer) {
  if (over("layers", "all")) return fill(word("mean of layers"), run.reading.layers[kind]);
  return over("rollout") ? fill(word("to layer"), layer + 1) : word("layer") + " " + (layer + 1);
}

function headText(kind, head) {
  if (over("heads", "all")) return fill(word("mean of heads"), run.reading.heads[kind]);
  return over("rollout") ? word("rollout") : word("head") + " " + (head + 1);
}

function placeText(kind) {
  if (over("rollout")) return fill(word("rollout to layer"), now.layer + 1);
  return layerText(kind, now.layer) + " · " + headText(kind, now.head);
}

function originText() {
  const { checkpoint, hash, recorded } = run.origin;
  return fill(word(recorded ? "recorded" : "checkpoint"), checkpoint + (hash ? " (" + hash + ")" : ""));
}

function howRead(kind) {
  const { aside, by_hand, renormalised, words, guessed } = run.reading;
  const parts = [
    over("rollout") && kind !== "encoder" && "extension", aside, by_hand && "by hand", renormalised && "renormalised",
    words && "in words", guessed && "guessed",
  ];
  return parts.filter(Boolean).map(word).join(", ");
}

// --- showing ---

function look() {
  const dark = theme() === "dark", colours = dark ? page.colours.dark : page.colours.light;
  return {
    root: find("root").checked, values: find("values").checked, weakest: 0.05, least: 9,
    colours: colours.table, dark: colours.light_text,
  };
}

function show() {
  const kind = maps[now.kind];
  now.step = Math.min(Math.max(now.step, 0), last());
  if (kind) {
    now.layer = Math.min(Math.max(now.layer, 0), kind.layers - 1);
    now.head = Math.min(Math.max(now.head, 0), kind.heads - 1);
  }
  showControls(kind);
  showTokens();
  showPicture(kind);
  showRow(kind);
  showCandidates();
  SCROLLED.forEach(sign);
}

// What may be larger than its place says so where it goes on; a phone shows no scroll bars.
const SCROLLED = ["translation", "source", "source-tokens", "target-tokens", "scroll"];

function sign(name) {
  const place = find(name), right = place.scrollWidth - place.clientWidth, bottom = place.scrollHeight - place.clientHeight;
  const more = [place.scrollTop > 1 && "above", place.scrollTop < bottom - 1 && "below",
    place.scrollLeft > 1 && "before", place.scrollLeft < right - 1 && "after"].filter(Boolean);
  if (more.length) place.dataset.more = more.join(" ");
  else delete place.dataset.more;
}

function showControls(kind) {
  find("step").value = now.step + 1;
  find("step").setAttribute("aria-valuetext", now.step + 1 + " / " + run.steps);
  find("step-text").value = run.steps ? now.step + 1 + " / " + run.steps : "–";
  find("back").disabled = now.step <= 0;
  find("forward").disabled = now.step >= last();
  find("play").textContent = now.timer ? word("pause") : word("play");
  options(find("layer"), kind ? kind.layers : 0, now.layer, over("layers", "all") && layerText(now.kind, 0));
  options(find("head"), kind ? kind.heads : 0, now.head, over("heads", "all", "rollout") && headText(now.kind, 0));
  for (const button of document.querySelectorAll("#kinds button, #views button"))
    button.setAttribute("aria-pressed", String(button.value === now.kind || button.value === now.view));
}

// ``joined``: what stands for all of them, where they are one.
function options(list, count, chosen, joined) {
  if (list.options.length !== count || joined)
    list.replaceChildren(...Array.from({ length: count }, (_, index) => new Option(joined || String(index + 1), String(index))));
  list.value = String(chosen);
  list.disabled = count < 2;
}

function showTokens() {
  const target = run.consumed.length ? [run.consumed[0], ...(run.produced.length ? run.produced : run.consumed.slice(1))] : [];
  strip(find("source-tokens"), run.source, (index) => ({ key: now.kind !== "decoder" && index === now.key }), (index) => {
    if (now.kind === "encoder") now.query = index;
    else now.key = index;
  });
  const produced = run.produced.length ? 1 : 0;
  strip(find("target-tokens"), target, (index) => ({ now: index === now.step + produced, later: !run.at_once && index > now.step + produced }), (index) => {
    now.step = Math.max(0, index - produced);
    now.query = -1;
  });
}

// Tokens as buttons; one of them is reached by Tab, its neighbours from there by ← and →.
function strip(list, tokens, marks, choose) {
  if (list.children.length !== tokens.length)
    list.replaceChildren(...tokens.map((token, index) => {
      const item = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.textContent = token[0];
      button.title = token[1] === null ? "" : "id " + token[1];
      button.addEventListener("click", () => { choose(index); show(); });
      item.append(button);
      if (token[3]) {
        const gloss = document.createElement("span");
        gloss.className = "gloss";
        gloss.textContent = token[3];
        item.append(gloss);
      }
      return item;
    }));
  const all = tokens.map((_, index) => marks(index)), first = Math.max(0, all.findIndex((mark) => mark.now || mark.key));
  [...list.children].forEach((item, index) => {
    const mark = all[index];
    item.firstChild.tabIndex = index === first ? 0 : -1;
    item.firstChild.className = [tokens[index][2], ...Object.keys(mark).filter((name) => mark[name])].join(" ");
    if (mark.now) item.firstChild.setAttribute("aria-current", "step");
    else item.firstChild.removeAttribute("aria-current");
    if (mark.now && list.scrollHeight > list.clientHeight) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
  });
}

function showPicture(kind) {
  const canvas = find("picture"), width = Math.max(280, find("scroll").clientWidth - 4), style = look();
  const title = now.view === "masks" ? word("masks") : word(now.kind + " long") + (kind ? " · " + placeText(now.kind) : "");
  find("picture-title").textContent = title;
  const sentence = kind ? sentenceOf(kind) : word("nothing");
  if (now.view === "masks") place = drawMasks(canvas, maskParts(), width);
  else if (!kind) place = (fresh(canvas, width, 20), null);
  else place = (now.view === "map" ? drawMap : drawLinks)(canvas, kind, labelsOf(now.kind), axesOf(now.kind), now, style, width);
  canvas.setAttribute("aria-label", title + ". " + sentence);
  find("sentence").textContent = sentence;
  const doubt = run.origin.uncertain && fill(word("uncertain"), run.origin.uncertain);
  const changes = run.origin.changes.map(changeText).join("; ");
  const what_if = changes && fill(word("what if"), changes);
  find("provenance").textContent = [originText(), howRead(now.kind), what_if, doubt, run.origin.program].filter(Boolean).join(" · ");
  showLegend(kind, style);
  showPointed(kind);
}

// A change of the network: its English sentence with %1, %2 …, and what stands in these places.
function changeText([sentence, ...values]) {
  return (word(sentence) || sentence).replace(/%([1-9])/g, (_, place) => word(values[place - 1]) || values[place - 1]);
}

function row(kind) {
  const found = row_of(now, shown(kind, now.step), kind);
  return found < 0 ? 0 : found;
}

function sentenceOf(kind) {
  const query = row(kind), columns = shown(kind, now.step).columns, labels = labelsOf(now.kind);
  const key = strongest(kind, now.layer, now.head, query, columns);
  const weight = kind.short(now.layer, now.head, query, key);
  if (!(kind.value(now.layer, now.head, query, key) > 0)) return fill(word(kind.aside ? "sentence aside" : "sentence blind"), labels.rows[query]);
  const isStep = kind.steps && query === now.step && run.produced.length;
  if (isStep && run.predicted.length) {
    const given = [now.step + 1, run.consumed[query][0], run.produced[query][0], run.probability[query], labels.columns[key], weight];
    return fill(word(run.predicted[query] ? "sentence label" : "sentence label alone"), ...given, run.predicted[query]);
  }
  if (isStep)
    return fill(word("sentence"), now.step + 1, run.consumed[query][0], run.produced[query][0], run.probability[query], labels.columns[key], weight);
  return fill(word("sentence row"), labels.rows[query], labels.columns[key], weight);
}

function maskParts() {
  const parts = [], all = (labels) => labels.map((token) => token[0]);
  const add = (name, rows, columns, bits, causal) => {
    const held = new Maps({ mask: bits, queries: Math.max(1, rows.length), keys: columns.length, heads: 1, causal });
    parts.push({ name: word(name), labels: rows, rows: Math.max(1, rows.length), columns, state: (query, key) => held.state(query, key) });
  };
  if (run.masks.padding) add("padding mask", [], all(run.source), run.masks.padding, false);
  if (run.masks.look_ahead) add("look-ahead mask", all(run.consumed), all(run.consumed), run.masks.look_ahead, true);
  if (run.masks.target) add("target mask", all(run.consumed), all(run.consumed), run.masks.target, true);
  const own = maps[now.kind];
  if (own && own.mask) {
    const labels = labelsOf(now.kind);
    parts.push({ name: word("own mask") + ": " + word(now.kind + " long"), labels: labels.rows, rows: own.queries, columns: labels.columns, state: (query, key) => own.state(query, key) });
  }
  return parts;
}

function showLegend(kind, style) {
  const legend = find("legend"), items = [];
  if (now.view !== "masks") items.push(barOf(style));
  const states = statesOf(kind);
  if (now.view === "masks") items.push(sample("allowed", (pen, size) => { pen.fillStyle = ink("allowed"); pen.fillRect(0, 0, size, size); }));
  for (const state of [1, 2, 3])
    if (states.has(state) && now.view !== "links")
      items.push(sample(STATES[state], (pen, size) => { pen.fillStyle = pattern(pen, state); pen.fillRect(0, 0, size, size); }));
  const seen = kind && shown(kind, now.step);
  if (now.view === "map" && kind && kind.steps) {
    if (seen.rows < kind.queries) items.push(sample("later", (pen, size) => { pen.strokeStyle = ink("undecoded"); pen.setLineDash([3, 2]); pen.strokeRect(1, 1, size - 2, size - 2); }));
    items.push(sample("now", (pen, size) => { pen.strokeStyle = ink("selection"); pen.lineWidth = 2; pen.strokeRect(1, 1, size - 2, size - 2); }));
  }
  legend.replaceChildren(...items);
}

// Which of them the picture can show at any step; asked once for each picture, since maps do not change.
function statesOf(kind) {
  const held = now.view === "masks" ? run : kind, name = "states " + now.view + (now.view === "masks" ? now.kind : "");
  if (!held || held[name]) return held ? held[name] : new Set();
  const states = new Set();
  const parts = now.view === "masks" ? maskParts() : [{ rows: kind.queries, columns: { length: kind.keys }, state: (q, k) => kind.state(q, k) }];
  for (const part of parts)
    for (let query = 0; query < part.rows; query++) for (let key = 0; key < part.columns.length; key++) states.add(part.state(query, key));
  held[name] = states;
  return states;
}

function barOf(style) {
  const holder = document.createElement("span"), bar = document.createElement("canvas");
  const pen = fresh(bar, 170, 12);
  for (let level = 0; level < 256; level++) {
    pen.fillStyle = style.colours[level];
    pen.fillRect((level * bar.width) / 256, 0, Math.ceil(bar.width / 256) + 1, bar.height);
  }
  holder.append("0 ", bar, " 1 " + word(style.root ? "weight root" : "weight"));
  return holder;
}

function sample(name, paint) {
  const holder = document.createElement("span"), box = document.createElement("canvas");
  const pen = fresh(box, 14, 14);
  paint(pen, box.width);
  holder.append(box, word(name));
  return holder;
}

const STATES = ["", "future", "padding", "aside"];
const reasons = () => STATES.map((name) => name && word(name));

// The chosen cell, or one that is pointed at.
function showPointed(kind, cell = now) {
  let text = "";
  if (kind && now.view !== "masks" && cell.query >= 0 && cell.key >= 0) {
    const labels = labelsOf(now.kind), state = kind.state(cell.query, cell.key);
    const told = kind.told(now.layer, now.head, cell.query, cell.key, reasons());
    text = fill(word(state ? "cell blocked" : "cell"), labels.rows[cell.query], labels.columns[cell.key], told);
  }
  find("pointed").textContent = text;
}

function fillTable(table, title, names, lines) {
  table.caption.textContent = title;
  [...table.tHead.rows[0].cells].forEach((cell, index) => { cell.textContent = names[index]; });
  table.tBodies[0].replaceChildren(...lines.map(([left, right, strong, aside]) => {
    const line = document.createElement("tr");
    line.className = strong ? "now" : aside ? "quiet" : "";
    for (const text of [left, right]) line.insertCell().textContent = text;
    return line;
  }));
  table.hidden = !lines.length;
}

function showRow(kind) {
  if (!kind) return fillTable(find("row"), "", ["", ""], []);
  const query = row(kind), columns = shown(kind, now.step).columns, labels = labelsOf(now.kind);
  const best = strongest(kind, now.layer, now.head, query, columns);
  const lines = Array.from({ length: columns }, (_, key) => [labels.columns[key], kind.told(now.layer, now.head, query, key, reasons()), key === best, kind.isAside(key)]);
  return fillTable(find("row"), fill(word("row of"), labels.rows[query]), [word("token"), word("weight")], lines);
}

function showCandidates() {
  const found = run.candidates[now.step] || [], produced = run.produced[now.step];
  const lines = found.map(([token, probability, id]) => [token, probability, Boolean(produced) && id === produced[1]]);
  fillTable(find("candidates"), fill(word("candidates"), now.step + 1), [word("candidate"), word("probability")], lines);
  const [bits, tokens, exact] = run.entropy[now.step] || [];
  find("entropy").textContent = bits ? fill(word(exact ? "entropy" : "entropy at least"), bits, tokens) : "";
}

// --- words and colours that change seldom ---

function speak() {
  document.documentElement.lang = now.language;
  document.documentElement.dataset.theme = theme();
  const texts = { "source-name": "source", "target-name": "target", "step-name": "step", "layer-name": "layer", "head-name": "head", "values-name": "values", "root-name": "root", keys: "keys", language: "language" };
  for (const [name, key] of Object.entries(texts)) find(name).textContent = word(key);
  find("theme").textContent = word(theme() === "dark" ? "light" : "dark");
  find("back").setAttribute("aria-label", word("back"));
  find("step").setAttribute("aria-label", word("step"));
  find("forward").setAttribute("aria-label", word("forward"));
  find("run").setAttribute("aria-label", word("sentences"));
  find("kinds").setAttribute("aria-label", word("kind"));
  find("views").setAttribute("aria-label", word("view"));
  choices("kinds", KINDS, (kind) => { now.kind = kind; now.query = now.key = -1; });
  choices("views", VIEWS, (view) => { now.view = view; });
  find("honest").textContent = word(over("none") ? "honest" : over("rollout") ? "honest rollout" : "honest mean");
  find("layer").replaceChildren();
  find("head").replaceChildren();
}

function choices(name, values, choose) {
  find(name).replaceChildren(...values.map((value) => {
    const button = document.createElement("button");
    button.type = "button";
    button.value = value;
    button.textContent = word(value);
    button.addEventListener("click", () => { choose(value); show(); });
    return button;
  }));
}

// --- what a person does ---

// Show another of the page's runs.
function take(index) {
  run = runs[index];
  KINDS = ["encoder", "decoder", "cross"].filter((kind) => run.kinds[kind]);
  VIEWS = ["map", "links"].concat(Object.keys(run.masks).length ? ["masks"] : []);
  run.maps = run.maps || Object.fromEntries(KINDS.map((kind) => [kind, new Maps(run.kinds[kind])]));
  maps = run.maps;
  if (!maps[now.kind]) now.kind = KINDS[KINDS.length - 1] || "cross";
  if (!VIEWS.includes(now.view)) now.view = "map";
  now.query = now.key = -1;
  find("translation").textContent = run.translation || run.source_text;
  find("source").textContent = run.translation ? run.source_text : "";
  find("step").max = Math.max(1, run.steps);
  find("stepping").hidden = run.steps < 2;
  find("source-tokens").replaceChildren();
  find("target-tokens").replaceChildren();
  speak();
  show();
}

// From one token of a strip to its neighbour.
function toNeighbour(event) {
  const next = { ArrowLeft: "previousSibling", ArrowRight: "nextSibling" }[event.key], item = event.target.parentElement;
  if (!next || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  if (item[next]) item[next].firstChild.focus();
}

function toStep(step) {
  now.step = step;
  if (now.kind !== "encoder") now.query = -1;
  show();
}

function play() {
  if (now.timer) now.timer = clearInterval(now.timer) || 0;
  else {
    if (now.step >= last()) now.step = 0;
    now.timer = setInterval(() => {
      if (now.step >= last()) play();
      else toStep(now.step + 1);
    }, 700);
  }
  show();
}

function moveCell(rows, columns) {
  const kind = maps[now.kind];
  if (!kind) return;
  const seen = shown(kind, now.step);
  if (now.query < 0 || now.key < 0) {
    now.query = row(kind);
    now.key = strongest(kind, now.layer, now.head, now.query, seen.columns);
  } else {
    now.query = Math.min(Math.max(now.query + rows, 0), seen.rows - 1);
    now.key = Math.min(Math.max(now.key + columns, 0), seen.columns - 1);
  }
  show();
}

function cellAt(event) {
  const kind = maps[now.kind];
  if (!kind || !place || place.masks) return null;
  const box = find("picture").getBoundingClientRect(), scale = ratio(), seen = shown(kind, now.step);
  const x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
  if (place.links) {
    const index = Math.round((y - place.y(0)) / place.step);
    if (x < place.edges[0] && index >= 0 && index < seen.rows) return { query: index, key: -1 };
    return x > place.edges[1] && index >= 0 && index < seen.columns ? { query: now.query, key: index } : null;
  }
  const query = Math.floor((y - place.top) / place.high), key = Math.floor((x - place.left) / place.cell);
  return query >= 0 && key >= 0 && query < seen.rows && key < seen.columns ? { query, key } : null;
}

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const KEYS = {
  ArrowRight: () => toStep(now.step + 1), ArrowLeft: () => toStep(now.step - 1), Home: () => toStep(0), End: () => toStep(last()),
  ArrowUp: () => { now.layer += 1; show(); }, ArrowDown: () => { now.layer -= 1; show(); },
  "[": () => { now.head -= 1; show(); }, "]": () => { now.head += 1; show(); }, " ": play,
  v: () => find("values").click(), r: () => find("root").click(),
  1: () => chooseKind("encoder"), 2: () => chooseKind("decoder"), 3: () => chooseKind("cross"),
  Escape: () => { now.query = now.key = -1; show(); },
};

function chooseKind(kind) {
  if (!maps[kind]) return;
  now.kind = kind;
  now.query = now.key = -1;
  show();
}

function listen() {
  find("run").addEventListener("change", (event) => { now.step = Infinity; take(Number(event.target.value)); });
  for (const name of ["source-tokens", "target-tokens"]) find(name).addEventListener("keydown", toNeighbour);
  find("step").addEventListener("input", (event) => toStep(Number(event.target.value) - 1));
  find("back").addEventListener("click", () => toStep(now.step - 1));
  find("forward").addEventListener("click", () => toStep(now.step + 1));
  find("play").addEventListener("click", play);
  find("layer").addEventListener("change", (event) => { now.layer = Number(event.target.value); show(); });
  find("head").addEventListener("change", (event) => { now.head = Number(event.target.value); show(); });
  for (const name of ["values", "root"]) find(name).addEventListener("change", show);
  find("theme").addEventListener("click", () => { now.theme = theme() === "dark" ? "light" : "dark"; speak(); show(); });
  find("language").addEventListener("click", () => { now.language = now.language === "ko" ? "en" : "ko"; speak(); show(); });
  find("picture").addEventListener("click", (event) => { Object.assign(now, cellAt(event) || { query: -1, key: -1 }); show(); });
  find("picture").addEventListener("mousemove", (event) => { const cell = cellAt(event); showPointed(maps[now.kind], cell && cell.query >= 0 && cell.key >= 0 ? cell : now); });
  find("picture").addEventListener("mouseleave", () => showPointed(maps[now.kind]));
  find("picture").addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !ARROWS[event.key] || now.view === "masks") return;
    event.preventDefault();
    event.stopPropagation();
    moveCell(...ARROWS[event.key]);
  });
  document.addEventListener("keydown", (event) => {
    const owner = event.target.tagName, own = ["INPUT", "SELECT"].includes(owner) || (owner === "BUTTON" && [" ", "Enter"].includes(event.key));
    if (own || event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key]) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { speak(); show(); });
  for (const name of SCROLLED) find(name).addEventListener("scroll", () => sign(name));
  for (const [name, printing] of [["beforeprint", true], ["afterprint", false]]) // light, since paper is
    addEventListener(name, () => { now.printing = printing; speak(); show(); });
  if (document.fonts) document.fonts.load("13px PageHangul", "가").then(show, () => {}); // a canvas waits for no font
  let waiting = 0;
  addEventListener("resize", () => { clearTimeout(waiting); waiting = setTimeout(show, 60); });
}

find("run").replaceChildren(...runs.map((each, index) => new Option(index + 1 + ". " + (each.source_text || each.translation), String(index))));
find("run").hidden = runs.length < 2;
listen();
take(0);
