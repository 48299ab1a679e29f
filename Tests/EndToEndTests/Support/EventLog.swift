import Foundation
import Synchronization
import TestDatabase

/// The events in a log that grows, but for single requests.
///
/// Each look reads on from where the last one ended: a crowd of clients writes hundreds of
/// thousands of lines, and to read all of them fifty times a second would take the time of what is
/// tested.
final class EventLog: Sendable {
  private struct State {
    var offset: UInt64 = 0
    var events: [LoggedEvent] = []
  }

  private static let request = Data(#""event":"request""#.utf8)
  private static let lineEnd = Data("\n".utf8)
  private let file: URL
  private let state = Mutex(State())

  init(_ file: URL) { self.file = file }

  var events: [LoggedEvent] {
    state.withLock { state in
      var rest = read(from: state.offset)
      while let end = rest.range(of: Self.lineEnd) {
        let line = rest[..<end.lowerBound]
        state.offset += UInt64(line.count + Self.lineEnd.count)
        rest = rest[end.upperBound...]
        guard line.range(of: Self.request) == nil,
          let event = try? JSONDecoder().decode(LoggedEvent.self, from: line)
        else { continue }
        state.events.append(event)
      }
      return state.events
    }
  }

  private func read(from offset: UInt64) -> Data {
    guard let handle = try? FileHandle(forReadingFrom: file) else { return Data() }
    defer { try? handle.close() }
    guard (try? handle.seek(toOffset: offset)) != nil else { return Data() }
    return (try? handle.readToEnd()) ?? Data()
  }
}

/// A line of the log, as far as these tests look at it.
struct LoggedEvent: Decodable {
  var time: String
  var event: String
  var process: Int32?
  var slot: Int?
  var reason: String?
  /// Where something listens.
  var address: String?
  /// What an operator is told.
  var what: String?
  /// How a worker has ended.
  var how: String?

  /// Seconds within the day; enough to compare two lines of one test.
  var seconds: Double? {
    let clock = time.drop { $0 != "T" }.dropFirst().dropLast().split(separator: ":")
    guard clock.count == 3, let hours = Double(clock[0]), let minutes = Double(clock[1]),
      let seconds = Double(clock[2])
    else { return nil }
    return hours * 3600 + minutes * 60 + seconds
  }
}

/// Data directories as a first start leaves them: made once for all tests, and copied for each that
/// is about what comes later. To make them anew takes seconds each time.
actor FirstStart {
  static let shared = FirstStart()

  /// Their folders, by whether they hold the demo shop.
  private var models: [Bool: Task<URL, any Error>] = [:]

  /// Puts one into `place`, whose server has ended as it should.
  func copy(hasDemo: Bool, into place: URL) async throws {
    let making = models[hasDemo] ?? Task { try await Self.make(hasDemo) }
    models[hasDemo] = making
    let model: URL
    do { model = try await making.value } catch {
      // The next test is to hear why, not to be told of this one.
      if models[hasDemo] == making { models[hasDemo] = nil }
      throw error
    }
    let copied = try await Program.run(
      "/bin/cp", ["-a", model.path + "/data", place.path + "/data"], in: place)
    guard copied.status == 0 else {
      throw EndToEndError.ended(status: copied.status, errors: copied.errors)
    }
  }

  /// In a folder that is removed when the tests end.
  private static func make(_ hasDemo: Bool) async throws -> URL {
    let folder = URL(fileURLWithPath: TestDirectory.make())
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let server = try await MoaServer(hasDemo ? ["--demo"] : [], from: .nothing, in: folder)
    do {
      let status = try await server.stop()
      guard status == 0 else { throw EndToEndError.ended(status: status, errors: server.errors) }
      return folder
    } catch {
      server.remove()
      throw error
    }
  }
}
