package import Domain

/// Reads the history of the shop. Each write leaves its entry in its own transaction, by the
/// ``HistoryNote`` that it carries.
package protocol HistoryRepository: Sendable {
  /// The newest changes first.
  func changes(_ question: HistoryQuestion) async throws(Failure) -> [HistoryEntry]

  /// The whole change; nil if there is none, or none any more.
  func change(_ id: Int64) async throws(Failure) -> HistoryEntry?
}

/// Who asks for a write.
package struct Author: Sendable, Hashable {
  package enum Kind: String, Sendable, CaseIterable {
    case token, vendor
    /// A command on the machine of the server.
    case `operator`
  }

  package let kind: Kind
  /// The id of a token, or the identifier of a vendor.
  package let id: String
  package let name: String
  /// For ``IdempotencyKey``.
  package let keyOwner: String

  package init(_ kind: Kind, id: String, name: String, keyOwner: String = "") {
    (self.kind, self.id, self.name, self.keyOwner) = (kind, id, name, keyOwner)
  }

  /// The same author, whose idempotency keys for each vendor are apart.
  package func acting(for vendor: Vendor) -> Author {
    Author(kind, id: id, name: name, keyOwner: "\(keyOwner)/\(vendor.author.keyOwner)")
  }
}

extension Vendor {
  package var author: Author {
    Author(.vendor, id: identifier.text, name: name.text, keyOwner: "vendor:\(id)")
  }
}

/// By whom a write is made, and how its entry in the history comes from what it changed.
package struct HistoryNote<Value: Sendable>: Sendable {
  /// Nil when nothing changed; pure.
  package typealias Describe =
    @Sendable (_ before: Value?, _ after: Value?) throws(Failure) -> HistoryChange?

  package let author: Author
  package let requestID: String
  package let describe: Describe

  package init(by author: Author, requestID: String, describe: @escaping Describe) {
    (self.author, self.requestID, self.describe) = (author, requestID, describe)
  }
}

/// How the history tells writes, in the words of documents. The program passes it to commands.
package protocol HistoryWording: Sendable {
  var products: HistoryNote<[ProductOutcome]>.Describe { get }
  var searchRules: HistoryNote<SearchRulesChange>.Describe { get }
  func list<Draft: ListedDraft>(_ type: Draft.Type) -> HistoryNote<ListChange<Draft>>.Describe
  func eventProducts(of event: Int64) -> HistoryNote<EventProductsChange>.Describe
  func removal(of image: ImageDigest) -> HistoryNote<RemovedImage>.Describe
}

/// How a command on the machine of the server is told in the history.
package struct CommandHistory: Sendable {
  package let words: any HistoryWording
  private let author: Author
  private let run: String

  /// - Parameters:
  ///   - command: such as `moa seed`.
  ///   - run: tells this run of a command from others, so that its writes are parts of one change;
  ///     empty for writes that are changes of their own.
  package init(_ command: String, run: String = "", in words: any HistoryWording) {
    author = Author(.operator, id: "operator", name: command)
    (self.words, self.run) = (words, run)
  }

  package func telling<Value>(
    _ describe: @escaping HistoryNote<Value>.Describe
  ) -> RecordedWrite<Value> {
    RecordedWrite(noting: HistoryNote(by: author, requestID: run, describe: describe))
  }
}

/// The outcome of a write, before and after.
package struct HistoryChange: Sendable, Hashable {
  package enum Action: String, Sendable, CaseIterable {
    case create, update, remove, bulk, undo
  }

  package var action: Action
  /// Such as `products/207`.
  package let resource: String
  /// JSON, without secrets; nil for something new.
  package let before: [UInt8]?
  /// JSON; nil for something that was removed.
  package let after: [UInt8]?
  package let itemCount: Int
  /// The id of the change that this one takes back.
  package var undoes: Int64?

  package init(
    _ action: Action, _ resource: String, before: [UInt8]?, after: [UInt8]?, itemCount: Int = 1,
    undoes: Int64? = nil
  ) {
    (self.action, self.resource, self.before, self.after) = (action, resource, before, after)
    (self.itemCount, self.undoes) = (itemCount, undoes)
  }
}

/// A change as it was recorded.
package struct HistoryEntry: Sendable, Hashable {
  /// Bytes of JSON that a list shows of a change; the change alone has all of it.
  package static let listedBytesMax = 16_384
  /// As long as entries are kept where the operator says nothing else.
  package static let daysKept = 365
  package let id: Int64
  package let at: Timestamp
  package let author: Author
  package let requestID: String
  package let change: HistoryChange
  /// The further writes of the same run of a command that were not undone, by their ids. Lists show
  /// neither them nor this.
  package let parts: [Int64]

  package init(
    id: Int64, at: Timestamp, author: Author, requestID: String, change: HistoryChange,
    parts: [Int64] = []
  ) {
    (self.id, self.at, self.author) = (id, at, author)
    (self.requestID, self.change, self.parts) = (requestID, change, parts)
  }
}

/// Which changes a list shows.
package struct HistoryQuestion: Sendable, Hashable {
  package static let limitMax = 100
  /// The id of the last change of the page before; nil for the first page.
  package var before: Int64?
  /// The id of a token, or the identifier of a vendor.
  package var author: String?
  package var resource: String?
  package var limit: Int

  package init(
    before: Int64? = nil, author: String? = nil, resource: String? = nil, limit: Int = 50
  ) {
    (self.before, self.author) = (before, author)
    (self.resource, self.limit) = (resource, limit)
  }
}
