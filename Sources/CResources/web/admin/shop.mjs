// The shop beside the lists: its numbers, the phone that shows it at a moment, and what searches find.

import { eventHead, productCard, section } from "/web/cells.mjs";
import { element } from "/web/dom.mjs";
import { language, say } from "/web/words.mjs";
import { instant, local, timeText, withParticle } from "./draft.mjs";

const button = (label, onclick, more = {}) => element("button", { type: "button", onclick, ...more }, label);

// MARK: The phone

const scheduled = {
  event_banner: say("banner", "배너"),
  event_category: say("event", "기획전"),
  home_section: say("section", "줄"),
  category: say("category", "카테고리"),
  item_type: say("item type", "품목"),
};

// A screen of the shop at a moment, with what is not published yet, and the moments that change it.
//
// - desk: `call`, `drafts()`, `events()`, `zone()` and `now()`.
export function phone(desk) {
  // A moment is null for now; `earlier` has those before it, for the way back.
  let [at, timer, asked, moments, earlier] = [null, 0, 0, [], []];
  const time = element("input", { type: "datetime-local", "aria-label": say("Moment", "시각"), onchange: () => choose(time.value ? instant(time.value, desk.zone()) : null) });
  const back = button("‹", () => choose(earlier.pop(), true), { "aria-label": say("Moment before", "이전 시각") });
  const forth = button("›", () => choose(moments[0].at), { "aria-label": say("Next change", "다음 변경 시각") });
  const today = button(say("Now", "지금"), () => choose(null));
  const which = element("select", { "aria-label": say("Screen", "화면"), onchange: refresh });
  const tongue = element(
    "select",
    { "aria-label": say("Language", "언어"), onchange: refresh },
    [["ko", "한국어"], ["en", "English"]].map(([tag, name]) => element("option", { value: tag, lang: tag, selected: tag === language }, name)),
  );
  const frame = element("div", { class: "phone-frame", tabindex: "0", role: "region", "aria-label": say("Screen with the draft", "초안까지 반영한 화면") });
  const note = element("p", { class: "quiet", role: "status" });
  const changes = element("ol", { class: "moments", "aria-label": say("What begins and ends", "시작하고 끝나는 것") });

  function choose(moment, isBack) {
    if (!isBack) earlier.push(at);
    at = moment ?? null;
    refresh();
  }

  // Follows the editor to the screen that shows its list.
  function follow({ event, name }) {
    [shop.hidden, found.node.hidden] = [name === "search", name !== "search"];
    if (name === "search") return;
    const wanted = event ? `event/${event}` : ["categories", "item_types"].includes(name) ? "categories" : "home";
    fill(wanted);
    refresh();
  }

  function fill(wanted) {
    const screens = [["home", say("Home", "홈")], ["categories", say("Categories", "카테고리")], ...desk.events().map(({ id, title }) => [`event/${id}`, title])];
    which.replaceChildren(...screens.map(([value, name]) => element("option", { value, selected: value === wanted }, name)));
  }

  function refresh() {
    clearTimeout(timer);
    timer = setTimeout(load, 250);
  }

  async function load() {
    const mine = (asked += 1);
    const json = { language: tongue.value, drafts: desk.drafts(), ...(at ? { at } : {}) };
    try {
      const { answer } = await desk.call("POST", `/admin/v1/screens/${which.value}/preview`, { json });
      if (mine === asked) draw(answer);
    } catch (refusal) {
      if (mine === asked) note.textContent = refusal.errors?.[0]?.detail ?? refusal.message;
    }
  }

  function draw({ screen, moments: following }) {
    moments = following;
    const top = frame.scrollTop;
    const content = element("div", { inert: true }, screen?.event ? eventHead(screen.event) : null, screen?.sections.map((one) => section(one, () => null)));
    frame.replaceChildren(screen ? content : element("p", { class: "foot" }, say("It is not shown at this moment.", "이 시각에는 보이지 않습니다.")));
    frame.scrollTop = top;
    note.textContent = at ? say(`At ${timeText(at, desk.zone())}`, `${timeText(at, desk.zone())}의 화면`) : say("Now, with the draft", "지금 화면에 초안을 반영한 모습");
    time.value = local(at ?? desk.now(), desk.zone());
    [back.disabled, forth.disabled, today.disabled] = [!earlier.length, !moments.length, !at];
    const names = (items, ending) => items.map(({ kind, title }) => `${scheduled[kind] ?? kind} '${title}' ${ending}`);
    changes.replaceChildren(
      ...moments.slice(0, 5).map((one) =>
        element("li", {}, button(timeText(one.at, desk.zone()), () => choose(one.at)), [...names(one.begins, say("begins", "시작")), ...names(one.ends, say("ends", "끝"))].join(", ")),
      ),
    );
  }

  fill("home");
  const shop = element("div", {}, element("div", { class: "phone-tools" }, which, tongue, element("span", {}, today, back, time, forth)), note, frame, changes);
  const found = results();
  const node = element("aside", { class: "desk-phone", "aria-label": say("Preview", "미리 보기") }, shop, found.node);
  return { node, follow, refresh: () => shop.hidden || refresh(), lookAt: found.lookAt };
}

// MARK: What searches find

async function search(words, limit) {
  const response = await fetch(`/v1/search?limit=${limit}&facets=false&q=${encodeURIComponent(words)}`, { headers: { "Accept-Language": language } });
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
}

// The products that a search finds now, beside the rules of searches.
function results() {
  let [asked, timer] = [0, 0];
  const field = element("input", { type: "search", id: "searched", autocomplete: "off", oninput: () => lookAt([field.value]) });
  const counts = element("p", { class: "counts", role: "status" });
  const cells = element("ul", { class: "items grid" });
  const frame = element("div", { class: "phone-frame", tabindex: "0", role: "region", "aria-label": say("Results", "검색 결과") }, element("div", { inert: true }, cells));

  // - words: those of a rule; the first one's products are shown.
  function lookAt(words) {
    clearTimeout(timer);
    timer = setTimeout(show, 200, words);
  }

  async function show(words) {
    const mine = (asked += 1);
    const wanted = words.map((one) => one.trim()).filter(Boolean).slice(0, 8);
    if (document.activeElement !== field) field.value = wanted[0] ?? "";
    const answers = await Promise.all(wanted.map((one, index) => search(one, index ? 1 : 20).catch(() => null)));
    if (mine !== asked) return;
    counts.replaceChildren(
      ...wanted.map((one, index) => button(`${one} ${answers[index]?.total?.toLocaleString() ?? "?"}`, () => show([one, ...wanted.filter((other) => other !== one)]), { "aria-pressed": String(!index) })),
    );
    const items = answers[0]?.items ?? [];
    const none = wanted.length ? element("p", { class: "foot" }, say("Nothing is found.", "검색 결과가 없습니다.")) : null;
    cells.replaceChildren(...items.map((item) => element("li", {}, productCard(item))));
    frame.querySelector(".foot")?.remove();
    if (!items.length && none) frame.append(none);
  }

  const node = element(
    "div",
    { class: "searched", hidden: true },
    element("label", { for: "searched" }, say("Found with the published rules", "지금 게시된 규칙으로 검색")),
    field,
    counts,
    frame,
  );
  return { node, lookAt };
}

// MARK: The first screen

const week = 7 * 24 * 3600e3;

// What begins and ends in the next seven days: `{ at, spec, item, isBegin }`.
export function soon(lists, now) {
  const found = lists.flatMap(({ spec, items }) =>
    items.flatMap((item) => [["starts_at", true], ["ends_at", false]].map(([name, isBegin]) => ({ at: item[name], spec, item, isBegin }))),
  );
  const isSoon = ({ at }) => at && Date.parse(at) > now && Date.parse(at) <= now + week;
  return found.filter(isSoon).sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

// The pictures that items of a list lack.
export function withoutPictures({ spec, items }) {
  const fields = spec.fields.filter(({ kind, isRequired }) => kind === "picture" && isRequired);
  return items.filter((item) => fields.some(({ path }) => !item[path] || item[path].endsWith("/images/none.png")));
}

// The shop's numbers, each a link to the list that mends it.
//
// - desk: `call`, `lists()` as published, `zone`, `now()` and `reach(spec, item)`, the address of an item.
export function overview(desk) {
  const goods = element("ul", { class: "tiles", "aria-label": say("Products", "상품") });
  const rest = element("ul", { class: "tiles", "aria-label": say("To mend", "고칠 것"), hidden: true });
  const coming = element("ol", { class: "rows coming" });
  const tile = (count, label, place, isBad = false) =>
    element("li", {}, element("a", { href: `#${place}`, class: isBad && count ? "bad" : null }, element("strong", {}, count.toLocaleString()), ` ${label}`));

  async function countProducts() {
    try {
      const { answer } = await desk.call("GET", "/admin/v1/products/counts");
      goods.replaceChildren(
        tile(answer.shown, say("products in the shop", "판매 중인 상품"), "products?status=shown"),
        tile(answer.sold_out, say("sold out", "품절"), "products?status=sold_out", true),
        tile(answer.without_pictures, say("without pictures", "사진 없음"), "products?status=without_pictures", true),
        tile(answer.hidden, say("hidden", "숨김"), "products?status=hidden"),
        tile(answer.removed, say("removed in 30 days", "30일 안에 삭제"), "products?status=removed"),
      );
    } catch (refusal) {
      goods.replaceChildren(element("li", { class: "refusal" }, refusal.message));
    }
  }

  async function countSearches() {
    const { answer } = await desk.call("GET", "/admin/v1/search/unfound").catch(() => ({ answer: { items: [] } }));
    const words = answer.items.map(({ text }) => text);
    if (words.length) mend(words.length, say(`searches without results: ${words.join(", ")}`, `결과 없는 검색어: ${words.join(", ")}`), "search");
  }

  function mend(count, label, place) {
    rest.append(tile(count, label, place, true));
    rest.hidden = false;
  }

  for (const list of desk.lists()) {
    const count = withoutPictures(list).length;
    if (count) mend(count, say(`${list.spec.title} without a picture`, `그림 없는 ${list.spec.title}`), list.spec.name);
  }
  const moments = soon(desk.lists(), desk.now());
  coming.append(
    ...moments.map(({ at, spec, item, isBegin }) =>
      element(
        "li",
        {},
        element("time", { datetime: at }, timeText(at, desk.zone)),
        element("a", { href: `#${desk.reach(spec, item)}` }, `${spec.noun} '${spec.titleOf(item)}' ${isBegin ? say("begins", "시작") : say("ends", "끝")}`),
        isBegin ? null : consequences(desk.lists(), spec, item).map((text) => element("p", { class: "quiet" }, text)),
      ),
    ),
  );
  countProducts();
  countSearches();
  const heading = element("h1", { tabindex: "-1" }, say("Today", "오늘"));
  const node = element(
    "section",
    { class: "list-editor overview" },
    element("header", {}, heading),
    goods,
    rest,
    element("h2", {}, say("This week", "이번 주")),
    moments.length ? coming : element("p", { class: "quiet" }, say("Nothing begins or ends.", "시작하거나 끝나는 것이 없습니다.")),
  );
  return { node, heading, draw() {} };
}

// What else changes when an event ends.
export function consequences(lists, { name }, { id }) {
  if (name !== "event_categories") return [];
  const items = (wanted) => lists.find(({ spec }) => spec.name === wanted);
  const told = (list, isOf, text) => (list?.items ?? []).filter(isOf).map((item) => text(list.spec.titleOf(item)));
  return [
    ...told(items("home_sections"), ({ products }) => products?.event === id, (title) => say(`The section “${title}” leaves the home screen.`, `홈의 '${title}' 줄이 사라집니다.`)),
    ...told(items("event_banners"), ({ link }) => link?.kind === "event" && link.id === id, (title) => say(`The banner “${title}” opens nothing then.`, `배너 '${withParticle(`${title}'`, "을", "를")} 눌러도 열리지 않습니다.`)),
  ];
}
