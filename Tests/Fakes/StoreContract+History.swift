import Domain
import UseCases

extension StoreContract {
  static let historyClauses = [
    Clause("a write leaves who made it and what it changed, the newest first") { ports in
      let product = try await ports.products.add(
        .sample(by: try await ports.vendor()), once: .noted(request: "first")
      ).value
      _ = try await ports.products.change(product.id, once: .noted(request: "second")) {
        $0.unchanged
      }
      _ = try await ports.products.remove(product.id, at: .latest, once: .noted()) { _ in }
      let entries = try await ports.history.changes(HistoryQuestion())
      let changes = [
        HistoryChange(.remove, "a/1", before: Array("{\"version\":2}".utf8), after: nil),
        HistoryChange(
          .update, "a/1", before: Array("{\"version\":1}".utf8),
          after: Array("{\"version\":2}".utf8)),
        HistoryChange(.create, "a/1", before: nil, after: Array("{\"version\":1}".utf8)),
      ]
      try holdEqual(entries.map(\.change), changes)
      try holdEqual(entries.map(\.requestID), ["", "second", "first"])
      try holdEqual(entries[0].author, Author(.token, id: "0a", name: "김"))
      try holdEqual(try await ports.history.change(entries[1].id), entries[1])
      try holdEqual(try await ports.history.change(entries[0].id + 1), nil)
    },
    Clause("pages, authors and resources of the history are as they are asked for") { ports in
      let vendor = try await ports.vendor()
      for number in 0..<6 {
        _ = try await ports.products.add(
          .sample(by: vendor),
          once: .noted(by: "0\(number % 2)", of: "r/\(number % 3)", request: "\(number)"))
      }
      func requests(_ question: HistoryQuestion) async throws -> String {
        try await ports.history.changes(question).map(\.requestID).joined()
      }
      let first = try await ports.history.changes(HistoryQuestion(limit: 4))
      try holdEqual(first.map(\.requestID).joined(), "5432")
      try holdEqual(try await requests(HistoryQuestion(before: first.last?.id, limit: 4)), "10")
      try holdEqual(try await requests(HistoryQuestion(author: "01")), "531")
      try holdEqual(try await requests(HistoryQuestion(resource: "r/2")), "52")
      try holdEqual(try await requests(HistoryQuestion(author: "00", resource: "r/2")), "2")
    },
    Clause("a write that fails, is repeated or changes nothing leaves no change") { ports in
      let creation = try ProductCreation.sample(by: try await ports.vendor())
      let product = try await ports.products.add(creation, once: .noted("key")).value
      _ = try await ports.products.add(creation, once: .noted("key")).answer
      do {
        _ = try await ports.products.remove(product.id, at: .latest, once: .noted()) {
          _ throws(Failure) in throw .changedMeanwhile
        }
      } catch Failure.changedMeanwhile {}
      _ = try await ports.products.change(product.id, once: .noted(of: nil)) { $0.unchanged }
      try holdEqual(try await ports.history.changes(HistoryQuestion()).count, 1)
    },
    Clause("an image that is stored already is told as one that was there before") { ports in
      let note = HistoryNote<Picture>(
        by: Author(.token, id: "0a", name: "김"), requestID: ""
      ) { before, _ in
        HistoryChange(before == nil ? .create : .update, "a/1", before: nil, after: nil)
      }
      let image = try PreparedImage.sample(3)
      for _ in 0..<2 {
        _ = try await ports.images.add(
          image, isKept: true, once: RecordedWrite(noting: note))
      }
      let entries = try await ports.history.changes(HistoryQuestion())
      try holdEqual(entries.map(\.change.action), [.update, .create])
    },
    Clause("a list shows a change up to 16 KiB, and the change alone has all of it") { ports in
      let creation = try ProductCreation.sample(by: try await ports.vendor())
      let bytes = HistoryEntry.listedBytesMax - 2
      // Random letters are stored as they are, equal ones are compressed.
      let random = String((0..<bytes).map { _ in Character(Unicode.Scalar(.random(in: 97...122))) })
      for text in [random, String(repeating: "a", count: bytes + 1)] {
        _ = try await ports.products.add(creation, once: .noted(text: "\"\(text)\""))
      }
      let entries = try await ports.history.changes(HistoryQuestion())
      try holdEqual(entries.map { $0.change.after?.count }, [nil, HistoryEntry.listedBytesMax])
      let whole = try await ports.history.change(entries[0].id)
      try holdEqual(whole?.change.after?.count, HistoryEntry.listedBytesMax + 1)
    },
    Clause("the writes of one run of a command are one change, with parts until they are undone") {
      ports in
      let creation = try ProductCreation.sample(by: try await ports.vendor())
      for run in ["one", "one", "", "", "one"] {
        _ = try await ports.products.add(creation, once: .noted(run: run))
      }
      let listed = try await ports.history.changes(HistoryQuestion())
      try holdEqual(listed.map(\.requestID), ["", "", "one"])
      try holdEqual(listed[2].change.itemCount, 3)
      try holdEqual(listed[2].parts, [])
      let parts = try await ports.history.change(listed[2].id)?.parts ?? []
      try holdEqual(parts.count, 2)
      try holdEqual(try await ports.history.change(parts[1])?.change.itemCount, 1)
      _ = try await ports.products.add(creation, once: .noted(run: "", undoing: parts[1]))
      try holdEqual(try await ports.history.change(listed[2].id)?.parts, [parts[0]])
    },
    Clause("changes are kept for as many days as the operator says") { ports in
      let creation = try ProductCreation.sample(by: try await ports.vendor())
      for _ in 0..<3 { _ = try await ports.products.add(creation, once: .noted()) }
      let entries = try await ports.history.changes(HistoryQuestion())
      let at = entries[0].at.microseconds
      for (seconds, count) in [(-60, 0), (60, 3)] as [(Int64, Int)] {
        let instant = Timestamp(clamping: at + (3 * 86_400 + seconds) * 1_000_000)
        let swept = try await ports.housekeeping.sweep(at: instant, historyDays: 3)
        try holdEqual(swept.changes, count)
      }
      try holdEqual(try await ports.history.changes(HistoryQuestion()), [])
    },
  ]
}

extension RecordedWrite where Value == Product {
  /// A new product of a run of a command.
  fileprivate static func noted(
    run: String, undoing change: Int64? = nil
  ) -> RecordedWrite<Product> {
    let author = Author(.operator, id: "operator", name: "moa import")
    return RecordedWrite(
      noting: HistoryNote(by: author, requestID: run) { _, _ in
        HistoryChange(.bulk, "products", before: nil, after: Array("{}".utf8), undoes: change)
      })
  }

  /// A write that the history tells by the versions of its product.
  ///
  /// - Parameters:
  ///   - resource: nil for a write that tells nothing.
  ///   - text: of a new product, in place of its version.
  fileprivate static func noted(
    _ key: String? = nil, by author: String = "0a", of resource: String? = "a/1",
    request: String = "", text: String? = nil
  ) throws -> RecordedWrite<Product> {
    let note = HistoryNote<Product>(
      by: Author(.token, id: author, name: "김", keyOwner: "token:\(author)"), requestID: request
    ) { before, after in
      resource.map { resource in
        HistoryChange(
          before == nil ? .create : after == nil ? .remove : .update, resource,
          before: before.map { Array("{\"version\":\($0.version)}".utf8) },
          after: after.map { Array((text ?? "{\"version\":\($0.version)}").utf8) })
      }
    }
    return RecordedWrite(
      key: key.flatMap { IdempotencyKey(owner: "token:\(author)", $0) },
      requestDigest: Array(repeating: 1, count: 32), history: note
    ) { product in .sample(of: product) }
  }
}
