// The table of products: cells are edited in place, pasted from sheets and computed, and published together.

import { element } from "/web/dom.mjs";
import { language, say } from "/web/words.mjs";
import { stable } from "./draft.mjs";

const button = (label, onclick, more = {}) => element("button", { type: "button", onclick, ...more }, label);
const columns = [
  { name: "title", label: say("Name", "이름") },
  { name: "original_price", label: say("Regular price", "정가"), isPrice: true },
  { name: "price", label: say("Price", "판매가"), isPrice: true },
  { name: "stock", label: say("Stock", "재고") },
  { name: "is_hidden", label: say("Hidden", "숨김"), isFlag: true },
];
const ofVariants = ["original_price", "price", "stock"];
const itemsMax = 500;
const minor = { USD: 100, EUR: 100 };
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
  // By id, by the name of a column: why it was refused.
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
    const before = name in edit.before ? edit.before[name] : (row[name] ?? null);
    edit.before[name] = before;
    edit.after[name] = value;
    if (stable(value) === stable(before)) {
      delete edit.before[name];
      delete edit.after[name];
    }
    if (Object.keys(edit.after).length) this.edits.set(row.id, edit);
    else this.edits.delete(row.id);
    this.refusals.get(row.id)?.delete(name);
    this.save();
  }

  save() {
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

  // The requests: items of one vendor each, at most so many.
  batches(of) {
    return [...grouped(this.edits)].flatMap(([vendor, edits]) => {
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
      const [, index, name] = pointer.slice(1).split("/");
      const id = ids[Number(index)];
      if (name === "version" || code === "stale_version" || code === "conflict") await this.renew(id);
      else this.refuse(id, columns.some((column) => column.name === name) ? name : Object.keys(this.edits.get(id).after)[0], `${detail} ${hint ?? ""}`);
    }
  }

  refuse(id, name, text) {
    if (!this.refusals.has(id)) this.refusals.set(id, new Map());
    this.refusals.get(id).set(name, text);
  }

  // Continues on the product as others have left it; what both changed is asked about.
  async renew(id) {
    const edit = this.edits.get(id);
    const { answer } = await this.desk.call("GET", `/v1/products/${id}`);
    edit.version = answer.version;
    if (edit.after.variants) this.joinVariants(id, edit, answer.variants);
    for (const name of Object.keys(edit.after).filter((one) => one !== "variants")) {
      const now = answer[name] ?? (name === "is_hidden" ? false : null);
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
    const joined = now.map((one) => {
      const [mine, before] = [named(edit.after.variants, one), named(edit.before.variants, one)];
      if (!mine || !before) return one;
      const changed = changedMembers(before, mine);
      for (const name of Object.keys(changed)) {
        if (stable(one[name]) !== stable(before[name]) && one[name] !== changed[name]) this.refuse(id, "title", say(`Another person changed ${one.values.join(" / ")}. Publish again to overwrite that.`, `그 사이에 다른 사람이 ${one.values.join(" / ")} 옵션을 바꾸었습니다. 다시 게시하면 덮어씁니다.`));
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
  }
}

// The members of a variant that differ; null for one that is not there any more.
function changedMembers(before, after) {
  const differing = ofVariants.filter((name) => (before[name] ?? null) !== (after[name] ?? null));
  return Object.fromEntries(differing.map((name) => [name, after[name] ?? null]));
}

function grouped(edits) {
  const groups = new Map();
  for (const [id, edit] of edits) groups.set(edit.vendor, [...(groups.get(edit.vendor) ?? []), [id, edit]]);
  return groups;
}

// MARK: The table

// - desk: `products`, `call`, `changed()`, `say(text)`, `fail(text)`.
export function productTable(desk) {
  const { products } = desk;
  // Products, each with its variants below it: `{ row, at }`.
  const rows = [];
  let [next, number, isLoading] = [null, 0, false];
  // The selected cells: a rectangle from the anchor to the active cell.
  let [anchor, active] = [{ row: 0, column: 0 }, { row: 0, column: 0 }];
  const body = element("tbody");
  const table = element(
    "table",
    { role: "grid", class: "products", "aria-label": products.title, "aria-multiselectable": "true", onkeydown: keys, onpaste: paste, oncopy: copy },
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, say("Picture", "그림")), columns.map(({ label }) => element("th", { scope: "col" }, label)))),
    body,
  );
  const more = button(say("More", "더 보기"), () => load(), { class: "more" });
  const search = element("input", { type: "search", "aria-label": say("Search products", "상품 검색"), placeholder: say("Search products", "상품 검색"), oninput: () => (clearTimeout(number), (number = setTimeout(begin, 200))) });
  const sort = element(
    "select",
    { "aria-label": say("Order", "정렬"), onchange: begin },
    [["newest", say("newest", "최신순")], ["price", say("cheapest", "낮은 가격순")]].map(([value, name]) => element("option", { value }, name)),
  );
  const status = element(
    "select",
    { "aria-label": say("Which", "상태"), onchange: begin },
    [["", say("all", "전체")], ["shown", say("shown", "판매 중")], ["hidden", say("hidden", "숨김")], ["sold_out", say("sold out", "품절")], ["removed", say("removed", "삭제됨")]].map(([value, name]) => element("option", { value }, name)),
  );
  const formula = element("input", { id: "formula", placeholder: "+10%, *0.9, 정가*0.9", autocomplete: "off", onkeydown: (event) => event.key === "Enter" && compute() });
  const observer = new IntersectionObserver(([seen]) => seen.isIntersecting && next && load());
  observer.observe(more);

  let asked = 0;
  async function begin() {
    rows.length = 0;
    anchor = active = { row: 0, column: 0 };
    body.replaceChildren();
    next = null;
    isLoading = false;
    asked += 1;
    await load();
  }

  async function load() {
    if (isLoading) return;
    isLoading = true;
    const mine = asked;
    const query = new URLSearchParams({ limit: "50" });
    const words = search.value.trim();
    if (words) query.set("q", words);
    if (sort.value !== "newest") query.set("sort", sort.value);
    if (status.value) query.set("status", status.value);
    if (next) query.set("cursor", next);
    try {
      const { answer } = await desk.call("GET", `/admin/v1/products?${query}`);
      if (mine !== asked) return;
      next = answer.next ?? null;
      for (const row of answer.products) {
        for (const entry of [{ row }, ...(row.variants ?? []).map((_, at) => ({ row, at }))]) {
          rows.push(entry);
          body.append(drawn(entry, rows.length - 1));
        }
      }
      more.hidden = !next;
      mark();
    } catch (refusal) {
      desk.fail(refusal.message);
    } finally {
      if (mine === asked) isLoading = false;
    }
  }

  // A product with variants has their prices and stocks; one that was removed has to be restored first.
  const isFixed = ({ row, at }, { name }) =>
    Boolean(row.removed_at) || (at === undefined ? row.variants?.length > 0 && ofVariants.includes(name) : !ofVariants.includes(name));
  const shown = ({ row, at }, column) => {
    if (at !== undefined && !ofVariants.includes(column.name)) return column.name === "title" ? row.variants[at].values.join(" / ") : "";
    const value = products.value(row, column.name, at);
    if (value === null || value === undefined) return "";
    if (column.isFlag) return value ? say("hidden", "숨김") : "";
    return column.isPrice ? wonText(value, row.currency) : value.toLocaleString();
  };

  const isEdited = ({ row, at }, { name }) => {
    const edit = products.edits.get(row.id);
    if (at === undefined) return name in (edit?.after ?? {});
    return Boolean(edit?.after.variants) && name in changedMembers(edit.before.variants[at] ?? {}, edit.after.variants[at] ?? {});
  };

  async function restore({ id, title }) {
    try {
      await desk.call("POST", `/v1/products/${id}/restore`, { fields: { "Idempotency-Key": `"${products.desk.randomKey()}"` } });
      desk.say(say(`“${title}” is in the shop again`, `'${title}' 상품을 되살렸습니다`), true);
      await begin();
    } catch (refusal) {
      desk.fail(refusal.message);
    }
  }

  function drawn(entry, index) {
    const { row, at: variant } = entry;
    return element(
      "tr",
      { class: variant === undefined ? null : "variant" },
      element("td", { class: "product-picture" }, row.image && variant === undefined ? element("img", { src: row.image.url, alt: "", width: 40, height: 40, loading: "lazy" }) : null),
      columns.map((column, at) => {
        const refusal = variant === undefined && products.refusals.get(row.id)?.get(column.name);
        return element(
          "td",
          {
            role: "gridcell",
            tabindex: "-1",
            class: [isEdited(entry, column) && "edited", refusal && "refused", isFixed(entry, column) && "fixed", column.name !== "title" && "number"].filter(Boolean).join(" "),
            "aria-readonly": isFixed(entry, column) ? "true" : null,
            "aria-invalid": refusal ? "true" : null,
            onpointerdown: (event) => select({ row: index, column: at }, event.shiftKey),
            ondblclick: () => edit(),
          },
          shown(entry, column),
          column.name === "title" && variant === undefined ? element("small", {}, ` ${row.vendor.name}`) : null,
          column.name === "title" && variant === undefined && row.removed_at ? button(say("Restore", "되살리기"), () => restore(row)) : null,
          refusal ? element("span", { class: "refusal" }, refusal) : null,
        );
      }),
    );
  }

  const cell = ({ row, column }) => body.rows[row]?.cells[column + 1];
  const redraw = (index) => body.rows[index].replaceWith(drawn(rows[index], index));

  function range() {
    const [top, bottom] = [anchor.row, active.row].sort((a, b) => a - b);
    const [left, right] = [anchor.column, active.column].sort((a, b) => a - b);
    return { top, bottom, left, right };
  }

  function selected() {
    const { top, bottom, left, right } = range();
    const found = [];
    for (let row = top; row <= bottom; row += 1) for (let column = left; column <= right; column += 1) found.push({ row, column });
    return found;
  }

  function mark() {
    const { top, bottom, left, right } = range();
    for (const one of body.querySelectorAll("[aria-selected]")) one.removeAttribute("aria-selected");
    for (let row = top; row <= bottom; row += 1) for (let column = left; column <= right; column += 1) cell({ row, column })?.setAttribute("aria-selected", "true");
    for (const one of body.querySelectorAll("[tabindex='0']")) one.tabIndex = -1;
    const at = cell(active);
    if (at) at.tabIndex = 0;
  }

  function select(to, isExtended) {
    active = { row: Math.min(Math.max(to.row, 0), rows.length - 1), column: Math.min(Math.max(to.column, 0), columns.length - 1) };
    if (!isExtended) anchor = active;
    mark();
    cell(active)?.focus();
    if (active.row > rows.length - 10 && next) load();
  }

  // - Returns: whether the value was taken.
  function put({ row: index, column: at }, value) {
    const [entry, column] = [rows[index], columns[at]];
    if (!entry || !column || isFixed(entry, column) || Number.isNaN(value) || (value === null && column.name !== "original_price")) return false;
    products.set(entry.row, column.name, value, entry.at);
    return true;
  }

  function done(cells) {
    for (const index of new Set(cells.map(({ row }) => row))) redraw(index);
    mark();
    cell(active)?.focus();
    desk.changed();
  }

  function fill(cells, valueOf) {
    const taken = cells.filter((at) => rows[at.row] && put(at, valueOf(rows[at.row], columns[at.column], at)));
    done(cells.filter(({ row }) => rows[row]));
    const left = cells.length - taken.length;
    desk.say(say(`${taken.length} cells changed${left ? `, ${left} left` : ""}`, `${taken.length}칸을 바꾸었습니다${left ? `. ${left}칸은 바꿀 수 없습니다` : ""}`), left > 0);
  }

  function compute() {
    const text = formula.value.trim();
    fill(selected(), ({ row, at }, column) => {
      if (!ofVariants.includes(column.name)) return NaN;
      const now = Object.fromEntries(ofVariants.map((name) => [name, products.value(row, name, at) ?? undefined]));
      return computed(text, { ...now, currency: row.currency }, column);
    });
  }

  function paste(event) {
    if (event.target.tagName === "INPUT") return;
    event.preventDefault();
    const data = sheet(event.clipboardData.getData("text"));
    const { top, left } = range();
    const cells = data.flatMap((line, row) => line.map((_, column) => ({ row: top + row, column: left + column }))).filter(({ column }) => column < columns.length);
    fill(cells, ({ row }, column, at) => parsed(data[at.row - top][at.column - left], column, row.currency));
  }

  function copy(event) {
    if (event.target.tagName === "INPUT") return;
    event.preventDefault();
    const { top, bottom, left, right } = range();
    const lines = [];
    for (let row = top; row <= bottom; row += 1) lines.push(columns.slice(left, right + 1).map(({ name, isPrice }) => {
      const { row: product, at } = rows[row];
      const value = products.value(product, name, at) ?? "";
      return isPrice && value !== "" ? value / (minor[product.currency] ?? 1) : value;
    }).join("\t"));
    event.clipboardData.setData("text/plain", lines.join("\n"));
  }

  function edit(first) {
    const { row: index, column: at } = active;
    const [entry, column] = [rows[index], columns[at]];
    if (!entry || isFixed(entry, column)) return;
    const { row } = entry;
    if (column.isFlag) {
      put(active, !products.value(row, column.name));
      done([active]);
      return;
    }
    const before = products.value(row, column.name, entry.at) ?? "";
    const text = column.isPrice && before !== "" ? String(before / (minor[row.currency] ?? 1)) : String(before);
    const input = element("input", { value: first ?? text, "aria-label": `${row.title}, ${column.label}`, inputmode: column.name === "title" ? "text" : "decimal" });
    let isDone = false;
    const finish = (isTaken, step = 0) => {
      if (isDone) return;
      isDone = true;
      const value = parsed(input.value, column, row.currency);
      if (isTaken && !put({ row: index, column: at }, value)) desk.fail(say("This is no value for the cell.", "이 칸에 쓸 수 없는 값입니다."));
      done([{ row: index, column: at }]);
      if (step) select({ row: index + step, column: at });
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" && !event.isComposing) finish(true, 1);
      else if (event.key === "Escape") finish(false);
      else if (event.key === "Tab") finish(true);
    });
    input.addEventListener("blur", () => finish(true));
    cell(active).replaceChildren(input);
    input.focus();
    if (first === undefined) input.select();
    else input.setSelectionRange(first.length, first.length);
  }

  function keys(event) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-10, 0], PageDown: [10, 0] }[event.key];
    const isCommand = event.ctrlKey || event.metaKey;
    if (step) select({ row: active.row + step[0], column: active.column + step[1] }, event.shiftKey);
    else if (event.key === "Enter" || event.key === "F2") edit();
    else if (event.key === "Home") select({ row: isCommand ? 0 : active.row, column: 0 }, event.shiftKey);
    else if (event.key === "End") select({ row: isCommand ? rows.length - 1 : active.row, column: columns.length - 1 }, event.shiftKey);
    else if (isCommand && event.key.toLowerCase() === "d") {
      const { top } = range();
      fill(selected().filter(({ row }) => row > top), (_, column) => products.value(rows[top].row, column.name, rows[top].at) ?? null);
    } else if (event.key === " " && columns[active.column].isFlag) edit();
    else if (event.key.length === 1 && !isCommand && event.key !== " " && !columns[active.column].isFlag) edit(event.key);
    else return;
    event.preventDefault();
  }

  const heading = element("h1", { tabindex: "-1" }, products.title);
  const node = element(
    "section",
    { class: "list-editor" },
    element("header", {}, heading),
    element(
      "div",
      { class: "product-tools" },
      search,
      status,
      sort,
      element("span", {}, element("label", { for: "formula" }, say("Selected cells", "고른 칸 계산")), formula, button(say("Compute", "적용"), compute)),
    ),
    element("p", { class: "quiet" }, say("Arrows move, Shift selects, Enter edits; paste from a sheet, Ctrl+D fills down.", "화살표로 옮기고 Shift로 고르고 Enter로 고칩니다. 엑셀에서 붙여 넣을 수 있고 Ctrl+D는 아래로 채웁니다.")),
    element("div", { class: "table-frame" }, table),
    more,
  );
  begin();
  return { node, heading, draw: () => rows.forEach((_, index) => redraw(index)) };
}
