/// The control groups that this process is in: where Linux says how much of the machine it may use.
///
/// A limit may be set on our own group, as a container's is, or on any group above it, as systemd's
/// `MemoryMax=` of a slice. All of them hold, so the smallest counts.
///
/// Source: Linux documentation, admin-guide/cgroup-v2 and admin-guide/cgroup-v1; proc(5).
struct ControlGroups {
  /// A mounted hierarchy of groups.
  private struct Mount {
    /// The group that is seen at `place`.
    let root: String
    let place: String
    /// Empty for version 2, which has one hierarchy for all controllers.
    let controllers: Set<String>
  }

  private let mounts: [Mount]
  /// Our group in each hierarchy, by controller; version 2 has the empty name.
  private let groups: [String: String]

  /// - Parameters:
  ///   - membership: `/proc/self/cgroup`.
  ///   - mounts: `/proc/self/mountinfo`.
  init(membership: String, mounts: String) {
    self.mounts = mounts.split(separator: "\n").compactMap(Self.mount)
    var groups: [String: String] = [:]
    for line in membership.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let controllers = fields[1].split(separator: ",", omittingEmptySubsequences: false)
      for controller in controllers { groups[String(controller)] = String(fields[2]) }
    }
    self.groups = groups
  }

  /// The groups of this process; empty when the system has none.
  static func ofThisProcess() -> ControlGroups {
    ControlGroups(membership: text("/proc/self/cgroup"), mounts: text("/proc/self/mountinfo"))
  }

  /// The directories of our group and of those above it, as far as they are visible from here, in
  /// every hierarchy that may limit `controller`.
  func directories(of controller: String) -> [String] {
    mounts.flatMap { mount -> [String] in
      let isVersion2 = mount.controllers.isEmpty
      guard isVersion2 || mount.controllers.contains(controller),
        let group = groups[isVersion2 ? "" : controller]
      else { return [] }
      return Self.upwards(from: Self.path(of: group, below: mount.root), at: mount.place)
    }
  }

  /// Nil for a line about anything but control groups.
  private static func mount(_ line: Substring) -> Mount? {
    let fields = line.split(separator: " ")
    guard fields.count > 5, let dash = fields.firstIndex(of: "-"), fields.count > dash + 3 else {
      return nil
    }
    let (root, place) = (unescaped(fields[3]), unescaped(fields[4]))
    switch fields[dash + 1] {
    case "cgroup2": return Mount(root: root, place: place, controllers: [])
    case "cgroup":
      let options = fields[dash + 3].split(separator: ",").map(String.init)
      return Mount(root: root, place: place, controllers: Set(options))
    default: return nil
    }
  }

  /// Spaces and similar characters are written as three octal digits.
  private static func unescaped(_ text: Substring) -> String {
    String(text).replacing(#/\\([0-7]{3})/#) { match in
      UInt8(match.1, radix: 8).map { String(decoding: [$0], as: UTF8.self) } ?? ""
    }
  }

  /// The path of a group below the mounted one. Groups elsewhere, such as those of the host in a
  /// container, are not visible from here; then only the mounted one counts.
  private static func path(of group: String, below root: String) -> [Substring] {
    let (group, root) = (group.split(separator: "/"), root.split(separator: "/"))
    guard group.starts(with: root), !group.contains("..") else { return [] }
    return Array(group.dropFirst(root.count))
  }

  private static func upwards(from path: [Substring], at place: String) -> [String] {
    (0...path.count).reversed().map { depth in
      ([place] + path.prefix(depth).map(String.init)).joined(separator: "/")
    }
  }
}

extension ControlGroups {
  /// The lowest limit of memory in bytes; nil for none.
  ///
  /// Above `memory.high` processes are slowed down until they hardly run, so it counts as well.
  var memoryLimit: UInt64? {
    directories(of: "memory").flatMap { directory in
      ["memory.max", "memory.high", "memory.limit_in_bytes"].compactMap { name in
        Self.number(Self.text("\(directory)/\(name)"))
      }
    }.min()
  }

  /// The lowest limit of processor time, in processors; nil for none.
  var processorLimit: Double? {
    directories(of: "cpu").compactMap { directory in
      Self.processors(Self.text("\(directory)/cpu.max"))
        ?? Self.processors(
          Self.text("\(directory)/cpu.cfs_quota_us") + " "
            + Self.text("\(directory)/cpu.cfs_period_us"))
    }.min()
  }

  /// Nil for `max`, and for anything that is not a number.
  package static func number(_ text: String) -> UInt64? {
    UInt64(text.withoutBlanks)
  }

  /// Reads microseconds of a processor and of the period in which they may be used, such as
  /// `50000 100000` for half of one; nil for `max` and -1, which mean no limit.
  package static func processors(_ text: String) -> Double? {
    let numbers = text.split(whereSeparator: \.isWhitespace).map { Double($0) }
    guard numbers.count == 2, let quota = numbers[0], let period = numbers[1], quota > 0,
      period > 0
    else { return nil }
    return quota / period
  }

  private static func text(_ path: String) -> String {
    Files.text(path) ?? ""
  }
}
