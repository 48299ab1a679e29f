import Foundation
import TestDatabase
import Testing

@testable import LocalPostgres
@testable import Operations

@Suite struct TemporaryFilesTests {
  private func choose(
    _ named: String?, _ data: String? = "/data", usable: Set<String>
  ) -> TemporaryFiles {
    TemporaryFiles.choose(named: named, dataDirectory: data) { usable.contains($0) }
  }

  @Test func theUsualDirectoryIsNoNews() {
    #expect(choose(nil, usable: ["/tmp"]) == TemporaryFiles(directory: "/tmp", doubt: nil))
    #expect(choose("/x", usable: ["/x"]) == TemporaryFiles(directory: "/x", doubt: nil))
  }

  @Test func anUnusableTMPDIRIsNamedAndDoneWithout() {
    let files = choose("/nonexistent", usable: ["/tmp", "/var/tmp"])
    #expect(files.directory == "/tmp")
    let told = "no file can be made in /nonexistent, which TMPDIR names: pictures arrive in /tmp."
    #expect(files.doubt == told)
  }

  @Test func onAReadOnlyRootTheDataDirectoryIsUsedEvenBeforeItIsMade() {
    #expect(choose(nil, usable: ["/data", "/dev/shm"]).directory == "/data")
    #expect(choose(nil, "/nonexistent/data", usable: []).directory == "/nonexistent/data")
    #expect(choose(nil, nil, usable: ["/dev/shm"]).directory == "/dev/shm")
  }

  @Test func withoutAnyRoomThatIsTold() {
    let files = choose(nil, nil, usable: [])
    #expect(files.directory == nil)
    #expect(files.doubt?.contains("until TMPDIR names a directory") == true)
    #expect(ResourceExamination.temporaryFiles(files).grade == .missing)
  }

  @Test func aRealDirectoryIsTriedAndNothingIsLeftInIt() throws {
    let scratch = Scratch()
    _ = try scratch.file("x")
    let before = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    let files = TemporaryFiles.choose(named: scratch.path, dataDirectory: nil)
    #expect(files == TemporaryFiles(directory: scratch.path, doubt: nil))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == before)
  }
}
