"""Whether the desk at `/admin` works for people: parts of pages.py.

A banner is exchanged from sign-in to live in at most six actions, rows are moved by keys and by pointer, drafts outlive
the window, two editors lose nothing, and what is refused is told beside its field.
"""

import csv
import gzip
import io
import json
import pathlib
import re
import time
import urllib.request

from playwright.sync_api import expect

import demo

PLACE = re.compile(r"/admin/v1/|/v1/|/images/")
IMAGES = pathlib.Path(__file__).parent / "../../db/demo/images"
# In all, and in bytes that a proxy may compress them to.
REQUESTS, WEIGHT = 15, 80_000
LOOKS = [(width, scheme) for width in (390, 1280, 1920) for scheme in ("light", "dark")]


def call(visit, method, path, body=None, tag=None):
    """An administrator's request besides the page: `(document, tag)`."""
    fields = {"Authorization": f"Bearer {demo.TOKEN}", "Content-Type": "application/json"}
    if tag:
        fields["If-Match"] = tag
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(visit.address + path, data=data, method=method, headers=fields)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer), answer.headers["ETag"]


def banners(visit):
    document, tag = call(visit, "GET", "/admin/v1/event-banners")
    return [{name: value for name, value in item.items() if name not in ("position", "version")}
            for item in document["items"]], tag


def replace(visit, items, tag):
    return call(visit, "PUT", "/admin/v1/event-banners", {"items": items}, tag)


def sign_in(visit, page=None, place="event_banners"):
    page = page or visit.page
    page.goto("about:blank")
    page.goto(f"{visit.address}/admin#token={demo.TOKEN}")
    expect(page.locator(".overview .tiles a").first).to_be_visible()
    if page.url != visit.address + "/admin":
        visit.flaws.append(f"the address has the token: {page.url}")
    if place:
        go(page, place)
    return page


def go(page, place):
    page.locator(f".rail a[href='#{place}']").click()
    expect(page.locator(".rail [aria-current]")).to_have_attribute("href", f"#{place}")


def publish(page):
    page.get_by_role("button", name="확인하고 게시").click()
    page.locator("dialog .primary").click()
    expect(page.locator(".toast")).to_contain_text("게시했습니다")


def undo(page):
    # Twice: only the first press counts.
    page.get_by_role("button", name="되돌리기", exact=True).dblclick()
    expect(page.locator(".toast")).to_have_text("되돌렸습니다")


def discard(page):
    page.get_by_role("button", name="모두 되돌리기").click()
    page.locator("dialog .primary").click()
    expect(page.locator(".bar p")).to_have_text("바꾼 것이 없습니다")


def banner(visit):
    """Sign in, open the banners, drop a picture, check, publish: five actions. Then it is taken back by a sixth."""
    before, _ = banners(visit)
    page = sign_in(visit)
    drawn = page.locator(".phone-frame .banner img").first
    expect(drawn).to_have_attribute("src", re.compile(re.escape(before[0]["thumbnail_image_url"])))
    page.locator(".thumb input").first.set_input_files(IMAGES / "banner-sw19.png")
    expect(page.locator(".rows .mark-edited")).to_have_count(1)
    expect(drawn).not_to_have_attribute("src", re.compile(re.escape(before[0]["thumbnail_image_url"])))
    page.get_by_role("button", name="확인하고 게시").click()
    expect(page.locator("dialog li")).to_have_text([f"배너 '{before[0]['content']}'의 그림 교체"])
    visit.look_at("desk-review")
    if banners(visit)[0] != before:
        visit.flaws.append("something was live before it was published")
    page.locator("dialog .primary").click()
    expect(page.locator(".toast")).to_contain_text("게시했습니다")
    after, _ = banners(visit)
    if after[0]["thumbnail_image_url"] == before[0]["thumbnail_image_url"] or after[1:] != before[1:]:
        visit.flaws.append(f"published: {after[0]}")
    shown = page.request.get(f"{visit.address}/v1/screens/home").json()["sections"][0]["items"][0]
    if not shown["image_url"].endswith(after[0]["thumbnail_image_url"]):
        visit.flaws.append(f"the shop shows {shown['image_url']}")
    undo(page)
    if banners(visit)[0] != before:
        visit.flaws.append("what was undone is not as it was")


def by_keys(visit):
    """A banner is moved, added, linked and scheduled without a mouse, and the draft outlives the window."""
    before, _ = banners(visit)
    page = sign_in(visit)
    page.locator(".grip").nth(1).focus()
    for key in ("Space", "ArrowUp", "Space"):
        page.keyboard.press(key)
    expect(page.locator(".row-title").first).to_have_text(before[1]["content"])
    expect(page.locator(".grip").first).to_be_focused()
    page.get_by_role("button", name="+ 배너").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("겨울 <b>세일</b>")
    field = page.get_by_role("combobox", name="누르면")
    field.focus()
    page.keyboard.type("골프")
    expect(page.get_by_role("listbox").get_by_role("option").first).to_have_text("기획전 '골프'")
    visit.look_at("desk-link")
    page.keyboard.press("Enter")
    expect(field).to_have_value("기획전 '골프'")
    page.locator("input[type=datetime-local]").first.fill("2030-12-24T00:00")
    page.reload()
    expect(page.locator(".bar p")).to_contain_text("바꾼 것 2개")
    since = len(visit.flaws)
    page.get_by_role("button", name="확인하고 게시").click()
    refused = page.locator("[aria-invalid=true]")
    expect(refused).to_be_focused()
    expect(refused).to_have_accessible_description(re.compile("값"))
    visit.look_at("desk-refused")
    # The browser tells that it was refused, and is right.
    visit.forget("status of 422", since)
    page.locator(".thumb input").last.set_input_files(IMAGES / "banner-coor.png")
    publish(page)
    after, _ = banners(visit)
    if [item["id"] for item in after[:2]] != [before[1]["id"], before[0]["id"]]:
        visit.flaws.append(f"moved: {[item['id'] for item in after]}")
    new = after[-1]
    if (new["content"], new["link"], new["starts_at"]) != (
            "겨울 <b>세일</b>", {"kind": "event", "id": 6}, "2030-12-23T15:00:00Z"):
        visit.flaws.append(f"added: {new}")
    undo(page)
    if banners(visit)[0] != before:
        visit.flaws.append("what was undone is not as it was")


def tomorrow(visit):
    """An event with two pictures, ordered by keys, that begins later: it is in the preview of then, not in that of now; apps get it when
    its time has come, and it is taken back."""
    page = sign_in(visit, place="event_categories")
    page.get_by_role("button", name="+ 기획전").click()
    form = page.locator(".item-form")
    form.get_by_label("제목").fill("내일 기획전")
    form.get_by_label("이름표").fill("tomorrow")
    pictures = form.locator("input[type=file]")
    for index, name in enumerate(("event-beauty.png", "event-beauty-text.png")):
        pictures.nth(index).set_input_files(IMAGES / name)
        expect(form.locator(".picture-field img")).to_have_count(index + 1)
    # The next whole minute that leaves time for the rest, in the time of the shop.
    begin = time.time() // 60 * 60 + 120
    form.locator("input[type=datetime-local]").first.fill(time.strftime("%Y-%m-%dT%H:%M", time.gmtime(begin + 9 * 3600)))
    grip = page.locator(".grip").last
    grip.focus()
    for key in ("Space", "Home", "Space"):
        page.keyboard.press(key)
    expect(page.locator(".row-title").first).to_have_text("내일 기획전")
    shown = page.locator(".phone-frame .event p")
    expect(page.locator(".moments li").first).to_contain_text("기획전 '내일 기획전' 시작")
    expect(shown.first).to_be_visible()
    expect(shown.filter(has_text="내일 기획전")).to_have_count(0)
    page.get_by_role("button", name="다음 변경 시각").click()
    expect(shown.first).to_have_text("내일 기획전")
    visit.look_at("desk-tomorrow")
    page.get_by_role("button", name="지금", exact=True).click()
    expect(shown.filter(has_text="내일 기획전")).to_have_count(0)
    before, _ = call(visit, "GET", "/admin/v1/event-categories")
    publish(page)
    after, _ = call(visit, "GET", "/admin/v1/event-categories")
    if after["items"][0]["title"] != "내일 기획전":
        visit.flaws.append(f"the first event: {after['items'][0]}")
    early = events_of_apps(page, visit)
    if time.time() < begin and "내일 기획전" in early:
        visit.flaws.append("an event was in apps before its time")
    while time.time() < begin + 30 and "내일 기획전" not in events_of_apps(page, visit):
        page.wait_for_timeout(1000)
    if "내일 기획전" not in events_of_apps(page, visit):
        visit.flaws.append("an event is not in apps when its time has come")
    undo(page)
    now, _ = call(visit, "GET", "/admin/v1/event-categories")
    if [one["id"] for one in now["items"]] != [one["id"] for one in before["items"]]:
        visit.flaws.append("an event was not taken back")


def events_of_apps(page, visit):
    return page.request.post(f"{visit.address}/commerce/api/v1/category/event").text()


def link_to_draft(visit):
    """A banner links to an event that is not published yet, and both are published and taken back together."""
    before = banners(visit)[0]
    page = sign_in(visit, place="event_categories")
    page.get_by_role("button", name="+ 기획전").click()
    form = page.locator(".item-form")
    form.get_by_label("제목").fill("겨울 세일")
    form.get_by_label("이름표").fill("winter")
    pictures = form.locator("input[type=file]")
    for index, name in enumerate(("event-beauty.png", "event-beauty-text.png")):
        pictures.nth(index).set_input_files(IMAGES / name)
        expect(form.locator(".picture-field img")).to_have_count(index + 1)
    go(page, "event_banners")
    page.locator(".row-open").first.click()
    field = page.get_by_role("combobox", name="누르면")
    field.fill("겨울")
    expect(page.get_by_role("listbox").get_by_role("option").first).to_have_text("기획전 '겨울 세일' (초안)")
    field.press("Enter")
    expect(field).to_have_value("기획전 '겨울 세일' (초안)")
    page.reload()
    expect(page.locator(".row-note").first).to_have_text("→ 기획전 '겨울 세일' (초안)")
    publish(page)
    event = next(one for one in call(visit, "GET", "/admin/v1/event-categories")[0]["items"] if one["key"] == "winter")
    if banners(visit)[0][0]["link"] != {"kind": "event", "id": event["id"]}:
        visit.flaws.append(f"linked: {banners(visit)[0][0]}")
    undo(page)
    if banners(visit)[0] != before or "winter" in [one["key"] for one in call(visit, "GET", "/admin/v1/event-categories")[0]["items"]]:
        visit.flaws.append("an event and its banner were not taken back")


def first_screen(visit):
    """The numbers of the shop are those of its lists, and each leads to the list that mends it."""
    before, tag = call(visit, "GET", "/admin/v1/event-categories")
    items = [{name: value for name, value in one.items() if name not in ("position", "version")} for one in before["items"]]
    soon = time.strftime("%Y-%m-%dT%H:%M:00Z", time.gmtime(time.time() + 2 * 24 * 3600))
    changed = [{**one, "ends_at": soon, "thumbnail_image_url": "/images/none.png"} if one["key"] == "earth" else one for one in items]
    call(visit, "PUT", "/admin/v1/event-categories", {"items": changed}, tag)
    page = sign_in(visit, place="")
    expect(page.locator("h1")).to_have_text("오늘")
    number = page.request.get(f"{visit.address}/v1/search?q=머그&limit=1").json()["total"]
    shown = page.locator(".tiles a", has_text="판매 중인 상품").locator("strong").inner_text()
    if int(shown.replace(",", "")) < number:
        visit.flaws.append(f"{shown} products")
    expect(page.locator(".coming li").first).to_contain_text("기획전 '어스' 끝")
    expect(page.locator(".tiles a", has_text="그림 없는 기획전").locator("strong")).to_have_text("1")
    visit.look_at("desk-today")
    page.locator(".tiles a", has_text="품절").click()
    expect(page.locator("h1")).to_have_text("상품")
    sold_out = call(visit, "GET", "/admin/v1/products?status=sold_out&limit=100")[0]["products"]
    expect(page.locator(".products tbody tr:not(.variant)")).to_have_count(len(sold_out))
    page.go_back()
    page.locator(".coming a").first.click()
    expect(page.locator(".item-form")).to_have_count(1)
    expect(page.locator(".item-form").get_by_label("제목")).to_have_value("어스")
    call(visit, "PUT", "/admin/v1/event-categories", {"items": items}, call(visit, "GET", "/admin/v1/event-categories")[1])


def sheets(visit):
    """A file of products comes back with other prices: what changed and what is wrong is shown, then it is published like all else."""
    page = sign_in(visit, place="products")
    expect(page.locator(".products tbody tr").first).to_be_visible()
    page.get_by_role("searchbox").fill("머그")
    expect(page.locator(".products tbody tr td").nth(1)).to_contain_text("머그")
    with page.expect_download() as saved:
        page.get_by_role("button", name="내려받기").click()
    text = pathlib.Path(saved.value.path()).read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    wanted, other = [row for row in rows if row["판매가"] and not row["옵션"] and row["통화"] == "KRW"][:2]
    before = product(visit, wanted["번호"])
    wanted["판매가"] = f"{before['price'] - 100:,}원"
    rows.append({**wanted, "번호": "99999999"})
    output = io.StringIO()
    # Names have emoji, which Korean Windows does not know.
    writer = csv.DictWriter(output, [name for name in rows[0] if name not in ("이름", "판매자")], extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    page.get_by_role("button", name="가져오기").click()
    # As Excel in Korea saves it.
    page.locator(".sheet input[type=file]").set_input_files({"name": "prices.csv", "mimeType": "text/csv", "buffer": output.getvalue().encode("cp949")})
    expect(page.locator(".import-result strong")).to_have_text(f"바뀐 줄 1개, 같은 줄 {len(rows) - 2}개, 잘못된 줄 1개")
    expect(page.locator(".import-result li")).to_contain_text("99999999번 상품이 없습니다")
    expect(page.locator(".products tbody tr:not(.variant)")).to_have_count(1)
    visit.look_at("desk-import")
    publish(page)
    if product(visit, before["id"])["price"] != before["price"] - 100:
        visit.flaws.append("a price of a sheet was not published")
    undo(page)
    # Pasted from a sheet.
    page.get_by_role("button", name="가져오기").click()
    page.evaluate("text => navigator.clipboard.writeText(text)", f"상품번호\t재고\n{other['번호']}\t많음\n{before['id']}\t{before['stock'] + 1}")
    page.locator("#sheet").press("Control+v")
    expect(page.locator(".import-result li")).to_contain_text("재고: '많음'은 수가 아닙니다")
    discard(page)


def new_product(visit):
    """A product with two pictures is drafted, outlives the window, is refused beside its fields, published, and taken back."""
    page = sign_in(visit, place="products")
    page.get_by_role("link", name="+ 상품").click()
    page.get_by_role("button", name="+ 상품").click()
    form = page.locator(".item-form")
    form.get_by_label("이름").fill("새 머그컵")
    form.get_by_label("판매가").fill("12,000")
    form.locator("input[type=file]").set_input_files([IMAGES / "banner-coor.png", IMAGES / "banner-sw19.png"])
    expect(form.locator(".pictures img")).to_have_count(2)
    page.reload()
    expect(page.locator(".bar p")).to_contain_text("새 상품 1")
    page.locator(".row-open").click()
    expect(form.locator(".pictures img")).to_have_count(2)
    page.get_by_role("button", name="확인하고 게시").click()
    expect(form.get_by_label("판매자")).to_be_focused()
    form.get_by_label("판매자").select_option(index=1)
    form.get_by_label("재고").fill("5")
    form.get_by_role("button", name="사진 2 앞으로").click()
    visit.look_at("desk-new-product")
    page.get_by_role("button", name="확인하고 게시").click()
    expect(page.locator("dialog li")).to_have_text(["상품 '새 머그컵'을 추가"])
    page.locator("dialog .primary").click()
    expect(page.locator(".toast")).to_contain_text("게시했습니다")
    found = [one for one in call(visit, "GET", "/admin/v1/products?limit=1")[0]["products"] if one["title"] == "새 머그컵"]
    if [(one["price"], one["stock"], len(one["images"])) for one in found] != [(12_000, 5, 2)]:
        visit.flaws.append(f"a new product: {found}")
    undo(page)
    go(page, "products")
    page.get_by_label("상태").select_option("removed")
    row = page.locator(".products tr", has_text="새 머그컵").first
    row.get_by_role("button", name="되살리기").click()
    expect(page.locator(".toast")).to_contain_text("되살렸습니다")
    path = f"/admin/v1/products?ids={found[0]['id']}"
    if [one["title"] for one in call(visit, "GET", path)[0]["products"]] != ["새 머그컵"]:
        visit.flaws.append("a removed product did not come back")
    # Removed in the table, with all else that is published.
    page.get_by_label("상태").select_option("")
    page.locator(".products tr", has_text="새 머그컵").first.locator("td").last.click()
    page.keyboard.press("Space")
    page.get_by_role("button", name="확인하고 게시").click()
    expect(page.locator("dialog li")).to_have_text(["새 머그컵: 삭제"])
    page.locator("dialog .primary").click()
    expect(page.locator(".toast")).to_contain_text("게시했습니다")
    if call(visit, "GET", path)[0]["products"]:
        visit.flaws.append("a product was not removed")


def searches(visit):
    """Beside the rules of searches are the products that their words find."""
    page = sign_in(visit, place="search")
    page.get_by_role("button", name="+ 규칙").click()
    page.locator(".item-form").get_by_label("검색어").fill("머그, 없는말없는말")
    total = page.request.get(f"{visit.address}/v1/search?q=머그&limit=1").json()["total"]
    expect(page.locator(".counts button")).to_have_text([f"머그 {total}", "없는말없는말 0"])
    expect(page.locator(".searched .card").first).to_contain_text("머그")
    visit.look_at("desk-search")
    page.locator(".counts button").last.click()
    expect(page.locator(".searched .foot")).to_have_text("검색 결과가 없습니다.")
    discard(page)


def products_of_event(visit):
    """The products of an event are put in another order, one is added, and it is taken back."""
    path = "/admin/v1/event-categories/4/products"
    before = call(visit, "GET", path)[0]["items"]
    page = sign_in(visit, place="event_categories")
    page.locator(".row-open", has_text="아울렛").click()
    page.get_by_role("link", name="상품과 순서").click()
    expect(page.locator("h1")).to_have_text("아울렛 상품")
    expect(page.locator(".rows > li")).to_have_count(len(before))
    visit.look_at("desk-event-products")
    page.locator(".grip").nth(1).focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator(".grip").first).to_be_focused()
    page.locator("button.add").click()
    field = page.get_by_role("combobox", name="상품")
    field.fill("머그")
    expect(page.get_by_role("option").first).to_contain_text("머그")
    field.press("Enter")
    publish(page)
    after = call(visit, "GET", path)[0]["items"]
    if after[:2] != [before[1], before[0]] or after[2:-1] != before[2:] or len(after) != len(before) + 1:
        visit.flaws.append(f"products of an event: {after}")
    undo(page)
    if call(visit, "GET", path)[0]["items"] != before:
        visit.flaws.append("the products of an event were not taken back")


def past(visit):
    """The history tells a change as a sentence, and takes it back."""
    before, tag = banners(visit)
    changed = [dict(item) for item in before]
    changed[0]["content"] = "기록에 남는 문구"
    replace(visit, changed, tag)
    page = sign_in(visit, place="history")
    first = page.locator(".change").first
    expect(first).to_contain_text("'기록에 남는 문구'")
    visit.look_at("desk-history")
    first.get_by_role("button", name="되돌리기").click()
    expect(page.locator(".toast")).to_have_text("되돌렸습니다")
    if banners(visit)[0] != before:
        visit.flaws.append("a change was not taken back from the history")


def by_pointer(visit):
    """A row is dragged, and a picture of another ratio is cropped."""
    page = sign_in(visit)
    titles = page.locator(".row-title").all_inner_texts()
    grip, place = (page.locator(".grip").nth(index).bounding_box() for index in (4, 2))
    page.mouse.move(grip["x"] + 9, grip["y"] + 9)
    page.mouse.down()
    page.mouse.move(place["x"] + 9, place["y"] + 60, steps=4)
    page.mouse.move(place["x"] + 9, place["y"] - 6, steps=4)
    page.mouse.up()
    expect(page.locator(".row-title").nth(2)).to_have_text(titles[4])
    expect(page.locator(".rows .mark-moved")).to_have_count(1)
    page.locator(".thumb input").first.set_input_files(IMAGES / "event-beauty.png")
    expect(page.locator("dialog.crop canvas")).to_be_visible()
    visit.look_at("desk-crop")
    page.locator("dialog.crop canvas").press("ArrowUp")
    page.get_by_role("button", name="이대로 쓰기").click()
    expect(page.locator(".rows .mark-edited")).to_have_count(1)
    shown = page.locator(".thumb img").first
    expect(shown).to_have_attribute("src", re.compile("^/images/"))
    ratio = shown.evaluate("async image => (await image.decode(), image.naturalWidth / image.naturalHeight)")
    if abs(ratio - 2) > 0.02:
        visit.flaws.append(f"a banner was cropped to {ratio} : 1")
    discard(page)


def two_editors(visit):
    """Different items are joined; the same item is asked about; a lost answer publishes nothing twice."""
    before, tag = banners(visit)
    page = sign_in(visit)
    page.locator(".row-open").nth(2).click()
    page.get_by_label("그림 속 문구").fill("내가 바꾼 문구")
    theirs = [dict(item) for item in before]
    theirs[4]["content"] = "남이 바꾼 문구"
    replace(visit, theirs, tag)
    since = len(visit.flaws)
    page.get_by_role("button", name="확인하고 게시").click()
    expect(page.locator("dialog .notice")).to_contain_text("합쳤습니다")
    page.get_by_role("button", name="취소").click()
    theirs[2]["content"] = "남도 바꾼 문구"
    replace(visit, theirs, banners(visit)[1])
    page.get_by_role("button", name="확인하고 게시").click()
    expect(page.locator(".conflict dd").first).to_have_text("'내가 바꾼 문구'")
    visit.look_at("desk-conflict")
    page.reload()
    page.get_by_role("button", name="내 것으로", exact=True).click()
    # The answer is lost after the write.
    page.route("**/admin/v1/event-banners", lambda route: (route.fetch(), route.abort()) if route.request.method == "PUT" else route.continue_())
    page.get_by_role("button", name="확인하고 게시").click()
    page.locator("dialog .primary").click()
    expect(page.locator(".toast")).to_contain_text("초안은 그대로")
    page.unroute("**/admin/v1/event-banners")
    page.get_by_role("button", name="확인하고 게시").click()
    expect(page.locator(".toast")).to_contain_text("이미 모두 게시")
    visit.forget("status of 412", since)
    visit.forget("ERR_FAILED", since)
    after, tag = banners(visit)
    if [after[index]["content"] for index in (2, 4)] != ["내가 바꾼 문구", "남이 바꾼 문구"] or len(after) != len(before):
        visit.flaws.append(f"joined: {after}")
    replace(visit, before, tag)


def in_part(visit):
    """When the second of two lists cannot be published, the page says why, and the first one can be taken back."""
    before, _ = call(visit, "GET", "/admin/v1/categories")
    page = sign_in(visit)
    page.locator(".row-open").first.click()
    page.get_by_label("그림 속 문구").fill("바꾼 문구")
    go(page, "categories")
    page.locator(".row-open").first.click()
    page.get_by_label("제목").fill("바꾼 제목")
    since = len(visit.flaws)
    page.route("**/admin/v1/event-banners", lambda route: route.abort() if route.request.method == "PUT" else route.continue_())
    page.get_by_role("button", name="확인하고 게시").click()
    page.locator("dialog .primary").click()
    expect(page.locator(".toast")).to_contain_text("일부만 게시했습니다. 서버에 연결하지 못했습니다")
    page.unroute("**/admin/v1/event-banners")
    visit.forget("ERR_FAILED", since)
    undo(page)
    discard(page)
    after, _ = call(visit, "GET", "/admin/v1/categories")
    if [item["title"] for item in after["items"]] != [item["title"] for item in before["items"]]:
        visit.flaws.append(f"what was published in part is not taken back: {after}")


def every_list(visit):
    """Each list opens, and its first item, at each width, in both looks; axe finds no fault and nothing is wider than the screen."""
    page = visit.page
    viewport = page.viewport_size
    for width, scheme in LOOKS:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        page.goto(visit.address + "/admin")
        page.evaluate("sessionStorage.clear()")
        page.reload()
        expect(page.locator("#token")).to_be_focused()
        if (width, scheme) == LOOKS[0]:
            visit.look_at("desk-sign-in")
        sign_in(visit)
        for name in page.locator(".rail a").evaluate_all("links => links.map(link => link.hash.slice(1))"):
            go(page, name)
            if name in ("today", "products", "history"):
                expect(page.locator(".tiles a, .products td, .change").first).to_be_visible()
            else:
                page.locator(".row-open").first.click()
                expect(page.locator(".item-form").first).to_be_visible()
            if name in ("today", "event_banners", "products") or (width, scheme) == LOOKS[0]:
                visit.look_at(f"desk-{name}-{width}-{scheme}")
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                visit.flaws.append(f"{name}: wider than {width} pixels")
    page.set_viewport_size(viewport)
    page.emulate_media(color_scheme=None)


def weight(visit):
    """Few requests, few bytes, and a token that is not valid opens nothing."""
    page = visit.page.context.browser.new_context(locale="ko-KR").new_page()
    loaded = []
    page.on("response", lambda answer: loaded.append(answer) if not PLACE.search(answer.url) else None)
    since = len(visit.flaws)
    page.goto(visit.address + "/admin")
    page.locator("#token").fill("wrong-token-wrong-token-wrong-token")
    page.locator("form .primary").click()
    expect(page.locator("[role=alert]").first).to_be_visible()
    page.locator("#token").fill(demo.TOKEN)
    page.locator("form .primary").click()
    expect(page.locator(".tiles a").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    visit.forget("status of 401", since)
    requests = len(loaded)
    # Some parts are loaded when they are opened.
    for place in ("event_banners", "products", "history"):
        go(page, place)
    page.get_by_role("link", name="상품", exact=True).click()
    page.get_by_role("button", name="가져오기").click()
    expect(page.locator("#sheet")).to_be_focused()
    size = sum(len(gzip.compress(answer.body(), 6)) for answer in loaded)
    if requests > REQUESTS or size > WEIGHT:
        visit.flaws.append(f"the desk takes {requests} requests and {size} bytes")
    page.context.close()


def without_drafts(visit):
    """A browser that keeps nothing says so, and the desk works."""
    page = visit.page.context.browser.new_context(locale="ko-KR").new_page()
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    page.on("pageerror", lambda error: visit.flaws.append(f"without drafts: {error}"))
    sign_in(visit, page)
    page.locator(".row-open").first.click()
    page.get_by_label("그림 속 문구").fill("잠시")
    expect(page.locator(".bar .warning")).to_contain_text("저장하지 않습니다")
    # A field that is refused has a border that says so.
    page.get_by_label("그림 속 문구").fill("")
    page.get_by_role("button", name="확인하고 게시").click()
    expect(page.get_by_label("그림 속 문구")).to_have_css("border-top-width", "2px")
    page.context.close()


def product(visit, number):
    """A product of the shop, as everybody reads it."""
    return visit.page.request.get(f"{visit.address}/v1/products/{number}").json()


def prices(visit):
    """Prices pasted from a sheet are live after four actions, are computed, asked about when steep, and taken back."""
    page = sign_in(visit, place="products")
    search = page.get_by_role("searchbox")
    search.fill("머그")
    cells = page.locator(".products tbody tr")
    expect(cells.first.locator("td").nth(1)).to_contain_text("머그")
    plain = [row for row in range(cells.count()) if not cells.nth(row).locator(".fixed").count()]
    row = cells.nth(plain[0])
    title = row.locator("td").nth(1).inner_text()
    found = page.request.get(f"{visit.address}/v1/search?q=머그").json()["items"]
    before = next(one for one in found if title.startswith(one["title"]))
    number = before["id"]
    row.locator("td").nth(3).click()
    page.evaluate("navigator.clipboard.writeText('7,700원\\t12')")
    page.keyboard.press("Control+v")
    expect(row.locator("td").nth(3)).to_have_text("7,700원")
    expect(row.locator("td").nth(4)).to_have_text("12")
    visit.look_at("desk-products")
    page.reload()
    expect(page.locator(".bar p")).to_contain_text("상품 1")
    page.get_by_role("button", name="확인하고 게시").click()
    expect(page.locator("dialog li").first).to_contain_text("→ 7,700원")
    if page.locator("#question").count():
        page.locator("#question").check()
    page.locator("dialog .primary").click()
    expect(page.locator(".toast")).to_contain_text("게시했습니다")
    after = product(visit, number)
    if (after["price"], after["stock"]) != (7700, 12):
        visit.flaws.append(f"published: {after['price']}, {after['stock']}")
    undo(page)
    undone = product(visit, number)
    if (undone["price"], undone["stock"]) != (before["price"], before["stock"]):
        visit.flaws.append(f"undone: {undone['price']}, {undone['stock']}")
    # More than half off is asked twice, and what the server refuses is told in its cell.
    page.get_by_role("searchbox").fill("머그")
    expect(cells.first.locator("td").nth(1)).to_contain_text("머그")
    row = page.locator(".products tbody tr", has_text=before["title"]).first
    row.locator("td").nth(3).click()
    page.locator("#formula").fill("*0.4")
    page.locator("#formula").press("Enter")
    expect(row.locator("td.edited")).to_have_count(1)
    page.get_by_role("button", name="확인하고 게시").click()
    expect(page.locator("dialog .primary")).to_be_disabled()
    visit.look_at("desk-steep")
    page.get_by_role("button", name="취소").click()
    row.locator("td").nth(4).click()
    page.keyboard.type("2000000000")
    page.keyboard.press("Enter")
    since = len(visit.flaws)
    page.get_by_role("button", name="확인하고 게시").click()
    expect(page.locator(".toast")).to_contain_text("거절된 칸")
    visit.forget("status of 422", since)
    expect(page.locator(".products .refused .refusal").first).to_be_visible()
    discard(page)


def many_prices(visit):
    """Prices of a hundred products pasted from a sheet are live after four actions; one that another person changed asks first."""
    page = sign_in(visit, place="products")
    rows = page.locator(".products tbody tr")
    found = call(visit, "GET", "/admin/v1/products?limit=100")[0]["products"]
    count = sum(1 + len(one.get("variants", [])) for one in found)
    expect(rows.first).to_be_visible()
    while rows.count() < count:
        rows.last.scroll_into_view_if_needed()
        page.wait_for_timeout(50)
    mine = [one for one in found if not one.get("variants") and one["currency"] == "KRW"]
    pasted = {one["id"]: 91_000 + index * 10 for index, one in enumerate(mine)}
    rows.first.scroll_into_view_if_needed()
    rows.first.locator("td").nth(2).click()
    lines = []
    for one in found:
        unit = 1 if one["currency"] in ("KRW", "JPY") else 100
        lines.append(f"200,000\t{pasted[one['id']]:,}" if one["id"] in pasted else f"{one.get('original_price', 0) / unit or ''}\t{one['price'] / unit}")
        lines += [f"{variant.get('original_price', 0) / unit or ''}\t{variant['price'] / unit}" for variant in one.get("variants", [])]
    page.evaluate("text => navigator.clipboard.writeText(text)", "\n".join(lines))
    page.keyboard.press("Control+v")
    expect(page.locator(".bar p")).to_contain_text(f"상품 {len(mine)}")
    # Another's change of one of them, after the page has read it.
    other = mine[3]
    call(visit, "PATCH", f"/v1/products?vendor={other['vendor']['id']}", {"items": [{"id": other["id"], "version": other["version"], "price": 88_000, "original_price": 100_000}]})
    since = len(visit.flaws)
    page.get_by_role("button", name="확인하고 게시").click()
    expect(page.locator(".products .refused .refusal").first).to_contain_text("다른 사람이")
    visit.forget("status of 4", since)
    page.get_by_role("button", name="확인하고 게시").click()
    expect(page.locator("dialog li")).to_have_count(2 * len(mine))
    page.locator("#question").check()
    page.locator("dialog .primary").click()
    expect(page.locator(".toast")).to_contain_text("게시했습니다")
    for one in (mine[0], other, mine[-1]):
        if product(visit, one["id"])["price"] != pasted[one["id"]]:
            visit.flaws.append(f"{one['id']} costs {product(visit, one['id'])['price']}")
    undo(page)
    if (product(visit, other["id"])["price"], product(visit, mine[0]["id"])["price"]) != (88_000, mine[0]["price"]):
        visit.flaws.append("prices were not taken back")
    now = product(visit, other["id"])
    call(visit, "PATCH", f"/v1/products?vendor={other['vendor']['id']}", {"items": [{"id": other["id"], "version": now["version"], "price": other["price"], "original_price": other.get("original_price")}]})


def pictures(visit, place, ending):
    """For README and the tutorials: a banner with another picture, and what publishing it would say."""
    page = sign_in(visit)
    page.locator(".thumb input").nth(2).set_input_files(IMAGES / "banner-saint-james.png")
    expect(page.locator(".rows .mark-edited")).to_have_count(1)
    page.locator(".grip").nth(2).focus()
    for place_left in ("1", "0"):
        page.keyboard.press("Alt+ArrowUp")
        expect(page.locator(".grip").nth(int(place_left))).to_be_focused()
    # The phone follows a little later.
    expect(page.locator(".phone-frame .banner p").first).to_have_text("SW19 : White Day Gift")
    page.evaluate("document.querySelector('.toast')?.remove(); document.activeElement.blur()")
    page.wait_for_load_state("networkidle")
    page.screenshot(path=place / f"desk{ending}.png")
    page.locator(".bar .primary").click()
    expect(page.locator("dialog")).to_be_visible()
    page.screenshot(path=place / f"desk-publish{ending}.png")


def variants(visit):
    """The price of one size is changed below its product; a product is hidden, found among the hidden, and shown again."""
    page = sign_in(visit, place="products")
    before = call(visit, "GET", "/admin/v1/products?limit=100")[0]["products"]
    wanted = next(one for one in before if one.get("variants") and one["currency"] == "KRW" and not one.get("original_price"))
    plain = next(one for one in before if not one.get("variants"))
    name = " / ".join(wanted["variants"][1]["values"])
    row = page.locator(".products tr", has_text=wanted["title"]).first.locator("xpath=following-sibling::tr[2]")
    expect(row.locator("td").nth(1)).to_have_text(name)
    row.locator("td").nth(3).click()
    page.keyboard.press("Enter")
    page.keyboard.type("99000")
    page.keyboard.press("Enter")
    hidden = page.locator(".products tr", has_text=plain["title"]).first.locator("td").nth(5)
    hidden.click()
    page.keyboard.press("Space")
    expect(hidden).to_have_text("숨김")
    visit.look_at("desk-variants")
    page.get_by_role("button", name="확인하고 게시").click()
    expect(page.locator("dialog li", has_text=f"({name}): 판매가")).to_contain_text("→ 99,000원")
    if page.locator("#question").count():
        page.locator("#question").check()
    page.locator("dialog .primary").click()
    expect(page.locator(".toast")).to_contain_text("게시했습니다")
    prices = [variant["price"] for variant in product(visit, wanted["id"])["variants"]]
    if prices != [variant["price"] if index != 1 else 99_000 for index, variant in enumerate(wanted["variants"])]:
        visit.flaws.append(f"prices of variants: {prices}")
    found = call(visit, "GET", "/admin/v1/products?status=hidden")[0]["products"]
    if plain["id"] not in [one["id"] for one in found]:
        visit.flaws.append("a product was not hidden")
    undo(page)
    after = call(visit, "GET", "/admin/v1/products?limit=100")[0]["products"]
    told = [[(one["id"], one["price"], one["is_hidden"], one.get("variants")) for one in shop] for shop in (before, after)]
    if told[0] != told[1]:
        visit.flaws.append("products were not taken back")


MODULES = """async () => {
  const { changes, instant, keyOf, local, merge, sentences, stable, withParticle } = await import('/admin/assets/draft.mjs');
  const wrong = [];
  const same = (name, found, wanted) => stable(found) === stable(wanted) || wrong.push(`${name}: ${JSON.stringify(found)}`);
  const items = (...ids) => ids.map((id) => ({ id, title: `t${id}` }));
  same('nothing', changes(items(1, 2), items(1, 2)), []);
  same('one that moves up is the one that moved', changes(items(1, 2, 3), items(3, 1, 2)).map(({ kind, item, from, to }) => [kind, item.id, from, to]), [['moved', 3, 3, 1]]);
  same('neighbours', changes(items(1, 2), items(2, 1)).map(({ item, from, to }) => [item.id, from, to]), [[2, 2, 1]]);
  same('removed and added', changes(items(1, 2), [...items(2), { local: 'n', title: 'new' }]).map(({ kind }) => kind), ['removed', 'added']);
  same('versions are not content', changes([{ id: 1, version: 1, position: 1 }], [{ id: 1, version: 2 }]), []);
  const base = items(1, 2, 3);
  const edit = (id, title) => base.map((item) => (item.id === id ? { ...item, title } : item));
  same('different items', merge(base, edit(1, 'mine'), edit(3, 'theirs')).items.map(({ title }) => title), ['mine', 't2', 'theirs']);
  same('the same item', merge(base, edit(1, 'mine'), edit(1, 'theirs')).conflicts.map(({ key, mine, theirs }) => [key, mine.title, theirs.title]), [[1, 'mine', 'theirs']]);
  same('the same change', merge(base, edit(1, 'x'), edit(1, 'x')).conflicts, []);
  same('removed by one, changed by the other', merge(base, items(1, 2), edit(3, 'x')).conflicts.map(({ mine, theirs }) => [mine, theirs.title]), [[null, 'x']]);
  same('my order and their item', merge(base, items(3, 1, 2), items(1, 2, 4, 3)).items.map(keyOf), [3, 1, 2, 4]);
  same('their order and my item', merge(base, [...base, { local: 'n' }], items(2, 1, 3)).items.map(keyOf), [2, 1, 3, 'n']);
  same('published before an answer was lost', merge(base, [...base, { local: 'n', title: 'new' }], [...base, { id: 9, title: 'new' }]).items.map(keyOf), [1, 2, 3, 9]);
  same('particles', [withParticle('봄', '을', '를'), withParticle('가을 세일', '을', '를'), withParticle("코트'", '을', '를'), withParticle('3', '을', '를'), withParticle('ON', '을', '를')], ['봄을', '가을 세일을', "코트'를", '3을', 'ON을(를)']);
  same('time of Seoul', [instant('2030-03-01T10:00', 'Asia/Seoul'), local('2030-03-01T01:00:00Z', 'Asia/Seoul')], ['2030-03-01T01:00:00Z', '2030-03-01T10:00']);
  same('summer time', [instant('2030-07-01T10:00', 'Europe/Berlin'), instant('2030-01-01T10:00', 'Europe/Berlin')], ['2030-07-01T08:00:00Z', '2030-01-01T09:00:00Z']);
  const spec = { noun: '배너', titleOf: ({ title }) => title, fields: [{ path: 'title', kind: 'text', label: '제목' }] };
  same('sentences', sentences(spec, changes(base, [{ id: 3, title: 't3' }, { id: 1, title: 'new' }, { id: 2, title: 't2' }]), (_, value) => value).map(({ text }) => text).length, 2);
  return wrong;
}"""


SHEETS = """async () => {
  const { columnOf, decoded, fileOf, quoted, read, rowsOf } = await import('/admin/assets/sheet.mjs');
  const { computed } = await import('/admin/assets/products.mjs');
  const { language } = await import('/web/words.mjs');
  const wrong = [];
  const same = (name, found, wanted) => JSON.stringify(found) === JSON.stringify(wanted) || wrong.push(`${name}: ${JSON.stringify(found)}`);
  same('quotes', rowsOf('a,"b ""c"", d",\\r\\n"two\\nlines",,3\\r\\n'), [['a', 'b "c", d', ''], ['two\\nlines', '', '3']]);
  same('tabs before commas', rowsOf('a\\tb, c\\n1\\t2'), [['a', 'b, c'], ['1', '2']]);
  same('semicolons', rowsOf('a;b\\n1;2,5'), [['a', 'b'], ['1', '2,5']]);
  same('headings', ['상품 번호', 'Regular Price', '판매가(원)', '비고'].map(columnOf), ['id', 'original_price', 'price', undefined]);
  same('Korean Windows', decoded(new Uint8Array([0xb9, 0xf8, 0xc8, 0xa3])), '번호');
  same('formulas are text', [quoted('=1+1'), quoted('-1'), quoted('a,b')], ["'=1+1", "'-1", '"a,b"']);
  const row = { id: 7, title: '=머그', price: 1250, currency: 'USD', stock: 3, vendor: { name: 'V' }, is_hidden: true };
  const { lines } = read(fileOf([row]));
  same('there and back', [lines[0].id, lines[0].cells], [7, { title: '=머그', original_price: '', price: '12.5', stock: '3', is_hidden: language === 'ko' ? '숨김' : 'yes' }]);
  const won = { price: 12_340, original_price: 20_000, stock: 3, currency: 'KRW' };
  const price = { name: 'price', isPrice: true };
  same('formulas of cells', ['+10%', '정가*0.9', '-500', '=9900'].map((one) => computed(one, won, price)), [13_600, 18_000, 11_800, 9_900]);
  return wrong;
}"""


def modules(visit):
    """Changes, merges, sentences, times and sheets. Two editors walk in editors.py."""
    visit.page.goto(visit.address + "/admin")
    # Another part has chosen one.
    visit.page.evaluate("localStorage.removeItem('language')")
    visit.flaws += [f"draft.mjs: {flaw}" for flaw in visit.page.evaluate(MODULES)]
    visit.flaws += [f"sheet.mjs: {flaw}" for flaw in visit.page.evaluate(SHEETS)]


PARTS = [modules, weight, banner, by_keys, by_pointer, two_editors, in_part, tomorrow, link_to_draft,
         first_screen, products_of_event, past, prices, many_prices, variants, sheets, new_product, searches, every_list, without_drafts]
