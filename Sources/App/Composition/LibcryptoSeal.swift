import Cryptography
import Domain
import UseCases

/// Signs what clients bring back, and tells texts apart, with keys made of the one of this shop.
///
/// Secrets of products are signed by HMAC-SHA-256, of which they are the first half, and places in
/// lists by SipHash-2-4: every page reads and makes one, and who could make one would see no more
/// than everybody may. What libcrypto lacks of the quick ones is the first half of an HMAC: slower,
/// and as hard to make.
struct LibcryptoSeal: Seal {
  /// What stands where the name of a purpose stands in what is signed; none is called so.
  enum OwnName: String, CaseIterable {
    case cursorKey, listAnchorKey, polynomial, cover, fingerprint
  }

  private let authentication: AuthenticationCode
  private let cursors: SipHash?
  private let listAnchors: SipHash?
  private let contents: ContentHash?

  /// - Parameters:
  ///   - key: 32 octets, the same for all servers over one database.
  ///   - isQuick: false for what a libcrypto makes that has neither SipHash nor Poly1305.
  init(key: [UInt8], isQuick: Bool = true) {
    let authentication = AuthenticationCode(key: key)
    // Keys of their own: what is learned from one of them must say nothing about another.
    func own(_ name: OwnName, _ octets: Int) -> [UInt8] {
      Array(authentication.code(of: Self.named(name.rawValue, [])).prefix(octets))
    }
    func hash(_ name: OwnName) -> SipHash? {
      isQuick ? SipHash(key: own(name, SipHash.keyOctets)) : nil
    }
    (cursors, listAnchors) = (hash(.cursorKey), hash(.listAnchorKey))
    contents = hash(.cover).flatMap {
      ContentHash(key: own(.polynomial, ContentHash.keyOctets), cover: $0)
    }
    self.authentication = authentication
  }

  func tag(_ octets: [UInt8], for purpose: SealPurpose) -> SixteenOctets {
    let quick: SipHash? =
      switch purpose {
      case .cursor: cursors
      case .listAnchor: listAnchors
      case .productSecret, .archive: nil
      }
    guard let quick else { return signature(purpose.rawValue, octets) }
    return SixteenOctets(quick.hash(of: octets))
  }

  func isTag(_ tag: SixteenOctets, of octets: [UInt8], for purpose: SealPurpose) -> Bool {
    let right = self.tag(octets, for: purpose)
    return constantTimeEqual((tag.high, tag.low), (right.high, right.low))
  }

  func fingerprint(of octets: [UInt8]) -> SixteenOctets {
    guard let contents else { return signature(OwnName.fingerprint.rawValue, octets) }
    return SixteenOctets(contents.hash(of: octets))
  }

  /// The first half of an HMAC. Source: RFC 2104, 5, which advises against less.
  private func signature(_ name: String, _ octets: [UInt8]) -> SixteenOctets {
    let code = authentication.code(of: Self.named(name, octets))
    guard let half = SixteenOctets(firstOf: code) else {
      preconditionFailure("an HMAC of less than 16 octets")
    }
    return half
  }

  /// No name holds a zero octet, so that no two of them can make the same beginning.
  private static func named(_ name: String, _ octets: [UInt8]) -> [UInt8] {
    var named: [UInt8] = []
    named.reserveCapacity(name.utf8.count + 1 + octets.count)
    named.append(contentsOf: name.utf8)
    named.append(0)
    named.append(contentsOf: octets)
    return named
  }
}

extension SixteenOctets {
  fileprivate init(_ halves: CodeHalves) { self.init(high: halves.high, low: halves.low) }
}
