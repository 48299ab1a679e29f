import Domain
import HTTP
import UseCases

extension ArrivedImages {
  /// Takes in the image of a part.
  ///
  /// What its sender calls it is not asked: existing apps say `image/png` of a JPEG, or
  /// `multipart/form-data`. Its bytes tell what it is.
  ///
  /// - Parameters:
  ///   - habit: of Open Market, an app may send the same bytes again, and an empty part for a field
  ///     that nobody filled in; both are left out.
  ///   - limit: how many there can be.
  /// - Throws: 413 when too large, 422 for an empty one, the same bytes again, or one too many.
  mutating func take(
    _ part: MultipartPartBody, into workshop: any ImageWorkshop, from sender: ImageSender,
    _ habit: ProductDocument.Habit, limit: Int = Product.imagesMax
  ) async throws(Problem) {
    if place == nil {
      place = try await answering { () throws(Failure) in try workshop.admit(sender) }
    }
    guard let place else { return }
    let intake = try await answering { () throws(Failure) in try await workshop.open(at: place) }
    do throws(Problem) {
      guard try await isWanted(intake, part, habit) else { return await intake.discard() }
      guard kept.count < limit else { throw Problem.rejected(.tooManyImages, part.head) }
    } catch {
      await intake.discard()
      throw error
    }
    append(intake, part.head)
  }

  private func isWanted(
    _ intake: any ImageIntake, _ part: MultipartPartBody, _ habit: ProductDocument.Habit
  ) async throws(Problem) -> Bool {
    let count = try await intake.fill(from: part)
    if count == 0 {
      // A browser sends it for a picker in which no file was chosen.
      if habit == .openMarket, part.head.filename?.isEmpty == true { return false }
      throw Problem.rejected(.emptyImage, part.head, offset: part.head.dataOffset)
    }
    if digests.contains(intake.digest) {
      if habit == .openMarket { return false }
      throw Problem.rejected(.repeatedImage, part.head)
    }
    return true
  }
}

extension ImageIntake {
  /// Writes what a part holds, and returns how many bytes came.
  ///
  /// - Throws: 413 beyond what is ever taken in.
  fileprivate func fill(from part: MultipartPartBody) async throws(Problem) -> Int {
    let most = Self.bytesMax
    var tail = LineEndTail()
    var count = 0
    while let piece = try await part.piece() {
      count += piece.count
      guard count <= most else {
        throw .imageTooLarge("The image has more than \(ByteCount(most))", limit, part.head)
      }
      try await write(whole: tail.take(piece))
    }
    try await write(whole: tail.rest)
    return count
  }

  private func write(whole bytes: [UInt8]) async throws(Problem) {
    guard !bytes.isEmpty else { return }
    try await answering { () throws(Failure) in try await write(bytes) }
  }
}

extension Flaw {
  static let tooManyImages = Flaw(
    "too_many_images", "More than \(Product.imagesMax) different images.",
    hint: "Send 1 to \(Product.imagesMax) images.")
  fileprivate static let emptyImage = Flaw(
    "empty_image", "The part is empty.", hint: "Send the file, or leave the part out.")
}
