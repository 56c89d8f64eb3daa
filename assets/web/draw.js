// Drawing on a canvas, in whole device pixels: maps, links and masks. It decides nothing.

const ratio = () => window.devicePixelRatio || 1;
const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

// A canvas of a size in CSS pixels, cleared; returns its pen, which counts device pixels.
function fresh(canvas, width, height) {
  const scale = ratio();
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.style.width = canvas.width / scale + "px";
  canvas.style.height = canvas.height / scale + "px";
  const pen = canvas.getContext("2d");
  pen.fillStyle = ink("paper");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  return pen;
}

function fontOf(pixels, bold) {
  return (bold ? "600 " : "") + pixels + "px " + getComputedStyle(document.body).fontFamily;
}

// A text no wider than its room.
function shortened(pen, text, room) {
  if (pen.measureText(text).width <= room) return text;
  const parts = Array.from(text);
  while (parts.length && pen.measureText(parts.join("") + "…").width > room) parts.pop();
  return parts.join("") + "…";
}

// Hatch for future, dots for padding, upright stripes for what is set aside, on the ground of blocked cells.
function pattern(pen, state) {
  const scale = ratio(), size = Math.round(6 * scale), tile = document.createElement("canvas");
  tile.width = tile.height = size;
  const brush = tile.getContext("2d");
  brush.fillStyle = ink("blocked");
  brush.fillRect(0, 0, size, size);
  brush.fillStyle = ink("hatch");
  if (state === 1) for (let at = 0; at < size; at++) brush.fillRect(size - 1 - at, at, Math.max(1, Math.round(scale)), 1);
  else if (state === 2) brush.fillRect(size / 3, size / 3, Math.round(1.6 * scale), Math.round(1.6 * scale));
  else brush.fillRect(Math.floor(size / 2), 0, Math.max(1, Math.round(scale)), size);
  return pen.createPattern(tile, "repeat");
}

// Where the cells of a map lie inside a width; in device pixels.
function layout(pen, maps, labels, width, least) {
  const scale = ratio(), size = Math.round(13 * scale);
  pen.font = fontOf(size);
  const widest = (labels, most) => Math.min(most, Math.max(...labels.map((label) => pen.measureText(label).width), 0));
  const told = (texts, meant) => texts.map((text, at) => (meant[at] ? text + "  " + meant[at] : text)); // the gloss has the room that is left
  const left = Math.ceil(widest(told(labels.rows, labels.meant[0]), 130 * scale)) + Math.round(26 * scale);
  const long = Math.ceil(widest(told(labels.columns, labels.meant[1]), 110 * scale));
  const slant = Math.ceil(0.71 * long);
  const room = width * scale - left - slant - 4 * scale;
  const cell = Math.max(Math.round(least * scale), Math.min(Math.floor(room / maps.keys), Math.round(52 * scale)));
  const fits = Math.floor((0.56 * window.innerHeight * scale) / maps.queries);
  const high = Math.max(Math.round(least * scale), Math.min(cell, Math.round(34 * scale), Math.max(fits, Math.round(16 * scale))));
  const top = slant + Math.round(26 * scale);
  return {
    left, top, cell, high, size, slant,
    width: (left + maps.keys * cell + slant + 4 * scale) / scale,
    height: (top + maps.queries * high + 6 * scale) / scale,
  };
}

// What a word means, more quietly after it, where both have room.
function glossed(pen, text, meant, most) {
  const wide = meant ? pen.measureText("  " + meant).width : 0;
  return wide && pen.measureText(text).width + wide <= most ? wide : 0;
}

function drawLabels(pen, place, rows, columns, meant, axes, marked, faint = () => false) {
  pen.textBaseline = "middle";
  const skipRows = Math.max(1, Math.ceil((place.size * 1.1) / place.high));
  const skipColumns = Math.max(1, Math.ceil((place.size * 1.1) / place.cell));
  pen.textAlign = "right";
  rows.forEach((label, row) => {
    if (row % skipRows && row !== marked.query) return;
    pen.fillStyle = row === marked.query ? ink("selection") : ink("ink");
    const room = place.left - 26 * ratio(), y = place.top + (row + 0.5) * place.high, wide = glossed(pen, label, meant[0][row], room);
    pen.fillText(shortened(pen, label, room), place.left - 6 * ratio() - wide, y);
    pen.fillStyle = ink("muted");
    if (wide) pen.fillText(meant[0][row], place.left - 6 * ratio(), y);
  });
  pen.textAlign = "left";
  columns.forEach((label, column) => {
    if (column % skipColumns && column !== marked.key) return;
    pen.save();
    pen.translate(place.left + (column + 0.5) * place.cell, place.top - 5 * ratio());
    pen.rotate(-Math.PI / 4);
    pen.fillStyle = column === marked.key ? ink("accent") : ink(faint(column) ? "muted" : "ink");
    pen.fillText(shortened(pen, label, 110 * ratio()), 0, 0);
    pen.fillStyle = ink("muted");
    if (glossed(pen, label, meant[1][column], 110 * ratio())) pen.fillText(meant[1][column], pen.measureText(label + "  ").width, 0);
    pen.restore();
  });
  pen.fillStyle = ink("muted");
  pen.fillText(axes.key, place.left, Math.round(9 * ratio()));
  const bottom = (place.height || Infinity) * ratio() - 4, title = shortened(pen, axes.query, bottom);
  pen.save();
  pen.translate(Math.round(9 * ratio()), Math.min(place.top, bottom - pen.measureText(title).width)); // beside few rows it begins higher
  pen.rotate(-Math.PI / 2);
  pen.textAlign = "right";
  pen.fillText(title, 0, 0);
  pen.restore();
}

// One head's map up to a step. ``colours``: 256 of them; ``chosen``: layer, head, step, query, key.
function drawMap(canvas, maps, labels, axes, chosen, look, width) {
  let pen = fresh(canvas, width, 60);
  const place = layout(pen, maps, labels, width, look.least);
  place.height = Math.max(place.height, pen.measureText(axes.query).width / ratio() + 8); // few rows leave the title its room
  pen = fresh(canvas, place.width, place.height);
  pen.font = fontOf(place.size);
  const seen = shown(maps, chosen.step);
  const names = [labels.rows.slice(0, seen.rows), labels.columns.slice(0, seen.columns)];
  drawLabels(pen, place, ...names, labels.meant, axes, chosen, (column) => maps.isAside(column));
  const cells = cellsOf(maps, chosen, look.root, seen);
  paintPatterns(pen, cells, place);
  paintColours(pen, cells, place, look);
  if (look.values && place.cell >= 30 * ratio() && place.high >= 15 * ratio()) printValues(pen, maps, cells, place, chosen, look);
  if (place.cell >= 8 * ratio() && place.high >= 8 * ratio())
    for (let query = 0; query < seen.rows; query++) dot(pen, maps, place, chosen, look, query, seen.columns);
  frames(pen, maps, place, chosen, seen);
  return place;
}

// One pixel a cell, enlarged without smoothing: a canvas takes long for thousands of rectangles.
function paintColours(pen, cells, place, look) {
  if (!cells.rows || !cells.columns) return;
  const small = document.createElement("canvas");
  small.width = cells.columns;
  small.height = cells.rows;
  const brush = small.getContext("2d"), image = brush.createImageData(cells.columns, cells.rows);
  const parts = look.colours.map((colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)));
  cells.levels.forEach((level, at) => {
    if (!cells.states[at]) image.data.set([...parts[level], 255], 4 * at);
  });
  brush.putImageData(image, 0, 0);
  pen.imageSmoothingEnabled = false;
  pen.drawImage(small, place.left, place.top, cells.columns * place.cell, cells.rows * place.high);
}

// The patterns of blocked cells, neighbours in a row as one.
function paintPatterns(pen, cells, place) {
  for (const state of new Set(cells.states)) {
    if (!state) continue;
    pen.beginPath();
    for (let row = 0; row < cells.rows; row++)
      for (let column = 0, from = -1; column <= cells.columns; column++) {
        const here = column < cells.columns && cells.states[row * cells.columns + column] === state;
        if (here && from < 0) from = column;
        else if (!here && from >= 0) {
          pen.rect(place.left + from * place.cell, place.top + row * place.high, (column - from) * place.cell, place.high);
          from = -1;
        }
      }
    pen.fillStyle = pattern(pen, state);
    pen.fill();
  }
}

function printValues(pen, maps, cells, place, chosen, look) {
  pen.textAlign = "center";
  pen.font = fontOf(Math.round(11 * ratio()));
  for (let query = 0, at = 0; query < cells.rows; query++)
    for (let key = 0; key < cells.columns; key++, at++) {
      if (cells.states[at]) continue;
      pen.fillStyle = look.dark[cells.levels[at]] ? "#ffffff" : "#16181c";
      pen.globalAlpha = maps.value(chosen.layer, chosen.head, query, key) < 0.005 ? 0.45 : 1;
      const x = place.left + (key + 0.5) * place.cell, y = place.top + (query + 0.5) * place.high;
      pen.fillText(maps.short(chosen.layer, chosen.head, query, key), x, y);
    }
  pen.globalAlpha = 1;
}

function dot(pen, maps, place, chosen, look, query, columns) {
  const key = strongest(maps, chosen.layer, chosen.head, query, columns);
  const value = maps.value(chosen.layer, chosen.head, query, key);
  if (!(value > 0)) return;
  pen.fillStyle = look.dark[levelOf(value, look.root)] ? "#ffffff" : "#16181c";
  pen.beginPath();
  const radius = 2 * ratio();
  pen.arc(place.left + (key + 1) * place.cell - 2.2 * radius, place.top + query * place.high + 2.2 * radius, radius, 0, 2 * Math.PI);
  pen.fill();
}

// What is not decoded yet, this step's row, the chosen cell.
function frames(pen, maps, place, chosen, seen) {
  const line = Math.max(1, Math.round(ratio()));
  const box = (x, y, wide, high, colour, strong, dash) => {
    pen.strokeStyle = colour;
    pen.lineWidth = strong;
    pen.setLineDash(dash || []);
    pen.strokeRect(x, y, wide, high);
    pen.setLineDash([]);
  };
  const later = seen.rows < maps.queries || seen.columns < maps.keys; // something is still to come
  box(place.left, place.top, maps.keys * place.cell, maps.queries * place.high, ink(later ? "undecoded" : "line"), line, later ? [4 * line, 3 * line] : []);
  if (maps.steps)
    box(place.left, place.top + Math.min(chosen.step, seen.rows - 1) * place.high, seen.columns * place.cell, place.high, ink("selection"), 2 * line);
  if (chosen.query < seen.rows && chosen.key < seen.columns && chosen.query >= 0 && chosen.key >= 0) {
    const x = place.left + chosen.key * place.cell, y = place.top + chosen.query * place.high;
    box(x, y, place.cell, place.high, "#ffffff", 3 * line);
    box(x, y, place.cell, place.high, "#101216", line);
  }
}

// Lines between queries at the left and keys at the right; the chosen row's are strong.
function drawLinks(canvas, maps, labels, axes, chosen, look, width) {
  const step = Math.max(16, Math.min(26, 560 / Math.max(maps.queries, maps.keys)));
  const pen = fresh(canvas, width, 40 + step * Math.max(maps.queries, maps.keys));
  const scale = ratio(), seen = shown(maps, chosen.step), row = row_of(chosen, seen, maps);
  const y = (index) => (34 + (index + 0.5) * step) * scale;
  pen.font = fontOf(Math.round(13 * scale));
  const room = Math.min(170 * scale, canvas.width / 4);
  const edges = [room + 8 * scale, canvas.width - room - 8 * scale];
  for (const strong of [false, true])
    for (let query = 0; query < seen.rows; query++) {
      if ((query === row) !== strong) continue;
      for (let key = 0; key < seen.columns; key++) {
        const value = maps.value(chosen.layer, chosen.head, query, key);
        if (!(value >= look.weakest)) continue;
        const share = levelOf(value, look.root) / 255;
        pen.globalAlpha = (strong ? 1 : 0.35) * (0.15 + 0.85 * share);
        pen.strokeStyle = strong ? ink("accent") : ink("undecoded");
        pen.lineWidth = (0.75 + 4 * share) * scale;
        pen.beginPath();
        pen.moveTo(edges[0], y(query));
        pen.lineTo(edges[1], y(key));
        pen.stroke();
      }
    }
  pen.globalAlpha = 1;
  pen.textBaseline = "middle";
  const name = (text, x, at, align, colour, most = room) => {
    pen.textAlign = align;
    pen.fillStyle = colour;
    pen.fillText(shortened(pen, text, most), x, at);
  };
  labels.rows.slice(0, seen.rows).forEach((text, at) => name(text, edges[0] - 6 * scale, y(at), "right", at === row ? ink("selection") : ink("ink")));
  labels.columns.slice(0, seen.columns).forEach((text, at) => name(text, edges[1] + 6 * scale, y(at), "left", at === chosen.key ? ink("accent") : ink("ink")));
  const half = canvas.width / 2 - 8 * scale; // a title may stand above the lines, too
  name(axes.query, 4 * scale, 14 * scale, "left", ink("muted"), half);
  name(axes.key, canvas.width - 4 * scale, 14 * scale, "right", ink("muted"), half);
  return { links: true, y, step: step * scale, edges };
}

function row_of(chosen, seen, maps) {
  return chosen.query >= 0 && chosen.query < seen.rows ? chosen.query : maps.steps ? Math.min(chosen.step, seen.rows - 1) : -1;
}

// Masks below each other: name, columns' labels on the first of a length, cells as may attend or blocked.
function drawMasks(canvas, parts, width) {
  let pen = fresh(canvas, width, 40);
  const scale = ratio(), line = Math.round(20 * scale), size = Math.round(13 * scale);
  pen.font = fontOf(size);
  const left = Math.round(110 * scale);
  const long = Math.min(100 * scale, Math.max(...parts.flatMap((part) => part.columns.map((label) => pen.measureText(label).width))));
  const slant = Math.ceil(0.71 * long) + 6 * scale;
  const cellOf = (part) => Math.max(4 * scale, Math.min(Math.floor((width * scale - left - slant) / part.columns.length), 26 * scale));
  const heights = parts.map((part) => line + slant + part.rows * Math.min(cellOf(part), 22 * scale) + 10 * scale);
  pen = fresh(canvas, width, heights.reduce((sum, high) => sum + high, 0) / scale);
  const blocked = [null, pattern(pen, 1), pattern(pen, 2)];
  let top = 0;
  parts.forEach((part, index) => {
    const cell = cellOf(part), high = Math.min(cell, 22 * scale);
    pen.textBaseline = "middle";
    pen.textAlign = "left";
    pen.font = fontOf(size, true);
    pen.fillStyle = ink("ink");
    pen.fillText(part.name, 0, top + line / 2);
    pen.font = fontOf(size);
    const place = { left, top: top + line + slant, cell, high, size };
    drawLabels(pen, place, part.labels, part.columns, [[], []], { key: "", query: "" }, { query: -1, key: -1 });
    for (let row = 0; row < part.rows; row++)
      part.columns.forEach((_, column) => {
        const state = part.state(row, column);
        pen.fillStyle = state ? blocked[state] : ink("allowed");
        pen.fillRect(left + column * cell, place.top + row * high, cell - scale, high - scale);
      });
    top += heights[index];
  });
  return { masks: true };
}
