import Cryptography
import LocalPostgres
import Operations

extension Configuration {
  mutating func readAdministration(_ reader: inout SettingReader) {
    adminTokenFile = reader.text(.adminTokenFile)
    adminToken = reader.optional(.adminToken, expecting: Self.tokenForm) { Self.token($0) }
    if reader.isEmpty(.adminToken) {
      // It was meant to be set; otherwise the mistake would be noticed only at the first rejected
      // request.
      reader.reject(.adminToken, "it is empty: leave it out, or write \(Self.tokenForm).")
    }
    if adminToken != nil, adminTokenFile != nil {
      reader.reject(.adminToken, "\(Setting.adminTokenFile.name) says it too: leave one out.")
    }
  }

  /// Reads the secrets that are in files.
  ///
  /// - Throws: `.configuration`, all mistakes at once, when a file cannot be read, can be written
  ///   by others, or holds none.
  mutating func readKeyFiles() throws(CommandError) {
    let mistakes = mistakesInKeyFiles()
    guard !mistakes.isEmpty else { return }
    throw CommandError(.configuration, ConfigurationMistakes(mistakes).description)
  }

  /// The same, with one sentence for each mistake.
  mutating func mistakesInKeyFiles() -> [String] {
    var mistakes: [String] = []
    do throws(CommandError) { try readMommyTalkKeyFile() } catch {
      mistakes.append(error.description)
    }
    do throws(CommandError) { try readAdminTokenFile() } catch {
      mistakes.append(error.description)
    }
    return mistakes
  }

  private mutating func readAdminTokenFile() throws(CommandError) {
    guard let path = adminTokenFile else { return }
    let text = try SecretFile.read(
      path, for: .adminTokenFile, bytesMax: Self.tokenBytesMax, doubt: { doubts.append($0) })
    guard let token = Self.token(text) else {
      let file = "\(Setting.adminTokenFile.name): the file \(path.printable(1_000))"
      throw CommandError(.configuration, "\(file) holds no token: write \(Self.tokenForm).")
    }
    adminToken = token
  }

  /// Replaces the administrator's token by its digest, which is enough for a server: a token that
  /// is not kept cannot leak.
  mutating func forgetAdminToken() {
    guard let token = adminToken else { return }
    adminTokenDigest = SHA256.digest(token.reveal())
    adminToken = nil
  }

  private static let tokenBytesMax = 512
  private static let tokenForm =
    "32 to \(tokenBytesMax) printable ASCII characters without spaces, at least 8 different"

  /// 32 characters hold 128 bits even in hexadecimal, which cannot be guessed. A token of few
  /// different characters was typed to fill the space.
  private static func token(_ text: String) -> Secret? {
    let isToken = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard isToken, (32...tokenBytesMax).contains(text.utf8.count), Set(text.utf8).count >= 8
    else { return nil }
    return Secret(text)
  }
}
