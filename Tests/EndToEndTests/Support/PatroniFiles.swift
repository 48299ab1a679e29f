#if os(Linux)
  import TestDatabase
  import Testing

  /// The files of `deploy/patroni` for one member.
  ///
  /// What they say of addresses, ports and directories is changed, and nothing else but how the
  /// superuser is let in.
  struct PatroniFiles {
    let member: PatroniMember
    /// The first three numbers of the addresses, with a dot behind them.
    let network: String
    /// By the ones of the files.
    let ports: [String: String]

    func patroni() throws -> String {
      let binaries = try PatroniMember.binaries()
      return try changed(
        "deploy/patroni/patroni.yml",
        [
          "\nname: pg1\n": "\nname: \(member.name)\n",
          "10.0.0.0/24": "127.0.0.0/8",
          "/var/lib/postgresql/15/shop": member.home + "/data",
          "/var/lib/postgresql/patroni.pgpass": member.home + "/pgpass",
          "/usr/lib/postgresql/15/bin": binaries,
          "/var/run/postgresql": member.home,
          "/etc/patroni/": member.home + "/",
          // The account that runs the tests may have another name.
          "local all postgres peer": "local all postgres scram-sha-256",
        ], ports: [":5432", ":8008", ":2379"])
    }

    func etcd() throws -> String {
      try changed(
        "deploy/patroni/etcd.env", ["ETCD_NAME=pg1\n": "ETCD_NAME=\(member.name)\n"],
        ports: [":2379", ":2380"])
    }

    private func changed(
      _ file: String, _ changes: [String: String], ports names: [String]
    ) throws -> String {
      var text = try Workplace.file(file)
      for (old, new) in changes {
        try #require(text.contains(old), "\(old) in \(file)")
        text = text.replacing(old, with: new)
      }
      for name in names { try #require(text.contains(name), "\(name) in \(file)") }
      // All at once: a port of the tests may begin with one of the files'.
      text.replace(#/:[0-9]{4}\b/#) { ports[String($0.0)] ?? String($0.0) }
      return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        // Lines that name all members are the same for each.
        let own = line.contains("10.0.0.12") ? "\(network)11" : member.address
        return line.replacing("10.0.0.11", with: own).replacing("10.0.0.", with: network)
      }.joined(separator: "\n")
    }
  }
#endif
