import Foundation
import MoaClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The Swift of README, README.ko and the article *MoaClient*, compiled.
private enum Snippets {
  @MainActor
  static func readme() async throws {
    // swift-format-ignore: NeverForceUnwrap
    let moa = Moa(URL(string: "http://127.0.0.1:8080")!)
    let home = try await moa.homeScreen()
    for try await product in moa.products() {
      print(product.title, product.priceText)
    }
    let found = moa.search(SearchQuery("머그"))
    try await moa.likes.toggle(207)
    for try await home in moa.updates(of: .homeScreen) {
      print(home.value.sections.count, home.isStored, home.changedIDs)
    }
    _ = (home, found)
  }

  static func overview() async throws {
    // swift-format-ignore: NeverForceUnwrap
    let moa = Moa(URL(string: "https://shop.example")!)
    for try await product in moa.products() { print(product.title, product.priceText) }
  }

  static func more(_ moa: Moa) async throws {
    for section in try await moa.homeScreen().sections {
      if let more = section.more, let products = moa.products(more) {
        for try await product in products { print(product.title) }
      }
    }
  }

  static func options(_ product: ProductDetail, _ linkedID: Int64?) {
    if var chooser = VariantChooser(product, variant: linkedID) {
      for option in chooser.options {
        for value in option.values { print(value.text, chooser.isAvailable(value, of: option)) }
      }
      if let option = chooser.options.first, let value = option.values.last {
        chooser.choose(value, of: option)
      }
      print(chooser.chosen.priceText, chooser.chosen.stockText, chooser.picture?.url ?? "")
    }
  }

  final class Heart {
    var isSelected = false
    var isHidden = false
  }

  static func offline(_ moa: Moa, _ draw: (Screen, Set<Int64>) -> Void, _ notice: Heart)
    async throws
  {
    for try await home in moa.updates(of: .homeScreen) {
      draw(home.value, home.changedIDs)
      notice.isHidden = !home.isStored
    }
    try await moa.sync()
    let page = try await moa.answer(.productPage(ProductQuery(onSale: true)))
    print(page.value.items.count, page.isStored, page.confirmedAt)
    await moa.changes.clear()
  }

  static func shared(_ url: URL, _ container: URL, _ report: @escaping @Sendable (URL) -> Void) {
    let storage = MoaStorage(in: container.appendingPathComponent("moa"), damaged: { report($0) })
    let moa = Moa(url, storage: storage)
    _ = moa
  }

  static func likes(_ moa: Moa, _ product: ProductCell, _ heart: Heart) async throws {
    try await moa.likes.toggle(product.id)
    for await isLiked in moa.likes.isLiked(product.id) { heart.isSelected = isLiked }
    for try await cell in moa.likes.list() { print(cell.title, cell.statusText) }
    var badge = 0
    for await all in moa.likes.changes() { badge = all.count }
    let liked = try await moa.likes.liked(among: [207, 198])
    _ = (badge, liked)
  }

  static func badNetwork(_ url: URL) {
    let configuration = URLSessionConfiguration.default
    configuration.httpAdditionalHeaders = [
      "Moa-Simulate": "latency=800ms+-300, status=503@0.2, seed=7"
    ]
    let moa = Moa(url, session: URLSession(configuration: configuration))
    _ = moa
  }
}
