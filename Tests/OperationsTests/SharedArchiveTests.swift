import Foundation
import TestDatabase
import Testing

@testable import Operations

/// An archive of more than one shop.
@Suite struct SharedArchiveTests {
  private let scratch = Scratch()
  private var archive: SharedArchive { SharedArchive(directory: scratch.path) }

  private func makeCopy(of system: String) throws {
    let path = archive.layout(of: system).bases("20260101t000000z") + "/20260101t000100z"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  @Test func aShopIsRestoredFromItsOwnCopies() throws {
    try makeCopy(of: "71")
    try makeCopy(of: "72")
    #expect(try archive.choose(for: "71") == archive.layout(of: "71"))
  }

  @Test func onANewMachineTheOnlyShopIsTaken() throws {
    try makeCopy(of: "71")
    #expect(try archive.choose(for: nil) == archive.layout(of: "71"))
  }

  @Test(arguments: [nil, "73"])
  func nobodyGuessesWhichShopIsMeant(_ own: String?) throws {
    try makeCopy(of: "71")
    try makeCopy(of: "72")
    let refusal = #expect(throws: CommandError.self) { try archive.choose(for: own) }
    for system in ["71", "72"] {
      #expect(refusal?.description.contains("\(scratch.path)/\(system) (copies from") == true)
      let named = SharedArchive(directory: "\(scratch.path)/\(system)")
      #expect(try named.choose(for: own) == archive.layout(of: system))
    }
  }

  @Test func aShopThatIsNotInTheArchiveIsNotReplacedByTheOnlyOneThatIs() throws {
    try makeCopy(of: "71")
    #expect(throws: CommandError.self) { try archive.choose(for: "73") }
  }

  @Test func thePrivateDatabaseIsKnownByTheStartOfItsControlFile() throws {
    let path = scratch.path + "/global"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    var system: UInt64 = 7_382_716_625_481_930_122
    let bytes = Data(bytes: &system, count: 8) + Data(count: 100)
    try bytes.write(to: URL(fileURLWithPath: path + "/pg_control"))
    #expect(SharedArchive.system(ofData: scratch.path) == "7382716625481930122")
    #expect(SharedArchive.system(ofData: scratch.path + "/none") == nil)
  }
}
