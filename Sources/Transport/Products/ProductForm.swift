package import Domain
package import HTTP
package import UseCases
package import Web

/// The form by which a product is registered: a part `params` with JSON, and 1 to 10 parts
/// `images`, in any order. One task uses it.
///
/// A native form has no other parts and no picture twice. Apps of Open Market also send parts that
/// mean nothing, call `images` `images[]`, and in a second try send the images of the first again.
package final class ProductForm {
  /// A product of Open Market has five different images, but an app that retries sends the images
  /// of all earlier tries too: this allows fifty tries. The limit in bytes is reached first.
  static let partsMax = 256
  /// Ten images of the largest size, and the rest of the form, in bytes.
  package static let bytesMax = 10 * ImageLimits.arrivingBytesMax + 1_048_576
  private static let params = "params"
  private static let images = "images"

  package let parts: FormParts
  private let format: ProductDocument.Format
  /// The value of `params`, not judged yet, and its part.
  private var document: (value: JSONValue, head: MultipartPart)?

  package init(_ request: Request, _ format: ProductDocument.Format) {
    parts = FormParts(request)
    self.format = format
  }

  /// - Throws: what ``FormParts/open(_:in:)`` throws.
  package func open(in slot: UploadSlot) throws {
    var limits = MultipartLimits()
    limits.parts = Self.partsMax
    limits.bodyBytes = Self.bytesMax
    try parts.open(limits, in: slot)
  }

  /// Reads `params`. Images that come before it are kept as they are.
  ///
  /// - Throws: 400, 413 or 415 for a form that cannot be read, 413 for an image that is too large,
  ///   400 and 422 for other parts, which each names the part; 503 while too many images wait.
  package func readParams(in slot: UploadSlot) async throws -> JSONValue {
    while let part = try await parts.next() {
      try await take(part, into: slot)
      if let document { return document.value }
    }
    throw missing(in: slot)
  }

  /// The images that follow, to the end of the form.
  ///
  /// - Throws: as ``readParams(in:)``.
  package func readRest(in slot: UploadSlot) async throws {
    while let part = try await parts.next() { try await take(part, into: slot) }
    if slot.digests.isEmpty { throw missing(in: slot) }
  }

  /// A digest of the value of `params` and of the images; 32 bytes. How `params` is written and the
  /// delimiters do not count, because they differ at each try.
  ///
  /// - Parameter digest: SHA-256.
  package func content(in slot: UploadSlot, _ digest: ([UInt8]) -> [UInt8]) -> [UInt8] {
    digest(digest(document?.value.canonical ?? []) + slot.digests.flatMap(\.self))
  }

  /// A problem with the content of `params`.
  package func inParams(_ problem: Problem) -> Problem {
    guard let document, !problem.fieldErrors.isEmpty else { return problem }
    return problem.inside(document.head)
  }

  private func take(_ part: MultipartPartBody, into slot: UploadSlot) async throws {
    switch part.head.name {
    case Self.params: try await takeDocument(part)
    case Self.images: try await parts.take(part, into: slot, format)
    case let name where format.isLenient && Self.isIndexed(name):
      try await parts.take(part, into: slot, format)
    default:
      guard format.isLenient else {
        throw Problem.unknownPart(part.head, known: [Self.params, Self.images])
      }
    }
  }

  /// `images[]` or `images[0]`, as libraries for JavaScript and PHP name the elements of a list.
  private static func isIndexed(_ name: String) -> Bool {
    guard name.hasPrefix(images + "["), name.hasSuffix("]") else { return false }
    return name.dropFirst(images.count + 1).dropLast().allSatisfy(\.isNumber)
  }

  private func takeDocument(_ part: MultipartPartBody) async throws {
    guard document == nil else { throw Problem.rejected(Self.repeated, part.head) }
    let bytes = try await part.bytes(upTo: format.bytesMax)
    do throws(JSONError) {
      document = (try JSONParser.parse(bytes), part.head)
    } catch {
      throw Problem(error).inside(part.head)
    }
  }

  /// 422 that names the parts which are missing.
  private func missing(in slot: UploadSlot) -> Problem {
    var missing: [FieldError] = []
    if document == nil { missing.append(Self.missing(Self.params, "the product as JSON")) }
    if slot.digests.isEmpty {
      missing.append(Self.missing(Self.images, "1 to \(format.imagesMax) images"))
    }
    return Problem(.rejected(missing))
  }

  private static func missing(_ name: String, _ what: String) -> FieldError {
    FieldError(
      FieldError.step(name),
      ValidationError("required", "The part \(name) is missing.", hint: "Send \(what) as \(name)."))
  }

  private static let repeated = ValidationError(
    "repeated_part", "The part params was sent twice.", hint: "Send it once.")
}

extension EndpointBody.Content {
  /// The formats of pictures that are taken.
  static let pictures = "JPEG, PNG, GIF, WebP or HEIC"
  /// Their media types.
  static let pictureTypes = "image/jpeg, image/png, image/gif, image/webp, image/heic"

  /// - Parameters:
  ///   - new: the object in `params`.
  ///   - example: without the pictures.
  package static func product(
    _ new: BodyObject<ProductDraft>, _ meaning: String, example: JSONValue? = nil
  ) -> EndpointBody.Content {
    let imagesMax = new.schema.isClosed ? Product.imagesMax : Product.openMarketImagesMax
    let form = ObjectSchema(
      "ProductForm", "A new product with its pictures.",
      [
        .init(
          name: "params", schema: .text(of: new.schema), isRequired: true, meaning: meaning,
          example: nil),
        .init(
          name: "images", schema: .array(.file, 1...imagesMax), isRequired: true,
          meaning: "\(Self.pictures) files, in the order of display; the first is the cover.",
          example: nil),
      ], isClosed: new.schema.isClosed)
    var content = EndpointBody.Content.form(
      form, ("params", "application/json"), ("images", pictureTypes),
      example: example.map { ["params": $0] })
    content.objects = [new]
    return content
  }
}
