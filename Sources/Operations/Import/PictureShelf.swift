import Catalogues
import Domain
import EventLoop
import LocalPostgres
import UseCases

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The pictures that files of products name, as the shop stores them; each is fetched and made
/// ready once in a run. A digest is one that the shop has, as its own export names it.
struct PictureShelf {
  static let fetchesMax = 4
  /// A host that was away so often is not waited for again: there may be 100,000 pictures of it.
  static let failuresMax = 8

  private let directory: String?
  private let isDryRun: Bool
  private let remote: RemotePicture
  private let pipeline: any ImagePipeline
  private let images: any ImageRepository
  /// Nil for one that cannot be taken, which was told.
  private var known: [String: ImageDigest?] = [:]
  /// Of hosts, since they answered last.
  private var failures: [String: Int] = [:]

  /// - Parameter directory: where files lie; nil for standard input.
  init(
    beside directory: String?, _ options: ProductImportOptions, _ pipeline: any ImagePipeline,
    _ images: any ImageRepository
  ) {
    (self.directory, isDryRun) = (directory, options.isDryRun)
    remote = RemotePicture(allowsPrivate: options.allowsPrivate)
    (self.pipeline, self.images) = (pipeline, images)
  }

  /// Takes the pictures of these products; what cannot be taken is told.
  ///
  /// - Throws: failures of the store.
  mutating func take(
    _ products: [ReadProduct], _ findings: inout Findings
  ) async throws {
    var wanted: [(name: String, place: Place)] = []
    for product in products {
      for name in product.pictures.prefix(2 * Product.imagesMax) where known[name] == nil {
        known[name] = .some(nil)
        wanted.append((name, product.place))
      }
    }
    let digests = Set(wanted.compactMap { ImageDigest(hex: $0.name) })
    let there = Set(digests.isEmpty ? [] : try await images.served(digests).keys.map(\.digest))
    wanted.removeAll { item in
      guard let digest = ImageDigest(hex: item.name), there.contains(digest) else { return false }
      known[item.name] = digest
      return true
    }
    guard !isDryRun else { return try await look(for: wanted, &findings) }
    for start in stride(from: 0, to: wanted.count, by: Self.fetchesMax) {
      let group = wanted[start..<min(start + Self.fetchesMax, wanted.count)].filter { item in
        guard failures[Self.host(item.name), default: 0] >= Self.failuresMax else { return true }
        let reason = "its host did not answer for others"
        findings.add(.missingPicture(reason), at: item.place, sample: item.name)
        return false
      }
      let contents = await contents(of: group.map(\.name))
      for (item, content) in zip(group, contents) {
        do {
          let bytes = try content.get()
          failures[Self.host(item.name)] = nil
          known[item.name] = try await stored(bytes)
        } catch {
          let trouble = error as? RemotePicture.Trouble
          if let trouble { failures[Self.host(item.name), default: 0] += trouble.failures }
          let reason = trouble?.reason ?? Self.reason(error)
          guard let reason else { throw error }
          findings.add(.missingPicture(reason), at: item.place, sample: item.name)
        }
      }
    }
  }

  /// Tells which files are missing; nothing is fetched or stored.
  private func look(
    for wanted: [(name: String, place: Place)], _ findings: inout Findings
  ) async throws {
    for (name, place) in wanted {
      do {
        if !name.contains("://") {
          _ = try await EventLoop.offload { [directory, remote] in
            try Self.bytes(name, directory, remote)
          }
        }
        findings.add(.unloadedPicture, at: place, sample: name)
      } catch let trouble as RemotePicture.Trouble {
        findings.add(.missingPicture(trouble.reason), at: place, sample: name)
      }
    }
  }

  /// The digests of a product's pictures, without those that could not be taken; nil if the file
  /// names none for it.
  func digests(of product: ReadProduct) -> [String: ImageDigest]? {
    guard !product.pictures.isEmpty else { return nil }
    var found: [String: ImageDigest] = [:]
    for name in product.pictures {
      if case .some(.some(let digest)) = known[name] { found[name] = digest }
    }
    return found
  }

  private func contents(
    of names: [String]
  ) async -> [Result<[UInt8], any Error>] {
    await withTaskGroup(of: (Int, Result<[UInt8], any Error>).self) { group in
      for (index, name) in names.enumerated() {
        group.addTask { [directory, remote] in
          do {
            return (
              index,
              .success(try await EventLoop.offload { try Self.bytes(name, directory, remote) })
            )
          } catch {
            return (index, .failure(error))
          }
        }
      }
      var all: [(Int, Result<[UInt8], any Error>)] = []
      for await one in group { all.append(one) }
      return all.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private static func bytes(
    _ name: String, _ directory: String?, _ remote: RemotePicture
  ) throws -> [UInt8] {
    if name.contains("://") { return try remote.fetch(name) }
    guard let directory else {
      throw RemotePicture.Trouble(reason: "standard input has no files beside it")
    }
    // A name of a file leads to no other directory, whatever it says and wherever it is linked.
    let steps = name.split(separator: "/")
    guard !name.hasPrefix("/"), !steps.contains(".."), !steps.isEmpty else {
      throw RemotePicture.Trouble(reason: "it is not a name of a file beside the products")
    }
    guard let root = resolved(directory), let path = resolved("\(directory)/\(name)") else {
      throw RemotePicture.Trouble(reason: "there is no such file beside the products")
    }
    guard path.utf8.starts(with: (root.hasSuffix("/") ? root : root + "/").utf8) else {
      throw RemotePicture.Trouble(reason: "it is a link out of the directory of the products")
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let bytes = Files.contents(path, atMost: RemotePicture.bytesMax + 1)
    else { throw RemotePicture.Trouble(reason: "it is no file that can be read") }
    guard bytes.count <= RemotePicture.bytesMax else {
      throw RemotePicture.Trouble(reason: "it is larger than \(RemotePicture.bytesMax >> 20) MB")
    }
    return bytes
  }

  /// Empty for a file.
  private static func host(_ name: String) -> String { (try? HTTPSPlace(name))?.host ?? "" }

  /// Without links.
  private static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  private func stored(_ bytes: [UInt8]) async throws -> ImageDigest {
    let image = try await pipeline.withUploadSlot(
      for: .proven, from: ClientNetwork(.unix, 0)
    ) { slot in
      let intake = try await slot.open()
      try await intake.write(bytes)
      slot.keep()
      return try await slot.decoded().first
    }
    guard let image else { throw Failure.bug("an image has gone") }
    _ = try await images.add(image, once: nil)
    return image.original.digest
  }

  /// Nil for anything but a picture that the shop refuses.
  private static func reason(_ error: any Error) -> String? {
    switch error as? Failure {
    case .flawedImage(_, let flaw): flaw.flaw.detail
    case .imageTooLarge(_, let size, let limit): "it has \(size) bytes, and \(limit) are allowed"
    default: nil
    }
  }
}

extension Catalogues.Finding.Kind {
  fileprivate static let unloadedPicture = Self(
    code: "unloaded_picture", outcome: .left,
    detail: "A dry run does not load pictures, and does not tell whether this one is new.",
    cure: "Import without --dry-run to load it.")
  fileprivate static func missingPicture(_ reason: String) -> Self {
    Self(
      code: "missing_picture", outcome: .left, detail: "A picture cannot be taken: \(reason).",
      cure: "Put the picture beside the file, or mend its address, and import again. Until then a"
        + " product that has pictures keeps them.")
  }
}
