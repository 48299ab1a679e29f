import Domain
import HTTP
import UseCases

/// A form of which some parts have been read.
struct ProductFormReading {
  static let params = "params"
  static let images = "images"
  private let workshop: any ImageWorkshop
  /// Whether it is proven who sends the form.
  private var isProven: Bool
  private var arrived = ArrivedImages()
  private var document: JSONValue?
  /// Of what arrived, in the order of arrival.
  private var digests: [[UInt8]] = []

  init(workshop: any ImageWorkshop, isProven: Bool) {
    self.workshop = workshop
    self.isProven = isProven
  }

  /// - Throws: 413 when too large, 400 when it is no JSON, 422 when it stands twice.
  mutating func takeDocument(_ part: MultipartPartBody) async throws(Problem) -> JSONValue {
    guard document == nil else { throw .rejected(Self.repeated, part.head) }
    let octets = try await part.octets(upTo: ProductDocument.octetsMax)
    do throws(JSONError) {
      let value = try JSONParser.parse(octets)
      document = value
      return value
    } catch {
      throw Problem(error).inside(part.head)
    }
  }

  /// Takes an image in, unless the same octets came before.
  ///
  /// What its sender calls it is not asked: existing apps say `image/png` of a JPEG, or
  /// `multipart/form-data`. Its octets tell what it is.
  mutating func takeImage(_ part: MultipartPartBody) async throws(Problem) {
    let place = if let place = arrived.place { place } else { try admit() }
    arrived.place = place
    let intake = try await answering { () throws(Failure) in try await workshop.open(at: place) }
    do throws(Problem) {
      try await Self.fill(intake, from: part)
      let digest = intake.digest
      guard !digests.contains(digest) else { return await intake.discard() }
      guard digests.count < Product.imagesMax else {
        throw Problem.rejected(Self.tooMany, part.head)
      }
      digests.append(digest)
    } catch {
      await intake.discard()
      throw error
    }
    arrived.append(intake, part.head)
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
    if digests.isEmpty { missing.append(Self.missing(Self.images, "1 to 5 images")) }
    guard let document, missing.isEmpty else { throw Problem(.rejected(missing)) }
    return ProductForm(
      document: document, images: arrived,
      requestDigest: digest(digest(document.canonical) + digests.flatMap(\.self)))
  }

  // MARK: Octets

  private static func fill(
    _ intake: any ImageIntake, from part: MultipartPartBody
  ) async throws(Problem) {
    let most = type(of: intake).octetsMax
    var tail = LineEndTail()
    var count = 0
    while let piece = try await part.piece() {
      count += piece.count
      guard count <= most else {
        throw .imageTooLarge("More than \(most) octets of the image came", intake.limit, part.head)
      }
      try await write(tail.take(piece), to: intake)
    }
    guard count > 0 else { throw .rejected(Self.empty, part.head, offset: part.head.dataOffset) }
    try await write(tail.rest, to: intake)
  }

  private static func write(_ octets: [UInt8], to intake: any ImageIntake) async throws(Problem) {
    guard !octets.isEmpty else { return }
    try await answering { () throws(Failure) in try await intake.write(octets) }
  }

  // MARK: Flaws

  private static func missing(_ name: String, _ what: String) -> Violation {
    Violation(
      Violation.step(name),
      Flaw("required", "The part \(name) is missing.", hint: "Send \(what) as \(name)."))
  }

  private static let repeated = Flaw(
    "repeated_part", "The part params stands twice.", hint: "Send it once.")
  private static let tooMany = Flaw(
    "too_many_images", "More than \(Product.imagesMax) different images.",
    hint: "Send 1 to \(Product.imagesMax) images.")
  private static let empty = Flaw(
    "empty_image", "The part has no octets.", hint: "Send the file, or leave the part out.")
}

extension Problem {
  /// 413 with what came and the limit, in octets.
  static func imageTooLarge(_ came: String, _ limit: Int, _ head: MultipartPart) -> Problem {
    Problem(.contentTooLarge, "image_too_large", "\(came); the limit is \(limit).").inside(head)
  }
}
