import Domain
import HTTP
import UseCases

/// The one image of a form that has nothing else.
struct SingleImage {
  /// Heads, delimiters and what is around them, in bytes: ten times what browsers send.
  private static let framingBytes = 16 * 1024
  private let reader: MultipartReader
  private let name: String

  /// Reads a form with one part of that name, to the end of the body: what breaks behind the part
  /// is broken as a whole. The bytes go on into the workshop as they come.
  ///
  /// - Parameter begin: called before anything is read; what it throws ends the reading.
  /// - Throws: 400, 413 or 415 for a form that cannot be read or has other parts, 422 for the part
  ///   twice; 503 while too many images wait.
  static func read(
    _ request: Request, named name: String, workshop: any ImageWorkshop,
    begin: () async throws(Problem) -> Void
  ) async throws(Problem) -> SentImage {
    let form = try SingleImage(reader: open(request), name: name)
    try await answering { () throws(Failure) in try workshop.checkLine() }
    do throws(Problem) {
      try await begin()
      return try await form.read(into: workshop)
    } catch {
      await request.dropRest()
      throw Self.plain(error)
    }
  }

  // MARK: Reading

  private func read(into workshop: any ImageWorkshop) async throws(Problem) -> SentImage {
    guard let part = try await reader.part() else { throw Self.missing(name) }
    guard part.head.name == name else { throw .unknownPart(part.head, known: [name]) }
    // Nobody comes here who is not an administrator.
    let place = try await answering { () throws(Failure) in try workshop.admit(.proven) }
    let intake = try await answering { () throws(Failure) in try await workshop.open(at: place) }
    do throws(Problem) {
      try await fill(intake, from: part)
    } catch {
      await intake.discard()
      throw error
    }
    var images = ArrivedImages()
    images.append(intake, part.head)
    images.place = place
    return SentImage(images: images, sentDigest: intake.digest)
  }

  private static func open(_ request: Request) throws(Problem) -> MultipartReader {
    var limits = MultipartLimits()
    limits.partBytes = ImageLimits.arrivingBytesMax
    limits.bodyBytes = ImageLimits.arrivingBytesMax + framingBytes
    do throws(Problem) { return try MultipartReader.open(request, limits) } catch {
      throw plain(error)
    }
  }

  /// Takes the part, and makes sure that nothing else follows.
  private func fill(
    _ intake: any ImageIntake, from part: MultipartPartBody
  ) async throws(Problem) {
    while let piece = try await part.piece() {
      try await answering { () throws(Failure) in try await intake.write(piece) }
    }
    guard let other = try await reader.part() else { return }
    throw other.head.name == name
      ? Self.repeated(other.head) : .unknownPart(other.head, known: [name])
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
    let flaw = Flaw("required", "This part is missing.", hint: "Send the file as \(name).")
    return Problem(.rejected([Violation(Violation.step(name), flaw)]))
  }

  private static func repeated(_ head: MultipartPart) -> Problem {
    .rejected(
      Flaw("repeated_part", "The form holds this part already.", hint: "Send one file at a time."),
      head,
      offset: head.dataOffset)
  }
}

/// An image that somebody sent. Whoever has it holds its place.
struct SentImage {
  fileprivate(set) var images: ArrivedImages
  /// SHA-256 of what was sent, 32 bytes.
  let sentDigest: [UInt8]

  /// Makes of it what is stored.
  ///
  /// - Throws: 413, or 422 for what is no image; 503 when nobody can look at it now.
  mutating func prepared(
    by workshop: any ImageWorkshop, for request: Request
  ) async throws(Problem) -> PreparedImage {
    let prepared = try await images.prepared(by: workshop, for: request, trustsNames: true)
    guard let image = prepared.first else { throw Problem(.bug("an image has gone")) }
    return image
  }
}

extension Problem {
  /// Why the image in a part of a form is not taken in.
  init(_ error: IntakeError, in head: MultipartPart) {
    switch error {
    case .flaw(let flaw):
      self = .rejected(flaw.flaw, head, offset: head.dataOffset + flaw.offset)
    case .tooLarge(let size, let limit):
      self = .imageTooLarge("The image has \(ByteCount(size).more)", limit, head)
    case .failure(let failure): self.init(failure)
    }
  }
}
