package import Domain
package import HTTP
package import UseCases

/// The form by which a product is registered: a part `params` with JSON, and 1 to 5 parts `images`,
/// in any order.
///
/// Images go into the workshop while they arrive, one at a time, and are looked through only when
/// all of the form is there and it is known that it was not answered before.
package struct ProductForm {
  /// What stood in `params`, not judged yet.
  package let document: JSONValue
  /// In the order of their arrival, each once.
  var images: ArrivedImages
  /// Over what params says and the images, but not over how it is written and the delimiters, which
  /// are others at each try; 32 bytes.
  package let requestDigest: [UInt8]

  /// Five distinct images make a product, but an app that tries again sends those of each try
  /// before once more: fifty tries. The bytes are the limit that counts.
  static let partsMax = 256
  /// Ten images of the largest size, and what is around them, in bytes.
  package static let bytesMax = 10 * 10_485_760 + 1_048_576

  /// Reads the form to its end. Whoever has it holds its place until the images are stored.
  ///
  /// - Parameters:
  ///   - digest: SHA-256.
  ///   - habit: whose form it is. A native one has no other parts and no picture twice. Apps of Open
  ///     Market send parts that mean nothing, name `images[]` what is `images`, and when they try
  ///     again send what they sent before once more beside it.
  ///   - isProven: whether it is known already who sends the form.
  ///   - admit: told what stands in `params` as soon as it is read; what it throws ends the
  ///     reading. What it lets pass is proven: images that came before are kept until then as they
  ///     are, so that nobody has images decoded who may not.
  /// - Throws: 400, 413 or 415 for a form that cannot be read, 413 for an image that is too large,
  ///   400 and 422 for other parts, which each names the part; 503 while too many images wait.
  package static func read(
    _ request: Request, workshop: any ImageWorkshop, digest: @Sendable ([UInt8]) -> [UInt8],
    habit: ProductDocument.Habit = .native, isProven: Bool = false,
    admit: (JSONValue) async throws(Problem) -> Void = { _ in }
  ) async throws(Problem) -> ProductForm {
    var limits = MultipartLimits()
    limits.parts = partsMax
    limits.bodyBytes = bytesMax
    let reader = try MultipartReader.open(request, limits)
    // Before anything is asked of the client that nobody would have the time to look at.
    try await answering { () throws(Failure) in try workshop.checkLine() }
    var draft = ProductFormReading(workshop: workshop, habit: habit, isProven: isProven)
    do throws(Problem) {
      while let part = try await reader.part() { try await take(part, into: &draft, admit) }
      return try draft.finished(digest)
    } catch {
      await draft.discard()
      await request.dropRest()
      throw error
    }
  }

  init(document: JSONValue, images: ArrivedImages, requestDigest: [UInt8]) {
    self.document = document
    self.images = images
    self.requestDigest = requestDigest
  }

  /// Makes of the images what is stored.
  ///
  /// - Throws: 413 or 422 that names the part, 503 when nobody can look at them now.
  package mutating func prepared(
    by workshop: any ImageWorkshop, for request: Request
  ) async throws(Problem) -> [PreparedImage] {
    try await images.prepared(by: workshop, for: request)
  }

  /// Lets go of the images.
  package mutating func discard() async { await images.discard() }

  private static func take(
    _ part: MultipartPartBody, into draft: inout ProductFormReading,
    _ admit: (JSONValue) async throws(Problem) -> Void
  ) async throws(Problem) {
    switch draft.kind(of: part.head) {
    case .params:
      let document = try await draft.takeDocument(part)
      do throws(Problem) {
        try await admit(document)
      } catch {
        throw error.violations.isEmpty ? error : error.inside(part.head)
      }
      try draft.prove()
    case .image: try await draft.takeImage(part)
    case .other: try draft.passOver(part.head)
    }
  }
}

extension Problem {
  /// A problem with one part of a form as a whole. The pointer reads the form like an object with a
  /// member for each part.
  static func rejected(_ flaw: Flaw, _ head: MultipartPart, offset: Int? = nil) -> Problem {
    var problem = Problem(.rejected([Violation(Violation.step(head.name), flaw)]))
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
