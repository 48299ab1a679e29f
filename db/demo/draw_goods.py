"""The pictures of products that are not worn: one function each."""

from draw_sheet import CREAM, INK

WHITE = "#ffffff"


def backpack(s, deep, accent):
    s.arc(36, 8, 64, 40, 180, 360, INK, 3)
    s.box(26, 20, 74, 88, deep, 14)
    s.box(33, 54, 67, 82, accent, 5)
    s.line([(33, 62), (67, 62)], INK, 1.4)
    s.line([(30, 40), (70, 40)], INK, 1.4)
    s.box(47, 60, 53, 67, CREAM, 1)


def tote(s, deep, accent):
    s.arc(34, 10, 66, 62, 180, 360, accent, 3)
    s.shape([(24, 36), (20, 88), (50, 88), (50, 36)], deep, mirrored=True)
    s.box(36, 54, 64, 70, CREAM, 2)
    s.text(50, 62, "MOA", 9, INK)


def crossbag(s, deep, accent):
    s.line([(24, 56), (14, 8)], accent, 2)
    s.line([(76, 56), (86, 8)], accent, 2)
    s.box(20, 46, 80, 86, deep, 8)
    s.shape([(20, 50), (20, 62), (50, 72), (50, 50)], accent, mirrored=True)
    s.circle(50, 70, 4, CREAM)


def cap(s, deep, accent):
    s.half(22, 26, 74, 98, deep)
    s.oval(50, 54, 94, 68, accent)
    s.circle(48, 27, 3, accent)
    s.line([(48, 28), (48, 60)], accent, 1.2)
    s.text(38, 48, "M", 14, CREAM)


def beanie(s, deep, accent):
    s.circle(50, 16, 8, accent)
    s.half(24, 20, 76, 110, deep)
    s.box(20, 60, 80, 76, accent, 4)
    for x in range(26, 80, 8):
        s.line([(x, 62), (x, 74)], deep, 1.2)


def socks(s, deep, accent):
    for x in (0, 24):
        s.shape(
            [(26 + x, 14), (42 + x, 14), (42 + x, 58), (54 + x, 70), (50 + x, 84), (36 + x, 80),
             (26 + x, 64)], deep)
        s.box(25 + x, 13, 43 + x, 22, accent, 1)
        s.line([(26 + x, 34), (42 + x, 34)], CREAM, 3)
        s.line([(26 + x, 42), (42 + x, 42)], CREAM, 3)


def belt(s, deep, accent):
    s.circle(50, 50, 34, outline=deep, width=8)
    s.box(38, 74, 62, 92, accent, 3)
    s.box(43, 79, 57, 87, s.ground, 2)
    for x in (24, 18, 16):
        s.circle(x, 50 + (24 - x) * 2, 1.4, CREAM)


def watch(s, deep, accent):
    s.box(40, 6, 60, 94, deep, 4)
    s.circle(50, 50, 25, accent)
    s.circle(50, 50, 20, CREAM)
    s.line([(50, 50), (50, 36)], INK, 2)
    s.line([(50, 50), (60, 55)], INK, 2)
    s.box(74, 47, 79, 53, accent, 1)


def sunglasses(s, deep, accent):
    s.line([(16, 46), (6, 30)], INK, 3)
    s.line([(84, 46), (94, 30)], INK, 3)
    s.box(12, 40, 47, 66, deep, 11)
    s.box(53, 40, 88, 66, deep, 11)
    s.line([(46, 46), (54, 46)], INK, 3)
    s.line([(20, 60), (30, 46)], accent, 2)
    s.line([(61, 60), (71, 46)], accent, 2)


def necklace(s, deep, accent):
    s.arc(22, -26, 78, 66, 0, 180, deep, 2)
    s.shape([(50, 64), (60, 74), (50, 88), (40, 74)], accent)
    s.shape([(50, 64), (54, 74), (50, 88), (46, 74)], CREAM)


def lipstick(s, deep, accent):
    s.box(36, 54, 64, 90, INK, 2)
    s.box(40, 42, 60, 56, accent, 1)
    s.shape([(42, 42), (42, 22), (58, 12), (58, 42)], deep)


def perfume(s, deep, accent):
    s.box(43, 10, 57, 24, INK, 2)
    s.box(46, 24, 54, 34, accent, 0)
    s.box(26, 34, 74, 90, deep, 8)
    s.box(34, 50, 66, 74, CREAM, 2)
    s.text(50, 62, "moa", 11, INK)


def cream(s, deep, accent):
    s.box(22, 46, 78, 90, deep, 8)
    s.box(19, 32, 81, 50, accent, 4)
    s.box(32, 60, 68, 78, CREAM, 2)
    s.line([(38, 66), (62, 66)], deep, 2)
    s.line([(42, 72), (58, 72)], deep, 2)


def sunscreen(s, deep, accent):
    s.shape([(30, 10), (36, 76), (50, 76), (50, 10)], deep, mirrored=True)
    s.box(37, 74, 63, 91, accent, 2)
    s.circle(50, 40, 9, accent)
    s.text(50, 41, "50+", 8, CREAM)


def tumbler(s, deep, accent):
    s.shape([(32, 24), (38, 90), (50, 90), (50, 24)], deep, mirrored=True)
    s.box(29, 15, 71, 26, accent, 3)
    s.line([(58, 16), (63, 2)], INK, 2)
    s.shape([(34, 44), (36, 64), (50, 64), (50, 44)], CREAM, mirrored=True)


def mug(s, deep, accent):
    s.arc(58, 40, 88, 74, 0, 360, deep, 5)
    s.box(22, 30, 70, 88, deep, 6)
    s.oval(22, 25, 70, 37, accent)
    for x in (36, 50, 60):
        s.line([(x, 20), (x - 3, 12), (x, 5)], accent, 1.6)


def candle(s, deep, accent):
    s.box(28, 42, 72, 90, deep, 5)
    s.oval(28, 36, 72, 48, CREAM)
    s.line([(50, 42), (50, 32)], INK, 1.6)
    s.shape([(50, 10), (56, 24), (50, 33), (44, 24)], accent)
    s.box(36, 58, 64, 76, CREAM, 1)


def lamp(s, deep, accent):
    s.line([(50, 40), (50, 84)], INK, 3)
    s.box(34, 83, 66, 90, INK, 3)
    s.shape([(38, 12), (24, 46), (50, 46), (50, 12)], deep, mirrored=True)
    s.oval(30, 43, 70, 51, accent)


def cushion(s, deep, accent):
    s.shape([(16, 22), (22, 50), (16, 86), (50, 80), (50, 28)], deep, mirrored=True)
    for x, y in [(35, 42), (65, 42), (50, 54), (35, 68), (65, 68)]:
        s.circle(x, y, 5, accent)


def blanket(s, deep, accent):
    for index in range(4):
        s.box(16, 34 + index * 14, 84, 47 + index * 14, deep if index % 2 else accent, 6)
    for x in range(20, 84, 8):
        s.line([(x, 88), (x, 93)], deep, 1.6)


def notebook(s, deep, accent):
    s.box(26, 12, 76, 90, deep, 3)
    s.box(26, 12, 34, 90, accent, 2)
    s.box(42, 26, 68, 42, CREAM, 1)
    s.text(55, 34, "기록", 9, INK)
    for y in range(20, 88, 12):
        s.circle(26, y, 2.2, INK)


def pen(s, deep, accent):
    s.shape([(20, 74), (70, 16), (80, 26), (30, 84)], deep)
    s.shape([(20, 74), (30, 84), (14, 92)], accent)
    s.line([(72, 30), (58, 46)], CREAM, 2)
    s.circle(76, 20, 6, accent)


def earbuds(s, deep, accent):
    s.box(20, 44, 80, 90, deep, 16)
    s.line([(20, 58), (80, 58)], accent, 1.4)
    s.circle(50, 72, 3, accent)
    for x in (34, 66):
        s.circle(x, 24, 9, CREAM)
        s.box(x - 3, 26, x + 3, 44, CREAM, 3)
        s.circle(x, 24, 3.4, INK)


def headphones(s, deep, accent):
    s.arc(20, 12, 80, 84, 180, 360, deep, 5)
    s.box(14, 46, 32, 82, deep, 7)
    s.box(68, 46, 86, 82, deep, 7)
    s.box(28, 50, 36, 78, accent, 3)
    s.box(64, 50, 72, 78, accent, 3)


def keyboard(s, deep, accent):
    s.box(8, 34, 92, 80, deep, 5)
    for row in range(3):
        for column in range(9):
            x, y = 13 + column * 8.4, 39 + row * 9.4
            s.box(x, y, x + 6.6, y + 7.4, accent if (row, column) == (0, 0) else CREAM, 1)
    s.box(28, 68, 72, 75, CREAM, 1)


def mouse(s, deep, accent):
    s.box(30, 20, 70, 90, deep, 20)
    s.line([(31, 48), (69, 48)], INK, 1.2)
    s.line([(50, 21), (50, 48)], INK, 1.2)
    s.box(47, 28, 53, 42, accent, 3)


def speaker(s, deep, accent):
    s.box(28, 8, 72, 90, deep, 8)
    s.circle(50, 30, 11, accent)
    s.circle(50, 30, 5, INK)
    s.circle(50, 64, 18, accent)
    s.circle(50, 64, 11, INK)
    s.circle(50, 64, 4, CREAM)


def charger(s, deep, accent):
    s.box(24, 22, 58, 90, deep, 6)
    for index in range(3):
        s.box(31, 76 - index * 10, 51, 82 - index * 10, accent, 1)
    s.line([(58, 34), (74, 34), (80, 50), (76, 72)], INK, 2)
    s.box(71, 72, 81, 86, CREAM, 2)
    s.shape([(43, 28), (34, 44), (41, 44), (38, 54), (48, 39), (41, 39)], CREAM)


def bottle(s, deep, accent):
    s.shape([(46, 8), (43, 20), (50, 20), (50, 8)], accent, mirrored=True)
    s.box(36, 20, 64, 30, accent, 3)
    s.box(32, 30, 68, 90, CREAM, 9)
    s.box(32, 54, 68, 90, deep, 9)
    for y in (44, 54, 64, 74):
        s.line([(32, y), (42, y)], INK, 1.2)


def teddy(s, deep, accent):
    for x in (32, 68):
        s.circle(x, 18, 9, deep)
        s.circle(x, 18, 5, accent)
        s.circle(x + (x - 50) * 0.5, 64, 9, deep)
        s.circle(x, 88, 9, deep)
    s.oval(28, 48, 72, 92, deep)
    s.oval(38, 58, 62, 86, accent)
    s.circle(50, 34, 23, deep)
    s.oval(40, 36, 60, 52, accent)
    for x in (42, 58):
        s.circle(x, 29, 2.6, INK)
    s.oval(46, 37, 54, 43, INK)


def blocks(s, deep, accent):
    s.box(14, 54, 50, 90, deep, 3)
    s.box(52, 54, 88, 90, accent, 3)
    s.box(33, 16, 69, 52, "#e8b64c", 3)
    for x, y, letter in [(32, 72, "ㄱ"), (70, 72, "ㄴ"), (51, 34, "ㄷ")]:
        s.text(x, y, letter, 24, CREAM)


def golf(s, deep, accent):
    s.line([(24, 6), (52, 78)], INK, 2.4)
    s.shape([(48, 74), (60, 70), (82, 82), (80, 92), (54, 90)], deep)
    s.circle(28, 80, 10, WHITE)
    for x, y in [(25, 77), (31, 77), (28, 82), (24, 83), (32, 83)]:
        s.circle(x, y, 1, accent)


def yoga(s, deep, accent):
    s.box(34, 20, 90, 88, deep, 2)
    s.box(22, 12, 44, 90, accent, 11)
    s.circle(33, 22, 9, deep)
    s.circle(33, 22, 4, accent)


def dumbbell(s, deep, accent):
    s.box(26, 46, 74, 56, accent, 2)
    for x in (12, 66):
        s.box(x, 30, x + 11, 72, deep, 3)
        s.box(x + 11, 36, x + 22, 66, deep, 3)


def flask(s, deep, accent):
    s.box(40, 8, 60, 22, accent, 3)
    s.box(43, 22, 57, 30, INK, 0)
    s.box(32, 30, 68, 90, deep, 10)
    s.line([(40, 42), (40, 78)], CREAM, 3)
    s.arc(54, 4, 74, 24, 200, 450, INK, 2)


def bingsu(s, deep, accent):
    s.circle(50, 38, 24, WHITE)
    for x, y in [(36, 30), (46, 22), (58, 24), (66, 34)]:
        s.circle(x, y, 6, deep)
    s.circle(50, 14, 5, "#c8352e")
    s.shape([(20, 46), (34, 84), (50, 84), (50, 46)], accent, mirrored=True)
    s.box(34, 83, 66, 90, accent, 2)


def coffee(s, deep, accent):
    s.shape([(28, 14), (24, 90), (50, 90), (50, 14)], deep, mirrored=True)
    s.box(27, 12, 73, 22, INK, 1)
    s.circle(50, 56, 16, accent)
    s.oval(43, 46, 57, 66, INK)
    s.line([(50, 47), (47, 56), (52, 65)], accent, 1.4)


def cookies(s, deep, accent):
    for x, y, radius in [(34, 66, 22), (68, 68, 20), (52, 36, 24)]:
        s.circle(x, y, radius, deep)
        for dx, dy in [(-8, -6), (6, -9), (9, 5), (-5, 8), (0, -1)]:
            s.circle(x + dx, y + dy, 2.8, accent)


def tea(s, deep, accent):
    s.line([(50, 40), (66, 12)], INK, 1.2)
    s.box(58, 4, 78, 18, accent, 1)
    s.shape([(36, 36), (30, 48), (30, 90), (50, 90), (50, 36)], CREAM, mirrored=True)
    s.shape([(34, 62), (34, 86), (50, 86), (50, 62)], deep, mirrored=True)


def umbrella(s, deep, accent):
    s.line([(50, 12), (50, 82)], INK, 2.4)
    s.arc(50, 74, 64, 92, 0, 180, INK, 2.4)
    s.half(12, 14, 88, 94, deep)
    for x in (24.5, 50, 75.5):
        s.oval(x - 12.6, 50, x + 12.6, 60, s.ground)
    s.line([(50, 50), (50, 56)], INK, 2.4)
    s.circle(50, 12, 2, accent)


def plant(s, deep, accent):
    for box in [(44, 8, 58, 60), (22, 24, 44, 58), (56, 22, 80, 56)]:
        s.oval(*box, deep)
    s.line([(51, 20), (51, 62)], CREAM, 1.2)
    s.shape([(30, 58), (35, 90), (50, 90), (50, 58)], accent, mirrored=True)
    s.box(27, 54, 73, 64, accent, 2)


def vase(s, deep, accent):
    for x, y in [(36, 18), (50, 10), (64, 20)]:
        s.line([(50, 50), (x, y)], "#4f8a4c", 1.6)
        s.circle(x, y, 8, accent)
        s.circle(x, y, 3, CREAM)
    s.shape([(42, 42), (30, 66), (38, 90), (50, 90), (50, 42)], deep, mirrored=True)


def towel(s, deep, accent):
    s.line([(12, 18), (88, 18)], INK, 3)
    s.box(26, 16, 74, 88, deep, 2)
    for y in (68, 74, 80):
        s.line([(26, y), (74, y)], accent, 2)


def pan(s, deep, accent):
    s.line([(64, 60), (94, 90)], accent, 6)
    s.circle(42, 42, 32, deep)
    s.circle(42, 42, 26, INK)
    s.oval(26, 30, 58, 56, WHITE)
    s.circle(42, 42, 8, "#f2b632")


GOODS = {
    "backpack": ("#e4e7ec", "#4a5568", "#8a97ab", backpack),
    "tote": ("#f4ead5", "#e9d8b4", "#8c6b3c", tote),
    "crossbag": ("#f1e4dc", "#8a4b36", "#6a3526", crossbag),
    "cap": ("#e2f0e7", "#2f5d50", "#244a40", cap),
    "beanie": ("#f8e6e1", "#c8624f", "#f2d7c4", beanie),
    "socks": ("#e8eef7", "#5b7fb5", "#2f4b7c", socks),
    "belt": ("#f1e9dd", "#6b4a30", "#c9a45c", belt),
    "watch": ("#e4e7ec", "#3a3f4a", "#b9a36c", watch),
    "sunglasses": ("#faecd9", "#3b3a3f", "#8f9bb0", sunglasses),
    "necklace": ("#ece4f1", "#c9a45c", "#7fb2c9", necklace),
    "lipstick": ("#fbd9dc", "#cf3d5b", "#e8b64c", lipstick),
    "perfume": ("#f3e8f4", "#b79ac8", "#c9a45c", perfume),
    "cream": ("#e2f0e7", "#8fc0a4", "#f3f7f2", cream),
    "sunscreen": ("#fff1cf", "#f5c84c", "#d9652b", sunscreen),
    "tumbler": ("#e2ecf4", "#356a8a", "#24506a", tumbler),
    "mug": ("#f8e6e1", "#c8624f", "#7a3a2e", mug),
    "candle": ("#efe9e0", "#9a8468", "#f0a53a", candle),
    "lamp": ("#fdf3d8", "#f2c14e", "#fff6d6", lamp),
    "cushion": ("#e6efe9", "#5d8f76", "#d9e8df", cushion),
    "blanket": ("#f1ecdf", "#b5754f", "#e3c7a4", blanket),
    "notebook": ("#e9ecf6", "#5566a8", "#3d4b85", notebook),
    "pen": ("#e4e7ec", "#2f4b7c", "#c9a45c", pen),
    "earbuds": ("#e8e4ee", "#4b4468", "#9a92b8", earbuds),
    "headphones": ("#f4e3dc", "#d9652b", "#3a3f4a", headphones),
    "keyboard": ("#e6ebe4", "#5f7362", "#d9652b", keyboard),
    "mouse": ("#e4ecf6", "#6f8db5", "#2f3642", mouse),
    "speaker": ("#ececec", "#4a4a50", "#8d8d96", speaker),
    "charger": ("#dff0f0", "#2f8080", "#bfe3e0", charger),
    "bottle": ("#fdeef2", "#f6d9c9", "#e58aa5", bottle),
    "teddy": ("#f6ebdc", "#b9804a", "#e9c79a", teddy),
    "blocks": ("#e8eef7", "#5b7fb5", "#c8624f", blocks),
    "golf": ("#d9efd3", "#5d6672", "#9aa3ad", golf),
    "yoga": ("#ece4f1", "#9d7fb5", "#7a5c8e", yoga),
    "dumbbell": ("#e4e7ec", "#33363d", "#a3a9b3", dumbbell),
    "flask": ("#e2f0e7", "#4f8a6a", "#2f5d50", flask),
    "bingsu": ("#e3f1f7", "#7a2f2f", "#9ec9dc", bingsu),
    "coffee": ("#f1e4d6", "#8c5a3c", "#e3c39a", coffee),
    "cookies": ("#faf0dc", "#d3a05c", "#6b3f22", cookies),
    "tea": ("#e6f0df", "#9dbb7a", "#4f7a3c", tea),
    "umbrella": ("#e2ecf4", "#c8352e", "#8c231e", umbrella),
    "plant": ("#eef3e6", "#4f8a4c", "#c77b4f", plant),
    "vase": ("#f7eef0", "#6f8db5", "#ee8fae", vase),
    "towel": ("#e3f0f2", "#7fb2c9", "#f4f8fa", towel),
    "pan": ("#f6ede0", "#5a5f68", "#8c5a3c", pan),
}
