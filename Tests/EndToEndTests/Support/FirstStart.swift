import Foundation
import TestDatabase

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
