// What a draft changes, and how it joins what others changed meanwhile. Nothing here touches the page.

import { language, say } from "/web/words.mjs";

// Items keep the ids of the server; a new one has a name of its own until it is published.
export const keyOf = (item) => item.id ?? item.local;

const nameOf = ({ key, platform }) => key ?? platform;

const unwritten = ["id", "local", "position", "version", "once"];

// JSON with its members in one order, without those that are undefined.
export function stable(value) {
  return JSON.stringify(value, (_, part) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

// The members of an item that people write; the server sets the others.
export function content(item) {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !unwritten.includes(name)));
}

export const isSame = (one, other) => stable(content(one)) === stable(content(other));

// The value at a path such as `products.count`.
export function valueAt(item, path) {
  return path.split(".").reduce((value, name) => value?.[name], item);
}

// Sets the value; undefined removes it, and then what it leaves empty.
export function setValue(item, path, value) {
  const [name, ...rest] = path.split(".");
  if (rest.length) {
    const inner = { ...item[name] };
    setValue(inner, rest.join("."), value);
    item[name] = inner;
  } else if (value === undefined) delete item[name];
  else item[name] = value;
}

// The indexes of the elements of a longest increasing part: they stay where they are, the others have moved.
function staying(places) {
  const ends = [];
  const before = [];
  for (const [index, place] of places.entries()) {
    let at = ends.findIndex((end) => places[end] > place);
    if (at < 0) at = ends.length;
    before[index] = at ? ends[at - 1] : -1;
    ends[at] = index;
  }
  const kept = new Set();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]) kept.add(index);
  return kept;
}

// The changes between two lists: `{ kind: "added" | "removed" | "moved" | "edited", item, before, from, to }`, places from 1.
export function changes(base, mine) {
  const before = new Map(base.map((item, index) => [keyOf(item), { item, place: index + 1 }]));
  const keys = new Set(mine.map(keyOf));
  const known = mine.filter((item) => before.has(keyOf(item)));
  const stays = staying(known.map((item) => before.get(keyOf(item)).place));
  const moved = new Set(known.filter((_, index) => !stays.has(index)).map(keyOf));
  const found = base
    .filter((item) => !keys.has(keyOf(item)))
    .map((item) => ({ kind: "removed", item, from: before.get(keyOf(item)).place }));
  for (const [index, item] of mine.entries()) {
    const old = before.get(keyOf(item));
    if (!old) found.push({ kind: "added", item, to: index + 1 });
    else {
      if (moved.has(keyOf(item))) found.push({ kind: "moved", item, from: old.place, to: index + 1 });
      if (!isSame(old.item, item)) found.push({ kind: "edited", item, before: old.item });
    }
  }
  return found;
}

// Puts the items of `source` that `order` lacks behind the ones that they follow in `source`.
function joined(order, source, isWanted) {
  const result = [...order];
  let previous = null;
  for (const key of source) {
    if (!result.includes(key) && isWanted(key)) {
      result.splice(previous === null ? 0 : result.indexOf(previous) + 1, 0, key);
    }
    if (result.includes(key)) previous = key;
  }
  return result;
}

const isSameOrder = (one, other) => {
  const common = one.filter((key) => other.includes(key));
  return stable(common) === stable(other.filter((key) => one.includes(key)));
};

// Joins two lists that began as one. Different items never collide; an item that both changed is mine
// for now, and is one of `conflicts`: `{ key, mine, theirs }`, null for an item that one of them removed.
//
// A new item that is theirs already was published before an answer was lost: it is the same one, and so is
// a new one of the same name, which a list has once.
export function merge(base, drafted, theirs) {
  const [known, begun] = [theirs, drafted].map((items) => new Set([...base, ...items].map(keyOf)));
  const published = theirs.filter((item) => item.id && !begun.has(keyOf(item)));
  const mine = drafted.map((item) => {
    const isIt = (other) => isSame(other, item) || (nameOf(item) && nameOf(item) === nameOf(other));
    const at = known.has(keyOf(item)) ? -1 : published.findIndex(isIt);
    return at < 0 ? item : { ...item, id: published.splice(at, 1)[0].id };
  });
  const [old, ours, other] = [base, mine, theirs].map(
    (items) => new Map(items.map((item) => [keyOf(item), item])),
  );
  const [oldKeys, ourKeys, otherKeys] = [old, ours, other].map((items) => [...items.keys()]);
  const conflicts = [];
  const items = new Map();
  let isJoined = false;
  for (const key of new Set([...ourKeys, ...otherKeys, ...oldKeys])) {
    const [was, my, their] = [old.get(key) ?? null, ours.get(key) ?? null, other.get(key) ?? null];
    const differs = (item) => (was && item ? !isSame(was, item) : was !== item);
    const isAgreed = my && their && isSame(my, their);
    if (differs(their)) isJoined = true;
    if (differs(my) && differs(their) && !isAgreed && (my || their)) conflicts.push({ key, mine: my, theirs: their });
    const kept = differs(my) ? my : their;
    if (kept) items.set(key, kept);
  }
  const haveIMoved = !isSameOrder(oldKeys, ourKeys);
  const haveTheyMoved = !isSameOrder(oldKeys, otherKeys);
  const [first, second] = haveIMoved || !haveTheyMoved ? [ourKeys, otherKeys] : [otherKeys, ourKeys];
  const order = joined(first.filter((key) => items.has(key)), second, (key) => items.has(key));
  return {
    // Copies: who edits one must not change what it is compared with.
    items: structuredClone(order.map((key) => items.get(key))),
    conflicts,
    isJoined: isJoined || haveTheyMoved,
    areBothMoved: haveIMoved && haveTheyMoved && !isSameOrder(ourKeys, otherKeys),
  };
}

// Takes one side of a conflict.
export function settled(items, { key, mine, theirs }, isMine, theirItems) {
  const chosen = structuredClone(isMine ? mine : theirs);
  const rest = items.filter((item) => keyOf(item) !== key);
  if (!chosen) return rest;
  const place = items.findIndex((item) => keyOf(item) === key);
  const theirPlace = theirItems.findIndex((item) => keyOf(item) === key);
  rest.splice(place >= 0 ? place : theirPlace >= 0 ? theirPlace : rest.length, 0, chosen);
  return rest;
}

// MARK: Sentences

// A Korean word with the particle that its last sound takes; of other letters the sound is not known.
export function withParticle(word, closed, open) {
  const last = [...word.replace(/[^\p{L}\p{N}]+$/u, "")].at(-1) ?? "";
  const code = last.charCodeAt(0);
  const isKnown = (code >= 0xac00 && code <= 0xd7a3) || /\d/.test(last);
  const isClosed = /\d/.test(last) ? "013678".includes(last) : (code - 0xac00) % 28 > 0;
  return word + (isKnown ? (isClosed ? closed : open) : `${closed}(${open})`);
}

function ordinal(number) {
  const ending = { one: "st", two: "nd", few: "rd", other: "th" };
  return number + ending[new Intl.PluralRules("en", { type: "ordinal" }).select(number)];
}

// The sentences that say the changes, each with the key of its item.
//
// - spec: the list; see lists.mjs.
// - words: of a value of a field, for people.
export function sentences(spec, changes, words) {
  const title = (item) => spec.titleOf(item) || say("without a title", "제목 없음");
  const named = (item) => say(`${spec.noun} “${title(item)}”`, `${spec.noun} '${title(item)}'`);
  const object = (item) => `${spec.noun} '${withParticle(`${title(item)}'`, "을", "를")}`;
  return changes.flatMap((change) => {
    const { kind, item, before, from, to } = change;
    const key = keyOf(item);
    switch (kind) {
      case "added":
        if (spec.isUnordered) return { key, text: say(`Add the ${named(item)}`, `${object(item)} 추가`) };
        return { key, text: say(`Add the ${named(item)} as the ${ordinal(to)}`, `${object(item)} ${to}번째에 추가`) };
      case "removed":
        return { key, text: say(`Remove the ${named(item)}`, `${object(item)} 삭제`) };
      case "moved":
        return {
          key,
          text: say(
            `Move the ${named(item)} from the ${ordinal(from)} to the ${ordinal(to)} place`,
            `${object(item)} ${from}번째에서 ${to}번째로`,
          ),
        };
      default:
        return spec.fields
          .filter(({ path }) => stable(valueAt(before, path)) !== stable(valueAt(item, path)))
          .map((field) => ({ key, text: edit(named(before), field, before, item, words) }));
    }
  });
}

function edit(name, field, before, item, words) {
  if (field.kind === "picture") return say(`Exchange the picture of the ${name}: ${field.label}`, `${name}의 ${field.label} 교체`);
  const [old, now] = [before, item].map((one) => words(field, valueAt(one, field.path)));
  return say(`${name}, ${field.label}: ${old} → ${now}`, `${name}의 ${field.label}: ${old} → ${now}`);
}

// MARK: Time

function parts(date, zone) {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
  });
  return Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
}

// A time of the server as a field shows it in the zone: `2026-03-01T10:00`.
export function local(time, zone) {
  const { year, month, day, hour, minute } = parts(new Date(time), zone);
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

// The time of a field of the zone, for the server. Clocks that are changed need a second look.
export function instant(text, zone) {
  const wanted = Date.parse(`${text}Z`);
  let guess = wanted;
  for (let round = 0; round < 2; round += 1) guess += wanted - Date.parse(`${local(guess, zone)}Z`);
  return new Date(guess).toISOString().replace(".000Z", "Z");
}

export function timeText(time, zone, now = Date.now()) {
  const year = (date) => parts(date, zone).year;
  return new Intl.DateTimeFormat(language, {
    timeZone: zone,
    hourCycle: "h23",
    year: year(new Date(time)) === year(now) ? undefined : "numeric",
    ...{ month: language === "ko" ? "numeric" : "short", day: "numeric", hour: "2-digit", minute: "2-digit" },
  }).format(new Date(time));
}

// Whether an item is shown now: "live", "later" or "over".
export function phase({ starts_at: start, ends_at: end }, now) {
  if (end && Date.parse(end) <= now) return "over";
  return start && Date.parse(start) > now ? "later" : "live";
}
