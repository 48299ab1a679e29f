import Domain
package import HTTP
package import UseCases
package import Web

extension Request {
  /// The precondition of the request on the version of a row.
  ///
  /// It is checked where the row is locked, so that the checked version is the changed one. Times
  /// of modification are not stored, so dates are ignored: RFC 9110 §13.1.4.
  var versionCondition: VersionCondition {
    let (method, fields) = (method, fields)
    return VersionCondition { version in
      let validators = Validators(entityTag: EntityTag("\(version)"))
      return Preconditions.evaluate(method, fields, validators, now: 0) != .preconditionFailed
    }
  }
}

extension Request {
  /// The language of an answer, chosen from the shop's languages.
  package func language(or usual: Language) -> Language { language(of: .shop(usual: usual)) }
}

extension RouteArguments {
  /// - Parameter missing: the error for a text that cannot be an id.
  /// - Throws: 404 for such a text.
  package func id(_ index: Int, of missing: (String) -> Missing) throws(Problem) -> Int64 {
    let text = self[index]
    guard let id = Int64(text), id > 0, String(id) == text else {
      throw Problem(.notFound(missing(text)))
    }
    return id
  }
}

/// `?dry_run=true` of administrators' writes: previews the change and writes nothing.
enum DryRun {
  static let parameter = QueryParameter.flag(
    "dry_run", "Tells what would change, and writes nothing.")
}

extension QueryParameter<[Int64]?> {
  /// Ids of products with commas between.
  ///
  /// - Parameter min: 0 takes an empty text as no ids.
  static func products(_ name: String, _ min: Int, max: Int) -> QueryParameter {
    QueryParameter(
      name, .array(.integer(1...999_999_999_999_999_999), min...max),
      "Ids of products, at most \(max), with commas between.", default: nil, example: [207, 198]
    ) { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: min == 0 && text.isEmpty)
      let ids = parts.prefix(max).compactMap { part -> Int64? in
        guard let id = Int64(part), id > 0, String(id) == part else { return nil }
        return id
      }
      guard ids.count == parts.count else {
        throw ValidationError(
          "malformed_ids", "These are not \(min) to \(max) ids with commas between.",
          hint: "Write them as answers have them, such as 207,198.")
      }
      return ids
    }
  }
}
