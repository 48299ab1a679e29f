import Domain
import LocalPostgres
import UseCases

/// Checks the values of commands before a database is opened: one sentence for each wrong value.
extension AdministrationSession {
  package static func mistakesOfToken(
    name: String, scopes: [String], vendor: String?, expires: String? = nil, isLink: Bool = false
  ) -> [String] {
    let known = scopes.compactMap(Scope.init(rawValue:))
    var mistakes = mistakes(ofName: name)
    mistakes += scopes.filter { Scope(rawValue: $0) == nil }.map(noScope)
    if let vendor, VendorIdentifier(vendor) == nil { mistakes.append(noIdentifier(vendor)) }
    if let expires, lifetime(expires) == nil {
      mistakes.append(
        "\(expires.printable(40)) is no lifetime: write 1m to 3650d, such as 30m, 12h or 90d.")
    }
    if isLink, !known.contains(.admin), !known.contains(.merchandise) {
      mistakes.append("a link needs the scope merchandise or admin.")
    }
    // A misspelt scope may be the one that the other checks miss.
    guard !scopes.isEmpty, known.count == scopes.count else { return mistakes }
    if vendor != nil, !known.contains(.vendor) {
      mistakes.append("a token that speaks for a vendor needs the scope vendor.")
    }
    if vendor == nil, known.contains(.vendor) {
      mistakes.append(
        "a token with the scope vendor needs --vendor IDENTIFIER: `moa vendor list` shows them.")
    }
    return mistakes
  }

  /// Nil unless it is a number of minutes, hours or days, up to ten years.
  static func lifetime(_ text: String) -> Duration? {
    guard let unit = text.last, let seconds = ["m": 60, "h": 3_600, "d": 86_400][unit],
      let number = Int(text.dropLast()), (1...5_256_000).contains(number),
      number * seconds <= 315_360_000
    else { return nil }
    return .seconds(number * seconds)
  }

  package static func mistakes(ofTokenID id: String) -> [String] {
    guard AccessTokenID(id) == nil else { return [] }
    return ["\(id.printable(40)) is no token's id: `moa token list` shows them."]
  }

  /// - Parameter secretFile: as for a vendor.
  package static func mistakesOfClient(
    name: String, id: String?, secretFile: String? = nil
  ) -> [String] {
    var mistakes = mistakes(ofName: name)
    if let id, SearchClientID(id) == nil { mistakes.append(noClientID(id)) }
    return withSecret(in: secretFile, mistakes, clientSecret)
  }

  package static func mistakes(ofClientID id: String) -> [String] {
    guard SearchClientID(id) == nil else { return [] }
    return ["\(id.printable(40)) is no client's id: `moa client list` shows them."]
  }

  private static func noClientID(_ text: String) -> String {
    "\"\(text.printable(60))\" is not a client's id: write 20 letters, digits or underscores."
  }

  /// - Parameter secretFile: judged only beside other mistakes; alone it is one of data.
  package static func mistakesOfVendor(
    name: String, identifier: String?, secretFile: String? = nil
  ) -> [String] {
    var mistakes = mistakes(ofName: name)
    if let identifier, VendorIdentifier(identifier) == nil {
      mistakes.append(
        "\"\(identifier.printable(60))\" is not an identifier: write a UUID such as"
          + " c0ffee00-5eed-11f0-8000-0242ac120002.")
    }
    return withSecret(in: secretFile, mistakes, secret)
  }

  /// - Parameter secretFile: as for a new vendor.
  package static func mistakesOfNewSecret(
    of identifier: String, secretFile: String?
  ) -> [String] {
    guard VendorIdentifier(identifier) == nil else { return [] }
    return withSecret(in: secretFile, [noIdentifier(identifier)], secret)
  }

  private static func withSecret<Secret>(
    in path: String?, _ mistakes: [String], _ read: (String) throws(CommandError) -> Secret
  ) -> [String] {
    guard let path, !mistakes.isEmpty else { return mistakes }
    do throws(CommandError) {
      _ = try read(path)
      return mistakes
    } catch {
      return mistakes + [error.description]
    }
  }

  private static func mistakes(ofName name: String) -> [String] {
    do throws(CommandError) {
      _ = try title(name)
      return []
    } catch {
      return [error.description]
    }
  }

  static func title(_ name: String) throws(CommandError) -> Title {
    do throws(ValidationError) {
      return try Title(name)
    } catch {
      throw CommandError(.usage, "the name cannot be used: \(error.detail) \(error.hint)")
    }
  }

  static func refuse(_ mistakes: [String]) throws(CommandError) {
    guard !mistakes.isEmpty else { return }
    throw CommandError(.usage, mistakes.joined(separator: "\n"))
  }

  private static func noScope(_ text: String) -> String {
    let known = Scope.allCases.map(\.rawValue).joined(separator: ", ")
    return "there is no scope \(text.printable(40)): use one of \(known)."
  }

  static func noIdentifier(_ text: String) -> String {
    "\(text.printable(60)) is no vendor's identifier: `moa vendor list` shows them."
  }
}
