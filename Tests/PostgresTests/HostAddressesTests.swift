import Synchronization
import Testing

@testable import Postgres

@Suite struct HostAddressesTests {
  /// Each test has names of its own: what was found once is remembered.
  @Test("A name that nobody answers for holds up no other, and is waited for when it is alone")
  func silentNames() async {
    let isOpen = Shared(false)
    let resolve = { @Sendable (name: String) async in
      if name == "silent.a.test" {
        while !isOpen.value { try? await Task.sleep(for: .milliseconds(1)) }
        return ["192.0.2.9"]
      }
      return ["192.0.2.1", "192.0.2.2"]
    }
    let found = await HostAddresses.of(
      ["silent.a.test", "there.a.test"], patience: .milliseconds(20), by: resolve)
    #expect(found == ["there.a.test": ["192.0.2.1", "192.0.2.2"]])
    // The one above waits for it, too.
    async let alone = HostAddresses.of(
      ["silent.a.test"], patience: .milliseconds(20), by: resolve)
    try? await Task.sleep(for: .milliseconds(60))
    isOpen.change { $0 = true }
    #expect(await alone == ["silent.a.test": ["192.0.2.9"]])
  }

  @Test("Where a name is not found any more, or in time, its last addresses do")
  func rememberedAddresses() async {
    let answers = Mutex([["192.0.2.1"], ["192.0.2.2"], []])
    let first = { @Sendable (_: String) async in answers.withLock { $0.removeFirst() } }
    for expected in ["192.0.2.1", "192.0.2.2", "192.0.2.2"] {
      let found = await HostAddresses.of(["moved.b.test"], patience: .seconds(60), by: first)
      #expect(found == ["moved.b.test": [expected]])
    }
    let isOpen = Shared(false)
    let late = await HostAddresses.of(["moved.b.test"], patience: .milliseconds(20)) { _ in
      while !isOpen.value { try? await Task.sleep(for: .milliseconds(1)) }
      return []
    }
    isOpen.change { $0 = true }
    #expect(late == ["moved.b.test": ["192.0.2.2"]])
    #expect(await HostAddresses.of(["unknown.b.test"]) { _ in [] } == ["unknown.b.test": []])
    #expect(await HostAddresses.of([]) { _ in [] }.isEmpty)
  }
}
