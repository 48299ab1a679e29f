"""Draws the pictures of the products that products.json names, in the four sizes that are served.

Run it as draw.py. It writes images/product-NAME-NUMBER.png (600 pixels) with .cell.png, .thumb.png
and .wide.png beside it, and pictures.json with the colour that each has most of around it.
"""

import json

from PIL import Image

import draw_items
from draw_goods import GOODS
from draw_sheet import HERE, Sheet

# Ground, deep colour and accent; the second row of a name is its other colour.
CLOTHES = {
    "knit": [("#f4ead5", "#a67c2e"), ("#ece4f1", "#7a5c8e")],
    "hoodie": [("#e4e7ec", "#3f4a5a"), ("#f7e3eb", "#b5557a")],
    "shirt": [("#e8eef7", "#5b7fb5"), ("#e2f0e7", "#4f8a6a")],
    "tee": [("#f8e6e1", "#c8624f"), ("#e8eef7", "#2f4b7c")],
    "sweatshirt": [("#e2f0e7", "#4f8a6a"), ("#f4ead5", "#8c5a3c")],
    "sleeveless": [("#faecd9", "#d08a3c"), ("#e4e7ec", "#3f4a5a")],
    "denim": [("#e8eef7", "#3d5f94"), ("#eceff3", "#6f8db5")],
    "slacks": [("#e4e7ec", "#3f4a5a"), ("#f1e9dd", "#9a7b54")],
    "jogger": [("#ececec", "#6a6f78"), ("#e6efe9", "#2f5d50")],
    "shorts": [("#f4ead5", "#b08d4f"), ("#e2ecf4", "#356a8a")],
    "coat": [("#f1e9dd", "#b58a5a"), ("#e4e7ec", "#3a4150")],
    "padding": [("#e4ecf6", "#38527d"), ("#f8e6e1", "#c0472f")],
    "blazer": [("#e6e4ee", "#4b4468"), ("#efe9e0", "#8a7456")],
    "cardigan": [("#f7e3eb", "#cf6f90"), ("#e6efe9", "#5d8f76")],
    "dress": [("#fbe7ea", "#c94f6d"), ("#e9ecf6", "#5566a8")],
    "skirt": [("#ece4f1", "#7a5c8e"), ("#f1ecdf", "#7d6b45")],
    "sneakers": [("#e8eef7", "#5b7fb5"), ("#faecd9", "#d9652b")],
    "canvas": [("#f8e6e1", "#b5443a"), ("#e4e7ec", "#2f3642")],
    "loafers": [("#f1e9dd", "#6b4a30"), ("#ececec", "#2b2b2f")],
    "boots": [("#f4ead5", "#8c5a3c"), ("#e4e7ec", "#33363d")],
    "sandals": [("#faecd9", "#b0713c"), ("#e2f0e7", "#4f7a5c")],
    "heels": [("#f7e3eb", "#a83255"), ("#efe9e0", "#3c3430")],
}

# Ground, deep colour and accent of the other colour of a bag.
SECOND = {
    "backpack": ("#e8eef7", "#2f4b7c", "#6f8db5"), "crossbag": ("#ececec", "#2b2b2f", "#4a4a50"),
}

# Which drawing of the item types shows it, and the word and number that it goes by.
WORDS = {
    "knit": (draw_items.top, "니트", 1), "hoodie": (draw_items.top, "후드", 1),
    "shirt": (draw_items.top, "셔츠/블라우스", 1), "tee": (draw_items.top, "반소매", 3),
    "sweatshirt": (draw_items.top, "맨투맨", 3), "sleeveless": (draw_items.top, "민소매", 1),
    "denim": (draw_items.trousers, "데님", 1), "slacks": (draw_items.trousers, "슈트", 2),
    "jogger": (draw_items.trousers, "트레이닝/조거", 1),
    "shorts": (draw_items.trousers, "숏", 2), "coat": (draw_items.outer, "싱글 코트", 2),
    "padding": (draw_items.outer, "숏패딩", 1), "blazer": (draw_items.outer, "블레이저", 2),
    "cardigan": (draw_items.outer, "카디건", 1), "dress": (draw_items.dress, "미디", 1),
    "skirt": (draw_items.skirt, "미니", 1), "sneakers": (draw_items.sneaker, "스포츠", 1),
    "canvas": (draw_items.sneaker, "캔버스", 1), "loafers": (draw_items.shoe, "로퍼", 1),
    "boots": (draw_items.shoe, "부츠", 1), "sandals": (draw_items.shoe, "샌들", 1),
    "heels": (draw_items.shoe, "힐", 1),
}

SIZES = {"": 600, ".cell": 400, ".thumb": 200}


def darker(colour, by=18):
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return "#" + "".join(f"{max(0, part - by):02x}" for part in parts)


def sheet_with(ground):
    sheet = Sheet(600, 600, ground)
    sheet.oval(20, 86, 80, 94, darker(ground))
    return sheet


def save_wide(name):
    """The whole picture on a ground of 2:1, for previews of links."""
    picture = Image.open(HERE / "images" / f"product-{name}.png")
    width, height = picture.size
    wide = Image.new("P", (2 * height, height), picture.getpixel((0, 0)))
    wide.putpalette(picture.getpalette())
    wide.paste(picture, ((2 * height - width) // 2, 0))
    wide.save(HERE / "images" / f"product-{name}.wide.png", optimize=True)


def save(sheet, name, ground, pictures):
    for suffix, side in SIZES.items():
        sheet.size = (side, side)
        sheet.save(f"product-{name}{suffix}.png", 24)
    save_wide(name)
    pictures[name] = ground


def main():
    pictures = {}
    for name, colours in CLOTHES.items():
        draw, word, number = WORDS[name]
        for index, (ground, deep) in enumerate(colours):
            sheet = sheet_with(ground)
            draw(sheet, deep, word, number)
            save(sheet, f"{name}-{index + 1}", ground, pictures)
    for name, (ground, deep, accent, draw) in GOODS.items():
        sheet = sheet_with(ground)
        draw(sheet, deep, accent)
        save(sheet, f"{name}-1", ground, pictures)
    for name, (ground, deep, accent) in SECOND.items():
        sheet = sheet_with(ground)
        GOODS[name][3](sheet, deep, accent)
        save(sheet, f"{name}-2", ground, pictures)
    lines = [f'  "{name}": "{colour}"' for name, colour in pictures.items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    assert json.loads(text) == pictures
    (HERE / "pictures.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
