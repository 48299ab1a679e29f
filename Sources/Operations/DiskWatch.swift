import Domain
import EventLoop
package import LocalPostgres
import Synchronization

/// Checks every few seconds how much room is left on the server's disks, to warn before one is
/// full.
package final class DiskWatch: Sendable {
  /// A directory in which the server writes.
  package struct Place: Sendable {
    package enum Name: String, Sendable {
      /// The private PostgreSQL's.
      case data
      /// Where pictures arrive.
      case temporary
    }

    package let name: Name
    package let directory: String
  }

  /// The change of a place since the last check.
  package enum Change: Sendable, Equatable {
    case nearlyFull
    case roomAgain
  }

  private let places: [Place]
  private let bound: DiskBound
  private let interval: Duration
  private let space: @Sendable (String) -> DiskSpace?
  private let publish: @Sendable (Place, DiskSpace) -> Void
  private let report: @Sendable (Place, DiskSpace, Change) -> Void
  private let low = Mutex<Set<Place.Name>>([])

  /// - Parameters:
  ///   - publish: gets each measurement of each place.
  ///   - report: gets each change.
  package init(
    _ places: [Place], _ bound: DiskBound, interval: Duration = .seconds(5),
    space: @escaping @Sendable (String) -> DiskSpace? = DiskSpace.of,
    publish: @escaping @Sendable (Place, DiskSpace) -> Void = { _, _ in },
    report: @escaping @Sendable (Place, DiskSpace, Change) -> Void
  ) {
    self.places = places
    self.bound = bound
    self.interval = interval
    self.space = space
    self.publish = publish
    self.report = report
  }

  /// Whether one of the places is nearly full.
  package var isAnyNearlyFull: Bool { low.withLock { !$0.isEmpty } }

  /// Looks until the task is cancelled, on helper threads.
  package func run() async {
    repeat {
      try? await EventLoop.offload { self.look() }
    } while (try? await Task.sleep(for: interval)) != nil
  }

  /// Looks once; may take as long as the disk takes.
  func look() {
    for place in places {
      guard let space = space(place.directory) else { continue }
      publish(place, space)
      if let change = change(of: place.name, space) { report(place, space, change) }
    }
  }

  private func change(of place: Place.Name, _ space: DiskSpace) -> Change? {
    let lowBytes = bound.bytes(of: space)
    return low.withLock { low in
      if space.free < lowBytes { return low.insert(place).inserted ? .nearlyFull : nil }
      // A disk at the limit is not reported again and again.
      guard space.free >= lowBytes + lowBytes / 10 else { return nil }
      return low.remove(place) == nil ? nil : .roomAgain
    }
  }
}

/// The free space below which a disk is nearly full: a share of the disk, but at least the room for
/// one picture, which a small disk of temporary files needs.
package struct DiskBound: Sendable, Equatable {
  private let percent: Int
  private let least: Int64

  /// - Parameter percent: of the size of the disk; 0 for never.
  package init(percent: Int, least: Int64 = Int64(ImageLimits.scratchBytesMax)) {
    (self.percent, self.least) = (percent, least)
  }

  package static let never = DiskBound(percent: 0)

  package func bytes(of disk: DiskSpace) -> Int64 {
    percent == 0 ? 0 : max(disk.size / 100 * Int64(percent), least)
  }
}

extension DiskWatch {
  /// The places that a server writes to; each file system once.
  ///
  /// - Parameter dataDirectory: of the private database; nil for an external one.
  package static func places(dataDirectory: String?) -> [Place] {
    let temporary = Place(name: .temporary, directory: OwnProcess.temporaryDirectory)
    guard let dataDirectory else { return [temporary] }
    let data = Place(name: .data, directory: dataDirectory)
    let isOne =
      DiskSpace.identity(of: data.directory) == DiskSpace.identity(of: temporary.directory)
    return isOne ? [data] : [data, temporary]
  }
}
