"""What the pictures are drawn on."""

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
        self.ground = ground
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

    def half(self, left, top, right, bottom, fill):
        """The upper half of an oval."""
        self.pen.pieslice(self.points([(left, top), (right, bottom)]), 180, 360, fill=fill)

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
