import Domain
import HTTP
import UseCases
import Web

/// The one image of a form that has nothing else. One task uses it.
struct SingleImage {
  /// Heads, delimiters and preamble, in bytes: ten times as many as browsers send.
  private static let framingBytes = 16 * 1024
  let parts: FormParts
  private let name: String

  /// - Parameter name: of the part that is the image.
  init(_ request: Request, named name: String) {
    self.name = name
    parts = FormParts(request)
  }

  /// - Throws: 400, 413 or 415 if the body is not a form; 503 while too many images wait.
  func open(in slot: UploadSlot) throws {
    var limits = MultipartLimits()
    limits.partBytes = ImageLimits.arrivingBytesMax
    limits.bodyBytes = ImageLimits.arrivingBytesMax + Self.framingBytes
    do { try parts.open(limits, in: slot) } catch { throw Self.plain(Problem(of: error)) }
  }

  /// Reads to the end of the body: an error after the part fails the whole form. The bytes go into
  /// the image pipeline as they arrive.
  ///
  /// - Throws: 400 or 413 for a form that cannot be read or has other parts, 422 for the part
  ///   twice; 503 while too many images wait.
  func read(into slot: UploadSlot) async throws {
    do {
      guard let part = try await parts.next() else { throw Self.missing(name) }
      guard part.head.name == name else { throw Problem.unknownPart(part.head, known: [name]) }
      try await parts.takeWhole(part, into: slot)
      if let other = try await parts.next() {
        throw other.head.name == name
          ? Self.repeated(other.head) : .unknownPart(other.head, known: [name])
      }
    } catch {
      throw Self.plain(Problem(of: error))
    }
  }

  // MARK: Refusing

  /// In a form with one picture it is the picture that is too large.
  private static func plain(_ problem: Problem) -> Problem {
    guard ["form_too_large", "part_too_large"].contains(problem.code) else { return problem }
    let limit = "\(ImageLimits.arrivingBytesMax >> 20) MB"
    var plain = Problem(
      .contentTooLarge, "image_too_large",
      "The picture has more than \(limit), which is the limit. Save it as JPEG, or make it smaller."
    )
    plain.part = problem.part
    return plain
  }

  private static func missing(_ name: String) -> Problem {
    let flaw = ValidationError(
      "required", "This part is missing.", hint: "Send the file as \(name).")
    return Problem(.rejected([FieldError(FieldError.step(name), flaw)]))
  }

  private static func repeated(_ head: MultipartPart) -> Problem {
    .rejected(
      ValidationError(
        "repeated_part", "The form holds this part already.", hint: "Send one file at a time."),
      head,
      offset: head.dataOffset)
  }
}
