import Domain
import HTTP
import UseCases

/// How the states of one product are told apart: `"3-1f0c2a9e8b7d6c551f0c2a9e8b7d6c55"`, its
/// version and what stands in front of the URLs inside.
struct ProductEntityTag: Sendable {
  /// Raised whenever details tell something else of the same product: whoever has kept one would be
  /// told until it changes that it is still what it was.
  private static let form = 3
  private let suffix: String

  init(_ origin: Origin?, _ tags: ContentTag) {
    suffix = "-" + tags.text("\(Self.form) " + (origin?.text ?? ""))
  }

  func opaque(_ version: Int) -> String { "\(version)\(suffix)" }

  func field(_ version: Int) -> ResponseField {
    ResponseField("ETag", "\"\(opaque(version))\"")
  }

  /// The versions for which the request wants its change to be made.
  ///
  /// Besides our tag `If-Match` takes the bare version, `"3"`, which is all that an app has that
  /// kept a cell of a list.
  func condition(of request: Request) -> ProductCondition {
    let (method, fields) = (request.method, request.fields)
    let takesVersion = fields.contains("If-Match")
    return ProductCondition { product in
      let version = product.version
      let tags = takesVersion ? [opaque(version), "\(version)"] : [opaque(version)]
      return tags.contains { tag in
        let validators = Validators(entityTag: EntityTag(tag))
        return Preconditions.evaluate(method, fields, validators, now: 0) != .preconditionFailed
      }
    }
  }

  /// A failure as an answer, in which a newer version is told by our tag.
  func problem(_ failure: Failure) -> Problem {
    var problem = Problem(failure)
    if case .staleVersion(let current, _) = failure { problem.fields = [field(current)] }
    return problem
  }
}
