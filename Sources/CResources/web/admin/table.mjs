// The table of products: cells are edited in place, pasted from sheets and computed.

import { element } from "/web/dom.mjs";
import { say } from "/web/words.mjs";
import { changedMembers, columns, computed, minor, ofVariants, parsed, sheet, wonText } from "./products.mjs";

const button = (label, onclick, more = {}) => element("button", { type: "button", onclick, ...more }, label);
const choices = (label, onchange, options, chosen) =>
  element("select", { "aria-label": label, onchange }, options.map(([value, name]) => element("option", { value, selected: value === chosen }, name)));
// Products of a page; the server has at most so many by their ids, too.
const pageMax = 100;

// - desk: `products`, `call`, `learn`, `all`, `changed()`, `say(text)`, `fail(text)`, and `fresh()`, the number of new products.
// - wanted: of the address; `status` is the first one that is shown.
export function productTable(desk, wanted) {
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
  const more = button(say("More", "더 보기"), () => load(), { class: "more", hidden: true });
  const none = element("p", { class: "quiet", hidden: true }, say("No product is like that.", "해당하는 상품이 없습니다."));
  const search = element("input", { type: "search", "aria-label": say("Search products", "상품 검색"), placeholder: say("Search products", "상품 검색"), value: wanted.get("q") ?? "", oninput: () => (clearTimeout(number), (number = setTimeout(begin, 200))) });
  const sort = choices(say("Order", "정렬"), begin, [["newest", say("newest", "최신순")], ["price", say("cheapest", "낮은 가격순")]]);
  const status = choices(
    say("Which", "상태"),
    begin,
    [
      ["", say("all", "전체")],
      ["edited", say("what I changed", "내가 바꾼 것")],
      ["shown", say("shown", "판매 중")],
      ["sold_out", say("sold out", "품절")],
      ["without_pictures", say("without pictures", "사진 없음")],
      ["hidden", say("hidden", "숨김")],
      ["removed", say("removed", "삭제됨")],
    ],
    wanted.get("status"),
  );
  const vendor = choices(say("Vendor", "판매자"), begin, []);
  const formula = element("input", { id: "formula", placeholder: say("+10%, *0.9, regular*0.9", "+10%, *0.9, 정가*0.9"), autocomplete: "off", onkeydown: (event) => event.key === "Enter" && compute() });
  const observer = new IntersectionObserver(([seen]) => seen.isIntersecting && next && load());
  observer.observe(more);

  let asked = 0;
  async function begin() {
    rows.length = 0;
    anchor = active = { row: 0, column: 0 };
    body.replaceChildren();
    more.hidden = true;
    next = null;
    isLoading = false;
    asked += 1;
    await load();
  }

  // Vendors of the products that were seen; more come with more products.
  function offerVendors() {
    const known = desk.all("vendor").sort((one, other) => one.name.localeCompare(other.name));
    if (known.length === vendor.options.length - 1) return;
    const options = [["", say("all vendors", "모든 판매자")], ...known.map(({ id, name }) => [id, name])];
    const chosen = vendor.value;
    vendor.replaceChildren(...options.map(([value, name]) => element("option", { value, selected: value === chosen }, name)));
  }

  const query = () => {
    const words = new URLSearchParams();
    if (search.value.trim()) words.set("q", search.value.trim());
    if (vendor.value) words.set("vendor", vendor.value);
    if (sort.value !== "newest") words.set("sort", sort.value);
    if (status.value) words.set("status", status.value);
    return words;
  };

  // - Returns: the products of a page, and the cursor of the next one.
  async function page(cursor) {
    if (status.value === "edited") {
      const [ids, from] = [[...products.edits.keys()], cursor ?? 0];
      const words = search.value.trim().toLocaleLowerCase();
      const found = await products.find(ids.slice(from, from + pageMax));
      const isWanted = ({ title, vendor: { id } }) => title.toLocaleLowerCase().includes(words) && (!vendor.value || vendor.value === id);
      return { found: found.filter(isWanted), next: from + pageMax < ids.length ? from + pageMax : null };
    }
    const words = query();
    words.set("limit", "50");
    if (cursor) words.set("cursor", cursor);
    const { answer } = await desk.call("GET", `/admin/v1/products?${words}`);
    return { found: answer.products, next: answer.next ?? null };
  }

  async function load() {
    if (isLoading) return;
    isLoading = true;
    const mine = asked;
    try {
      // A page may be empty although others follow.
      let count = 0;
      do {
        const answer = await page(next);
        if (mine !== asked) return;
        next = answer.next;
        count += answer.found.length;
        show(answer.found);
      } while (next && !count);
      more.hidden = !next;
      none.hidden = rows.length > 0;
      mark();
    } catch (refusal) {
      desk.fail(refusal.message);
    } finally {
      if (mine === asked) isLoading = false;
    }
  }

  function show(found) {
    for (const row of found) {
      desk.learn("vendor", row.vendor.id, row.vendor.name);
      for (const entry of [{ row }, ...(row.variants ?? []).map((_, at) => ({ row, at }))]) {
        rows.push(entry);
        body.append(drawn(entry, rows.length - 1));
      }
    }
    offerVendors();
  }

  // A product with variants has their prices and stocks; one that was removed has to be restored first.
  const isFixed = ({ row, at }, { name }) =>
    Boolean(row.removed_at) || (at === undefined ? row.variants?.length > 0 && ofVariants.includes(name) : !ofVariants.includes(name));
  const shown = ({ row, at }, column) => {
    if (at !== undefined && !ofVariants.includes(column.name)) return column.name === "title" ? row.variants[at].values.join(" / ") : "";
    const value = products.value(row, column.name, at);
    if (value === null || value === undefined) return "";
    if (column.isFlag) return value ? column.text : "";
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
        const refusal = products.refusals.get(row.id)?.get(variant === undefined ? column.name : `variants/${variant}/${column.name}`);
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
    if (event.target.tagName === "BUTTON") return;
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

  // MARK: Sheets

  const files = element("div", { class: "import" });

  async function openImport() {
    const { importer } = await import("./sheet.mjs");
    const shut = () => files.replaceChildren();
    const made = importer({
      ...{ products, shut },
      done() {
        status.value = "edited";
        desk.changed();
        return begin();
      },
    });
    files.replaceChildren(made.node);
    made.field.focus();
    return made;
  }

  async function drop(event) {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    await (await openImport()).open(file);
  }

  async function save() {
    const { download } = await import("./sheet.mjs");
    const told = (count) => (saving.textContent = count === null ? say("Download", "내려받기") : say(`Download ${count}`, `내려받기 ${count}`));
    saving.disabled = true;
    try {
      await download(page, told);
    } catch (refusal) {
      desk.fail(refusal.message);
    }
    saving.disabled = false;
    told(null);
  }

  const saving = button(say("Download", "내려받기"), save);
  const heading = element("h1", { tabindex: "-1" }, products.title);
  const node = element(
    "section",
    { class: "list-editor", ondragover: (event) => event.preventDefault(), ondrop: drop },
    element(
      "header",
      {},
      heading,
      element(
        "p",
        { class: "actions" },
        button(say("Import", "가져오기"), openImport),
        saving,
        element("a", { class: "add", href: "#new_products" }, say("+ product", "+ 상품"), desk.fresh() ? element("span", { class: "count" }, String(desk.fresh())) : null),
      ),
    ),
    files,
    element(
      "div",
      { class: "product-tools" },
      ...[search, status, vendor, sort],
      element("span", {}, element("label", { for: "formula" }, say("Selected cells", "고른 칸 계산")), formula, button(say("Compute", "적용"), compute)),
    ),
    element("p", { class: "quiet" }, say("Arrows move, Shift selects, Enter edits; paste from a sheet, Ctrl+D fills down.", "화살표로 옮기고 Shift로 고르고 Enter로 고칩니다. 엑셀에서 붙여 넣을 수 있고 Ctrl+D는 아래로 채웁니다.")),
    element("div", { class: "table-frame" }, table),
    none,
    more,
  );
  offerVendors();
  begin();
  return { node, heading, draw: () => rows.forEach((_, index) => redraw(index)) };
}
