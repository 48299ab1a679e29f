// The editor of an arranged list: rows that are moved by pointer and keys, and the fields of an item.

import { element } from "/web/dom.mjs";
import { say } from "/web/words.mjs";
import { changes, content, instant, isSame, keyOf, local, phase, setValue, timeText, valueAt } from "./draft.mjs";
import { linkText, switchesOf, switchesText } from "./lists.mjs";
import { minor, wonText } from "./products.mjs";

const button = (label, onclick, more = {}) => element("button", { type: "button", onclick, ...more }, label);
let numbers = 0;
const unique = (name) => `${name}-${(numbers += 1)}`;

// - desk: what the page knows: the list, names, the zone, the clock and the server.
export function editor(desk) {
  const { list } = desk;
  const { spec } = list;
  const rows = element("ul", { class: "rows", "aria-label": spec.title });
  // It outlives this drawing of the list.
  const open = (list.open ??= new Set());
  for (const key of list.refusals.keys()) open.add(key);
  // The key of the row that the arrows move.
  let held = null;
  let moved = new Set();

  const indexOf = (key) => list.items.findIndex((item) => keyOf(item) === key);
  const focusOn = (key, what) => rows.querySelector(`[data-key="${CSS.escape(key)}"] ${what}`)?.focus();

  function draw() {
    const base = new Map(list.base.items.map((item) => [keyOf(item), item]));
    moved = new Set(changes(list.base.items, list.items).map(({ kind, item }) => kind === "moved" && keyOf(item)));
    rows.replaceChildren(...list.items.map((item, index) => row(item, index, base.get(keyOf(item)))));
  }

  function apply(key, what) {
    desk.changed();
    draw();
    if (key !== undefined) focusOn(key, what);
  }

  function move(key, to) {
    const from = indexOf(key);
    const place = Math.min(Math.max(to, 0), list.items.length - 1);
    if (from === place) return;
    list.items.splice(place, 0, ...list.items.splice(from, 1));
    apply(key, ".grip");
    desk.say(say(`Now the number ${place + 1} of ${list.items.length}`, `${list.items.length}개 중 ${place + 1}번째`));
  }

  function keys(event, key) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === " " || (event.key === "Enter" && held)) {
      held = held === key ? null : key;
      draw();
      focusOn(key, ".grip");
      desk.say(held ? say("Held. Arrows move it, Space lets it go.", "들었습니다. 화살표로 옮기고 스페이스로 놓습니다.") : say("Let go", "놓았습니다."));
    } else if (step && (held === key || event.altKey)) move(key, indexOf(key) + step);
    else if (step) {
      const next = list.items[indexOf(key) + step];
      if (next) focusOn(keyOf(next), ".grip");
    } else if (event.key === "Home" && held === key) move(key, 0);
    else if (event.key === "End" && held === key) move(key, list.items.length - 1);
    else if (event.key === "Escape") {
      held = null;
      draw();
      focusOn(key, ".grip");
    } else return;
    event.preventDefault();
  }

  // The pointer takes a row along; it is put where the pointer is let go.
  function drag(event, key) {
    if (event.button) return;
    const grip = event.currentTarget;
    const taken = grip.closest("li");
    grip.setPointerCapture(event.pointerId);
    taken.classList.add("taken");
    const follow = ({ clientY }) => {
      const other = [...rows.children].find((one) => one !== taken && clientY < one.getBoundingClientRect().top + one.offsetHeight / 2);
      if (other !== taken.nextElementSibling) rows.insertBefore(taken, other ?? null);
      grip.setPointerCapture(event.pointerId);
    };
    const end = () => {
      grip.removeEventListener("pointermove", follow);
      taken.classList.remove("taken");
      move(key, [...rows.children].indexOf(taken));
    };
    grip.addEventListener("pointermove", follow);
    grip.addEventListener("lostpointercapture", () => grip.hasPointerCapture(event.pointerId) || end(), { once: true });
    grip.addEventListener("pointerup", () => grip.releasePointerCapture(event.pointerId), { once: true });
  }

  function state(item, old) {
    const marks = [];
    if (!old) marks.push(["new", say("new", "새로 추가")]);
    else if (!isSame(old, item)) marks.push(["edited", say("changed", "수정함")]);
    if (moved.has(keyOf(item)) && !spec.isUnordered) marks.push(["moved", say("moved", "옮김")]);
    const time = phase(item, desk.now());
    if (time === "later") marks.push(["later", say(`from ${timeText(item.starts_at, desk.zone)}`, `${timeText(item.starts_at, desk.zone)} 시작`)]);
    if (time === "over") marks.push(["over", say("over", "끝남")]);
    if (time === "live" && item.ends_at) marks.push(["live", say(`until ${timeText(item.ends_at, desk.zone)}`, `${timeText(item.ends_at, desk.zone)}까지`)]);
    return marks.map(([name, text]) => element("span", { class: `mark-${name}` }, text));
  }

  function summary(item) {
    if (spec.name === "search") {
      const kind = spec.fields[0].choices[item.kind];
      return item.kind === "redirect" ? `${kind}: ${linkText(item.link, desk.names)}` : kind;
    }
    if (spec.event) return "";
    if (!spec.path) return [item.price === undefined ? null : wonText(item.price, item.currency), say(`${item.images.length} pictures`, `사진 ${item.images.length}장`), desk.names("vendor", item.vendor)].filter(Boolean).join(" · ");
    if ("link" in item || spec.name === "event_banners") return `→ ${linkText(item.link, desk.names)}`;
    if (item.category_id) return desk.names("category", item.category_id) ?? "";
    if (spec.name === "home_sections") return spec.fields.find(({ path }) => path === "kind").choices[item.kind];
    return item.key ?? "";
  }

  function row(item, index, old) {
    const key = keyOf(item);
    const isOpen = open.has(key);
    const heading = element("span", { class: "row-title" }, spec.titleOf(item) || say("without a title", "제목 없음"));
    const marks = element("span", { class: "marks" }, state(item, old));
    const below = element("span", { class: "row-note" }, summary(item));
    const panel = unique("item");
    const refresh = () => {
      heading.textContent = spec.titleOf(item) || say("without a title", "제목 없음");
      below.textContent = summary(item);
      marks.replaceChildren(...state(item, old));
    };
    const edited = () => {
      list.refusals.get(key)?.clear();
      desk.changed();
      refresh();
      desk.lookAt(item);
    };
    const toggle = () => {
      if (!open.delete(key)) {
        open.add(key);
        desk.lookAt(item);
      }
      draw();
      focusOn(key, ".row-open");
    };
    const main = spec.fields.find((field) => field.kind === "picture");
    const made = element(
      "li",
      { "data-key": key, class: held === key ? "held" : null },
      element(
        "div",
        { class: "row-head" },
        spec.isUnordered
          ? null
          : button("⠿", null, {
              class: "grip",
              "aria-label": say(`Move “${spec.titleOf(item)}”, number ${index + 1}`, `'${spec.titleOf(item)}' 옮기기, ${index + 1}번째`),
              "aria-pressed": String(held === key),
              onkeydown: (event) => keys(event, key),
              onpointerdown: (event) => drag(event, key),
            }),
        spec.imageOf ? element("span", { class: "thumb", "data-ratio": "square" }, productPicture(spec.imageOf(item))) : null,
        spec.path ? null : element("span", { class: "thumb", "data-ratio": "square" }, productPicture(item.images[0] && addressOf(item.images[0]))),
        main ? pictureField(main, item, () => (edited(), desk.redraw()), desk, true) : null,
        button([heading, below], toggle, { class: "row-open", "aria-expanded": String(isOpen), "aria-controls": isOpen ? panel : null }),
        marks,
      ),
      isOpen ? form(item, key, index, edited, panel) : null,
    );
    return made;
  }

  function form(item, key, index, edited, id) {
    const fields = spec.fields.filter((field) => !field.when || field.when(item));
    const redraw = () => (edited(), desk.redraw());
    const related = spec.related?.(item);
    const place = element("input", {
      type: "number",
      id: unique("place"),
      min: 1,
      max: list.items.length,
      value: index + 1,
      onchange: () => move(key, Number(place.value) - 1),
    });
    return element(
      "div",
      { class: "item-form", id },
      fields.map((field) => control(field, item, key, edited, redraw)),
      related ? element("p", { class: "related" }, element("a", { href: `#${related.name}` }, related.text)) : null,
      element(
        "p",
        { class: "item-tools" },
        spec.isUnordered
          ? null
          : [
              button(say("To the top", "맨 위로"), () => move(key, 0)),
              element("label", { for: place.id }, say("Place", "순서")),
              place,
            ],
        button(say("Copy", "복사"), () => add(content(item), indexOf(key) + 1)),
        button(say("Remove", "삭제"), () => remove(key), { class: "danger" }),
      ),
    );
  }

  function add(item, at) {
    const fresh = { ...structuredClone(item), local: `new-${Date.now()}-${(numbers += 1)}` };
    if (spec.hasKeys && fresh.key) fresh.key = `${fresh.key}-2`;
    list.items.splice(at, 0, fresh);
    open.add(fresh.local);
    apply(fresh.local, ".item-form input, .item-form select");
  }

  function remove(key) {
    const index = indexOf(key);
    list.items.splice(index, 1);
    const next = list.items[Math.min(index, list.items.length - 1)];
    apply(next && keyOf(next), ".row-open");
    desk.say(say("Removed from the draft", "초안에서 지웠습니다."));
  }

  // MARK: Fields

  function control(field, item, key, edited, redraw) {
    const refusal = list.refusals.get(key)?.get(field.path);
    const id = unique("field");
    const note = refusal ?? field.hint;
    const common = { id, "aria-describedby": note ? `${id}-note` : null, "aria-invalid": refusal ? "true" : null };
    const set = (value) => {
      setValue(item, field.path, value);
      edited();
    };
    const value = valueAt(item, field.path);
    const text = (type, shown, read) =>
      element("input", { ...common, type, value: shown ?? "", autocomplete: "off", oninput: (event) => set(read(event.target.value)) });
    const select = (options, read, after) =>
      element("select", { ...common, onchange: (event) => (set(read(event.target.value)), after?.()) }, options);
    const option = (shown, name) => element("option", { value: shown, selected: String(shown) === String(value ?? "") }, name);
    const made = {
      text: () => text("text", value, (typed) => typed),
      number: () => text("number", value, (typed) => (typed === "" ? undefined : Number(typed))),
      words: () => text("text", value?.join(", "), (typed) => typed.split(",").map((word) => word.trim()).filter(Boolean)),
      time: () =>
        text("datetime-local", value && local(value, desk.zone), (typed) => (typed ? instant(typed, desk.zone) : undefined)),
      flag: () =>
        element("input", { ...common, type: "checkbox", checked: Boolean(value), onchange: (event) => set(event.target.checked || undefined) }),
      choice: () =>
        select(
          Object.entries(field.choices).map(([shown, name]) => option(shown, name)),
          (chosen) => chosen || undefined,
          () => {
            if (field.path === "kind" && spec.name === "home_sections") {
              item.products = item.kind === "products" ? (item.products ?? { count: 20 }) : undefined;
              if (!item.products) delete item.products;
            }
            redraw();
          },
        ),
      money: () =>
        text("text", value === undefined ? "" : value / (minor[item.currency] ?? 1), (typed) => {
          const number = Number(typed.replace(/[\s,₩$€¥원]/g, ""));
          return typed.trim() === "" || Number.isNaN(number) ? undefined : Math.round(number * (minor[item.currency] ?? 1));
        }),
      long: () => element("textarea", { ...common, rows: 4, oninput: (event) => set(event.target.value || undefined) }, value),
      reference: () =>
        select(
          [option("", field.none ?? say("all", "전체")), desk.all(field.of).map((one) => option(one.id, one.name))],
          (chosen) => desk.all(field.of).find(({ id }) => String(id) === chosen)?.id,
        ),
      pictures: () => picturesField(field, item, redraw, desk, common),
      switches: () =>
        element("textarea", { ...common, rows: 4, oninput: (event) => set(switchesOf(event.target.value)) }, switchesText(value)),
      picture: () => pictureField(field, item, redraw, desk, false, common),
      link: () => linkField(field, item, edited, desk, common),
    }[field.kind];
    if (field.kind === "titles") return titles(field, item, edited, refusal);
    return element(
      "div",
      { class: `field field-${field.kind}` },
      element("label", { for: id }, field.label),
      made(),
      note ? element("p", { id: `${id}-note`, class: refusal ? "refusal" : "quiet" }, note) : null,
    );
  }

  // One field a language; the first that was written is for readers of all others.
  function titles(field, item, edited, refusal) {
    const set = (tag, text) => {
      const all = [...(valueAt(item, field.path) ?? [])];
      const at = all.findIndex((one) => one.language === tag);
      if (at >= 0 && text) all[at] = { language: tag, title: text };
      else if (at >= 0) all.splice(at, 1);
      else if (text) all.push({ language: tag, title: text });
      setValue(item, field.path, all.length || field.path === "titles" ? all : undefined);
      edited();
    };
    return [["ko", "한국어"], ["en", "English"]].map(([tag, name]) => {
      const id = unique("title");
      const value = valueAt(item, field.path)?.find((one) => one.language === tag)?.title ?? "";
      return element(
        "div",
        { class: "field" },
        element("label", { for: id }, `${field.label} (${name})`),
        element("input", { id, type: "text", lang: tag, value, "aria-invalid": refusal ? "true" : null, oninput: (event) => set(tag, event.target.value) }),
        refusal && tag === "ko" ? element("p", { class: "refusal" }, refusal) : null,
      );
    });
  }

  draw();
  const heading = element("h1", { tabindex: "-1" }, spec.title);
  const node = element(
    "section",
    { class: "list-editor" },
    spec.parent ? element("p", { class: "parent" }, element("a", { href: `#${spec.parent.name}` }, `← ${spec.parent.text}`)) : null,
    element("header", {}, heading, button(`+ ${spec.noun}`, () => add(spec.fresh(list.items), spec.isUnordered ? 0 : list.items.length), { class: "add" })),
    desk.notices(),
    rows,
  );
  return { node, heading, draw };
}

function productPicture(src) {
  return src ? element("img", { src, alt: "", width: 48, height: 48, loading: "lazy" }) : element("span", { class: "no-picture" });
}

// MARK: Pictures

// A picture that is dropped, pasted or chosen, in the ratio of its place.
function pictureField(field, item, done, desk, isSmall, common = {}) {
  const src = valueAt(item, field.path);
  const label = say(`${field.label}: choose, drop or paste`, `${field.label}: 고르거나 끌어다 놓거나 붙여 넣기`);
  const file = element("input", { type: "file", accept: "image/*", hidden: true, tabindex: "-1", "aria-label": label, onchange: () => take(file.files[0]) });
  const take = (blob) => desk.waitFor(put(blob));
  const put = async (blob) => {
    if (!blob?.type.startsWith("image/")) return desk.fail(say("This is no picture.", "그림 파일이 아닙니다."));
    file.value = "";
    const cropped = await crop(blob, field, desk);
    if (!cropped) return;
    const url = await desk.upload(cropped);
    if (!url) return;
    setValue(item, field.path, url);
    done();
  };
  const shown = src ? element("img", { src, alt: "", loading: "lazy" }) : element("span", {}, say("Picture", "그림 넣기"));
  return element(
    "span",
    {
      class: isSmall ? "thumb" : "picture-field",
      "data-ratio": field.ratio === 2 ? "wide" : field.ratio === 1 ? "square" : "free",
      ondragover: (event) => event.preventDefault(),
      ondrop: (event) => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      },
    },
    button(shown, () => file.click(), {
      ...common,
      "aria-label": label,
      onpaste: (event) => take([...event.clipboardData.files][0]),
    }),
    file,
  );
}

const addresses = new WeakMap();

// The address of a picture that this page holds.
function addressOf(blob) {
  if (!addresses.has(blob)) addresses.set(blob, URL.createObjectURL(blob));
  return addresses.get(blob);
}

// The pictures of a new product, in their order; they are sent when it is published.
function picturesField(field, item, done, desk, common) {
  const label = say("Add pictures: choose, drop or paste", "사진 추가: 고르거나 끌어다 놓거나 붙여 넣기");
  const file = element("input", { type: "file", accept: "image/*", multiple: true, hidden: true, tabindex: "-1", "aria-label": label, onchange: () => take(file.files) });
  const take = (files) => {
    const pictures = [...files].filter(({ type }) => type.startsWith("image/"));
    if (!pictures.length) return desk.fail(say("This is no picture.", "그림 파일이 아닙니다."));
    item.images = [...item.images, ...pictures].slice(0, field.max);
    done();
  };
  const change = (at, to) => {
    const [blob] = item.images.splice(at, 1);
    if (to !== undefined) item.images.splice(to, 0, blob);
    done();
  };
  const shown = item.images.map((blob, at) =>
    element(
      "li",
      {},
      element("img", { src: addressOf(blob), alt: say(`Picture ${at + 1}`, `사진 ${at + 1}`), width: 96, height: 96 }),
      element(
        "span",
        {},
        button("‹", () => change(at, at - 1), { disabled: !at, "aria-label": say(`Picture ${at + 1} earlier`, `사진 ${at + 1} 앞으로`) }),
        button("×", () => change(at), { "aria-label": say(`Remove picture ${at + 1}`, `사진 ${at + 1} 빼기`) }),
      ),
    ),
  );
  return element(
    "div",
    {
      class: "pictures",
      ondragover: (event) => event.preventDefault(),
      ondrop: (event) => {
        event.preventDefault();
        take(event.dataTransfer.files);
      },
    },
    element("ul", {}, shown),
    button(say("Add pictures", "사진 추가"), () => file.click(), { ...common, "aria-label": label, disabled: item.images.length >= field.max, onpaste: (event) => take(event.clipboardData.files) }),
    file,
  );
}

// - Returns: the picture in its ratio; null if it was cancelled. One that has the ratio already is taken as it is.
async function crop(blob, { ratio, width: wanted, label }, desk) {
  const url = URL.createObjectURL(blob);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    desk.fail(say("This picture cannot be read.", "읽을 수 없는 그림입니다."));
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  const target = ratio ?? width / height;
  const size = { width: Math.min(width, height * target), height: Math.min(height, width / target) };
  const warning =
    size.width < wanted
      ? say(`It is ${Math.round(size.width)} pixels wide; phones draw it unsharp below ${wanted}.`, `가로 ${Math.round(size.width)}픽셀입니다. ${wanted}픽셀보다 좁으면 휴대폰에서 흐려 보입니다.`)
      : null;
  const isSupported = ["image/png", "image/jpeg"].includes(blob.type);
  if (Math.abs(width / height - target) < 0.01 && isSupported) {
    if (warning) desk.say(warning, true);
    return blob;
  }
  return new Promise((resolve) => {
    const view = { x: 0.5, y: 0.5, zoom: 1 };
    const canvas = element("canvas", { width: 800, height: Math.round(800 / target), tabindex: "0", role: "img", "aria-label": say("Part of the picture that is shown. Arrows move it.", "보여 줄 부분. 화살표로 옮깁니다.") });
    const place = () => {
      const [w, h] = [size.width / view.zoom, size.height / view.zoom];
      return [(width - w) * view.x, (height - h) * view.y, w, h];
    };
    const paint = (on = canvas) => on.getContext("2d").drawImage(image, ...place(), 0, 0, on.width, on.height);
    const shift = (x, y) => {
      view.x = Math.min(1, Math.max(0, view.x + x));
      view.y = Math.min(1, Math.max(0, view.y + y));
      paint();
    };
    canvas.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-0.02, 0], ArrowRight: [0.02, 0], ArrowUp: [0, -0.02], ArrowDown: [0, 0.02] }[event.key];
      if (!step) return;
      event.preventDefault();
      shift(...step);
    });
    canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
    canvas.addEventListener("pointermove", (event) => {
      if (!event.buttons) return;
      const [, , w, h] = place();
      const drawn = canvas.getBoundingClientRect();
      shift(-(event.movementX / drawn.width) * (w / (width - w || 1)), -(event.movementY / drawn.height) * (h / (height - h || 1)));
    });
    const zoom = element("input", { type: "range", id: unique("zoom"), min: 1, max: 4, step: 0.05, value: 1, oninput: () => ((view.zoom = Number(zoom.value)), paint()) });
    const finish = (result) => {
      resolve(result);
      dialog.remove();
    };
    const use = () => {
      const full = element("canvas", { width: Math.min(2340, Math.round(size.width / view.zoom)) });
      full.height = Math.round(full.width / target);
      paint(full);
      full.toBlob(finish, blob.type === "image/jpeg" ? "image/jpeg" : "image/png", 0.92);
    };
    const dialog = element(
      "dialog",
      { class: "crop", "aria-label": label, oncancel: () => finish(null) },
      element("h2", {}, say(`Choose what ${label} shows`, `${label}: 보여 줄 부분 고르기`)),
      canvas,
      element("p", {}, element("label", { for: zoom.id }, say("Larger", "확대")), zoom),
      warning ? element("p", { class: "warning" }, warning) : null,
      element("p", { class: "dialog-tools" }, button(say("Use it", "이대로 쓰기"), use, { class: "primary" }), button(say("Cancel", "취소"), () => finish(null))),
    );
    document.body.append(dialog);
    dialog.showModal();
    paint();
    dialog.querySelector(".primary").focus();
  });
}

// MARK: Links

// One field that finds events, products, categories and item types, and takes addresses and searches.
function linkField(field, item, edited, desk, common) {
  const box = unique("found");
  const shown = () => (valueAt(item, field.path) ? linkText(valueAt(item, field.path), desk.names) : "");
  let [options, active, asked] = [[], -1, 0];
  const list = element("div", { id: box, role: "listbox", "aria-label": field.label, hidden: true });
  const input = element("input", {
    ...common,
    type: "text",
    role: "combobox",
    autocomplete: "off",
    value: shown(),
    placeholder: say("nothing", "열지 않음"),
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": box,
    onfocus: () => input.select(),
    oninput: () => look(),
    onblur: () => setTimeout(() => close(true), 150),
    onkeydown: keys,
  });
  function close(isUndone) {
    [options, active] = [[], -1];
    list.hidden = true;
    list.replaceChildren();
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    if (isUndone) input.value = shown();
  }
  function choose({ link, name, image }) {
    if (name) desk.learn(link.kind, link.id, name, image);
    setValue(item, field.path, link ?? undefined);
    close(true);
    edited();
  }
  function mark(index) {
    active = index;
    for (const [at, node] of [...list.children].entries()) node.setAttribute("aria-selected", String(at === active));
    const node = list.children[active];
    node?.scrollIntoView({ block: "nearest" });
    if (node) input.setAttribute("aria-activedescendant", node.id);
  }
  function keys(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length) mark((active + step + options.length) % options.length);
    else if (step) look();
    else if (event.key === "Enter" && options[active]) choose(options[active]);
    else if (event.key === "Escape" && !list.hidden) close(true);
    else return;
    event.preventDefault();
  }
  async function look() {
    const [number, text] = [(asked += 1), input.value.trim()];
    const found = await desk.find(text, field.only);
    if (number !== asked || document.activeElement !== input) return;
    options = found;
    list.replaceChildren(
      ...found.map((one, index) =>
        element(
          "div",
          { role: "option", id: `${box}-${index}`, "aria-selected": "false", onpointerdown: (event) => (event.preventDefault(), choose(one)) },
          one.text,
        ),
      ),
    );
    list.hidden = !found.length;
    input.setAttribute("aria-expanded", String(found.length > 0));
    mark(found.length ? 0 : -1);
  }
  return element("div", { class: "link-field" }, input, list);
}
