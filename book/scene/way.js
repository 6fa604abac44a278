/* The k-NN scene's step line: the votes at every position of the slider, as wide as its track. */
"use strict";
Object.assign(window.knnScene, (() => {
  const { STEPS, clamp, draw, set, part, put } = window.knnScene;
  // In per cent of the height: the line stays between TOP and BOTTOM, the zones have their names
  // above and below it and end at FLOOR; the ticks of the changes hang from there.
  const TOP = 23, BOTTOM = 67, FLOOR = 90;

  const chart = part("chart");
  const svg = draw(chart, "svg", { viewBox: `0 0 ${STEPS} 100`, preserveAspectRatio: "none",
                                   role: "img" });
  const line = (name) => draw(svg, "path", { class: `knn-${name}` });
  const zones = ["later", "notlater"].map((kind) =>
    draw(svg, "rect", { x: 0, width: STEPS, class: `knn-zone ${kind}` }));
  const [half, swaps, flips, steps, here, dot] =
    ["half", "swaps", "flips", "steps", "here", "dot"].map(line);

  /** A position in words: "40%"; with a decimal where it has one, so that no two look alike. */
  const percent = (position) => `${Number(((100 * position) / STEPS).toFixed(1))}%`;

  /** "4%, 12.2% and 91%" */
  function list(positions) {
    const said = positions.map(percent), last = said.pop();
    return said.length ? `${said.join(", ")} and ${last}` : last;
  }

  /** How often the neighbourhood changes on the way, and how often and where the prediction. */
  function course({ changes, flips }) {
    const times = (n) => ["never", "once", "twice"][n] ?? `${n} times`;
    if (!changes.length) return "the neighbours stay the same all the way";
    return `the neighbours change ${times(changes.length)}, the prediction ${times(flips.length)}` +
      (flips.length > 0 && flips.length < 5 ? `: at ${list(flips)}` : "");
  }

  /** The height of a number of votes, in per cent from the top. */
  function heightOn({ votes }, k) {
    const low = Math.min(...votes, k / 2), high = Math.max(...votes, k / 2);
    const scale = (BOTTOM - TOP) / Math.max(high - low, 2);
    return (n) => (TOP + BOTTOM) / 2 - (n - (low + high) / 2) * scale;
  }

  /** The line of a whole way among k neighbours: zones, majority, changes, flips. */
  function drawWay(way, k) {
    const { votes } = way, height = heightOn(way, k), middle = height(k / 2);
    for (const [zone, y, end] of [[zones[0], 0, middle], [zones[1], middle, FLOOR]]) {
      set(zone, "y", y);
      set(zone, "height", end - y);
    }
    set(half, "d", `M0,${middle}H${STEPS}`);
    set(swaps, "d", way.changes.map(({ position }) => `M${position},${FLOOR}V100`).join(""));
    set(flips, "d", way.flips.map((position) => `M${position},0V${FLOOR}`).join(""));
    set(steps, "d", `M0,${height(votes[0])}` + way.changes.map(({ position }) =>
      `H${position}V${height(votes[position])}`).join("") + `H${STEPS}`);
    const majority = Math.floor(k / 2) + 1;
    put("of", `of ${k}`);
    put("yes", `yes: ${majority} or more`);
    put("no", `no: ${majority - 1} or fewer`);
    const [flip] = way.flips;
    put("flip", way.flips.length !== 1 ? "" : `${percent(flip)}: ` +
      `flips to ${votes[flip] >= majority ? "yes" : "no"}`);
    set(part("flip"), "style", flip < STEPS / 2 ? `left:${(100 * flip) / STEPS}%`
      : `right:${100 - (100 * flip) / STEPS}%`);
    put("course", course(way));
    for (const [name, n] of [["first", votes[0]], ["last", votes[STEPS]]]) {
      put(name, n);
      set(part(name), "style", `top:${height(n)}%`);
    }
    set(svg, "aria-label", `${votes[0]} of ${k} votes at the start, ${votes[STEPS]} at the end; ` +
      course(way));
  }

  /** Where the slider stands on the line; without a way the line is an old one, and faint. */
  function drawHere(way, { position, k }) {
    set(chart, "class", way ? "knn-chart" : "knn-chart knn-old");
    if (!way) return;
    set(here, "d", `M${position},0V${FLOOR}`);
    set(dot, "d", `M${position},${heightOn(way, k)(way.votes[position])}h0`);
  }

  /** The position of the slider below or above a pointer. */
  function positionAt({ clientX }) {
    const { left, width } = chart.getBoundingClientRect();
    return clamp(Math.round((STEPS * (clientX - left)) / width), 0, STEPS);
  }

  return { chart, percent, drawWay, drawHere, positionAt };
})());
