import Domain
import HTTP
import UseCases

/// The images of one form, whole and as they came. Nothing was looked at yet.
///
/// Looking at them is dear: first comes what needs no look.
struct ArrivedImages {
  /// In the order of their arrival.
  private(set) var kept: [(intake: any ImageIntake, head: MultipartPart)] = []
  /// Where they stay; nil before the first one.
  var place: ImagePlace? {
    didSet {
      guard let place else { return }
      for (intake, _) in kept { intake.move(to: place) }
    }
  }

  /// SHA-256 of each as it was sent, 32 bytes.
  private(set) var digests: [[UInt8]] = []

  mutating func append(_ intake: any ImageIntake, _ head: MultipartPart) {
    kept.append((intake, head))
    digests.append(intake.digest)
  }

  /// Makes of each what is stored, when it is the turn of this form.
  ///
  /// - Parameter trustsNames: whether what the sender calls an image helps in a refusal.
  /// - Throws: 413 or 422 that names the part; 503 when there is no turn; and whatever it is when the
  ///   client has gone meanwhile, so that nothing is made for nobody.
  mutating func prepared(
    by workshop: any ImageWorkshop, for request: Request, trustsNames: Bool = false
  ) async throws(Problem) -> [PreparedImage] {
    do throws(Problem) {
      let images = try await finished(workshop, request, trustsNames)
      try await request.checkClient()
      return images
    } catch {
      await discard()
      throw error
    }
  }

  private mutating func finished(
    _ workshop: any ImageWorkshop, _ request: Request, _ trustsNames: Bool
  ) async throws(Problem) -> [PreparedImage] {
    let count = kept.count
    let turn = try await answering { () throws(Failure) in try await workshop.turn(for: count) }
    var images: [PreparedImage] = []
    while !kept.isEmpty {
      try await request.checkClient()
      let (intake, head) = kept.removeFirst()
      do throws(IntakeError) {
        let type = trustsNames ? head.contentType?.essence : nil
        images.append(try await intake.finish(declaredType: type, in: turn))
      } catch {
        throw Problem(error, in: head)
      }
    }
    withExtendedLifetime(turn) {}
    return images
  }

  /// Lets go of everything.
  mutating func discard() async {
    for (intake, _) in kept { await intake.discard() }
    (kept, digests, place) = ([], [], nil)
  }
}

extension Request {
  /// - Throws: when the client has gone: nobody would read the answer, or know what was done.
  func checkClient() async throws(Problem) {
    guard await body.isAbandoned() else { return }
    throw Problem(.badRequest, "client_gone", "The connection ended before the answer.")
  }
}
