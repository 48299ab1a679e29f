"""Writes products.json: what stands in WARES, with all that need not be thought out by hand.

Every run writes the same. Run it as: python3 write_products.py
"""

import json
import random
from pathlib import Path

from wares import COLORS, ITEM_TYPES, LONG_NAME, SIZES, VENDORS, WARES

HERE = Path(__file__).parent
DICE = random.Random(20260101)
# Thrown for options only: everything that DICE decides stays as it was before there were any.
OPTION_DICE = random.Random(20261129)
MALLS = {name: f"{name} 스토어" for name in ["그레이노트", "파인브룩", "루미에", "사운드펠트"]}
CARE = {
    "패션의류": ["찬물에 단독으로 손세탁해 주세요.", "건조기 사용은 피해 주세요.", "모델은 평소 입는 사이즈를 입었어요."],
    "패션잡화": ["습기가 적은 곳에 보관해 주세요.", "화면에 따라 색이 조금 다르게 보일 수 있어요."],
    "화장품/미용": ["처음 쓰실 때는 팔 안쪽에 먼저 발라 보세요.", "개봉한 뒤 열두 달 안에 사용해 주세요."],
    "생활/건강": ["하나하나 손으로 검수해서 보내 드려요.", "선물 포장은 무료예요."],
    "디지털/가전": ["구성품: 본품, 케이블, 설명서.", "구입한 날부터 일 년 동안 무상으로 수리해 드려요."],
    "출산/육아": ["KC 인증을 받은 안전한 소재예요.", "끓는 물로 소독할 수 있어요."],
    "스포츠/레저": ["실내와 야외 어디서나 쓸 수 있어요.", "보관용 가방을 함께 드려요."],
    "식품": ["받으신 날부터 2주 안에 드시는 것이 가장 맛있어요.", "직사광선을 피해 서늘한 곳에 두세요."],
}
OPENINGS = [
    "{name}, 매일 손이 가는 하나예요.", "오래 두고 쓰려고 천천히 만들었어요.", "{brand}에서 이번 계절에 가장 많이 찾으신 상품이에요.",
    "가볍고 튼튼해서 선물로도 좋아요.", "처음 만나는 {brand}, 부담 없는 가격으로 시작해 보세요.",
    "작은 차이가 하루를 바꿔요.",
]


def won(price, percent):
    """A discount that leaves a price of whole hundreds."""
    return price - (price * (100 - percent) // 10_000) * 100


def description(name, brand, category):
    lines = DICE.sample(CARE[category], k=min(2, len(CARE[category])))
    return "\n".join([DICE.choice(OPENINGS).format(name=name, brand=brand)] + lines)


def subject_of(picture):
    return picture.rsplit("-", 1)[0]


def split(total, count):
    """A stock in parts, of which some are 0; the first gets something if there is anything."""
    shares = [OPTION_DICE.choice([0, 1, 2, 3, 4]) for _ in range(count)]
    shares[0] = max(1, shares[0])
    parts = [total * share // sum(shares) for share in shares]
    parts[0] += total - sum(parts)
    return parts


def options(made):
    """Colours by the pictures that are shown, sizes, and the stock of each combination in their order.

    A combination that is not sold has null. The largest size may cost more.
    """
    subject = subject_of(made["pictures"][0])
    colors = [
        COLORS[subject][int(name.rsplit("-", 1)[1]) - 1]
        for name in made["pictures"] if subject in COLORS]
    colors, sizes = colors if len(colors) > 1 else [], SIZES.get(subject, [])
    count = max(1, len(colors)) * max(1, len(sizes))
    if count == 1:
        return {}
    stocks = split(made["stock"], count)
    if count > 6 and OPTION_DICE.random() < 0.3 and stocks[-1] == 0:
        stocks[-1] = None
    more = 0
    if len(sizes) == 4 and OPTION_DICE.random() < 0.3:
        more = 200 if made["currency"] == "USD" else 2000
    return {
        "colors": [{"name": name, "color": color} for name, color in colors], "sizes": sizes,
        "stocks": stocks, "more_for_largest": more,
    }


def pictures(subject, kinds, number):
    """Of the thing itself, in its colours: one is better than a picture of something else."""
    own = [name for name in kinds if subject_of(name) == subject]
    own = own[number % len(own) :] + own[: number % len(own)]
    department = WARES[subject][1][0]
    # Bags had one picture each.
    had = [name for name in kinds if name not in ("backpack-2", "crossbag-2")]
    others = [name for name in had if WARES[subject_of(name)][1][0] == department]
    others = len(others) - len([name for name in had if subject_of(name) == subject])
    # Thrown for nothing: everything after these throws stays as it was.
    DICE.sample(range(others), k=min(4, others))
    return own[: DICE.choice([1, 2, 2, 3, 3, 4, 5])]


def row(subject, number, name, price, kinds):
    vendor, path, brands = WARES[subject][:3]
    brand = brands[number % len(brands)]
    percent = DICE.choice([0, 0, 0, 5, 10, 15, 20, 30, 40, 50])
    dollars = isinstance(price, float)
    amount = round(price * 100) if dollars else price
    # Apps that exist read prices as whole numbers, and whole lists fail with one that is none.
    discount = (
        amount * percent // 10_000 * 100 if dollars else won(amount, percent) if percent else 0)
    reviews = DICE.choice([0, 0, DICE.randint(1, 40), DICE.randint(20, 400), DICE.randint(400, 4000)])
    average = DICE.choice([3.8, 4, 4.1, 4.3, 4.5, 4.6, 4.7, 4.8, 4.9, 5]) if reviews else 0
    delivery = DICE.choice(["free", "standard", "standard", "islands", None])
    tags = [tag for tag, holds in [
        ("BEST", reviews >= 400), ("FREE_DELIVERY", delivery == "free")] if holds]
    return {
        "vendor": vendor, "name": name,
        "description": description(name, brand, path[0]) if DICE.random() > 0.06 else "",
        "currency": "USD" if dollars else "KRW", "price": amount, "discount": discount,
        "stock": 0 if DICE.random() < 0.08 else DICE.choice([1, 3, 7, 12, 28, 45, 90, 240, 1200]),
        "pictures": pictures(subject, kinds, number), "brand": brand,
        "maker": brand if DICE.random() < 0.3 else None, "mall": MALLS.get(brand),
        "type": DICE.choice([2, 2, 2, 1, 3]),
        "item_type": ITEM_TYPES.get(path[-1], path[-1]), "category": path, "tags": tags,
        "delivery": delivery, "reviews": reviews, "average": average,
    }


def rows():
    kinds = list(json.loads((HERE / "pictures.json").read_text(encoding="utf-8")))
    made = [
        row(subject, number, name, price, kinds)
        for subject, (*_, wares) in WARES.items()
        for number, (name, price) in enumerate(wares)
    ]
    DICE.shuffle(made)
    # An app that exists shows its first screen from the five newest that are discounted among the
    # newest twenty, and breaks without them; eight stand there, and the first one is for sale.
    newest = [at for at in range(20) if made[at]["currency"] == "KRW" and made[at]["price"] > 0]
    for at in newest:
        made[at]["discount"] = 0
    for at in newest[0:16:2]:
        made[at]["discount"] = won(made[at]["price"], DICE.choice([10, 15, 20, 25, 30, 35]))
    made[0]["stock"] = 28
    made[3]["stock"] = 0
    made[30]["name"] = LONG_NAME
    made[31]["description"] = ("이 상품은 설명이 깁니다. " * 80)[:999] + "끝"
    # The vendor whose secret is known sells goods without options: examples change their prices.
    return [{**one, **(options(one) if one["vendor"] != 1 else {})} for one in made]


def main():
    kinds = json.loads((HERE / "pictures.json").read_text(encoding="utf-8"))
    delivery = {
        "free": {"is_free": True, "free_limit": 0, "fee": 0,
                 "is_billing_by_area_when_free": False, "areas": []},
        "standard": {"is_free": False, "free_limit": 50000, "fee": 3000,
                     "is_billing_by_area_when_free": False, "areas": []},
        "islands": {"is_free": False, "free_limit": 30000, "fee": 2500,
                    "is_billing_by_area_when_free": True, "areas": [
                        {"province": "제주특별자치도", "district": "제주시", "neighbourhood": "",
                         "surcharge": 3000},
                        {"province": "인천", "district": "옹진군", "neighbourhood": "대청면",
                         "surcharge": 9900},
                        {"province": "경북", "district": "울릉군", "neighbourhood": "울릉읍",
                         "surcharge": 7000}]},
    }

    def line(value):
        return json.dumps(value, ensure_ascii=False)

    parts = [
        ("vendors", [line(vendor) for vendor in VENDORS]),
        ("pictures", [line({"name": name, "color": color}) for name, color in kinds.items()]),
        ("delivery_terms", [line({"name": name, **terms}) for name, terms in delivery.items()]),
        ("products", [line(made) for made in rows()]),
    ]
    text = ",\n".join(
        f'  "{name}": [\n    ' + ",\n    ".join(lines) + "\n  ]" for name, lines in parts)
    (HERE / "products.json").write_text("{\n" + text + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
