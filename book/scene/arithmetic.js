/* The k-NN scene's arithmetic: pure functions of a state, and a state's form in an address.

   The slider changes the unit that each feature's differences are divided by, from 1 (raw) to the
   spread of a scaler, and the k nearest are found anew at every position, with the same operations
   in the same order as the NumPy reference (code/checkpoint/scene.py), so that the two agree to
   the last record. The other scripts of this folder take what they need from window.knnScene. */
"use strict";
window.knnScene = ((data) => {
  const STEPS = 500; // positions of the slider; t = position / STEPS
  const MOST = data.largestK;
  const ROWS = data.train[0].length;

  /** The number of a training row as a queried record; 0, 1, ... are the test records. */
  const trainingRecord = (row) => -1 - row;
  const PATIENT = trainingRecord(data.patient); // the chapter's

  const start = Object.freeze({
    record: PATIENT, moved: null, k: data.k, ruler: "standard", position: 0, everyone: false,
    across: data.features.findIndex((f) => f.key === "glucose"),
    up: data.features.findIndex((f) => f.key === "pedigree"),
  });

  const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

  /** The unit of a feature at the state's slider position: from 1 to the spread. */
  function unit(state, feature) {
    const t = state.position / STEPS;
    return (1 - t) + t * data.spread[state.ruler][feature];
  }

  /** The training row that is the queried record and therefore not among its own neighbours. */
  const ownRow = ({ record }) => (record < 0 ? trainingRecord(record) : -1);

  /** The value of the queried record in a feature, where it was not moved. */
  function measured(state, feature) {
    return state.record < 0 ? data.train[feature][ownRow(state)] : data.test[feature][state.record];
  }

  /** The place of the query: [across, up]. */
  function query(state) {
    return state.moved ?? [measured(state, state.across), measured(state, state.up)];
  }

  /** The outcome of the queried record, 0 or 1; null where the query is a made-up place. */
  function truth(state) {
    if (state.moved) return null;
    return state.record < 0 ? data.outcome[ownRow(state)] : data.testOutcome[state.record];
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
    if (state.record < 0) squares[ownRow(state)] = Infinity;
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

  const votesOf = (rows) => rows.reduce((sum, i) => sum + data.outcome[i], 0);
  const prediction = (votes, k) => (votes * 2 > k ? 1 : 0);

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
    const votes = votesOf(rows);
    return { rows, votes, call: prediction(votes, state.k), radius: Math.sqrt(edge), tie };
  }

  /** The whole way of the slider for one query, k, pair of features and scaler.

      first: the rows that are nearest in raw units; votes: the votes at each position; changes:
      who came and who went ({ position, came, went }, rows) wherever the set of the k nearest
      differs from the position before; flips: the positions at which the prediction does. */
  function wayOf(state) {
    const way = { first: null, votes: [], changes: [], flips: [] };
    let before = null;
    for (let position = 0; position <= STEPS; position++) {
      const rows = smallest(squaredDistances({ ...state, position }), state.k);
      const now = new Set(rows);
      way.votes.push(votesOf(rows));
      way.first ??= now;
      const came = before ? rows.filter((row) => !before.has(row)) : [];
      if (came.length) {
        way.changes.push({ position, came, went: [...before].filter((row) => !now.has(row)) });
        const [last, votes] = way.votes.slice(-2);
        if (prediction(last, state.k) !== prediction(votes, state.k)) way.flips.push(position);
      }
      before = now;
    }
    return way;
  }

  /** The training rows, each left out in turn, whose prediction is not the raw one any more. */
  function everyone(state) {
    const found = { right: [], wrong: [] };
    for (let row = 0; row < ROWS; row++) {
      const left = { ...state, record: trainingRecord(row), moved: null };
      const { call } = neighbours(left);
      if (call === neighbours({ ...left, position: 0 }).call) continue;
      found[call === data.outcome[row] ? "right" : "wrong"].push(row);
    }
    return found;
  }

  /** A place kept in the panel and at the features' own resolution; null where it is none. */
  function within(state, place) {
    const [x, y] = [state.across, state.up].map((f, axis) => {
      const { low, high, digits } = data.features[f];
      return Number(clamp(place[axis], low, high).toFixed(digits));
    });
    return Number.isNaN(x + y) ? null : [x, y];
  }

  /** For instance "#scene=r12,k15,glucose,pedigree,standard,t40" (t in percent of the way). */
  function address(state) {
    const { record } = state;
    return "#scene=" + [
      record === PATIENT ? "patient" : record < 0 ? `train${-record}` : `r${record + 1}`,
      ...(state.moved ? [`at${state.moved.join(":")}`] : []),
      `k${state.k}`,
      data.features[state.across].key, data.features[state.up].key, state.ruler,
      `t${(100 * state.position) / STEPS}`,
      ...(state.everyone ? ["everyone"] : []),
    ].join(",");
  }

  /** The state an address names, or null; what is left out is as at the start. */
  function fromAddress(hash) {
    if (!hash.startsWith("#scene=")) return null;
    const state = { ...start };
    const features = [];
    for (const part of hash.slice(7).split(/,|%2c/i)) {
      const [, letters, number] = /^(at|train|[rkt])([\d.:]+)$/.exec(part) ?? [];
      const whole = (low, high) => clamp(Math.round(number), low, high);
      const feature = data.features.findIndex((f) => f.key === part);
      if (letters === "r") state.record = whole(1, data.testOutcome.length) - 1;
      if (letters === "train") state.record = -whole(1, ROWS);
      if (letters === "k") state.k = whole(1, MOST);
      if (letters === "t") state.position = clamp(Math.round((number * STEPS) / 100), 0, STEPS);
      if (letters === "at") state.moved = number.split(":").map(Number);
      if (part === "everyone") state.everyone = true;
      if (Object.hasOwn(data.spread, part)) state.ruler = part;
      if (feature >= 0) features.push(feature);
    }
    if (features.length === 2 && features[0] !== features[1]) [state.across, state.up] = features;
    if (state.moved) state.moved = within(state, state.moved);
    return Object.values(state).some(Number.isNaN) ? null : state;
  }

  return { data, STEPS, MOST, ROWS, PATIENT, start, clamp, trainingRecord, ownRow, unit, query,
           truth, neighbours, wayOf, everyone, within, address, fromAddress };
})(window.knnSceneData);
