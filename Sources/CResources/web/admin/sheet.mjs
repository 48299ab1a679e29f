// Sheets of products: a file or cells from a sheet become a draft, and the table becomes a file.

import { element } from "/web/dom.mjs";
import { say } from "/web/words.mjs";
import { withParticle } from "./draft.mjs";
import { columns, minor, ofVariants, parsed } from "./products.mjs";

const button = (label, onclick, more = {}) => element("button", { type: "button", onclick, ...more }, label);
// Limits of a file, and of one that is made.
const bytesMax = 5_000_000;
const rowsMax = 5_000;
const pageMax = 100;

// MARK: Text

// The words that sheets have in their first row, without spaces and in small letters.
const headings = {
  id: ["번호", "상품번호", "id", "no", "number", "productid"],
  variant: ["옵션", "옵션명", "option", "options", "variant"],
  title: ["이름", "상품명", "상품이름", "name", "title", "productname"],
  original_price: ["정가", "소비자가", "regularprice", "originalprice", "listprice"],
  price: ["판매가", "가격", "판매가격", "할인가", "price", "saleprice"],
  stock: ["재고", "수량", "재고수량", "stock", "quantity"],
  is_hidden: ["숨김", "hidden", "ishidden"],
};

// The name of the column of a heading; undefined for one that is not used.
export function columnOf(heading) {
  const word = heading.toLowerCase().replace(/\(.*\)/, "").replace(/[\s_\-.]/g, "");
  return Object.keys(headings).find((name) => headings[name].includes(word));
}

// The rows of a file or of copied cells, whose cells may be quoted. Tabs, commas or semicolons are between the cells.
export function rowsOf(text) {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const between = ["\t", ";", ","].find((mark) => first.includes(mark)) ?? ",";
  const rows = [[""]];
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const [mark, row] = [text[at], rows.at(-1)];
    if (isQuoted && mark === '"' && text[at + 1] === '"') {
      row[row.length - 1] += '"';
      at += 1;
    } else if (mark === '"' && (isQuoted || row.at(-1) === "")) isQuoted = !isQuoted;
    else if (isQuoted) row[row.length - 1] += mark;
    else if (mark === between) row.push("");
    else if (mark === "\n") rows.push([""]);
    else if (mark !== "\r") row[row.length - 1] += mark;
  }
  return rows.filter((row) => row.some((cell) => cell.trim()));
}

// The text of a file: UTF-8, what Excel calls Unicode text, or the encoding of Korean Windows.
export function decoded(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("euc-kr").decode(bytes);
  }
}

// A cell of a file. Sheets take what begins with these characters for a formula, so an apostrophe is before it.
export function quoted(value) {
  const text = String(value ?? "").replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const plain = (text) => text.replace(/^'(?=[=+\-@])/, "").trim();

// MARK: Reading

// A sheet as lines about products: `{ columns, unused, lines: [{ number, id, variant, cells: { price: "9,900", ... } }] }`.
//
// - Throws: a text for people.
export function read(text) {
  const [first = [], ...rest] = rowsOf(text);
  const names = first.map((heading) => columnOf(plain(heading)));
  if (!names.includes("id")) throw new Error(say("The first row needs the headings: number, name, regular price, price, stock, hidden.", "첫 줄에 열 이름이 있어야 합니다: 번호, 이름, 정가, 판매가, 재고, 숨김"));
  if (rest.length > rowsMax) throw new Error(say(`At most ${rowsMax} rows at once.`, `한 번에 ${rowsMax.toLocaleString()}줄까지 가져올 수 있습니다.`));
  const lines = rest.map((row, index) => {
    const found = {};
    for (const [at, name] of names.entries()) if (name && !(name in found)) found[name] = plain(row[at] ?? "");
    const { id, variant = "", ...cells } = found;
    return { number: index + 2, id: /^\d+$/.test(id) ? Number(id) : null, variant, cells };
  });
  return { columns: names.filter(Boolean), unused: first.filter((heading, at) => heading.trim() && !names[at]), lines };
}

// Puts what differs into the draft.
//
// - known: products by their ids.
// - Returns: `{ changed, same, wrong: [{ number, text }] }`, numbers of lines.
export function compare(lines, known, products) {
  const found = { changed: 0, same: 0, wrong: [] };
  const seen = new Map();
  for (const line of lines) {
    const fail = (text) => found.wrong.push({ number: line.number, text });
    const row = known.get(line.id);
    const name = `${line.id}\n${line.variant}`;
    if (line.id === null) fail(say("It has no number.", "번호가 없습니다."));
    else if (!row) fail(say(`There is no product ${line.id}.`, `${line.id}번 상품이 없습니다.`));
    else if (seen.has(name)) fail(say(`Line ${seen.get(name)} has the same product.`, `${seen.get(name)}번째 줄에 같은 상품이 있습니다.`));
    else {
      seen.set(name, line.number);
      const at = line.variant ? row.variants?.findIndex(({ values }) => values.join(" / ") === line.variant) ?? -1 : undefined;
      const values = at === -1 ? say(`It has no option “${line.variant}”.`, `'${line.variant}' 옵션이 없습니다.`) : valuesOf(line, row, at);
      if (typeof values === "string") fail(values);
      else {
        const live = (name) => (at === undefined ? row : row.variants[at])[name] ?? null;
        for (const [name, value] of values) if (value !== (products.value(row, name, at) ?? null)) products.set(row, name, value, at);
        if (values.some(([name, value]) => value !== live(name))) found.changed += 1;
        else found.same += 1;
      }
    }
  }
  return found;
}

// - Returns: pairs of a name and a value, or a text that says what is wrong. An empty cell changes nothing, but a regular price goes.
function valuesOf({ cells }, row, at) {
  const values = [];
  for (const column of columns.filter(({ name }) => name in cells)) {
    const text = cells[column.name];
    const isOfVariant = ofVariants.includes(column.name);
    if (at !== undefined && !isOfVariant) continue;
    if (at === undefined && row.variants?.length && isOfVariant) {
      if (text) return say(`${column.label}: its options have one each.`, `${column.label}: 옵션마다 따로 있습니다.`);
      continue;
    }
    if (text === "" && !column.isFlag && column.name !== "original_price") continue;
    const value = parsed(text, column, row.currency);
    if (Number.isNaN(value)) return say(`${column.label}: “${text}” is no number.`, `${column.label}: '${withParticle(`${text}'`, "은", "는")} 수가 아닙니다.`);
    values.push([column.name, value]);
  }
  return values;
}

// - desk: `products`, `shut()`, and `done()` when the draft has what the sheet changed.
export function importer(desk) {
  const { products } = desk;
  const result = element("div", { class: "import-result", role: "status" });
  const file = element("input", { type: "file", accept: ".csv,.tsv,.txt,text/csv", hidden: true, tabindex: "-1", "aria-label": say("Choose a file", "파일 고르기"), onchange: () => open(file.files[0]) });
  const field = element("textarea", {
    id: "sheet",
    rows: 3,
    placeholder: say("Paste cells with their headings, or drop a CSV file", "열 이름까지 복사해 붙여 넣거나 CSV 파일을 끌어다 놓으세요"),
    oninput: () => take(field.value),
  });

  const tell = (...content) => result.replaceChildren(...content);
  const refuse = (text) => tell(element("p", { class: "refusal" }, text));

  async function open(chosen) {
    if (!chosen) return undefined;
    file.value = "";
    if (chosen.size > bytesMax) return refuse(say("The file has more than 5 MB.", "5MB가 넘는 파일입니다."));
    return take(decoded(new Uint8Array(await chosen.arrayBuffer())));
  }

  async function take(text) {
    if (!text.trim()) return tell();
    try {
      const { columns: names, unused, lines } = read(text.replace(/^\ufeff/, ""));
      const ids = [...new Set(lines.map(({ id }) => id).filter((id) => id !== null))];
      const known = new Map();
      for (let at = 0; at < ids.length; at += pageMax) {
        tell(element("p", {}, say(`Comparing ${at} of ${ids.length}`, `비교하는 중: ${ids.length.toLocaleString()}개 중 ${at.toLocaleString()}개`)));
        for (const row of await products.find(ids.slice(at, at + pageMax))) known.set(row.id, row);
      }
      const found = compare(lines, known, products);
      // What the server refuses is told beside its cell.
      if (products.count) await products.check();
      field.value = "";
      told(found, names, unused);
      await desk.done();
    } catch (refusal) {
      refuse(refusal.message);
    }
    return undefined;
  }

  function told({ changed, same, wrong }, names, unused) {
    const labels = { id: say("number", "번호"), variant: say("option", "옵션") };
    const label = (name) => labels[name] ?? columns.find((column) => column.name === name).label;
    tell(
      element("p", {}, element("strong", {}, say(`${changed} rows changed, ${same} are the same, ${wrong.length} are wrong.`, `바뀐 줄 ${changed}개, 같은 줄 ${same}개, 잘못된 줄 ${wrong.length}개`))),
      element("p", { class: "quiet" }, say("Read: ", "읽은 열: "), names.map(label).join(", "), unused.length ? say(`. Not used: ${unused.join(", ")}`, `. 쓰지 않은 열: ${unused.join(", ")}`) : ""),
      wrong.length ? element("ul", { class: "refusal" }, wrong.map(({ number, text }) => element("li", {}, say(`Line ${number}: ${text}`, `${number}번째 줄: ${text}`)))) : "",
    );
  }

  const node = element(
    "section",
    { class: "sheet", "aria-label": say("Import", "가져오기") },
    element("label", { for: "sheet" }, say("Import", "가져오기")),
    field,
    element("p", { class: "actions" }, button(say("Choose a file", "파일 고르기"), () => file.click()), file, button(say("Close", "닫기"), desk.shut)),
    result,
  );
  return { node, field, open };
}

// MARK: Writing

const cells = [
  [say("Number", "번호"), ({ id }) => id],
  [say("Option", "옵션"), (_, variant) => variant?.values.join(" / ")],
  [say("Vendor", "판매자"), ({ vendor }) => vendor.name],
  [say("Name", "이름"), ({ title }) => title],
  [say("Regular price", "정가"), (row, variant) => amount(row, variant, "original_price")],
  [say("Price", "판매가"), (row, variant) => amount(row, variant, "price")],
  [say("Stock", "재고"), (row, variant) => of(row, variant, "stock")],
  [say("Hidden", "숨김"), (row, variant) => (row.is_hidden && !variant ? say("yes", "숨김") : "")],
  [say("Currency", "통화"), ({ currency }) => currency],
];

// A product with variants has no price and no stock of its own.
const of = (row, variant, name) => (variant ? variant[name] : row.variants?.length ? undefined : row[name]);

function amount(row, variant, name) {
  const value = of(row, variant, name);
  return value === undefined ? value : value / (minor[row.currency] ?? 1);
}

export function fileOf(rows) {
  const lines = rows.flatMap((row) => [[row], ...(row.variants ?? []).map((variant) => [row, variant])]);
  return [cells.map(([name]) => name), ...lines.map((line) => cells.map(([, value]) => value(...line)))].map((line) => line.map(quoted).join(",")).join("\r\n");
}

// Saves the products that the table shows, and those that follow, as a file that sheets open.
//
// - page: as in the table; `told(count)` tells how many there are so far.
export async function download(page, told) {
  const rows = [];
  let next = null;
  do {
    const answer = await page(next);
    rows.push(...answer.found);
    next = answer.next;
    told(rows.length);
  } while (next && rows.length < rowsMax);
  // The mark lets Excel read Korean.
  const url = URL.createObjectURL(new Blob(["\ufeff", fileOf(rows)], { type: "text/csv" }));
  element("a", { href: url, download: `products-${new Date().toISOString().slice(0, 10)}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
