import HTTP

/// The wishes of `Moa-Simulate`: `latency=800ms±300, status=503@0.2, cut=0.1, seed=7`.
///
/// Every part may be left out.
package struct SimulateField: Equatable, Sendable {
  /// The mean delay of an answer, in milliseconds.
  package private(set) var latency: Int?
  /// How far a delay may be from the mean, in milliseconds.
  package private(set) var spread = 0
  /// The status to answer, and its probability.
  package private(set) var status: Int?
  package private(set) var statusProbability = 0.0
  package private(set) var cutProbability = 0.0
  package private(set) var seed: UInt64?
  /// Which request with this seed it is, from 1; nil lets the server count.
  package private(set) var seedNumber: UInt64?

  /// The longest delay, in milliseconds, spread included: half the default timeout of HTTP clients,
  /// and longer than any user waits.
  package static let latencyMax = 30_000

  /// - Parameter values: of all fields of the name.
  /// - Throws: 400 that names the first part that cannot be used, and what to write.
  package init(_ values: [String]) throws(Problem) {
    var names: Set<Substring> = []
    for part in values.joined(separator: ",").split(
      separator: ",", omittingEmptySubsequences: false)
    {
      let part = part.trimmingSpace
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, let read = Self.parts[String(sides[0])] else {
        throw Self.mistake(part, "Write latency, status, cut or seed, with = and a value")
      }
      guard names.insert(sides[0]).inserted else {
        throw Self.mistake(part, "Write \(sides[0]) once")
      }
      guard read.take(&self, sides[1]) else { throw Self.mistake(part, "Write \(read.form)") }
    }
  }

  private static func mistake(_ part: Substring, _ cure: String) -> Problem {
    Problem(
      .badRequest, "malformed_simulation",
      "The part \"\(part.prefix(60))\" of Moa-Simulate cannot be used. \(cure).")
  }

  // MARK: Parts

  /// One part: its syntax, and the function that reads it, which returns false for an invalid text.
  private struct Part: Sendable {
    let form: String
    let take: @Sendable (inout SimulateField, Substring) -> Bool
  }

  private static let parts: [String: Part] = [
    "latency": Part(
      form: "latency=800ms, latency=2s or latency=800ms±300, at most 30s in all"
    ) { $0.takeLatency($1) },
    "status": Part(
      form: "status=503, or status=503@0.2 for one answer in five, from 400 to 599"
    ) { $0.takeStatus($1) },
    "cut": Part(form: "cut=0.1 for one answer in ten, from 0 to 1") { $0.takeCut($1) },
    "seed": Part(
      form: "seed=7, or seed=7@3 for what the third request with seed=7 gets"
    ) { $0.takeSeed($1) },
  ]

  /// Clients that send nothing but ASCII write `+-` for `±`.
  private mutating func takeLatency(_ text: Substring) -> Bool {
    let sides = text.replacing("+-", with: "±").split(
      separator: "±", omittingEmptySubsequences: false)
    guard sides.count <= 2, let mean = Self.time(sides[0], unit: nil) else { return false }
    var spread = 0
    if sides.count == 2 {
      guard let time = Self.time(sides[1], unit: mean.unit) else { return false }
      spread = time.milliseconds
    }
    guard mean.milliseconds + spread <= Self.latencyMax else { return false }
    (latency, self.spread) = (mean.milliseconds, spread)
    return true
  }

  private mutating func takeStatus(_ text: Substring) -> Bool {
    let sides = text.split(separator: "@", omittingEmptySubsequences: false)
    guard sides.count <= 2, let code = Self.number(sides[0]), (400...599).contains(code),
      let probability = sides.count == 2 ? Self.probability(sides[1]) : 1
    else { return false }
    (status, statusProbability) = (Int(code), probability)
    return true
  }

  private mutating func takeCut(_ text: Substring) -> Bool {
    guard let probability = Self.probability(text) else { return false }
    cutProbability = probability
    return true
  }

  private mutating func takeSeed(_ text: Substring) -> Bool {
    let sides = text.split(separator: "@", omittingEmptySubsequences: false)
    guard sides.count <= 2, let seed = Self.number(sides[0]) else { return false }
    if sides.count == 2 {
      guard let number = Self.number(sides[1]), number > 0 else { return false }
      seedNumber = number
    }
    self.seed = seed
    return true
  }

  // MARK: Values

  /// - Parameter unit: of a number without one; nil refuses it.
  private static func time(
    _ text: Substring, unit: Substring?
  ) -> (milliseconds: Int, unit: Substring)? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let written = text.dropFirst(digits.count)
    // Nine digits still fit when they are seconds.
    guard digits.count <= 9, let number = Int(digits),
      let unit = written.isEmpty ? unit : written
    else { return nil }
    switch unit {
    case "ms": return (number, unit)
    case "s": return (number * 1_000, unit)
    default: return nil
    }
  }

  private static func probability(_ text: Substring) -> Double? {
    guard text.count <= 20, text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || isDigit($0) }),
      let number = Double(text), (0...1).contains(number)
    else { return nil }
    return number
  }

  private static func number(_ text: Substring) -> UInt64? {
    guard text.utf8.count <= 18, text.utf8.allSatisfy(isDigit) else { return nil }
    return UInt64(text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
