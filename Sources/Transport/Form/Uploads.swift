import HTTP
import UseCases
import Web

/// Carries out writes that bring images in a form.
///
/// This is the order of the checks: first those that cost little and those that prove the sender,
/// so that an unknown sender can neither fill the disk nor keep the decoder busy.
///
/// 1. The idempotency key is well formed.
/// 2. The header fields prove the sender, or at least name a vendor who exists.
/// 3. The body is a form, and the line for decoding is short enough.
/// 4. There is room for an image: unproven senders share a few places of their own, two for a
///    network, and the slowest gives way.
/// 5. The body proves the sender, where the header fields did not.
/// 6. The draft breaks no rule.
/// 7. The key is not in flight.
/// 8. There is room for the images of a proven sender; the rest of the form is received.
/// 9. The key was not answered before.
/// 10. The store admits the write: item type, version, number of images.
/// 11. The vendor's daily quota allows the images.
/// 12. The images can be decoded, while the client waits. Then everything is stored at once.
///
/// A route reads the form (1 to 8), and its use case decides (9 to 12).
package struct Uploads: Sendable {
  let writes: IdempotentWrites
  let answers: any AnswerRepository
  let imagePipeline: any ImagePipeline

  /// - Parameters:
  ///   - sender: an authenticated vendor, or an unknown sender.
  ///   - answer: makes the answer from the value that was written.
  ///   - write: reads the form into the slot, and calls the use case.
  func callAsFunction<Value: Sendable>(
    _ request: Request, _ parts: FormParts, from sender: ImageSender,
    answer: (Value) -> Response,
    _ write: (UploadSlot) async throws -> Written<Value>
  ) async throws -> Response {
    do {
      let written = try await imagePipeline.withUploadSlot(
        for: sender, from: request.client.network,
        isClientGone: { await request.body.isAbandoned() }, write)
      return try IdempotentWrites.response(written, answer)
    } catch {
      await parts.dropRest()
      throw error
    }
  }

  /// Claims the key of the request while the write is prepared and made.
  func claiming<Value: Sendable>(
    _ request: Request, by author: Author,
    _ write: ((any KeyClaim)?) async throws -> Written<Value>
  ) async throws -> Written<Value> {
    try await answers.withClaim(
      of: IdempotentWrites.key(of: request, owner: author.keyOwner), write)
  }
}
