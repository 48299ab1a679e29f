package import Domain
package import UseCases

// Writes without a key, for tests that ask for no repetition.

extension ImageRepository {
  package func add(_ image: PreparedImage) async throws(Failure) {
    _ = try await add(image, once: nil).made
  }
}
