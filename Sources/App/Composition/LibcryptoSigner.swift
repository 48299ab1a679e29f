import Cryptography
import Domain
import UseCases

/// Signs tokens that clients send back, and computes tags, with keys derived from the shop's key.
///
/// Secrets of products are the first half of an HMAC-SHA-256. Positions in lists are signed by
/// SipHash-2-4: every page reads and makes one, and a forged one would only show public products.
/// If libcrypto lacks the fast functions, the first half of an HMAC replaces them: slower, but as
/// hard to forge.
struct LibcryptoSigner: Signer {
  /// Names of purposes for derived keys; no purpose of callers has one of them.
  enum OwnName: String, CaseIterable {
    case cursorKey, listAnchorKey, polynomial, cover, fingerprint
  }

  private let authentication: AuthenticationCode
  private let cursors: SipHash?
  private let listAnchors: SipHash?
  private let contents: ContentHash?

  /// - Parameters:
  ///   - key: 32 bytes, the same for all servers of one database.
  ///   - isQuick: false does as a libcrypto without SipHash and Poly1305.
  init(key: [UInt8], isQuick: Bool = true) {
    let authentication = AuthenticationCode(key: key)
    // Separate keys: one must reveal nothing about another.
    func own(_ name: OwnName, _ bytes: Int) -> [UInt8] {
      Array(authentication.code(of: Self.named(name.rawValue, [])).prefix(bytes))
    }
    func hash(_ name: OwnName) -> SipHash? {
      isQuick ? SipHash(key: own(name, SipHash.keyBytes)) : nil
    }
    (cursors, listAnchors) = (hash(.cursorKey), hash(.listAnchorKey))
    contents = hash(.cover).flatMap {
      ContentHash(key: own(.polynomial, ContentHash.keyBytes), cover: $0)
    }
    self.authentication = authentication
  }

  func tag(_ bytes: [UInt8], for purpose: SigningPurpose) -> SixteenBytes {
    let quick: SipHash? =
      switch purpose {
      case .cursor: cursors
      case .listAnchor: listAnchors
      case .productSecret, .archive, .searcher: nil
      }
    guard let quick else { return signature(purpose.rawValue, bytes) }
    return SixteenBytes(quick.hash(of: bytes))
  }

  func isTag(_ tag: SixteenBytes, of bytes: [UInt8], for purpose: SigningPurpose) -> Bool {
    let right = self.tag(bytes, for: purpose)
    return constantTimeEqual((tag.high, tag.low), (right.high, right.low))
  }

  func fingerprint(of bytes: [UInt8]) -> SixteenBytes {
    guard let contents else { return signature(OwnName.fingerprint.rawValue, bytes) }
    return SixteenBytes(contents.hash(of: bytes))
  }

  /// The first half of an HMAC. Source: RFC 2104, 5, which advises not to use less.
  private func signature(_ name: String, _ bytes: [UInt8]) -> SixteenBytes {
    let code = authentication.code(of: Self.named(name, bytes))
    guard let half = SixteenBytes(firstOf: code) else {
      preconditionFailure("an HMAC of less than 16 bytes")
    }
    return half
  }

  /// No name holds a zero byte, so that no two of them can make the same beginning.
  private static func named(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    var named: [UInt8] = []
    named.reserveCapacity(name.utf8.count + 1 + bytes.count)
    named.append(contentsOf: name.utf8)
    named.append(0)
    named.append(contentsOf: bytes)
    return named
  }
}

extension SixteenBytes {
  fileprivate init(_ halves: CodeHalves) { self.init(high: halves.high, low: halves.low) }
}

/// The digest of secrets, by libcrypto.
struct LibcryptoDigest: SecretDigest {
  func digest(_ bytes: [UInt8]) -> [UInt8] { SHA256.digest(bytes) }

  func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool { constantTimeEqual(left, right) }
}
