/// A change of the stock by a system that sells the same goods elsewhere.
package struct StockOperation: Sendable, Hashable {
  package enum Target: Sendable, Hashable {
    case sku(SKU)
    /// A product without variants, by its vendor's key.
    case key(ProductKey)
    /// A product without variants.
    case product(Int64)
  }

  package enum Change: Sendable, Hashable {
    /// Below zero to give back.
    case take(Int)
    case set(Stock)
  }

  /// The largest number of operations that are carried out together.
  package static let countMax = 500
  /// How long an operation is remembered: 30 days. Sent again later, it is carried out again.
  package static let secondsKept = 30 * 86_400
  package static let takeRange = -Int64(Stock.countMax)...Int64(Stock.countMax)
  /// Unique for its vendor.
  package let id: SixteenBytes
  package let target: Target
  package let change: Change

  package init(id: SixteenBytes, target: Target, change: Change) {
    self.id = id
    self.target = target
    self.change = change
  }

  /// Everything but the id, to tell a repetition from another operation with the same id.
  package var text: String {
    let asked =
      switch change {
      case .take(let count): "take \(count)"
      case .set(let stock): "set \(stock.count)"
      }
    return switch target {
    case .sku(let sku): "\(asked) sku \(sku)"
    case .key(let key): "\(asked) key \(key.text)"
    case .product(let id): "\(asked) product \(id)"
    }
  }
}

/// A product without variants, or a variant.
package struct StockedGoods: Sendable, Hashable {
  package let product: Int64
  package let variant: Int64?

  package init(product: Int64, variant: Int64? = nil) {
    self.product = product
    self.variant = variant
  }
}

/// The state on which an operation is decided.
package struct StockFound: Sendable {
  /// An operation that was carried out.
  package struct Record: Sendable {
    let text: String
    let stock: Stock

    package init(text: String, stock: Stock) {
      self.text = text
      self.stock = stock
    }
  }

  /// The operation with the same id, if it was carried out before.
  let record: Record?
  /// Nil if the vendor does not sell what the operation names.
  package let goods: StockedGoods?
  let stock: Stock
  /// Whether ``goods`` is a product whose variants have the stock.
  let isInVariants: Bool

  package init(
    record: Record? = nil, goods: StockedGoods?, stock: Stock, isInVariants: Bool = false
  ) {
    self.record = record
    self.goods = goods
    self.stock = stock
    self.isInVariants = isInVariants
  }
}

/// The stock after an operation.
package struct StockResult: Sendable, Hashable {
  package let operation: StockOperation
  package let stock: Stock
  /// Whether the operation was carried out before; the stock is that of then.
  package let isRepeated: Bool
}

/// A change of stocks by operations, all or none.
package struct StockPlan: Sendable {
  /// For each operation, in their order.
  package let results: [StockResult]
  /// Of those whose stock changes.
  package let stocks: [StockedGoods: Stock]

  /// Carries the operations out one after the other.
  ///
  /// - Parameter found: for each operation.
  /// - Throws: everything that keeps some of them from being carried out, with pointers such as
  ///   `/operations/3/take`.
  package init(
    _ operations: [StockOperation], _ found: [StockFound]
  ) throws(StockRefusal) {
    var results: [StockResult] = []
    var stocks: [StockedGoods: Stock] = [:]
    var (flaws, shortages): ([FieldError], [FieldError]) = ([], [])
    var ids: Set<SixteenBytes> = []
    for (index, (operation, found)) in zip(operations, found).enumerated() {
      let place = "/operations/\(index)"
      do throws(FieldError) {
        guard ids.insert(operation.id).inserted else { throw FieldError("/id", .repeatedOperation) }
        let left = found.goods.flatMap { stocks[$0] } ?? found.stock
        let result = try StockResult(operation, found, left: left)
        if !result.isRepeated, let goods = found.goods {
          stocks[goods] = result.stock == found.stock ? nil : result.stock
        }
        results.append(result)
      } catch {
        let isShortage = error.flaw.code.utf8.elementsEqual("insufficient_stock".utf8)
        if isShortage {
          shortages.append(error.under(place))
        } else {
          flaws.append(error.under(place))
        }
      }
    }
    guard flaws.isEmpty else { throw .rejected(flaws) }
    guard shortages.isEmpty else { throw .insufficient(shortages) }
    (self.results, self.stocks) = (results, stocks)
  }
}

/// The reason why no operation was carried out.
package enum StockRefusal: Error, Sendable, Hashable {
  case rejected([FieldError])
  /// Too little is in stock.
  case insufficient([FieldError])
}

extension StockResult {
  /// - Throws: a flaw at its member, such as `/take`.
  fileprivate init(
    _ operation: StockOperation, _ found: StockFound, left: Stock
  ) throws(FieldError) {
    if let record = found.record {
      guard record.text.utf8.elementsEqual(operation.text.utf8) else {
        throw FieldError("/id", .reusedOperation)
      }
      self.init(operation: operation, stock: record.stock, isRepeated: true)
      return
    }
    guard found.goods != nil, !found.isInVariants else {
      throw operation.target.flaw(isInVariants: found.isInVariants)
    }
    self.init(
      operation: operation, stock: try operation.change.applied(to: left), isRepeated: false)
  }
}

extension StockOperation.Change {
  fileprivate func applied(to stock: Stock) throws(FieldError) -> Stock {
    switch self {
    case .set(let stock): return stock
    case .take(let count):
      guard count <= stock.count else {
        throw FieldError("/take", .insufficientStock(left: stock))
      }
      let rest = try? Stock(stock.count - count)
      guard let rest else { throw FieldError("/take", .tooMuchStock) }
      return rest
    }
  }
}

extension StockOperation.Target {
  fileprivate func flaw(isInVariants: Bool) -> FieldError {
    switch self {
    case .sku: FieldError("/sku", .unknownSKU)
    case .key: FieldError("/key", isInVariants ? .stockInVariants : .foreignProduct)
    case .product: FieldError("/product_id", isInVariants ? .stockInVariants : .foreignProduct)
    }
  }
}

extension ValidationError {
  fileprivate static func insufficientStock(left: Stock) -> ValidationError {
    ValidationError(
      "insufficient_stock", left.isSoldOut ? "None is left." : "Only \(left.count) are left.",
      hint: "Take at most \(left.count).", allowed: .atMost(Int64(left.count)))
  }

  fileprivate static let repeatedOperation = ValidationError(
    "duplicate", "The request has another operation with this id.",
    hint: "Write a new UUID for each operation.")

  fileprivate static let reusedOperation = ValidationError(
    "operation_reused", "Another operation was carried out with this id.",
    hint: "Write a new UUID for each operation.")

  fileprivate static let unknownSKU = ValidationError(
    "unknown_sku", "No variant of the vendor has this article number.",
    hint: "Check the number, or send key or product_id for a product without variants.")

  fileprivate static let foreignProduct = ValidationError(
    "unknown_product", "The vendor has no such product.", hint: "Check the id or the key.")

  fileprivate static let stockInVariants = ValidationError(
    "in_variants", "The product has variants, which have its stock.",
    hint: "Send the sku of a variant instead.")

  fileprivate static let tooMuchStock = ValidationError(
    "out_of_range", "The stock would be above \(Stock.countMax).", hint: "Give back fewer.")
}
