import Domain
import LocalPostgres
import Repositories
import UseCases
import Web

extension AdministrationSession {
  /// Removes a picture for good and everywhere.
  ///
  /// - Parameter text: its digest, or a URL or path that contains it.
  /// - Throws: `.usage` when the text names no picture, `.data` when it is not stored.
  package func removeImage(_ text: String) async throws(CommandError) -> CommandReport {
    try Self.refuse(Self.mistakes(ofImage: text))
    guard let digest = Self.digest(in: text) else { throw CommandError(.usage, "no digest") }
    let once = history(of: "moa image remove").map { $0.telling($0.words.removal(of: digest)) }
    let removed = try await withPool { pool in
      do throws(Failure) {
        let removed = try await PostgresStore(pool).remove(digest, at: .now, once: once)
        return RemovedImage?.some(try removed.made)
      } catch .notFound {
        return nil
      }
    }
    guard let removed else { throw CommandError(.data, "there is no picture \(digest).") }
    let line = "removed from \(removed.products) products and \(removed.listItems) items of lists"
    return CommandReport(["\(digest)  \(line)"]) {
      $0.key("digest")
      $0.string(digest.hex)
      $0.key("products")
      $0.integer(removed.products)
      $0.key("list_items")
      $0.integer(removed.listItems)
    }
  }

  /// Removes a device, and its likes and views if no other device has them.
  ///
  /// - Parameter text: its number, as the audit log has it, or its token.
  /// - Throws: `.usage` when the text is neither, `.data` when there is no such device.
  package func revokeDevice(_ text: String) async throws(CommandError) -> CommandReport {
    try Self.refuse(Self.mistakes(ofDevice: text))
    let revoked = try await withPool { [parts] pool -> Int64? in
      let store = PostgresStore(pool)
      var id = Self.number(ofDevice: text)
      if let token = DeviceTokenText(text) {
        id = try await store.find(digest: parts.secretDigest.digest(Array(token.text.utf8)))?.id
      }
      guard let id, try await store.remove(id) else { return nil }
      return id
    }
    guard let revoked else { throw CommandError(.data, "there is no such device.") }
    return CommandReport(["device:\(revoked)  revoked"]) {
      $0.key("device")
      $0.integer(revoked)
    }
  }

  package static func mistakes(ofDevice text: String) -> [String] {
    guard number(ofDevice: text) == nil, DeviceTokenText(text) == nil else { return [] }
    return ["this names no device: write device:7 as the audit log has it, or the device's token."]
  }

  private static func number(ofDevice text: String) -> Int64? {
    let digits = text.hasPrefix("device:") ? text.dropFirst("device:".count) : text[...]
    return Int64(digits).flatMap { $0 > 0 ? $0 : nil }
  }

  package static func mistakes(ofImage text: String) -> [String] {
    guard digest(in: text) == nil else { return [] }
    return [
      "\"\(text.printable(80))\" names no picture: write the 64 digits in its URL, or the whole URL."
    ]
  }

  private static func digest(in text: String) -> ImageDigest? {
    text.split(separator: "/").lazy.compactMap { ImageDigest(hex: String($0)) }.first
  }
}
