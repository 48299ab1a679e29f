// The lists that the page arranges: their fields, and their documents.

import { language, say } from "/web/words.mjs";
import { timeText } from "./draft.mjs";

const schedule = [
  { path: "starts_at", kind: "time", label: say("Begins", "시작"), none: say("at once", "바로") },
  { path: "ends_at", kind: "time", label: say("Ends", "끝"), none: say("never", "없음") },
];
// Without a value of the required ones an item is not complete: it is not in the preview yet.
const title = { path: "title", kind: "text", isRequired: true, label: say("Title", "제목") };
const key = { path: "key", kind: "text", isRequired: true, label: say("Key", "이름표"), hint: say("Small letters, digits and hyphens.", "영어 소문자, 숫자, 하이픈") };
const picture = (path, label, ratio, more = {}) => ({ path, kind: "picture", isRequired: true, label, ratio, ...more });
const choice = (path, label, choices, more = {}) => ({ path, kind: "choice", label, choices, ...more });
const flag = (path, label, more = {}) => ({ path, kind: "flag", label, ...more });
const reference = (path, label, of, more = {}) => ({ path, kind: "reference", label, of, ...more });
const ofProducts = { when: (item) => item.kind === "products" };

const plain = {
  read: ({ items }) => items.map(({ position, version, ...item }) => item),
  write: (items) => ({ items }),
};

// Titles in all languages; the first is for readers of others.
export function inLanguage(titles) {
  return (titles?.find((one) => one.language === language) ?? titles?.[0])?.title;
}

// In the order in which they are published: links point to earlier ones.
export const lists = [
  {
    ...plain,
    name: "categories",
    path: "/admin/v1/categories",
    title: say("Categories", "카테고리"),
    noun: say("category", "카테고리"),
    titleOf: (item) => item.title,
    fresh: () => ({ title: "" }),
    fields: [title, ...schedule],
  },
  {
    ...plain,
    name: "item_types",
    path: "/admin/v1/item-types",
    title: say("Item types", "품목"),
    noun: say("item type", "품목"),
    titleOf: (item) => item.title,
    picture: "thumbnail_image_url",
    fresh: (items) => ({ title: "", category_id: items.at(-1)?.category_id, section: items.at(-1)?.section }),
    fields: [
      title,
      reference("category_id", say("Category", "카테고리"), "category", { isRequired: true }),
      picture("thumbnail_image_url", say("Picture", "그림"), 1, { width: 300 }),
      { path: "section", kind: "number", label: say("Section of the app", "앱의 구역 번호") },
      ...schedule,
    ],
  },
  {
    ...plain,
    name: "event_categories",
    path: "/admin/v1/event-categories",
    title: say("Events", "기획전"),
    noun: say("event", "기획전"),
    hasKeys: true,
    titleOf: (item) => item.title,
    picture: "thumbnail_image_url",
    fresh: () => ({ key: "", title: "" }),
    related: ({ id }) => id && { name: `event_products/${id}`, text: say("Its products, in their order", "상품과 순서") },
    fields: [
      title,
      key,
      picture("thumbnail_image_url", say("Picture", "그림"), 1, { width: 300 }),
      picture("thumbnail_text_image_url", say("Picture with words", "글자 있는 그림"), null, { width: 1170 }),
      ...schedule,
    ],
  },
  {
    ...plain,
    name: "event_banners",
    path: "/admin/v1/event-banners",
    title: say("Banners", "배너"),
    noun: say("banner", "배너"),
    titleOf: (item) => item.content,
    picture: "thumbnail_image_url",
    fresh: () => ({ content: "" }),
    fields: [
      { path: "content", kind: "text", isRequired: true, label: say("Words in the picture", "그림 속 문구"), hint: say("Screen readers say them.", "화면 낭독기가 읽습니다.") },
      picture("thumbnail_image_url", say("Picture", "그림"), 2, { width: 1170 }),
      { path: "link", kind: "link", label: say("A tap opens", "누르면") },
      ...schedule,
    ],
  },
  {
    ...plain,
    name: "home_sections",
    path: "/admin/v1/screens/home",
    title: say("Home screen", "홈 화면"),
    noun: say("section", "줄"),
    hasKeys: true,
    titleOf: (item) => inLanguage(item.titles) ?? item.key,
    fresh: () => ({ key: "", kind: "products", titles: [], layout: "row", products: { count: 20 } }),
    fields: [
      { path: "titles", kind: "titles", label: say("Title", "제목") },
      key,
      choice("kind", say("Shows", "내용"), {
        event_banners: say("banners", "배너"),
        event_categories: say("events", "기획전"),
        products: say("products", "상품"),
      }),
      choice("layout", say("Layout", "모양"), {
        carousel: say("one at a time", "한 장씩"),
        strip: say("strip", "작은 칸"),
        row: say("row", "한 줄"),
        grid: say("grid", "두 줄 격자"),
      }),
      choice("products.sort", say("Order", "정렬"), {
        "": say("newest", "최신순"),
        price_asc: say("cheapest", "낮은 가격순"),
        price_desc: say("dearest", "높은 가격순"),
        arranged: say("as the event has them", "기획전 순서"),
      }, ofProducts),
      { path: "products.count", kind: "number", label: say("How many", "개수"), ...ofProducts },
      flag("products.on_sale", say("only on sale", "할인 상품만"), ofProducts),
      flag("products.in_stock", say("only in stock", "재고 있는 것만"), ofProducts),
      reference("products.event", say("Only of the event", "기획전"), "event", ofProducts),
      reference("products.category", say("Only of the category", "카테고리"), "category", ofProducts),
      reference("products.item_type", say("Only of the item type", "품목"), "item_type", ofProducts),
      ...schedule,
    ],
  },
  {
    ...plain,
    name: "app_config",
    path: "/admin/v1/app-config",
    title: say("Apps", "앱 설정"),
    noun: say("app", "앱"),
    hasKeys: true,
    titleOf: (item) => ({ ios: "iOS", android: "Android", web: "Web" })[item.platform],
    fresh: () => ({ platform: "web" }),
    fields: [
      choice("platform", say("Platform", "플랫폼"), { ios: "iOS", android: "Android", web: "Web" }),
      { path: "minimum_version", kind: "text", label: say("Oldest version that may run", "최소 버전") },
      { path: "recommended_version", kind: "text", label: say("Recommended version", "권장 버전") },
      { path: "store_url", kind: "text", label: say("Address of the update", "업데이트 주소") },
      { path: "message", kind: "titles", label: say("Message", "안내 문구") },
      { path: "switches", kind: "switches", label: say("Switches", "스위치"), hint: say("One a line: name = true, false or a text", "한 줄에 하나씩: 이름 = true, false 또는 글") },
      ...schedule,
    ],
  },
  {
    name: "search",
    path: "/admin/v1/search",
    title: say("Searches", "검색어"),
    noun: say("rule", "규칙"),
    isUnordered: true,
    titleOf: (item) => item.words?.join(", "),
    fresh: () => ({ kind: "synonyms", words: [] }),
    fields: [
      choice("kind", say("Rule", "규칙"), {
        synonyms: say("mean the same", "같은 말"),
        redirect: say("leads to", "바로가기"),
        banned: say("find nothing", "금지어"),
      }),
      { path: "words", kind: "words", label: say("Words", "검색어"), hint: say("With commas between.", "쉼표로 나눕니다.") },
      { path: "link", kind: "link", label: say("Leads to", "바로가기"), when: (item) => item.kind === "redirect" },
    ],
    // Rules have no ids: their words name them.
    read: ({ synonyms, redirects, banned }) => [
      ...synonyms.map((words) => ({ local: `synonyms ${words}`, kind: "synonyms", words })),
      ...Object.entries(redirects).map(([word, link]) => ({ local: `redirect ${word}`, kind: "redirect", words: [word], link })),
      ...banned.map((word) => ({ local: `banned ${word}`, kind: "banned", words: [word] })),
    ],
    write(items) {
      const of = (kind) => items.filter((item) => item.kind === kind);
      return {
        synonyms: of("synonyms").map(({ words }) => words),
        redirects: Object.fromEntries(of("redirect").flatMap(({ words, link }) => words.map((word) => [word, link ?? null]))),
        banned: of("banned").flatMap(({ words }) => words),
      };
    },
    // The item that a pointer of a refusal is about: `/synonyms/3`, `/redirects/골프/id`.
    itemAt(items, [member, name]) {
      const kind = { synonyms: "synonyms", redirects: "redirect", banned: "banned" }[member];
      const those = items.filter((item) => item.kind === kind);
      if (member === "redirects") return those.find(({ words }) => words.includes(name));
      let left = Number(name);
      return those.find(({ words }) => (left -= member === "banned" ? words.length : 1) < 0);
    },
  },
];

// The products of an event: a list of its own, of links to them.
//
// - names: the name of a product by its id, if it is known; `imageOf` the same for its picture.
export function productsOf({ id: event, key, title }, names, imageOf) {
  return {
    key,
    name: `event_products/${event}`,
    path: `/admin/v1/event-categories/${event}/products`,
    parent: { name: "event_categories", text: say("Events", "기획전") },
    title: say(`Products of ${title}`, `${title} 상품`),
    noun: say("product", "상품"),
    event,
    titleOf: ({ link }) => link?.id && (names("product", link.id) ?? say(`product ${link.id}`, `상품 ${link.id}`)),
    imageOf: ({ link }) => imageOf(link?.id),
    fresh: () => ({}),
    fields: [{ path: "link", kind: "link", label: say("Product", "상품"), only: "product" }],
    read: ({ items }) => items.map((id) => ({ id, link: { kind: "product", id } })),
    write: (items) => ({ items: items.flatMap(({ link }) => link?.id ?? []) }),
  };
}

// Products that are not in the shop yet; each is sent by itself, with its pictures.
export const newProducts = {
  name: "new_products",
  parent: { name: "products", text: say("Products", "상품") },
  title: say("New products", "새 상품"),
  noun: say("product", "상품"),
  isUnordered: true,
  titleOf: (item) => item.title,
  fresh: (items) => ({ title: "", vendor: items[0]?.vendor, currency: items[0]?.currency ?? "KRW", item_type_id: items[0]?.item_type_id, images: [] }),
  fields: [
    { path: "title", kind: "text", label: say("Name", "이름") },
    reference("vendor", say("Vendor", "판매자"), "vendor", { none: say("choose", "선택") }),
    { path: "price", kind: "money", label: say("Price", "판매가") },
    { path: "original_price", kind: "money", label: say("Regular price", "정가"), hint: say("Only with a discount.", "할인할 때만 씁니다.") },
    choice("currency", say("Currency", "통화"), { KRW: say("won", "원"), USD: say("dollar", "달러"), EUR: say("euro", "유로"), JPY: say("yen", "엔") }),
    { path: "stock", kind: "number", label: say("Stock", "재고"), hint: say("Sold out without it.", "비우면 품절입니다.") },
    reference("item_type_id", say("Item type", "품목"), "item_type", { none: say("none", "없음") }),
    flag("is_hidden", say("Hidden for now", "우선 숨김")),
    { path: "images", kind: "pictures", label: say("Pictures", "사진"), max: 10 },
    { path: "description", kind: "long", label: say("Description", "설명") },
  ],
  read: () => [],
};

// As the rail shows them.
export const shown = ["event_banners", "home_sections", "event_categories", "categories", "item_types", "search", "app_config"].map(
  (name) => lists.find((spec) => spec.name === name),
);

// The document that the server takes. A new item has no id; one that is restored has, where lists take that.
export function documentOf(spec, items, live) {
  const known = new Set(live.map(({ id }) => id));
  const kept = items.map(({ local, id, ...item }) => (id && (known.has(id) || !spec.hasKeys) ? { id, ...item } : item));
  // A link to an event that is not published yet follows when that has an id.
  if (spec.name === "search") return spec.write(items.filter((item) => !isWaiting(item)));
  return spec.write(kept.map((item) => (isWaiting(item) ? { ...item, link: undefined } : item)));
}

// Whether an item links to an event that is a draft.
export const isWaiting = ({ link }) => typeof link?.id === "string";

// The drafts of lists as a preview takes them: whole lists by their names, without items that are not complete yet.
export function previewed(drafts) {
  const isComplete = ({ fields }) => (item) => fields.every(({ path, isRequired }) => !isRequired || (item[path] ?? "") !== "");
  const ofEvents = drafts.filter(({ spec }) => spec.event);
  const whole = drafts.filter(({ spec }) => spec.write === plain.write);
  return {
    ...Object.fromEntries(whole.map(({ spec, items, base }) => [spec.name, documentOf(spec, items.filter(isComplete(spec)), base.items).items])),
    ...(ofEvents.length ? { event_products: ofEvents.map(({ spec, items }) => ({ event: spec.key, products: spec.write(items).items })) } : {}),
  };
}

// - names: a function of the name of what a link or reference of a kind leads to.
export function linkText(link, names) {
  if (!link?.kind) return say("nothing", "열지 않음");
  const name = { event: say("event", "기획전"), product: say("product", "상품"), category: say("category", "카테고리"), item_type: say("item type", "품목") }[link.kind];
  if (link.kind === "search") return say(`search “${link.query}”`, `'${link.query}' 검색`);
  if (link.kind === "url") return link.url;
  const draft = isWaiting({ link }) ? say(" (draft)", " (초안)") : "";
  return `${name} '${names(link.kind, link.id) ?? link.id}'${draft}`;
}

// A value as sentences say it.
export function valueText(field, value, { names, zone }) {
  switch (field.kind) {
    case "time":
      return value ? timeText(value, zone) : field.none;
    case "link":
      return linkText(value, names);
    case "reference":
      return value ? (names(field.of, value) ?? String(value)) : say("all", "전체");
    case "choice":
      return field.choices[value ?? ""] ?? value ?? say("none", "없음");
    case "flag":
      return value ? say("yes", "예") : say("no", "아니요");
    case "titles":
      return value?.length ? value.map((one) => one.title).join(" / ") : say("none", "없음");
    case "words":
      return value?.length ? value.join(", ") : say("none", "없음");
    case "pictures":
      return say(`${value.length} pictures`, `${value.length}장`);
    case "switches":
      return switchesText(value).replaceAll("\n", ", ") || say("none", "없음");
    default:
      return value === undefined || value === "" ? say("none", "없음") : `'${value}'`;
  }
}

export function switchesText(switches = {}) {
  return Object.entries(switches).map(([name, value]) => `${name} = ${value}`).join("\n");
}

export function switchesOf(text) {
  const lines = text.split("\n").map((line) => line.split(/=(.*)/s).map((part) => part.trim()));
  const pairs = lines
    .filter(([name]) => name)
    .map(([name, value = "true"]) => [name, value === "true" || value === "false" ? value === "true" : value]);
  return pairs.length ? Object.fromEntries(pairs) : undefined;
}
