import LocalPostgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Fetches pictures of a file that names URLs, by the program curl. Only `moa import` does; a
/// server never asks other machines for anything.
///
/// The addresses in a file come from outside. Each host is resolved once, every address of it is
/// judged, and curl is told the one to connect to, whatever it reads in the URL: a name that
/// changes its address between the two would reach machines that only we can. All functions here
/// block.
struct RemotePicture {
  static let bytesMax = 10 << 20
  private static let redirectsMax = 3
  private static let seconds = "60"

  struct Trouble: Error {
    let reason: String
    /// How much it counts toward ``PictureShelf/failuresMax``: 0 if the host answered. A host
    /// without an address is asked once more only: each lookup may take 5 seconds.
    var failures = 0
  }

  let allowsPrivate: Bool

  /// The bytes of a picture.
  func fetch(_ url: String) throws(Trouble) -> [UInt8] {
    var place = try HTTPSPlace(url)
    let host = place.host
    for _ in 0...Self.redirectsMax {
      let answer = try ask(place)
      switch answer.status {
      case 200: return answer.bytes
      case 301, 302, 303, 307, 308:
        place = try HTTPSPlace(answer.target)
        guard place.host == host else {
          throw Trouble(reason: "it leads to another host, \(place.host)")
        }
      default: throw Trouble(reason: "the host answered \(answer.status)")
      }
    }
    throw Trouble(reason: "it leads from place to place")
  }

  private struct Answer {
    let bytes: [UInt8]
    let status: Int
    let target: String
  }

  private func ask(_ place: HTTPSPlace) throws(Trouble) -> Answer {
    guard let program = Self.program else { throw Trouble(reason: "curl is not installed") }
    let address = try place.address(allowsPrivate: allowsPrivate)
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Trouble(reason: "there is no descriptor left") }
    let told = NamelessFile.open()
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { for descriptor in [ends[0], told, nothing] { close(descriptor) } }
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    let start = ProgramStart(
      words: [
        program, "-q", "-sS", "-g", "--proto", "=https", "--noproxy", "*", "--connect-timeout",
        "10", "--max-time", Self.seconds, "--max-filesize", "\(Self.bytesMax)", "--max-redirs",
        "0", "--connect-to", "::\(address):\(place.port)", "-A", "moa-import", "-w",
        "%{stderr}\n%{http_code} %{redirect_url}", "--url", place.url,
      ],
      environment: ["PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C"],
      streams: (nothing, ends[1], told))
    let number: Int32
    do throws(ProgramStart.Failure) {
      number = try start.spawn()
    } catch {
      close(ends[1])
      throw Trouble(reason: error.reason)
    }
    close(ends[1])
    let bytes = Files.read(ends[0], atMost: Self.bytesMax + 1) ?? []
    // A host that does not tell the size could go on for ever.
    if bytes.count > Self.bytesMax { kill(number, SIGKILL) }
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0, errno == EINTR {}
    guard bytes.count <= Self.bytesMax else {
      throw Trouble(reason: "it is larger than \(Self.bytesMax >> 20) MB")
    }
    return try Self.answer(bytes, told, ProgramStart.exitStatus(status))
  }

  private static func answer(
    _ bytes: [UInt8], _ told: Int32, _ status: Int32
  ) throws(Trouble) -> Answer {
    lseek(told, 0, SEEK_SET)
    let lines = String(decoding: Files.read(told, atMost: 8_192) ?? [], as: UTF8.self)
      .split(separator: "\n")
    guard status == 0, let last = lines.last else {
      throw Trouble(
        reason: words[status] ?? lines.first.map { String($0).printable(200) } ?? "curl failed",
        failures: status == 7 || status == 28 ? 1 : 0)
    }
    let words = last.split(separator: " ", maxSplits: 1)
    return Answer(
      bytes: bytes, status: words.first.flatMap { Int($0) } ?? 0,
      target: words.count > 1 ? String(words[1]) : "")
  }

  /// In our words: curl's have names and times, and make a line of the report for each picture.
  private static let words: [Int32: String] = [
    7: "its host cannot be reached", 28: "its host does not answer in time",
    35: "its host speaks no TLS that we take", 60: "its host has no valid certificate",
    63: "it is larger than \(bytesMax >> 20) MB",
  ]

  private static let program = ["/usr/bin/curl", "/usr/local/bin/curl", "/opt/homebrew/bin/curl"]
    .first(where: Files.isExecutable)
}

/// A host, a port and a URL of it.
struct HTTPSPlace {
  let url: String
  let host: String
  let port: Int

  init(_ url: String) throws(RemotePicture.Trouble) {
    let scheme = "https://"
    guard url.utf8.count <= 2_048, url.lowercased().hasPrefix(scheme),
      url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != 0x5C && $0 != 0x22 })
    else { throw RemotePicture.Trouble(reason: "it is not an https:// URL") }
    let authority = url.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    let port = parts.count == 2 ? Int(parts[1]) : 443
    guard let name = parts.first, !name.isEmpty, parts.count <= 2, let port,
      (1...65_535).contains(port),
      name.utf8.allSatisfy({ byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x2D
          || byte == 0x2E
      })
    else { throw RemotePicture.Trouble(reason: "its host is none") }
    self.url = url
    host = name.lowercased()
    self.port = port
  }

  /// The first address, if none of them is one that a file must not name.
  func address(allowsPrivate: Bool) throws(RemotePicture.Trouble) -> String {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0, let list else {
      throw RemotePicture.Trouble(
        reason: "its host has no address", failures: PictureShelf.failuresMax / 2)
    }
    defer { freeaddrinfo(list) }
    var first: String?
    var next: UnsafeMutablePointer<addrinfo>? = list
    while let entry = next {
      next = entry.pointee.ai_next
      var text = [CChar](repeating: 0, count: 64)
      guard let address = entry.pointee.ai_addr,
        getnameinfo(
          address, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
          == 0
      else { continue }
      let name = String(
        decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard allowsPrivate || NetworkAddress(name)?.isPublic == true else {
        throw RemotePicture.Trouble(
          reason: "its host is in a private network; --allow-private allows that")
      }
      first = first ?? (name.contains(":") ? "[\(name)]" : name)
    }
    guard let first else { throw RemotePicture.Trouble(reason: "its host has no address") }
    return first
  }
}

/// The bytes of an IPv4 or IPv6 address.
struct NetworkAddress {
  private let bytes: [UInt8]

  init?(_ text: String) {
    var address = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &address) == 1 {
      bytes = Array(address.prefix(4))
    } else if inet_pton(AF_INET6, text, &address) == 1 {
      // An IPv4 address in IPv6's clothes, and one that a gateway translates.
      let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
      let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
      let isIPv4 = address.starts(with: mapped) || address.starts(with: translated)
      bytes = isIPv4 ? Array(address.suffix(4)) : address
    } else {
      return nil
    }
  }

  /// Source: IANA's registries of special-purpose addresses.
  var isPublic: Bool {
    guard bytes.count == 4 else {
      // Tunnels (2001::/23, 2002::/16) and examples lead elsewhere.
      let others: [[UInt8]] = [
        [0x20, 1, 0], [0x20, 1, 1], [0x20, 1, 0x0D, 0xB8], [0x20, 2], [0x3F, 0xFF],
      ]
      return bytes[0] & 0xE0 == 0x20 && !others.contains { bytes.starts(with: $0) }
    }
    switch (bytes[0], bytes[1]) {
    case (0, _), (10, _), (127, _), (224..., _): return false
    case (100, 64...127), (169, 254), (172, 16...31), (192, 168), (198, 18...19): return false
    case (192, 0), (198, 51), (203, 0):
      return bytes[0] == 192 ? bytes[2] > 2 : bytes[2] != (bytes[0] == 198 ? 100 : 113)
    default: return true
    }
  }
}
