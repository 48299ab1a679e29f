import Cryptography
import Domain
import UseCases

/// Takes images as they are, and makes nothing of them.
struct PlainWorkshop: ImageWorkshop {
  func open() async throws(Failure) -> any ImageIntake { PlainIntake() }
}

private final class PlainIntake: ImageIntake {
  static let octetsMax = 10_485_760
  private var octets: [UInt8] = []

  var digest: [UInt8] { SHA256.digest(octets) }

  func write(_ octets: [UInt8]) async throws(Failure) { self.octets += octets }

  func finish(declaredType: String?) async throws(IntakeError) -> PreparedImage {
    guard octets.count <= StoredImage.octetsMax else {
      throw .tooLarge(size: octets.count, limit: StoredImage.octetsMax)
    }
    let file: ImageFile
    do throws(ImageFlaw) {
      file = try ImageFile(octets, declaredType: declaredType)
    } catch {
      throw .flaw(error)
    }
    guard let digest = ImageDigest(octets: digest) else {
      throw .failure(.bug("the digest of an image has not 32 octets"))
    }
    return PreparedImage(
      original: StoredImage(file, digest: digest), color: .gray, renditions: [])
  }

  func discard() async { octets = [] }
}
