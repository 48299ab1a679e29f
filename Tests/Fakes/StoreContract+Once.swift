import Domain
import UseCases

extension StoreContract {
  static let onceClauses = [
    Clause("a key that comes again gets the first answer, and nothing is written twice") { ports in
      let creation = try ProductCreation.sample(by: try await ports.vendor())
      let once = try RecordedWrite<Product>.sample("a key ~!".replacing(" ", with: "_"))
      let product = try await ports.products.add(creation, once: once).value
      for _ in 0..<2 {
        let answer = try await ports.products.add(creation, once: once).answer
        try holdEqual(answer, .sample(of: product))
      }
      let all = try await ports.products.cells(ProductQuery(), after: nil, limit: 10)
      try holdEqual(all, [product.cell])
    },
    Clause("a key of a change or a removal gets the first answer, whatever became of it") {
      ports in
      let product = try await ports.add(.sample(by: try await ports.vendor()))
      let change = try RecordedWrite<Product>.sample("change")
      let removal = try RecordedWrite<Product>.sample("removal")
      let changed = try await ports.products.change(product.id, once: change) { $0.unchanged }
        .value
      _ = try await ports.products.remove(product.id, at: .latest, once: removal) { _ in }.value
      let again = try await ports.products.change(product.id, once: change) { $0.unchanged }
      try holdEqual(try again.answer, .sample(of: changed))
      let gone = try await ports.products.remove(product.id, at: .latest, once: removal) { _ in }
      try holdEqual(try gone.answer, .sample(of: changed))
    },
    Clause("a key that comes with another request is refused") { ports in
      let creation = try ProductCreation.sample(by: try await ports.vendor())
      _ = try await ports.products.add(creation, once: try .sample("key"))
      do {
        _ = try await ports.products.add(creation, once: try .sample("key", request: 2))
        throw ContractBreach("the key was taken for another request")
      } catch Failure.keyReused {}
      let all = try await ports.products.cells(ProductQuery(), after: nil, limit: 10)
      try holdEqual(all.count, 1)
    },
    Clause("a key belongs to its owner") { ports in
      let creation = try ProductCreation.sample(by: try await ports.vendor())
      for owner in ["vendor:1", "vendor:2", "token:00"] {
        _ = try await ports.products.add(creation, once: try .sample("key", owner: owner)).value
      }
      let all = try await ports.products.cells(ProductQuery(), after: nil, limit: 10)
      try holdEqual(all.count, 3)
    },
    Clause("an answer can be looked up before anything is written") { ports in
      let creation = try ProductCreation.sample(by: try await ports.vendor())
      let once = try RecordedWrite<Product>.sample("key")
      let digest = once.requestDigest
      try holdEqual(try await ports.answers.answer(under: once.sentKey, requestDigest: digest), nil)
      let product = try await ports.products.add(creation, once: once).value
      let answer = try await ports.answers.answer(under: once.sentKey, requestDigest: digest)
      try holdEqual(answer, .sample(of: product))
      do {
        let other = try RecordedWrite<Product>.sample("key", request: 2)
        _ = try await ports.answers.answer(under: other.sentKey, requestDigest: other.requestDigest)
        throw ContractBreach("the key was taken for another request")
      } catch Failure.keyReused {}
      let others = try RecordedWrite<Product>.sample("key", owner: "vendor:2")
      try holdEqual(
        try await ports.answers.answer(under: others.sentKey, requestDigest: digest), nil)
    },
    Clause("a claimed key is in flight for all others, and the claim's own write goes through") {
      ports in
      let creation = try ProductCreation.sample(by: try await ports.vendor())
      let once = try RecordedWrite<Product>.sample("key")
      guard let claim = try await ports.answers.claim(once.sentKey) else {
        throw ContractBreach("a new key has an answer")
      }
      try await holdInFlight { _ = try await ports.answers.claim(once.sentKey) }
      try await holdInFlight { _ = try await ports.products.add(creation, once: once) }
      let digest = once.requestDigest
      try holdEqual(try await ports.answers.answer(under: once.sentKey, requestDigest: digest), nil)
      let others = try RecordedWrite<Product>.sample("key", owner: "vendor:2")
      _ = try await ports.products.add(creation, once: others).value
      let product = try await ports.products.add(creation, once: once.claimed(by: claim)).value
      let answer = try await ports.answers.answer(under: once.sentKey, requestDigest: digest)
      try holdEqual(answer, .sample(of: product))
      try holdEqual(try await ports.answers.claim(once.sentKey) == nil, true)
      await claim.withdraw()
      _ = try await ports.products.add(creation, once: once).answer
    },
    Clause("a claim that is withdrawn leaves the key free") { ports in
      let creation = try ProductCreation.sample(by: try await ports.vendor())
      let once = try RecordedWrite<Product>.sample("key")
      let first = try await ports.answers.claim(once.sentKey)
      await first?.withdraw()
      let second = try await ports.answers.claim(once.sentKey)
      try holdEqual(first?.token == second?.token, false)
      // It is the other's claim now.
      await first?.withdraw()
      try await holdInFlight { _ = try await ports.answers.claim(once.sentKey) }
      await second?.withdraw()
      _ = try await ports.products.add(creation, once: once).value
    },
    Clause("of many claims of one key at once one is granted") { ports in
      let key = try RecordedWrite<Product>.sample("key").sentKey
      let claims = try await withThrowingTaskGroup(of: (any KeyClaim)?.self) { group in
        for _ in 0..<16 {
          group.addTask {
            do {
              return try await ports.answers.claim(key)
            } catch Failure.inFlight, Failure.unavailable { return nil }
          }
        }
        return try await group.reduce(into: [any KeyClaim]()) { $0 += $1.map { [$0] } ?? [] }
      }
      try holdEqual(claims.count, 1)
    },
    Clause("of many requests with one key at once one is carried out") { ports in
      let creation = try ProductCreation.sample(by: try await ports.vendor(), images: [2, 3])
      let once = try RecordedWrite<Product>.sample("key")
      let written = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<64 {
          group.addTask {
            do {
              guard case .now = try await ports.products.add(creation, once: once) else { return 0 }
              return 1
            } catch Failure.inFlight, Failure.unavailable {
              // Or too many wait for a connection: they are told to come again as well.
              return 0
            }
          }
        }
        return try await group.reduce(0, +)
      }
      try holdEqual(written, 1)
      let all = try await ports.products.cells(ProductQuery(), after: nil, limit: 100)
      try holdEqual(all.count, 1)
      _ = try await ports.products.add(creation, once: once).answer
    },
  ]

  static let housekeepingClauses = [
    Clause("images that nothing refers to go when they are old, and all others stay") { ports in
      _ = try await ports.demoShop.loadOnce(try DemoShop.sample())
      let vendor = try await ports.vendor()
      try await ports.add(.sample(by: vendor, images: [4, 5]))
      let removed = try await ports.add(.sample(by: vendor, images: [5, 6]))
      _ = try await ports.products.remove(removed.id, at: .earliest, once: nil) { _ in }
      try holdEqual(try await ports.housekeeping.sweep(at: .earliest), .nothing)
      let swept = try await ports.housekeeping.sweep(at: .latest)
      try holdEqual(swept, Swept(images: 1, answers: 0))
      for (fill, isKept) in [2: true, 3: true, 4: true, 5: true, 6: false] {
        let digest = try StoredImage.sample(UInt8(fill)).digest
        try holdEqual(try await ports.images.find(digest) != nil, isKept)
      }
      try holdEqual(try await ports.housekeeping.sweep(at: .latest), .nothing)
    },
    Clause("what was taken in by itself stays, whatever products bring and lose") { ports in
      let vendor = try await ports.vendor()
      try await ports.images.add(try StoredImage.sample(2))
      try await ports.images.add(.sample(3))
      let product = try await ports.add(.sample(by: vendor, images: [3, 4, 5, 6]))
      try await ports.images.add(.sample(4))
      try await ports.images.add(try StoredImage.sample(5))
      _ = try await ports.products.remove(product.id, at: .earliest, once: nil) { _ in }
      let swept = try await ports.housekeeping.sweep(at: .latest)
      try holdEqual(swept, Swept(images: 1, answers: 0))
      for fill in 2...5 as ClosedRange<UInt8> {
        let digest = try StoredImage.sample(fill).digest
        try holdEqual(try await ports.images.find(digest) != nil, true)
      }
    },
    Clause("answers are forgotten when they are old") { ports in
      let creation = try ProductCreation.sample(by: try await ports.vendor())
      let once = try RecordedWrite<Product>.sample("key")
      _ = try await ports.products.add(creation, once: once).value
      try holdEqual(try await ports.housekeeping.sweep(at: .earliest), .nothing)
      _ = try await ports.products.add(creation, once: once).answer
      try holdEqual(
        try await ports.housekeeping.sweep(at: .latest), Swept(images: 0, answers: 1))
      _ = try await ports.products.add(creation, once: once).value
    },
  ]
}

/// - Throws: unless `body` says that the key is in flight.
private func holdInFlight(_ body: () async throws -> Void) async throws {
  do {
    try await body()
    throw ContractBreach("a claimed key was free for others")
  } catch Failure.inFlight {}
}
