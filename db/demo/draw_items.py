"""The pictures of the item types: one drawing per group, told apart by the title's words."""

from draw_sheet import CREAM, INK, Sheet

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
    if "신상" in row["title"]:
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
    long = any(word in title for word in ("코트", "롱패딩"))
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
