"""Two editors at once, and texts that look like markup: parts of pages.py.

A random walk of 1,000 edits, joined and published by the desk's own modules, ends equal to its journal. Whatever people
write is shown as text, on the pages of the shop and at the desk.
"""

import copy
import time

from playwright.sync_api import expect

import demo
import desk

EDITS = 1_000
# In all, in seconds, on a machine that other tests keep busy.
WALK_MAX = 60

WALK = """async ([token, edits]) => {
  const { content, isSame, keyOf, merge, settled, stable } = await import('/admin/assets/draft.mjs');
  const { documentOf, lists: specs } = await import('/admin/assets/lists.mjs');
  const [wrong, counts] = [[], { published: 0, joined: 0, conflicts: 0, lost: 0 }];
  let state = 44;
  const random = (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };

  async function ask(method, path, json, tag) {
    const answer = await fetch(path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...(tag ? { 'If-Match': tag } : {}) },
      body: json && JSON.stringify(json),
    });
    return { status: answer.status, tag: answer.headers.get('ETag'), document: await answer.json() };
  }

  async function read(spec) {
    const { document, tag } = await ask('GET', spec.path);
    return { items: spec.read(document), tag };
  }

  // The journal knows each item by its key, or else by its id, with what its last editor published.
  const nameOf = (spec, item) => (spec.hasKeys ? item.key : keyOf(item));
  const drafted = (live) => ({ base: live, items: structuredClone(live.items), written: new Map() });

  const lists = [];
  for (const name of ['event_banners', 'event_categories']) {
    const spec = specs.find((one) => one.name === name);
    const live = await read(spec);
    const journal = new Map(live.items.map((item) => [nameOf(spec, item), stable(content(item))]));
    lists.push({ spec, initial: live.items, journal, drafts: [drafted(live), drafted(live)] });
  }

  function edit({ spec, initial }, draft, step) {
    const at = random(draft.items.length);
    const item = draft.items[at];
    const write = (one) => draft.written.set(nameOf(spec, one), stable(content(one)));
    let what = random(10);
    // Links lead to the events that were there before.
    const stays = !item || draft.items.length < 4 || (spec.hasKeys && initial.some(({ id }) => id === item.id));
    if (what < 2 && draft.items.length > 25) what = 2;
    if (!item || what < 2 || (what < 4 && stays)) {
      const added = { ...(spec.hasKeys ? { key: `walk-${step}`, title: `a${step}`, thumbnail_text_image_url: '/images/none.png' } : { content: `a${step}` }), local: `new ${step}`, thumbnail_image_url: '/images/none.png' };
      draft.items.splice(random(draft.items.length + 1), 0, added);
      write(added);
    } else if (what < 4) {
      draft.items.splice(at, 1);
      item.id ? draft.written.set(nameOf(spec, item), null) : draft.written.delete(nameOf(spec, item));
    } else if (what < 7) {
      draft.items.splice(random(draft.items.length), 0, ...draft.items.splice(at, 1));
    } else {
      item[spec.hasKeys ? 'title' : 'content'] = `e${step}`;
      if (what === 9) item.ends_at = `2031-01-${10 + random(20)}T00:00:00Z`;
      write(item);
    }
  }

  // Joins as the desk does, and settles what both changed by chance.
  function join({ spec }, draft, live) {
    const joined = merge(draft.base.items, draft.items, live.items);
    let items = joined.items;
    for (const conflict of joined.conflicts) {
      const isMine = random(2) === 1;
      items = settled(items, conflict, isMine, live.items);
      if (!isMine) draft.written.delete(nameOf(spec, conflict.mine ?? conflict.theirs));
    }
    const [old, mine, theirs, keys] = [draft.base.items, draft.items, live.items, items].map((all) => all.map(keyOf));
    const names = new Map(items.map((item) => [nameOf(spec, item), item.id]));
    const now = new Map(live.items.map((item) => [nameOf(spec, item), stable(content(item))]));
    for (const [name, text] of draft.written) {
      // A new item that was published before an answer was lost has an id now; a removed one was made anew.
      const isOver = text === null ? names.has(name) && !old.includes(names.get(name)) : !names.has(name);
      if (isOver || text === (now.get(name) ?? null)) draft.written.delete(name);
    }
    const asked = joined.conflicts.map(({ key }) => key);
    // Of those there are two places that nobody chose over the other.
    const again = live.items.filter((one) => draft.items.some((item) => !item.id && isSame(item, one))).map(keyOf);
    const unsure = [...asked, ...again];
    const among = (order, others, without = []) => stable(order.filter((key) => others.includes(key) && !without.includes(key)));
    const order = among(old, mine) === among(mine, old) ? theirs : mine;
    if (among(order, keys, unsure) !== among(keys, order, unsure)) wrong.push(`${spec.name}: ${keys} instead of the order ${order}`);
    counts.joined += 1;
    counts.conflicts += asked.length;
    Object.assign(draft, { base: live, items });
  }

  function compare({ spec, journal }, items) {
    const found = new Map(items.map((item) => [nameOf(spec, item), stable(content(item))]));
    for (const name of new Set([...journal.keys(), ...found.keys()])) {
      if (journal.get(name) !== found.get(name)) wrong.push(`${spec.name} ${name}: ${found.get(name)} instead of ${journal.get(name)}`);
    }
  }

  async function publish(list, editor) {
    const { spec, journal, drafts } = list;
    const draft = drafts[editor];
    const put = () => ask('PUT', spec.path, documentOf(spec, draft.items, draft.base.items), draft.base.tag);
    let { status, document } = await put();
    if (status === 412) {
      join(list, draft, await read(spec));
      ({ status, document } = await put());
    }
    if (status !== 200) return wrong.push(`${spec.name}: ${status} ${JSON.stringify(document)}`);
    counts.published += 1;
    const live = await read(spec);
    const [sent, found] = [draft.items, live.items].map((items) => items.map((item) => stable(content(item))));
    if (stable(sent) !== stable(found)) wrong.push(`${spec.name}: sent ${sent}, read ${found}`);
    for (const [name, text] of draft.written) {
      const index = draft.items.findIndex((item) => nameOf(spec, item) === name);
      text === null ? journal.delete(name) : journal.set(nameOf(spec, live.items[index]), text);
    }
    compare(list, live.items);
    // Of some answers the editor learns nothing, and goes on.
    if (random(6) === 0) counts.lost += 1;
    else drafts[editor] = drafted(live);
  }

  for (let step = 0; step < edits && !wrong.length; step += 1) {
    const [list, editor] = [lists[random(lists.length)], random(2)];
    edit(list, list.drafts[editor], step);
    if (random(5) === 0) await publish(list, editor);
  }
  for (const list of lists) {
    for (const editor of [0, 1]) if (!wrong.length) await publish(list, editor);
    const live = await read(list.spec);
    const { status } = await ask('PUT', list.spec.path, documentOf(list.spec, list.initial, live.items), live.tag);
    if (status !== 200) wrong.push(`${list.spec.name} is not as it was: ${status}`);
  }
  if (counts.joined < 50 || counts.conflicts < 20 || counts.lost < 10) wrong.push(`too tame: ${JSON.stringify(counts)}`);
  return wrong;
}"""


def walk(visit):
    """Two editors add, remove, move and change items of two lists at random, and lose some answers."""
    since = len(visit.flaws)
    visit.page.goto(visit.address + "/admin")
    began = time.monotonic()
    wrong = visit.page.evaluate(WALK, [demo.TOKEN, EDITS])
    taken = time.monotonic() - began
    # The browser tells that tags were old, and is right.
    visit.forget("status of 412", since)
    visit.flaws += [f"walk: {flaw}" for flaw in wrong[:5]]
    if taken > WALK_MAX:
        visit.flaws.append(f"the walk took {taken:.0f} seconds")


MARKUP = "</script><img src=x onerror=alert(1)><x-mark>&lt;'\""
PRODUCT = 207


def marked(document):
    """The document with markup in a text of its first item."""
    document = copy.deepcopy(document)
    first = document["items"][0]
    for name in ("title", "content"):
        if name in first:
            first[name] = MARKUP
    for name in ("titles", "message"):
        if name in first:
            first[name] = [{**title, "title": MARKUP} for title in first[name]]
    return document


LISTS = ["categories", "item-types", "event-categories", "event-banners", "screens/home", "app-config"]


def is_text(visit, name, is_shown=True):
    page = visit.page
    page.wait_for_load_state("networkidle")
    if page.locator("x-mark, img[src=x]").count():
        visit.flaws.append(f"{name}: a text became an element")
    if is_shown and MARKUP not in page.evaluate("document.body.innerText"):
        visit.flaws.append(f"{name}: the text is not shown")


def history(visit):
    return desk.call(visit, "GET", "/admin/v1/history?limit=20")[0]["changes"]


def markup(visit):
    """Titles and other texts that look like markup are shown as they were written."""
    page = visit.page
    newest = max((change["id"] for change in history(visit)), default=0)
    for path in (f"/admin/v1/{name}" for name in LISTS):
        document, tag = desk.call(visit, "GET", path)
        desk.call(visit, "PUT", path, marked(document), tag)
    product = desk.product(visit, PRODUCT)
    texts = {name: MARKUP for name in ("title", "brand", "maker", "description")}
    item = {"id": PRODUCT, "version": product["version"], **texts, "category_path": [MARKUP]}
    desk.call(visit, "PATCH", f"/v1/products?vendor={product['vendor']['id']}", {"items": [item]})
    for path in ("/", "/#/categories", f"/#/product/{PRODUCT}", "/#/list"):
        page.goto("about:blank")
        page.goto(visit.address + path)
        visit.drawn()
        is_text(visit, path)
    page.goto(f"{visit.address}/p/{PRODUCT}")
    is_text(visit, "the page of a product")
    desk.sign_in(visit)
    for name in page.locator(".rail a").evaluate_all("links => links.map(link => link.hash.slice(1))"):
        desk.go(page, name)
        is_text(visit, f"desk, {name}", is_shown=False)
        if page.locator(".row-open").count():
            page.locator(".row-open").first.click()
            is_text(visit, f"desk, an item of {name}", is_shown=False)
    # Its first item is open still.
    desk.go(page, "event_banners")
    page.get_by_label("그림 속 문구").fill("이름")
    page.get_by_role("button", name="확인하고 게시").click()
    expect(page.locator("dialog li").first).to_contain_text(MARKUP)
    is_text(visit, "desk, publishing")
    page.get_by_role("button", name="취소").click()
    desk.discard(page)
    for change in history(visit):
        if change["id"] > newest:
            desk.call(visit, "POST", f"/admin/v1/history/{change['id']}/undo")


PARTS = [walk, markup]
