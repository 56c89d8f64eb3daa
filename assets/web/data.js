"use strict";
// What the page holds, read back exactly. No document and no canvas here, so that any engine can test it.

// Base64 text → bytes.
function bytesOf(text) {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const places = new Uint8Array(128);
  for (let index = 0; index < 64; index++) places[letters.charCodeAt(index)] = index;
  let length = text.length;
  while (length && text[length - 1] === "=") length--;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let held = 0, bits = 0, at = 0;
  for (let index = 0; index < length; index++) {
    held = ((held << 6) | places[text.charCodeAt(index)]) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (held >> bits) & 0xff;
    }
  }
  return bytes;
}

const PER_STEP = 6; // finer places for colour inside one ten-thousandth

// The maps [layers, heads, queries, keys] of one kind; each head's is decoded when first asked for.
class Maps {
  constructor(held) {
    Object.assign(this, held);
    this.decoded = [];
  }

  // The numbers of one head, found in the middle of the text: three bytes are four letters.
  head(layer, head) {
    const index = layer * this.heads + head;
    if (!this.decoded[index]) {
      const size = (this.queries * this.keys * this.bits) / 8, first = index * size;
      const bytes = bytesOf(this.data.slice(4 * Math.floor(first / 3), 4 * Math.ceil((first + size) / 3)));
      this.decoded[index] = new DataView(bytes.buffer, first % 3, size);
    }
    return this.decoded[index];
  }

  // What is stored of a weight: its code, or where there is none the weight itself.
  stored(layer, head, query, key) {
    const view = this.head(layer, head), place = query * this.keys + key;
    return this.bits === 32 ? view.getFloat32(4 * place, true) : view.getUint16(2 * place, true);
  }

  // The weight for colour and comparison.
  value(layer, head, query, key) {
    const code = this.stored(layer, head, query, key);
    if (this.bits === 32 || code === 0) return code;
    const step = Math.floor(code / PER_STEP);
    return (step + (code % PER_STEP - (PER_STEP - 1) / 2) / PER_STEP) / 10000;
  }

  // The weight as people read it: four decimals, those of the run itself.
  text(layer, head, query, key) {
    const code = this.stored(layer, head, query, key);
    if (this.bits === 32) return decimals(code);
    const step = Math.floor(code / PER_STEP);
    return Math.floor(step / 10000) + "." + String(step % 10000).padStart(4, "0");
  }

  // The same with two decimals, rounded as the run's own number is.
  short(layer, head, query, key) {
    const code = this.stored(layer, head, query, key);
    if (this.bits === 32) return decimals(code, 2);
    const step = Math.floor(code / PER_STEP);
    const below = step % 100 === 50 && code % PER_STEP < PER_STEP / 2;
    const hundredths = Math.floor((step + 50) / 100) - (below ? 1 : 0);
    return Math.floor(hundredths / 100) + "." + String(hundredths % 100).padStart(2, "0");
  }

  // 0 may attend, 1 blocked as future, 2 blocked as padding, 3 set aside by a person.
  state(query, key) {
    const open = this.isAside(key) ? 3 : 0;
    if (this.mask === undefined) return open;
    if (!this.allowed) this.allowed = bytesOf(this.mask);
    const place = query * this.keys + key;
    if ((this.allowed[place >> 3] >> (7 - (place & 7))) & 1) return open;
    return this.causal && key > query ? 1 : 2;
  }

  // The cell in text: its weight; where nothing was allowed to be, why (``reasons`` by state); where something is all
  // the same, both. A weight that came out as 0 is a number.
  told(layer, head, query, key, reasons) {
    const state = this.state(query, key), text = this.text(layer, head, query, key);
    if (!state) return text;
    return this.value(layer, head, query, key) === 0 ? reasons[state] : text + " (" + reasons[state] + ")";
  }

  isAside(key) {
    return this.aside !== undefined && this.aside.includes(key);
  }
}

function decimals(value, places = 4) {
  return Number.isFinite(value) ? value.toFixed(places) : String(value);
}

// The rows and columns that exist after a step, counted from 0.
function shown(maps, step) {
  return {
    rows: maps.grows ? Math.min(step + 1, maps.queries) : maps.queries,
    columns: maps.grows && maps.causal ? Math.min(step + 1, maps.keys) : maps.keys,
  };
}

// The key with the most weight in a row; of equal ones the first. Columns that are set aside are not asked.
function strongest(maps, layer, head, query, columns) {
  let best = -1;
  for (let key = 0; key < columns; key++)
    if (!maps.isAside(key) && (best < 0 || maps.value(layer, head, query, key) > maps.value(layer, head, query, best))) best = key;
  return Math.max(0, best);
}

// A weight's place 0…255 among the colours.
function levelOf(value, root) {
  const share = Math.min(1, Math.max(0, value || 0));
  return Math.floor(255 * (root ? Math.sqrt(share) : share) + 0.5);
}

// What each cell shows, row by row: a level of colour, or why it is blocked where it has none.
function cellsOf(maps, chosen, root, seen) {
  const { rows, columns } = seen, levels = new Uint8Array(rows * columns), states = new Uint8Array(rows * columns);
  for (let query = 0, at = 0; query < rows; query++)
    for (let key = 0; key < columns; key++, at++) {
      const value = maps.value(chosen.layer, chosen.head, query, key);
      levels[at] = levelOf(value, root);
      if (value < 1e-4) states[at] = maps.state(query, key);
    }
  return { rows, columns, levels, states };
}

// Letters that are written from right to left; in a sentence they must not move what stands around them.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

// "{0} and {1}" with its places filled.
function fill(template, ...parts) {
  const isolated = (part) => (RIGHT_TO_LEFT.test(part) ? "\u2068" + part + "\u2069" : part);
  return template.replace(/\{(\d)\}/g, (_, index) => isolated(parts[index]));
}
