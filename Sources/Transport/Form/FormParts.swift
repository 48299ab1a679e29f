import Domain
package import HTTP
package import UseCases
import Web

/// The parts of a form that brings images, one after the other. One task uses it.
package final class FormParts {
  private let request: Request
  /// Nil before anything is read, and after the last part.
  private var reader: MultipartReader?
  /// Of the images that are kept, in their order.
  private var heads: [MultipartPart] = []

  package init(_ request: Request) {
    self.request = request
  }

  /// - Throws: 400 or 415 if the body is not a form; 503 while too many images wait, before the
  ///   client sends anything in vain.
  package func open(_ limits: MultipartLimits, in slot: UploadSlot) throws {
    let opened = try MultipartReader.open(request, limits)
    try slot.checkLine()
    reader = opened
  }

  /// The next part; nil after the last one.
  ///
  /// - Throws: 400 or 413 for a form that cannot be read.
  func next() async throws -> MultipartPartBody? {
    let part = try await reader?.part()
    if part == nil { reader = nil }
    return part
  }

  /// Takes in the image of a part.
  ///
  /// The declared type is ignored: existing apps send a JPEG as `image/png` or as
  /// `multipart/form-data`. The bytes tell the type.
  ///
  /// - Parameter format: of Open Market, an app may send the same bytes again, and an empty part
  ///   for a field that was left empty; both are left out.
  /// - Throws: 413 when too large, 422 for an empty one, the same bytes again, or one too many.
  func take(
    _ part: MultipartPartBody, into slot: UploadSlot, _ format: ProductDocument.Format
  ) async throws {
    let intake = try await slot.open()
    guard try await isWanted(intake, part, slot, format) else { return await slot.drop() }
    guard slot.count < format.imagesMax else {
      throw Problem.rejected(.tooManyImages(format.imagesMax), part.head)
    }
    slot.keep()
    heads.append(part.head)
  }

  private func isWanted(
    _ intake: any ImageIntake, _ part: MultipartPartBody, _ slot: UploadSlot,
    _ format: ProductDocument.Format
  ) async throws -> Bool {
    let count = try await intake.fill(from: part)
    if count == 0 {
      // A browser sends it for a picker in which no file was chosen.
      if format.isLenient, part.head.filename?.isEmpty == true { return false }
      throw Problem.rejected(.emptyImage, part.head, offset: part.head.dataOffset)
    }
    if slot.digests.contains(intake.digest) {
      if format.isLenient { return false }
      throw Problem.rejected(.repeatedImage, part.head)
    }
    return true
  }

  /// Takes in the image of a part as it is. Its declared type is named in a refusal.
  func takeWhole(_ part: MultipartPartBody, into slot: UploadSlot) async throws {
    let intake = try await slot.open()
    while let piece = try await part.piece() {
      try await intake.write(piece)
    }
    slot.keep(declaredType: part.head.contentType?.essence)
    heads.append(part.head)
  }

  /// Reads the rest of the body, so that the answer reaches the client.
  package func dropRest() async {
    if reader != nil { await request.body.drop(upTo: Self.droppedBytesMax) }
  }

  /// A few photographs as telephones make them.
  private static let droppedBytesMax = 16 * 1_048_576

  /// Calls a use case; a failure of one image names its part.
  package func storing<Value>(_ store: () async throws -> Value) async throws -> Value {
    do { return try await store() } catch let failure as Failure {
      switch failure {
      case .flawedImage(let index, let flaw) where heads.indices.contains(index):
        let head = heads[index]
        throw Problem.rejected(flaw.flaw, head, offset: head.dataOffset + flaw.offset)
      case .imageTooLarge(let index, let size, let limit) where heads.indices.contains(index):
        throw Problem.imageTooLarge("The image has \(ByteCount(size).more)", limit, heads[index])
      default: throw IdempotentWrites.problem(failure, of: request)
      }
    }
  }
}

extension ImageIntake {
  /// Writes the content of a part; returns the number of its bytes.
  ///
  /// - Throws: 413 above the largest size of an image.
  fileprivate func fill(from part: MultipartPartBody) async throws -> Int {
    let most = Self.bytesMax
    var tail = LineEndTail()
    var count = 0
    while let piece = try await part.piece() {
      count += piece.count
      guard count <= most else {
        throw Problem.imageTooLarge("The image has more than \(ByteCount(most))", limit, part.head)
      }
      try await write(whole: tail.take(piece))
    }
    try await write(whole: tail.rest)
    return count
  }

  private func write(whole bytes: [UInt8]) async throws {
    guard !bytes.isEmpty else { return }
    try await write(bytes)
  }
}

extension ValidationError {
  static func tooManyImages(_ most: Int) -> ValidationError {
    ValidationError(
      "too_many_images", "More than \(most) different images.", hint: "Send 1 to \(most) images.")
  }
  fileprivate static let emptyImage = ValidationError(
    "empty_image", "The part is empty.", hint: "Send the file, or leave the part out.")
}

extension Problem {
  /// 413 with the size that came and the limit, in bytes.
  static func imageTooLarge(_ came: String, _ limit: Int, _ head: MultipartPart) -> Problem {
    Problem(.contentTooLarge, "image_too_large", "\(came); the limit is \(ByteCount(limit)).")
      .inside(head)
  }

  /// 400 for a part that a form does not have.
  static func unknownPart(_ head: MultipartPart, known: [String]) -> Problem {
    Problem(
      .badRequest, "unknown_part",
      "The form has no part \(head.name.prefix(100)). Known are \(known.joined(separator: ", "))."
    )
    .inside(head)
  }

  /// A problem with one part of a form as a whole. The pointer reads the form like an object with a
  /// member for each part.
  static func rejected(_ flaw: ValidationError, _ head: MultipartPart, offset: Int? = nil)
    -> Problem
  {
    var problem = Problem(.rejected([FieldError(FieldError.step(head.name), flaw)]))
    problem.part = FormPlace(index: head.index, name: head.name, offset: offset)
    return problem
  }

  /// The same problem, found in this part.
  func inside(_ head: MultipartPart) -> Problem {
    var problem = self
    problem.part = part ?? FormPlace(index: head.index, name: head.name, offset: nil)
    return problem
  }
}
