import Cryptography
import Domain
import LocalPostgres
import Postgres
import Repositories
import UseCases
import Web

extension AdministrationSession {
  /// Creates a vendor, and reports the identifier and the secret, which is not stored.
  ///
  /// - Parameters:
  ///   - identifier: the one that is built into an app; nil creates one.
  ///   - secretFile: a file with the secret on its only line; nil makes one.
  /// - Throws: `.usage` for a name or an identifier that cannot be, `.data` for such a secret and
  ///   for an identifier that another vendor has.
  package func createVendor(
    name: String, identifier: String? = nil, secretFile: String?
  ) async throws(CommandError) -> CommandReport {
    try Self.refuse(Self.mistakesOfVendor(name: name, identifier: identifier))
    let title = try Self.title(name)
    let wanted = identifier.flatMap(VendorIdentifier.init)
    let secret = try secretFile.map { (path) throws(CommandError) in try Self.secret(in: path) }
    return try await withPool { pool in
      let create = CreateVendor(
        vendors: PostgresStore(pool), hasher: parts.secretHasher, randomBytes: randomBytes,
        now: { .now })
      if let wanted, let holder = try await PostgresStore(pool).find(wanted) {
        throw Self.taken(wanted, by: holder.vendor)
      }
      let created = try await create(name: title, identifier: wanted, secret: secret)
      let (identifier, text) = ("\(created.vendor.identifier)", created.secret.text)
      return CommandReport(["identifier  \(identifier)", "secret      \(text)"]) {
        $0.key("identifier")
        $0.string(identifier)
        $0.key("secret")
        $0.string(text)
      }
    }
  }

  /// Each vendor, in the order in which they came.
  package func listVendors() async throws(CommandError) -> CommandReport {
    try await withPool { pool in
      let vendors: [Vendor] = try await PostgresStore(pool).all(limit: Vendor.listedMax)
      return CommandReport(
        of: vendors,
        line: { "\($0.identifier)  created \($0.createdAt.rfc3339)  \($0.name)" }
      ) {
        $0.key("identifier")
        $0.string("\($1.identifier)")
        $0.key("name")
        $0.string("\($1.name)")
        $0.key("created_at")
        $0.string($1.createdAt.rfc3339)
      }
    }
  }

  /// Gives a vendor a new secret, and reports it.
  ///
  /// - Throws: `.usage` when the identifier is malformed, `.data` when there is no such vendor.
  package func replaceVendorSecret(
    of text: String, secretFile: String?
  ) async throws(CommandError) -> CommandReport {
    let identifier = try Self.vendorIdentifier(text)
    let secret = try secretFile.map { (path) throws(CommandError) in try Self.secret(in: path) }
    let replaced = try await withPool { pool in
      let replace = ReplaceVendorSecret(
        vendors: PostgresStore(pool), hasher: parts.secretHasher, randomBytes: randomBytes)
      do throws(Failure) {
        return VendorSecret?.some(try await replace(of: identifier, by: secret))
      } catch .notFound {
        return nil
      }
    }
    guard let replaced else { throw Self.noVendor(identifier) }
    return CommandReport(["secret      \(replaced.text)"]) {
      $0.key("secret")
      $0.string(replaced.text)
    }
  }

  /// The vendor for whom a token acts.
  static func vendor(_ text: String, in pool: Pool) async throws -> Vendor {
    let identifier = try vendorIdentifier(text)
    guard let known = try await PostgresStore(pool).find(identifier) else {
      throw noVendor(identifier)
    }
    return known.vendor
  }

  static func vendorIdentifier(_ text: String) throws(CommandError) -> VendorIdentifier {
    guard let identifier = VendorIdentifier(text) else {
      throw CommandError(.usage, Self.noIdentifier(text))
    }
    return identifier
  }

  private static func taken(_ identifier: VendorIdentifier, by vendor: Vendor) -> CommandError {
    CommandError(
      .data,
      "the vendor \(vendor.name) has the identifier \(identifier) already, and nothing was changed:"
        + " choose another one, or change that vendor's secret with `moa vendor secret`.")
  }

  static func noVendor(_ identifier: VendorIdentifier) -> CommandError {
    CommandError(.data, "there is no vendor \(identifier): `moa vendor list` shows them.")
  }

  static func secret(in path: String) throws(CommandError) -> VendorSecret {
    let text = try line(in: path, bytesMax: AuthenticateVendor.secretBytesMax)
    do throws(ValidationError) {
      return try VendorSecret(text)
    } catch {
      throw cannotUse(path, error)
    }
  }

  /// The text of a file without the line's end; of a longer file the first `bytesMax` and one more
  /// byte.
  static func line(in path: String, bytesMax: Int) throws(CommandError) -> String {
    // One byte more than any secret has, and its line end.
    guard let bytes = Files.contents(path, atMost: bytesMax + 2) else {
      throw unreadable(path)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandError(.data, "the file \(path.printable(1_000)) is not UTF-8.")
    }
    if let flaw = ValidationError.tooManyMarks(in: text) { throw cannotUse(path, flaw) }
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  static func cannotUse(_ path: String, _ flaw: ValidationError) -> CommandError {
    let why = "\(flaw.detail) \(flaw.hint)"
    return CommandError(.data, "the secret in \(path.printable(1_000)) cannot be used: \(why)")
  }
}
