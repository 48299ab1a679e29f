import Domain
import UseCases
import Web

/// The JSON of a recorded change, read to take it back.
struct RecordedChange: Sendable {
  typealias Members = [JSONValue.Member]
  /// Nil for something that was made.
  let before: Members?
  /// Nil for something that was removed.
  let after: Members?

  init(_ change: HistoryChange) throws(Failure) {
    before = try Self.members(change.before)
    after = try Self.members(change.after)
  }

  private static func members(_ bytes: [UInt8]?) throws(Failure) -> Members? {
    guard let bytes else { return nil }
    guard case .object(let members)? = try? JSONParser.parse(bytes) else {
      throw .bug("a recorded change is no object")
    }
    return members
  }

  /// An item of a change of several.
  struct Item: Sendable {
    let id: Int64
    /// Nil for one that was made.
    var before: Members?
    /// Nil for one that was removed.
    var after: Members?
  }

  /// The items of a change of several.
  var items: [Item] {
    var items: [Item] = []
    for members in Self.items(in: before) {
      if let id = Self.id(of: members) { items.append(Item(id: id, before: members)) }
    }
    let places = Dictionary(items.enumerated().map { ($1.id, $0) }) { first, _ in first }
    for members in Self.items(in: after) {
      guard let id = Self.id(of: members) else { continue }
      if let place = places[id] {
        items[place].after = members
      } else {
        items.append(Item(id: id, after: members))
      }
    }
    return items
  }

  /// The ids of a whole list before and after; nil where neither its order nor its items changed.
  var order: (before: [Int64], after: [Int64])? {
    guard let before = Self.order(in: before), let after = Self.order(in: after) else { return nil }
    return (before, after)
  }

  private static func items(in members: Members?) -> [Members] {
    guard case .array(let items)? = members?["items"] else { return [] }
    return items.compactMap { if case .object(let members) = $0 { members } else { nil } }
  }

  private static func order(in members: Members?) -> [Int64]? {
    guard case .array(let ids)? = members?["order"] else { return nil }
    return ids.compactMap { if case .integer(let id) = $0 { id } else { nil } }
  }

  private static func id(of members: Members) -> Int64? {
    if case .integer(let id)? = members["id"] { id } else { nil }
  }
}

extension [JSONValue.Member] {
  /// Nil for a member that is not there.
  subscript(name: String) -> JSONValue? { first { $0.isNamed(name) }?.value }

  /// The members of an object that this program wrote.
  init(of bytes: [UInt8]) {
    if case .object(let members)? = try? JSONParser.parse(bytes) {
      self = members
    } else {
      self = []
    }
  }

  /// Whether all of these members still have these values; null for one that is not there.
  func still(have members: [JSONValue.Member]) -> Bool {
    members.allSatisfy { self[$0.name] ?? .null == $0.value }
  }

  /// With these members in place of those of the same names.
  func replacing(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    filter { known in members[known.name] == nil } + members.filter { $0.value != .null }
  }

  func without(_ names: Set<String>) -> [JSONValue.Member] {
    filter { !names.contains($0.name) }
  }
}

extension Failure {
  /// The failure to take back a change of something that others changed since.
  static let changedSince = Failure.conflict(
    ValidationError(
      "changed_since", "What this change wrote was changed again since.",
      hint: "Take the later changes back first, or change it by hand."))

  /// The failure to take back a change before the parts that came after it.
  static let hasParts = Failure.conflict(
    ValidationError(
      "not_undoable", "This change has parts.",
      hint: "Undo its parts first, the last one first; `moa history undo` does so."))

  /// The failure to take back a change that cannot be taken back.
  static let notUndoable = Failure.conflict(
    ValidationError(
      "not_undoable", "This change cannot be taken back.", hint: "Change it by hand."))
}
