import Domain
package import HTTP
package import UseCases
package import Web

extension Request {
  /// The versions for which this request wants its change to be made, by all of its conditions.
  ///
  /// Asked where the row is locked, so that the version that was judged is the one that changes.
  /// When a row was modified is not kept, so dates are no conditions: RFC 9110 §13.1.4.
  var versionCondition: VersionCondition {
    let (method, fields) = (method, fields)
    return VersionCondition { version in
      let validators = Validators(entityTag: EntityTag("\(version)"))
      return Preconditions.evaluate(method, fields, validators, now: 0) != .preconditionFailed
    }
  }
}

extension Request {
  /// The language of an answer, out of those of the shop.
  package func language(or usual: Language) -> Language { language(of: .shop(usual: usual)) }
}

extension RouteArguments {
  /// - Parameter missing: what is not there when the text can be no id.
  /// - Throws: 404 for what can be no id.
  package func id(_ index: Int, of missing: (String) -> Missing) throws(Problem) -> Int64 {
    let text = self[index]
    guard let id = Int64(text), id > 0, String(id) == text else {
      throw Problem(.notFound(missing(text)))
    }
    return id
  }
}
