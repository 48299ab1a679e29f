// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import TestDatabase
import Testing

/// Where the tests find what they try: the program beside them, and the project's files.
enum Workplace {
  /// The directory of this checkout.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// `MOA_TEST_PROGRAM`, an absolute path, or the program that this very build has made.
  static let program: URL =
    ProcessInfo.processInfo.environment["MOA_TEST_PROGRAM"].map { URL(fileURLWithPath: $0) }
    ?? buildDirectory.appendingPathComponent("moa")

  private static var buildDirectory: URL {
    #if os(Linux)
      URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    #else
      (Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main).bundleURL
        .deletingLastPathComponent()
    #endif
  }

  static func file(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// A fresh directory that any account may enter: as root PostgreSQL runs as another one.
  ///
  /// What a test leaves there ends with the tests, or when the next ones begin.
  /// - Parameter onDisk: see `TestDirectory.make`.
  static func makeDirectory(onDisk: Bool = false) throws -> URL {
    let url = URL(fileURLWithPath: TestDirectory.make(onDisk: onDisk))
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  /// The path of a tool that the tests speak through.
  ///
  /// - Throws: the command that installs it: a missing tool is a failure and never a skipped test.
  static func tool(_ name: String, from package: String) throws -> String {
    let places = ["/usr/bin/", "/usr/sbin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"]
    let found = (TestDatabase.places + places).map { $0 + name }.first(
      where: FileManager.default.isExecutableFile(atPath:))
    return try #require(found, "\(name) is missing: apt-get install \(package)")
  }
}

/// Runs blocking work away from the tests' own few threads.
func offloading<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(with: Result(catching: work)) }
  }
}

/// For what must happen: no promise of speed is tried with it, and a busy machine takes its time.
let patience = Duration.seconds(150)

/// Asks again and again until the answer is there.
@discardableResult
func waiting<T: Sendable>(
  for what: @autoclosure () -> String, upTo limit: Duration = patience,
  _ ask: () async throws -> T?
) async throws -> T {
  let clock = ContinuousClock()
  let end = clock.now + limit
  while clock.now < end {
    if let answer = try await ask() { return answer }
    try await Task.sleep(for: .milliseconds(20))
  }
  throw EndToEndError.timeout(what())
}

enum EndToEndError: Error {
  case timeout(String)
  case ended(status: Int32, errors: String)
  case unreadable(String)
}

/// The demo shop as its own file tells it.
struct DemoShop: Decodable {
  struct Event: Decodable {
    let key: String
    let title: String
    let thumbnail_image: String
    let thumbnail_text_image: String
  }
  struct Banner: Decodable {
    let title: String
    let thumbnail_image: String
  }
  struct Category: Decodable {
    let title: String
  }
  struct ItemType: Decodable {
    /// Of those alone that an existing app shows.
    let section: Int?
    let title: String
    let thumbnail_image: String
  }
  let event_categories: [Event]
  let event_banners: [Banner]
  let categories: [Category]
  let item_types: [ItemType]
  var numberedItemTypes: [ItemType] { item_types.filter { $0.section != nil } }

  static func read() throws -> DemoShop {
    try JSONDecoder().decode(DemoShop.self, from: Data(Workplace.file("db/demo/shop.json").utf8))
  }

  static func image(_ name: String) throws -> Data {
    try Data(contentsOf: Workplace.root.appendingPathComponent("db/demo/images/" + name))
  }
}
