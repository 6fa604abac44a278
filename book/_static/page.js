// What a page does beside being read: colours, search, the drawers of a small screen, the mark in the
// contents, boxes that scroll, paper, and formulas that are copied as LaTeX. Without this script the
// text, the drawers and the system's colours are still there.
"use strict";
{
  const all = selector => [...document.querySelectorAll(selector)];
  const root = document.documentElement.dataset;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const wide = matchMedia("(min-width: 960px)");

  // Colours: light, dark, or as the system asks, also while the page is open. Paper is light.
  const setTheme = theme => { root.theme = theme; };
  const chosen = () => root.mode !== "auto" ? root.mode : system.matches ? "dark" : "light";
  system.addEventListener("change", () => setTheme(chosen()));
  addEventListener("beforeprint", () => {
    setTheme("light");
    for (const image of all("img[loading]")) image.loading = "eager";
  });
  addEventListener("afterprint", () => setTheme(chosen()));
  for (const button of all(".theme-switch-button")) {
    button.addEventListener("click", () => {
      const modes = system.matches ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
      root.mode = modes[(modes.indexOf(root.mode) + 1) % modes.length];
      try { localStorage.setItem("mode", root.mode); } catch { /* remembered nowhere */ }
      setTheme(chosen());
    });
  }

  // Search: in a dialog, or in the field of the search page; Ctrl+K or, on a Mac, Command+K.
  const dialog = document.getElementById("pst-search-dialog");
  const field = document.querySelector("main form.bd-search input");
  const search = () => {
    if (field) {
      field.focus();
      field.select();
    } else if (!dialog.open) {
      dialog.showModal();
    } else {
      dialog.close();
    }
  };
  const mac = /^(Mac|iPhone|iPad)/.test(navigator.platform);
  for (const key of mac ? all("kbd.kbd-shortcut__modifier") : []) key.textContent = "⌘";
  addEventListener("keydown", event => {
    if (event.key.toLowerCase() === "k" && (mac ? event.metaKey : event.ctrlKey)
        && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      search();
    }
  });
  for (const button of all(".search-button__button")) button.addEventListener("click", search);
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });

  // The drawers: popovers, which Escape and a click elsewhere close. A choice closes them too. On a
  // wide screen the pages stand beside the text, and their button hides them there.
  for (const button of all("button[popovertarget]")) {
    const drawer = document.getElementById(button.getAttribute("popovertarget"));
    const expanded = () => { button.ariaExpanded = String(drawer.offsetParent !== null
      || drawer.matches(":popover-open")); };
    drawer.addEventListener("toggle", expanded);
    drawer.addEventListener("click", event => {
      if (event.target.closest("a")) drawer.hidePopover();
    });
    button.addEventListener("click", event => {
      if (!wide.matches || drawer.id !== "pages") return;
      event.preventDefault();
      drawer.classList.toggle("pst-sidebar-hidden");
      expanded();
    });
    wide.addEventListener("change", () => { drawer.hidePopover(); expanded(); });
    expanded();
  }

  // The contents mark the section that is being read, at every position: the last whose heading is
  // above a line in the upper third, which sinks to the window's end as the page ends, so that short
  // last sections get their turn. A section that was just chosen is marked even if it cannot rise.
  const links = all(".page-toc a");
  const headings = links.map(link => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  let picked = null;
  const mark = () => {
    const left = document.documentElement.scrollHeight - innerHeight - scrollY;
    const line = innerHeight * (left < innerHeight ? 1 - 0.7 * Math.max(left, 0) / innerHeight : 0.3);
    const read = headings.findLastIndex(section => section.getBoundingClientRect().top <= line);
    const current = picked ?? links[Math.max(read, 0)];
    for (const link of links) {
      const here = link === current;
      link.classList.toggle("active", here);
      link.ariaCurrent = here ? "true" : null;
      link.parentElement.classList.toggle("active", link.parentElement.contains(current));
    }
  };
  const pick = () => { picked = links.find(link => link.hash && link.hash === location.hash) ?? null; };
  if (links.length) {
    let waiting = false;
    addEventListener("scroll", () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => { waiting = false; mark(); });
    }, { passive: true });
    for (const moved of ["wheel", "touchmove", "keydown", "pointerdown"]) {
      addEventListener(moved, () => { picked = null; }, { passive: true });
    }
    addEventListener("hashchange", () => { pick(); mark(); });
    addEventListener("resize", mark);
    pick();
    mark();
  }

  // A box that is wider than its place can be scrolled by key, and says what it is.
  const kinds = { PRE: "Code", DIV: "Table" };
  const boxes = all("article :is(pre, .pst-scrollable-table-container, div.math)");
  const named = box => box.matches(".math") ? "Formula" : kinds[box.tagName];
  const observer = new ResizeObserver(changed => {
    for (const box of new Set(changed.map(({ target }) => target.closest("[data-box]")))) {
      const scrolls = box.scrollWidth > box.clientWidth + 1;
      box.tabIndex = scrolls ? 0 : -1;
      if (!scrolls) box.removeAttribute("tabindex");
      box.role = scrolls ? "region" : null;
      box.ariaLabel = scrolls ? `${named(box)} ${box.dataset.box}, scrolls sideways` : null;
    }
  });
  boxes.forEach((box, at) => {
    box.dataset.box = at + 1;
    observer.observe(box);
    for (const child of box.children) observer.observe(child);
  });

  // What is copied has each formula as the LaTeX it was written in, whole.
  const formula = node => (node.closest ? node : node.parentElement).closest("[data-latex]");
  document.addEventListener("copy", event => {
    const selection = getSelection();
    if (selection.isCollapsed) return;
    const range = selection.getRangeAt(0).cloneRange();
    const [first, last] = [formula(range.startContainer), formula(range.endContainer)];
    if (first) range.setStartBefore(first);
    if (last) range.setEndAfter(last);
    const copy = document.createElement("div");
    copy.className = "chapter-copied";
    copy.append(range.cloneContents());
    const formulas = [...copy.querySelectorAll("[data-latex]")];
    if (!formulas.length) return;
    event.clipboardData.setData("text/html", copy.innerHTML);
    for (const each of formulas) {
      const mark = each.tagName === "DIV" ? "$$" : "$";
      each.textContent = `${mark}${each.dataset.latex}${mark}`;
    }
    document.querySelector("article").append(copy);  // laid out, so that lines end where they do
    event.clipboardData.setData("text/plain", copy.innerText);
    copy.remove();
    event.preventDefault();
  });
}
