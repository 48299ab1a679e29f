// The demo shop as a phone would draw it: one answer for each screen, shown beside it.

import { addressOf, eventHead, likeCard, productCard, productPage, searchAddress, section } from "./cells.mjs";
import { changesAfter, drawProducts, keepPlaces, newest, shownProducts } from "./changes.mjs";
import { curl } from "./curl.mjs";
import { coloured, copyButton, element } from "./dom.mjs";
import { endless, pages } from "./endless.mjs";
import { likes } from "./likes.mjs";
import { Past } from "./past.mjs";
import { filters, isSearchable, optionsMax, setQuery, startSearch } from "./search.mjs";
import { choose, language, words } from "./words.mjs";

const screen = document.getElementById("screen");
const title = document.getElementById("title");
const panel = document.getElementById("panel");
const shopName = document.querySelector("meta[name=application-name]").content;
const isKorean = language === "ko";
// An answer that takes longer is announced, in the place of the screen before it.
const patience = 100;
// Between two questions for what changed.
const interval = 10_000;
// Numbers the screens: a late answer is not drawn over another screen.
let visit = 0;
// Stop and resume loading more of the list that is shown.
let list = null;
// The screen has all changes before it; null while the server has not told any.
let cursor = null;
let isRefreshing = false;
// The last answer, as it came.
let shownAnswer = null;
const past = new Past();

function translatePage() {
  document.documentElement.lang = language;
  for (const marked of document.querySelectorAll("[data-word]")) {
    marked.textContent = words[marked.dataset.word];
  }
  document.getElementById("shop").textContent = shopName;
  document.getElementById("back").setAttribute("aria-label", words.back);
  document.getElementById("tabs").setAttribute("aria-label", words.tabs);
  const toggle = document.getElementById("language");
  toggle.textContent = words.language;
  toggle.lang = isKorean ? "en" : "ko";
  toggle.addEventListener("click", () => choose(isKorean ? "en" : "ko"));
}

async function ask(path, headers = {}) {
  const asked = visit;
  const began = performance.now();
  const options = { headers: { "Accept-Language": language, ...headers } };
  const response = await fetch(path, options);
  const bytes = await response.arrayBuffer();
  const took = Math.round(performance.now() - began);
  // A proxy may answer instead of the server, with a page.
  if (!response.headers.get("Content-Type")?.includes("json")) {
    throw new Error(`${response.status} ${response.statusText}`);
  }
  const text = new TextDecoder().decode(bytes);
  const answer = JSON.parse(text);
  if (asked === visit && text !== shownAnswer) {
    shownAnswer = text;
    showAnswer({ url: path, options }, response.status, bytes.byteLength, took, answer);
  }
  // Details name what is meant, in English; titles are in the language of the page.
  if (!response.ok) {
    const error = new Error(isKorean ? answer.title : answer.detail);
    throw Object.assign(error, { status: response.status });
  }
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

// The address on this page for a link of an answer.
function linkOf(link) {
  if (link.kind !== "products") return null;
  return `#/list${link.path.slice("/v1/products".length)}`;
}

function draw(...children) {
  screen.replaceChildren(...children.filter(Boolean));
  screen.scrollTop = 0;
  refreshHearts();
}

// Without an answer they do not change.
function refreshHearts() {
  likes.refresh(screen).catch(() => {});
}

function drawWait() {
  panel.replaceChildren();
  draw(element("p", { class: "foot wait", role: "status" }, words.loading));
}

// A screen that needs no request.
function drawWords(text) {
  panel.replaceChildren(element("p", { class: "hint" }, words.noRequest));
  draw(element("p", { class: "foot" }, text));
}

function drawSections(answer) {
  return answer.sections.map((one) => section(one, linkOf));
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

async function showProduct(id, variant) {
  const answer = await ask(`/v1/screens/product/${id}${variant ? `?variant=${variant}` : ""}`);
  const chose = (chosen) => past.replace(`#/product/${id}?variant=${chosen.id}`);
  return () => {
    title.textContent = answer.product.title;
    draw(productPage(answer.product, chose), ...drawSections(answer));
  };
}

// The name of a list's filter in the shop; nothing if the shop has none.
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

// Draws an endless list, below its header, in place of the one that was shown.
function drawList(description, ...heads) {
  list?.stop();
  list = endless(screen, { ...description, appended: refreshHearts });
  draw(...heads, ...list.nodes);
  list.start();
}

async function showList(query) {
  const load = (cursor) => {
    const items = new URLSearchParams(query);
    items.set("limit", "20");
    if (cursor) items.set("cursor", cursor);
    return ask(`/v1/products?${items}`);
  };
  const first = pages(load, list?.length);
  const [page, name] = await Promise.all([first, nameOf(query).catch(() => null)]);
  return () => {
    if (name) title.textContent = name;
    drawList({ first: page, load, cell: productCard, none: words.none });
  };
}

// Shows the search again, filtered by values of options.
async function filterSearch(query, options, focused) {
  past.replace(searchAddress(query, options));
  await show();
  document.getElementById(focused)?.focus({ preventScroll: true });
}

async function showSearch(query, options) {
  if (!isSearchable(query)) return () => drawWords(words.searchHint);
  const load = (cursor) => {
    const items = new URLSearchParams({ q: query, limit: "20" });
    for (const option of options) items.append("option", option);
    if (cursor) items.set("cursor", cursor);
    return ask(`/v1/search?${items}`);
  };
  const first = await pages(load, list?.length);
  return () => {
    const { corrected_query: corrected, redirect, total, total_is_exact: isExact } = first;
    const address = addressOf(redirect);
    const count = words.found(total.toLocaleString(), isExact);
    const head = element(
      "div",
      { class: "found" },
      corrected ? element("p", {}, words.corrected(corrected)) : null,
      address ? element("p", {}, element("a", { href: address }, words.redirect(query))) : null,
      first.items.length ? element("p", { role: "status" }, count) : null,
      filters(first.facets, options, (wanted, focused) => filterSearch(query, wanted, focused)),
    );
    const none = options.length ? words.noneChosen : words.notFound(query);
    drawList({ first, load, cell: productCard, none }, head);
  };
}

async function showLikes() {
  const none = () => drawWords(words.noLikes);
  if (!likes.hasDevice) return none;
  const { headers } = likes;
  const load = async (cursor) => {
    const page = await ask(`/v1/likes?limit=20${cursor ? `&cursor=${cursor}` : ""}`, headers);
    likes.learnLiked(page.items.map((cell) => cell.id));
    return page;
  };
  try {
    const first = await load();
    return () => drawList({ first, load, cell: likeCard, none: words.noLikes });
  } catch (error) {
    if (error.status !== 401) throw error;
    likes.forgetDevice(headers);
    return none;
  }
}

function listTitle(query) {
  const items = new URLSearchParams(query);
  if (items.has("on_sale")) return words.onSale;
  if (items.has("event")) return words.eventProducts;
  if (items.has("category")) return words.categoryProducts;
  if (items.has("item_type")) return words.itemTypeProducts;
  return items.has("vendor") ? words.vendorProducts : words.all;
}

// From an address that may have been typed by hand.
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// The screen that the fragment of the address names; `isOutdated` says whether changes need another
// answer than cells.
function route() {
  const [path, query = ""] = location.hash.slice(1).split("?");
  const [, name, id = ""] = path.split("/");
  switch (name) {
    case "categories":
      return { name, title: words.categories, load: showCategories, isOutdated: ({ home }) => home };
    case "likes":
      return { name, title: words.likes, load: showLikes };
    case "search": {
      const search = decoded(id);
      const heading = search ? words.searchFor(search) : words.search;
      const options = new URLSearchParams(query).getAll("option").slice(0, optionsMax);
      return { name, title: heading, search, load: () => showSearch(search, options) };
    }
    case "product":
      return {
        name,
        title: "",
        load: () => showProduct(encodeURIComponent(id), Number(new URLSearchParams(query).get("variant")) || null),
        product: Number(id) || null,
        isOutdated: ({ products }) => products.some((change) => change.id === Number(id)),
      };
    case "event":
      return {
        name,
        title: "",
        load: () => showEvent(encodeURIComponent(id)),
        isOutdated: ({ events }) => events.includes(Number(id)),
      };
    case "list":
      return { name, title: listTitle(query), load: () => showList(query) };
    default:
      return {
        name: "home",
        title: shopName,
        load: showHome,
        isOutdated: (changes) => changes.home || changes.has_other_products || changes.products.length,
      };
  }
}

function drawBar({ name, title: heading, search = "" }) {
  title.textContent = heading;
  setQuery(search);
  document.getElementById("back").hidden = ["home", "categories", "likes"].includes(name);
  for (const tab of document.querySelectorAll("nav a")) {
    if (tab.dataset.name === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
}

// The content of the screen, to be restored later.
function drawn() {
  return {
    nodes: [...screen.childNodes],
    answer: [...panel.childNodes],
    title: title.textContent,
    list,
    cursor,
    shownAnswer,
  };
}

function drawAgain(kept, scrollTop) {
  drawBar({ ...route(), title: kept.title });
  screen.replaceChildren(...kept.nodes);
  panel.replaceChildren(...kept.answer);
  screen.scrollTop = scrollTop;
  ({ list, cursor, shownAnswer } = kept);
  list?.start();
  refreshHearts();
  screen.setAttribute("aria-busy", "false");
  refresh();
}

async function show() {
  const current = ++visit;
  const { load, ...bar } = route();
  list?.stop();
  list = null;
  shownAnswer = null;
  drawBar(bar);
  screen.setAttribute("aria-busy", "true");
  const wait = setTimeout(() => current === visit && drawWait(), patience);
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
          // Trying again would give 404 again.
          error.status === 404 ? null : element("button", { type: "button", onclick: show }, words.again),
        ),
      );
    }
  }
  clearTimeout(wait);
  if (current === visit) screen.setAttribute("aria-busy", "false");
}

// Loads the screen again, and draws it if its answer has changed. A list is always drawn, with as many items as before:
// `shownAnswer` is only its last page.
async function redraw() {
  const [asked, before] = [visit, shownAnswer];
  const finish = await route().load();
  if (asked !== visit || (!list && shownAnswer === before)) return;
  keepPlaces(screen, title, finish);
}

// Asks for what changed, and draws it. A failure is repaired the next time.
async function refresh() {
  const { name, product, isOutdated } = route();
  // Liked products are drawn as they were when they were liked.
  if (document.hidden || isRefreshing || screen.ariaBusy === "true" || name === "likes") return;
  const asked = visit;
  isRefreshing = true;
  try {
    if (cursor) {
      const ids = shownProducts(screen);
      const changes = await changesAfter(cursor, product ? [product, ...ids] : ids);
      if (asked !== visit) return;
      drawProducts(screen, changes.products);
      if (changes.products.length) refreshHearts();
      if (changes.is_whole || isOutdated?.(changes)) await redraw();
      if (asked === visit) cursor = changes.next;
    } else {
      const next = await newest();
      if (asked !== visit) return;
      // What changed since the screen was loaded is not known.
      await redraw();
      if (asked === visit) cursor = next;
    }
  } catch (error) {
    // The shop was restored with another key, or the product is gone.
    if (error.status === 400) cursor = null;
    if (error.status === 404 && asked === visit) await show();
  } finally {
    isRefreshing = false;
  }
}

// Opens another screen, or restores an earlier one.
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

// After an external link there is no earlier screen of ours.
function goBack() {
  if (past.isAtStart) {
    past.replace("#/home");
    show();
  } else {
    history.back();
  }
}

translatePage();
startSearch();
document.getElementById("back").addEventListener("click", goBack);
screen.addEventListener("scroll", () => past.scrolled(screen.scrollTop), { passive: true });
for (const button of document.querySelectorAll(".skip button")) {
  button.addEventListener("click", () => document.querySelector(button.dataset.target).focus());
}
addEventListener("hashchange", go);
document.addEventListener("visibilitychange", refresh);
setInterval(refresh, interval);
// Before the first screen is loaded: what changes meanwhile comes after the cursor.
cursor = await newest().catch(() => null);
show();
