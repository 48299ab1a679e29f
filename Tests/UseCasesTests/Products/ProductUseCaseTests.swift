import Domain
import Fakes
import Testing
import UseCases
import ViewData

@Suite struct ProductUseCaseTests {
  let store = FakeStore()
  let clock = FakeClock("2026-03-01T00:00:00Z")
  let imagePipeline = FakeImagePipeline()
  var register: RegisterProduct {
    RegisterProduct(
      products: store, lists: store, answers: store,
      spendQuota: SpendUploadQuota(repository: store, limit: nil), now: clock.now)
  }
  var edit: EditProduct { EditProduct(products: store, now: clock.now) }
  var remove: RemoveProduct { RemoveProduct(products: store, now: clock.now) }
  var browse: BrowseProducts {
    BrowseProducts(repository: store, cursors: ProductCursors(signer: FakeSigner()))
  }

  private func send(
    _ images: [[UInt8]], _ draft: ProductDraft, by vendor: Vendor,
    once: RecordedWrite<Product>? = nil
  ) async throws -> Written<Product> {
    try await imagePipeline.holding(images) {
      try await register(draft, $0, by: vendor, once: once)
    }
  }

  static func patch(_ change: (inout ProductPatch) throws -> Void) rethrows -> ProductPatch {
    var patch = ProductPatch()
    try change(&patch)
    return patch
  }

  @Test func aProductIsRegisteredAsItWasDescribed() async throws {
    let vendor = try await store.ports.vendor()
    let draft = try ProductDraft.sample(details: .sample())
    let images = (1...2).map { SampleImages.jpeg(width: $0, height: 8) }
    let product = try await send(images, draft, by: vendor).made
    #expect(product.draft == draft)
    #expect(product.vendor == vendor)
    #expect(product.version == 1)
    #expect(product.images.map(\.picture.width) == [1, 2])
    #expect(product.summary.createdAt == clock.now())
    #expect(try await ShowProduct(repository: store).product(product.id) == product)
    #expect(try await ShowProduct(repository: store).product(product.summary.code) == product)
  }

  @Test("a product has one to ten images", arguments: [0, 1, 10, 11])
  func imageCounts(_ count: Int) async throws {
    let vendor = try await store.ports.vendor()
    let images = (0..<count).map { SampleImages.jpeg(width: $0 + 1, height: 8) }
    do {
      _ = try await send(images, .sample(), by: vendor)
      #expect((1...10).contains(count))
    } catch let error as Failure {
      #expect(error == .rejected([FieldError("/images", .imageCount(count))]))
      #expect(!(1...10).contains(count))
    }
  }

  @Test func whatWasAnsweredBeforeIsNotDecodedAgain() async throws {
    let vendor = try await store.ports.vendor()
    let once = try RecordedWrite<Product>.sample("key", owner: vendor.author.keyOwner)
    func send() async throws -> Written<Product> {
      try await self.send(
        [SampleImages.jpeg(width: 1, height: 8)], .sample(), by: vendor, once: once)
    }
    let product = try await send().made
    guard case .before(let answer) = try await send() else {
      Issue.record("it was made twice")
      return
    }
    #expect(answer == .sample(of: product))
    #expect(imagePipeline.counts.finished == 1)
    #expect(imagePipeline.places == [])
  }

  @Test func beyondTheQuotaNothingIsDecoded() async throws {
    let vendor = try await store.ports.vendor()
    let images = (1...2).map { SampleImages.jpeg(width: $0, height: 8) }
    let limited = RegisterProduct(
      products: store, lists: store, answers: store,
      spendQuota: SpendUploadQuota(repository: store, limit: 1), now: clock.now)
    await #expect(throws: Failure.quotaSpent(imagesPerDay: 1, retryAfterSeconds: 86_400)) {
      _ = try await imagePipeline.holding(images) {
        try await limited(.sample(), $0, by: vendor, once: nil)
      }
    }
    #expect(imagePipeline.counts == .init(opened: 2, finished: 0, discarded: 2, atOnce: 2))
    #expect(imagePipeline.places == [])
  }

  @Test func forAClientThatHasGoneNothingIsStored() async throws {
    let vendor = try await store.ports.vendor()
    await #expect(throws: Failure.clientGone) {
      _ = try await imagePipeline.holding(
        [SampleImages.jpeg(width: 8, height: 8)], isClientGone: { true }
      ) {
        try await register(.sample(), $0, by: vendor, once: nil)
      }
    }
    #expect(imagePipeline.counts.finished == 0)
  }

  @Test("for an item type that is not there nothing is decoded")
  func unknownItemType() async throws {
    let vendor = try await store.ports.vendor()
    let draft = try ProductDraft.sample(details: ProductDetails(itemType: 9))
    let images = [SampleImages.jpeg(width: 8, height: 8)]
    await #expect(throws: Failure.rejected([FieldError("/item_type_id", .unknownItemType)])) {
      _ = try await send(images, draft, by: vendor)
    }
    #expect(imagePipeline.counts == .init(opened: 1, finished: 0, discarded: 1, atOnce: 1))
  }

  @Test func anEditChangesWhatItNamesAndMakesAVersion() async throws {
    let vendor = try await store.ports.vendor()
    let before = try await store.ports.add(.sample(by: vendor, images: [2, 3]))
    clock.set(try #require(Timestamp(rfc3339: "2026-03-05T00:00:00Z")))
    let patch = try Self.patch {
      $0.stock = try Stock(0)
      $0.cover = before.images[1].id
    }
    let after = try await edit(before.id, patch, by: vendor).made
    #expect(after.version == 2)
    #expect(after.draft.stock.isSoldOut)
    #expect(after.draft.name == before.draft.name)
    #expect(after.images == before.images.reversed())
    #expect(after.summary.updatedAt == clock.now())
  }

  @Test func aClockThatGoesBackMakesNothingOlder() async throws {
    let vendor = try await store.ports.vendor()
    let before = try await store.ports.add(.sample(by: vendor, at: "2026-06-01T00:00:00Z"))
    let after = try await edit(before.id, ProductPatch(), by: vendor).made
    #expect(after.summary.updatedAt == before.summary.updatedAt)
    #expect(after.version == 2)
  }

  @Test func anEditThatBreaksARuleChangesNothing() async throws {
    let vendor = try await store.ports.vendor()
    let before = try await store.ports.add(.sample(by: vendor))
    let broken: [(ProductPatch, String, String)] = [
      (
        Self.patch { $0.price = .whole(nil, discount: Amount(99_999)) }, "/discounted_price",
        "out_of_range"
      ),
      (
        Self.patch { $0.price = .paid(nil, original: .set(Amount(1))) }, "/original_price",
        "out_of_range"
      ),
      (Self.patch { $0.price = .paid(Amount(-1), original: .keep) }, "/price", "out_of_range"),
      (
        try Self.patch { $0.price = .whole(try Amount("1.5"), discount: nil) }, "/price",
        "too_many_decimals"
      ),
      (Self.patch { $0.currency = .usd }, "/currency", "price_missing"),
      (Self.patch { $0.cover = 999 }, "/thumbnail_id", "unknown_image"),
    ]
    for (patch, pointer, code) in broken {
      do throws(Failure) {
        _ = try await edit(before.id, patch, by: vendor)
        Issue.record("\(pointer) was taken")
      } catch {
        guard case .rejected(let fieldErrors) = error else { throw error }
        #expect(fieldErrors.first?.pointer == pointer)
        #expect(fieldErrors.first?.flaw.code == code)
      }
    }
    #expect(try await ShowProduct(repository: store).product(before.id) == before)
  }

  @Test func whatBelongsToAnotherVendorIsNotThere() async throws {
    let mine = try await store.ports.vendor(1)
    let other = try await store.ports.vendor(2)
    let id = try await store.ports.add(.sample(by: mine)).id
    await #expect(throws: Failure.notFound(.product("\(id)"))) {
      try await edit(id, ProductPatch(), by: other)
    }
    await #expect(throws: Failure.notFound(.product("\(id)"))) { try await remove(id, by: other) }
    let told = Failure.forbidden(requires: .vendor)
    await #expect(throws: told) {
      try await edit(
        id, ProductPatch(), by: other, if: ProductCondition { _ in false }, foreign: told)
    }
    await #expect(throws: told) { try await remove(id, by: other, foreign: told) }
    #expect(try await ShowProduct(repository: store).product(id).version == 1)
  }

  @Test func onlyTheVersionThatWasSeenIsChanged() async throws {
    let vendor = try await store.ports.vendor()
    let id = try await store.ports.add(.sample(by: vendor)).id
    let stale = ProductCondition { $0.version == 2 }
    await #expect(throws: Failure.staleVersion(current: 1)) {
      try await edit(id, ProductPatch(), by: vendor, if: stale)
    }
    await #expect(throws: Failure.staleVersion(current: 1)) {
      try await remove(id, by: vendor, if: stale)
    }
    let seen = ProductCondition { $0.version == 1 }
    #expect(try await remove(id, by: vendor, if: seen).made.id == id)
    let removed = Failure.notFound(.removedProduct(id))
    await #expect(throws: removed) { try await remove(id, by: vendor) }
    await #expect(throws: removed) { try await edit(id, ProductPatch(), by: vendor) }
    await #expect(throws: removed) { try await ShowProduct(repository: store).product(id) }
  }

  @Test func theBannerShowsTheNewestFiveOfAllThatAreDiscounted() async throws {
    let vendor = try await store.ports.vendor()
    let banner = BrowseBanner(repository: store)
    #expect(try await banner(in: .sample, from: nil).shownIDs.isEmpty)
    for number in 1...40 {
      let draft = try ProductDraft.sample(discount: number <= 7 ? 10 : 0)
      try await store.ports.add(.sample(by: vendor, draft))
    }
    #expect(try await banner(in: .sample, from: nil).shownIDs == [7, 6, 5, 4, 3])
  }

  @Test("every product is shown once, in every order, by pages of every size")
  func scrolling() async throws {
    let vendor = try await store.ports.vendor()
    for number in 0..<30 {
      let draft = try ProductDraft.sample(
        price: Int64(1_000 * (number % 4)), in: number % 7 == 0 ? .usd : .krw, stock: number % 3)
      try await store.ports.add(.sample(by: vendor, draft))
    }
    for sort in ProductSort.allCases {
      let query = ProductQuery(sort: sort, onlyInStock: true)
      for limit in [1, 7, 20, 100] {
        var (seen, position): ([Int64], ProductPosition?) = ([], nil)
        repeat {
          let page = try await browse.cells(
            query, after: position, limit: limit, in: .sample, from: nil)
          seen += page.shownIDs
          position = try page.page.nextCursor.map {
            try browse.cursors.position($0, of: query)
          }
        } while position != nil
        #expect(seen.count == 20, "\(sort) by \(limit)")
        #expect(Set(seen).count == 20, "\(sort) by \(limit)")
      }
    }
  }

  @Test func aPageThatEndsTheListHasNoNext() async throws {
    let vendor = try await store.ports.vendor()
    for _ in 0..<3 { try await store.ports.add(.sample(by: vendor)) }
    #expect(
      try await browse.cells(ProductQuery(), after: nil, limit: 3, in: .sample, from: nil).page
        .nextCursor == nil)
    let first = try await browse.cells(
      ProductQuery(), after: nil, limit: 2, in: .sample, from: nil)
    let cursor = try #require(first.page.nextCursor)
    #expect(try browse.cursors.position(cursor, of: ProductQuery()).id == 2)
    #expect(
      try await browse.cells(ProductQuery(), after: nil, limit: 0, in: .sample, from: nil).shownIDs
        .count == 1)
    #expect(
      try await browse.cells(ProductQuery(), after: nil, limit: .max, in: .sample, from: nil)
        .shownIDs.count == 3
    )
  }
}

extension Listing<ProductCell> {
  fileprivate var shownIDs: [Int64] { items.map(\.id) }
}

extension [ProductCell] {
  fileprivate var shownIDs: [Int64] { map(\.id) }
}
