/* The k-NN scene: one query, its k nearest training records, and a ruler that changes.

   The page has the still figure and, hidden, readout and controls (scene.html). The scripts before
   this one compute (arithmetic.js) and draw (picture.js, way.js); this one holds the state, puts it
   into words and lets the reader change it. */
"use strict";
(() => {
  const { data, STEPS, MOST, ROWS, PATIENT, start, clamp, trainingRecord, query, truth, neighbours,
          wayOf, everyone, within, address, fromAddress, scene, svg, diamond, KIND, set, part, put,
          exact, panelScale, drawState, chart, percent, drawWay, drawHere, positionAt,
  } = window.knnScene;

  // ---- words ----------------------------------------------------------------------------------

  const CALL = ["no", "yes"], SAID = ["not diagnosed", "diagnosed later"];

  /** "2nd" and the like. */
  function ordinal(k) {
    const last = k % 100 > 10 && k % 100 < 14 ? 0 : k % 10;
    return k + (["th", "st", "nd", "rd"][last] ?? "th");
  }

  /** The ruler in words: "raw", "40% of the way", "standardized". */
  function rulerName({ position, ruler }) {
    if (position === 0) return "raw";
    return position === STEPS ? data.labels[ruler] : `${percent(position)} of the way`;
  }

  /** The queried record as the list has it. */
  function recordName(record) {
    if (record === PATIENT) return "the chapter's patient";
    return record < 0 ? `training record ${-record}` : `test record ${record + 1}`;
  }

  /** Values of the two features: "glucose 126, pedigree 0.583". */
  function valuesName({ across, up }, [x, y]) {
    return `${data.features[across].label} ${exact(x, across)}, ` +
      `${data.features[up].label} ${exact(y, up)}`;
  }

  /** What is known of the query, and whether the prediction agrees with it. */
  function outcomeName(state, call) {
    const actual = truth(state);
    if (actual === null) return "unknown: a made-up place";
    return `${SAID[actual]}, so the prediction is ${actual === call ? "right" : "wrong"}`;
  }

  /** Equal distances at the edge; they matter where they can change the vote. */
  function tieName({ k }, tie) {
    if (!tie) return "none at the edge";
    return `the ${ordinal(k)} and the next are equally far; ` + (tie === "matters"
      ? "the order of the rows decides this vote" : "same outcome, so the vote stands");
  }

  /** How far on the way of changes the state is. */
  function passedName({ k, position }, rows, way) {
    if (!way) return "…";
    if (!way.changes.length) return "the same ones all the way";
    const passed = way.changes.filter((change) => change.position <= position).length;
    const remain = rows.filter((row) => way.first.has(row)).length;
    return `${passed} of ${way.changes.length} changes passed, ${remain} of the first ${k} remain`;
  }

  /** Who came and who went at the last change, each with its values and outcome. */
  function swapName(state, change, way) {
    if (!way) return "…";
    if (!way.changes.length) return `From raw to ${data.labels[state.ruler]} nobody comes or goes.`;
    if (!change) return `The first change is at ${percent(way.changes[0].position)}.`;
    const { position, came, went } = change;
    if (came.length > 2) return `At ${percent(position)} ${came.length} came and as many went.`;
    const [newcomers, leavers] = [came, went].map((rows) => rows.map((row) => valuesName(state,
      [data.train[state.across][row], data.train[state.up][row]]) +
      `, ${SAID[data.outcome[row]]}`).join(" and "));
    return `At ${percent(position)} came (bold) ${newcomers}; went (dashed) ${leavers}.`;
  }

  /** Whose prediction is no longer the raw one, counted. */
  function crowdName({ position }, crowd) {
    if (!crowd) return "…";
    if (position === 0) return "In raw units nobody's is, by definition: move the slider.";
    const { right, wrong } = crowd;
    return `${right.length + wrong.length} of ${ROWS}: ${right.length} to right (squares), ` +
      `${wrong.length} to wrong (crosses).`;
  }

  // ---- showing a state ------------------------------------------------------------------------

  const RESTS = 350; // milliseconds without a change, after which the scene is at rest
  let state = start;
  let lastWay = {}; // the whole way of the slider, for one query, k, pair and far end
  let lastCrowd = {}; // whose prediction has changed, for one k, pair, far end and position
  let playing = 0, waiting = 0;

  /** The way of the slider for this state; where it is another, it is only found if asked to. */
  function wayHere(find) {
    const key = address({ ...state, position: 0, everyone: false });
    if (lastWay.key !== key && find) {
      lastWay = { key, ...wayOf(state) };
      drawWay(lastWay, state.k);
    }
    return lastWay.key === key ? lastWay : null;
  }

  /** Whose prediction has changed in this state, if it is known, or wanted and asked for. */
  function crowdHere(find) {
    const key = address({ ...state, record: PATIENT, moved: null });
    if (lastCrowd.key !== key) lastCrowd = { key };
    if (find && state.everyone) lastCrowd.found ??= everyone(state);
    return lastCrowd.found;
  }

  /** Draw and tell a state; when nothing has changed for a moment, announce it.

      What takes long waits for that moment: the crowd always, the way while the patient moves. */
  function show(next, moving = false) {
    state = next;
    render(!moving, false);
    put("linked", "");
    clearTimeout(waiting);
    if (!playing) waiting = setTimeout(() => { rest(); announce(); }, RESTS);
  }

  function render(findWay, findCrowd) {
    const found = neighbours(state), way = wayHere(findWay), crowd = crowdHere(findCrowd);
    const change = way?.changes.findLast(({ position }) => position <= state.position);
    drawState(state, found, change, crowd);
    drawHere(way, state);
    tell(found, change, way, crowd);
    sync();
  }

  /** The readout, word by word. */
  function tell({ rows, votes, call, tie }, change, way, crowd) {
    put("votes", `${votes} of ${state.k}`);
    set(part("bar"), "style", `--k:${state.k};--votes:${votes}`);
    put("call", CALL[call] + (votes * 2 === state.k ? " (a draw counts as no)" : ""));
    set(part("call"), "data-call", KIND[call]);
    put("outcome", outcomeName(state, call));
    put("ruler", rulerName(state));
    put("tie", tieName(state, tie));
    put("passed", passedName(state, rows, way));
    put("swap", swapName(state, change, way));
    if (state.everyone) put("crowd", crowdName(state, crowd));
  }

  /** Motion has stopped: find the crowd, renew the labels that only screen readers are given. */
  function rest() {
    render(true, true);
    const [across, up] = [state.across, state.up].map((f) => data.features[f].label);
    svg.setAttribute("aria-label", `${ROWS} training records by ${across} and ${up}; ` +
      `the ${state.k} nearest are joined to the patient`);
    diamond.setAttribute("aria-label", `Patient at ${valuesName(state, query(state))}: ` +
      "arrow keys move it, Enter puts it back");
    const { right = [], wrong = [] } = lastCrowd.found ?? {};
    const turned = [["right", right], ["wrong", wrong]].flatMap(([to, rows]) => rows.map((row) =>
      [trainingRecord(row), `${recordName(trainingRecord(row))}, to ${to}`]));
    fill("flipped", [["", turned.length ? "choose" : "nobody"], ...turned]);
  }

  /** Say the state to a screen reader. */
  function announce() {
    const [votes, call, outcome, ruler, tie] = ["votes", "call", "outcome", "ruler", "tie"]
      .map((name) => part(name).textContent);
    put("said", `${state.moved ? "Patient" : recordName(state.record)} at ` +
      `${valuesName(state, query(state))}: ${votes} nearest were diagnosed later. ` +
      `Prediction: ${call}. In truth: ${outcome}. Ruler: ${ruler}. Ties: ${tie}.` +
      (state.everyone ? ` Everyone: ${part("crowd").textContent}` : ""));
  }

  /** The controls say what the state says; a number being typed is left alone. */
  function sync() {
    const [x, y] = query(state);
    const values = { position: state.position, record: state.record, k: state.k, x, y,
                     across: state.across, up: state.up, end: state.ruler };
    for (const [name, value] of Object.entries(values)) {
      const control = part(name);
      const typing = control.type === "number" && control === document.activeElement;
      if (!typing && control.value !== String(value)) control.value = value;
    }
    part("everyone").checked = state.everyone;
    part("crowds").hidden = !state.everyone;
    set(part("position"), "aria-valuetext", rulerName(state));
    put("far", data.labels[state.ruler]);
    put("play", playing ? "Pause" : !still.matches ? "Play"
      : state.position < STEPS ? "To the end" : "To the start");
    const { selectedIndex, length } = part("record");
    enable("back", state.position > 0);
    enable("next", state.position < STEPS);
    enable("reset", address(state) !== address(start));
    enable("earlier", selectedIndex > 0);
    enable("later", selectedIndex < length - 1);
  }

  /** A button that can do nothing says so, but keeps the focus that `disabled` would take. */
  function enable(name, able) {
    set(part(name), "aria-disabled", String(!able));
  }

  // ---- controls -------------------------------------------------------------------------------

  const LASTS = 9000; // milliseconds from raw to the far end
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  /** Show a state by the reader's hand: what was playing stops. */
  function turn(change, moving) {
    cancelAnimationFrame(playing);
    playing = 0;
    show({ ...state, ...change }, moving);
    limits();
  }

  /** Play from where the slider stands, from the start where it stands at the end. */
  function play() {
    if (playing) return turn({});
    const from = state.position < STEPS ? state.position : 0;
    if (still.matches) return turn({ position: state.position < STEPS ? STEPS : 0 });
    let began = null;
    const frame = (now) => {
      began ??= now;
      const position = Math.min(STEPS, Math.round(from + (STEPS * (now - began)) / LASTS));
      playing = position < STEPS ? requestAnimationFrame(frame) : 0;
      show({ ...state, position });
    };
    playing = requestAnimationFrame(frame);
    sync();
  }

  /** One change of the neighbourhood on (or back); past the last one to the end of the slider. */
  function step(direction) {
    const positions = wayHere(true).changes.map(({ position }) => position);
    turn({ position: direction > 0
      ? positions.find((position) => position > state.position) ?? STEPS
      : positions.findLast((position) => position < state.position) ?? 0 });
  }

  /** Another feature on an axis; where both would be the same, the two change places. */
  function choose(axis, feature) {
    const other = axis === "across" ? "up" : "across";
    const change = { [axis]: feature, moved: null };
    if (state[other] === feature) change[other] = state[axis];
    turn(change);
  }

  /** The record before or after in the list; at its ends the list stops. */
  function stepRecord(direction) {
    const { options, selectedIndex } = part("record");
    const option = options[selectedIndex + direction];
    if (option) turn({ record: Number(option.value), moved: null });
  }

  /** What may be typed for the place of the patient, and its names. */
  function limits() {
    for (const [name, axis] of [["x", "across"], ["y", "up"]]) {
      const { label, low, high, digits } = data.features[state[axis]];
      Object.assign(part(name), { min: low, max: high, step: 10 ** -digits });
      put(name + "-name", `Patient's ${label}`);
    }
  }

  /** A typed number acts where it is allowed; where it is not, the limits are said. */
  function onNumber(name, act) {
    const input = part(name);
    input.addEventListener("input", () => {
      const { valid } = input.validity;
      input.setAttribute("aria-invalid", String(!valid));
      const name = input.labels[0].innerText.trim(), { min, max, step } = input;
      put("limits", valid ? "" : `${name}: ${min} to ${max}, in steps of ${step}.`);
      if (valid && input.value) act(Number(input.value));
    });
    input.addEventListener("blur", () => {
      sync();
      input.setAttribute("aria-invalid", "false");
      put("limits", "");
    });
  }

  function move(place, moving) {
    const moved = within(state, place);
    if (moved) turn({ moved }, moving);
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

  /** While a finger or the main button holds an element, it is told of each move. */
  function draggable(element, moved, taken = () => {}) {
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      element.setPointerCapture(event.pointerId);
      taken(event);
    });
    element.addEventListener("pointermove", (event) => {
      if (element.hasPointerCapture(event.pointerId)) moved(event);
    });
  }

  let held = null; // from the pointer to the diamond's middle

  function grasp(event) {
    const point = pointAt(event), to = panelScale(state), [qx, qy] = query(state);
    held = { x: to.x(qx) - point.x, y: to.y(qy) - point.y };
  }

  /** The diamond follows the pointer that took hold of it. */
  function drag(event) {
    const { x, y } = pointAt(event);
    move(panelScale(state).place(x + held.x, y + held.y), true);
  }

  /** Of the marked records the one nearest to the pointer, if it is near, becomes the patient. */
  function pick(event) {
    const marked = crowdHere(false);
    if (!marked || diamond.contains(event.target)) return;
    const point = pointAt(event), to = panelScale(state);
    const far = (row) => Math.hypot(to.x(data.train[state.across][row]) - point.x,
                                    to.y(data.train[state.up][row]) - point.y);
    const [row] = [...marked.right, ...marked.wrong].sort((a, b) => far(a) - far(b));
    if (row >= 0 && far(row) < 15) turn({ record: trainingRecord(row), moved: null });
  }

  function on(name, event, act) {
    part(name).addEventListener(event, ({ target }) => act(target.value, target));
  }

  function fill(name, options) {
    part(name).replaceChildren(...options.map(([value, text]) => new Option(text, value)));
  }

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

  /** Show what the address names, if it names a state, with the controls it may have set. */
  function restore() {
    const named = fromAddress(location.hash);
    if (!named) return false;
    scene.querySelector(".knn-explore").open = true;
    turn(named);
    scene.scrollIntoView({ block: "nearest" });
    return true;
  }

  const records = [PATIENT, ...data.testOutcome.keys(),
                   ...data.outcome.map((_, row) => trainingRecord(row))];
  fill("record", [...new Set(records)].map((record) => [record, recordName(record)]));
  for (const axis of ["across", "up"]) fill(axis, data.features.map((f, i) => [i, f.label]));
  fill("end", Object.entries(data.labels));
  Object.assign(part("k"), { min: 1, max: MOST, step: 1 });
  Object.assign(part("position"), { min: 0, max: STEPS, step: 1 });

  on("play", "click", play);
  on("link", "click", link);
  on("back", "click", () => step(-1));
  on("next", "click", () => step(1));
  on("reset", "click", () => turn(start));
  on("position", "input", (value) => turn({ position: Number(value) }));
  on("everyone", "change", (_, { checked }) => turn({ everyone: checked }));
  on("flipped", "change", (value) => value && turn({ record: Number(value), moved: null }));
  on("record", "change", (value) => turn({ record: Number(value), moved: null }));
  on("earlier", "click", () => stepRecord(-1));
  on("later", "click", () => stepRecord(1));
  on("across", "change", (value) => choose("across", Number(value)));
  on("up", "change", (value) => choose("up", Number(value)));
  on("end", "change", (value) => turn({ ruler: value }));
  onNumber("k", (k) => turn({ k }));
  onNumber("x", (x) => move([x, query(state)[1]]));
  onNumber("y", (y) => move([query(state)[0], y]));
  diamond.addEventListener("keydown", moveByKey);
  // `touch-action` is not heeded inside of an SVG: without this the page scrolls and ends the drag.
  diamond.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  draggable(diamond, drag, grasp);
  const slide = (event) => turn({ position: positionAt(event) });
  draggable(chart, slide);
  chart.addEventListener("click", slide); // not on touching it, which may begin a scroll
  svg.addEventListener("click", pick);
  still.addEventListener("change", sync);
  addEventListener("hashchange", restore);

  for (const [role, [light, dark]] of Object.entries(data.colours)) {
    scene.style.setProperty(`--${role}`, `light-dark(${light}, ${dark})`);
  }
  scene.classList.add("knn-live");
  if (!restore()) {
    turn({});
    clearTimeout(waiting); // nothing has happened that a screen reader should be told
    rest();
  }
  Object.assign(window.knnScene, { show });
  Object.defineProperty(window.knnScene, "state", { get: () => state });
})();
