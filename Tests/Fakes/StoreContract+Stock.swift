import Domain
import UseCases

extension StoreContract {
  static let stockClauses = [
    Clause("operations take from variants and from products without any, in their order") { ports in
      let shop = try await StockShop(ports)
      let results = try await shop.carryOut(
        .init(1, "LB-1", .take(2)), .init(2, "LB-2", .set(Stock(9))),
        .init(3, "LB-1", .take(-1)), .init(4, shop.plain.id, .take(5)))
      try holdEqual(results.map(\.stock.count), [3, 9, 4, 0])
      try hold(
        results.allSatisfy { !$0.isRepeated }, "a new operation was taken for a repeated one")
      let shirt = try await ports.products.find(shop.shirt.id)
      try holdEqual(shirt?.draft.variants?.all.map(\.stock.count), [4, 9, 0])
      try holdEqual(shirt?.draft.stock.count, 13)
      try holdEqual(shirt?.version, shop.shirt.version + 1)
      try holdEqual(try await ports.products.find(shop.plain.id)?.draft.stock.count, 0)
    },
    Clause("a key names a product without variants") { ports in
      let shop = try await StockShop(ports)
      let operation = StockOperation(
        id: SixteenBytes(high: 0, low: 1), target: .key(try ProductKey("mug")), change: .take(2))
      try holdEqual(try await shop.carryOut(operation).map(\.stock.count), [3])
      try holdEqual(try await ports.products.find(shop.plain.id)?.draft.stock.count, 3)
    },
    Clause("an operation is carried out once by its id, and answered alike again") { ports in
      let shop = try await StockShop(ports)
      let once = try StockOperation(1, "LB-1", .take(2))
      _ = try await shop.carryOut(once)
      _ = try await shop.carryOut(.init(2, "LB-1", .take(1)))
      let again = try await shop.carryOut(once, .init(3, "LB-1", .take(1)))
      try holdEqual(again.map(\.stock.count), [3, 1])
      try holdEqual(again.map(\.isRepeated), [true, false])
      try holdEqual(try await shop.left(), [1, 2, 0])
    },
    Clause("a request of repeated operations changes no product") { ports in
      let shop = try await StockShop(ports)
      let once = try StockOperation(1, "LB-1", .take(2))
      _ = try await shop.carryOut(once)
      let version = try await ports.products.find(shop.shirt.id)?.version
      _ = try await shop.carryOut(once)
      try holdEqual(try await ports.products.find(shop.shirt.id)?.version, version)
    },
    Clause("an operation that leaves the stock as it is makes no version of the product") { ports in
      let shop = try await StockShop(ports)
      let results = try await shop.carryOut(
        .init(1, "LB-1", .take(0)), .init(2, "LB-2", .set(Stock(2))),
        .init(3, shop.plain.id, .take(2)), .init(4, shop.plain.id, .take(-2)))
      try holdEqual(results.map(\.stock.count), [5, 2, 3, 5])
      try holdEqual(try await ports.products.find(shop.shirt.id), shop.shirt)
      try holdEqual(try await ports.products.find(shop.plain.id), shop.plain)
    },
    Clause("an id that is sent at once for two products is used for one of them") { ports in
      let shop = try await StockShop(ports)
      for id in UInt8(1)...5 {
        let operations = [
          try StockOperation(id, "LB-1", .take(1)), StockOperation(id, shop.plain.id, .take(1)),
        ]
        let refused = try await withThrowingTaskGroup(of: [String].self) { group in
          for operation in operations {
            group.addTask {
              do {
                _ = try await shop.carryOut(operation)
                return []
              } catch Failure.rejected(let errors) {
                return errors.map { "\($0.pointer) \($0.flaw.code)" }
              }
            }
          }
          return try await group.reduce(into: []) { $0 += $1 }
        }
        try holdEqual(refused, ["/operations/0/id operation_reused"])
      }
    },
    Clause("the ids of one vendor are not those of another") { ports in
      let shop = try await StockShop(ports)
      let other = try await StockShop(ports, vendor: 2)
      _ = try await shop.carryOut(.init(1, "LB-1", .take(2)))
      let result = try await other.carryOut(.init(1, "LB-1", .take(1)))
      try holdEqual(result.map(\.isRepeated), [false])
      try holdEqual(try await shop.left() + other.left(), [3, 2, 0, 4, 2, 0])
    },
    Clause("with too little of one of them nothing is taken") { ports in
      let shop = try await StockShop(ports)
      do {
        _ = try await shop.carryOut(
          .init(1, "LB-1", .take(4)), .init(2, "LB-1", .take(4)), .init(3, "LB-2", .take(9)))
        throw ContractBreach("more was taken than there is")
      } catch Failure.insufficientStock(let errors) {
        try holdEqual(errors.map(\.pointer), ["/operations/1/take", "/operations/2/take"])
        try holdEqual(errors.map(\.flaw.allowed), [.atMost(1), .atMost(2)])
      }
      try holdEqual(try await shop.left(), [5, 2, 0])
      // What was refused may be asked for again.
      _ = try await shop.carryOut(.init(1, "LB-1", .take(1)))
      try holdEqual(try await shop.left(), [4, 2, 0])
    },
    Clause("operations that name nothing, or a used id, are refused at their places") { ports in
      let shop = try await StockShop(ports)
      let foreign = try await ports.add(.sample(by: try await ports.vendor(2)))
      _ = try await shop.carryOut(.init(1, "LB-1", .take(1)))
      do {
        _ = try await shop.carryOut(
          .init(1, "LB-1", .take(2)), .init(2, "LB-9", .take(1)), .init(3, foreign.id, .take(1)),
          .init(4, shop.shirt.id, .take(1)), .init(5, "LB-2", .take(1)),
          .init(5, "LB-2", .take(1)))
        throw ContractBreach("a wrong operation was carried out")
      } catch Failure.rejected(let errors) {
        try holdEqual(
          errors.map { "\($0.pointer) \($0.flaw.code)" },
          [
            "/operations/0/id operation_reused", "/operations/1/sku unknown_sku",
            "/operations/2/product_id unknown_product", "/operations/3/product_id in_variants",
            "/operations/5/id duplicate",
          ])
      }
      try holdEqual(try await shop.left(), [4, 2, 0])
    },
    Clause("the last ones are taken once, in whatever order calls name them") { ports in
      let shop = try await StockShop(ports)
      let taken = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in UInt8(1)...8 {
          let pair = [
            try StockOperation(number, "LB-1", .take(1)),
            StockOperation(number + 100, shop.plain.id, .take(1)),
          ]
          let operations = number.isMultiple(of: 2) ? pair : pair.reversed()
          group.addTask { (try? await shop.carryOut(operations)) == nil ? 0 : 1 }
        }
        return try await group.reduce(0, +)
      }
      try holdEqual(taken, 5)
      try holdEqual(try await shop.left(), [0, 2, 0])
      try holdEqual(try await ports.products.find(shop.plain.id)?.draft.stock.count, 0)
    },
    Clause("operations are forgotten after 30 days") { ports in
      let shop = try await StockShop(ports)
      let once = try StockOperation(1, "LB-1", .take(1))
      _ = try await shop.carryOut(once)
      _ = try await ports.housekeeping.sweep(at: LikeShop.after(days: 30))
      try holdEqual(try await shop.carryOut(once).map(\.isRepeated), [true])
      _ = try await ports.housekeeping.sweep(at: LikeShop.after(days: 30, microseconds: 1))
      try holdEqual(try await shop.carryOut(once).map(\.isRepeated), [false])
    },
  ]
}

/// A vendor with variants of a shirt, 5 of `LB-1` and 2 of `LB-2`, and 5 of a product without any.
struct StockShop: Sendable {
  let ports: Ports
  let vendor: Vendor
  let shirt: Product
  let plain: Product

  init(_ ports: Ports, vendor fill: UInt8 = 1) async throws {
    self.ports = ports
    vendor = try await ports.vendor(fill)
    shirt = try await ports.add(.varied(by: vendor))
    let details = ProductDetails(key: try ProductKey("mug"))
    plain = try await ports.add(
      .sample(by: vendor, .sample("머그컵", stock: 5, details: details)))
  }

  func carryOut(_ operations: StockOperation...) async throws -> [StockResult] {
    try await carryOut(operations)
  }

  func carryOut(_ operations: [StockOperation]) async throws -> [StockResult] {
    try await ports.products.carryOut(
      operations, of: vendor, at: LikeShop.start, once: nil
    ).value
  }

  /// Of the shirt's variants.
  func left() async throws -> [Int] {
    try await ports.products.find(shirt.id)?.draft.variants?.all.map(\.stock.count) ?? []
  }
}

extension StockOperation {
  init(_ id: UInt8, _ sku: String, _ change: Change) throws {
    self.init(
      id: SixteenBytes(high: 0, low: UInt64(id)), target: .sku(try SKU(sku)), change: change)
  }

  init(_ id: UInt8, _ product: Int64, _ change: Change) {
    self.init(
      id: SixteenBytes(high: 0, low: UInt64(id)), target: .product(product), change: change)
  }
}
