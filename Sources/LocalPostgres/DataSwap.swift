#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Replaces a shop's data directory by another one. The former stays beside it under another name,
/// as the way back.
package struct DataSwap {
  package let place: LocalPostgresLayout
  package let fresh: LocalPostgresLayout

  package init(place: LocalPostgresLayout, fresh: LocalPostgresLayout) {
    self.place = place
    self.fresh = fresh
  }

  /// A server that starts in between finds the former data, the new data, or neither, and then
  /// refuses to make new data: see `LocalPostgresServer.initializeOnce`.
  ///
  /// - Parameter name: the former data is named `data.before-` and this.
  /// - Returns: where the former data is; nil when there was none.
  package func run(keptAs name: String) throws(LocalPostgresError) -> String? {
    try place.prepareHome()
    return try place.exclusively { () throws(LocalPostgresError) in
      let account = try LocalPostgresAccount.current()
      try place.prepareServer(for: account)
      let former = "\(place.server)/\(Self.prefix)\(name)"
      let hasFormer = Files.exists(place.data)
      if hasFormer { try Self.move(place.data, to: former) }
      do throws(LocalPostgresError) {
        try Self.move(fresh.data, to: place.data)
      } catch {
        if hasFormer { rename(former, place.data) }
        throw error
      }
      _ = Files.syncDirectory(place.server)
      return hasFormer ? former : nil
    }
  }

  /// The prefix of the names of former data.
  package static let prefix = "data.before-"

  private static func move(_ source: String, to target: String) throws(LocalPostgresError) {
    guard rename(source, target) == 0 else {
      throw .unusableDirectory(
        "cannot move \(source) to \(target): \(LocalPostgresCommand.lastError)")
    }
  }
}
