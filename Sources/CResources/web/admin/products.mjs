// The table of products: cells are edited in place, pasted from sheets and computed, and published together.

import { element } from "/web/dom.mjs";
import { language, say } from "/web/words.mjs";

const button = (label, onclick, more = {}) => element("button", { type: "button", onclick, ...more }, label);
const columns = [
  { name: "title", label: say("Name", "이름") },
  { name: "original_price", label: say("Regular price", "정가"), isPrice: true },
  { name: "price", label: say("Price", "판매가"), isPrice: true },
  { name: "stock", label: say("Stock", "재고") },
];
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

  value(row, name) {
    const edit = this.edits.get(row.id);
    return edit && name in edit.after ? edit.after[name] : row[name];
  }

  set(row, name, value) {
    const edit = this.edits.get(row.id) ?? { vendor: row.vendor.id, version: row.version, currency: row.currency, title: row.title, price: row.price, original_price: row.original_price, before: {}, after: {} };
    const before = name in edit.before ? edit.before[name] : (row[name] ?? null);
    edit.before[name] = before;
    edit.after[name] = value;
    if (value === before) {
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
    return [...this.edits.values()].flatMap(({ title, currency, before, after, ...now }) => {
      const texts = [];
      const text = (name, value) => (value === null || value === undefined ? say("none", "없음") : name === "title" ? `'${value}'` : name === "stock" ? value.toLocaleString() : wonText(value, currency));
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
    });
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
    for (const name of Object.keys(edit.after)) {
      const now = answer[name] ?? null;
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

function grouped(edits) {
  const groups = new Map();
  for (const [id, edit] of edits) groups.set(edit.vendor, [...(groups.get(edit.vendor) ?? []), [id, edit]]);
  return groups;
}

// MARK: The table

// - desk: `products`, `call`, `changed()`, `say(text)`, `fail(text)`.
export function productTable(desk) {
  const { products } = desk;
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
    [["newest", say("newest", "최신순")], ["price_asc", say("cheapest", "낮은 가격순")], ["price_desc", say("dearest", "높은 가격순")]].map(([value, name]) => element("option", { value }, name)),
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
    if (words) query.set("facets", "false");
    if (sort.value !== "newest" || !words) query.set("sort", sort.value);
    if (next) query.set("cursor", next);
    try {
      const { answer } = await desk.call("GET", `${words ? "/v1/search" : "/v1/products"}?${query}`);
      if (mine !== asked) return;
      next = answer.page.next_cursor ?? null;
      for (const row of answer.items) {
        rows.push(row);
        body.append(drawn(row, rows.length - 1));
      }
      more.hidden = !next;
      mark();
    } catch (refusal) {
      desk.fail(refusal.message);
    } finally {
      if (mine === asked) isLoading = false;
    }
  }

  const isFixed = (row, { name }) => row.has_options && name !== "title";
  const shown = (row, column) => {
    const value = products.value(row, column.name);
    if (value === null || value === undefined) return "";
    return column.isPrice ? wonText(value, row.currency) : value.toLocaleString();
  };

  function drawn(row, index) {
    return element(
      "tr",
      {},
      element("td", { class: "product-picture" }, row.image ? element("img", { src: row.image.url, alt: "", width: 40, height: 40, loading: "lazy" }) : null),
      columns.map((column, at) => {
        const refusal = products.refusals.get(row.id)?.get(column.name);
        const isEdited = column.name in (products.edits.get(row.id)?.after ?? {});
        return element(
          "td",
          {
            role: "gridcell",
            tabindex: "-1",
            class: [isEdited && "edited", refusal && "refused", isFixed(row, column) && "fixed", column.name !== "title" && "number"].filter(Boolean).join(" "),
            "aria-readonly": isFixed(row, column) ? "true" : null,
            "aria-invalid": refusal ? "true" : null,
            title: isFixed(row, column) ? say("Its options have it", "옵션마다 다릅니다") : null,
            onpointerdown: (event) => select({ row: index, column: at }, event.shiftKey),
            ondblclick: () => edit(),
          },
          shown(row, column),
          column.name === "title" ? element("small", {}, ` ${row.vendor?.name ?? ""}`) : null,
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
    const [row, column] = [rows[index], columns[at]];
    if (!row || !column || isFixed(row, column) || Number.isNaN(value) || (value === null && column.name !== "original_price")) return false;
    products.set(row, column.name, value);
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
    fill(selected(), (row, column) => {
      if (column.name === "title") return NaN;
      const now = { ...row, ...(products.edits.get(row.id)?.after ?? {}) };
      return computed(text, now, column);
    });
  }

  function paste(event) {
    if (event.target.tagName === "INPUT") return;
    event.preventDefault();
    const data = sheet(event.clipboardData.getData("text"));
    const { top, left } = range();
    const cells = data.flatMap((line, row) => line.map((_, column) => ({ row: top + row, column: left + column }))).filter(({ column }) => column < columns.length);
    fill(cells, (row, column, at) => parsed(data[at.row - top][at.column - left], column, row.currency));
  }

  function copy(event) {
    if (event.target.tagName === "INPUT") return;
    event.preventDefault();
    const { top, bottom, left, right } = range();
    const lines = [];
    for (let row = top; row <= bottom; row += 1) lines.push(columns.slice(left, right + 1).map(({ name, isPrice }) => {
      const value = products.value(rows[row], name) ?? "";
      return isPrice && value !== "" ? value / (minor[rows[row].currency] ?? 1) : value;
    }).join("\t"));
    event.clipboardData.setData("text/plain", lines.join("\n"));
  }

  function edit(first) {
    const { row: index, column: at } = active;
    const [row, column] = [rows[index], columns[at]];
    if (!row || isFixed(row, column)) return;
    const before = products.value(row, column.name) ?? "";
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
      fill(selected().filter(({ row }) => row > top), (_, column) => products.value(rows[top], column.name) ?? null);
    } else if (event.key.length === 1 && !isCommand && event.key !== " ") edit(event.key);
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
