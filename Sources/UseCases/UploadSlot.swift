package import Domain

/// The images of one upload, from the first that arrives until all are stored.
///
/// Decoding is expensive, so images are kept as they arrived until everything else is checked. One
/// task uses the slot, inside of ``ImagePipeline/withUploadSlot(for:from:isClientGone:_:)``.
package final class UploadSlot {
  private let imagePipeline: any ImagePipeline
  private var sender: ImageSender
  private let network: ClientNetwork
  private let isClientGone: () async -> Bool
  /// From the first image on.
  private var place: UploadPlace?
  /// Images that are not yet finished or discarded, in the order of arrival.
  private var images: [(intake: any ImageIntake, declaredType: String?)] = []
  /// The image that is arriving.
  private var arriving: (any ImageIntake)?
  /// SHA-256 of each kept image as it was sent; 32 bytes.
  package private(set) var digests: [[UInt8]] = []

  fileprivate init(
    _ imagePipeline: any ImagePipeline, _ sender: ImageSender, _ network: ClientNetwork,
    isClientGone: @escaping () async -> Bool
  ) {
    self.imagePipeline = imagePipeline
    self.sender = sender
    self.network = network
    self.isClientGone = isClientGone
  }

  /// The number of kept images.
  package var count: Int { images.count }

  /// - Throws: `.unavailable` while the queue is so long that a new image would wait too long.
  package func checkLine() throws(Failure) { try imagePipeline.checkLine() }

  /// Begins an image. The first one reserves the space of the upload.
  ///
  /// - Throws: `.unavailable` when there are too many concurrent uploads.
  package func open() async throws(Failure) -> any ImageIntake {
    let place = try reserved()
    let intake = try await imagePipeline.open(in: place)
    arriving = intake
    return intake
  }

  private func reserved() throws(Failure) -> UploadPlace {
    if let place { return place }
    let place = try imagePipeline.admit(sender, from: network)
    self.place = place
    return place
  }

  /// Keeps the image that has arrived.
  ///
  /// - Parameter declaredType: the media type that the sender declared, for error messages.
  package func keep(declaredType: String? = nil) {
    guard let intake = arriving else { return }
    arriving = nil
    digests.append(intake.digest)
    images.append((intake, declaredType))
  }

  /// Discards the image that has arrived.
  package func drop() async {
    await arriving?.discard()
    arriving = nil
  }

  /// Moves the upload to the space of authenticated senders.
  ///
  /// - Throws: `.unavailable` when that space is full.
  package func prove() throws(Failure) {
    guard sender == .stranger else { return }
    if let strangers = place {
      let proven = try images.isEmpty ? nil : imagePipeline.admit(.proven, from: network)
      imagePipeline.release(strangers)
      place = proven
    }
    sender = .proven
    for (intake, _) in images { try intake.prove() }
  }

  /// Decodes and prepares each image when it is this upload's turn.
  ///
  /// - Parameter hasCover: whether the first one becomes the cover of a product.
  /// - Throws: `flawedImage`, `imageTooLarge`; `unavailable` when the queue is full; `clientGone`
  ///   as soon as that is known, and before anything is stored.
  package func decoded(hasCover: Bool = false) async throws(Failure) -> [PreparedImage] {
    guard !images.isEmpty else { return [] }
    let turn = try await imagePipeline.turn(for: images.count)
    defer { imagePipeline.end(turn) }
    var prepared: [PreparedImage] = []
    while !images.isEmpty {
      try await checkClient()
      let (intake, declaredType) = images.removeFirst()
      do throws(IntakeError) {
        var image = try await intake.finish(
          declaredType: declaredType, isCover: hasCover && prepared.isEmpty, in: turn)
        image.upload = ImageDigest(bytes: digests[prepared.count])
        prepared.append(image)
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
    if let place { imagePipeline.release(place) }
    place = nil
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
  /// Reserves space for the images of one upload during `body`. Afterwards images that were not
  /// decoded are discarded, even after an error.
  ///
  /// - Parameter isClientGone: whether the client closed the connection.
  package func withUploadSlot<Value>(
    for sender: ImageSender, from network: ClientNetwork,
    isClientGone: @escaping () async -> Bool = { false },
    _ body: (UploadSlot) async throws -> Value
  ) async throws -> Value {
    let slot = UploadSlot(self, sender, network, isClientGone: isClientGone)
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
