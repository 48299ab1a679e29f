import Domain
import HTTP
import UseCases
import Web

// Products of which many are written at once, and products under keys.
extension ProductDocument {
  /// Bytes of many products: 8 KiB for each of 500.
  static let itemsBytesMax = bytesWithPicturesMax

  /// A whole product under a key.
  static let underKey = BodyObject<ProductItem.Content>(
    "KeyedProduct", "A product under a key of its vendor.", answer: Wire.productDetail.schema,
    nullsAreAbsent: true, images, newMembers
  ) { images, draft in .whole(draft, images: images) }

  static let wholeItems = items("WholeProducts", wholeItem)
  static let changedItems = items("ProductPatches", changedItem)

  private static let wholeItem = BodyObject<ProductItem>(
    "WholeProduct", "A whole product, with an id or a key. A new key makes a product.",
    answer: Wire.productDetail.schema, nullsAreAbsent: true, id, version, images, newMembers
  ) { id, version, images, draft in
    let key = draft.details.key
    return ProductItem(try target(id, version, key), .whole(draft, images: images))
  }

  private static let changedItem = BodyObject<ProductItem>(
    "ProductEdit", "What shall change about a product of an id or of a key.",
    answer: Wire.productDetail.schema, id, version, images, .edited(ProductPatch(), by: patchRows)
  ) { id, version, images, patch in
    var patch = patch
    var key: ProductKey?
    if id == nil, case .set(let sent) = patch.key { (key, patch.key) = (sent, .keep) }
    return ProductItem(try target(id, version, key), .change(patch, images: images))
  }

  private static func items(
    _ name: String, _ item: BodyObject<ProductItem>
  ) -> BodyObject<[ProductItem]> {
    BodyObject(
      name, "Products of one vendor, each once.",
      .required("items", .array(.object(item), 1...WriteProducts.itemsMax), "In any order."))
  }

  private static func target(
    _ id: Int64?, _ version: Int64?, _ key: ProductKey?
  ) throws(Rejection) -> ProductItem.Target {
    guard let id else { return if let key { .key(key) } else { .none } }
    guard let version else { throw Rejection([FieldError("/version", missingVersion)]) }
    return .id(id, version: Int(clamping: version))
  }

  private static let id = BodyMember<Int64?>.optional(
    "id", .soughtID, "The product's id; without it, `key` names the product.", 205)
  private static let version = BodyMember<Int64?>.optional(
    "version", .soughtID, "The version that was read; needed with `id`.", 1)
  private static let images = BodyMember<[ImageDigest]?>.optional(
    "images", .array(.imageDigest, 1...Product.imagesMax),
    "Digests by `POST /v1/images`, in the order of display; without it pictures stay as they are.",
    ["98c95a1ba2a2e9ecb9fc9b0e4a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b"])

  private static let missingVersion = ValidationError(
    "required", "The version is missing.", hint: "Send the version that was read, or key alone.")

  // MARK: Reading

  /// The items of a body: a JSON object, or a line of JSON for each item.
  ///
  /// - Parameter isPartial: whether an item that cannot be read is refused alone.
  /// - Throws: 400 or 413 for a body that cannot be read; errors with pointers such as
  ///   `/items/3/price`.
  static func items(
    of request: Request, _ format: BodyObject<[ProductItem]>, isWhole: Bool, isPartial: Bool,
    from origin: Origin?
  ) async throws -> (value: JSONValue, items: [ProductItem]) {
    let bytes = try await request.body.collect(upTo: itemsBytesMax)
    let isLines = ["application/jsonl", "application/x-ndjson"].contains {
      request.fields.isContent($0)
    }
    let body = try isLines ? lines(bytes) : JSONParser.parse(bytes)
    guard isPartial, case .object(let members) = body, members.count == 1,
      case .array(let elements)? = members.first?.value,
      members[0].name.utf8.elementsEqual("items".utf8),
      (1...WriteProducts.itemsMax).contains(elements.count)
    else { return (body, try format.value(of: body, from: origin)) }
    let item = isWhole ? wholeItem : changedItem
    return (
      body,
      elements.map { element in
        do throws(Rejection) {
          return try item.value(of: element, from: origin)
        } catch {
          return .refused(error.fieldErrors)
        }
      }
    )
  }

  private static func lines(_ bytes: [UInt8]) throws -> JSONValue {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    var items: [JSONValue] = []
    for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) {
      do throws(JSONError) {
        items.append(try JSONParser.parse(Array(line)))
      } catch {
        throw Problem(
          .badRequest, error.code,
          "Item \(index + 1), column \(error.column): \(error.detail)")
      }
      // One too many is refused; the rest is not read.
      if items.count > WriteProducts.itemsMax { break }
    }
    return .object([.init(name: "items", value: .array(items))])
  }
}

extension BodyValue<ImageDigest> {
  fileprivate static var imageDigest: Self {
    Self(
      .string(pattern: "^[0-9a-f]{64}$"),
      text: { text throws(ValidationError) in
        guard let digest = ImageDigest(hex: text) else {
          throw ValidationError(
            "malformed_id", "This is no digest of a picture.",
            hint: "Write it as POST /v1/images answers it.")
        }
        return digest
      })
  }
}

extension BodyValue<ProductKey> {
  static var productKey: Self { Self(Wire.productKey, text: ProductKey.init(_:)) }
}
