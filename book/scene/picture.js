/* The k-NN scene's two pictures, the panel and its lens, drawn in the place of the still figure.

   No point ever moves on the screen: the panel shows both features whole, as wide as high in
   standard deviations, under every ruler. Elements are made once; a frame touches only what
   changed. */
"use strict";
Object.assign(window.knnScene, (() => {
  const { data, STEPS, clamp, ownRow, unit, query, neighbours } = window.knnScene;
  const scene = document.querySelector(".knn-scene");

  // ---- geometry -------------------------------------------------------------------------------

  const WIDTH = 440, HEIGHT = 424;
  const PANEL = { left: 42, top: 8, side: 390, margin: 1.04 };
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

  // ---- elements -------------------------------------------------------------------------------

  const SVG = "http://www.w3.org/2000/svg";
  const MARK = ["M-2.6,0a2.6,2.6 0 1 0 5.2,0a2.6,2.6 0 1 0 -5.2,0", "M0,-3.6L3.4,2.4L-3.4,2.4Z"];
  const KIND = ["notlater", "later"];
  const DIAMOND = "M0,-7.5L7.5,0L0,7.5L-7.5,0Z";

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

  const parts = new Map([...scene.querySelectorAll("[data-knn]")].map((e) => [e.dataset.knn, e]));
  const part = (name) => parts.get(name);
  const put = (name, text) => set(part(name), "text", String(text));
  const at = (x, y, size) => `translate(${x.toFixed(2)},${y.toFixed(2)}) scale(${size})`;
  const reveal = (element, visible) => set(element, "visibility", visible ? "visible" : "hidden");

  /** A value of a feature, as finely as it was measured. */
  const exact = (value, feature) => value.toFixed(data.features[feature].digits);

  /** A unit of the ruler in three digits or so. */
  const short = (value) => value.toFixed(value < 1 ? 3 : value < 10 ? 2 : 1);

  // ---- one view: points, edge, spokes and rings, and who is marked ----------------------------

  /** The elements of one picture of the neighbourhood. */
  function view(parent, size) {
    const edge = draw(parent, "ellipse", { class: "knn-edge knn-now" });
    const cloud = draw(parent, "g", { class: "knn-cloud" });
    return {
      size, edge, key: null, pool: [],
      points: data.outcome.map((outcome) =>
        draw(cloud, "path", { d: MARK[outcome], class: KIND[outcome] })),
      crowd: draw(parent, "path", { class: "knn-crowd" }),
      spokes: draw(parent, "g"),
      rings: draw(parent, "g"),
    };
  }

  /** One more ring with a mark and a spoke, for the view's pool. */
  function ringIn({ rings, spokes }) {
    const ring = draw(rings, "g");
    draw(ring, "circle", { r: 4.9 });
    return { row: -1, ring, mark: draw(ring, "path"), spoke: draw(spokes, "line") };
  }

  /** The points, placed anew only where the scale is another; the patient's own is the diamond. */
  function drawPoints(view, state, to, inside) {
    if (view.key === to.key) return;
    view.key = to.key;
    const xs = data.train[state.across], ys = data.train[state.up];
    const own = ownRow(state);
    view.points.forEach((point, i) => {
      const x = to.x(xs[i]), y = to.y(ys[i]);
      const visible = i !== own && inside(x, y);
      reveal(point, visible);
      if (visible) set(point, "transform", at(x, y, view.size));
    });
  }

  /** Rings and spokes of the nearest, and of who went last; who stays a neighbour keeps them. */
  function drawNeighbours(view, state, rows, change, to) {
    const shown = change ? rows.concat(change.went) : rows;
    const now = new Set(shown), before = new Set(view.pool.map(({ row }) => row));
    const free = view.pool.filter(({ row }) => !now.has(row));
    for (const row of shown) {
      if (before.has(row)) continue;
      if (!free.length) view.pool.push(free[0] = ringIn(view));
      const one = free.pop();
      one.row = row;
      set(one.mark, "d", MARK[data.outcome[row]]);
    }
    for (const one of free) one.row = -1;
    const [qx, qy] = query(state);
    const from = { x1: to.x(qx).toFixed(2), y1: to.y(qy).toFixed(2) };
    for (const { row, ring, spoke } of view.pool) {
      reveal(ring, row >= 0);
      reveal(spoke, row >= 0);
      if (row < 0) continue;
      const moved = change?.came.includes(row) ? " knn-came"
        : change?.went.includes(row) ? " knn-went" : "";
      set(ring, "class", KIND[data.outcome[row]] + moved);
      set(spoke, "class", "knn-spoke" + moved);
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

  /** A square around who turned right, a cross through who turned wrong. */
  function drawCrowd(view, state, { right, wrong }, to) {
    const s = 4.4 * view.size;
    const path = (rows, shape) => rows.map((row) => {
      const x = to.x(data.train[state.across][row]), y = to.y(data.train[state.up][row]);
      return `M${(x - s).toFixed(1)},${(y - s).toFixed(1)}${shape}`;
    }).join("");
    const d = 2 * s;
    set(view.crowd, "d", path(right, `h${d}v${d}h${-d}z`) +
      path(wrong, `l${d},${d}m${-d},0l${d},${-d}`));
  }

  // ---- the panel and the lens -----------------------------------------------------------------

  const { left, top, side } = PANEL, right = left + side, bottom = top + side;

  const svg = draw(scene.querySelector(".knn-picture"), "svg",
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
  const ruler = draw(axes, "path", { class: "knn-ruler knn-now" });
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
  const tinted = [panel.edge, lens.edge, ruler, ...scene.querySelectorAll(".knn-unit")];

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
    put("across-name", across.label + (across.unit && `, ${across.unit}`));
    put("up-name", up.label + (up.unit && `, ${up.unit}`));
  }

  /** On each axis, beside the patient, one unit of the ruler: a bar with a cap at either end. */
  function drawRuler(state, to) {
    const [qx, qy] = query(state);
    const sx = unit(state, state.across), sy = unit(state, state.up);
    const bar = (middle, length, low) => [middle - length / 2, middle + length / 2]
      .map((end) => clamp(end, low, low + side).toFixed(2));
    const [x1, x2] = bar(to.x(qx), sx * to.perX, left);
    const [y1, y2] = bar(to.y(qy), sy * to.perY, top);
    set(ruler, "d", `M${x1},${bottom}H${x2}M${left},${y1}V${y2}` +
      [x1, x2].map((x) => `M${x},${bottom - 6}v12`).join("") +
      [y1, y2].map((y) => `M${left - 6},${y}h12`).join(""));
    put("across-unit", `1 unit = ${short(sx)}`);
    put("up-unit", `1 unit = ${short(sy)}`);
  }

  /** Both pictures of a state: who is near (found), the last change, and the crowd, if known. */
  function drawState(state, { rows, radius, call }, change, crowd) {
    const to = panelScale(state), enlarged = lensScale(state, to);
    drawAxes(state, to);
    drawRuler(state, to);
    drawPoints(panel, state, to, () => true);
    drawPoints(lens, state, enlarged, (x, y) => Math.hypot(x - LENS, y - LENS) < LENS + 8);
    for (const [view, scale] of [[panel, to], [lens, enlarged]]) {
      drawNeighbours(view, state, rows, change, scale);
      drawEdge(view, state, radius, scale);
      drawCrowd(view, state, crowd ?? { right: [], wrong: [] }, scale);
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

  return { scene, svg, diamond, KIND, draw, set, part, put, exact, panelScale, drawState };
})());
