"""Whether the pages work for people: `pages.py PROGRAM [DIRECTORY]` in Chromium; pictures go to DIRECTORY.
Some of them are README's and the tutorials': when a page has changed, copy `readme-shop.png` to `shop.png` in
`Sources/moa/Moa.docc/Resources`, and `desk*.png` there. They need a font with Hangul (Debian: fonts-noto-cjk).

Nothing is told on the console and nothing is asked of another server, lists scroll to their end, a
product opens, what is typed is found, hearts stay, what changed is drawn, and axe finds no fault, at the width of a phone and of a desk,
light and dark, in Korean and English. At a desk, forms of "try it" work, and the keyboard is enough.
"""

import base64
import pathlib
import re
import shutil
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

import demo
import desk
import editors

PRODUCTS = 207
# How long anything may take, in milliseconds: other tests keep the machine busy.
PATIENCE = 150_000
PICTURE = pathlib.Path(__file__).parent / "../../db/demo/images/banner-coor.png"
LOOKS = [
    ("desk-light", {"width": 1280, "height": 900}, "light", "ko-KR"),
    ("phone-dark", {"width": 390, "height": 844}, "dark", "en-US"),
]
README = ("readme", {"width": 1100, "height": 720}, "light", "en-US")


class Visit:
    """One page in one look, and all that is wrong with it."""

    def __init__(self, browser, address, look, place):
        self.name, viewport, scheme, locale = look
        self.address, self.place, self.flaws = address, place, []
        context = browser.new_context(
            viewport=viewport, color_scheme=scheme, locale=locale,
            permissions=["clipboard-read", "clipboard-write"])
        context.set_default_timeout(PATIENCE)
        self.page = context.new_page()
        self.page.on("console", self.heard)
        self.page.on("pageerror", lambda error: self.flaws.append(f"error: {error}"))
        self.page.on("request", self.asked)

    def heard(self, message):
        if message.type in ("error", "warning"):
            self.flaws.append(f"console: {message.text}")

    def asked(self, request):
        if not request.url.startswith((self.address, "blob:", "data:")):
            self.flaws.append(f"asked elsewhere: {request.url}")

    def forget(self, text, since):
        """Takes back what a part has provoked: all that was told from a place on."""
        self.flaws[since:] = [flaw for flaw in self.flaws[since:] if text not in flaw]

    def open(self, path, name):
        self.page.goto(self.address + path)
        self.drawn()
        self.look_at(name)

    def look_at(self, name):
        # Nothing else waits for pictures and fonts.
        self.page.wait_for_load_state("networkidle")
        if self.place:
            self.page.screenshot(path=self.place / f"{self.name}-{name}.png")
        # Documents beside a screen all look the same, and are most of what there is: those of one page are enough.
        found = Axe().run(self.page, None if name == "home" else {"exclude": [["#panel pre"]]})
        for violation in found.response["violations"]:
            nodes = [node["html"][:120] for node in violation["nodes"][:3]]
            self.flaws.append(f"{name}: axe {violation['id']}: {violation['help']} {nodes}")

    def drawn(self):
        self.page.wait_for_selector("[aria-busy=false]")


def shop(visit):
    page = visit.page
    visit.open("/?fbclid=IwAR0", "home")
    expect(page.locator("section.section")).to_have_count(4)
    language = page.locator("html").get_attribute("lang")
    page.get_by_role("button", name="curl").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    if copied != f"curl -H 'Accept-Language: {language}' '{visit.address}/v1/screens/home'":
        visit.flaws.append(f"copied: {copied}")
    visit.open("/#/categories", "categories")
    visit.open("/#/product/207", "product")
    visit.open("/#/list", "list")
    cards = page.locator("#screen .card")
    scroll_to_end(page, cards, PRODUCTS)
    links = cards.evaluate_all("cards => cards.map(card => card.getAttribute('href'))")
    if len(set(links)) != PRODUCTS:
        visit.flaws.append("a product came twice")


def scroll_to_end(page, cards, count):
    for _ in range(PATIENCE // 100):
        if cards.count() >= count:
            break
        page.locator("#screen").evaluate("screen => screen.scrollTo(0, screen.scrollHeight)")
        page.wait_for_timeout(100)
    expect(cards).to_have_count(count)


def keyboard(visit):
    """From the first screen to a product and back, without a mouse."""
    page = visit.page
    page.goto(visit.address + "/")
    visit.drawn()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.card')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("article.product")
    page.locator("#back").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("section.event_banners")


def search(visit):
    """Typed, suggested, found, without a mouse; and a search that finds nothing."""
    page = visit.page
    page.goto(visit.address + "/")
    visit.drawn()
    field = page.get_by_role("combobox")
    field.focus()
    page.keyboard.type("머그")
    options = page.get_by_role("option")
    expect(options.first).to_be_visible()
    expect(options.first.locator("mark")).to_have_text("머그")
    visit.look_at("suggestions")
    page.keyboard.press("ArrowDown")
    expect(field).to_have_attribute("aria-activedescendant", "suggestion-0")
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    expect(field).to_have_value("머그")
    page.keyboard.press("Enter")
    page.wait_for_selector(".found")
    visit.drawn()
    expect(page.locator("#screen .card .name mark").first).to_have_text("머그")
    expect(page.locator("#panel")).to_contain_text("GET /v1/search?q=")
    visit.look_at("results")
    # More than a page.
    field.fill("스")
    field.press("Enter")
    expect(page.locator("#panel")).to_contain_text("q=%EC%8A%A4")
    visit.drawn()
    total = page.evaluate("fetch('/v1/search?q=스').then(answer => answer.json())")["total"]
    expect(page.locator(".found [role=status]")).to_contain_text(str(total))
    cards = page.locator("#screen .card")
    scroll_to_end(page, cards, total)
    # By the suggestion, not by what was typed.
    field.fill("ajrm")
    expect(options.first).to_be_visible()
    field.press("ArrowDown")
    first = options.first.inner_text()
    field.press("Enter")
    expect(field).to_have_value(first)
    expect(cards.first).to_be_visible()
    field.fill("hoodei")
    field.press("Enter")
    expect(page.locator(".found")).to_contain_text("hoodie")
    field.fill("zqxjkv 0000")
    field.press("Enter")
    expect(page.locator(".foot")).to_contain_text("zqxjkv 0000")
    expect(cards).to_have_count(0)
    visit.look_at("nothing-found")


def filtered(visit):
    """Searches are filtered by values of options, without a mouse, and the address names these."""
    page = visit.page
    page.goto(visit.address + "/#/search/팬츠")
    page.reload()
    visit.drawn()
    colours = page.get_by_role("group", name="색상").get_by_role("checkbox")
    expect(colours.first).not_to_be_checked()
    cards = page.locator("#screen .card")
    found = page.evaluate("fetch('/v1/search?q=팬츠').then(answer => answer.json())")
    expect(cards).to_have_count(len(found["items"]))
    wanted = next(one for one in found["facets"]["options"] if one["name"] == "색상")["values"][-1]
    box = page.get_by_role("checkbox", name=wanted["text"])
    box.focus()
    page.keyboard.press("Space")
    expect(cards).to_have_count(wanted["count"])
    expect(box).to_be_checked()
    expect(box).to_be_focused()
    expect(page.locator("#panel pre").first).to_contain_text("&option=")
    visit.look_at("filtered")
    size = box.locator("..").bounding_box()
    if min(size["width"], size["height"]) < 44:
        visit.flaws.append(f"a filter of {size['width']} x {size['height']} pixels")
    page.reload()
    visit.drawn()
    expect(box).to_be_checked()
    # A value that nothing has can be taken back.
    page.goto(visit.address + "/#/search/팬츠?option=색상:없음")
    none = page.get_by_role("checkbox", name="없음")
    expect(none).to_be_checked()
    expect(cards).to_have_count(0)
    visit.look_at("filtered-to-nothing")
    none.focus()
    page.keyboard.press("Space")
    expect(cards).to_have_count(len(found["items"]))
    # No more are chosen than a search takes.
    many = "&".join(f"option=색상:없음 {number}" for number in range(21))
    page.goto(visit.address + f"/#/search/팬츠?{many}")
    expect(page.locator(".filters :checked")).to_have_count(20)
    expect(page.locator(".filters [role=status]")).to_contain_text("20")
    expect(box).to_be_disabled()
    page.locator("h1").focus()


def search_links(visit):
    """A banner that leads to a search."""
    page = visit.page
    kept = page.evaluate(
        "fetch('/v1/screens/home').then(answer => answer.json())")
    banner = kept["sections"][0]["items"][0]
    banner["link"] = {"kind": "search", "query": "100% 머그?"}
    page.route("**/v1/screens/home", lambda route: route.fulfill(json=kept))
    page.goto(visit.address + "/#/home")
    page.reload()
    visit.drawn()
    page.locator(".banner").first.click()
    expect(page.get_by_role("combobox")).to_have_value("100% 머그?")
    visit.drawn()
    page.unroute("**/v1/screens/home")


def hearts(visit):
    """One that is pressed stays so, everywhere; one that the server refuses turns back."""
    page = visit.page
    page.goto(visit.address + "/#/likes")
    page.reload()
    visit.drawn()
    expect(page.locator("#screen .card")).to_have_count(0)
    page.goto(visit.address + "/#/list")
    visit.drawn()
    heart = page.locator("#screen .heart").nth(2)
    size = heart.bounding_box()
    if min(size["width"], size["height"]) < 44:
        visit.flaws.append(f"a heart of {size['width']} x {size['height']} pixels")
    expect(heart).to_have_attribute("aria-pressed", "false")
    number = heart.get_attribute("data-product")
    heart.focus()
    with page.expect_response(lambda answer: answer.request.method == "PUT") as kept:
        page.keyboard.press("Space")
    expect(heart).to_have_attribute("aria-pressed", "true")
    if kept.value.status != 204:
        visit.flaws.append(f"a heart was answered with {kept.value.status}")
    page.reload()
    visit.drawn()
    same = page.locator(f"#screen .heart[data-product='{number}']")
    expect(same).to_have_attribute("aria-pressed", "true")
    visit.open(f"/#/product/{number}", "liked")
    expect(page.locator("article header .heart")).to_have_attribute("aria-pressed", "true")
    page.goto(visit.address + "/#/likes")
    page.wait_for_selector("#screen .card")
    visit.look_at("likes")
    expect(page.locator("#screen .card")).to_have_count(1)
    before = len(visit.flaws)
    page.route("**/v1/likes/*", lambda route: route.abort())
    same.click()
    expect(page.locator("#notice")).not_to_have_text("")
    expect(same).to_have_attribute("aria-pressed", "true")
    page.unroute("**/v1/likes/*")
    # The browser tells that the request failed, and is right.
    visit.forget("ERR_FAILED", before)
    with page.expect_response(lambda answer: answer.request.method == "DELETE"):
        same.click()
    page.reload()
    visit.drawn()
    expect(page.locator("#screen .card")).to_have_count(0)


def without_storage(visit):
    """The pages work where the browser stores nothing: hearts, the language and credentials, too."""
    blocked = "() => { throw new DOMException('denied', 'SecurityError'); }"
    for script in (
            f"Object.defineProperty(window, 'localStorage', {{ get: {blocked} }})",
            "Object.defineProperty(window, 'localStorage', { value: null })",
            f"Storage.prototype.setItem = {blocked}"):
        page = visit.page.context.browser.new_context(locale="ko-KR").new_page()
        page.add_init_script(script)
        page.on("pageerror", lambda error: visit.flaws.append(f"without storage: {error}"))
        page.goto(visit.address + "/#/list")
        page.locator("#screen .heart").first.click()
        expect(page.locator("#screen .heart").first).to_have_attribute("aria-pressed", "true")
        page.locator("#language").click()
        expect(page.locator("nav.tabs a").first).to_have_text("Home")
        page.wait_for_selector("[aria-busy=false]")
        page.locator("#language").click()
        expect(page.locator("nav.tabs a").first).to_have_text("홈")
        page.goto(visit.address + "/docs")
        page.wait_for_selector("[aria-busy=false]")
        page.locator("#credentials button").click()
        expect(page.locator("#credential-device")).not_to_have_value("")
        page.context.close()


def slow_answers(visit):
    """While an answer is on its way, the screen before it is gone, and the wait is announced."""
    page = visit.page
    page.goto(visit.address + "/#/home")
    page.reload()
    visit.drawn()
    held = []
    page.route("**/v1/screens/categories", lambda route: held.append(route))
    page.locator("nav.tabs a[data-name=categories]").click()
    expect(page.locator("#screen [role=status]")).to_be_visible()
    expect(page.locator("#screen .card")).to_have_count(0)
    expect(page.locator("#panel pre")).to_have_count(0)
    held[0].continue_()
    expect(page.locator("section.item_types").first).to_be_visible()
    page.unroute("**/v1/screens/categories")


def still(visit):
    """Nothing moves while pictures arrive; a shift of 0.1 is what browsers call good."""
    measure = """window.shift = 0;
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) window.shift += entry.value;
        }).observe({ type: "layout-shift", buffered: true });"""
    for path in ("/", "/#/event/1", "/#/categories", "/#/list", "/#/product/207", "/p/207"):
        page = visit.page.context.browser.new_context(
            viewport=visit.page.viewport_size).new_page()
        page.add_init_script(measure)
        held = []
        page.route("**/images/**", lambda route: held.append(route))
        page.goto(visit.address + path, wait_until="commit")
        page.wait_for_selector("img", state="attached")
        page.wait_for_timeout(300)
        for route in held:
            route.continue_()
        page.unroute("**/images/**")
        page.wait_for_load_state("networkidle")
        if (shift := page.evaluate("window.shift")) > 0.1:
            visit.flaws.append(f"{path}: contents move by {shift}")
        page.context.close()


def magnified(visit):
    """At 400 % a desk of 1,280 x 900 pixels is 320 x 225, which the screen can fill."""
    page = visit.page.context.browser.new_context(viewport={"width": 320, "height": 225}).new_page()
    for path in ("/", "/#/list", "/#/product/207", "/p/207", "/docs"):
        page.goto("about:blank")
        page.goto(visit.address + path)
        page.wait_for_load_state("networkidle")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            visit.flaws.append(f"{path}: wider than the screen at 400 %")
    page.goto(visit.address + "/")
    screen = page.locator("#screen")
    screen.evaluate("screen => screen.scrollIntoView()")
    if (height := screen.bounding_box()["height"]) < 225:
        visit.flaws.append(f"{height} pixels of content at 400 %")
    page.context.close()


def printed(visit):
    """Paper has the screen, not the answer that it was drawn from."""
    page = visit.page
    for path, most in (("/#/home", 6), ("/#/product/207", 6), ("/p/207", 6), ("/docs", 10)):
        visit.page.goto("about:blank")
        visit.page.goto(visit.address + path)
        page.wait_for_load_state("networkidle")
        sheets = len(re.findall(rb"/Type ?/Page\b", page.pdf(format="A4")))
        if sheets > most:
            visit.flaws.append(f"{path}: {sheets} sheets of paper")


def carousels(visit):
    """Dots tell which of several banners is shown, and move them; cards tell opinions."""
    page = visit.page
    page.goto(visit.address + "/#/home")
    page.reload()
    visit.drawn()
    dots = page.locator(".event_banners .dots span")
    expect(dots).to_have_count(page.locator(".event_banners li").count())
    expect(dots.first).to_have_class("current")
    dots.nth(3).click()
    expect(dots.nth(3)).to_have_class("current")
    expect(page.locator("#screen .card .reviews").first).to_contain_text("★")
    lines = page.locator("#screen .card .brand, #screen .price strong").evaluate_all(
        "texts => Math.max(...texts.map(text => text.getClientRects().length))")
    if lines > 1:
        visit.flaws.append(f"a brand or a price has {lines} lines")


def language(visit):
    page = visit.page
    page.goto(visit.address + "/")
    visit.drawn()
    before = page.locator("nav.tabs a").first.inner_text()
    page.locator("#language").click()
    expect(page.locator("nav.tabs a").first).not_to_have_text(before)
    visit.drawn()
    page.locator("#language").click()
    expect(page.locator("nav.tabs a").first).to_have_text(before)


def reference(visit):
    page = visit.page
    page.goto(visit.address + "/docs/errors")
    visit.drawn()
    expect(page.locator("#errors h2")).to_be_in_viewport()
    page.goto(visit.address + "/docs/errors/rejected")
    visit.look_at("error")
    expect(page.get_by_role("link", name="too_short")).to_be_visible()
    before = len(visit.flaws)
    for path in ("/nope", "/docs/errors/nope", "/v1/products?limit=x"):
        page.goto(visit.address + path)
        visit.look_at("refused")
        expect(page.locator("h1")).to_have_count(1)
    # The browser tells that they are refused, and is right.
    visit.forget("status of 40", before)
    visit.open("/docs/", "docs")
    height = page.evaluate("document.documentElement.scrollHeight")
    if height > 13_000:
        visit.flaws.append(f"the reference is {height} pixels tall")
    page.fill("#filter", "products get")
    expect(page.locator("#operation-listProducts")).to_be_visible()
    expect(page.locator("#operation-addImage")).to_be_hidden()
    operation = page.locator("#operation-listProducts")
    operation.locator("> summary").press("Enter")
    operation.locator("details.try > summary").click()
    operation.locator("select[name=variant]").select_option("tile")
    operation.locator("button[type=submit]").click()
    expect(operation.locator(".result strong")).to_have_text("200 OK")
    expect(operation.locator(".result")).to_contain_text("ETag: ")
    expect(operation.locator(".result")).to_contain_text("price_text")
    expect(operation.locator(".buttons [role=status]")).to_have_text("200 OK")
    expect(operation.locator(".result")).to_be_focused()
    expect(operation.locator(".result strong")).to_be_in_viewport()
    expected = {
        "curl": f"curl '{visit.address}/v1/products?variant=tile'", "Swift": "moa.productTiles()"}
    for language, text in expected.items():
        if text not in (copied := copy(visit, operation, language)):
            visit.flaws.append(f"copied: {copied}")
    operation.locator("[name=category]").fill("1")
    operation.locator("[name=limit]").fill("7")
    copied = copy(visit, operation, "Swift")
    if "moa.productTiles(ProductQuery(category: 1, pageSize: 7))" not in copied:
        visit.flaws.append(f"copied: {copied}")
    page.fill("#filter", "")
    found = tried(visit, "searchProducts")
    found.locator("[name=q]").fill("머그")
    found.locator("[name=sort]").select_option("price_asc")
    found.locator("[name=on_sale]").select_option("true")
    copied = copy(visit, found, "Swift")
    wanted = 'SearchQuery("머그", sort: .priceAscending, products: ProductQuery(onSale: true))'
    if copied != f"try await moa.searchPage({wanted})":
        visit.flaws.append(f"copied: {copied}")


def tried(visit, name):
    """The form of an operation, opened by the address of the page."""
    visit.page.goto(f"{visit.address}/docs#operation-{name}")
    visit.page.reload()
    visit.drawn()
    operation = visit.page.locator(f"#operation-{name}")
    operation.locator("details.try > summary").click()
    return operation


def enter(visit, **values):
    """Credentials, once for all forms."""
    for name, value in values.items():
        visit.page.fill(f"#credential-{name}", value)


def forms(visit):
    """What is filled in is accepted, from an administrator, a device and the vendor of the demo shop."""
    contract = tried(visit, "getDialectContract")
    contract.locator("button[type=submit]").click()
    expect(contract.locator(".result strong")).to_have_text("200 OK")
    banners = tried(visit, "replaceEventBanners")
    expect(visit.page.locator("#credential-token")).to_have_attribute("type", "password")
    enter(visit, token=demo.TOKEN)
    banners.locator("[name=dry_run]").select_option("true")
    banners.locator("button[type=submit]").click()
    expect(banners.locator(".result strong")).to_have_text("200 OK")
    expect(banners.locator(".result")).to_contain_text('"created": 2')
    banners.locator(".buttons button").first.click()
    expect(banners.locator("[name=If-Match]")).not_to_have_value("")
    banners.locator("button[type=submit]").click()
    expect(banners.locator(".result")).to_contain_text('"unchanged": 8')
    likes = tried(visit, "listLikes")
    # The window keeps what was entered.
    expect(visit.page.locator("#credential-token")).to_have_value(demo.TOKEN)
    visit.page.locator("#credentials button").click()
    expect(visit.page.locator("#credential-device")).not_to_have_value("")
    likes.locator("button[type=submit]").click()
    expect(likes.locator(".result strong")).to_have_text("200 OK")
    product = tried(visit, "registerProduct")
    enter(visit, identifier=demo.VENDOR, secret=demo.SECRET)
    product.locator("input[type=file]").set_input_files(PICTURE)
    copied = copy(visit, product, "Swift")
    for part in ("multipart/form-data", 'filename=\\"banner-coor.png\\"', demo.SECRET):
        if part not in copied:
            visit.flaws.append(f"copied without {part}: {copied}")
    product.locator("button[type=submit]").click()
    expect(product.locator(".result strong")).to_have_text("201 Created")
    expect(product.locator(".result")).to_contain_text("Location: /v1/products/")
    expect(product.locator(".result")).to_contain_text(re.compile(r"\d ms · [\d,]+"))
    number = re.search(r'"id": (\d+)', product.locator(".result pre").inner_text()).group(1)
    change = tried(visit, "editProduct")
    change.locator("[name=id]").fill(number)
    change.locator("[name=body]").fill('{"stock": 7}')
    change.locator(".buttons button").first.click()
    expect(change.locator("[name=If-Match]")).not_to_have_value("")
    change.locator("button[type=submit]").click()
    expect(change.locator(".result pre")).to_contain_text('"stock": 7')
    removal = tried(visit, "removeProduct")
    removal.locator("[name=id]").fill(number)
    removal.locator("button[type=submit]").click()
    expect(removal.locator(".result strong")).to_have_text("204 No Content")


def in_sight(visit):
    """The button that sends is on the screen while its form is."""
    form = tried(visit, "registerProduct").locator("form")
    form.evaluate("form => form.scrollIntoView()")
    expect(form.locator("button[type=submit]")).to_be_in_viewport(ratio=1)


def found(visit):
    """The filter knows calls, members, parameters, codes and Korean words."""
    page = visit.page
    page.goto(visit.address + "/docs")
    visit.drawn()
    for word, operation in (
            ("stock_text", "getProduct"), ("on_sale", "listProducts"), ("Idempotency-Key", "addImage"),
            ("좋아요", "likeProduct"), ("patch", "editProduct")):
        page.fill("#filter", word)
        expect(page.locator(f"#operation-{operation}")).to_be_visible()
        expect(page.locator("#operation-isAlive")).to_be_hidden()
    for word in ("too_short", "규칙에 맞지"):
        page.fill("#filter", word)
        expect(page.locator("[data-code]:visible").first).to_be_visible()
    expect(page.locator("[data-code]:visible")).to_have_count(1)
    page.locator("#errors").evaluate("errors => errors.scrollIntoView()")
    expect(page.locator("[data-code]:visible")).to_be_in_viewport()
    page.fill("#filter", "")


def korean_reference(visit):
    """Every call has a Korean title, and the page can be read in either language."""
    page = visit.page
    page.goto(visit.address + "/docs")
    visit.drawn()
    untitled = page.evaluate("""Promise.all([
        import('/web/korean.mjs'), fetch('/openapi.json').then(answer => answer.json())
      ]).then(([korean, contract]) => Object.values(contract.paths)
        .flatMap(path => Object.values(path)).map(operation => operation.operationId)
        .filter(name => name && !(name in korean.titles)))""")
    if untitled:
        visit.flaws.append(f"calls without Korean titles: {untitled}")
    for language, title in (("ko", "상품 목록 조회"), ("en", "List products")):
        if page.locator("html").get_attribute("lang") != language:
            page.locator("#language").click()
        expect(page.locator("#operation-listProducts h3")).to_have_text(title)
        if english := page.locator("#reference [lang=en]").count():
            visit.flaws.append(f"{english} English texts of /docs in {language}")
        visit.drawn()


def copy(visit, operation, language):
    operation.get_by_role("button", name=language).click()
    return visit.page.evaluate("navigator.clipboard.readText()")


def places(visit):
    """Back shows a list where it was left; who came by a link gets home by it."""
    page = visit.page
    page.goto(visit.address + "/#/list")
    page.reload()
    visit.drawn()
    page.locator("#screen").evaluate("screen => screen.scrollTo(0, 900)")
    page.wait_for_timeout(200)
    # Not by a mouse, for which the browser may scroll to the card first.
    left = page.locator("#screen .card").nth(9).evaluate(
        "card => { card.click(); return document.getElementById('screen').scrollTop; }")
    page.wait_for_selector("article.product")
    page.locator("#back").click()
    page.wait_for_selector("ul.grid .card")
    top = page.locator("#screen").evaluate("screen => screen.scrollTop")
    if left < 800 or abs(top - left) > 2:
        visit.flaws.append(f"back at {top} pixels, left at {left}")
    # Another screen in the place of a list that was scrolled.
    page.evaluate("location.hash = '#/home'")
    page.wait_for_selector("section.event_banners")
    page.evaluate("location.hash = '#/list'")
    page.wait_for_selector("ul.grid .card")
    page.locator("#screen").evaluate("screen => screen.scrollTo(0, 900)")
    page.wait_for_timeout(200)
    page.go_back()
    page.wait_for_selector("section.event_banners")
    page.evaluate("location.hash = '#/categories'")
    page.wait_for_selector("section.item_types")
    page.evaluate("location.hash = '#/product/207'")
    page.wait_for_selector("article.product")
    page.locator("#back").click()
    page.wait_for_selector("section.item_types")
    top = page.locator("#screen").evaluate("screen => screen.scrollTop")
    if top != 0:
        visit.flaws.append(f"back at {top} pixels of a screen that was not scrolled")
    stranger = page.context.new_page()
    stranger.goto(visit.address + "/#/product/207")
    stranger.wait_for_selector("article.product")
    stranger.locator("#back").click()
    stranger.wait_for_selector("section.event_banners")
    stranger.close()


def changed(visit):
    """A price that a vendor changes is drawn without a reload, and the reader's place is kept."""
    page = visit.page
    page.goto(f"{visit.address}/#/list?vendor={demo.VENDOR}")
    page.reload()
    visit.drawn()
    card = page.locator("#screen .card").last
    card.evaluate("card => card.focus()")
    top = page.locator("#screen").evaluate("screen => screen.scrollTop")
    page.evaluate("window.isLoadedOnce = true")
    # Of another page: only coming back to it asks.
    back = page.context.new_page()
    back.add_init_script("window.setInterval = () => 0")
    href = card.get_attribute("href")
    back.goto(visit.address + "/" + href)
    back.wait_for_selector("article.product")
    edited = page.request.patch(
        f"{visit.address}/v1/products/{href.split('/')[-1]}", headers=vendor(),
        data={"price": 7_770, "original_price": None}, fail_on_status_code=True)
    if edited.json()["price_text"] not in ("7,770원", "₩7,770"):
        visit.flaws.append(f"edited: {edited.text()[:200]}")
    expect(card.locator(".price strong")).to_contain_text("7,770")
    if page.evaluate("document.activeElement.getAttribute('href')") != href:
        visit.flaws.append("the focus left a card that was drawn again")
    now = page.locator("#screen").evaluate("screen => screen.scrollTop")
    if abs(now - top) > 2:
        visit.flaws.append(f"scrolled from {top} to {now} pixels when a card was drawn again")
    if not page.evaluate("window.isLoadedOnce"):
        visit.flaws.append("the page was loaded again")
    expect(back.locator("article.product .offer .price strong")).not_to_contain_text("7,770")
    back.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(back.locator("article.product .offer .price strong")).to_contain_text("7,770")
    back.close()


def repaired(visit):
    """A removed product leaves; the screen is loaded again when it is not known what changed, or its product is gone."""
    page = visit.page
    ask = "document.dispatchEvent(new Event('visibilitychange'))"
    kept = {"next": page.request.get(visit.address + "/v1/changes").json()["next"], "is_whole": False, "home": False,
            "config": False, "events": [], "products": [], "has_other_products": False}
    page.goto(f"{visit.address}/#/list?vendor={demo.VENDOR}")
    page.reload()
    visit.drawn()
    gone, neighbour = (page.locator("#screen .card").nth(index).get_attribute("href") for index in (0, 1))
    page.locator("#screen .card").first.evaluate("card => card.focus()")
    removed = {"id": int(gone.split("/")[-1]), "is_removed": True}
    page.route("**/v1/changes?*", lambda route: route.fulfill(json={**kept, "products": [removed]}))
    page.evaluate(ask)
    expect(page.locator(f"#screen .card[href='{gone}']")).to_have_count(0)
    if page.evaluate("document.activeElement.getAttribute('href')") != neighbour:
        visit.flaws.append("the focus did not go to the neighbour of a product that was removed")
    page.unroute("**/v1/changes?*")
    page.goto(visit.address + "/#/list")
    cards = page.locator("#screen .card")
    scroll_to_end(page, cards, PRODUCTS)
    cards.first.evaluate("card => card.dataset.old = ''")
    page.route("**/v1/changes?*", lambda route: route.fulfill(json={**kept, "is_whole": True}))
    page.evaluate(ask)
    expect(page.locator("#screen [data-old]")).to_have_count(0)
    if cards.count() != PRODUCTS:
        visit.flaws.append(f"a list of {PRODUCTS} products was drawn again with {cards.count()}")
    before = len(visit.flaws)
    page.goto(visit.address + "/#/product/207")
    page.wait_for_selector("article.product")
    with page.expect_response("**/v1/screens/product/207"):
        page.evaluate(ask)
    page.route("**/v1/screens/product/207", lambda route: route.fulfill(status=404, json={"title": "Not found"}))
    page.evaluate(ask)
    expect(page.locator("#screen .failure")).to_be_visible()
    page.unroute("**/v1/screens/product/207")
    page.unroute("**/v1/changes?*")
    # The browser tells that it is missing, and is right.
    visit.forget("status of 404", before)


def vendor():
    """The fields of a change by the vendor of the demo shop."""
    secret = base64.b64encode(f"{demo.VENDOR}:{demo.SECRET}".encode()).decode()
    return {"Authorization": f"Basic {secret}", "If-Match": "*"}


def empty(visit):
    """A list without products says so, under the name of what it is of."""
    page = visit.page
    page.goto(visit.address + "/#/list?item_type=1")
    page.reload()
    visit.drawn()
    expect(page.locator("#title")).to_have_text("상의 신상")
    expect(page.locator(".foot")).not_to_have_text("")
    expect(page.locator("#screen .card")).to_have_count(0)


def product(visit):
    """The page of a product, which runs no script, and the one of none."""
    page = visit.page
    before = len(visit.flaws)
    for path, name in (("/p/207?fbclid=IwAR0", "page"), ("/p/999999", "missing")):
        page.goto(visit.address + path)
        visit.look_at(name)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            visit.flaws.append(f"{name}: wider than the screen")
    # The browser tells that the second is missing, and is right.
    visit.forget("status of 404", before)
    page.goto(visit.address + "/p/207")
    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator(".page-header a")).to_have_attribute("href", "/")
    shown = page.locator(".picture img").first.evaluate("image => image.complete && image.naturalWidth")
    if not shown:
        visit.flaws.append("the picture of a page is not shown")
    page.locator(".card").first.click()
    expect(page).not_to_have_url(f"{visit.address}/p/207")
    expect(page.locator("article.product")).to_have_count(1)
    page.goto(visit.address + "/#/product/207")
    page.locator("article.product a[href='/p/207']").click()
    expect(page).to_have_url(f"{visit.address}/p/207")


def options(visit):
    """A size and a colour are chosen by keys; what is sold out says so, and the address names what was chosen."""
    page = visit.page
    page.goto(visit.address + "/#/product/197")
    page.reload()
    visit.drawn()
    expect(page.locator("fieldset.choices")).to_have_count(2)
    price, stock = page.locator(".offer .price strong"), page.locator(".offer .stock")
    first = stock.inner_text()
    # A radio button is chosen by the arrows.
    page.get_by_role("radio", name="28", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="30", exact=True)).to_be_checked()
    expect(page.get_by_role("radio", name="30", exact=True)).to_be_focused()
    expect(stock).not_to_have_text(first)
    expect(price).to_contain_text("54,000")
    said = page.locator("article.product > [role=status]")
    expect(said).to_contain_text("진청, 30")
    page.keyboard.press("ArrowRight")
    gone = page.get_by_role("radio", checked=True).and_(page.locator("[name=option-1]"))
    expect(gone.locator("..")).to_have_class("gone")
    expect(gone.locator("..").locator(".value")).to_have_css("text-decoration-line", "line-through")
    expect(stock).to_have_text(re.compile("품절|Sold out"))
    visit.look_at("sold-out")
    # The other colour has its own picture, and keeps a size that can be bought.
    page.locator(".choices label", has_text="연청").click()
    pictures = page.locator("article.product .carousel")
    page.wait_for_function("list => list.scrollLeft > list.clientWidth / 2", arg=pictures.element_handle())
    expect(page.locator("[name=option-1]:checked")).to_have_count(1)
    expect(stock).not_to_have_text(re.compile("품절|Sold out"))
    chosen = page.evaluate("Number(location.hash.split('variant=')[1])")
    visit.look_at("chosen")
    page.reload()
    visit.drawn()
    expect(page.get_by_role("radio", name="연청")).to_be_checked()
    expect(page.locator("#panel pre").first).to_have_text(f"GET /v1/screens/product/197?variant={chosen}")
    size = page.locator(".choices label").last.bounding_box()
    if min(size["width"], size["height"]) < 44:
        visit.flaws.append(f"a choice of {size['width']} x {size['height']} pixels")
    page.goto(visit.address + "/#/list")
    expect(page.locator("#screen .card .swatches").first).to_be_visible()
    page.goto(f"{visit.address}/p/197#variant-{chosen}")
    expect(page.locator("table.variants tbody tr")).to_have_count(8)
    expect(page.locator(f"#variant-{chosen}")).to_contain_text("연청")
    visit.look_at("page-variants")


def whole_words(visit):
    """Lines of Korean end between words, and texts of code are not told by their marks."""
    page = visit.page
    for path, texts in (("/", ".answer > p:first-child"), ("/p/177", "h1, .name")):
        page.goto(visit.address + path)
        page.wait_for_load_state("networkidle")
        broken = page.locator(texts).evaluate_all("""elements => elements.flatMap(element => {
            const words = [];
            for (const node of element.childNodes) {
              for (const { index, 0: word } of (node.data ?? "").matchAll(/[가-힣]+/g)) {
                const range = document.createRange();
                range.setStart(node, index);
                range.setEnd(node, index + word.length);
                if (range.getClientRects().length > 1) words.push(word);
              }
            }
            return words;
          })""")
        if broken:
            visit.flaws.append(f"{path}: words on two lines: {broken}")
    page.goto(visit.address + "/docs#operation-getProduct")
    visit.drawn()
    if page.locator("dl.members dd").filter(has_text="`").count():
        visit.flaws.append("/docs: a text shows the marks of its code")


# What may look or lie differently on a phone or in the dark, and what does not.
DRAWN = [shop, search, filtered, hearts, places, reference, product, still, carousels,
         whole_words, options]
PARTS = [*DRAWN, keyboard, search_links, changed, repaired, language, empty, forms, without_storage,
         slow_answers,
         magnified, printed, in_sight, found, korean_reference, *desk.PARTS, *editors.PARTS]


def main():
    place = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    if place:
        place.mkdir(parents=True, exist_ok=True)
    flaws = []
    expect.set_options(timeout=PATIENCE)
    with demo.running(sys.argv[1]) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for look in LOOKS:
            visit = Visit(browser, address, look, place)
            for part in PARTS if look is LOOKS[0] else DRAWN:
                part(visit)
                print(f"{visit.name}: {part.__name__} tried", flush=True)
            flaws += [f"{visit.name}: {flaw}" for flaw in visit.flaws]
        if place:
            Visit(browser, address, README, place).open("/", "shop")
            for ending, locale in (("", "en-US"), ("-korean", "ko-KR")):
                visit = Visit(browser, address, ("", {"width": 1280, "height": 800}, "light", locale), None)
                desk.pictures(visit, place, ending)
        browser.close()
    print("\n".join(flaws) or "the pages work")
    raise SystemExit(1 if flaws else 0)


if __name__ == "__main__":
    main()
