"""Clients that generators make from the contract: compiled, they register a product with a picture, read the home screen and a
section of a kind that they do not know."""

import json
import pathlib
import subprocess
import sys
import tempfile

import demo

PICTURE = pathlib.Path("db/demo/images/item-100-06.png").resolve()
PRODUCT = {"title": "생성된 앱의 컵", "price": 12000, "currency": "KRW", "stock": 3}
LATER = {
    "sections": [
        {"id": "v", "kind": "videos", "layout": "wall", "items": [{"cell_id": "v.1", "video_url": "https://shop.example/v"}]}
    ]
}

SWIFT = """
import Foundation

@main struct Main {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let shop = MoaAPIAPIConfiguration.shared
    shop.basePath = arguments[1]
    shop.customHeaders = ["identifier": arguments[2], "secret": arguments[3]]
    let product = NewProduct(title: "생성된 앱의 컵", price: 12000, currency: .krw, stock: 3)
    let params = String(decoding: try JSONEncoder().encode(product), as: UTF8.self)
    let made = try await VendorsAPI.registerProduct(
      params: params, images: [URL(fileURLWithPath: arguments[4])])
    precondition(made.title == product.title && made.images.count == 1)
    let home = try await ScreensAPI.getHomeScreen()
    precondition(home.sections.contains { $0.kind == "products" && $0.items[0].priceText != nil })
    let later = try JSONDecoder().decode(Screen.self, from: Data(arguments[5].utf8))
    precondition(later.sections[0].kind == "videos")
  }
}
"""

PYTHON = """
import json, sys
import moa_api
from moa_api.models.screen import Screen
base, identifier, secret, picture, later, product = sys.argv[1:]
settings = moa_api.Configuration(host=base, api_key={"identifier": identifier, "secret": secret})
with moa_api.ApiClient(settings) as client:
    data = open(picture, "rb").read()
    made = moa_api.VendorsApi(client).register_product(product, [("cup.jpeg", data)])
    assert made.title == json.loads(product)["title"] and len(made.images) == 1
    home = moa_api.ScreensApi(client).get_home_screen()
    assert any(s.kind == "products" and s.items[0].price_text for s in home.sections)
assert Screen.from_json(later).sections[0].kind == "videos"
"""

PYTHON_CLIENT = """
import io, json, sys
from moa_client import Client
from moa_client.api.screens import get_home_screen
from moa_client.api.vendors import register_product
from moa_client.models import ProductForm, Screen
from moa_client.types import File
base, identifier, secret, picture, later, product = sys.argv[1:]
client = Client(base_url=base, headers={"identifier": identifier, "secret": secret})
body = ProductForm(params=product, images=[File(open(picture, "rb"), "cup.jpeg", "image/jpeg")])
made = register_product.sync(client=client, body=body)
assert made.title == json.loads(product)["title"] and len(made.images) == 1
home = get_home_screen.sync(client=client)
assert any(s.kind == "products" and s.items[0].price_text for s in home.sections)
assert Screen.from_dict(json.loads(later)).sections[0].kind == "videos"
"""


def main(program, tools):
    with tempfile.TemporaryDirectory(prefix="moa-clients-") as name:
        place = pathlib.Path(name)
        contract = place / "openapi.json"
        contract.write_bytes(subprocess.run([program, "openapi"], check=True, capture_output=True).stdout)
        generate(tools, contract, "swift6", place / "swift", "projectName=MoaAPI,oneOfUnknownDefaultCase=true")
        generate(tools, contract, "python", place / "python", "packageName=moa_api")
        run(f"{tools}/bin/openapi-python-client", "generate", "--path", contract, "--meta", "none",
            "--output-path", place / "python" / "moa_client")
        (place / "swift" / "Main.swift").write_text(SWIFT)
        sources = [place / "swift" / "Main.swift", *(place / "swift" / "Sources").rglob("*.swift")]
        run("swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", "App", "-o", place / "app", *sources)
        with demo.running(program) as base:
            sent = [base, demo.VENDOR, demo.SECRET, PICTURE, json.dumps(LATER)]
            run(place / "app", *sent)
            for script in (PYTHON, PYTHON_CLIENT):
                run(f"{tools}/bin/python", "-c", script, *sent, json.dumps(PRODUCT), cwd=place / "python")
    print("clients: swift6, python and openapi-python-client work")


def generate(tools, contract, language, place, options):
    run(f"{tools}/bin/openapi-generator-cli", "generate", "-i", contract, "-g", language, "-o", place,
        f"--additional-properties={options}")


def run(*command, **options):
    made = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if made.returncode:
        raise SystemExit(f"{command[0]} failed:\n{made.stdout[-4000:]}\n{made.stderr[-4000:]}")


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2])
