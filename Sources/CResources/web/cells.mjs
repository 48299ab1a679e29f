// Draws the server's answer, which already contains every text.

import { element, highlighted } from "./dom.mjs";
import { heart } from "./likes.mjs";
import { searchAddress } from "./search.mjs";

function picture(image, alt, isLazy = true) {
  if (!image) return element("div", { class: "picture none", role: "presentation" });
  const img = element("img", {
    src: image.url,
    width: image.width,
    height: image.height,
    alt,
    loading: isLazy ? "lazy" : "eager",
  });
  img.style.backgroundColor = image.color ?? "";
  return element("div", { class: "picture" }, img);
}

function price(cell) {
  return element(
    "p",
    { class: "price" },
    cell.discount_text ? element("b", { class: "discount" }, cell.discount_text) : null,
    element("strong", {}, cell.price_text),
    cell.original_price_text ? element("s", {}, cell.original_price_text) : null,
  );
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
    element("img", { src: cell.image_url, alt: "", loading: "lazy" }),
    element("p", {}, cell.content),
  );
}

function titled(cell) {
  return tappable(cell, { class: "event" }, eventPicture(cell), element("p", {}, cell.title));
}

function eventPicture(cell) {
  const img = element("img", { src: cell.image_url, alt: "", loading: "lazy" });
  if (cell.image) img.style.backgroundColor = cell.image.color;
  return img;
}

const drawers = {
  event_banners: banner,
  event_categories: titled,
  products: productCard,
  item_types: titled,
};

// A section of a known kind; nothing for others.
export function section(section, words, linkOf) {
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
  return element(
    "section",
    { class: `section ${section.kind}` },
    heading || more ? element("header", {}, heading, more) : null,
    element(
      "ul",
      {
        class: `items ${section.layout}`,
        tabindex: section.layout === "grid" ? undefined : "0",
        "aria-label": section.title ?? section.id.replaceAll("-", " "),
      },
      items,
    ),
  );
}

export function eventHead(event) {
  return element(
    "figure",
    { class: "event-head" },
    element("img", { src: event.thumbnail_text_image_url, alt: event.title }),
  );
}

export function productPage(product, words) {
  const pictures = product.images.map((image, index) =>
    element(
      "li",
      {},
      picture(image, words.picture(index + 1, product.images.length), index > 0),
    ),
  );
  return element(
    "article",
    { class: "product" },
    element(
      "ul",
      { class: "items carousel", tabindex: "0", "aria-label": product.title },
      pictures.length ? pictures : element("li", {}, picture(null, "")),
    ),
    product.brand ? element("p", { class: "brand" }, product.brand) : null,
    element("header", {}, element("h2", {}, product.title), heart(product)),
    price(product),
    element("p", { class: "stock" }, product.stock_text),
    badges(product),
    product.review_count
      ? element("p", { class: "reviews" }, words.reviews(product.review_count, product.review_average))
      : null,
    // The server marks it as being about delivery.
    product.delivery ? element("p", { class: "delivery" }, product.delivery.text) : null,
    element("dl", {}, element("dt", {}, words.vendor), element("dd", {}, product.vendor.name)),
    element("p", { class: "description" }, product.description),
  );
}
