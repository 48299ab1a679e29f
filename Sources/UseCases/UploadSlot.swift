package import Domain

/// Room for the images of one upload, from the first that comes until what is made of them is
/// stored.
///
/// Looking at images is dear: they are kept as they came, until all that needs no look is known.
/// One task uses it, inside of ``ImagePipeline/withUploadSlot(for:_:)``.
package final class UploadSlot {
  private let imagePipeline: any ImagePipeline
  private var sender: ImageSender
  private var isTaken = false
  /// Those that still have to be finished or discarded, in the order of their arrival.
  private var images: [(intake: any ImageIntake, declaredType: String?)] = []
  /// The image that is just coming.
  private var arriving: (any ImageIntake)?
  /// SHA-256 of each that is kept, as it was sent; 32 bytes.
  package private(set) var digests: [[UInt8]] = []

  fileprivate init(_ imagePipeline: any ImagePipeline, _ sender: ImageSender) {
    self.imagePipeline = imagePipeline
    self.sender = sender
  }

  /// How many images are kept.
  package var count: Int { images.count }

  /// - Throws: `.unavailable` while so much waits that an image which came now would wait too long.
  package func checkLine() throws(Failure) { try imagePipeline.checkLine() }

  /// Begins with an image. The first one takes the room.
  ///
  /// - Throws: `.unavailable` when too many uploads are on their way.
  package func open() async throws(Failure) -> any ImageIntake {
    if !isTaken { try imagePipeline.admit(sender) }
    isTaken = true
    let intake = try await imagePipeline.open(for: sender)
    arriving = intake
    return intake
  }

  /// Keeps the image that has come.
  ///
  /// - Parameter declaredType: what its sender calls it, where that helps in a refusal.
  package func keep(declaredType: String? = nil) {
    guard let intake = arriving else { return }
    arriving = nil
    digests.append(intake.digest)
    images.append((intake, declaredType))
  }

  /// Lets go of the image that has come.
  package func drop() async {
    await arriving?.discard()
    arriving = nil
  }

  /// It is proven now who sends the images, so that they take no room of strangers any more.
  ///
  /// - Throws: `.unavailable` when there is no other room for them.
  package func prove() throws(Failure) {
    guard sender == .stranger else { return }
    if isTaken {
      if !images.isEmpty { try imagePipeline.admit(.proven) }
      imagePipeline.release(.stranger)
      isTaken = !images.isEmpty
    }
    sender = .proven
    for (intake, _) in images { try intake.prove() }
  }

  /// Makes of each image what is stored, when it is the turn of this upload.
  ///
  /// - Throws: ``UndecodedImage``; `.unavailable` when there is no turn; and what `checkClient`
  ///   throws, so that nothing is made for nobody.
  package func decoded(
    _ checkClient: () async throws -> Void
  ) async throws -> [PreparedImage] {
    guard !images.isEmpty else { return [] }
    let turn = try await imagePipeline.turn(for: images.count)
    defer { imagePipeline.end(turn) }
    var prepared: [PreparedImage] = []
    while !images.isEmpty {
      try await checkClient()
      let (intake, declaredType) = images.removeFirst()
      do throws(IntakeError) {
        prepared.append(try await intake.finish(declaredType: declaredType, in: turn))
      } catch {
        throw UndecodedImage(index: prepared.count, error: error)
      }
    }
    try await checkClient()
    return prepared
  }

  fileprivate func close() async {
    await drop()
    for (intake, _) in images { await intake.discard() }
    images = []
    if isTaken { imagePipeline.release(sender) }
    isTaken = false
  }
}

/// Which of the images of an upload is not taken in, from 0, and why.
package struct UndecodedImage: Error {
  package let index: Int
  package let error: IntakeError
}

extension ImagePipeline {
  /// Has room for the images of one upload while `body` works. Afterwards nothing is left of those
  /// that it did not decode, however it ended.
  package func withUploadSlot<Value, Refusal: Error>(
    for sender: ImageSender, _ body: (UploadSlot) async throws(Refusal) -> Value
  ) async throws(Refusal) -> Value {
    let slot = UploadSlot(self, sender)
    do throws(Refusal) {
      let value = try await body(slot)
      await slot.close()
      return value
    } catch {
      await slot.close()
      throw error
    }
  }
}
