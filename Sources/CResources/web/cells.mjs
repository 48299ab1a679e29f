// Draws the server's answer, which already contains every text.

import { chooser, swatches } from "./chooser.mjs";
import { element, highlighted } from "./dom.mjs";
import { heart } from "./likes.mjs";
import { words } from "./words.mjs";

// Its size is known before it has arrived, so that nothing moves then.
function img(src, { width, height, color } = {}, alt = "", loading = "lazy") {
  const made = element("img", { src, width, height, alt, loading });
  made.style.backgroundColor = color ?? "";
  return made;
}

function picture(image, alt, loading) {
  if (!image) return element("div", { class: "picture none", role: "presentation" });
  return element("div", { class: "picture" }, img(image.url, image, alt, loading));
}

// Screen readers do not tell that a price is struck through: words before each do.
function price(cell) {
  const before = cell.original_price_text;
  const heard = (word) => (before ? element("span", { class: "heard" }, `${word} `) : null);
  return element(
    "p",
    { class: "price" },
    before ? element("s", {}, heard(words.priceBefore), before) : null,
    cell.discount_text
      ? element("b", { class: "discount" }, heard(words.discount), cell.discount_text)
      : null,
    element("strong", {}, heard(words.priceNow), cell.price_text),
  );
}

// The average of the reviews, and the numbers of reviews and likes; nothing for a new product.
function opinions(cell) {
  const texts = [
    cell.review_count ? words.reviews(cell.review_count.toLocaleString(), cell.review_average.toFixed(1)) : null,
    cell.like_count ? words.liked(cell.like_count.toLocaleString()) : null,
  ].filter(Boolean);
  return texts.length ? element("p", { class: "reviews" }, texts.join(" · ")) : null;
}

function badges(cell) {
  if (!cell.badges.length) return null;
  const marks = cell.badges.map((badge) =>
    element("li", { class: `badge badge-${badge.kind}` }, badge.text),
  );
  return element("ul", { class: "badges" }, marks);
}

// A link, and the heart on its picture.
export function productCard(cell) {
  const link = element(
    "a",
    {
      class: cell.is_sold_out ? "card sold-out" : "card",
      href: `#/product/${cell.id}`,
      "aria-label": cell.accessibility_label,
    },
    picture(cell.image, ""),
    cell.brand ? element("p", { class: "brand" }, cell.brand) : null,
    element("p", { class: "name" }, highlighted(cell.title, cell.highlights)),
    price(cell),
    swatches(cell),
    opinions(cell),
    badges(cell),
  );
  return [link, heart(cell)];
}

// A product in the list of liked products, drawn even after it has left the shop.
export function likeCard(cell) {
  const change = cell.price_change;
  const isRemoved = cell.status === "removed";
  const card = element(
    isRemoved ? "div" : "a",
    {
      class: cell.is_available ? "card" : "card sold-out",
      href: isRemoved ? null : `#/product/${cell.id}`,
      "aria-label": isRemoved ? null : cell.accessibility_label,
    },
    picture(cell.image, ""),
    element("p", { class: "name" }, cell.title),
    element("p", { class: "price" }, element("strong", {}, cell.price_text)),
    change ? element("p", { class: change.amount < 0 ? "change cheaper" : "change" }, change.text) : null,
    element("p", { class: "stock" }, cell.status_text),
  );
  return [card, heart(cell)];
}

// - options: the values of options to filter by, such as `사이즈:270`.
export function searchAddress(query, options = []) {
  const filter = options.map((option) => `option=${encodeURIComponent(option)}`).join("&");
  return `#/search/${encodeURIComponent(query)}${filter && `?${filter}`}`;
}

// The address that a tap on a cell opens on this page; null for none, and for unknown kinds.
export function addressOf(link) {
  switch (link?.kind) {
    case "event":
    case "product":
      return `#/${link.kind}/${link.id}`;
    case "category":
    case "item_type":
      return `#/list?${link.kind}=${link.id}`;
    case "search":
      return searchAddress(link.query);
    case "url":
      return link.url;
    default:
      return null;
  }
}

// A link, if the cell has an address.
function tappable(cell, attributes, ...children) {
  const href = addressOf(cell.link);
  return href ? element("a", { ...attributes, href }, children) : element("div", attributes, children);
}

function banner(cell) {
  return tappable(
    cell,
    { class: "banner" },
    img(cell.image_url, cell.image),
    element("p", {}, cell.content),
  );
}

function titled(cell) {
  return tappable(cell, { class: "event" }, img(cell.image_url, cell.image), element("p", {}, cell.title));
}

const drawers = {
  event_banners: banner,
  event_categories: titled,
  products: productCard,
  item_types: titled,
};

// A list that shows one item at a time. The dots tell which, and move it; keys and swipes do, too.
function carousel(attributes, items) {
  const list = element("ul", attributes, items);
  if (items.length < 2) return list;
  const show = (index) => list.scrollTo({ left: index * list.clientWidth, behavior: "smooth" });
  const dots = items.map((_, index) => element("span", { onclick: () => show(index) }));
  const mark = () => {
    const current = Math.round(list.scrollLeft / (list.clientWidth || 1));
    for (const [index, dot] of dots.entries()) dot.classList.toggle("current", index === current);
  };
  list.addEventListener("scroll", mark, { passive: true });
  mark();
  return [list, element("p", { class: "dots", "aria-hidden": "true" }, dots)];
}

// A section of a known kind; nothing for others.
export function section(section, linkOf) {
  const draw = drawers[section.kind];
  if (!draw) return null;
  const items = section.items.map((item) =>
    element("li", { id: `cell-${item.cell_id}` }, draw(item)),
  );
  const link = section.more && linkOf(section.more);
  const heading = section.title ? element("h2", {}, section.title) : null;
  const more = link
    ? element("a", { href: link, "aria-label": `${words.more}: ${section.title}` }, words.more)
    : null;
  const attributes = {
    class: `items ${section.layout}`,
    tabindex: section.layout === "grid" ? undefined : "0",
    "aria-label": section.title ?? section.id.replaceAll("-", " "),
  };
  return element(
    "section",
    { class: `section ${section.kind}` },
    heading || more ? element("header", {}, heading, more) : null,
    section.layout === "carousel" ? carousel(attributes, items) : element("ul", attributes, items),
  );
}

export function eventHead(event) {
  return element(
    "figure",
    { class: "event-head" },
    img(event.thumbnail_text_image_url, event.thumbnail_text_image, event.title, "eager"),
  );
}

// The price and the stock of what is chosen. A badge says that a product is sold out.
function offer(product, variant) {
  const isTold = product.is_sold_out && !variant;
  return [
    price(variant ?? product),
    isTold ? null : element("p", { class: "stock" }, (variant ?? product).stock_text),
  ].filter(Boolean);
}

// - chose: called with each variant that is chosen after the first.
export function productPage(product, chose) {
  const pictures = product.images.map((image, index) =>
    element(
      "li",
      {},
      picture(image, words.picture(index + 1, product.images.length), index ? "lazy" : "eager"),
    ),
  );
  const [list, ...dots] = [
    carousel(
      { class: "items carousel", tabindex: "0", "aria-label": product.title },
      pictures.length ? pictures : [element("li", {}, picture(null, ""))],
    ),
  ].flat();
  const first = product.variants.find((one) => one.id === product.chosen_variant_id);
  const shown = element("div", { class: "offer" }, offer(product, first));
  const look = ({ image_number: number }, behavior) =>
    number && list.scrollTo({ left: (number - 1) * list.clientWidth, behavior });
  const change = (variant) => {
    shown.replaceChildren(...offer(product, variant));
    look(variant, "smooth");
    chose(variant);
  };
  // It has no size before it is drawn. Where a shopper has moved it, it stays.
  if (first) requestAnimationFrame(() => list.scrollLeft || look(first, "instant"));
  return element(
    "article",
    { class: "product" },
    list,
    dots,
    product.brand ? element("p", { class: "brand" }, product.brand) : null,
    element("header", {}, element("h2", {}, product.title), heart(product)),
    shown,
    first ? chooser(product, first, change) : null,
    badges(product),
    opinions(product),
    // The server marks it as being about delivery.
    product.delivery ? element("p", { class: "delivery" }, product.delivery.text) : null,
    element("dl", {}, element("dt", {}, words.vendor), element("dd", {}, product.vendor.name)),
    element("p", { class: "description" }, product.description),
    element("p", {}, element("a", { href: `/p/${product.id}` }, words.productPage)),
  );
}
