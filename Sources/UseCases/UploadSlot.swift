package import Domain

/// Room for the images of one upload, from the first that arrives until they are stored.
///
/// Images are decoded last, because that is the dearest: until then they are kept as they arrived.
/// One task uses it, inside of ``ImagePipeline/withUploadSlot(for:isClientGone:_:)``.
package final class UploadSlot {
  private let imagePipeline: any ImagePipeline
  private var sender: ImageSender
  private let isClientGone: () async -> Bool
  private var isTaken = false
  /// Those that still have to be finished or discarded, in the order of their arrival.
  private var images: [(intake: any ImageIntake, declaredType: String?)] = []
  /// The image that is just coming.
  private var arriving: (any ImageIntake)?
  /// SHA-256 of each that is kept, as it was sent; 32 bytes.
  package private(set) var digests: [[UInt8]] = []

  fileprivate init(
    _ imagePipeline: any ImagePipeline, _ sender: ImageSender,
    isClientGone: @escaping () async -> Bool
  ) {
    self.imagePipeline = imagePipeline
    self.sender = sender
    self.isClientGone = isClientGone
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

  /// Prepares each image to be stored, when it is the turn of this upload.
  ///
  /// - Throws: `flawedImage`, `imageTooLarge`; `unavailable` when there is no turn; `clientGone` as
  ///   soon as that is known, and before anything is stored.
  package func decoded() async throws(Failure) -> [PreparedImage] {
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
        throw Failure(error, ofImage: prepared.count)
      }
    }
    try await checkClient()
    return prepared
  }

  private func checkClient() async throws(Failure) {
    if await isClientGone() { throw .clientGone }
  }

  fileprivate func close() async {
    await drop()
    for (intake, _) in images { await intake.discard() }
    images = []
    if isTaken { imagePipeline.release(sender) }
    isTaken = false
  }
}

extension Failure {
  fileprivate init(_ error: IntakeError, ofImage index: Int) {
    switch error {
    case .flaw(let flaw): self = .flawedImage(index: index, flaw)
    case .tooLarge(let size, let limit):
      self = .imageTooLarge(index: index, size: size, limit: limit)
    case .failure(let failure): self = failure
    }
  }
}

extension ImagePipeline {
  /// Has room for the images of one upload while `body` works. Afterwards nothing is left of those
  /// that it did not decode, however it ended.
  ///
  /// - Parameter isClientGone: whether the client closed the connection.
  package func withUploadSlot<Value>(
    for sender: ImageSender, isClientGone: @escaping () async -> Bool = { false },
    _ body: (UploadSlot) async throws -> Value
  ) async throws -> Value {
    let slot = UploadSlot(self, sender, isClientGone: isClientGone)
    do throws {
      let value = try await body(slot)
      await slot.close()
      return value
    } catch {
      await slot.close()
      throw error
    }
  }
}
