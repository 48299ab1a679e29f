// The desk of those who arrange the shop: work goes into drafts, and is live when it is published.

import { element, remember, remembered } from "/web/dom.mjs";
import { choose, language, say } from "/web/words.mjs";
import { changes, keyOf, merge, sentences, settled, timeText } from "./draft.mjs";
import { documentOf, isWaiting, lists as specs, newProducts, previewed, productsOf, shown, valueText } from "./lists.mjs";
import { addProducts, Products } from "./products.mjs";
import { overview, phone as phoneOf } from "./shop.mjs";

const root = document.getElementById("desk");
const said = document.getElementById("said");
const shopName = document.querySelector("meta[name=application-name]").content;
const button = (label, onclick, more = {}) => element("button", { type: "button", onclick, ...more }, label);
const tokenName = "desk-token";

let token = takeToken();
// The answer of /admin/v1/me; null until the sign-in. Fields of times are in its time zone.
let me = null;
// How far the clock of the server is before that of this machine, in milliseconds.
let ahead = 0;
const now = () => Date.now() + ahead;
// By their names: { spec, base: { items, tag }, items, conflicts, refusals, isJoined, key }; the base is what the draft began from,
// and the key repeats a write whose answer was lost.
const lists = new Map();
// By kind and id: { kind, id, name }.
const names = new Map();
// Pictures of products, by their ids.
const images = new Map();
const products = new Products({ call, keep, kept, randomKey, tell });
// The fragment of the address: the name of a list or view, and what follows a question mark.
let [place, current, wanted] = ["", null, new URLSearchParams()];
let isReviewing = false;
// Pictures on their way.
const pending = new Set();
// What 되돌리기 does: takes back one list after the other, the last one first.
let undoable = [];

// The fragment of an address is not sent to servers; it is cleared, so that the history has no token.
function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    history.replaceState(null, "", location.pathname + location.search);
    remember(tokenName, given, "sessionStorage");
  }
  return given ?? remembered(tokenName, "sessionStorage");
}

// MARK: The server

class Refusal extends Error {
  constructor(status, problem = {}) {
    super((language === "ko" ? problem.title : problem.detail) ?? `${status}`);
    Object.assign(this, { status, errors: problem.errors ?? [], code: problem.code });
  }
}

const offline = () => say("The server cannot be reached. The draft is kept.", "서버에 연결하지 못했습니다. 초안은 그대로 있습니다.");

// - Returns: `{ tag, answer }`.
async function call(method, path, { json, form, fields = {} } = {}) {
  const headers = { Authorization: `Bearer ${token}`, "Accept-Language": language, ...fields };
  if (json) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, { method, headers, body: json ? JSON.stringify(json) : form });
  } catch {
    throw new Refusal(0, { title: offline(), detail: offline() });
  }
  const isJSON = response.headers.get("Content-Type")?.includes("json");
  const answer = isJSON ? await response.json() : null;
  if (!response.ok) {
    if (response.status === 401) signOut(say("The token is not valid any more. Drafts are kept.", "토큰이 더는 유효하지 않습니다. 초안은 그대로 있습니다."));
    throw new Refusal(response.status, answer ?? undefined);
  }
  return { answer, tag: response.headers.get("ETag") };
}

function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// MARK: Drafts that outlive the window

const memory = new Map();
let isKept = true;
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("moa-desk") : null;

const database = new Promise((resolve, reject) => {
  const opening = indexedDB.open("moa-desk", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("drafts");
  opening.onsuccess = () => resolve(opening.result);
  opening.onerror = () => reject(opening.error);
}).catch(() => {
  isKept = false;
  return null;
});

async function stored(mode, use) {
  const open = await database;
  if (!open) return undefined;
  return new Promise((resolve, reject) => {
    const transaction = open.transaction("drafts", mode);
    const asked = use(transaction.objectStore("drafts"));
    transaction.oncomplete = () => resolve(asked.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

async function keep(name, draft) {
  memory.set(name, draft);
  try {
    await stored("readwrite", (drafts) => (draft ? drafts.put(draft, name) : drafts.delete(name)));
    tabs?.postMessage(name);
  } catch {
    isKept = false;
    drawBar();
  }
}

async function kept(name) {
  try {
    return (await stored("readonly", (drafts) => drafts.get(name))) ?? memory.get(name);
  } catch {
    isKept = false;
    return memory.get(name);
  }
}

tabs?.addEventListener("message", async ({ data: name }) => {
  if (name === "products") await products.restore().then(drawBar);
  const list = lists.get(name);
  if (!list) return;
  memory.delete(name);
  const draft = await kept(name);
  // Without a draft any more the other tab has published it, or has taken it back.
  if (draft) Object.assign(list, draft);
  else await load(list.spec).catch(() => null);
  if (current === name) show();
  drawBar();
});

// MARK: Lists

async function read(spec) {
  if (!spec.path) return { items: [], tag: "" };
  const { answer, tag } = await call("GET", spec.path);
  return { items: spec.read(answer), tag };
}

async function load(spec) {
  const [live] = await Promise.all([read(spec), spec.event ? learnProducts(spec.event).catch(() => null) : null]);
  const list = { spec, base: live, items: structuredClone(live.items), conflicts: [], refusals: new Map() };
  const draft = await kept(spec.name);
  if (draft) Object.assign(list, draft);
  lists.set(spec.name, list);
  learnNames(spec, live.items);
  if (list.base.tag !== live.tag) await join(list, live);
  return list;
}

// Who changed the list last, and when; nothing if the server does not tell.
async function lastAuthor({ path }) {
  try {
    const resource = encodeURIComponent(path.slice("/admin/v1/".length));
    const [change] = (await call("GET", `/admin/v1/history?limit=1&resource=${resource}`)).answer.changes;
    return change && `${change.actor.name || change.actor.id}, ${timeText(change.at, me.time_zone)}`;
  } catch {
    return undefined;
  }
}

// Continues the draft on what others have published meanwhile.
async function join(list, live) {
  const joined = merge(list.base.items, list.items, live.items);
  const open = list.conflicts.filter(({ key }) => !joined.conflicts.some((one) => one.key === key));
  const before = list.items;
  Object.assign(list, { base: live, items: joined.items, conflicts: [...open, ...joined.conflicts], isJoined: list.isJoined || joined.isJoined, areBothMoved: joined.areBothMoved, key: undefined });
  if (list.isJoined || list.conflicts.length) list.author = await lastAuthor(list.spec);
  learnNames(list.spec, live.items);
  save(list);
  leadToPublished(before, list);
}

// What links to an event that was a draft links to the published one, which has its key.
function leadToPublished(before, { spec, items }) {
  if (spec.name !== "event_categories") return;
  const left = new Set(items.map(keyOf));
  const gone = before.filter((item) => !item.id && !left.has(keyOf(item)));
  const ids = new Map(gone.map(({ local, key }) => [local, items.find((one) => one.key === key)?.id]));
  for (const list of lists.values()) {
    const waiting = list.items.filter((item) => isWaiting(item) && ids.get(item.link.id));
    for (const item of waiting) item.link = { ...item.link, id: ids.get(item.link.id) };
    if (!waiting.length) continue;
    list.key = undefined;
    save(list);
  }
}

const changesOf = (list) => changes(list.base.items, list.items).filter(({ kind }) => !(list.spec.isUnordered && kind === "moved"));

// In the order in which they are published.
function changedLists() {
  const ofEvents = [...lists.keys()].filter((name) => name.startsWith(productsPrefix));
  return [...specs.map(({ name }) => name), ...ofEvents, newProducts.name].map((name) => lists.get(name)).filter((list) => list && changesOf(list).length);
}

const productsPrefix = "event_products/";

function specOf(name) {
  if (!name.startsWith(productsPrefix)) return [...specs, newProducts].find((spec) => spec.name === name);
  const event = Number(name.slice(productsPrefix.length));
  const known = lists.get("event_categories")?.base.items.find(({ id }) => id === event);
  return lists.get(name)?.spec ?? (known && productsOf(known, nameOf, (id) => images.get(id)));
}

function learn(kind, id, name, image) {
  names.set(`${kind} ${id}`, { kind, id, name });
  if (image) images.set(id, image);
}

// The names of the products of an event; of those that are hidden it stays unknown.
async function learnProducts(event) {
  let cursor;
  do {
    const { answer } = await call("GET", `/v1/products?limit=100&event=${event}${cursor ? `&cursor=${cursor}` : ""}`);
    for (const { id, title, image } of answer.items) learn("product", id, title, image?.url);
    cursor = answer.page.next_cursor;
  } while (cursor);
}

function save(list) {
  const { base, items, conflicts, isJoined, author } = list;
  const isChanged = changesOf(list).length || conflicts.length;
  keep(list.spec.name, isChanged ? structuredClone({ base, items, conflicts, isJoined, author }) : null);
}

function changed(list) {
  list.key = undefined;
  save(list);
  drawBar();
  phone.refresh();
}

const kinds = { event_categories: "event", categories: "category", item_types: "item_type" };

function learnNames({ name, titleOf }, items) {
  for (const item of items) if (kinds[name] && item.id) learn(kinds[name], item.id, titleOf(item));
}

const draftedEvents = () => (lists.get("event_categories")?.items ?? []).filter(({ id }) => !id).map(({ local, title }) => ({ id: local, name: title }));
const nameOf = (kind, id) => names.get(`${kind} ${id}`)?.name ?? (kind === "event" ? draftedEvents().find((one) => one.id === id)?.name : undefined);
const all = (kind) => [...names.values()].filter((one) => one.kind === kind);
const words = (field, value) => valueText(field, value, { names: nameOf, zone: me.time_zone });

// The targets of a link that match the words of its field.
//
// - only: a kind, such as `product`; undefined for all.
async function find(text, only) {
  const option = (link, name, image) => ({ link, name, image, text: valueText({ kind: "link" }, link, { names: (...of) => name ?? nameOf(...of) }) });
  const isPart = ({ name }) => name.toLocaleLowerCase().includes(text.toLocaleLowerCase());
  const found = (only ? [] : ["event", "category", "item_type"]).flatMap((kind) =>
    [...(kind === "event" ? draftedEvents() : []), ...all(kind)].filter(isPart).slice(0, 8).map(({ id }) => option({ kind, id })),
  );
  if (!text && only) return [];
  if (!text) return [{ link: null, text: say("nothing", "열지 않음") }, ...found];
  if (!only && /^(https:\/\/|\/)./.test(text)) return [option({ kind: "url", url: text })];
  const answer = await fetch(`/v1/search?limit=5&facets=false&q=${encodeURIComponent(text)}`, { headers: { "Accept-Language": language } })
    .then((response) => (response.ok ? response.json() : { items: [] }))
    .catch(() => ({ items: [] }));
  const products = answer.items.map(({ id, title, image }) => option({ kind: "product", id }, title, image?.url));
  return [...found, ...products, ...(only ? [] : [option({ kind: "search", query: text })])];
}

async function upload(blob) {
  const form = new FormData();
  form.append("file", blob, "picture");
  try {
    const { answer } = await call("POST", "/admin/v1/images", { form, fields: { "Idempotency-Key": `"${randomKey()}"` } });
    return answer.url;
  } catch (refusal) {
    fail(refusal.errors[0] ? `${refusal.message} ${refusal.errors[0].detail}` : refusal.message);
    return null;
  }
}

function waitFor(work) {
  pending.add(work);
  return work.finally(() => pending.delete(work));
}

// MARK: Publishing

const fieldOf = (spec, path) => spec.fields.find((field) => path === field.path || path.startsWith(`${field.path}.`));

// Puts the errors of an answer beside the fields that they are about.
async function tellRefusals(list, { errors, message }) {
  list.refusals.clear();
  for (const { pointer, detail, hint } of errors) {
    const [first, second, ...rest] = pointer.slice(1).split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const item = list.spec.itemAt ? list.spec.itemAt(list.items, [first, second, ...rest]) : list.items[Number(second)];
    const field = (item && fieldOf(list.spec, rest.join("."))) ?? list.spec.fields.find(({ kind }) => kind === "words") ?? list.spec.fields[0];
    if (!item) continue;
    const texts = list.refusals.get(keyOf(item)) ?? new Map();
    texts.set(field.path, `${detail} ${hint ?? ""}`);
    list.refusals.set(keyOf(item), texts);
  }
  await go(list.spec.name);
  fail(list.refusals.size ? say("Some fields were refused. Nothing was published.", "거절된 곳이 있어 게시하지 않았습니다.") : message);
  root.querySelector("[aria-invalid=true]")?.focus();
}

// A draft of an event that others link to may be gone.
function lostLinks({ spec, items }) {
  const path = spec.fields.find(({ kind }) => kind === "link")?.path;
  const errors = items.flatMap((item, index) =>
    isWaiting(item) && nameOf("event", item.link.id) === undefined ? { pointer: `/items/${index}/${path}`, detail: say("The draft of this event is gone. Choose another target.", "이 기획전의 초안이 없습니다. 다른 곳을 골라 주세요.") } : [],
  );
  if (errors.length) throw new Refusal(422, { errors });
}

async function put(list, isDryRun) {
  lostLinks(list);
  if (!list.spec.path) return addProducts(list, { call });
  list.key ??= randomKey();
  const fields = { "If-Match": list.base.tag, ...(isDryRun ? {} : { "Idempotency-Key": `"${list.key}"` }) };
  const path = list.spec.path + (isDryRun ? "?dry_run=true" : "");
  return call("PUT", path, { json: documentOf(list.spec, list.items, list.base.items), fields });
}

// - Returns: whether the list can go on.
async function tried(list, isDryRun) {
  for (;;) {
    try {
      await put(list, isDryRun);
      return true;
    } catch (refusal) {
      if (refusal.status === 412) {
        await join(list, await read(list.spec));
        if (list.conflicts.length || !isDryRun) return false;
      } else {
        if (refusal.status === 0 || refusal.status === 401 || refusal.status >= 500) fail(refusal.message);
        else await tellRefusals(list, refusal);
        return null;
      }
    }
  }
}

// Nothing happens twice when the button is pressed twice.
async function review() {
  if (isReviewing) return;
  isReviewing = true;
  await check().finally(() => (isReviewing = false));
}

async function check() {
  root.querySelector(".toast.failed, .toast.working")?.remove();
  await Promise.allSettled(pending);
  const changed = changedLists();
  for (const list of changed) {
    if (list.conflicts.length) return ask(list);
    const isRight = await tried(list, true).catch((refusal) => fail(refusal.message));
    if (isRight === false) return ask(list);
    if (!isRight) return undefined;
  }
  if (products.count && !(await products.check().catch((refusal) => (fail(refusal.message), null)))) {
    if (products.refusals.size) {
      go("products?status=edited");
      fail(say("Some cells were refused. Nothing was published.", "거절된 칸이 있어 게시하지 않았습니다."));
    }
    return products.count ? undefined : drawBar();
  }
  const left = changedLists();
  if (!left.length && !products.count) {
    show();
    return tell(say("All of it is live already", "이미 모두 게시되어 있습니다"));
  }
  const texts = left.map((list) =>
    element("section", {}, element("h3", {}, list.spec.title), element("ul", {}, sentences(list.spec, changesOf(list), words).map(({ text }) => element("li", {}, text)))),
  );
  const goods = products.sentences();
  if (goods.length) {
    const lines = goods.map(({ text, isSteep }) => element("li", { class: isSteep ? "warning" : null }, text));
    const more = lines.splice(linesMax).length;
    if (more) lines.push(element("li", {}, say(`and ${more} more`, `외 ${more}건`)));
    texts.push(element("section", {}, element("h3", {}, products.title), element("ul", {}, lines)));
  }
  const steep = goods.filter(({ isSteep }) => isSteep).length;
  const question = steep ? say(`${steep} prices are more than half off: that is right.`, `절반 넘게 할인하는 가격 ${steep}개가 맞습니다.`) : null;
  const joined = left.filter((list) => list.isJoined).map((list) => element("p", { class: "notice" }, joinedText(list)));
  return dialog(say("What will be live", "이렇게 게시합니다"), [joined, texts], say("Publish", "게시"), () => publish(left), question);
}

// How many sentences of products are shown before they are published.
const linesMax = 200;

function joinedText({ author }) {
  const [who, korean] = author ? [` (${author})`, `(${author})`] : ["", ""];
  return say(`Another person${who} published changes. Your draft has them now.`, `그 사이에 다른 사람${korean}이 게시한 내용을 초안에 합쳤습니다.`);
}

function ask(list) {
  go(list.spec.name);
  fail(say("Another person changed the same items. Choose a version below.", "다른 사람이 같은 항목을 바꾸었습니다. 아래에서 골라 주세요."));
}

async function publish(wanted) {
  const done = [];
  tell(say("Publishing…", "게시하는 중…")).classList.add("working");
  for (const list of wanted.filter(({ spec }) => spec.path)) {
    const isRight = await tried(list, false).catch((refusal) => (fail(refusal.message), null));
    if (isRight === false) {
      finish(done, false);
      return list.conflicts.length ? ask(list) : review();
    }
    if (!isRight) return finish(done, false);
    const [before, drafted] = [list.base, list.items];
    Object.assign(list, { base: await read(list.spec), conflicts: [], isJoined: false, key: undefined });
    list.items = structuredClone(list.base.items);
    leadToPublished(drafted, list);
    list.refusals.clear();
    await keep(list.spec.name, null);
    learnNames(list.spec, list.base.items);
    const { tag } = list.base;
    done.push(() => restore(list, before, tag));
  }
  const fresh = lists.get(newProducts.name);
  try {
    if (fresh?.items.length) await addProducts(fresh, { call, randomKey, done, save: () => save(fresh) });
    if (products.count) await products.publish(done);
  } catch (refusal) {
    fail([refusal.message, refusal.errors?.[0]?.detail].filter(Boolean).join(" "));
    return finish(done, false);
  }
  return finish(done, true);
}

// - isWhole: whether nothing was refused; else the refusal stays in sight.
function finish(done, isWhole) {
  root.querySelector(".toast.working")?.remove();
  if (!done.length) return drawBar();
  undoable = done;
  show();
  const reason = root.querySelector(".toast.failed")?.textContent ?? "";
  tell(isWhole ? say("Published", "게시했습니다") : say(`Published in part. ${reason}`, `일부만 게시했습니다. ${reason}`), button(say("Undo", "되돌리기"), undo));
  return phone.refresh();
}

// Writes a list back as it was, unless it has been published again since.
async function restore(list, before, tag) {
  const json = documentOf(list.spec, before.items, list.base.items);
  await call("PUT", list.spec.path, { json, fields: { "If-Match": tag, "Idempotency-Key": `"${randomKey()}"` } });
  lists.delete(list.spec.name);
  await load(list.spec);
}

// Nothing happens twice when the button is pressed twice.
async function undo() {
  const done = undoable.splice(0);
  if (!done.length) return undefined;
  for (const takeBack of done.reverse()) {
    try {
      await takeBack();
    } catch (refusal) {
      return fail(refusal.status === 412 ? say("Another person changed it since. It was not undone.", "그 사이에 다른 사람이 바꾸어 되돌리지 않았습니다.") : refusal.message);
    }
  }
  show();
  tell(say("Undone", "되돌렸습니다"));
  return phone.refresh();
}

// After a change was taken back from the history: its list is read again, and a draft of it continues.
async function undone(resource) {
  const list = [...lists.values()].find(({ spec }) => spec.path === `/admin/v1/${resource}`);
  if (list) await load(list.spec);
  phone.refresh();
}

function discard() {
  const changed = changedLists();
  dialog(say("Discard all changes?", "바꾼 것을 모두 되돌릴까요?"), [], say("Discard", "모두 되돌리기"), () => {
    products.discard();
    for (const list of changed) {
      Object.assign(list, { items: structuredClone(list.base.items), conflicts: [], isJoined: false });
      list.refusals.clear();
      save(list);
    }
    show();
    phone.refresh();
  });
}

// - question: must be answered by a check mark before the action.
function dialog(title, content, action, then, question = null) {
  const shut = () => made.remove();
  const doing = button(action, () => (shut(), then()), { class: "primary", disabled: Boolean(question) });
  const answer = element("input", { type: "checkbox", id: "question", onchange: () => (doing.disabled = !answer.checked) });
  const made = element(
    "dialog",
    { "aria-label": title, oncancel: shut },
    element("h2", {}, title),
    element("div", { class: "dialog-body", tabindex: "0" }, content),
    question ? element("p", { class: "warning" }, answer, element("label", { for: answer.id }, question)) : null,
    element(
      "p",
      { class: "dialog-tools" },
      doing,
      button(say("Cancel", "취소"), shut),
    ),
  );
  document.body.append(made);
  made.showModal();
  (question ? answer : doing).focus();
}

// MARK: What is said

let toast = null;

function tell(...content) {
  toast?.remove();
  toast = element("p", { class: "toast", role: "status" }, content.map((part) => (typeof part === "string" ? element("span", {}, part) : part)));
  root.append(toast);
  const told = toast;
  // One that can be pressed stays, and one that tells what goes on.
  if (content.length < 2) setTimeout(() => told.classList.contains("working") || told.remove(), 8000);
  return told;
}

function fail(text) {
  toast?.remove();
  toast = element("p", { class: "toast failed", role: "alert" }, text);
  root.append(toast);
}

function speak(text, isShown) {
  said.textContent = text;
  if (isShown) tell(text);
}

// MARK: The page

const bar = element("footer", { class: "bar" });
const phone = phoneOf({
  call,
  now,
  drafts: () => previewed(changedLists()),
  events: () => lists.get("event_categories")?.items.filter(({ id }) => id) ?? [],
  zone: () => me.time_zone,
});
const work = element("main", { class: "work" });
const rail = element("nav", { class: "rail", "aria-label": say("Lists", "목록") });
const today = { name: "today", title: say("Today", "오늘") };
let shownEditor = null;

function drawRail() {
  rail.replaceChildren(
    ...[today, ...shown.slice(0, 3), { name: "products", title: products.title }, ...shown.slice(3), { name: "history", title: say("History", "기록") }].map(({ name, title }) => {
      const below = name === "event_categories" ? [...lists.keys()].filter((key) => key.startsWith(productsPrefix)) : name === "products" ? [newProducts.name] : [];
      const counts = [name, ...below].map((key) => (lists.has(key) ? changesOf(lists.get(key)).length : 0));
      const count = counts.reduce((sum, one) => sum + one, name === "products" ? products.count : 0);
      return element(
        "a",
        { href: `#${name}`, "aria-current": name === current || below.includes(current) ? "page" : null },
        title,
        count ? element("span", { class: "count", "aria-label": say(`${count} changes`, `바꾼 것 ${count}개`) }, String(count)) : null,
      );
    }),
  );
}

function drawBar() {
  drawRail();
  const changed = changedLists();
  const texts = changed.map((list) => `${list.spec.title} ${changesOf(list).length}`);
  if (products.count) texts.push(`${products.title} ${products.count}`);
  const count = changed.reduce((sum, list) => sum + changesOf(list).length, products.count);
  bar.replaceChildren(
    element(
      "p",
      {},
      count ? say(`Changes: ${count} (${texts.join(", ")})`, `바꾼 것 ${count}개: ${texts.join(", ")}`) : say("Nothing changed", "바꾼 것이 없습니다"),
      isKept || !count ? null : element("span", { class: "warning" }, say(" This browser keeps no drafts: they end with this tab.", " 이 브라우저는 초안을 저장하지 않습니다. 탭을 닫으면 사라집니다.")),
    ),
    button(say("Discard all", "모두 되돌리기"), discard, { disabled: !count }),
    button(say("Check and publish", "확인하고 게시"), review, { class: "primary", disabled: !count }),
  );
}

addEventListener("beforeunload", (event) => {
  if (!isKept && (changedLists().length || products.count)) event.preventDefault();
});

function notices(list) {
  const theirs = list.conflicts.map((conflict) => {
    const { key, mine, theirs: other } = conflict;
    const take = (isMine) => {
      list.items = settled(list.items, conflict, isMine, list.base.items);
      list.conflicts = list.conflicts.filter((one) => one !== conflict);
      changed(list);
      show();
    };
    const side = (item) =>
      item
        ? element("dl", {}, list.spec.fields.filter((field) => !field.when || field.when(item)).map((field) => [element("dt", {}, field.label), element("dd", {}, field.kind === "picture" ? element("img", { src: item[field.path], alt: "" }) : words(field, item[field.path]))]))
        : element("p", {}, say("Removed", "삭제함"));
    return element(
      "section",
      { class: "conflict", "data-conflict": key },
      element("h2", {}, say(`Both of you changed “${list.spec.titleOf(mine ?? other)}”`, `'${list.spec.titleOf(mine ?? other)}' 항목을 둘이 함께 바꾸었습니다`)),
      element(
        "div",
        { class: "sides" },
        element("div", {}, element("h3", {}, say("Yours", "내 것")), side(mine), button(say("Take yours", "내 것으로"), () => take(true))),
        element("div", {}, element("h3", {}, say("Theirs", "다른 사람 것"), list.author ? element("small", {}, ` ${list.author}`) : null), side(other), button(say("Take theirs", "다른 사람 것으로"), () => take(false))),
      ),
    );
  });
  const joined = list.isJoined && !theirs.length ? element("p", { class: "notice" }, joinedText(list)) : null;
  return [joined, theirs];
}

// The views that are no lists; all but the first screen are loaded when they are opened.
const views = {
  async today() {
    const published = [...lists.values()].filter(({ spec }) => shown.includes(spec)).map(({ spec, base }) => ({ spec, items: base.items }));
    return overview({ call, now, lists: () => published, zone: me.time_zone, reach: ({ name }, { id }) => (id ? `${name}?open=${id}` : name) });
  },
  async products() {
    const { productTable } = await import("./table.mjs");
    return productTable({ products, call, fail, learn, all, say: speak, changed: drawBar, fresh: () => lists.get(newProducts.name)?.items.length ?? 0 }, wanted);
  },
  async history() {
    const { historyView } = await import("./history.mjs");
    return historyView({ call, fail, tell, words, nameOf, learn, products, randomKey, undone, current: (name) => lists.get(name)?.base.items, zone: me.time_zone });
  },
};

const failed = (text) => element("p", { class: "refusal", role: "alert" }, text, " ", button(say("Try again", "다시 시도"), show));

async function show() {
  const name = current;
  root.querySelector(".desk")?.classList.toggle("wide", ["products", "history", newProducts.name].includes(name));
  if (views[name]) {
    const view = await views[name]().catch(() => null);
    if (current !== name) return undefined;
    if (!view) return work.replaceChildren(failed(offline()));
    shownEditor = view;
    work.replaceChildren(view.node);
    if (name === "today") phone.follow(today);
    root.setAttribute("aria-busy", "false");
    return drawBar();
  }
  const spec = specOf(current) ?? shown[0];
  current = spec.name;
  drawBar();
  let [list, editor] = [null, null];
  try {
    ({ editor } = await import("./editor.mjs"));
    list = lists.get(spec.name) ?? (await load(spec));
    if (spec === newProducts) await learnVendors();
  } catch (refusal) {
    return work.replaceChildren(failed(refusal instanceof Refusal ? refusal.message : offline()));
  }
  if (current !== spec.name) return undefined;
  const opened = Number(wanted.get("open"));
  if (opened) (list.open ??= new Set()).add(opened);
  wanted = new URLSearchParams();
  shownEditor = editor({
    ...{ list, find, upload, waitFor, fail, now, all, learn },
    redraw: () => shownEditor.draw(),
    names: nameOf,
    zone: me.time_zone,
    say: speak,
    changed: () => changed(list),
    notices: () => notices(list),
    lookAt: ({ words: searched }) => spec.name === "search" && phone.lookAt(searched ?? []),
  });
  work.replaceChildren(shownEditor.node);
  if (opened) shownEditor.node.querySelector(`[data-key="${opened}"]`)?.scrollIntoView({ block: "center" });
  drawBar();
  if (spec !== newProducts) phone.follow(spec);
  root.setAttribute("aria-busy", "false");
  return undefined;
}

// The vendors of the newest products: a new one is of one of them.
async function learnVendors() {
  if (all("vendor").length) return;
  const { answer } = await call("GET", "/admin/v1/products?limit=100");
  for (const { vendor } of answer.products) learn("vendor", vendor.id, vendor.name);
}

// - address: a name of a list or view, and what follows a question mark.
function take(address) {
  const [name, query = ""] = address.split("?");
  [place, current, wanted] = [address, name || today.name, new URLSearchParams(query)];
}

function go(address) {
  location.hash = address;
  take(address);
  return show();
}

addEventListener("hashchange", async () => {
  const given = takeToken();
  if (given && given !== token) {
    token = given;
    await start();
    return;
  }
  const address = location.hash.slice(1);
  if (!me || address === place) return;
  take(address);
  toast?.remove();
  await show();
  shownEditor?.heading.focus();
});

function header(...actions) {
  const other = language === "ko" ? "en" : "ko";
  return element(
    "header",
    { class: "page-header" },
    element("p", { class: "brand-name" }, element("a", { href: "/" }, shopName), element("span", {}, say(" desk", " 관리"))),
    element("p", { class: "actions" }, actions, button(language === "ko" ? "English" : "한국어", () => choose(other), { lang: other })),
  );
}

function signOut(reason) {
  token = null;
  remember(tokenName, null, "sessionStorage");
  me = null;
  signInForm(reason);
}

function signInForm(reason) {
  const field = element("input", { id: "token", type: "password", autocomplete: "off", required: true });
  const submit = (event) => {
    event.preventDefault();
    token = field.value.trim();
    remember(tokenName, token, "sessionStorage");
    start();
  };
  root.replaceChildren(
    header(),
    element(
      "main",
      { class: "sign-in" },
      element("h1", {}, say("Sign in", "로그인")),
      reason ? element("p", { class: "refusal", role: "alert" }, reason) : null,
      element(
        "form",
        { onsubmit: submit },
        element("label", { for: "token" }, say("Token", "토큰")),
        field,
        element("button", { class: "primary" }, say("Sign in", "로그인")),
      ),
      element("p", { class: "quiet" }, say("This window forgets it when it is closed.", "창을 닫으면 지워집니다.")),
    ),
  );
  root.setAttribute("aria-busy", "false");
  field.focus();
}

async function start() {
  if (!token) return signInForm();
  try {
    me = (await call("GET", "/admin/v1/me")).answer;
  } catch (refusal) {
    return refusal.status === 401 ? signOut(say("This token is not valid.", "유효하지 않은 토큰입니다.")) : signInForm(refusal.message);
  }
  ahead = Date.parse(me.server_time) - Date.now();
  root.replaceChildren(header(element("span", { class: "quiet" }, me.name), button(say("Sign out", "로그아웃"), () => signOut())), element("div", { class: "desk" }, rail, work, phone.node), bar);
  take(location.hash.slice(1));
  // Names of what links lead to, and drafts of other lists.
  await products.restore();
  await Promise.all([...specs, newProducts].map((spec) => load(spec).catch(() => null)));
  const drafts = (await stored("readonly", (all) => all.getAllKeys()).catch(() => null)) ?? [];
  const ofEvents = drafts.filter((name) => name.startsWith(productsPrefix));
  await Promise.all(ofEvents.map((name) => load(specOf(name)).catch(() => null)));
  return show();
}

start();
