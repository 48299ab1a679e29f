import Foundation
import Synchronization
import Testing

@testable import LocalPostgres

struct FilesTests {
  @Test func directoriesThatSeveralMakeInOneMomentAreThereForAll() {
    let top = NSTemporaryDirectory() + "moa-files-\(UUID().uuidString.prefix(8))"
    defer { Files.remove(top) }
    let failures = Atomic(0)
    for round in 0..<200 {
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        if !Files.makeDirectories("\(top)/\(round)/a/b") {
          failures.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(failures.load(ordering: .relaxed) == 0)
  }
}
