// Who changed what, as sentences.

import { element } from "/web/dom.mjs";
import { say } from "/web/words.mjs";
import { changes, sentences, timeText } from "./draft.mjs";
import { lists } from "./lists.mjs";
import { wonText } from "./products.mjs";

const button = (label, onclick, more = {}) => element("button", { type: "button", onclick, ...more }, label);
const path = "/admin/v1/history";
// How many sentences of a change are shown at once.
const textsMax = 20;

const members = {
  title: say("name", "이름"),
  price: say("price", "판매가"),
  original_price: say("regular price", "정가"),
  stock: say("stock", "재고"),
  is_hidden: say("hidden", "숨김"),
  description: say("description", "설명"),
  images: say("pictures", "사진"),
  variants: say("options", "옵션"),
  options: say("options", "옵션"),
};

// What is null is not there.
const whole = (item, part) => Object.fromEntries(Object.entries({ ...item, ...part }).filter(([, value]) => value !== null));

// Of products, by their ids.
const currencies = new Map();

function value(part, name, id) {
  if (part === null || part === undefined) return say("none", "없음");
  if (["price", "original_price"].includes(name) && currencies.has(id)) return wonText(part, currencies.get(id));
  if (typeof part === "number") return part.toLocaleString();
  if (typeof part === "boolean") return part ? say("yes", "예") : say("no", "아니요");
  const text = typeof part === "string" ? part : JSON.stringify(part);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

// The members that differ, of a product or of anything else.
export function differences(name, before, after, id) {
  if (!before) return [say(`${name} added`, `${name} 추가`)];
  if (!after) return [say(`${name} removed`, `${name} 삭제`)];
  const names = new Set([...Object.keys(before), ...Object.keys(after)].filter((one) => one !== "id"));
  return [...names].map((one) => {
    const label = members[one] ?? one;
    if (["images", "variants", "options", "description"].includes(one)) return say(`${name}: other ${label}`, `${name}: ${label} 변경`);
    return `${name}: ${label} ${value(before[one], one, id)} → ${value(after[one], one, id)}`;
  });
}

// - current: the items of a list now, which say the names of those that a change names by id only.
// - nameOf, words: as in sentences.
export function texts({ resource, before, after, item_count: count }, { current, nameOf, words }) {
  const product = (id) => `${say("Product", "상품")} '${nameOf("product", id) ?? id}'`;
  const [kind, id, sub] = resource.split("/");
  const spec = lists.find((one) => one.path === `/admin/v1/${resource}`);
  if (before === undefined && after === undefined) return [say(`${spec?.title ?? resource}: ${count} items`, `${spec?.title ?? resource}: ${count}개`)];
  if (spec?.name === "search") {
    const empty = { synonyms: [], redirects: {}, banned: [] };
    const [old, now] = [before, after].map((part) => spec.read({ ...empty, ...part }));
    return sentences(spec, changes(old, now).filter((one) => one.kind !== "moved"), words).map(({ text }) => text);
  }
  if (spec) {
    const known = new Map((current(spec.name) ?? []).map((item) => [item.id, item]));
    const [old, now] = [before, after].map((part) => new Map((part?.items ?? []).map((item) => [item.id, item])));
    const ids = (part, own) => part?.order ?? [...new Set([...known.keys(), ...own.keys()])].filter((one) => own.has(one) || !(old.has(one) || now.has(one)));
    const list = (part, own) => ids(part, own).map((one) => ({ ...whole(known.get(one) ?? {}, own.get(one)), id: one }));
    return sentences(spec, changes(list(before, old), list(after, now)), words).map(({ text }) => text);
  }
  if (kind === "event-categories" && sub === "products") {
    const event = nameOf("event", Number(id)) ?? id;
    const [old, now] = [before, after].map((part) => part?.items?.length ?? 0);
    return [say(`Products of '${event}': ${old} → ${now}`, old === now ? `'${event}' 상품의 순서나 구성 변경` : `'${event}' 상품 ${old}개 → ${now}개`)];
  }
  if (kind === "products" && id) return differences(product(id), before, after, Number(id));
  if (kind === "products") {
    const old = new Map((before?.items ?? []).map((item) => [item.id, item]));
    const now = new Map((after?.items ?? []).map((item) => [item.id, item]));
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((one) => differences(product(one), old.get(one), now.get(one), one));
  }
  if (kind === "images") return [say("Picture added", "그림 올림")];
  return differences(resource, before, after);
}

// - desk: `call`, `zone`, `current`, `nameOf`, `words`, `fail`, and `undone(resource)` after a change was taken back.
export function historyView(desk) {
  let next = null;
  const undone = new Set();
  const rows = element("ol", { class: "rows history", "aria-label": say("Changes", "바뀐 내용") });
  const more = button(say("More", "더 보기"), load, { class: "more", hidden: true });
  const none = element("p", { class: "quiet", hidden: true }, say("Nothing was changed yet.", "아직 바뀐 내용이 없습니다."));

  function drawn(change) {
    const found = texts(change, desk);
    const row = element(
      "li",
      { class: "change" },
      element("p", { class: "change-head" }, element("strong", {}, change.actor.name || change.actor.id), element("time", { datetime: change.at }, timeText(change.at, desk.zone)), change.undoes ? element("span", {}, say("taken back", "되돌림")) : null),
      element("ul", {}, found.slice(0, textsMax).map((text) => element("li", {}, text)), found.length > textsMax ? element("li", {}, say(`and ${found.length - textsMax} more`, `외 ${found.length - textsMax}건`)) : null),
    );
    const tools = element("p", { class: "change-tools" });
    if (change.before === undefined && change.after === undefined) {
      tools.append(button(say("Details", "자세히"), async () => {
        try {
          const { answer } = await desk.call("GET", `${path}/${change.id}`);
          await learnProducts([answer]);
          row.replaceWith(drawn(answer));
        } catch (refusal) {
          desk.fail(refusal.message);
        }
      }));
    }
    if (!undone.has(change.id) && !change.resource.startsWith("images/")) tools.append(button(say("Undo", "되돌리기"), () => takeBack(change)));
    row.append(tools);
    return row;
  }

  // Names and currencies of the products that changed; those that were removed have none.
  async function learnProducts(changes) {
    const ids = changes.flatMap(({ resource, before, after }) => {
      const [kind, id] = resource.split("/");
      if (kind !== "products") return [];
      return id ? Number(id) : [...(before?.items ?? []), ...(after?.items ?? [])].map((item) => item.id);
    });
    const unknown = [...new Set(ids)].filter((id) => !currencies.has(id)).slice(0, 100);
    for (const { id, title, currency } of await desk.products.find(unknown).catch(() => [])) {
      desk.learn("product", id, title);
      currencies.set(id, currency);
    }
  }

  async function takeBack(change) {
    try {
      await desk.call("POST", `${path}/${change.id}/undo`, { fields: { "Idempotency-Key": `"${desk.randomKey()}"` } });
      await desk.undone(change.resource);
      await begin();
      desk.tell(say("Undone", "되돌렸습니다"));
    } catch (refusal) {
      desk.fail(refusal.code === "changed_since" ? say("It was changed again since, so it was not undone.", "그 뒤에 다시 바뀌어 되돌리지 않았습니다.") : refusal.message);
    }
  }

  async function load() {
    try {
      const { answer } = await desk.call("GET", `${path}?limit=50${next ? `&cursor=${next}` : ""}`);
      next = answer.next ?? null;
      for (const { undoes } of answer.changes) if (undoes) undone.add(undoes);
      await learnProducts(answer.changes);
      rows.append(...answer.changes.map(drawn));
      more.hidden = !next;
      none.hidden = rows.children.length > 0;
    } catch (refusal) {
      desk.fail(refusal.message);
    }
  }

  async function begin() {
    next = null;
    undone.clear();
    rows.replaceChildren();
    await load();
  }

  const heading = element("h1", { tabindex: "-1" }, say("History", "기록"));
  begin();
  return { node: element("section", { class: "list-editor" }, element("header", {}, heading), none, rows, more), heading, draw() {} };
}
