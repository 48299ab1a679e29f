// The search field, and its suggestions at every key.
//
// Source: ARIA Authoring Practices Guide, combobox with a list.

import { searchAddress } from "./cells.mjs";
import { element, highlighted } from "./dom.mjs";
import { language, words } from "./words.mjs";

const delay = 150;
const input = document.getElementById("query");
const listbox = document.getElementById("suggestions");
const status = document.getElementById("suggested");
let timer = 0;
let asking = null;
// The suggestions as shown, and the index of the selected one; -1 for none.
let options = [];
let active = -1;

// As many values of options as a search filters by.
export const optionsMax = 20;

// Whether there is a letter or a digit: without one there is nothing to search for.
export function isSearchable(query) {
  return /[\p{L}\p{N}]/u.test(query);
}

// Check boxes for the values of `facets.options` and for chosen ones that these lack. Chosen ones come
// first, so that they are in sight. `chose` gets all that are checked, and the id of the changed box.
export function filters(facets, chosen, chose) {
  const groups = new Map(facets.options.map(({ name, values }) => [name, [...values]]));
  for (const option of chosen) {
    const [, name, text] = option.match(/^([^:]*):?(.*)$/s);
    const values = groups.get(name) ?? [];
    if (!values.some((value) => value.option === option)) groups.set(name, [...values, { text, option, count: 0 }]);
  }
  const isChosen = ({ option }) => chosen.includes(option);
  const isFull = chosen.length >= optionsMax;
  const box = ({ text, option, count }) => {
    const onchange = ({ target }) => {
      const boxes = [...target.closest(".filters").querySelectorAll(":checked")];
      chose(boxes.map(({ value }) => value), target.id);
    };
    const id = `filter-${encodeURIComponent(option)}`;
    return element(
      "label",
      {},
      element("input", {
        type: "checkbox",
        id,
        value: option,
        checked: isChosen({ option }),
        disabled: isFull && !isChosen({ option }),
        onchange,
      }),
      text,
      element("small", { "aria-hidden": "true" }, count.toLocaleString()),
      element("span", { class: "heard" }, ` ${words.found(count.toLocaleString(), true)}`),
    );
  };
  const drawn = [...groups].map(([name, values]) => {
    values.sort((one, other) => isChosen(other) - isChosen(one));
    return element("fieldset", { class: "choices" }, element("legend", {}, name), values.map(box));
  });
  const full = isFull ? element("p", { role: "status" }, words.optionsFull(optionsMax)) : null;
  return drawn.length ? element("div", { class: "filters" }, full, drawn) : null;
}

// Shows the search of the current screen.
export function setQuery(query) {
  close();
  input.value = query;
}

function close() {
  clearTimeout(timer);
  asking?.abort();
  listbox.hidden = true;
  options = [];
  activate(-1);
  input.setAttribute("aria-expanded", "false");
  status.textContent = "";
}

function activate(index) {
  options[active]?.setAttribute("aria-selected", "false");
  active = index;
  const current = options[active];
  current?.setAttribute("aria-selected", "true");
  current?.scrollIntoView({ block: "nearest" });
  if (current) input.setAttribute("aria-activedescendant", current.id);
  else input.removeAttribute("aria-activedescendant");
}

// The address may not change: nothing else sets the field then.
function open(address, query) {
  setQuery(query);
  location.hash = address;
}

// A suggestion, and the text of the field after it is chosen.
function option(address, query, ...children) {
  return element(
    "div",
    {
      role: "option",
      "aria-selected": "false",
      onclick: () => open(address, query),
    },
    children,
  );
}

function term(term) {
  return option(searchAddress(term.text), term.text, highlighted(term.text, term.highlights));
}

function product(tile) {
  const { image } = tile;
  return option(
    `#/product/${tile.id}`,
    "",
    image ? element("img", { src: image.url, alt: "", width: 40, height: 40 }) : null,
    element("span", {}, highlighted(tile.title, tile.highlights)),
    element("strong", {}, tile.price_text),
  );
}

function group(name, made) {
  return made.length ? element("div", { role: "group", "aria-label": name }, made) : null;
}

function draw({ terms, products }) {
  const made = [terms.map(term), products.map(product)];
  listbox.replaceChildren(
    ...[group(words.terms, made[0]), group(words.products, made[1])].filter(Boolean),
  );
  options = made.flat();
  for (const [index, made] of options.entries()) made.id = `suggestion-${index}`;
  activate(-1);
  listbox.hidden = !options.length;
  input.setAttribute("aria-expanded", String(options.length > 0));
  status.textContent = words.suggested(options.length);
}

async function suggest() {
  const query = input.value;
  if (!isSearchable(query)) return close();
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  try {
    const path = `/v1/search/suggestions?q=${encodeURIComponent(query)}`;
    const response = await fetch(path, { headers: { "Accept-Language": language }, signal });
    if (!response.ok) return close();
    const suggestions = await response.json();
    if (!signal.aborted) draw(suggestions);
  } catch {
    // Screen readers do not announce an empty list while the user types on.
    if (!signal.aborted) close();
  }
}

function pressed(event) {
  // The key belongs to a letter that is being composed, as in Korean.
  if (event.isComposing || listbox.hidden) return;
  const places = options.length + 1;
  switch (event.key) {
    case "ArrowDown":
      activate(((active + 2) % places) - 1);
      break;
    case "ArrowUp":
      activate(((active + places) % places) - 1);
      break;
    case "Escape":
      close();
      break;
    case "Enter":
      if (active < 0) return;
      options[active].click();
      break;
    default:
      return;
  }
  event.preventDefault();
}

export function startSearch() {
  const form = document.getElementById("search");
  input.setAttribute("aria-label", words.search);
  input.placeholder = words.search;
  listbox.setAttribute("aria-label", words.suggestions);
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(suggest, delay);
  });
  input.addEventListener("keydown", pressed);
  input.addEventListener("blur", close);
  // The field keeps the focus while a suggestion is tapped.
  listbox.addEventListener("mousedown", (event) => event.preventDefault());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const query = input.value.trim();
    close();
    if (isSearchable(query)) location.hash = searchAddress(query);
  });
}
