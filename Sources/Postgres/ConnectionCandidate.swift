import EventLoop

/// One of the servers that a connection string names, to be tried on its own.
///
/// libpq goes from host to host by itself, but in its non-blocking mode it waits for one that keeps
/// silent, such as a dead machine, for as long as its caller does: the next would never be asked.
struct ConnectionCandidate {
  /// The settings for libpq. Without the wish for a server that takes writes: libpq would believe
  /// the greeting, and a pooler's greeting may be outdated, so we ask the server ourselves.
  let settings: HostResolver.Settings
  /// The same for the same server.
  let name: String

  /// The servers in order, each with an address if it had to be resolved.
  ///
  /// `prefer-standby` means two rounds, as it does to libpq.
  static func all(in settings: HostResolver.Settings) -> [ConnectionCandidate] {
    let values = Dictionary(settings.map { ($0.keyword, $0.value) }) { $1 }
    guard values["target_session_attrs"] != "prefer-standby" else {
      return ["standby", "any"].flatMap { wanted in
        hosts(of: values.merging(["target_session_attrs": wanted]) { $1 })
      }
    }
    return hosts(of: values)
  }

  private static func hosts(of values: [String: String]) -> [ConnectionCandidate] {
    let lists = ["host", "hostaddr", "port"].map { keyword in
      (keyword, (values[keyword] ?? "").split(separator: ",", omittingEmptySubsequences: false))
    }
    let count = lists.map(\.1.count).max() ?? 1
    return (0..<max(1, count)).map { index in
      var own = values
      for (keyword, entries) in lists where entries.count > 1 {
        // A list of another length is libpq's to refuse.
        own[keyword] = entries.count == count ? String(entries[index]) : values[keyword]
      }
      let name = lists.compactMap { own[$0.0] }.joined(separator: ":")
      if own["target_session_attrs"] == "read-write" { own["target_session_attrs"] = "any" }
      return ConnectionCandidate(settings: own.map { ($0.key, $0.value) }, name: name)
    }
  }
}

/// Facts about servers that connections have found out, for later connections. On one loop.
final class ServerMemory {
  /// Those that have kept silent lately are tried last: else every connection that a pool opens
  /// would wait for a dead machine first.
  private var silentUntil: [String: MonotonicTime] = [:]
  /// One connection a minute finds out whether it is back, for the sake of strings whose order is
  /// a preference.
  private static let silenceKept = Duration.seconds(60)
  /// Servers behind a pooler, which may name the right process by chance.
  private var pooled: Set<String> = []

  func note(_ candidate: ConnectionCandidate, isSilent: Bool, now: MonotonicTime) {
    silentUntil[candidate.name] = isSilent ? now.advanced(by: Self.silenceKept) : nil
  }

  /// Whether there is a pooler, as this connection or an earlier one has found.
  func isPooled(_ candidate: ConnectionCandidate, isSeen: Bool) -> Bool {
    if isSeen { pooled.insert(candidate.name) }
    return pooled.contains(candidate.name)
  }

  /// The same servers, those last that are known to be silent.
  func order(_ candidates: [ConnectionCandidate], now: MonotonicTime) -> [ConnectionCandidate] {
    guard !silentUntil.isEmpty, candidates.count > 1 else { return candidates }
    silentUntil = silentUntil.filter { $0.value > now }
    let isSilent = { (candidate: ConnectionCandidate) in self.silentUntil[candidate.name] != nil }
    return candidates.filter { !isSilent($0) } + candidates.filter(isSilent)
  }
}
