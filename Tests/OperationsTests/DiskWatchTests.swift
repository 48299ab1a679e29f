import Foundation
import LocalPostgres
import Synchronization
import Testing

@testable import Operations

/// Disks that fill up are seen before they are full.
@Suite struct DiskWatchTests {
  private static let data = DiskWatch.Place(name: .data, directory: "/data")
  private static let temporary = DiskWatch.Place(name: .temporary, directory: "/tmp")

  private final class Disks: Sendable {
    let free = Mutex<[String: Int64]>(["/data": 5_000, "/tmp": 5_000])
    let told = Mutex<[String]>([])
    let published = Mutex<[String]>([])

    func watch(_ bound: DiskBound = DiskBound(percent: 10, least: 0)) -> DiskWatch {
      DiskWatch(
        [data, temporary], bound,
        space: { [self] directory in
          free.withLock { $0[directory] }.map { DiskSpace(free: $0, size: 10_000) }
        },
        publish: { [self] place, space in
          published.withLock { $0.append("\(place.name) \(space.free)") }
        },
        report: { [self] place, space, change in
          told.withLock { $0.append("\(place.name) \(change) \(space.free)") }
        })
    }

    func set(_ bytes: Int64?, at directory: String) { free.withLock { $0[directory] = bytes } }
    var news: [String] { told.withLock { $0 } }
  }

  @Test func aDiskWithRoomIsNoNews() {
    let disks = Disks()
    let watch = disks.watch()
    watch.look()
    #expect(disks.news == [])
    #expect(!watch.isAnyNearlyFull)
    #expect(disks.published.withLock { $0 } == ["data 5000", "temporary 5000"])
  }

  @Test("A disk that is nearly full is told once, and once that it has room again")
  func nearlyFull() {
    let disks = Disks()
    let watch = disks.watch()
    for bytes: Int64 in [999, 800, 1_050, 990] {
      disks.set(bytes, at: "/data")
      watch.look()
    }
    #expect(disks.news == ["data nearlyFull 999"])
    #expect(watch.isAnyNearlyFull)
    disks.set(1_100, at: "/data")
    watch.look()
    watch.look()
    #expect(disks.news == ["data nearlyFull 999", "data roomAgain 1100"])
    #expect(!watch.isAnyNearlyFull)
  }

  @Test func eachDiskIsToldForItself() {
    let disks = Disks()
    let watch = disks.watch()
    disks.set(0, at: "/data")
    disks.set(0, at: "/tmp")
    watch.look()
    disks.set(5_000, at: "/data")
    watch.look()
    #expect(
      disks.news == ["data nearlyFull 0", "temporary nearlyFull 0", "data roomAgain 5000"])
    #expect(watch.isAnyNearlyFull)
  }

  @Test func aDiskThatCannotBeLookedAtIsAsItWas() {
    let disks = Disks()
    let watch = disks.watch()
    disks.set(0, at: "/data")
    watch.look()
    disks.set(nil, at: "/data")
    watch.look()
    #expect(disks.news == ["data nearlyFull 0"])
    #expect(watch.isAnyNearlyFull)
  }

  @Test func withALimitOfZeroNoneIsEverNearlyFull() {
    let disks = Disks()
    let watch = disks.watch(.never)
    disks.set(0, at: "/data")
    watch.look()
    #expect(disks.news == [])
  }

  @Test("a small disk has room for one picture, and a large one a share of it")
  func bound() {
    let bound = DiskBound(percent: 5, least: 80_000_000)
    #expect(bound.bytes(of: DiskSpace(free: 0, size: 500_000_000)) == 80_000_000)
    #expect(bound.bytes(of: DiskSpace(free: 0, size: 1_000_000_000_000)) == 50_000_000_000)
  }

  @Test(
    "the disks of the shipped files are not nearly full while they are empty",
    arguments: [
      ("kubernetes/deployment.yaml", "sizeLimit: "), ("compose/compose.yaml", "/tmp:size="),
    ])
  func shippedDisks(file: String, before: String) throws {
    let deploy = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../deploy/\(file)")
    let text = try String(contentsOf: deploy.standardizedFileURL, encoding: .utf8)
    let size = text[try #require(text.range(of: before)).upperBound...]
    let digits = size.prefix(while: \.isNumber)
    #expect(size.dropFirst(digits.count).first?.lowercased() == "m")
    let megabytes = try #require(Int64(digits))
    let disk = DiskSpace(free: megabytes << 20, size: megabytes << 20)
    // Several pictures arrive at a time.
    #expect(DiskBound(percent: 5).bytes(of: disk) < disk.size / 4)
  }

  @Test func theSystemTellsOfARealDirectory() throws {
    let space = try #require(DiskSpace.of("/"))
    #expect(space.size > space.free)
    #expect(space.free > 0)
    #expect(DiskSpace.of("/no/such/directory") == nil)
  }
}
