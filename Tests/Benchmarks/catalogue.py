#!/usr/bin/env python3
"""Measures pages and products out of PostgreSQL, and prints tables.

usage: catalogue.py RELEASE_FOLDER [--products 100000] [--rounds 5] [--seconds 3]
                    [--only pages,growth,statements,kinds,paced,groups,home,search,desk,variants]
                    [--stolen-max HUNDREDTHS]

pages       a page of 20 tiles or cells by cursor, next to Go with pgx, which reads the same columns and
            encodes the same members; tiles next to C with libpq and to pgbench with 8 clients on our statement
growth      pages by cursor near the first and near page 5,000, and those of a tenth of the products
statements  the engine alone: statements a second and our CPU for each, 1 to 64 in flight
kinds       every kind of list and detail, 64 callers who ask again at once
groups      lists of an event, a category, an item type, and of these of one vendor, first pages and deep
            ones, 64 callers who pause and would ask for 1,000 a second
home        the home screen, every caller at a host of its own so that no answer is shared, next to Go
            with pgx, which asks the same and encodes the same members
search      searches of each kind, 16 callers who pause and would ask for 300 a second, and beside them
            the trigram index that PostgreSQL brings, asked by pgbench as often; then what adding a product
            costs with the index of searches and without it
desk        the table of all products at the desk: searches of each kind, filters, first pages and deep
            ones, 16 callers who pause and would ask for 300 a second
variants    lists, searches and the home screen of as many products with four variants each, next to those
            without any: what the server and PostgreSQL spend together
paced       the kinds, 64 callers who pause, and would ask for 1,000, 3,000 and 5,000 a second

Needs wrk, go with pgx 4, and pgbench. A private PostgreSQL is started and filled
first: with a million products it takes two minutes, and a second one for `growth`. All share the
machine's cores: quote ratios.
"""
import argparse
import contextlib
import http.client
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

from load import in_turns, load
from servers import free_port, start, start_moa, wait_for

HERE = os.path.dirname(os.path.abspath(__file__))
CONNECTIONS = 64
# Requests a second of those who do not ask again at once, if answers took no time.
PACES = (1_000, 3_000, 5_000)
PAGES_WALKED = 5_000
PEER_ROWS = """
drop table if exists page_rows;
create table page_rows (id bigint primary key, title text not null, price bigint not null,
  discount bigint not null, stock int not null, thumbnail text not null);
insert into page_rows
select i, '상품 ' || i, 1000 + i % 90000, i % 500, i % 50, 'https://shop.example/' || i || '.jpg'
from generate_series(1, 100000) i;
vacuum analyze page_rows;
"""
OUR_STATEMENT = """\\set below random(1000, {products})
select p.id, p.name, p.currency, p.amount, p.discount, p.stock, p.cover_sha256, p.cover_color,
  p.tile_file, p.tile_width, p.tile_height, p.tile_bytes
from (
  select id, name, currency, amount, discount, stock, cover_sha256, cover_color, tile_file,
    tile_width, tile_height, tile_bytes
  from moa.products
  where deleted_at is null and id < :below
  order by id desc
  limit 101
) p
order by p.id desc
limit 21;
"""


# Ten item types, half of them under each of two categories; every product is of one of them.
LISTS = {
    "categories": [{"id": 1, "title": "상의"}, {"id": 2, "title": "하의"}],
    "item_types": [{"id": number, "category_id": 1 + number % 2, "title": f"품목 {number}",
                    "thumbnail_image_url": "https://shop.example/a.png"}
                   for number in range(1, 11)],
    "event_categories": [{"key": f"event-{number}", "title": f"기획전 {number}",
                          "thumbnail_image_url": "https://shop.example/a.png",
                          "thumbnail_text_image_url": "https://shop.example/a.png"}
                         for number in range(1, 11)],
    "event_banners": [{"content": f"배너 {number}", "thumbnail_image_url": "https://shop.example/a.png",
                       "link": {"kind": "category", "id": 1}} for number in range(1, 9)],
}
# A thousand products all over the list, in no order.
EVENT = """
insert into moa.event_category_products (event_category_id, product_id, position)
select 1, id, row_number() over (order by hashint8extended(id, 7))
from (select id from moa.products where deleted_at is null
      order by hashint8extended(id, 3) limit 1000) chosen
"""


class Shop:
    """A running moa with many products, and its PostgreSQL."""

    def __init__(self, stack, folder, options, products=None):
        self.folder, self.products = folder, products or options.products
        self.data = f"{folder}/data"
        self.release = options.release
        subprocess.run([f"{self.release}/moa", "migrate", "--data-dir", self.data],
                       stdout=subprocess.DEVNULL, check=True)
        subprocess.run([f"{self.release}/moa", "seed", "-", "--data-dir", self.data], text=True,
                       input=json.dumps(LISTS), stdout=subprocess.DEVNULL, check=True)
        subprocess.run([f"{self.release}/moa", "demo", "--products", str(self.products),
                        "--data-dir", self.data, "--log-level", "warning"], check=True)
        self.server = start_moa(stack, f"{self.release}/moa", folder, "moa", data=self.data)
        self.conninfo = (f"host={self.data}/postgresql/server/socket user=moa")
        # Else the server tidies up after the load while it is measured.
        subprocess.run(["psql", "-q", self.database("moa"), "-c", EVENT, "-c", "vacuum analyze",
                        "-c", "checkpoint"], check=True)

    def database(self, name):
        return f"{self.conninfo} dbname={name}"

    def client(self):
        return http.client.HTTPConnection(self.server.base.split("//")[1])

    def vendor(self):
        """The identifier of the newest product's vendor."""
        client = self.client()
        client.request("GET", "/v1/products?limit=1")
        return json.load(client.getresponse())["items"][0]["vendor"]["id"]

    def cursors(self):
        """The cursors of the first pages, one after the other."""
        client = self.client()
        found, path = [], "/v1/products?limit=20"
        for _ in range(min(PAGES_WALKED, self.products // 20 - 1)):
            client.request("GET", path)
            cursor = json.load(client.getresponse())["page"]["next_cursor"]
            path = f"/v1/products?limit=20&cursor={cursor}"
            found.append(path)
        return found

    def file(self, name, paths):
        path = f"{self.folder}/{name}"
        with open(path, "w") as file:
            file.write("\n".join(paths) + "\n")
        return path


def table(title, heads, rows):
    """Prints a table in Markdown."""
    print(f"\n### {title}\n")
    print("| " + " | ".join(["", *heads]).strip() + " |\n" + "|---" * (len(heads) + 1) + "|")
    for name, cells in rows:
        print("| " + " | ".join([name, *map(str, cells)]) + " |", flush=True)


def make_peer_rows(shop):
    psql = ["psql", "-q", "-v", "ON_ERROR_STOP=1"]
    subprocess.run(psql + [shop.database("moa"), "-c", "create database pages"], check=True)
    subprocess.run(psql + [shop.database("pages")], input=PEER_ROWS, text=True, check=True,
                   stderr=subprocess.DEVNULL)


def start_peer(stack, *command):
    port = int(command[1].split(":")[-1])
    pid, _ = start(stack, list(command))
    wait_for(port)
    return pid, f"http://127.0.0.1:{port}"


def start_pgx(stack, shop, name="pgx", database="pages"):
    environment = dict(os.environ, GO111MODULE="off", GOFLAGS="", GOPATH="/usr/share/gocode",
                       GOCACHE=f"{shop.folder}/cache")
    subprocess.run(["go", "build", "-o", f"{shop.folder}/{name}", f"{HERE}/peers/{name}/main.go"],
                   env=environment, check=True)
    return start_peer(stack, f"{shop.folder}/{name}", f"127.0.0.1:{free_port()}",
                      shop.database(database) + " pool_max_conns=8")


def start_libpq(stack, shop):
    """What a page costs at least; clang comes with Swift."""
    libpq = subprocess.run(["pkg-config", "--cflags", "--libs", "libpq"], capture_output=True,
                           text=True, check=True).stdout.split()
    subprocess.run(["clang", "-O2", "-D_GNU_SOURCE", "-o", f"{shop.folder}/libpq",
                    f"{HERE}/peers/libpq/main.c", *libpq], check=True)
    return start_peer(stack, f"{shop.folder}/libpq", str(free_port()), str(os.cpu_count()),
                      shop.database("pages"))


def bench(shop, options):
    """pgbench on the statement of our page, as transactions a second."""
    script = f"{shop.folder}/page.sql"
    with open(script, "w") as file:
        file.write(OUR_STATEMENT.format(products=shop.products))
    out = subprocess.run(
        ["pgbench", "-n", "-M", "prepared", "-c", "8", "-j", "1", "-T",
         str(options.seconds), "-f", script, shop.database("moa")],
        capture_output=True, text=True, check=True).stdout
    rate = float(re.search(r"tps = ([\d.]+)", out)[1])
    return {"rps": rate, "p99": float("nan"), "cpu": float("nan"), "bad": 0}


def asked(pid, base, file, options, pause=None):
    return lambda: load(pid, base + "/", CONNECTIONS, options.seconds, paths=file, pause=pause)


PGX = "/usr/share/gocode/src/github.com/jackc/pgx"


def pages(stack, shop, options):
    walked = shop.cursors()
    variants = {"tiles": [path + "&variant=tile" for path in walked], "cells": walked}
    # Every caller at another of twenty hosts: with one, a part of the answers would be in memory.
    ours = {name: shop.file(f"our-{name}", at_hosts(paths)) for name, paths in variants.items()}
    random.seed(7)
    places = [random.randint(1_000, shop.products - 1_000) for _ in range(5_000)]
    server = shop.server
    loads = [("moa: 20 tiles", asked(server.pid, server.base, ours["tiles"], options))]
    cells = [("moa: 20 cells", asked(server.pid, server.base, ours["cells"], options))]
    # Right behind ours: the machine changes its speed while a round lasts.
    if shutil.which("go") and os.path.isdir(PGX):
        pid, base = start_pgx(stack, shop, database="moa")
        for name, beside in (("tiles", loads), ("cells", cells)):
            first = answer(server.base, f"/v1/products?variant={name[:-1]}")
            compare(first["items"], answer(base, f"/{name}?before={1 << 40}")["items"], name)
            file = shop.file(f"their-{name}", [f"/{name}?before={place}" for place in places])
            beside.append((f"Go and pgx: 20 {name}", asked(pid, base, file, options)))
    else:
        print("without Go and pgx: there is no package of it")
    loads += cells
    if sys.platform == "linux":
        make_peer_rows(shop)
        rows = shop.file("rows", [f"/page?before={random.randint(1000, 99000)}"
                                  for _ in range(5000)])
        pid, base = start_libpq(stack, shop)
        loads.append(("C and libpq: 20 rows of 6 columns", asked(pid, base, rows, options)))
    loads += [
        ("pgbench, 8 clients, our statement", lambda: bench(shop, options)),
        ("moa: the last page only", asked(server.pid, server.base,
                                          shop.file("last", walked[-1:]), options)),
    ]
    medians = in_turns(loads, options.rounds)

    def ratio(name, row, key):
        ours = medians["moa: 20 cells" if name.endswith("cells") else "moa: 20 tiles"]
        return f"{ours[key] / row[key]:.2f}"

    table(f"A page by cursor, {shop.products:,} products",
          ["req/s", "p99 us", "its CPU us/req", "errors", "moa's req/s : its", "moa's CPU : its"],
          [(name, [f"{row['rps']:.0f}", f"{row['p99']:.0f}", f"{row['cpu']:.0f}", row["bad"],
                   ratio(name, row, "rps"), ratio(name, row, "cpu")])
           for name, row in medians.items()])


def at_hosts(paths):
    """Every path at each of twenty hosts, in no order."""
    lines = [f"{path} shop{number}.example" for path in paths for number in range(20)]
    random.Random(7).shuffle(lines)
    return lines


def growth(stack, shop, options):
    folder = f"{shop.folder}/small"
    os.mkdir(folder)
    small = Shop(stack, folder, options, shop.products // 10)
    walked = shop.cursors()
    places = {
        "pages 1 to 500": (shop, walked[:500]),
        f"pages {len(walked) - 499:,} to {len(walked):,}": (shop, walked[-500:]),
        f"pages 1 to 500 of {small.products:,} products": (small, small.cursors()[:500]),
    }
    loads = []
    for number, (name, (at, paths)) in enumerate(places.items()):
        file = shop.file(f"growth{number}", paths)
        loads.append((name, asked(at.server.pid, at.server.base, file, options)))
    medians = in_turns(loads, options.rounds)
    first = medians["pages 1 to 500"]
    table(f"Does a page cost more where there is more? {shop.products:,} products",
          ["req/s", "our CPU us/req", "errors", "req/s : the first's", "CPU : the first's"],
          [(name, [f"{row['rps']:.0f}", f"{row['cpu']:.0f}", row["bad"],
                   f"{row['rps'] / first['rps']:.2f}", f"{row['cpu'] / first['cpu']:.2f}"])
           for name, row in medians.items()])


def statements(_, shop, options):
    print("\n### Statements, the engine alone\n", flush=True)
    subprocess.run([f"{shop.release}/statements", shop.database("moa"), str(options.seconds)],
                   check=True)


def all_kinds(shop):
    random.seed(7)
    count = shop.products
    ids = [random.randint(300, count) for _ in range(5000)]
    cursors, vendor = shop.cursors(), shop.vendor()
    return {
        "`/v1/products`": ["/v1/products"],
        "the same by cursor, deep": cursors[-1:],
        "`sort=price_asc&on_sale=true`": ["/v1/products?sort=price_asc&on_sale=true"],
        "`sort=price_desc&in_stock=true`": ["/v1/products?sort=price_desc&in_stock=true"],
        "`limit=100`": ["/v1/products?limit=100"],
        "`limit=100` by cursor, deep": [cursors[-1].replace("limit=20", "limit=100")],
        "`vendor=...`, the newest product's": [f"/v1/products?vendor={vendor}"],
        "`vendor=...&sort=price_desc`": [f"/v1/products?vendor={vendor}&sort=price_desc"],
        "`variant=tile`": ["/v1/products?variant=tile"],
        "`/v1/banner`": ["/v1/banner"],
        "Open Market's first page": ["/api/products?page_no=1&items_per_page=20"],
        "Open Market's, 100 products": ["/api/products?page_no=1&items_per_page=100"],
        "Open Market's poll for one product": ["/api/products?page_no=1&items_per_page=1"],
        "its second version": ["/openmarket/v2/api/products?page_no=1&items_per_page=20"],
        "its second version, a search": [
            "/openmarket/v2/api/products?search_value=" + urllib.parse.quote("셔츠")],
        "MommyTalk's first page": ["/rest/shopping/products?offset=0&limit=20"],
        "`/v1/products/{id}`, the same for all": [f"/v1/products/{count // 2}"],
        "Open Market's, the same for all": [f"/api/products/{count // 2}"],
        "Open Market, a leap to the same page": [
            f"/api/products?page_no={count // 40}&items_per_page=20"],
        "MommyTalk, a leap to the same offset": [
            f"/rest/shopping/products?offset={count // 2}&limit=20"],
        "`/v1/products` by a random cursor": random.Random(7).sample(cursors, len(cursors)),
        "`/v1/products/{id}`, random": [f"/v1/products/{number}" for number in ids],
        "Open Market's, random": [f"/api/products/{number}" for number in ids],
        "Open Market, a leap to a random page": [
            f"/api/products?page_no={random.randint(1, count // 20)}&items_per_page=20"
            for _ in range(5000)],
        "MommyTalk, a leap to a random offset": [
            f"/rest/shopping/products?offset={20 * random.randint(0, count // 25)}&limit=20"
            for _ in range(5000)],
    }


def kinds(_, shop, options):
    server = shop.server
    loads = [(name, asked(server.pid, server.base, shop.file(f"kind{number}", paths), options))
             for number, (name, paths) in enumerate(all_kinds(shop).items())]
    table(f"64 callers without a pause, {shop.products:,} products",
          ["req/s", "p50 ms", "p99 ms", "CPU us/req", "errors", "stolen, s/100"],
          [(name, [f"{row['rps']:.0f}", f"{row['p50'] / 1e3:.1f}", f"{row['p99'] / 1e3:.1f}",
                   f"{row['cpu']:.0f}", row["bad"], row["stolen"]])
           for name, row in in_turns(loads, options.rounds, options.stolen_max).items()])


def paced(_, shop, options):
    """Each caller draws its own path where there is more than one to ask for."""
    server = shop.server
    files = [(name, shop.file(f"paced{number}", paths))
             for number, (name, paths) in enumerate(all_kinds(shop).items())]
    for pace in PACES:
        pause = round(1_000 * CONNECTIONS / pace)
        loads = [(name, asked(server.pid, server.base, file, options, pause)) for name, file in files]
        table(f"64 callers who pause for {pause} ms, {shop.products:,} products",
              ["req/s", "p50 ms", "p99 ms", "errors", "stolen, s/100"],
              [(name, [f"{row['rps']:.0f}", f"{row['p50'] / 1e3:.1f}", f"{row['p99'] / 1e3:.1f}",
                       row["bad"], row["stolen"]])
               for name, row in in_turns(loads, options.rounds, options.stolen_max).items()])


def walked(shop, query, pages):
    """A path behind that many pages of a list."""
    client, path = shop.client(), f"/v1/products?limit=100&{query}"
    for _ in range(pages):
        client.request("GET", path)
        cursor = json.load(client.getresponse())["page"].get("next_cursor")
        if not cursor:
            break
        path = f"/v1/products?limit=100&{query}&cursor={cursor}"
    return path.replace("limit=100&", "")


def groups(_, shop, options):
    vendor = shop.vendor()
    loads = []
    for name, query in {
        "`event=`": "event=1", "`event=&on_sale=`": "event=1&on_sale=true",
        "`category=`": "category=1", "`category=&on_sale=`": "category=1&on_sale=true",
        "`category=&sort=price_asc`": "category=1&sort=price_asc",
        "`item_type=`": "item_type=3", "`item_type=&on_sale=`": "item_type=3&on_sale=true",
        "`item_type=&sort=price_desc`": "item_type=3&sort=price_desc",
        "`item_type=&vendor=`": f"item_type=3&vendor={vendor}",
    }.items():
        for place, paths in {"first page": [f"/v1/products?{query}"],
                             "deep": [walked(shop, query, 200)]}.items():
            file = shop.file(f"groups{len(loads)}", paths)
            pause = round(1_000 * CONNECTIONS / 1_000)
            loads.append((f"{name}, {place}",
                          asked(shop.server.pid, shop.server.base, file, options, pause)))
    table(f"Groups of products, 64 callers who pause for 64 ms, {shop.products:,} products",
          ["req/s", "p50 ms", "p99 ms", "errors", "stolen, s/100"],
          [(name, [f"{row['rps']:.0f}", f"{row['p50'] / 1e3:.1f}", f"{row['p99'] / 1e3:.1f}",
                   row["bad"], row["stolen"]])
           for name, row in in_turns(loads, options.rounds, options.stolen_max).items()])


SEARCHERS = 16
SEARCH_PACE = 300
# Terms by how many of a million products have them.
TERMS = """
select term from moa.search_terms
where products between {low}::int8 * {products} / 1000000 and {high}::int8 * {products} / 1000000
  and char_length(term) = {length}
order by md5(term) limit 60
"""


def terms(shop, low, high, length=2):
    text = TERMS.format(low=low, high=high, length=length, products=shop.products)
    return subprocess.run(["psql", "-At", shop.database("moa"), "-c", text],
                          capture_output=True, text=True, check=True).stdout.split()


def search_classes(shop):
    """Queries by what they are, up to sixty of each."""
    chosen = random.Random(11)
    frequent, middle, rare = terms(shop, 50_000, 10**9), terms(shop, 1_500, 6_000), terms(shop, 20, 300)
    rare = rare or terms(shop, 1, 300, 3)
    titles = subprocess.run(
        ["psql", "-At", shop.database("moa"), "-c",
         "select body from moa.product_search where product_id % 9973 = 0 limit 200"],
        capture_output=True, text=True, check=True).stdout.split()
    bodies = [title for title in titles if len(title) > 9]
    pairs = lambda one, other: [f"{chosen.choice(one)} {chosen.choice(other)}" for _ in range(60)]
    return {
        "1 syllable, frequent": ["트", "스", "울", "가", "코", "니"],
        "1 syllable, less so": sorted({word[1] for word in middle})[:60],
        "2 syllables, frequent": frequent,
        "2 syllables, 1,500 to 6,000": middle,
        "2 syllables, rare": rare,
        "5 syllables": [body[2:7] for body in bodies][:60],
        "5 syllables, rare": [body[-12:-7] for body in bodies][:60],
        "two frequent words": pairs(frequent, frequent),
        "a frequent and a rare word": pairs(frequent, rare),
        "two words of the middle": pairs(middle, middle),
    }


def search(stack, shop, options):
    classes = search_classes(shop)
    pause = round(1_000 * SEARCHERS / SEARCH_PACE)

    def paths(words, query):
        return [f"/v1/search?q={urllib.parse.quote(word)}{query}" for word in words]
    loads = []
    for name, words in classes.items():
        for sort in ("newest", "relevance", "price_asc"):
            file = shop.file(f"search{len(loads)}", paths(words, f"&sort={sort}"))
            loads.append((f"{name}, {sort}", lambda file=file: load(
                shop.server.pid, shop.server.base + "/", SEARCHERS, options.seconds, paths=file,
                pause=pause)))
    everything = [word for words in classes.values() for word in words]
    for sort in ("newest", "relevance"):
        file = shop.file(f"search-all-{sort}", paths(everything, f"&sort={sort}"))
        loads.append((f"all of them, {sort}", lambda file=file: load(
            shop.server.pid, shop.server.base + "/", SEARCHERS, options.seconds, paths=file,
            pause=pause)))
    beginnings = [f"/v1/search/suggestions?q={urllib.parse.quote(word[:length])}"
                  for word in everything for length in range(1, len(word) + 1)]
    file = shop.file("suggestions", beginnings)
    loads.append(("suggestions", lambda: load(
        shop.server.pid, shop.server.base + "/", SEARCHERS, options.seconds, paths=file, pause=pause)))
    table(f"Searches, 16 callers who would ask for 300 a second, {shop.products:,} products",
          ["req/s", "p50 ms", "p99 ms", "errors", "stolen, s/100"],
          [(name, [f"{row['rps']:.0f}", f"{row['p50'] / 1e3:.1f}", f"{row['p99'] / 1e3:.1f}",
                   row["bad"], row["stolen"]])
           for name, row in in_turns(loads, options.rounds, options.stolen_max).items()])
    inserts(shop, options)
    naive(shop, classes, options)


def scrolled(shop, fields, query, pages=100):
    """The paths of the pages of the desk's table."""
    client, path, found = shop.client(), f"/admin/v1/products?{query}", []
    for _ in range(pages):
        found.append(path)
        client.request("GET", path, headers=fields)
        cursor = json.load(client.getresponse()).get("next")
        if not cursor:
            break
        path = f"/admin/v1/products?{query}&cursor={cursor}"
    return found


def desk(_, shop, options):
    token = subprocess.run(
        [f"{shop.release}/moa", "token", "create", "--name", "bench", "--scope", "merchandise", "--data-dir",
         shop.data], text=True, stdout=subprocess.PIPE, check=True).stdout.strip()
    fields, vendor = {"Authorization": f"Bearer {token}"}, shop.vendor()
    kinds = {f"search, {name}": [f"/admin/v1/products?q={urllib.parse.quote(word)}" for word in words]
             for name, words in search_classes(shop).items()}
    for name, query in {
        "newest": "sort=newest", "cheapest": "sort=price", "shown": "status=shown", "sold out": "status=sold_out",
        "hidden": "status=hidden", "removed": "status=removed", "of a vendor": f"vendor={vendor}",
        "of a vendor, cheapest": f"vendor={vendor}&sort=price",
    }.items():
        pages = scrolled(shop, fields, query)
        kinds[f"{name}, first page"] = pages[:1]
        kinds[f"{name}, {len(pages)} pages"] = pages
    pause = round(1_000 * SEARCHERS / SEARCH_PACE)
    loads = []
    for name, paths in kinds.items():
        file = shop.file(f"desk{len(loads)}", paths)
        loads.append((name, lambda file=file: load(
            shop.server.pid, shop.server.base + "/", SEARCHERS, options.seconds, paths=file, pause=pause,
            fields=[f"{field}: {value}" for field, value in fields.items()])))
    table(f"The desk's table, 16 callers who would ask for 300 a second, {shop.products:,} products",
          ["req/s", "p50 ms", "p99 ms", "errors", "stolen, s/100"],
          [(name, [f"{row['rps']:.0f}", f"{row['p50'] / 1e3:.1f}", f"{row['p99'] / 1e3:.1f}",
                   row["bad"], row["stolen"]])
           for name, row in in_turns(loads, options.rounds, options.stolen_max).items()])


INSERT = """\\set like random(1, {products})
with old as (select * from moa.products where id = :like),
created as (
  insert into moa.products
    (name, description, currency, amount, discount, stock, brand, type, item_type_id, vendor_id,
      created_at, updated_at, cover_sha256)
  select name, description, currency, amount, discount, stock, brand, type, item_type_id, vendor_id,
    now(), now(), cover_sha256
  from old
  returning id
), shown as (
  insert into moa.product_images (product_id, position, sha256)
  select created.id, 1, cover_sha256 from created, old
){searched}
select id from created;
"""
SEARCHED = """, searched as (
  insert into moa.product_search (product_id, title, body, grams, is_sold_out)
  select created.id, title, body, grams, is_sold_out from created, moa.product_search where product_id = :like
), counted as (
  insert into moa.search_term_changes (terms, change)
  select string_to_array(trim(title), ' '), 1 from moa.product_search where product_id = :like
)"""


def inserts(shop, options):
    """One after the other, as products are added."""
    rows = []
    for name, searched in {"a product that is not searched": "", "one that is": SEARCHED}.items():
        script = f"{shop.folder}/insert.sql"
        with open(script, "w") as file:
            file.write(INSERT.format(products=shop.products, searched=searched))
        figures = [float(re.search(r"latency average = ([\d.]+)", subprocess.run(
            ["pgbench", "-n", "-M", "prepared", "-c", "1", "-T", str(options.seconds), "-f", script,
             shop.database("moa")], capture_output=True, text=True, check=True).stdout)[1])
            for _ in range(options.rounds)]
        rows.append((name, [f"{sorted(figures)[len(figures) // 2]:.2f}"]))
    table("Adding a product, by pgbench", ["ms"], rows)


NAIVE = """\\set n random(1, {count})
select id, name from moa.products
where deleted_at is null and name ilike (select '%' || word || '%' from naive_{number} where n = :n)
order by id desc limit 20;
"""


def naive(shop, classes, options):
    """The newest by an index of trigrams, as the first thing that one would try."""
    psql = lambda *texts: subprocess.run(
        ["psql", "-q", shop.database("moa"), *(part for text in texts for part in ("-c", text))],
        check=True)
    psql("create extension if not exists pg_trgm",
         "create index if not exists naive_names on moa.products using gin (name gin_trgm_ops)",
         "analyze moa.products")
    rows = []
    for number, (name, words) in enumerate(classes.items()):
        values = ", ".join(f"({n}, '{word}')" for n, word in enumerate(words, 1))
        psql(f"drop table if exists naive_{number}",
             f"create table naive_{number} (n int primary key, word text)",
             f"insert into naive_{number} values {values}")
        script = f"{shop.folder}/naive{number}.sql"
        with open(script, "w") as file:
            file.write(NAIVE.format(count=len(words), number=number))
        out = subprocess.run(
            ["pgbench", "-n", "-c", str(SEARCHERS), "-j", "1", "-R", str(SEARCH_PACE), "-T",
             str(options.seconds), "-l", "--log-prefix", f"{shop.folder}/naive{number}", "-f", script,
             shop.database("moa")], capture_output=True, text=True, check=True).stdout
        times = []
        for log in os.listdir(shop.folder):
            if log.startswith(f"naive{number}.") and not log.endswith(".sql"):
                with open(f"{shop.folder}/{log}") as lines:
                    times += [int(line.split()[2]) for line in lines]
        times.sort()
        rate = float(re.search(r"tps = ([\d.]+)", out)[1])
        rows.append((name, [f"{rate:.0f}"] + [
            f"{times[int(len(times) * share)] / 1e3:.1f}" if times else "-" for share in (0.5, 0.99)]))
    table("The same words by trigrams, newest, asked by pgbench 300 times a second",
          ["req/s", "p50 ms", "p99 ms"], rows)


def home(stack, shop, options):
    path = "/v1/screens/home"
    file = shop.file("home-paths", [f"{path} shop{number}.example" for number in range(1_000)])
    server = shop.server
    loads = [("moa", asked(server.pid, server.base, file, options))]
    if shutil.which("go") and os.path.isdir(PGX):
        pid, base = start_pgx(stack, shop, "home", "moa")
        answers = [answer(one, path)["sections"] for one in (server.base, base)]
        for ours, theirs in zip(*answers, strict=True):
            compare(ours["items"], theirs["items"], f"the section {ours['id']}")
        loads.append(("Go and pgx", asked(pid, base, file, options)))
    else:
        print("without Go and pgx: there is no package of it")
    medians = in_turns(loads, options.rounds)
    ours = medians["moa"]
    table(f"The home screen, 64 callers, {shop.products:,} products",
          ["req/s", "p99 ms", "its CPU us/req", "errors", "moa's req/s : its", "moa's CPU : its"],
          [(name, [f"{row['rps']:.0f}", f"{row['p99'] / 1e3:.1f}", f"{row['cpu']:.0f}", row["bad"],
                   f"{ours['rps'] / row['rps']:.2f}", f"{ours['cpu'] / row['cpu']:.2f}"])
           for name, row in medians.items()])


def compare(ours, theirs, what):
    """Both answer the same members of the same things, or there is nothing to compare."""
    if [item["id"] for item in ours] != [item["id"] for item in theirs] or (
            [sorted(item) for item in ours] != [sorted(item) for item in theirs]):
        sys.exit(f"{what}: the members are others")


def answer(base, path):
    client = http.client.HTTPConnection(base.split("//")[1])
    client.request("GET", path, headers={"Host": "shop.example"})
    return json.load(client.getresponse())


# Two colours in two sizes; some are sold out, some cost more.
VARIANTS = """
with written as (
  update moa.products
  set options = array['색상', '검정', '#000000', '색상', '흰색', '#FFFFFF', '사이즈', 'S', '', '사이즈', 'M', '']
  returning id, vendor_id, amount, discount, stock
)
insert into moa.product_variants (product_id, vendor_id, position, choices, sku, amount, discount, stock)
select id, vendor_id, place, choices, id || '-' || place,
  amount + case when id % 3 = 0 then 1000 * (place - 1) else 0 end, discount, stock / 4
from written cross join unnest(
  array[1, 2, 3, 4], array['검정', '검정', '흰색', '흰색'], array['S', 'M', 'S', 'M']) as given (place, colour, size)
cross join lateral (select array[colour, size] as choices) as chosen
"""


def variants(stack, shop, options):
    folder = f"{shop.folder}/variants"
    os.mkdir(folder)
    other = Shop(stack, folder, options)
    psql = lambda at, *texts: subprocess.run(
        ["psql", "-q", "-v", "ON_ERROR_STOP=1", at.database("moa"),
         *(part for text in texts for part in ("-c", text))], check=True)
    for at in (shop, other):
        psql(at, "delete from moa.product_variants",
             "update moa.products set options = null, price_varies = null where options is not null")
    psql(other, VARIANTS)
    loads = []
    words = [word for kind in search_classes(shop).values() for word in kind]
    asked_for = {
        "lists by cursor": lambda at: at.cursors()[:2_000],
        "searches": lambda at: [f"/v1/search?q={urllib.parse.quote(word)}" for word in words],
        "the home screen": lambda at: ["/v1/screens/home"],
    }
    # Tables without what their updates left behind, so that both are read as they are a day later.
    for at in (shop, other):
        psql(at, "vacuum full moa.products", "vacuum analyze", "checkpoint")
    for name, paths in asked_for.items():
        for kind, at in (("without", shop), ("with", other)):
            file = at.file(f"variants{len(loads)}", at_hosts(paths(at)))
            loads.append((f"{name}, {kind}", lambda at=at, file=file: load(
                at.server.pid, at.server.base + "/", SEARCHERS, options.seconds, paths=file,
                with_database=True)))
    medians = in_turns(loads, options.rounds)
    table(f"Four variants of each of {shop.products:,} products, and none",
          ["req/s with", "CPU us/req with", "CPU us/req without", "CPU with : without", "errors"],
          [(name, [f"{medians[name + ', with']['rps']:.0f}",
                   *(f"{medians[f'{name}, {kind}']['cpu']:.0f}" for kind in ("with", "without")),
                   f"{medians[name + ', with']['cpu'] / medians[name + ', without']['cpu']:.3f}",
                   sum(medians[f"{name}, {kind}"]["bad"] for kind in ("with", "without"))])
           for name in asked_for])


WORKS = {work.__name__: work for work in (pages, growth, statements, kinds, paced, groups, home,
                                          search, desk, variants)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("release")
    parser.add_argument("--products", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--only", default=",".join(WORKS))
    parser.add_argument("--stolen-max", type=int, metavar="HUNDREDTHS",
                        help="kinds and paced: what the hypervisor may take, in hundredths of a second, "
                             "while one load runs, before it is run again, up to four times")
    options = parser.parse_args()
    needed = {"pages": ("wrk", "pgbench"), "growth": ("wrk",), "kinds": ("wrk",),
              "paced": ("wrk",), "groups": ("wrk",), "home": ("wrk",), "search": ("wrk", "pgbench"),
              "desk": ("wrk",), "variants": ("wrk",)}
    missing = {tool for name in options.only.split(",") for tool in ("psql", *needed.get(name, ()))
               if not shutil.which(tool)}
    if missing:
        sys.exit(f"missing: {' '.join(missing)}")
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="moa-bench-"))
        os.chmod(folder, 0o755)
        shop = Shop(stack, folder, options)
        for name in options.only.split(","):
            WORKS[name](stack, shop, options)


if __name__ == "__main__":
    main()
