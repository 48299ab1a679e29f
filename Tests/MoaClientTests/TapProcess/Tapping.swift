import Foundation
import MoaClient

/// Likes one product after the other in the storage of a test, and reports each that was recorded:
/// `TapProcess DIRECTORY FIRST`. It ends when it is killed.
@main
enum Tapping {
  static func main() async throws {
    let directory = URL(fileURLWithPath: CommandLine.arguments[1])
    guard let first = Int64(CommandLine.arguments[2]),
      let nowhere = URL(string: "http://127.0.0.1:9")
    else { return }
    let moa = Moa(nowhere, storage: MoaStorage(in: directory))
    for product in first... {
      try await moa.likes.set(product, liked: true)
      try FileHandle.standardOutput.write(contentsOf: Data("\(product)\n".utf8))
    }
  }
}
