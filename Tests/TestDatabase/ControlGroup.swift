#if os(Linux)
  import Foundation

  /// A control group of a test's own with a limit, and one below it in which programs run: the
  /// limit is not where a program that looks only at its own group would find it.
  ///
  /// Takes root, or `sudo` that asks for nothing, and a system whose groups can be written. Who has
  /// not gets an error that says so.
  package final class ControlGroup: Sendable {
    private let path: String
    private var inner: String { path + "/inner" }
    private let isVersion1: Bool

    package enum Limit {
      case memory(mebibytes: Int)
      /// Percent of one processor.
      case processor(percent: Int)
    }

    package init(_ limit: Limit) throws {
      let controller = if case .memory = limit { "memory" } else { "cpu" }
      let root = "/sys/fs/cgroup"
      isVersion1 = FileManager.default.fileExists(atPath: "\(root)/\(controller)")
      let name = "moa-test-\(getpid())-\(UUID().uuidString.prefix(8))"
      path = isVersion1 ? "\(root)/\(controller)/\(name)" : "\(root)/\(name)"
      var script = "mkdir -p \(path)"
      if !isVersion1 { script = "echo +\(controller) > \(root)/cgroup.subtree_control; \(script)" }
      for (file, text) in Self.files(limit, isVersion1) {
        script += " && echo '\(text)' > \(path)/\(file)"
      }
      try RootCommand.run(["sh", "-c", script + " && mkdir \(path)/inner"])
    }

    private static func files(_ limit: Limit, _ isVersion1: Bool) -> [(String, String)] {
      switch limit {
      case .memory(let mebibytes):
        [(isVersion1 ? "memory.limit_in_bytes" : "memory.max", "\(mebibytes << 20)")]
      case .processor(let percent) where isVersion1:
        [("cpu.cfs_period_us", "100000"), ("cpu.cfs_quota_us", "\(percent * 1_000)")]
      case .processor(let percent): [("cpu.max", "\(percent * 1_000) 100000")]
      }
    }

    /// Words that run others in the group below.
    package var entrance: [String] {
      RootCommand.prefix + [
        "sh", "-c", "echo $$ > \(inner)/cgroup.procs && exec \"$0\" \"$@\"",
      ]
    }

    /// How many processes the system has killed for want of memory.
    package var kills: Int? {
      let file = isVersion1 ? "memory.oom_control" : "memory.events"
      return [path, inner].compactMap { place -> Int? in
        let text = try? String(contentsOfFile: "\(place)/\(file)", encoding: .utf8)
        let line = text?.split(separator: "\n").first { $0.hasPrefix("oom_kill ") }
        return line.flatMap { Int($0.dropFirst("oom_kill ".count)) }
      }.max()
    }

    /// What runs there must have ended.
    package func remove() {
      for _ in 0..<100 {
        if (try? RootCommand.run(["rmdir", inner, path])) != nil { return }
        usleep(50_000)
      }
    }
  }
#endif
