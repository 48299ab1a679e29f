import Domain
import HTTP
import UseCases

/// The one file of a form that has nothing else.
struct SingleFile: Sendable {
  let head: MultipartPart
  let octets: [UInt8]

  /// Heads, delimiters and what is around them, in octets: ten times what browsers send.
  private static let framingOctets = 16 * 1024

  /// How large a form can be whose file has at most `limit` octets.
  static func octetsMax(of limit: Int) -> Int { limit + framingOctets }

  /// Reads a form with one part of that name, to the end of the body: what breaks behind the part is
  /// broken as a whole.
  ///
  /// - Throws: 400, 413 or 415 for a form that cannot be read, 422 for other parts.
  static func read(
    _ request: Request, named name: String, upTo limit: Int
  ) async throws(Problem) -> SingleFile {
    let reader = try open(request, limits(upTo: limit))
    guard let part = try await next(reader) else { throw missing(name) }
    guard part.head.name == name else { throw unknown(part.head, known: name) }
    let octets = try await collect(part, upTo: limit)
    guard let other = try await next(reader) else {
      return SingleFile(head: part.head, octets: octets)
    }
    throw other.head.name == name ? repeated(other.head) : unknown(other.head, known: name)
  }

  /// A problem with the file itself.
  ///
  /// - Parameter offset: octets of the file before the one that is wrong.
  func problem(_ flaw: Flaw, at offset: Int) -> Problem {
    Self.problem(flaw, head, at: head.dataOffset + offset)
  }

  // MARK: Reading

  private static func limits(upTo limit: Int) -> MultipartLimits {
    var limits = MultipartLimits()
    limits.partOctets = limit
    limits.bodyOctets = octetsMax(of: limit)
    return limits
  }

  private static func open(
    _ request: Request, _ limits: MultipartLimits
  ) throws(Problem) -> MultipartReader {
    do throws(MultipartError) {
      return try MultipartReader(request, limits: limits, keepsData: true)
    } catch {
      throw Problem(error)
    }
  }

  private static func next(_ reader: MultipartReader) async throws(Problem) -> MultipartPartBody? {
    do throws(MultipartReadError) {
      return try await reader.nextPart()
    } catch {
      throw Problem(error)
    }
  }

  private static func collect(
    _ part: MultipartPartBody, upTo limit: Int
  ) async throws(Problem) -> [UInt8] {
    do throws(MultipartReadError) {
      return try await part.collect(upTo: limit)
    } catch {
      throw Problem(error)
    }
  }

  // MARK: Refusing

  private static func missing(_ name: String) -> Problem {
    let flaw = Flaw("required", "This part is missing.", hint: "Send the file as \(name).")
    return Problem(.rejected([Violation(Violation.step(name), flaw)]))
  }

  private static func unknown(_ head: MultipartPart, known: String) -> Problem {
    problem(
      Flaw("unknown_part", "There is no such part.", hint: "Known is \(known)."), head,
      at: head.dataOffset)
  }

  private static func repeated(_ head: MultipartPart) -> Problem {
    problem(
      Flaw("repeated_part", "This part stands twice.", hint: "Send one file at a time."), head,
      at: head.dataOffset)
  }

  /// The pointer reads the form like an object with a member for each part.
  private static func problem(_ flaw: Flaw, _ head: MultipartPart, at offset: Int) -> Problem {
    var problem = Problem(.rejected([Violation(Violation.step(head.name), flaw)]))
    problem.part = FormPlace(index: head.index, name: head.name, offset: offset)
    return problem
  }
}
