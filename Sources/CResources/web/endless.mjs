// A list that loads its next page when its end comes near.

import { element } from "./dom.mjs";
import { words } from "./words.mjs";

// The pages of a list as one, until it has so many items; the first at least.
export async function pages(load, length = 0) {
  const all = await load();
  while (all.items.length < length && all.page.next_cursor) {
    const { items, page } = await load(all.page.next_cursor);
    all.items.push(...items);
    all.page = page;
  }
  return all;
}

// - first: the first page, of items and `page.next_cursor`.
// - load: gives the page after a cursor.
// - cell: draws an item.
// - none: the text of an empty list.
// - appended: called after cells were added.
export function endless(screen, { first, load, cell, none, appended }) {
  const cells = element("ul", { class: "items grid" });
  const foot = element("p", { class: "foot", role: "status" }, words.loading);
  let cursor = null;
  let isLoading = false;
  const append = (page) => {
    cells.append(...page.items.map((item) => element("li", {}, cell(item))));
    cursor = page.page.next_cursor ?? null;
    if (!cursor) foot.textContent = cells.childElementCount ? words.end : none;
  };
  const loadMore = async () => {
    if (!cursor || isLoading) return;
    isLoading = true;
    try {
      foot.textContent = words.loading;
      append(await load(cursor));
      appended();
      // Still in sight: the page was shorter than the screen.
      observer.unobserve(foot);
      observer.observe(foot);
    } catch {
      // Only the button loads again: retries without a pause would add to the load of the server.
      foot.replaceChildren(
        words.failed,
        element("button", { type: "button", onclick: loadMore }, words.again),
      );
    }
    isLoading = false;
  };
  const observer = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && loadMore(),
    { root: screen, rootMargin: "600px" },
  );
  append(first);
  return {
    nodes: first.items.length ? [cells, foot] : [foot],
    // The number of items that are drawn.
    get length() {
      return cells.childElementCount;
    },
    stop: () => observer.disconnect(),
    start: () => cursor && observer.observe(foot),
  };
}
