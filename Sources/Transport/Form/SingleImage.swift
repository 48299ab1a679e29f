import Domain
import HTTP
import UseCases
import Web

/// The one image of a form that has nothing else, or of a body that is the image itself. One task
/// uses it.
struct SingleImage {
  /// Heads, delimiters and preamble, in bytes: ten times as many as browsers send.
  private static let framingBytes = 16 * 1024
  let parts: FormParts
  private let name: String
  /// The request whose body is the image itself; nil for a form.
  private let whole: Request?

  /// - Parameters:
  ///   - name: of the part that is the image.
  ///   - mayBeWhole: whether a body that says that it is an image is taken as it is.
  init(_ request: Request, named name: String, mayBeWhole: Bool = false) {
    self.name = name
    whole = mayBeWhole && request.fields.isImage ? request : nil
    parts = FormParts(request)
  }

  /// - Throws: 400, 413 or 415 if the body is not a form; 503 while too many images wait.
  func open(in slot: UploadSlot) throws {
    guard whole == nil else { return try slot.checkLine() }
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
    if let whole { return try await Self.read(whole, into: slot) }
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

  private static func read(_ request: Request, into slot: UploadSlot) async throws {
    let intake = try await slot.open()
    var count = 0
    while let piece = try await request.body.next() {
      count += piece.count
      guard count <= ImageLimits.arrivingBytesMax else { throw tooLarge }
      try await intake.write(piece)
    }
    slot.keep()
  }

  // MARK: Refusing

  private static let tooLarge = Problem(
    .contentTooLarge, "image_too_large",
    "The picture has more than \(ImageLimits.arrivingBytesMax >> 20) MB, which is the limit. "
      + "Save it as JPEG, or make it smaller.")

  /// In a form with one picture it is the picture that is too large.
  private static func plain(_ problem: Problem) -> Problem {
    guard ["form_too_large", "part_too_large"].contains(problem.code) else { return problem }
    var plain = tooLarge
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
