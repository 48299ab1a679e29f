"""Draws the images that shop.json names, into images/.

Needs Pillow and the fonts of Debian's fonts-nanum (SIL Open Font License). Flat colours and a
small palette keep each file at a few kilobytes; everything is drawn four times too large and
made smaller, which smooths the edges. Run it as: python3 draw.py
"""

import json
import math
import pathlib

from PIL import Image, ImageDraw, ImageFont

HERE = pathlib.Path(__file__).parent
FONTS = pathlib.Path("/usr/share/fonts/truetype/nanum")
SCALE = 4
INK = "#2f2a26"
CREAM = "#fffaf2"


class Sheet:
    """A picture with 100 units on its shorter side, whatever its size in pixels is."""

    def __init__(self, width, height, ground):
        self.size = (width, height)
        self.unit = min(width, height) * SCALE / 100
        self.image = Image.new("RGB", (width * SCALE, height * SCALE), ground)
        self.pen = ImageDraw.Draw(self.image)

    def points(self, points):
        return [(x * self.unit, y * self.unit) for x, y in points]

    def shape(self, points, fill, mirrored=False):
        """A polygon; a mirrored one gives its left half only, from the top to the bottom."""
        if mirrored:
            points = points + [(100 - x, y) for x, y in reversed(points)]
        self.pen.polygon(self.points(points), fill=fill)

    def circle(self, x, y, radius, fill=None, outline=None, width=2):
        box = self.points([(x - radius, y - radius), (x + radius, y + radius)])
        self.pen.ellipse(box, fill=fill, outline=outline, width=int(width * self.unit))

    def oval(self, left, top, right, bottom, fill):
        self.pen.ellipse(self.points([(left, top), (right, bottom)]), fill=fill)

    def box(self, left, top, right, bottom, fill, radius=3):
        corners = self.points([(left, top), (right, bottom)])
        self.pen.rounded_rectangle(corners, radius=radius * self.unit, fill=fill)

    def line(self, points, fill, width=2):
        self.pen.line(self.points(points), fill=fill, width=int(width * self.unit), joint="curve")

    def arc(self, left, top, right, bottom, start, end, fill, width=2):
        box = self.points([(left, top), (right, bottom)])
        self.pen.arc(box, start, end, fill=fill, width=int(width * self.unit))

    def text(self, x, y, words, size, fill, font="NanumSquareRoundEB", anchor="mm", wide=None):
        """Makes the words smaller until they are at most `wide` units wide."""
        while True:
            face = ImageFont.truetype(str(FONTS / f"{font}.ttf"), int(size * self.unit))
            if wide is None or self.pen.textlength(words, font=face) <= wide * self.unit:
                break
            size -= 0.5
        self.pen.text((x * self.unit, y * self.unit), words, font=face, fill=fill, anchor=anchor)

    def save(self, name, colours=64):
        small = self.image.resize(self.size, Image.LANCZOS)
        flat = small.quantize(colours, method=Image.MEDIANCUT, dither=Image.NONE)
        flat.save(HERE / "images" / name, optimize=True)


# Event categories: a ground, a deep colour, an accent, and who draws on them.


def blossom(sheet, x, y, radius, petal, heart):
    for index in range(5):
        angle = math.radians(index * 72 - 90)
        center = (x + radius * math.cos(angle), y + radius * math.sin(angle))
        sheet.circle(*center, radius * 0.72, petal)
    sheet.circle(x, y, radius * 0.5, heart)


def luxury(sheet, deep, accent):
    sheet.shape([(26, 38), (38, 24), (62, 24), (74, 38), (50, 78)], deep)
    sheet.shape([(38, 38), (62, 38), (50, 78)], accent)
    sheet.shape([(38, 38), (50, 24), (62, 38)], CREAM)
    for x, y in [(20, 22), (80, 62), (77, 18)]:
        sheet.shape([(x, y - 6), (x + 2, y), (x, y + 6), (x - 2, y)], CREAM)


def beauty(sheet, deep, accent):
    sheet.box(38, 52, 62, 84, INK)
    sheet.box(41, 42, 59, 54, accent, 1)
    sheet.shape([(43, 42), (43, 24), (57, 16), (57, 42)], deep)
    sheet.circle(25, 30, 5, CREAM)
    sheet.circle(76, 66, 7, CREAM)


def sports(sheet, deep, accent):
    sheet.circle(50, 50, 30, deep)
    sheet.line([(50, 20), (50, 80)], CREAM)
    sheet.line([(20, 50), (80, 50)], CREAM)
    sheet.arc(-2, 26, 36, 74, -62, 62, CREAM)
    sheet.arc(64, 26, 102, 74, 118, 242, CREAM)
    sheet.box(30, 86, 70, 88, accent, 1)


def outlet(sheet, deep, accent):
    sheet.shape([(22, 50), (50, 20), (80, 20), (80, 50), (50, 80)], deep)
    sheet.circle(71, 29, 4, CREAM)
    sheet.line([(42, 60), (58, 40)], CREAM, 3)
    sheet.circle(43, 46, 4.5, outline=CREAM, width=2.4)
    sheet.circle(57, 55, 4.5, outline=CREAM, width=2.4)
    sheet.line([(72, 28), (86, 12)], accent)


def kids(sheet, deep, accent):
    sheet.circle(29, 31, 11, deep)
    sheet.circle(71, 31, 11, deep)
    sheet.circle(29, 31, 6, accent)
    sheet.circle(71, 31, 6, accent)
    sheet.circle(50, 52, 30, deep)
    sheet.oval(36, 54, 64, 78, CREAM)
    sheet.circle(39, 46, 3.4, INK)
    sheet.circle(61, 46, 3.4, INK)
    sheet.oval(45, 57, 55, 64, INK)
    sheet.arc(44, 60, 56, 72, 20, 160, INK, 1.6)


def golf(sheet, deep, accent):
    sheet.oval(14, 66, 86, 88, deep)
    sheet.line([(50, 18), (50, 76)], INK)
    sheet.shape([(51, 18), (78, 28), (51, 38)], accent)
    sheet.circle(33, 72, 5, CREAM)
    sheet.oval(46, 74, 54, 78, INK)


def earth(sheet, deep, accent):
    sheet.circle(50, 50, 30, accent)
    sheet.shape([(30, 34), (44, 26), (52, 34), (44, 44), (46, 54), (34, 52), (26, 44)], deep)
    sheet.shape([(56, 48), (70, 44), (74, 56), (64, 70), (56, 62)], deep)
    sheet.line([(50, 20), (54, 12)], deep)
    sheet.oval(52, 5, 66, 14, deep)


def spring_outer(sheet, deep, accent):
    jacket(sheet, deep, CREAM, hem=76, zipped=True)
    blossom(sheet, 76, 26, 7, CREAM, accent)
    blossom(sheet, 22, 78, 5, CREAM, accent)


def newjeans(sheet, deep, accent):
    sheet.oval(30, 10, 46, 52, deep)
    sheet.oval(54, 10, 70, 52, deep)
    sheet.oval(35, 17, 42, 46, accent)
    sheet.oval(58, 17, 65, 46, accent)
    sheet.circle(50, 60, 26, deep)
    sheet.circle(41, 57, 3.2, INK)
    sheet.circle(59, 57, 3.2, INK)
    sheet.shape([(47, 64), (53, 64), (50, 68)], accent)
    sheet.line([(50, 68), (50, 73)], INK, 1.4)


def spring_new(sheet, deep, accent):
    sheet.line([(50, 52), (50, 90)], "#4f8a4c", 3)
    sheet.oval(50, 68, 72, 80, "#4f8a4c")
    blossom(sheet, 50, 40, 16, deep, accent)


EVENTS = {
    "luxury": ("#efe3c8", "#a67c2e", "#d9b45b", luxury),
    "beauty": ("#fbd9dc", "#cf3d5b", "#e8b64c", beauty),
    "sports": ("#ffe0c2", "#d9652b", "#2b4c7e", sports),
    "outlet": ("#ffe9a8", "#d63b2f", "#8c6b1f", outlet),
    "kids": ("#d8ecf7", "#b9804a", "#e9b98a", kids),
    "golf": ("#d9efd3", "#4f8a4c", "#d63b2f", golf),
    "earth": ("#e4f0df", "#3f7d58", "#7cb6d9", earth),
    "spring-outer": ("#dce6f5", "#5b7fb5", "#e58aa5", spring_outer),
    "newjeans": ("#cfdcf5", "#f4f7ff", "#7f9fe0", newjeans),
    "spring-new": ("#fde4ec", "#ee8fae", "#f5c84c", spring_new),
}


def draw_event(row):
    ground, deep, accent, icon = EVENTS[row["key"]]
    sheet = Sheet(200, 200, ground)
    icon(sheet, deep, accent)
    sheet.save(row["thumbnail_image"])
    # The same subject for the screen that puts no title below: the picture itself has to say it.
    sheet = Sheet(200, 200, deep if row["key"] != "newjeans" else "#5f7fc8")
    for index in range(6):
        sheet.circle(88, 14, 40 - index * 7, outline=ground, width=0.5)
    sheet.box(12, 66, 30, 68.4, ground, 1)
    sheet.text(12, 50, row["title"], 25, CREAM, anchor="lm", wide=78)
    sheet.text(12, 80, row["key"].replace("-", " ").upper(), 9, ground, anchor="lm", wide=78)
    sheet.save(row["thumbnail_text_image"])


# Banners.

BANNERS = [
    ("#e9ddcf", "#6b4f3a", "#c79a6b"),
    ("#26282c", "#f2f0ea", "#e5533d"),
    ("#f6f1f4", "#7a5c8e", "#d7b7dd"),
    ("#dfeaf2", "#1f3f66", "#f0a53a"),
    ("#e3ebd8", "#35553a", "#9bbf6d"),
    ("#f4f5f7", "#1d3a6e", "#c8352e"),
]


def draw_banner(number, row):
    ground, ink, accent = BANNERS[number]
    sheet = Sheet(480, 240, ground)
    decorations = [rings, split, petals, price_tags, hills, stripes]
    decorations[number](sheet, ink, accent)
    words = row["title"].split()
    half = len(words) if len(row["title"]) < 14 else (len(words) + 1) // 2
    lines = [" ".join(words[:half]), " ".join(words[half:])]
    lines = [line for line in lines if line]
    top = 50 - (len(lines) - 1) * 9
    for index, line in enumerate(lines):
        sheet.text(14, top + index * 19, line, 15, ink, anchor="lm", wide=112)
    sheet.box(14, top + len(lines) * 19 - 5, 36, top + len(lines) * 19 - 3, accent, 1)
    sheet.save(row["thumbnail_image"], 48)


def rings(sheet, ink, accent):
    for radius in (34, 25, 16):
        sheet.circle(160, 50, radius, outline=accent, width=3)
    sheet.circle(160, 50, 6, ink)


def split(sheet, ink, accent):
    sheet.box(138, 34, 186, 66, ink, 16)
    sheet.circle(170, 50, 12, accent)


def petals(sheet, ink, accent):
    blossom(sheet, 160, 46, 19, accent, "#f5d76e")
    blossom(sheet, 184, 84, 9, accent, "#f5d76e")
    blossom(sheet, 132, 84, 6, accent, "#f5d76e")


def price_tags(sheet, ink, accent):
    sheet.shape([(136, 42), (156, 18), (188, 18), (188, 66), (156, 66)], accent)
    sheet.circle(180, 27, 3.5, "#dfeaf2")
    sheet.text(165, 46, "SALE", 14, ink)


def hills(sheet, ink, accent):
    sheet.circle(172, 28, 11, "#f2c14e")
    sheet.oval(110, 62, 190, 140, accent)
    sheet.oval(152, 54, 240, 150, ink)


def stripes(sheet, ink, accent):
    for index in range(7):
        sheet.box(140, 14 + index * 11, 200, 18 + index * 11, ink, 0)
    sheet.circle(160, 50, 13, accent)


# Item types: one drawing per group, told apart by its title's features.

PAIRS = [
    ("#5b7fb5", "#e8eef7"), ("#c8624f", "#f8e6e1"), ("#4f8a6a", "#e2f0e7"), ("#a67c2e", "#f4ead5"),
    ("#7a5c8e", "#ece4f1"), ("#3f4a5a", "#e4e7ec"), ("#d08a3c", "#faecd9"), ("#b5557a", "#f7e3eb"),
]


def new_badge(sheet, colour):
    sheet.circle(80, 20, 13, colour)
    sheet.text(80, 20.5, "NEW", 9, CREAM)


def draw_item(number, row):
    deep, ground = PAIRS[number % len(PAIRS)]
    sheet = Sheet(120, 120, ground)
    GROUPS[row["category_id"]](sheet, deep, row["title"], number)
    if "신상" in row["title"] or "신산" in row["title"]:
        new_badge(sheet, "#d63b2f")
    sheet.save(row["thumbnail_image"], 48)


def top(sheet, deep, title, number):
    pale = "#ffffff"
    if "민소매" in title:
        sheet.shape([(40, 22), (42, 34), (32, 44), (32, 82)], deep, mirrored=True)
        sheet.oval(42, 12, 58, 38, sheet.image.getpixel((2, 2)))
        return
    long = any(word in title for word in ("후드", "맨투맨", "니트", "긴소매", "셔츠/"))
    cuff = [(14, 78), (25, 81)] if long else [(12, 46), (24, 54)]
    sheet.shape([(42, 22), (28, 27)] + cuff + [(33, 46), (33, 82)], deep, mirrored=True)
    if "후드" in title:
        sheet.oval(35, 10, 65, 38, deep)
        sheet.oval(41, 17, 59, 36, pale)
        sheet.shape([(40, 62), (37, 75)], pale, mirrored=True)
    elif "카라" in title or "셔츠/" in title:
        sheet.shape([(41, 20), (50, 36), (50, 24)], pale)
        sheet.shape([(59, 20), (50, 36), (50, 24)], pale)
        bottom = 80 if "블라우스" in title else 50
        for y in range(40, bottom, 9):
            sheet.circle(50, y, 1.6, pale)
    else:
        sheet.oval(42, 15, 58, 29, sheet.image.getpixel((2, 2)))
    if "니트" in title:
        for y in (44, 52, 60, 68):
            sheet.line([(35 + 5 * i, y - (i % 2) * 4) for i in range(7)], pale, 1.6)
    elif number % 3 == 0 and "후드" not in title:
        sheet.box(33.5, 52, 66.5, 58, pale, 0)


def jacket(sheet, deep, pale, hem=80, zipped=False, sleeveless=False, hooded=False):
    arm = [] if sleeveless else [(13, 74), (25, 78)]
    sheet.shape([(42, 20), (28, 26)] + arm + [(32, 46), (32, hem)], deep, mirrored=True)
    if hooded:
        sheet.oval(35, 8, 65, 36, deep)
        sheet.oval(41, 15, 59, 34, pale)
    else:
        sheet.shape([(41, 20), (50, 40), (50, 26)], pale)
        sheet.shape([(59, 20), (50, 40), (50, 26)], pale)
    sheet.line([(50, 36), (50, hem)], pale, 2)
    if not zipped:
        for y in range(48, hem - 4, 10):
            sheet.circle(54, y, 1.8, pale)


ZIPPED = ("집업", "블루종", "레더", "패딩", "아노락", "트레이닝", "나일론")


def outer(sheet, deep, title, number):
    pale = "#ffffff"
    long = any(word in title for word in ("코트", "코드", "롱패딩"))
    jacket(
        sheet, deep, pale, hem=90 if long else 74,
        zipped=any(word in title for word in ZIPPED),
        sleeveless="베스트" in title,
        hooded=any(word in title for word in ("후드", "아노락", "사파리", "패딩/")))
    if "패딩" in title:
        for y in range(44, 88 if long else 72, 9):
            sheet.line([(33, y), (67, y)], pale, 1.2)
    if "스타디움" in title or "블루종" in title:
        sheet.box(32, 68, 68, 74, pale, 0)
    if "플리스" in title or "무스탕" in title:
        for x in range(30, 74, 6):
            sheet.circle(x, 74, 4, pale)
    if "더블" in title:
        for y in (48, 58, 68):
            sheet.circle(45, y, 1.8, pale)
    if number % 2 == 0 and "패딩" not in title:
        sheet.box(36, 56, 45, 58.5, pale, 0)


def trousers(sheet, deep, title, number):
    pale = "#ffffff"
    if "점프" in title:
        sheet.shape([(38, 14), (38, 30), (33, 34), (33, 88), (47, 88), (50, 60)], deep, True)
        sheet.oval(43, 8, 57, 24, sheet.image.getpixel((2, 2)))
        sheet.box(42, 30, 58, 40, pale, 1)
        return
    foot = 56 if "숏" in title else 88
    narrow = 6 if "레깅스" in title or "조거" in title else 0
    sheet.shape(
        [(34, 14), (28 + narrow / 2, foot), (46 - narrow / 2, foot), (50, 38)], deep, mirrored=True)
    sheet.box(34, 14, 66, 20, pale if number % 2 else INK, 0)
    if "데님" in title:
        sheet.line([(37, 22), (40, 32), (46, 34)], pale, 1.4)
        sheet.line([(63, 22), (60, 32), (54, 34)], pale, 1.4)
    if "트레이닝" in title:
        sheet.line([(35, 22), (33, 86)], pale, 2)
        sheet.line([(65, 22), (67, 86)], pale, 2)
    if "슈트" in title:
        sheet.line([(40, 24), (38, 86)], pale, 1)
        sheet.line([(60, 24), (62, 86)], pale, 1)


def dress(sheet, deep, title, number):
    hem = 68 if "미니" in title else 79 if "미디" in title else 90
    sheet.shape([(40, 14), (41, 26), (36, 32), (41, 46), (24 + (90 - hem) / 3, hem)], deep, True)
    sheet.oval(42, 6, 58, 28, sheet.image.getpixel((2, 2)))
    sheet.box(40, 44, 60, 48, "#ffffff", 0)


def skirt(sheet, deep, title, number):
    hem = 58 if "미니" in title else 74 if "미디" in title else 88
    sheet.shape([(37, 22), (37 - (hem - 22) / 4, hem)], deep, mirrored=True)
    sheet.box(36, 20, 64, 26, INK, 1)
    for x in (-7, 0, 7):
        sheet.line([(50 + x, 28), (50 + x * 2, hem - 2)], "#ffffff", 1.2)


def sneaker(sheet, deep, title, number):
    high = 26 if "캔버스" in title else 36
    sheet.shape(
        [(16, high), (36, high), (48, 46), (62, 52), (82, 56), (86, 66), (86, 70), (14, 70)], deep)
    sheet.box(12, 68, 88, 77, "#ffffff", 4)
    sheet.box(12, 74, 88, 77, INK, 2)
    for index in range(4):
        x = 38 + index * 6
        sheet.line([(x, 49 + index * 2), (x + 6, 41 + index * 2)], "#ffffff", 2)
    if "스포츠" in title:
        sheet.line([(22, 64), (44, 58), (34, 48)], "#ffffff", 3)
    if "패션" in title:
        sheet.box(12, 62, 88, 70, "#ffffff", 3)


def shoe(sheet, deep, title, number):
    pale = "#ffffff"
    if "부츠" in title:
        sheet.shape([(28, 14), (56, 14), (56, 54), (84, 64), (86, 76), (26, 76)], deep)
        sheet.box(24, 75, 88, 82, INK, 2)
        sheet.line([(28, 24), (56, 24)], pale, 2)
    elif "힐" in title:
        sheet.shape([(18, 34), (34, 42), (58, 62), (86, 68), (88, 74), (56, 74), (28, 56)], deep)
        sheet.shape([(18, 38), (29, 54), (24, 82), (20, 82)], INK)
    elif "샌들" in title or "슬리퍼" in title:
        sheet.box(12, 68, 88, 77, INK, 4)
        sheet.arc(46, 42, 82, 96, 180, 360, deep, 9)
        if "샌들" in title:
            sheet.arc(14, 42, 44, 96, 180, 360, deep, 5)
    elif "용품" in title:
        sheet.box(28, 40, 72, 80, deep, 6)
        sheet.box(24, 30, 76, 42, INK, 4)
        sheet.text(50, 61, "CARE", 13, pale)
    else:
        sheet.shape([(14, 42), (30, 40), (42, 52), (60, 54), (82, 60), (86, 72), (14, 72)], deep)
        sheet.box(12, 71, 88, 76, INK, 2)
        if "플랫" not in title:
            sheet.box(12, 72, 28, 82, INK, 1)
        if "로퍼" in title or "모카신" in title:
            sheet.line([(44, 52), (62, 56)], pale, 4)
        elif "구두" in title:
            for x in (40, 47, 54):
                sheet.line([(x, 56), (x + 5, 50)], pale, 1.6)


GROUPS = {
    100: top, 200: outer, 300: trousers, 400: dress, 401: skirt, 500: sneaker, 501: shoe,
}


def main():
    (HERE / "images").mkdir(exist_ok=True)
    shop = json.loads((HERE / "shop.json").read_text(encoding="utf-8"))
    for row in shop["event_categories"]:
        draw_event(row)
    for number, row in enumerate(shop["event_banners"][: len(BANNERS)]):
        draw_banner(number, row)
    for number, row in enumerate(shop["item_types"]):
        draw_item(number, row)


if __name__ == "__main__":
    main()
