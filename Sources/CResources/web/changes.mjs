// Asks for what changed of the products that are shown, and draws them again where they are.

import { productCard } from "./cells.mjs";
import { language } from "./words.mjs";

// The number of ids that the server takes at once.
const idsMax = 100;

async function ask(query = "") {
  const response = await fetch(`/v1/changes${query}`, { headers: { "Accept-Language": language } });
  if (!response.ok) throw Object.assign(new Error(response.statusText), { status: response.status });
  return response.json();
}

// A cursor; changes that are made later come after it.
export async function newest() {
  return (await ask()).next;
}

// What changed after a cursor. Changes of the products that are asked for last may come again after
// `next`, because it is that of the first answer.
export async function changesAfter(cursor, ids) {
  const answers = [];
  for (let start = 0; start < Math.max(ids.length, 1); start += idsMax) {
    const products = ids.slice(start, start + idsMax).join(",");
    answers.push(await ask(`?${new URLSearchParams({ since: cursor, products })}`));
  }
  return { ...answers[0], products: answers.flatMap((answer) => answer.products) };
}

// The ids of the products whose cards are shown.
export function shownProducts(screen) {
  const cards = screen.querySelectorAll('a.card[href^="#/product/"]');
  return [...new Set([...cards].map((card) => Number(card.hash.split("/").pop())))];
}

// Draws these products again; those that were removed leave. Focus stays where it is.
export function drawProducts(screen, changes) {
  for (const { id, cell } of changes) {
    for (const card of screen.querySelectorAll(`a.card[href="#/product/${id}"]`)) {
      const item = card.closest("li");
      if (cell) replace(item, card, productCard(cell));
      else remove(item);
    }
  }
}

function replace(item, card, [link, heart]) {
  const focused = [...item.children].indexOf(document.activeElement);
  // A picture that is loaded stays, and so do marked matches.
  for (const [part, isSame] of [
    [".picture", (old, made) => old.isEqualNode(made)],
    [".name", (old, made) => old.textContent === made.textContent],
  ]) {
    const [old, made] = [card, link].map((one) => one.querySelector(part));
    if (isSame(old, made)) made.replaceWith(old);
  }
  item.replaceChildren(link, heart);
  item.children[focused]?.focus({ preventScroll: true });
}

function remove(item) {
  if (item.contains(document.activeElement)) {
    const neighbour = item.nextElementSibling ?? item.previousElementSibling;
    neighbour?.querySelector("a")?.focus({ preventScroll: true });
  }
  item.remove();
}

// Lets `draw` draw the whole screen again, and keeps what is scrolled and focused.
export function keepPlaces(screen, title, draw) {
  const scrolled = () => [screen, ...screen.querySelectorAll("ul")];
  const links = () => [...screen.querySelectorAll("a, button, input")];
  const name = (link) => [link.id, link.getAttribute("href") ?? link.dataset.product].join();
  const places = scrolled().map((node) => [node.scrollLeft, node.scrollTop]);
  const focused = links().find((link) => link === document.activeElement);
  draw();
  for (const [index, node] of scrolled().entries()) node.scrollTo(...(places[index] ?? [0, 0]));
  if (!focused) return;
  const same = links().find((link) => name(link) === name(focused));
  (same ?? title).focus({ preventScroll: true });
}
