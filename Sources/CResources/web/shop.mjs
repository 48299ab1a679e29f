// The demo shop as a phone would draw it: one answer for each screen, shown beside it.

import { eventHead, productCard, productPage, section } from "./cells.mjs";
import { curl } from "./curl.mjs";
import { coloured, copyButton, element } from "./dom.mjs";
import { Past } from "./past.mjs";
import { words as allWords } from "./words.mjs";

const screen = document.getElementById("screen");
const title = document.getElementById("title");
const panel = document.getElementById("panel");
const isKorean = (localStorage.getItem("language") ?? navigator.language).startsWith("ko");
const language = isKorean ? "ko" : "en";
const words = allWords[language];
// Told apart by the number: an answer that comes late is not drawn over another screen.
let visit = 0;
// Stops what loads more of the list that is shown, and begins it again.
let list = null;
const past = new Past();

function translatePage() {
  document.documentElement.lang = language;
  document.title = words.title;
  for (const marked of document.querySelectorAll("[data-word]")) {
    marked.textContent = words[marked.dataset.word];
  }
  document.getElementById("back").setAttribute("aria-label", words.back);
  document.getElementById("tabs").setAttribute("aria-label", words.tabs);
  const toggle = document.getElementById("language");
  toggle.textContent = words.language;
  toggle.lang = isKorean ? "en" : "ko";
  toggle.addEventListener("click", () => {
    localStorage.setItem("language", isKorean ? "en" : "ko");
    location.reload();
  });
}

async function ask(path) {
  const asked = visit;
  const began = performance.now();
  const options = { headers: { "Accept-Language": language } };
  const response = await fetch(path, options);
  const bytes = await response.arrayBuffer();
  const took = Math.round(performance.now() - began);
  // A proxy in front may answer in its place, with a page.
  if (!response.headers.get("Content-Type")?.includes("json")) {
    throw new Error(`${response.status} ${response.statusText}`);
  }
  const answer = JSON.parse(new TextDecoder().decode(bytes));
  if (asked === visit) {
    showAnswer({ url: path, options }, response.status, bytes.byteLength, took, answer);
  }
  // Details name what is meant, in English; titles are in the language of the page.
  if (!response.ok) throw new Error(isKorean ? answer.title : answer.detail);
  return answer;
}

function showAnswer(request, status, length, took, answer) {
  panel.replaceChildren(
    element("h2", {}, words.request),
    element("pre", { tabindex: "0" }, element("code", {}, `GET ${request.url}`)),
    copyButton("curl", words.copied, () => curl(request)),
    element(
      "h2",
      {},
      words.answer,
      element("small", {}, ` ${status} · ${words.bytes(length.toLocaleString())} · ${took} ms`),
    ),
    element("pre", { tabindex: "0", "aria-label": words.answer }, coloured(answer)),
  );
}

// Where a link of an answer leads on this page.
function linkOf(link) {
  if (link.kind !== "products") return null;
  return `#/list${link.path.slice("/v1/products".length)}`;
}

function draw(...children) {
  screen.replaceChildren(...children.filter(Boolean));
  screen.scrollTop = 0;
}

function drawSections(answer) {
  return answer.sections.map((one) => section(one, words, linkOf));
}

async function showHome() {
  const answer = await ask("/v1/screens/home");
  const sections = drawSections(answer);
  return () => draw(...(sections.length ? sections : [element("p", { class: "foot" }, words.empty)]));
}

async function showCategories() {
  const answer = await ask("/v1/screens/categories");
  return () => draw(...drawSections(answer));
}

async function showEvent(id) {
  const answer = await ask(`/v1/screens/event/${id}`);
  return () => {
    title.textContent = answer.event.title;
    draw(eventHead(answer.event), ...drawSections(answer));
  };
}

async function showProduct(id) {
  const answer = await ask(`/v1/screens/product/${id}`);
  return () => {
    title.textContent = answer.product.title;
    draw(productPage(answer.product, words), ...drawSections(answer));
  };
}

// What a list is of, as the shop calls it; nothing where the shop has no name for it.
async function nameOf(query) {
  const items = new URLSearchParams(query);
  const name = ["event", "category", "item_type"].find((kind) => items.has(kind));
  if (!name) return null;
  const id = Number(items.get(name));
  const path = name === "event" ? `/v1/event-categories/${id}` : "/v1/screens/categories";
  const answer = await (await fetch(path, { headers: { "Accept-Language": language } })).json();
  if (name === "event") return answer.title;
  const sections = answer.sections.filter((one) => one.kind === "item_types");
  if (name === "category") return sections.find((one) => one.id === `category-${id}`)?.title;
  return sections.flatMap((one) => one.items).find((item) => item.id === id)?.title;
}

// A list that loads its next page when its end comes near.
async function showList(query) {
  const path = (cursor) => {
    const items = new URLSearchParams(query);
    items.set("limit", "20");
    if (cursor) items.set("cursor", cursor);
    return `/v1/products?${items}`;
  };
  const [first, name] = await Promise.all([ask(path()), nameOf(query).catch(() => null)]);
  return () => {
    if (name) title.textContent = name;
    const cells = element("ul", { class: "items grid" });
    const foot = element("p", { class: "foot", role: "status" }, words.loading);
    let cursor = null;
    let isLoading = false;
    const append = (page) => {
      cells.append(...page.items.map((cell) => element("li", {}, productCard(cell))));
      cursor = page.page.next_cursor ?? null;
      if (!cursor) foot.textContent = cells.childElementCount ? words.end : words.none;
    };
    const loadMore = async () => {
      if (!cursor || isLoading) return;
      isLoading = true;
      try {
        foot.textContent = words.loading;
        append(await ask(path(cursor)));
        // Still in sight: the page was shorter than the screen.
        mine.unobserve(foot);
        mine.observe(foot);
      } catch {
        // Whoever asks again does so by hand: a server in trouble is not asked without end.
        foot.replaceChildren(
          words.failed,
          element("button", { type: "button", onclick: loadMore }, words.again),
        );
      }
      isLoading = false;
    };
    append(first);
    draw(...(first.items.length ? [cells, foot] : [foot]));
    const mine = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && loadMore(),
      { root: screen, rootMargin: "600px" },
    );
    list = { stop: () => mine.disconnect(), start: () => cursor && mine.observe(foot) };
    list.start();
  };
}

function listTitle(query) {
  const items = new URLSearchParams(query);
  if (items.has("on_sale")) return words.onSale;
  if (items.has("event")) return words.eventProducts;
  if (items.has("category")) return words.categoryProducts;
  if (items.has("item_type")) return words.itemTypeProducts;
  return items.has("vendor") ? words.vendorProducts : words.all;
}

// What the fragment of the address names.
function route() {
  const [path, query = ""] = location.hash.slice(1).split("?");
  const [, name, id] = path.split("/");
  switch (name) {
    case "categories":
      return { name, title: words.categories, load: showCategories };
    case "product":
      return { name, title: "", load: () => showProduct(encodeURIComponent(id)) };
    case "event":
      return { name, title: "", load: () => showEvent(encodeURIComponent(id)) };
    case "list":
      return { name, title: listTitle(query), load: () => showList(query) };
    default:
      return { name: "home", title: "Moa", load: showHome };
  }
}

function drawBar({ name, title: heading }) {
  title.textContent = heading;
  document.getElementById("back").hidden = name === "home" || name === "categories";
  for (const tab of document.querySelectorAll("nav a")) {
    if (tab.dataset.name === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
}

// What is on the screen, to be shown again as it was.
function drawn() {
  return {
    nodes: [...screen.childNodes],
    answer: [...panel.childNodes],
    title: title.textContent,
    list,
  };
}

function drawAgain(kept, scrollTop) {
  drawBar({ ...route(), title: kept.title });
  screen.replaceChildren(...kept.nodes);
  panel.replaceChildren(...kept.answer);
  screen.scrollTop = scrollTop;
  list = kept.list;
  list?.start();
  screen.setAttribute("aria-busy", "false");
}

async function show() {
  const current = ++visit;
  const { load, ...bar } = route();
  list?.stop();
  list = null;
  drawBar(bar);
  screen.setAttribute("aria-busy", "true");
  try {
    const finish = await load();
    if (current === visit) finish();
  } catch (error) {
    if (current === visit) {
      draw(
        element(
          "p",
          { class: "failure", role: "alert" },
          `${words.failed} ${error.message}`,
          element("button", { type: "button", onclick: show }, words.again),
        ),
      );
    }
  }
  if (current === visit) screen.setAttribute("aria-busy", "false");
}

// To another screen, or back to one that was shown, where it was left.
async function go() {
  list?.stop();
  const kept = past.move(screen.ariaBusy === "true" ? null : drawn());
  if (kept) {
    visit += 1;
    drawAgain(kept.screen, kept.scrollTop);
  } else {
    await show();
  }
  title.focus({ preventScroll: true });
}

// Whoever came by a link has no screen of ours behind them.
function goBack() {
  if (past.isAtStart) {
    past.replace("#/home");
    show();
  } else {
    history.back();
  }
}

translatePage();
document.getElementById("back").addEventListener("click", goBack);
screen.addEventListener("scroll", () => past.scrolled(screen.scrollTop), { passive: true });
for (const button of document.querySelectorAll(".skip button")) {
  button.addEventListener("click", () => document.querySelector(button.dataset.target).focus());
}
addEventListener("hashchange", go);
show();
