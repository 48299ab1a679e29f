// The demo shop as a phone would draw it: one answer for each screen, shown beside it.

import { eventHead, productCard, productPage, section } from "./cells.mjs";
import { curl } from "./curl.mjs";
import { coloured, copyButton, element } from "./dom.mjs";
import { words as allWords } from "./words.mjs";

const screen = document.getElementById("screen");
const title = document.getElementById("title");
const panel = document.getElementById("panel");
const isKorean = (localStorage.getItem("language") ?? navigator.language).startsWith("ko");
const language = isKorean ? "ko" : "en";
const words = allWords[language];
// Told apart by the number: an answer that comes late is not drawn over another screen.
let visit = 0;
let observer;

function translatePage() {
  document.documentElement.lang = language;
  document.title = words.title;
  for (const marked of document.querySelectorAll("[data-word]")) {
    marked.textContent = words[marked.dataset.word];
  }
  document.getElementById("back").setAttribute("aria-label", words.back);
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
  const text = await response.text();
  const took = Math.round(performance.now() - began);
  const answer = JSON.parse(text);
  if (asked === visit) showAnswer({ url: path, options }, response.status, text.length, took, answer);
  if (!response.ok) throw new Error(answer.detail ?? response.statusText);
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
      element("small", {}, ` ${status} · ${length.toLocaleString()} · ${took} ms`),
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
  return () => draw(...drawSections(answer));
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

// A list that loads its next page when its end comes near.
async function showList(query) {
  const path = (cursor) => {
    const items = new URLSearchParams(query);
    items.set("limit", "20");
    if (cursor) items.set("cursor", cursor);
    return `/v1/products?${items}`;
  };
  const first = await ask(path());
  return () => {
    const list = element("ul", { class: "items grid" });
    const foot = element("p", { class: "foot", role: "status" }, words.loading);
    let cursor = null;
    let isLoading = false;
    const append = (page) => {
      list.append(...page.items.map((cell) => element("li", {}, productCard(cell))));
      cursor = page.page.next_cursor ?? null;
      if (!cursor) foot.textContent = words.end;
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
    draw(list, foot);
    const mine = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && loadMore(),
      { root: screen, rootMargin: "600px" },
    );
    observer = mine;
    if (cursor) mine.observe(foot);
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

async function show() {
  const current = ++visit;
  const { name, title: heading, load } = route();
  observer?.disconnect();
  title.textContent = heading;
  document.getElementById("back").hidden = name === "home" || name === "categories";
  for (const tab of document.querySelectorAll("nav a")) {
    if (tab.dataset.name === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
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

translatePage();
document.getElementById("back").addEventListener("click", () => history.back());
addEventListener("hashchange", async () => {
  await show();
  title.focus();
});
show();
