import Domain
import HTTP
import UseCases

/// A form of which some parts have been read.
struct ProductFormReading {
  static let params = "params"
  static let images = "images"
  private let workshop: any ImageWorkshop
  private let habit: ProductDocument.Habit
  /// Whether it is proven who sends the form.
  private var isProven: Bool
  private var arrived = ArrivedImages()
  private var document: JSONValue?

  init(workshop: any ImageWorkshop, habit: ProductDocument.Habit, isProven: Bool) {
    self.workshop = workshop
    self.habit = habit
    self.isProven = isProven
  }

  enum PartKind { case params, image, other }

  func kind(of head: MultipartPart) -> PartKind {
    switch head.name {
    case Self.params: .params
    case Self.images: .image
    case let name where habit == .openMarket && Self.isIndexed(name): .image
    default: .other
    }
  }

  /// `images[]` or `images[0]`, as libraries for JavaScript and PHP name the elements of a list.
  private static func isIndexed(_ name: String) -> Bool {
    guard name.hasPrefix(images + "["), name.hasSuffix("]") else { return false }
    return name.dropFirst(images.count + 1).dropLast().allSatisfy(\.isNumber)
  }

  /// - Throws: 400 for a part that a native form does not have.
  func passOver(_ head: MultipartPart) throws(Problem) {
    guard habit == .native else { return }
    throw .unknownPart(head, known: [Self.params, Self.images])
  }

  /// - Throws: 413 when too large, 400 when it is no JSON, 422 when it stands twice.
  mutating func takeDocument(_ part: MultipartPartBody) async throws(Problem) -> JSONValue {
    guard document == nil else { throw .rejected(Self.repeated, part.head) }
    let bytes = try await part.bytes(upTo: ProductDocument.bytesMax)
    do throws(JSONError) {
      let value = try JSONParser.parse(bytes)
      document = value
      return value
    } catch {
      throw Problem(error).inside(part.head)
    }
  }

  /// - Throws: 413 when too large, 422 for the same bytes again or one more than a product has.
  mutating func takeImage(_ part: MultipartPartBody) async throws(Problem) {
    try await arrived.take(part, into: workshop, from: isProven ? .proven : .stranger, habit)
  }

  /// It is proven now who sends the form, so that it takes no place of strangers any more.
  mutating func prove() throws(Problem) {
    guard !isProven else { return }
    isProven = true
    arrived.place = arrived.kept.isEmpty ? nil : try admit()
  }

  /// Lets go of everything.
  mutating func discard() async { await arrived.discard() }

  private func admit() throws(Problem) -> ImagePlace {
    do throws(Failure) {
      return try workshop.admit(isProven ? .proven : .stranger)
    } catch {
      throw Problem(error)
    }
  }

  /// - Throws: 422 that names the parts which are missing.
  func finished(_ digest: ([UInt8]) -> [UInt8]) throws(Problem) -> ProductForm {
    var missing: [Violation] = []
    if document == nil { missing.append(Self.missing(Self.params, "the product as JSON")) }
    if arrived.digests.isEmpty { missing.append(Self.missing(Self.images, "1 to 5 images")) }
    guard let document, missing.isEmpty else { throw Problem(.rejected(missing)) }
    return ProductForm(
      document: document, images: arrived,
      requestDigest: digest(digest(document.canonical) + arrived.digests.flatMap(\.self)))
  }

  // MARK: Flaws

  private static func missing(_ name: String, _ what: String) -> Violation {
    Violation(
      Violation.step(name),
      Flaw("required", "The part \(name) is missing.", hint: "Send \(what) as \(name)."))
  }

  private static let repeated = Flaw(
    "repeated_part", "The part params stands twice.", hint: "Send it once.")
}

extension Problem {
  /// 413 with what came and the limit, in bytes.
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
}
