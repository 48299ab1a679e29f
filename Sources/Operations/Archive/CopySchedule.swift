import Domain
import LocalPostgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The times of copies of the data directory, and the running copy.
struct CopySchedule {
  enum Outcome {
    case made(took: Duration)
    case failed(String)
  }

  /// Where the copies are.
  let directory: String
  private let interval: Duration
  private var due: ContinuousClock.Instant
  private var current: (process: ClientProcess, place: String, began: ContinuousClock.Instant)?
  /// Between two attempts where the first has failed.
  private static let pause = Duration.seconds(60)
  /// For one copy: a hanging disk must not prevent all later ones.
  private static let patience = Duration.seconds(12 * 3_600)

  init(
    _ layout: ArchiveLayout, _ chapter: String, every interval: Duration
  ) throws(FileTree.Trouble) {
    directory = layout.bases(chapter)
    self.interval = interval
    // A copy with a future time was made with a wrong clock, and is ignored. The name of a new copy
    // is up to a second ahead.
    let ages = try layout.bases(of: chapter).map {
      Duration.microseconds(Timestamp.now.microseconds - $0.time.microseconds)
    }
    let age = ages.last { $0 > .seconds(-1) }
    due = .now + max(.zero, age.map { interval - $0 } ?? .zero)
  }

  /// Begins a copy when one is due, and gives it its name when it is complete.
  mutating func tend(
    _ start: (String) throws(CommandError) -> ClientProcess
  ) -> Outcome? {
    guard let (process, place, began) = current else {
      guard ContinuousClock.now >= due else { return nil }
      let place = "\(directory)/next\(ArchiveLayout.unfinishedSuffix)"
      do throws(CommandError) {
        current = (try start(place), place, .now)
        return nil
      } catch { return fail(error.description) }
    }
    let isLate = ContinuousClock.now - began > Self.patience
    if isLate { process.beginEnd() }
    guard let status = process.statusNow() else { return nil }
    current = nil
    let complaint = process.complaint()
    // A moment in the second in which it was complete could be before that.
    let time = Timestamp(clamping: Timestamp.now.microseconds + 999_999)
    let final = "\(directory)/\(ArchiveLayout.name(of: time))"
    guard status == 0 else {
      // The room is the log's until the next attempt.
      Files.remove(place)
      return fail(isLate ? "a copy takes longer than 12 hours" : complaint)
    }
    guard rename(place, final) == 0, Files.syncDirectory(directory) else {
      return fail("cannot rename \(place): \(String(cString: strerror(errno)))")
    }
    due = .now + interval
    return .made(took: .now - began)
  }

  private mutating func fail(_ reason: String) -> Outcome {
    due = .now + Self.pause
    return .failed(reason)
  }

  /// Ends the copy that is being made, and removes it. The next attempt waits, so that a receiver
  /// that ends every few seconds does not begin one each time.
  mutating func abandon() {
    guard let (process, place, _) = current else { return }
    current = nil
    due = .now + Self.pause
    process.end()
    _ = process.complaint()
    Files.remove(place)
  }
}
