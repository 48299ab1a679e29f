import Domain
import HTTP
import UseCases

/// The images that a product shall have, in the order of display: parts named `images`, of which one
/// with a filename is a new image, and one without is the id of an image that stays. Where nothing
/// new comes, `{"images":[12,15]}` does.
struct ProductImagesForm {
  private static let name = "images"
  /// Digits of the largest id.
  private static let idBytesMax = 19
  private static let documentBytesMax = 4_096
  /// Five images of the largest size, and what is around them, in bytes.
  private static let bytesMax =
    Product.imagesMax * ImageLimits.arrivingBytesMax + 1_048_576
  static let schema = ObjectSchema(
    "ProductImageOrder", "Which pictures a product shall have, in the order of display.",
    [
      .init(
        name: name, schema: .array(.integer(1...), 1...Product.imagesMax), isRequired: true,
        meaning: "Ids of pictures that it has.", example: [15, 12])
    ], isClosed: true)
  static let formSchema = ObjectSchema(
    "ProductImagesForm", "Which pictures a product shall have, some of them new.",
    [
      .init(
        name: name, schema: .array(.string(), 1...Product.imagesMax), isRequired: true,
        meaning:
          "In the order of display: JPEG or PNG files, and in digits ids of pictures that it has.",
        example: nil)
    ])
  /// Ids of images that stay; nil where the next of the new images stands.
  private(set) var order: [Int64?] = []
  private(set) var images = ArrivedImages()

  /// Reads what a vendor sends, to its end.
  ///
  /// - Throws: 400, 413 or 415 for what cannot be read or has other parts, 422 for what is neither an
  ///   id nor an image, or too many; 503 while too many images wait.
  static func read(
    _ request: Request, workshop: any ImageWorkshop
  ) async throws(Problem) -> ProductImagesForm {
    guard !request.hasJSON else {
      var form = ProductImagesForm()
      form.order = try ids(of: try await request.json(upTo: documentBytesMax))
      return form
    }
    var limits = MultipartLimits()
    limits.bodyBytes = bytesMax
    let reader = try MultipartReader.open(request, limits)
    try await answering { () throws(Failure) in try workshop.checkLine() }
    var form = ProductImagesForm()
    do throws(Problem) {
      while let part = try await reader.part() { try await form.take(part, into: workshop) }
      return form
    } catch {
      await form.discard()
      await request.dropRest()
      throw error
    }
  }

  /// What the form says, in a form in which the same is always written alike.
  var content: [UInt8] {
    var digests = images.digests[...]
    var whole = CanonicalBytes()
    for id in order {
      guard let id else {
        whole.append("new")
        whole.append(digests.popFirst() ?? [])
        continue
      }
      whole.append("\(id)")
    }
    return whole.bytes
  }

  /// Makes of the new images what is stored.
  ///
  /// - Throws: what ``VendorUploads`` throws.
  mutating func prepared(
    by uploads: VendorUploads, of vendor: Vendor, for request: Request
  ) async throws(Problem) -> [ArrangedImage] {
    guard !images.kept.isEmpty else { return order.compactMap { $0.map(ArrangedImage.kept) } }
    var new = try await uploads.prepared(&images, of: vendor, for: request)[...]
    return order.compactMap { id in
      if let id { .kept(id) } else { new.popFirst().map(ArrangedImage.new) }
    }
  }

  /// Lets go of the new images.
  mutating func discard() async { await images.discard() }

  // MARK: Reading

  private mutating func take(
    _ part: MultipartPartBody, into workshop: any ImageWorkshop
  ) async throws(Problem) {
    guard part.head.name == Self.name else {
      throw .unknownPart(part.head, known: [Self.name])
    }
    guard order.count < Product.imagesMax else { throw .rejected(.tooManyImages, part.head) }
    guard part.head.filename == nil else {
      try await images.take(part, into: workshop, from: .proven, .native)
      return order.append(nil)
    }
    let text = String(decoding: try await part.bytes(upTo: Self.idBytesMax), as: UTF8.self)
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let id = Int64(text) else {
      throw .rejected(Self.neither, part.head, offset: part.head.dataOffset)
    }
    order.append(id)
  }

  private static func ids(of document: JSONValue) throws(Problem) -> [Int64?] {
    try judging { () throws(Rejection) in
      var reader = try ObjectReader.open(document)
      _ = reader.requiredValue(name)
      let ids = reader.elements(name, atMost: Product.imagesMax) { value throws(Rejection) in
        do throws(Flaw) {
          return try value.wholeNumber()
        } catch {
          throw Rejection(error)
        }
      }
      reader.refuseTheRest()
      guard let ids, reader.violations.isEmpty else { throw Rejection(reader.violations) }
      return ids
    }
  }

  private static let neither = Flaw(
    "malformed_id", "The part is neither an id nor a file.",
    hint: "Send the id of an image that stays, in digits, or a new image with a filename.")
}

extension Request {
  /// Whether its body is called JSON.
  fileprivate var hasJSON: Bool {
    fields.values(of: .contentType).first.flatMap { MediaType($0) }?.essence
      == "application/json"
  }
}
