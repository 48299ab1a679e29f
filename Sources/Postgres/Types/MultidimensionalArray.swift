/// A PostgreSQL array with any number of dimensions, up to six, and with its lower bounds.
///
/// All its rows are of the same length: PostgreSQL has no others. For arrays of one dimension a
/// Swift array of optional elements is simpler.
public struct MultidimensionalArray<Element: Sendable>: Sendable {
  /// The length of each dimension, the outermost first; none when the array is empty.
  public let lengths: [Int]
  /// The index of the first element of each dimension, as SQL counts; usually 1.
  public let lowerBounds: [Int32]
  /// All elements, the last dimension's first: row by row.
  public let elements: [Element?]

  /// The empty array.
  public init() {
    lengths = []
    lowerBounds = []
    elements = []
  }

  /// Arranges elements, given row by row.
  ///
  /// Returns nil when their number is not the product of the lengths, when a length is not
  /// positive, and when there are more than six dimensions. Lower bounds that are left out are 1.
  public init?(lengths: [Int], lowerBounds: [Int32]? = nil, elements: [Element?]) {
    let lowerBounds = lowerBounds ?? lengths.map { _ in 1 }
    guard lengths.count <= BinaryArray.dimensionsMax, lowerBounds.count == lengths.count else {
      return nil
    }
    var count = lengths.isEmpty ? 0 : 1
    for (length, lowerBound) in zip(lengths, lowerBounds) {
      guard let length32 = Int32(exactly: length), length > 0,
        !lowerBound.addingReportingOverflow(length32).overflow
      else { return nil }
      let (product, overflow) = count.multipliedReportingOverflow(by: length)
      guard !overflow else { return nil }
      count = product
    }
    guard count == elements.count else { return nil }
    self.lengths = lengths
    self.lowerBounds = lowerBounds
    self.elements = elements
  }

  /// Makes an array of two dimensions.
  ///
  /// Returns nil when the rows are not all of the same length.
  public init?(rows: [[Element?]]) {
    guard let width = rows.first?.count, width > 0 else {
      guard rows.allSatisfy(\.isEmpty) else { return nil }
      self.init()
      return
    }
    guard rows.allSatisfy({ $0.count == width }) else { return nil }
    self.init(lengths: [rows.count, width], elements: rows.flatMap { $0 })
  }

  /// The rows of an array of two dimensions, none when it is empty, nil when it is another one.
  public var rows: [[Element?]]? {
    guard !lengths.isEmpty else { return [] }
    guard lengths.count == 2 else { return nil }
    return stride(from: 0, to: elements.count, by: lengths[1]).map {
      Array(elements[$0..<$0 + lengths[1]])
    }
  }

  init(_ shape: ArrayShape, _ elements: [Element?]) {
    lengths = shape.lengths
    lowerBounds = shape.lowerBounds
    self.elements = elements
  }
}

extension MultidimensionalArray: Equatable where Element: Equatable {}
