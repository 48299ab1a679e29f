import Domain
import HTTP
import UseCases
import Web

/// The entity tag of one product: `"3-1f0c2a9e8b7d6c551f0c2a9e8b7d6c55"`, its version and a digest
/// of the language and the origin of its URLs. A product that is liked has the count of likes after
/// that: `"3-1f0c2a9e8b7d6c551f0c2a9e8b7d6c55.31"`.
struct ProductEntityTag: Sendable {
  /// Raised whenever the details of an unchanged product get other members: otherwise clients that
  /// have them would get 304 until the product changes.
  private static let form = 5
  let language: Language
  let origin: Origin?
  private let tags: ContentTag
  private let suffix: String

  init(_ language: Language, _ origin: Origin?, _ tags: ContentTag) {
    self.language = language
    self.origin = origin
    self.tags = tags
    suffix = Self.suffix(language, origin, tags)
  }

  private static func suffix(
    _ language: Language, _ origin: Origin?, _ tags: ContentTag
  ) -> String {
    "-" + tags.text("\(form) \(language.tag) " + (origin?.text ?? ""))
  }

  func opaque(_ version: Int, likes: Int = 0) -> String {
    likes > 0 ? "\(version)\(suffix).\(likes)" : "\(version)\(suffix)"
  }

  func field(_ version: Int, likes: Int = 0) -> ResponseField {
    ResponseField("ETag", "\"\(opaque(version, likes: likes))\"")
  }

  /// The versions for which the request allows its change.
  ///
  /// A change applies to a product in any language. Besides our tags, `If-Match` accepts the bare
  /// version, `"3"`: an app that kept a list row has only that. The number of likes does not
  /// matter: it changes all the time, and not by vendors.
  func condition(of request: Request) -> ProductCondition {
    let (method, fields) = (request.method, request.fields)
    let isMatched = fields.contains(.ifMatch)
    let likes = [""] + Self.likes(in: request)
    var suffixes = Language.all.flatMap { language in
      let suffix = Self.suffix(language, origin, tags)
      return likes.map { suffix + $0 }
    }
    if isMatched { suffixes.append("") }
    return ProductCondition { [suffixes] product in
      let holds = suffixes.map { suffix in
        let validators = Validators(entityTag: EntityTag("\(product.version)\(suffix)"))
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

  /// A failure as an answer; it names a newer version by our tag.
  func problem(_ failure: Failure) -> Problem {
    var problem = Problem(failure)
    if case .staleVersion(let current, _) = failure { problem.fields = [field(current)] }
    return problem
  }
}
