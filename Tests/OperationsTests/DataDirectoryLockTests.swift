import Foundation
import TestDatabase
import Testing

@testable import Operations

struct DataDirectoryLockTests {
  private let scratch = Scratch()

  private func directory() -> String { scratch.path + "/first/deep" }

  @Test func theSecondIsRefusedWithASentenceThatNamesTheFirst() throws {
    let path = directory()
    let lock = try DataDirectoryLock(path)
    let refusal = #expect(throws: CommandError.self) { try DataDirectoryLock(path) }
    #expect(refusal?.code == .unavailable)
    let process = ProcessInfo.processInfo.processIdentifier
    #expect(refusal?.description.contains("process \(process)") == true)
    #expect(refusal?.description.contains(path) == true)
    withExtendedLifetime(lock) {}
  }

  @Test func whoeverComesAfterTheFirstHasEndedGetsTheLock() throws {
    let path = directory()
    _ = try DataDirectoryLock(path)
    #expect(throws: Never.self) { _ = try DataDirectoryLock(path) }
  }

  @Test func aDirectoryThatCannotBeIsRefused() {
    let refusal = #expect(throws: CommandError.self) { try DataDirectoryLock("/dev/null/moa") }
    #expect(refusal?.description.contains("/dev/null/moa") == true)
  }
}
