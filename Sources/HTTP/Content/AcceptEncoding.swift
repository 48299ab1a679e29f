/// Chooses between the plain bytes and their gzip variant.
///
/// Source: RFC 9110 §12.5.3.
struct AcceptEncoding {
  enum Choice { case identity, gzip, neither }

  /// Weights in thousandths; nil where the field names no such coding.
  private var gzip: Int?
  private var identity: Int?
  private var others: Int?

  /// The encoding that the field asks for. Plain bytes without the field, and when it is malformed.
  static func choice(_ fields: Fields) -> Choice {
    var wishes = AcceptEncoding()
    var isWellFormed = true
    fields.forEachValue(of: "accept-encoding") { line in
      if isWellFormed { isWellFormed = wishes.read(ValueReader(line)) }
    }
    return isWellFormed ? wishes.choice : .identity
  }

  /// Plain bytes are acceptable unless they are excluded by name or by `*;q=0`. If they are not
  /// named, gzip is preferred, because the client had a reason to name it.
  private var choice: Choice {
    let gzip = gzip ?? others ?? 0
    let identity = identity ?? (others == 0 ? 0 : nil)
    if gzip > 0, gzip >= identity ?? 0 { return .gzip }
    return identity == 0 ? .neither : .identity
  }

  /// Reads one line; false when it is malformed.
  private mutating func read(_ reader: ValueReader) -> Bool {
    var reader = reader
    reader.skipToMember()
    while !reader.isAtEnd {
      guard let coding = reader.token(), let weight = reader.weight(), reader.endsMember()
      else { return false }
      note(coding, weight)
      reader.skipToMember()
    }
    return true
  }

  /// The first mention of a coding counts. `x-gzip` is gzip: RFC 9110 §8.4.1.3.
  private mutating func note(_ coding: UnsafeRawBufferPointer, _ weight: Int) {
    if coding.equals(ignoringCase: "gzip") || coding.equals(ignoringCase: "x-gzip") {
      gzip = gzip ?? weight
    } else if coding.equals(ignoringCase: "identity") {
      identity = identity ?? weight
    } else if coding.equals(ignoringCase: "*") {
      others = others ?? weight
    }
  }
}

extension ValueReader {
  /// `;q=0.5` in thousandths, 1000 without it, nil when it is malformed. Source: RFC 9110 §12.4.2.
  mutating func weight() -> Int? {
    skipBlanks()
    guard take(Octet.semicolon) else { return 1000 }
    skipBlanks()
    guard take("q=") || take("Q="), let whole = digits(1), whole <= 1 else {
      return nil
    }
    guard take(Octet.dot) else { return whole * 1000 }
    var (weight, unit) = (whole * 1000, 100)
    while unit > 0, let digit = digits(1) {
      weight += digit * unit
      unit /= 10
    }
    return weight <= 1000 ? weight : nil
  }
}
