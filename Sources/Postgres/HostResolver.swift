import EventLoop
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Resolves host names away from the loop: libpq would do it inside its handshake, and block.
enum HostResolver {
  typealias Settings = [(keyword: String, value: String)]

  /// The settings for libpq, with an address beside each host name.
  ///
  /// - Throws: `.connection` when no host has an address.
  static func settings(of target: ConnectionString) async throws(PostgresError) -> Settings {
    let hosts = target.list("host")
    guard target.list("hostaddr").isEmpty, hosts.contains(where: isName) else {
      return target.settings.map { ($0.key, $0.value) }
    }
    let known = await HostAddresses.of(Set(hosts.filter(isName))) { await resolving($0) }
    let addresses = hosts.map { isName($0) ? known[$0] ?? [] : [""] }
    return try expanded(target, hosts: hosts, addresses: addresses)
  }

  /// Who waits for the addresses of which name. A resolver whose packets vanish takes up to half a
  /// minute, far longer than an attempt: the next ones wait for the same answer, or each would hold
  /// one of the few helper threads.
  private static let waiting = Mutex<[String: [UnsafeContinuation<[String], Never>]]>([:])

  static func waitingCount(for name: String) -> Int { waiting.withLock { $0[name]?.count ?? 0 } }

  /// - Parameter lookUp: blocks, and is called once for all callers that ask meanwhile.
  static func resolving(
    _ name: String, by lookUp: @escaping @Sendable (String) -> [String] = resolve
  ) async -> [String] {
    await withUnsafeContinuation { continuation in
      let isFirst = waiting.withLock { waiting in
        waiting[name, default: []].append(continuation)
        return waiting[name]?.count == 1
      }
      guard isFirst else { return }
      Task.detached {
        let addresses = try? await EventLoop.offload { lookUp(name) }
        let all = waiting.withLock { $0.removeValue(forKey: name) } ?? []
        all.forEach { $0.resume(returning: addresses ?? []) }
      }
    }
  }

  /// A name with several addresses becomes several hosts, tried in order.
  private static func expanded(
    _ target: ConnectionString, hosts: [String], addresses: [[String]]
  ) throws(PostgresError) -> Settings {
    let ports = target.list("port")
    var expanded: [(host: String, address: String, port: String)] = []
    for (index, host) in hosts.enumerated() {
      let port = ports.count == hosts.count ? ports[index] : ports.first ?? ""
      for address in addresses[index] { expanded.append((host, address, port)) }
    }
    guard !expanded.isEmpty else { throw unresolved }
    var settings = target.settings
    settings["host"] = expanded.map(\.host).joined(separator: ",")
    settings["hostaddr"] = expanded.map(\.address).joined(separator: ",")
    if !ports.isEmpty { settings["port"] = expanded.map(\.port).joined(separator: ",") }
    return settings.map { ($0.key, $0.value) }
  }

  private static var unresolved: PostgresError {
    PostgresError(.connection(reason: "no host has an address"), isSafeToRetry: true)
  }

  /// Whether it must be resolved: not a socket's folder and not an address already.
  private static func isName(_ host: String) -> Bool {
    guard !host.isEmpty, !host.hasPrefix("/"), !host.hasPrefix("@") else { return false }
    var address = in6_addr()
    return inet_pton(AF_INET, host, &address) != 1 && inet_pton(AF_INET6, host, &address) != 1
  }

  /// Whether it is an address of this machine's loopback. A name never is: `127.example` may be
  /// anywhere.
  static func isLoopback(_ host: String) -> Bool {
    var address = in_addr()
    if inet_pton(AF_INET, host, &address) == 1 {
      return UInt32(bigEndian: address.s_addr) >> 24 == 127
    }
    var long = in6_addr()
    guard inet_pton(AF_INET6, host, &long) == 1 else { return false }
    return withUnsafeBytes(of: long) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
  }

  /// The numeric addresses of a name; none when it is unknown. Blocks.
  @Sendable private static func resolve(_ name: String) -> [String] {
    var hints = addrinfo()
    hints.ai_socktype = streamSocket
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var addresses: [String] = []
    var entry = list
    while let info = entry?.pointee {
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let length = socklen_t(text.count)
      if getnameinfo(
        info.ai_addr, info.ai_addrlen, &text, length, nil, 0, NI_NUMERICHOST) == 0
      {
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        addresses.append(String(decoding: bytes, as: UTF8.self))
      }
      entry = info.ai_next
    }
    return addresses
  }

  private static var streamSocket: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }
}
