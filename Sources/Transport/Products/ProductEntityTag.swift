import Domain
import HTTP
import UseCases

/// How the states of one product are told apart: `"3-1f0c2a9e8b7d6c551f0c2a9e8b7d6c55"`, its
/// version, and what stands for the language and the front of the URLs inside.
struct ProductEntityTag: Sendable {
  /// Raised whenever details tell something else of the same product: whoever has kept one would be
  /// told until it changes that it is still what it was.
  private static let form = 4
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

  func opaque(_ version: Int) -> String { "\(version)\(suffix)" }

  func field(_ version: Int) -> ResponseField {
    ResponseField("ETag", "\"\(opaque(version))\"")
  }

  /// The versions for which the request wants its change to be made.
  ///
  /// A change is made of what a product is, whatever language it was read in. Besides our tags
  /// `If-Match` takes the bare version, `"3"`, which is all that an app has that kept a cell of a
  /// list.
  func condition(of request: Request) -> ProductCondition {
    let (method, fields) = (request.method, request.fields)
    let isMatched = fields.contains(.ifMatch)
    var suffixes = Language.all.map { Self.suffix($0, origin, tags) }
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

  /// A failure as an answer, in which a newer version is told by our tag.
  func problem(_ failure: Failure) -> Problem {
    var problem = Problem(failure)
    if case .staleVersion(let current, _) = failure { problem.fields = [field(current)] }
    return problem
  }
}
