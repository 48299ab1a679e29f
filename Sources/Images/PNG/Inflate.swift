/// Inflates deflated data up to a limit: the colour profiles in PNG files, and workbooks.
///
/// Written for clarity and small inputs. Source: RFC 1950 §2.2; RFC 1951 §3.2.
package struct Inflate {
  private let input: ArraySlice<UInt8>
  private var at: Int
  private var bits = 0
  private var bitCount = 0
  private var output: [UInt8] = []
  private let limit: Int

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537,
    2_049, 3_073, 4_097, 6_145, 8_193, 12_289, 16_385, 24_577,
  ]
  private static let codeLengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The content of a zlib stream; nil when it is broken, cut, or longer than `limit` bytes.
  ///
  /// The checksum at its end is not checked: the content is validated after it was inflated.
  static func zlib(_ stream: ArraySlice<UInt8>, upTo limit: Int) -> [UInt8]? {
    guard let method = stream.first, method & 0x0F == 8, stream.count > 2,
      stream[stream.startIndex + 1] & 0x20 == 0
    else { return nil }
    var inflate = Inflate(stream.dropFirst(2), limit)
    return inflate.run() ? inflate.output : nil
  }

  /// The same without the frame of zlib: a file in a zip container.
  package static func raw(_ stream: ArraySlice<UInt8>, upTo limit: Int) -> [UInt8]? {
    var inflate = Inflate(stream, limit)
    return inflate.run() ? inflate.output : nil
  }

  private init(_ input: ArraySlice<UInt8>, _ limit: Int) {
    self.input = input
    self.limit = limit
    at = input.startIndex
  }

  private mutating func run() -> Bool {
    while let isLast = take(1), let kind = take(2) {
      let isGood =
        switch kind {
        case 0: stored()
        case 1: compressed(.fixedSymbols, .fixedDistances)
        case 2: dynamic()
        default: false
        }
      guard isGood else { return false }
      if isLast == 1 { return true }
    }
    return false
  }

  // MARK: Bits

  /// The next bits, the lowest first; nil at the end.
  private mutating func take(_ count: Int) -> Int? {
    while bitCount < count {
      guard at < input.endIndex else { return nil }
      bits |= Int(input[at]) << bitCount
      bitCount += 8
      at += 1
    }
    defer {
      bits >>= count
      bitCount -= count
    }
    return bits & (1 << count - 1)
  }

  private mutating func symbol(of code: HuffmanCode) -> Int? {
    var value = 0
    for length in 1...HuffmanCode.lengthMax {
      guard let bit = take(1) else { return nil }
      value = value << 1 | bit
      if let symbol = code.symbol(value, length) { return symbol }
    }
    return nil
  }

  // MARK: Blocks

  private mutating func stored() -> Bool {
    (bits, bitCount) = (0, 0)
    guard let low = take(8), let high = take(8), take(16) != nil else { return false }
    let count = high << 8 | low
    guard count <= input.endIndex - at, output.count + count <= limit else { return false }
    output += input[at..<(at + count)]
    at += count
    return true
  }

  private mutating func dynamic() -> Bool {
    guard let symbols = take(5), let distances = take(5), let codes = take(4) else { return false }
    var lengths = [Int](repeating: 0, count: 19)
    for index in 0..<(codes + 4) {
      guard let length = take(3) else { return false }
      lengths[Self.codeLengthOrder[index]] = length
    }
    let code = HuffmanCode(lengths)
    lengths = []
    while lengths.count < symbols + 257 + distances + 1 {
      guard let symbol = symbol(of: code), append(symbol, to: &lengths) else { return false }
    }
    let (first, second) = (lengths.prefix(symbols + 257), lengths.dropFirst(symbols + 257))
    return compressed(HuffmanCode(Array(first)), HuffmanCode(Array(second)))
  }

  /// A length, or a symbol that repeats one.
  private mutating func append(_ symbol: Int, to lengths: inout [Int]) -> Bool {
    guard symbol >= 16 else {
      lengths.append(symbol)
      return true
    }
    let (extra, base) = symbol == 16 ? (2, 3) : symbol == 17 ? (3, 3) : (7, 11)
    let repeated = symbol == 16 ? lengths.last : 0
    guard let repeated, let more = take(extra) else { return false }
    lengths += [Int](repeating: repeated, count: base + more)
    return true
  }

  private mutating func compressed(_ symbols: HuffmanCode, _ distances: HuffmanCode) -> Bool {
    while let symbol = symbol(of: symbols) {
      if symbol == 256 { return true }
      guard symbol > 256 else {
        guard output.count < limit else { return false }
        output.append(UInt8(symbol))
        continue
      }
      guard let length = length(symbol - 257), let distance = distance(distances),
        distance <= output.count, output.count + length <= limit
      else { return false }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
    return false
  }

  private mutating func length(_ index: Int) -> Int? {
    guard index < Self.lengthBases.count else { return nil }
    let extra = index < 8 || index == 28 ? 0 : index / 4 - 1
    return take(extra).map { Self.lengthBases[index] + $0 }
  }

  private mutating func distance(_ code: HuffmanCode) -> Int? {
    guard let index = symbol(of: code), index < Self.distanceBases.count else { return nil }
    return take(max(0, index / 2 - 1)).map { Self.distanceBases[index] + $0 }
  }
}

/// A code in which each symbol has the number of bits that a list gives. Source: RFC 1951 §3.2.2.
private struct HuffmanCode {
  static let lengthMax = 15
  /// For each length: the first code, and the symbols in their order.
  private var firsts = [Int](repeating: 0, count: lengthMax + 1)
  private var symbols = [[Int]](repeating: [], count: lengthMax + 1)

  static let fixedSymbols = HuffmanCode(
    [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112)
      + [Int](repeating: 7, count: 24) + [Int](repeating: 8, count: 8))
  static let fixedDistances = HuffmanCode([Int](repeating: 5, count: 30))

  init(_ lengths: [Int]) {
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[length].append(symbol)
    }
    for length in 1...Self.lengthMax where length > 1 {
      firsts[length] = (firsts[length - 1] + symbols[length - 1].count) << 1
    }
  }

  func symbol(_ code: Int, _ length: Int) -> Int? {
    let index = code - firsts[length]
    return symbols[length].indices.contains(index) ? symbols[length][index] : nil
  }
}
