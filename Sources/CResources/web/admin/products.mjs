// The draft of products: their changes, which are published together, and new ones.

import { language, say } from "/web/words.mjs";
import { stable } from "./draft.mjs";

export const columns = [
  { name: "title", label: say("Name", "이름") },
  { name: "original_price", label: say("Regular price", "정가"), isPrice: true },
  { name: "price", label: say("Price", "판매가"), isPrice: true },
  { name: "stock", label: say("Stock", "재고") },
  { name: "is_hidden", label: say("Hidden", "숨김"), isFlag: true, text: say("hidden", "숨김") },
  { name: "removed", label: say("Remove", "삭제"), isFlag: true, text: say("remove", "삭제") },
];
export const ofVariants = ["original_price", "price", "stock"];
const itemsMax = 500;
export const minor = { USD: 100, EUR: 100 };
// To what computed prices are rounded, in the smallest unit of each currency.
const steps = { KRW: 100, JPY: 10, USD: 10, EUR: 10 };

// MARK: Values

export function money(value, currency) {
  if (value === undefined || value === null) return "";
  return new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay: "narrowSymbol" }).format(value / (minor[currency] ?? 1));
}

export function wonText(value, currency) {
  return language === "ko" && currency === "KRW" ? `${value.toLocaleString("ko")}원` : money(value, currency);
}

// A number as people and sheets write it; null for an empty cell, NaN for none.
export function parsed(text, column, currency) {
  if (column.name === "title") return text.trim();
  if (column.isFlag) return !["", "0", "false", "no", "아니요", "-"].includes(text.trim().toLowerCase());
  const digits = text.replace(/[\s,₩$€¥원]/g, "");
  if (digits === "") return null;
  if (!/^\d+(\.\d+)?$/.test(digits)) return NaN;
  return column.isPrice ? Math.round(Number(digits) * (minor[currency] ?? 1)) : Number(digits);
}

// `+10%`, `-500`, `*0.9`, `정가*0.9`, `=9900` or `9900` of a value, rounded; NaN for what is no formula.
export function computed(formula, row, column) {
  const match = formula.replaceAll(" ", "").match(/^(정가|regular)?([-+*=]?)(\d+(?:\.\d+)?)(%?)$/i);
  if (!match) return NaN;
  const [, of, sign, digits, percent] = match;
  const unit = column.isPrice ? (minor[row.currency] ?? 1) : 1;
  const from = of ? (row.original_price ?? row.price) : row[column.name];
  const number = Number(digits);
  let value;
  if (sign === "*") value = from * number;
  else if (percent) value = sign === "-" ? from * (1 - number / 100) : sign === "+" ? from * (1 + number / 100) : (from * number) / 100;
  else value = sign === "+" ? from + number * unit : sign === "-" ? from - number * unit : number * unit;
  const step = column.isPrice && !["=", ""].includes(sign) ? (steps[row.currency] ?? 1) : 1;
  return Math.max(0, Math.round(value / step) * step);
}

// The rows of a sheet from the clipboard.
export function sheet(text) {
  return text.replace(/\r?\n$/, "").split(/\r?\n/).map((line) => line.split("\t").map((cell) => cell.replace(/^"(.*)"$/s, "$1")));
}

// MARK: The draft: { id: { vendor, version, currency, title, before: {}, after: {} } }

export class Products {
  edits = new Map();
  // By id, by the name of a column or `variants/3/price`: why it was refused.
  refusals = new Map();

  constructor(desk) {
    this.desk = desk;
  }

  title = say("Products", "상품");

  async restore() {
    this.edits = new Map(Object.entries((await this.desk.kept("products")) ?? {}).map(([id, edit]) => [Number(id), edit]));
  }

  get count() {
    return this.edits.size;
  }

  // - at: the number of a variant; undefined for the product.
  value(row, name, at) {
    const edit = this.edits.get(row.id);
    const now = (one) => (edit && one in edit.after ? edit.after[one] : row[one]);
    return at === undefined ? now(name) : now("variants")[at]?.[name];
  }

  set(row, name, value, at) {
    if (at === undefined) return this.put(row, name, value);
    const variants = structuredClone(this.value(row, "variants"));
    if (value === null) delete variants[at][name];
    else variants[at][name] = value;
    return this.put(row, "variants", variants);
  }

  put(row, name, value) {
    const edit = this.edits.get(row.id) ?? { vendor: row.vendor.id, version: row.version, currency: row.currency, title: row.title, price: row.price, original_price: row.original_price, before: {}, after: {} };
    const before = name in edit.before ? edit.before[name] : (row[name] ?? absent(name));
    edit.before[name] = before;
    edit.after[name] = value;
    if (stable(value) === stable(before)) {
      delete edit.before[name];
      delete edit.after[name];
    }
    if (Object.keys(edit.after).length) this.edits.set(row.id, edit);
    else this.edits.delete(row.id);
    for (const refused of this.refusals.get(row.id)?.keys() ?? []) if (refused.split("/")[0] === name) this.refusals.get(row.id).delete(refused);
    this.save();
  }

  // Once after many changes.
  save() {
    if (this.isSaving) return;
    this.isSaving = true;
    queueMicrotask(() => {
      this.isSaving = false;
      this.keep();
    });
  }

  keep() {
    this.desk.keep("products", this.count ? Object.fromEntries(structuredClone(this.edits)) : null);
  }

  discard() {
    this.edits.clear();
    this.refusals.clear();
    this.save();
  }

  sentences() {
    return [...this.edits.values()].flatMap((edit) => [...this.said(edit), ...this.saidOfVariants(edit)]);
  }

  saidOfVariants({ title, currency, before, after }) {
    return (after.variants ?? []).flatMap((variant, at) =>
      this.said({ title: `${title} (${variant.values.join(" / ")})`, currency, before: before.variants[at], after: changedMembers(before.variants[at], variant), ...before.variants[at] }),
    );
  }

  said({ title, currency, before, after, ...now }) {
    const texts = [];
    const text = (name, value) => (typeof value === "boolean" ? (value ? say("yes", "예") : say("no", "아니요")) : value === null || value === undefined ? say("none", "없음") : name === "title" ? `'${value}'` : name === "stock" ? value.toLocaleString() : wonText(value, currency));
    for (const { name, label } of columns) {
      if (!(name in after)) continue;
      if (name === "removed") {
        texts.push({ text: say(`${title}: removed`, `${title}: 삭제`), isSteep: false });
        continue;
      }
      let sentence = `${title}: ${label} ${text(name, before[name])} → ${text(name, after[name])}`;
      if (name === "price") {
        const regular = "original_price" in after ? after.original_price : now.original_price;
        const off = regular > after.price ? Math.floor(((regular - after.price) * 100) / regular) : 0;
        if (off) sentence += say(`, ${off}% off`, `, ${off}% 할인`);
      }
      texts.push({ text: sentence, isSteep: this.isSteep(name, before, after, now) });
    }
    return texts;
  }

  // More than half off: asked twice.
  isSteep(name, before, after, now) {
    const most = Math.max(before.price ?? 0, ("original_price" in after ? after.original_price : now.original_price) ?? 0);
    return name === "price" && after.price * 2 < most;
  }

  // Products as the table has them; those that are not there any more are missing.
  async find(ids) {
    if (!ids.length) return [];
    const { answer } = await this.desk.call("GET", `/admin/v1/products?ids=${ids.join(",")}`);
    const found = new Map(answer.products.map((row) => [row.id, row]));
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  // The requests: items of one vendor each, at most so many.
  batches(of) {
    return [...grouped([...this.edits].filter(([, { after }]) => !after.removed))].flatMap(([vendor, edits]) => {
      const parts = [];
      for (let at = 0; at < edits.length; at += itemsMax) parts.push({ vendor, edits: edits.slice(at, at + itemsMax) });
      return parts.map(({ edits: part, ...rest }) => ({ ...rest, ids: part.map(([id]) => id), items: part.map(([id, edit]) => ({ id, version: edit.version, ...edit[of] })) }));
    });
  }

  async send({ vendor, items }, isDryRun) {
    const fields = isDryRun ? {} : { "Idempotency-Key": `"${this.desk.randomKey()}"` };
    return (await this.desk.call("PATCH", `/v1/products?vendor=${vendor}${isDryRun ? "&dry_run=true" : ""}`, { json: { items }, fields })).answer;
  }

  // - Returns: whether all can be published; refusals are beside their cells.
  async check() {
    this.refusals.clear();
    for (const batch of this.batches("after")) {
      try {
        await this.send(batch, true);
      } catch (refusal) {
        if (!refusal.errors.length) throw refusal;
        await this.place(batch, refusal.errors);
      }
    }
    return !this.refusals.size && this.count > 0;
  }

  async place({ ids }, errors) {
    for (const { pointer, detail, hint, code } of errors) {
      const [, index, ...rest] = pointer.slice(1).split("/");
      const [id, name] = [ids[Number(index)], rest.join("/")];
      const isShown = columns.some((column) => column.name === name) || /^variants\/\d+\/(stock|price|original_price)$/.test(name);
      if (name === "version" || ["stale_version", "conflict", "unknown_product"].includes(code)) await this.renew(id);
      else this.refuse(id, isShown ? name : "title", `${detail} ${hint ?? ""}`);
    }
  }

  refuse(id, name, text) {
    if (!this.refusals.has(id)) this.refusals.set(id, new Map());
    this.refusals.get(id).set(name, text);
  }

  // Continues on the product as others have left it; what both changed is asked about.
  async renew(id) {
    const edit = this.edits.get(id);
    const [answer] = await this.find([id]);
    if (!answer) {
      this.edits.delete(id);
      this.save();
      return this.desk.tell(say(`“${edit.title}” was removed meanwhile and is no part of the draft any more.`, `'${edit.title}' 상품이 그 사이에 삭제되어 초안에서 뺐습니다.`));
    }
    edit.version = answer.version;
    if (edit.after.variants) this.joinVariants(id, edit, answer.variants);
    for (const name of Object.keys(edit.after).filter((one) => one !== "variants")) {
      const now = answer[name] ?? absent(name);
      if (now === edit.after[name]) {
        delete edit.after[name];
        delete edit.before[name];
      } else if (now !== edit.before[name]) {
        edit.before[name] = now;
        const shown = name === "title" || name === "stock" ? now : wonText(now, edit.currency);
        this.refuse(id, name, say(`Another person changed it to ${shown}. Publish again to overwrite that.`, `그 사이에 다른 사람이 ${shown}(으)로 바꾸었습니다. 다시 게시하면 덮어씁니다.`));
      }
    }
    if (!Object.keys(edit.after).length) this.edits.delete(id);
    this.save();
  }

  // My changes of variants, upon the variants as they are now; what both changed is asked about.
  joinVariants(id, edit, variants) {
    const members = ["values", "sku", "stock", "price", "original_price", "image_number"];
    const now = variants.map((one) => Object.fromEntries(members.filter((name) => one[name] !== undefined).map((name) => [name, one[name]])));
    const named = (list, { values }) => list.find((one) => stable(one.values) === stable(values));
    const joined = now.map((one, at) => {
      const [mine, before] = [named(edit.after.variants, one), named(edit.before.variants, one)];
      if (!mine || !before) return one;
      const changed = changedMembers(before, mine);
      for (const name of Object.keys(changed)) {
        if (stable(one[name]) !== stable(before[name]) && one[name] !== changed[name]) this.refuse(id, `variants/${at}/${name}`, say(`Another person changed ${one.values.join(" / ")}. Publish again to overwrite that.`, `그 사이에 다른 사람이 ${one.values.join(" / ")} 옵션을 바꾸었습니다. 다시 게시하면 덮어씁니다.`));
      }
      return { ...one, ...changed };
    });
    Object.assign(edit.before, { variants: now });
    Object.assign(edit.after, { variants: joined });
    if (stable(now) !== stable(joined)) return;
    delete edit.before.variants;
    delete edit.after.variants;
  }

  // - done: gets a function for each batch, which takes it back: a later batch may be refused.
  async publish(done) {
    for (const batch of this.batches("after")) {
      const before = Object.fromEntries(batch.ids.map((id) => [id, this.edits.get(id).before]));
      const { items } = await this.send(batch, false);
      for (const id of batch.ids) this.edits.delete(id);
      this.save();
      const old = items.map(({ id, version }) => ({ id, version, ...before[id] }));
      done.push(() => this.send({ vendor: batch.vendor, items: old }, false));
    }
    for (const [id, { version }] of [...this.edits].filter(([, { after }]) => after.removed)) {
      const once = () => ({ "Idempotency-Key": `"${this.desk.randomKey()}"` });
      try {
        await this.desk.call("DELETE", `/v1/products/${id}`, { fields: { "If-Match": `"${version}"`, ...once() } });
      } catch (refusal) {
        if ([404, 412].includes(refusal.status)) await this.renew(id);
        throw refusal;
      }
      this.edits.delete(id);
      this.save();
      done.push(() => this.desk.call("POST", `/v1/products/${id}/restore`, { fields: once() }));
    }
  }
}

// The value of a member that is not there.
const absent = (name) => (columns.some((column) => column.name === name && column.isFlag) ? false : null);

// The members of a variant that differ; null for one that is not there any more.
export function changedMembers(before, after) {
  const differing = ofVariants.filter((name) => (before[name] ?? null) !== (after[name] ?? null));
  return Object.fromEntries(differing.map((name) => [name, after[name] ?? null]));
}

function grouped(edits) {
  const groups = new Map();
  for (const [id, edit] of edits) groups.set(edit.vendor, [...(groups.get(edit.vendor) ?? []), [id, edit]]);
  return groups;
}

// MARK: New products

// Without `done` they are only checked. With it they are sent one after the other, and those that are sent leave the draft.
//
// - desk: `call`, and for sending `randomKey`, `save()` and `done`, which gets a function for each that takes it back.
export async function addProducts(list, { call, randomKey, save, done }) {
  const errors = [];
  for (const [index, item] of [...list.items].entries()) {
    const { vendor, images, local, once, ...content } = item;
    if (!done) errors.push(...(await refusals(item, index, content, call)));
    else {
      const said = stable([content, vendor, images.map(({ size, name }) => [size, name])]);
      // An answer that was lost is asked for again.
      if (item.once?.said !== said) item.once = { said, key: randomKey() };
      save();
      const form = new FormData();
      form.append("params", JSON.stringify(content));
      for (const image of images) form.append("images", image, image.name ?? "picture");
      const { answer, tag } = await call("POST", `/v1/products?vendor=${vendor}`, { form, fields: { "Idempotency-Key": `"${item.once.key}"` } });
      list.items.splice(list.items.indexOf(item), 1);
      save();
      done.push(() => call("DELETE", `/v1/products/${answer.id}`, { fields: { "If-Match": tag, "Idempotency-Key": `"${randomKey()}"` } }));
    }
  }
  if (errors.length) throw Object.assign(new Error(errors[0].detail), { status: 422, errors });
}

async function refusals(item, index, content, call) {
  const of = (path, detail) => ({ pointer: `/items/${index}/${path}`, detail });
  const missing = [];
  if (!item.images.length) missing.push(of("images", say("Add a picture.", "사진을 한 장 이상 넣어 주세요.")));
  if (!item.vendor) return [...missing, of("vendor", say("Choose the vendor.", "판매자를 골라 주세요."))];
  try {
    // The server judges it as if it had this key.
    await call("PUT", `/v1/products?vendor=${item.vendor}&dry_run=true`, { json: { items: [{ ...content, key: item.local }] } });
    return missing;
  } catch (refusal) {
    if (!refusal.errors?.length) throw refusal;
    return [...missing, ...refusal.errors.map((error) => ({ ...error, pointer: error.pointer.replace("/items/0/", `/items/${index}/`) }))];
  }
}
