import HTTP
import UseCases
import Web

/// Carries out writes that bring images in a form.
///
/// This is the order of the checks, from the cheapest to the dearest. A route reads the form
/// (1 to 6), and its use case decides (7 to 10).
///
/// 1. The idempotency key is well formed.
/// 2. The sender is proven by the header fields, where they can prove it.
/// 3. There is room: unknown senders share a few places of their own.
/// 4. The line for decoding is short enough.
/// 5. The sender is proven by the body, and the draft breaks no rule.
/// 6. The key is not in flight. The images that follow are received.
/// 7. The key was not answered before.
/// 8. What the store knows admits the write: item type, version, number of images.
/// 9. The vendor's daily quota allows the images.
/// 10. The images are decoded, while the client waits; then everything is stored at once.
package struct Uploads: Sendable {
  let writes: IdempotentWrites
  let answers: any AnswerRepository
  let imagePipeline: any ImagePipeline

  /// - Parameters:
  ///   - sender: whether it is proven who sends the form.
  ///   - answer: makes the answer of what was written.
  ///   - write: reads the form into the slot, and calls the use case.
  func callAsFunction<Value: Sendable>(
    _ request: Request, _ parts: FormParts, from sender: ImageSender,
    answer: (Value) -> Response,
    _ write: (UploadSlot) async throws -> Written<Value>
  ) async throws -> Response {
    do {
      let written = try await imagePipeline.withUploadSlot(
        for: sender, isClientGone: { await request.body.isAbandoned() }, write)
      return try IdempotentWrites.response(written, answer)
    } catch {
      await parts.dropRest()
      throw error
    }
  }

  /// Claims the key of the request while the write is prepared and made.
  func claiming<Value: Sendable>(
    _ request: Request, by owner: String,
    _ write: ((any KeyClaim)?) async throws -> Written<Value>
  ) async throws -> Written<Value> {
    try await answers.withClaim(of: IdempotentWrites.key(of: request, owner: owner), write)
  }
}
