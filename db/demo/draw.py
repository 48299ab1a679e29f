"""Draws the images that shop.json names, into images/.

Needs Pillow and the fonts of Debian's fonts-nanum (SIL Open Font License). Flat colours and a
small palette keep each file at a few kilobytes; everything is drawn four times too large and
made smaller, which smooths the edges. Run it as: python3 draw.py
"""

import json
import math

from draw_items import draw_item, jacket
from draw_sheet import CREAM, HERE, INK, Sheet

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
