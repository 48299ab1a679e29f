import Domain
import HTTP
import UseCases
import Web

/// The entity tag of one product: `"3-1f0c2a9e8b7d6c551f0c2a9e8b7d6c55"`, its version and a digest
/// of its state, the language and the origin of its URLs. A product that is liked has the count of
/// likes after that: `"3-1f0c2a9e8b7d6c551f0c2a9e8b7d6c55.31"`.
///
/// The version does not suffice: after a restore, and after a failover that lost writes, ids and
/// versions are given again. The code and the time of the last change tell such states apart.
struct ProductEntityTag: Sendable {
  /// Raised whenever the details of an unchanged product get other members: otherwise clients that
  /// have them would get 304 until the product changes.
  private static let form = 6
  let language: Language
  let origin: Origin?
  private let tags: ContentTag

  init(_ language: Language, _ origin: Origin?, _ tags: ContentTag) {
    self.language = language
    self.origin = origin
    self.tags = tags
  }

  func opaque(_ product: Product) -> String {
    let likes = product.cell.likeCount
    return unliked(product, in: language) + (likes > 0 ? ".\(likes)" : "")
  }

  private func unliked(_ product: Product, in language: Language) -> String {
    let (code, changed) = (product.summary.code, product.summary.updatedAt.microseconds)
    let state = "\(Self.form) \(language.tag) \(code) \(changed) " + (origin?.text ?? "")
    return "\(product.version)-" + tags.text(state)
  }

  /// The states for which the request allows its change.
  ///
  /// A change applies to a product in any language. Besides our tags, `If-Match` accepts the bare
  /// version, `"3"`: an app that kept a list row has only that. The number of likes does not
  /// matter: it changes all the time, and not by vendors.
  func condition(of request: Request) -> ProductCondition {
    let (method, fields) = (request.method, request.fields)
    let isMatched = fields.contains(.ifMatch)
    let likes = [""] + Self.likes(in: request)
    return ProductCondition { product in
      var accepted = Language.all.flatMap { language in
        let tag = unliked(product, in: language)
        return likes.map { tag + $0 }
      }
      if isMatched { accepted.append("\(product.version)") }
      let holds = accepted.map { tag in
        let validators = Validators(entityTag: EntityTag(tag))
        return Preconditions.evaluate(method, fields, validators, now: 0) != .preconditionFailed
      }
      // One of them must be the one that is wanted; none may be one that is not.
      return isMatched ? holds.contains(true) : !holds.contains(false)
    }
  }

  /// The counts of likes at the end of the tags in a request, as written there: `.31`. A client has
  /// few tags of one product; further ones are ignored.
  private static func likes(in request: Request) -> [String] {
    let fields: [RequestField] = [.ifMatch, .ifNoneMatch]
    let values = fields.flatMap { request.fields.values(of: $0) }
    let quote = UInt8(ascii: "\"")
    let ends = values.flatMap { $0.utf8.split(separator: quote) }.compactMap { part -> String? in
      guard let dot = part.lastIndex(of: UInt8(ascii: ".")) else { return nil }
      let digits = part[dot...].dropFirst()
      guard (1...19).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) })
      else { return nil }
      return String(part[dot...])
    }
    return Array(Set(ends).sorted().prefix(8))
  }
}
