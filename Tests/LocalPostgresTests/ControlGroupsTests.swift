import Foundation
import TestDatabase
import Testing

@testable import LocalPostgres

/// Limits as Linux shows them, in folders that look like its own.
@Suite struct ControlGroupsTests {
  private let scratch = TestDirectory.make()

  /// Writes a file of a group, and its folders.
  private func write(_ text: String, to path: String) throws {
    let file = URL(fileURLWithPath: "\(scratch)/\(path)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  private func version2(_ group: String, root: String = "/") -> ControlGroups {
    ControlGroups(
      membership: "0::\(group)\n",
      mounts: "30 23 0:26 \(root) \(scratch) rw,nosuid shared:9 - cgroup2 cgroup2 rw\n")
  }

  private func version1(_ group: String, root: String = "/") -> ControlGroups {
    ControlGroups(
      membership: "9:name=systemd:/\n4:memory:\(group)\n1:cpu,cpuacct:\(group)\n0::/\n",
      mounts: """
        32 31 0:29 \(root) \(scratch)/cpu rw,relatime - cgroup cgroup rw,cpu,cpuacct
        35 31 0:32 \(root) \(scratch)/memory rw,relatime - cgroup cgroup rw,memory
        41 31 0:38 / \(scratch)/unified rw,relatime - cgroup2 cgroup2 rw
        1 1 259:0 / / rw,relatime - ext4 /dev/vda rw

        """)
  }

  @Test func theSmallestLimitOnTheWayUpCountsInVersionTwo() throws {
    try write("max\n", to: "memory.max")
    try write("536870912\n", to: "app.slice/memory.max")
    try write("max\n", to: "app.slice/moa.service/memory.max")
    #expect(version2("/app.slice/moa.service").memoryLimit == 536_870_912)
    try write("268435456\n", to: "app.slice/moa.service/memory.max")
    #expect(version2("/app.slice/moa.service").memoryLimit == 268_435_456)
    #expect(version2("/app.slice").memoryLimit == 536_870_912)
    #expect(version2("/other").memoryLimit == nil)
  }

  @Test func aLimitThatOnlySlowsDownCountsToo() throws {
    try write("536870912\n", to: "moa/memory.max")
    try write("402653184\n", to: "moa/memory.high")
    #expect(version2("/moa").memoryLimit == 402_653_184)
  }

  @Test func theSmallestLimitOnTheWayUpCountsInVersionOne() throws {
    try write("9223372036854771712\n", to: "memory/memory.limit_in_bytes")
    try write("268435456\n", to: "memory/docker/memory.limit_in_bytes")
    try write("9223372036854771712\n", to: "memory/docker/inner/memory.limit_in_bytes")
    #expect(version1("/docker/inner").memoryLimit == 268_435_456)
  }

  @Test func aContainerSeesItsOwnGroupWhereTheSystemMountsIt() throws {
    try write("134217728\n", to: "memory/memory.limit_in_bytes")
    #expect(version1("/docker/abc", root: "/docker/abc").memoryLimit == 134_217_728)
    try write("67108864\n", to: "memory/inner/memory.limit_in_bytes")
    #expect(version1("/docker/abc/inner", root: "/docker/abc").memoryLimit == 67_108_864)
    // A group of the host's that is not mounted here.
    #expect(version1("/../elsewhere", root: "/docker/abc").memoryLimit == 134_217_728)
  }

  @Test(
    "The time of a processor in a period is a number of processors, rounded up to whole ones",
    arguments: [
      ("100000 100000", 1), ("150000 100000", 2), ("10000 100000", 1), ("max 100000", nil),
      ("-1 100000", nil), ("", nil), ("100000 0", nil),
    ] as [(String, Int?)])
  func processors(text: String, expected: Int?) {
    let found = ControlGroups.processors(text).map { Int($0.rounded(.up)) }
    #expect(found == expected)
  }

  @Test func processorTimeIsLimitedOnTheWayUpInBothVersions() throws {
    try write("max 100000\n", to: "app/moa/cpu.max")
    try write("50000 100000\n", to: "app/cpu.max")
    #expect(version2("/app/moa").processorLimit == 0.5)
    try write("300000\n", to: "cpu/app/cpu.cfs_quota_us")
    try write("100000\n", to: "cpu/app/cpu.cfs_period_us")
    try write("-1\n", to: "cpu/app/moa/cpu.cfs_quota_us")
    try write("100000\n", to: "cpu/app/moa/cpu.cfs_period_us")
    #expect(version1("/app/moa").processorLimit == 3)
  }

  @Test func lessThanOneProcessorIsOneWorker() throws {
    try write("10000 100000\n", to: "moa/cpu.max")
    #expect(Machine.usableCores(version2("/moa")) == 1)
    let none = ControlGroups(membership: "", mounts: "")
    #expect(Machine.usableCores(none) >= 1)
  }

  @Test func memoryIsWhatTheGroupHasWhereThatIsLess() throws {
    try write("268435456\n", to: "moa/memory.max")
    #expect(AvailableMemory.current(version2("/moa")).mebibytes == 256)
  }

  @Test func aFolderWithASpaceIsFound() throws {
    try write("268435456\n", to: "a b/moa/memory.max")
    let groups = ControlGroups(
      membership: "0::/moa\n",
      mounts: "30 23 0:26 / \(scratch)/a\\040b rw - cgroup2 cgroup2 rw\n")
    #expect(groups.memoryLimit == 268_435_456)
  }

  @Test(
    "What cannot be read limits nothing",
    arguments: ["", "nonsense", "0:/", "1:memory", "1 2 3 4 5 -", "1 2 3 4 5 - cgroup2"])
  func malformed(text: String) {
    let groups = ControlGroups(membership: text, mounts: text)
    #expect(groups.memoryLimit == nil)
    #expect(groups.processorLimit == nil)
  }
}

@Suite struct AvailableMemoryTests {
  @Test(
    "PostgreSQL keeps an eighth of the memory, within bounds",
    arguments: [
      (64, 16), (256, 32), (512, 64), (2_048, 256), (8_192, 1_024), (24_576, 2_048), (0, 16),
    ] as [(UInt64, UInt64)])
  func sharedBuffers(mebibytes: UInt64, expected: UInt64) {
    #expect(AvailableMemory(mebibytes: mebibytes).sharedBuffers == expected)
  }

  @Test(
    "An index is made in a sixteenth of the memory, within bounds",
    arguments: [(64, 8), (256, 16), (2_048, 128), (24_576, 256)] as [(UInt64, UInt64)])
  func maintenance(mebibytes: UInt64, expected: UInt64) {
    #expect(AvailableMemory(mebibytes: mebibytes).maintenance == expected)
  }

  @Test func someMemoryIsThere() { #expect(AvailableMemory.current().mebibytes > 0) }
}
