/* The k-NN scene: one query, its k nearest training records, and a ruler that changes.

   The page has the still figure and, hidden, the readout and the controls (scene.html). This
   script draws a live picture in the still's place. No point ever moves: the slider changes the
   unit that each feature's differences are divided by, from 1 (raw) to the spread of a scaler, and
   the k nearest are found anew at every position, with the same operations in the same order as
   the NumPy reference (code/checkpoint/scene.py), so that the two agree to the last record.

   Order of the file: arithmetic, state, geometry, drawing, words, controls. */
"use strict";
(() => {
  const data = window.knnSceneData;
  const scene = document.querySelector(".knn-scene");
  if (!data || !scene) return;

  // ---- arithmetic: pure functions of a state ------------------------------------------------

  const STEPS = 500; // positions of the slider; t = position / STEPS
  const MOST = data.largestK;
  const PATIENT = -1; // the chapter's patient, a training record; 0, 1, ... are the test records
  const ROWS = data.train[0].length;

  const start = Object.freeze({
    record: PATIENT, moved: null, k: data.k, ruler: "standard", position: 0,
    across: data.features.findIndex((f) => f.key === "glucose"),
    up: data.features.findIndex((f) => f.key === "pedigree"),
  });

  /** The unit of a feature at the state's slider position: from 1 to the spread. */
  function unit(state, feature) {
    const t = state.position / STEPS;
    return (1 - t) + t * data.spread[state.ruler][feature];
  }

  /** The value of the queried record in a feature, where it was not moved. */
  function measured(state, feature) {
    return state.record === PATIENT
      ? data.train[feature][data.patient] : data.test[feature][state.record];
  }

  /** The place of the query: [across, up]. */
  function query(state) {
    return state.moved ?? [measured(state, state.across), measured(state, state.up)];
  }

  /** The squared distance of every training row to the query; its own row is infinitely far. */
  function squaredDistances(state) {
    const xs = data.train[state.across], ys = data.train[state.up];
    const [qx, qy] = query(state);
    const sx = unit(state, state.across), sy = unit(state, state.up);
    const squares = new Float64Array(ROWS);
    for (let i = 0; i < ROWS; i++) {
      const dx = (xs[i] - qx) / sx, dy = (ys[i] - qy) / sy;
      squares[i] = dx * dx + dy * dy;
    }
    if (state.record === PATIENT) squares[data.patient] = Infinity;
    return squares;
  }

  /** The rows of the m smallest squares, smallest first, equal ones in row order. */
  function smallest(squares, m) {
    const rows = [];
    for (let i = 0; i < squares.length; i++) {
      if (rows.length === m && squares[i] >= squares[rows[m - 1]]) continue;
      let place = rows.length < m ? rows.length : m - 1;
      for (; place > 0 && squares[rows[place - 1]] > squares[i]; place--) {
        rows[place] = rows[place - 1];
      }
      rows[place] = i;
    }
    return rows;
  }

  /** What a state comes to: rows, votes, call, radius, tie ("", "harmless" or "matters"). */
  function neighbours(state) {
    const squares = squaredDistances(state);
    const rows = smallest(squares, state.k + 1);
    const edge = squares[rows[state.k - 1]];
    let tie = "";
    if (squares[rows.pop()] === edge) {
      // Of all who are exactly as far as the k-th, only some are among the k.
      const tied = new Set(data.outcome.filter((_, i) => squares[i] === edge));
      tie = tied.size > 1 ? "matters" : "harmless";
    }
    const votes = rows.reduce((sum, i) => sum + data.outcome[i], 0);
    return { rows, votes, call: votes * 2 > state.k ? 1 : 0, radius: Math.sqrt(edge), tie };
  }

  /** The slider positions at which the set of the k nearest differs from the position before. */
  function changes(state) {
    const found = [];
    let before = null;
    for (let position = 0; position <= STEPS; position++) {
      const now = new Set(smallest(squaredDistances({ ...state, position }), state.k));
      if (before && [...now].some((i) => !before.has(i))) found.push(position);
      before = now;
    }
    return found;
  }

  /** The outcome of the queried record, 0 or 1; null where the query is a made-up place. */
  function truth(state) {
    if (state.moved) return null;
    return state.record === PATIENT ? data.outcome[data.patient] : data.testOutcome[state.record];
  }

  // ---- state: as text in the address, and back ----------------------------------------------

  const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

  /** For instance "#scene=r12,k15,glucose,pedigree,standard,t40" (t in percent of the way). */
  function address(state) {
    return "#scene=" + [
      state.record === PATIENT ? "patient" : "r" + (state.record + 1),
      ...(state.moved ? ["at" + state.moved.join(":")] : []),
      "k" + state.k,
      data.features[state.across].key, data.features[state.up].key, state.ruler,
      "t" + (100 * state.position) / STEPS,
    ].join(",");
  }

  /** The state an address names, or null; what is left out is as at the start. */
  function fromAddress(hash) {
    if (!hash.startsWith("#scene=")) return null;
    const state = { ...start };
    const features = [];
    for (const part of hash.slice(7).split(/,|%2c/i)) {
      const [, letters, number] = /^(at|[rkt])([\d.:]+)$/.exec(part) ?? [];
      const feature = data.features.findIndex((f) => f.key === part);
      if (letters === "r") state.record = clamp(Math.round(number), 1, data.testOutcome.length) - 1;
      if (letters === "k") state.k = clamp(Math.round(number), 1, MOST);
      if (letters === "t") state.position = clamp(Math.round((number * STEPS) / 100), 0, STEPS);
      if (letters === "at") state.moved = number.split(":").map(Number);
      if (Object.hasOwn(data.spread, part)) state.ruler = part;
      if (feature >= 0) features.push(feature);
    }
    if (features.length === 2 && features[0] !== features[1]) [state.across, state.up] = features;
    if (state.moved) state.moved = within(state, state.moved);
    return Object.values(state).some(Number.isNaN) ? null : state;
  }

  /** A place kept in the panel and at the features' own resolution; null where it is none. */
  function within(state, place) {
    const [x, y] = [state.across, state.up].map((f, axis) => {
      const { low, high, digits } = data.features[f];
      return Number(clamp(place[axis], low, high).toFixed(digits));
    });
    return Number.isNaN(x + y) ? null : [x, y];
  }

  // ---- geometry: the panel shows both features whole, as wide as high in standard deviations --

  const WIDTH = 440, HEIGHT = 462;
  const PANEL = { left: 42, top: 28, side: 390, margin: 1.04 };
  const LENS = 100; // radius

  /** From the two features to the panel: x, y, pixels a unit of each, and back (place). */
  function panelScale(state) {
    const [a, u] = [state.across, state.up].map((f) => {
      const { low, high } = data.features[f], deviation = data.spread.standard[f];
      return { middle: (low + high) / 2, deviation, reach: (high - low) / deviation };
    });
    const pixels = PANEL.side / (PANEL.margin * Math.max(a.reach, u.reach));
    const perX = pixels / a.deviation, perY = pixels / u.deviation;
    const left = PANEL.left + PANEL.side / 2, top = PANEL.top + PANEL.side / 2;
    return {
      key: [state.across, state.up, state.record].join(),
      perX, perY,
      x: (value) => left + (value - a.middle) * perX,
      y: (value) => top - (value - u.middle) * perY,
      place: (x, y) => [a.middle + (x - left) / perX, u.middle - (y - top) / perY],
    };
  }

  /** From the two features to the lens, which shows the neighbourhood of the far end enlarged.
      It stands still too: its size does not depend on the slider. */
  function lensScale(state, panel) {
    const end = { ...state, position: STEPS };
    const units = [unit(end, end.across) * panel.perX, unit(end, end.up) * panel.perY];
    const widest = neighbours(end).radius * Math.max(...units);
    const zoom = clamp((0.84 * LENS) / widest, 1.5, 12);
    const [qx, qy] = query(state);
    return {
      key: [panel.key, qx, qy, zoom].join(),
      zoom,
      perX: panel.perX * zoom, perY: panel.perY * zoom,
      x: (value) => LENS + (value - qx) * panel.perX * zoom,
      y: (value) => LENS - (value - qy) * panel.perY * zoom,
    };
  }

  /** Round values to mark on an axis of a feature: four to eight of them. */
  function ticks({ low, high }) {
    const rough = (high - low) / 5, power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough * 0.7);
    const found = [];
    const last = high + (high - low) / 50; // 200 fits beside 199
    for (let i = Math.ceil(low / step); i * step <= last; i++) found.push(i * step);
    return found.map((value) => Number(value.toPrecision(6)));
  }

  // ---- drawing: elements are made once; a frame touches only what changed ---------------------

  const SVG = "http://www.w3.org/2000/svg";
  const MARK = ["M-2.6,0a2.6,2.6 0 1 0 5.2,0a2.6,2.6 0 1 0 -5.2,0", "M0,-3.6L3.4,2.4L-3.4,2.4Z"];
  const KIND = ["notlater", "later"];

  /** A new SVG element with attributes, the last child of its parent. */
  function draw(parent, name, attributes = {}) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
  }

  /** Set an attribute, or the text, where it differs: most frames leave most things alone. */
  const known = new WeakMap();
  function set(element, name, value) {
    if (!known.has(element)) known.set(element, {});
    const values = known.get(element);
    if (values[name] === value) return;
    values[name] = value;
    if (name === "text") element.textContent = value;
    else element.setAttribute(name, value);
  }

  const at = (x, y, size) => `translate(${x.toFixed(2)},${y.toFixed(2)}) scale(${size})`;
  const reveal = (element, visible) => set(element, "visibility", visible ? "visible" : "hidden");

  /** The elements of one picture of the neighbourhood: edge, points, spokes and rings. */
  function view(parent, size) {
    const edge = draw(parent, "ellipse", { class: "knn-edge knn-now" });
    const cloud = draw(parent, "g", { class: "knn-cloud" });
    const spokes = draw(parent, "g", { class: "knn-spokes" });
    const rings = draw(parent, "g");
    return {
      size, edge, key: null,
      points: data.outcome.map((outcome) =>
        draw(cloud, "path", { d: MARK[outcome], class: KIND[outcome] })),
      pool: Array.from({ length: MOST }, () => {
        const ring = draw(rings, "g");
        draw(ring, "circle", { r: 4.9 });
        return { row: -1, ring, mark: draw(ring, "path"), spoke: draw(spokes, "line") };
      }),
    };
  }

  /** The points, placed anew only where the scale is another; the patient's own is the diamond. */
  function drawPoints(view, state, to, within) {
    if (view.key === to.key) return;
    view.key = to.key;
    const xs = data.train[state.across], ys = data.train[state.up];
    const own = state.record === PATIENT ? data.patient : -1;
    view.points.forEach((point, i) => {
      const x = to.x(xs[i]), y = to.y(ys[i]);
      const visible = i !== own && within(x, y);
      reveal(point, visible);
      if (visible) set(point, "transform", at(x, y, view.size));
    });
  }

  /** Rings and spokes of the nearest; who stays a neighbour keeps them. */
  function drawNeighbours(view, state, rows, to) {
    const now = new Set(rows), before = new Set(view.pool.map(({ row }) => row));
    const free = view.pool.filter(({ row }) => !now.has(row));
    for (const row of rows) {
      if (before.has(row)) continue;
      const one = free.pop();
      one.row = row;
      set(one.mark, "d", MARK[data.outcome[row]]);
      set(one.ring, "class", KIND[data.outcome[row]]);
    }
    for (const one of free) one.row = -1;
    const [qx, qy] = query(state);
    const from = { x1: to.x(qx).toFixed(2), y1: to.y(qy).toFixed(2) };
    for (const { row, ring, spoke } of view.pool) {
      reveal(ring, row >= 0);
      reveal(spoke, row >= 0);
      if (row < 0) continue;
      const x = to.x(data.train[state.across][row]), y = to.y(data.train[state.up][row]);
      set(ring, "transform", at(x, y, view.size));
      const ends = { ...from, x2: x.toFixed(2), y2: y.toFixed(2) };
      for (const [name, value] of Object.entries(ends)) set(spoke, name, value);
    }
  }

  /** The places exactly as far from the query as the k-th neighbour: an ellipse. */
  function drawEdge(view, state, radius, to) {
    const [qx, qy] = query(state);
    const shape = { cx: to.x(qx), cy: to.y(qy), rx: radius * unit(state, state.across) * to.perX,
                    ry: radius * unit(state, state.up) * to.perY };
    for (const [name, value] of Object.entries(shape)) set(view.edge, name, value.toFixed(2));
  }

  const DIAMOND = "M0,-7.5L7.5,0L0,7.5L-7.5,0Z";
  const { left, top, side } = PANEL, right = left + side, bottom = top + side;

  const svg = draw(scene.querySelector(".knn-stage"), "svg",
                   { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group" });
  const square = { x: left, y: top, width: side, height: side };
  draw(draw(svg, "clipPath", { id: "knn-square" }), "rect", square);
  draw(svg, "rect", { ...square, class: "knn-frame" });
  const axes = draw(svg, "g", { "aria-hidden": "true" });
  const panel = view(draw(svg, "g", { "clip-path": "url(#knn-square)", "aria-hidden": "true" }), 1);
  const rim = draw(svg, "circle", { class: "knn-rim", "clip-path": "url(#knn-square)" });
  const diamond = draw(svg, "g", { class: "knn-diamond", tabindex: "0", role: "button" });
  draw(diamond, "circle", { r: 20, class: "knn-handle" });
  draw(diamond, "path", { d: DIAMOND });

  const ruler = { x: draw(axes, "line", { class: "knn-ruler knn-now", y1: bottom, y2: bottom }),
                  y: draw(axes, "line", { class: "knn-ruler knn-now", x1: left, x2: left }) };
  const names = { x: draw(axes, "text", { x: left, y: HEIGHT - 4, class: "knn-name" }),
                  y: draw(axes, "text", { x: left, y: 17, class: "knn-name" }) };
  const units = { x: draw(axes, "text", { x: right, y: HEIGHT - 4, class: "knn-unit knn-now" }),
                  y: draw(axes, "text", { x: right, y: 17, class: "knn-unit knn-now" }) };
  const marks = draw(axes, "g", { class: "knn-ticks" });

  const glass = draw(scene.querySelector(".knn-lens"), "svg",
                     { viewBox: `-1 -1 ${2 * LENS + 2} ${2 * LENS + 2}`, "aria-hidden": "true" });
  const round = { cx: LENS, cy: LENS, r: LENS };
  draw(draw(glass, "clipPath", { id: "knn-round" }), "circle", round);
  const lens = view(draw(glass, "g", { "clip-path": "url(#knn-round)" }), 1.6);
  draw(glass, "circle", { ...round, class: "knn-rim" });
  const twin = draw(glass, "g", { class: "knn-diamond", transform: at(LENS, LENS, 1.5) });
  draw(twin, "path", { d: DIAMOND });
  const power = draw(glass, "text", { x: 2 * LENS, y: 2 * LENS - 4, "text-anchor": "end" });

  // In the colour of the ruler. The colour is set on these alone: were it inherited from above,
  // every frame would style all points anew.
  const tinted = [panel.edge, lens.edge, ruler.x, ruler.y, units.x, units.y];

  /** Ticks and names of the axes, when the features change. */
  function drawAxes(state, to) {
    if (panel.key === to.key) return;
    const across = data.features[state.across], up = data.features[state.up];
    const mark = (value, d, x, y, anchor) => {
      draw(marks, "path", { d });
      draw(marks, "text", { x, y, "text-anchor": anchor }).append(value);
    };
    marks.replaceChildren();
    for (const value of ticks(across)) {
      mark(value, `M${to.x(value)},${bottom}v4`, to.x(value), bottom + 17, "middle");
    }
    for (const value of ticks(up)) {
      mark(value, `M${left},${to.y(value)}h-4`, left - 7, to.y(value) + 4.5, "end");
    }
    set(names.x, "text", across.label + (across.unit && `, ${across.unit}`));
    set(names.y, "text", up.label + (up.unit && `, ${up.unit}`));
  }

  /** On each axis, beside the patient, one unit of the ruler. */
  function drawRuler(state, to) {
    const [qx, qy] = query(state);
    const sx = unit(state, state.across), sy = unit(state, state.up);
    const put = (line, name, middle, half, low) => {
      set(line, name + 1, clamp(middle - half, low, low + side).toFixed(2));
      set(line, name + 2, clamp(middle + half, low, low + side).toFixed(2));
    };
    put(ruler.x, "x", to.x(qx), (sx * to.perX) / 2, left);
    put(ruler.y, "y", to.y(qy), (sy * to.perY) / 2, top);
    set(units.x, "text", "ruler: 1 unit = " + short(sx));
    set(units.y, "text", "ruler: 1 unit = " + short(sy));
  }

  /** Both pictures of a state. */
  function drawState(state, { rows, radius, call }) {
    const to = panelScale(state), enlarged = lensScale(state, to);
    drawAxes(state, to);
    drawRuler(state, to);
    drawPoints(panel, state, to, () => true);
    drawPoints(lens, state, enlarged, (x, y) => Math.hypot(x - LENS, y - LENS) < LENS + 8);
    for (const [view, scale] of [[panel, to], [lens, enlarged]]) {
      drawNeighbours(view, state, rows, scale);
      drawEdge(view, state, radius, scale);
    }
    const [x, y] = [to.x(query(state)[0]), to.y(query(state)[1])];
    set(diamond, "transform", at(x, y, 1));
    set(power, "text", `× ${enlarged.zoom.toFixed(1)}`);
    for (const [name, value] of Object.entries({ cx: x, cy: y, r: LENS / enlarged.zoom })) {
      set(rim, name, value.toFixed(2));
    }
    set(diamond, "class", `knn-diamond ${KIND[call]}`);
    set(twin, "class", `knn-diamond ${KIND[call]}`);
    const way = `--far:var(--${state.ruler});--t:${(100 * state.position) / STEPS}%`;
    for (const one of tinted) set(one, "style", way);
  }

  // ---- words --------------------------------------------------------------------------------

  const RULER = { minmax: "min-max", standard: "standardized", robust: "robust" };
  const CALL = ["no", "yes"], SAID = ["not diagnosed", "diagnosed later"];
  const LASTS = 9000; // milliseconds from raw to the far end
  const RESTS = 350; // milliseconds without a change, after which the scene is at rest
  const part = (name) => scene.querySelector(`[data-knn="${name}"]`);
  const put = (name, text) => set(part(name), "text", String(text));
  const percent = ({ position }) => ((100 * position) / STEPS).toFixed(0) + " %";

  /** A unit of the ruler in three digits or so. */
  function short(value) {
    return value.toFixed(value < 1 ? 3 : value < 10 ? 2 : 1);
  }

  /** "2nd" and the like. */
  function ordinal(k) {
    const last = k % 100 > 10 && k % 100 < 14 ? 0 : k % 10;
    return k + (["th", "st", "nd", "rd"][last] ?? "th");
  }

  /** The ruler in words: "raw", "40 % of the way", "standardized". */
  function rulerName(state) {
    if (state.position === 0) return "raw";
    return state.position === STEPS ? RULER[state.ruler] : `${percent(state)} of the way`;
  }

  /** What is known of the query, and whether the call agrees with it. */
  function outcomeName(state, call) {
    const actual = truth(state);
    if (actual === null) return "unknown: a made-up place";
    return `${SAID[actual]}, so the call is ${actual === call ? "right" : "wrong"}`;
  }

  /** Equal distances at the edge; they matter where they can change the vote. */
  function tieName({ k }, tie) {
    if (!tie) return "none at the edge";
    return `the ${ordinal(k)} and the next are equally far; ` + (tie === "matters"
      ? "the order of the rows decides this vote" : "same outcome, so the vote stands");
  }

  /** The readout, word by word. */
  function tell(state, { rows, votes, call, tie }) {
    put("votes", `${votes} of ${state.k}`);
    part("bar").style.setProperty("--k", state.k);
    part("bar").style.setProperty("--votes", votes);
    put("call", CALL[call] + (votes * 2 === state.k ? " (a draw counts as no)" : ""));
    put("outcome", outcomeName(state, call));
    put("ruler", rulerName(state));
    put("tie", tieName(state, tie));
    set(part("call"), "data-call", KIND[call]);
    if (way.key !== keyOf(state)) return put("way", "…");
    const passed = way.changes.filter((position) => position <= state.position).length;
    const remain = rows.filter((row) => way.first.has(row)).length;
    put("way", `${passed} of ${way.changes.length} changes passed, ` +
      `${remain} of the first ${state.k} remain`);
  }

  // ---- showing a state ------------------------------------------------------------------------

  let state = { ...start };
  let way = {}; // the changes on the way of the slider, for one query, k, pair and far end
  let playing = 0, waiting = 0;

  const keyOf = (state) => address({ ...state, position: 0 });

  /** The way of the slider for this state, computed once for all its positions. */
  function wayOf(state) {
    const key = keyOf(state);
    if (way.key !== key) {
      const first = new Set(neighbours({ ...state, position: 0 }).rows);
      way = { key, first, changes: changes(state) };
    }
    return way;
  }

  /** Draw and tell a state; when nothing has changed for a moment, announce it. */
  function show(next) {
    state = next;
    const found = neighbours(state);
    drawState(state, found);
    put("linked", "");
    tell(state, found);
    sync(state);
    clearTimeout(waiting);
    if (!playing) waiting = setTimeout(rest, RESTS);
  }

  /** Motion has stopped: count the changes, renew link and labels, announce the tally. */
  function rest() {
    const found = neighbours(state);
    const [across, up] = [state.across, state.up].map((f) => data.features[f].label);
    const [x, y] = query(state);
    wayOf(state);
    tell(state, found);
    svg.setAttribute("aria-label", `${ROWS} training records by ${across} and ${up}; ` +
      `the ${state.k} nearest are joined to the patient`);
    diamond.setAttribute("aria-label", `Patient at ${across} ${x}, ${up} ${y}: ` +
      "arrow keys move it, Enter puts it back");
    const said = ["votes", "call", "outcome", "ruler", "tie"].map((name) => part(name).textContent);
    put("said", `${said[0]} nearest were diagnosed later. Call: ${said[1]}. ` +
      `In truth: ${said[2]}. Ruler: ${said[3]}. Ties: ${said[4]}.`);
  }

  /** The controls say what the state says; a number being typed is left alone. */
  function sync(state) {
    const [x, y] = query(state);
    const values = { position: state.position, record: state.record, k: state.k, x, y,
                     across: state.across, up: state.up, end: state.ruler };
    for (const [name, value] of Object.entries(values)) {
      const control = part(name);
      const typing = control.type === "number" && control === document.activeElement;
      if (!typing && control.value !== String(value)) control.value = value;
    }
    set(part("position"), "aria-valuetext", rulerName(state));
    put("far", RULER[state.ruler]);
    put("play", playing ? "Pause" : "Play");
  }

  // ---- controls -------------------------------------------------------------------------------

  const still = matchMedia("(prefers-reduced-motion: reduce)");

  function pause() {
    cancelAnimationFrame(playing);
    playing = 0;
  }

  /** Show a state by the reader's hand: what was playing stops. */
  function turn(change) {
    pause();
    show({ ...state, ...change });
  }

  /** Play from where the slider stands, from the start where it stands at the end. */
  function play() {
    if (playing) return turn({});
    if (still.matches) return turn({ position: STEPS });
    wayOf(state);
    const from = state.position < STEPS ? state.position : 0;
    let began = null;
    const frame = (now) => {
      began ??= now;
      const position = Math.min(STEPS, Math.round(from + (STEPS * (now - began)) / LASTS));
      playing = position < STEPS ? requestAnimationFrame(frame) : 0;
      show({ ...state, position });
    };
    playing = requestAnimationFrame(frame);
    sync(state);
  }

  /** One change of the neighbourhood on (or back); past the last one to the end of the slider. */
  function step(direction) {
    const { changes } = wayOf(state);
    const beyond = direction > 0
      ? changes.find((position) => position > state.position) ?? STEPS
      : changes.findLast((position) => position < state.position) ?? 0;
    turn({ position: beyond });
  }

  /** Another feature on an axis; where both would be the same, the two change places. */
  function choose(axis, feature) {
    const other = axis === "across" ? "up" : "across";
    const change = { [axis]: feature, moved: null };
    if (state[other] === feature) change[other] = state[axis];
    turn(change);
    limits();
  }

  /** The record before or after in the list; at its ends the list stops. */
  function stepRecord(direction) {
    const record = clamp(state.record + direction, PATIENT, data.testOutcome.length - 1);
    turn({ record, moved: null });
  }

  /** What may be typed for the place of the patient, and its names. */
  function limits() {
    for (const [name, axis] of [["x", "across"], ["y", "up"]]) {
      const { label, low, high, digits } = data.features[state[axis]];
      Object.assign(part(name), { min: low, max: high, step: 10 ** -digits });
      put(name + "-name", `Patient's ${label}`);
    }
  }

  function move(place) {
    const moved = within(state, place);
    if (moved) turn({ moved });
  }

  /** Arrow keys move the patient by about a hundredth of the range, with Shift by a tenth. */
  function moveByKey(event) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1],
                       ArrowDown: [0, -1] }[event.key] ?? [0, 0];
    if (["Enter", " ", "Escape"].includes(event.key)) turn({ moved: null });
    else if (dx || dy) {
      const far = [state.across, state.up].map((f) => {
        const { low, high, digits } = data.features[f];
        const hundredth = Number(((high - low) / 100).toFixed(digits));
        return Math.max(hundredth, 10 ** -digits) * (event.shiftKey ? 10 : 1);
      });
      const [x, y] = query(state);
      move([x + dx * far[0], y + dy * far[1]]);
    } else return;
    event.preventDefault();
  }

  /** Where a pointer is, in the picture's own units. */
  function pointAt({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  }

  let held = null; // from the pointer to the diamond's middle

  function grasp(event) {
    const point = pointAt(event), to = panelScale(state), [qx, qy] = query(state);
    held = { x: to.x(qx) - point.x, y: to.y(qy) - point.y };
    diamond.setPointerCapture(event.pointerId);
  }

  /** The diamond follows the pointer that took hold of it. */
  function drag(event) {
    if (!diamond.hasPointerCapture(event.pointerId)) return;
    const { x, y } = pointAt(event);
    move(panelScale(state).place(x + held.x, y + held.y));
  }

  function on(name, event, act) {
    part(name).addEventListener(event, ({ target }) => act(target.value, target));
  }

  function fill(name, options) {
    part(name).replaceChildren(...options.map(([value, text]) => new Option(text, value)));
  }

  fill("record", [[PATIENT, "the chapter's patient"],
                  ...data.testOutcome.map((_, i) => [i, `test record ${i + 1}`])]);
  fill("across", data.features.map((f, i) => [i, f.label]));
  fill("up", data.features.map((f, i) => [i, f.label]));
  fill("end", Object.keys(data.spread).map((key) => [key, RULER[key]]));
  Object.assign(part("k"), { min: 1, max: MOST });
  Object.assign(part("position"), { min: 0, max: STEPS, step: 1 });

  on("play", "click", play);
  on("link", "click", link);
  on("back", "click", () => step(-1));
  on("next", "click", () => step(1));
  on("reset", "click", () => { turn(start); limits(); });
  on("position", "input", (value) => turn({ position: Number(value) }));
  on("record", "change", (value) => turn({ record: Number(value), moved: null }));
  on("earlier", "click", () => stepRecord(-1));
  on("later", "click", () => stepRecord(1));
  on("k", "input", (value, { validity }) => value && validity.valid && turn({ k: Number(value) }));
  on("k", "blur", () => sync(state));
  on("across", "change", (value) => choose("across", Number(value)));
  on("up", "change", (value) => choose("up", Number(value)));
  on("end", "change", (value) => turn({ ruler: value }));
  on("x", "input", (value) => value && move([Number(value), query(state)[1]]));
  on("y", "input", (value) => value && move([query(state)[0], Number(value)]));
  on("x", "blur", () => sync(state));
  on("y", "blur", () => sync(state));
  diamond.addEventListener("keydown", moveByKey);
  diamond.addEventListener("pointerdown", grasp);
  diamond.addEventListener("pointermove", drag);

  /** Put the state in the address bar, and where the browser lets us, on the clipboard. */
  async function link() {
    history.replaceState(null, "", address(state));
    try {
      await navigator.clipboard.writeText(location.href);
      put("linked", "Copied; the address bar has it too.");
    } catch {
      put("linked", "It is in the address bar.");
    }
  }

  /** Show what the address names, if it names a state. */
  function restore() {
    const named = fromAddress(location.hash);
    if (!named) return false;
    turn(named);
    limits();
    scene.scrollIntoView({ block: "nearest" });
    return true;
  }

  addEventListener("hashchange", restore);
  scene.classList.add("knn-live");
  if (!restore()) show(state);
  limits();
  rest();

  window.knnScene = { STEPS, start, neighbours, changes, address, fromAddress, show,
                      get state() { return state; } };
})();
