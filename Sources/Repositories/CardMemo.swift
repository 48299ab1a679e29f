import Domain
import Postgres

/// What cards were made into that are read again and again, such as those of the first page.
///
/// The database is asked every time, and mostly says what it said before: to compare a card's octets
/// is much less work than to make its texts anew. A card is kept that is read twice while the one in
/// its place is not read at all: what is asked for all the time stays, whoever walks through the
/// catalogue meanwhile.
///
/// Belongs to one loop, which `@unchecked Sendable` promises.
final class CardMemo<Value: Sendable>: @unchecked Sendable {
  /// Of a card that is kept: longer ones are rare, and would take too much memory.
  static var octetsMax: Int { 1_024 }

  private struct Place {
    /// Of the card that is kept, if any.
    var id: Int64?
    var octets: [UInt8] = []
    /// Of the last card that was not there, until the one that is kept is read.
    var missed: Int64?
  }

  // Each card of each list comes by: to ask whether two are here at once would take as long as to
  // compare one. A loop is one thread.
  @exclusivity(unchecked) private var places: [Place]
  @exclusivity(unchecked) private var values: [Value?]
  private let read: (inout PackedReader, Int64) -> Value?

  /// - Parameters:
  ///   - placesMax: how many cards are kept, a power of two.
  ///   - read: what a product's card is made into; nil when it is malformed.
  init(placesMax: Int = 512, _ read: @escaping (inout PackedReader, Int64) -> Value?) {
    precondition(placesMax > 0 && placesMax & (placesMax - 1) == 0, "no power of two")
    places = Array(repeating: Place(), count: placesMax)
    values = Array(repeating: nil, count: placesMax)
    self.read = read
  }

  /// What the octets of a product's card are made into; nil when they are malformed.
  func callAsFunction(_ id: Int64, _ octets: UnsafeRawBufferPointer) -> Value? {
    // In the list of the newest, products next to each other are never rivals for a place.
    let index = Int(truncatingIfNeeded: id) & (places.count - 1)
    if places[index].id == id,
      places[index].octets.withUnsafeBytes({ $0.hasSameOctets(as: octets) })
    {
      if places[index].missed != nil { places[index].missed = nil }
      return values[index]
    }
    let value = PackedReader.whole(octets) { read(&$0, id) }
    guard places[index].missed == id else {
      places[index].missed = id
      return value
    }
    if let value, octets.count <= Self.octetsMax {
      places[index] = Place(id: id, octets: Array(octets))
      values[index] = value
    }
    return value
  }
}
