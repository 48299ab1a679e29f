import Domain
import HTTP
import UseCases
import Web

/// The images that a product shall have, in the order of display: parts named `images`, of which
/// one with a filename is a new image, and one without is the id of an image that stays. Where
/// nothing new comes, `{"images":[12,15]}` does.
final class ProductImagesForm {
  private static let name = "images"
  /// Digits of the largest id.
  private static let idBytesMax = 19
  private static let documentBytesMax = 4_096
  /// Ten images of the largest size, and the rest of the form, in bytes.
  private static let bytesMax =
    Product.imagesMax * ImageLimits.arrivingBytesMax + 1_048_576
  static let document = BodyObject<[Int64]>(
    "ProductImageOrder", "Which pictures a product shall have, in the order of display.",
    nullsAreAbsent: true,
    .required(
      name, BodyValue<[Int64]>.array(.soughtID, 1...Product.imagesMax),
      "Ids of pictures that it has.", [15, 12]))
  static let formSchema = ObjectSchema(
    "ProductImagesForm", "Which pictures a product shall have, some of them new.",
    [
      .init(
        name: name, schema: .array(.file, 1...Product.imagesMax), isRequired: true,
        meaning:
          "In the order of display: \(EndpointBody.Content.pictures) files, and in digits ids of "
          + "pictures that it has.",
        example: nil)
    ], isClosed: true)

  private let request: Request
  private let parts: FormParts
  private var order: [Int64?] = []

  init(_ request: Request) {
    self.request = request
    parts = FormParts(request)
  }

  /// Arranges the images of a product, and answers. ``Uploads`` lists the order of the checks.
  ///
  /// - Parameter answer: to the product with its images as they are then.
  /// - Throws: 400, 413 or 415 for a form that cannot be read or has other parts, 422 for a part
  ///   that is neither an id nor an image, or for too many; 503 while too many images wait.
  func carriedOut(
    by arrange: ArrangeProductImages, of id: Int64, _ uploads: Uploads, vendor: Vendor,
    if condition: ProductCondition,
    answer: @escaping @Sendable (Product) -> Response
  ) async throws -> Response {
    try await uploads(request, parts, from: .proven, answer: answer) { slot in
      try await uploads.claiming(request, by: vendor.author) { claim in
        try await read(into: slot)
        let once = try uploads.writes.once(
          request, by: vendor.author, content: content(slot.digests), history: History.product,
          answer: answer
        )?.claimed(by: claim)
        return try await parts.storing {
          try await arrange(id, order, slot, by: vendor, if: condition, once: once)
        }
      }
    }
  }

  // MARK: Reading

  private func read(into slot: UploadSlot) async throws {
    // Whatever else a body is called: `curl -d` names every one a form of fields.
    guard request.fields.isMultipart else {
      let document = try await request.json(upTo: Self.documentBytesMax)
      order = try Self.document.value(of: document, from: nil)
      return
    }
    var limits = MultipartLimits()
    limits.bodyBytes = Self.bytesMax
    try parts.open(limits, in: slot)
    while let part = try await parts.next() { try await take(part, into: slot) }
  }

  private func take(
    _ part: MultipartPartBody, into slot: UploadSlot
  ) async throws {
    guard part.head.name == Self.name else {
      throw Problem.unknownPart(part.head, known: [Self.name])
    }
    guard order.count < Product.imagesMax else {
      throw Problem.rejected(.tooManyImages(Product.imagesMax), part.head)
    }
    guard part.head.filename == nil else {
      try await parts.take(part, into: slot, .native)
      return order.append(nil)
    }
    let text = String(decoding: try await part.bytes(upTo: Self.idBytesMax), as: UTF8.self)
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let id = Int64(text) else {
      throw Problem.rejected(Self.neither, part.head, offset: part.head.dataOffset)
    }
    order.append(id)
  }

  /// The content of the form, written alike however it was sent.
  private func content(_ digests: [[UInt8]]) -> [UInt8] {
    var digests = digests[...]
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

  private static let neither = ValidationError(
    "malformed_id", "The part is neither an id nor a file.",
    hint: "Send the id of an image that stays, in digits, or a new image with a filename.")
}
