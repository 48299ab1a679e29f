package import Domain
package import UseCases
package import Web

/// The parts that routes need: the ports, and the operator's policies.
package struct RouteParts: Sendable {
  package let ports: Ports
  package let policies: Policies
  /// The origin before paths of this site; nil takes the host of each request.
  package let origin: Origin?
  package let security: SecurityFields
  let site: SiteFiles
  package let added: AddedRoutes

  init(
    _ ports: Ports, _ policies: Policies, origin: Origin?, _ security: SecurityFields,
    _ site: SiteFiles, _ added: AddedRoutes
  ) {
    self.added = added
    self.site = site
    self.ports = ports
    self.policies = policies
    self.origin = origin
    self.security = security
  }

  package var tags: ContentTag { ContentTag(signer: ports.machine.signer) }

  /// For idempotent writes.
  package var writes: IdempotentWrites {
    IdempotentWrites(digest: ports.machine.secretDigest.digest)
  }

  /// For writes that bring images.
  package var uploads: Uploads {
    Uploads(
      writes: writes, answers: ports.answers, imagePipeline: ports.machine.imagePipeline)
  }

  /// Authenticates administrators, and vendors with tokens.
  var authenticateToken: AuthenticateToken {
    AuthenticateToken(
      repository: ports.accessTokens, secretDigest: ports.machine.secretDigest,
      bootstrapDigest: policies.bootstrapDigest, failures: policies.failedSecrets,
      now: ports.machine.now)
  }

  package var authenticateVendor: AuthenticateVendor {
    AuthenticateVendor(
      vendors: ports.vendors, hasher: ports.machine.secretHasher,
      failures: policies.failedSecrets)
  }

  var vendorAuthentication: VendorAuthentication {
    VendorAuthentication(authenticateToken, authenticateVendor)
  }

  /// Authenticates devices of shoppers without an account.
  var deviceAuthentication: DeviceAuthentication { DeviceAuthentication(authenticateDevice) }

  var authenticateDevice: AuthenticateDevice {
    AuthenticateDevice(
      devices: ports.devices, secretDigest: ports.machine.secretDigest, now: ports.machine.now,
      isReadOnly: { [gate = policies.readOnly] in gate.refusesWrites })
  }

  package var browseLists: BrowseLists { BrowseLists(ports.lists, now: ports.machine.now) }

  var spendQuota: SpendUploadQuota {
    SpendUploadQuota(repository: ports.uploadQuota, limit: policies.vendorImagesPerDay)
  }

  var storeImage: StoreImage {
    StoreImage(repository: ports.images, answers: ports.answers, spendQuota: spendQuota)
  }

  var browseProducts: BrowseProducts {
    BrowseProducts(
      repository: ports.products, cursors: ProductCursors(signer: ports.machine.signer))
  }

  package var register: RegisterProduct {
    RegisterProduct(
      products: ports.products, lists: ports.lists, answers: ports.answers,
      spendQuota: spendQuota, now: ports.machine.now)
  }
}

/// Routes of one subject, with their part of the contract.
protocol RouteGroup: SendableMetatype {
  /// All routes that ``mount(on:)`` mounts.
  static var endpoints: [Endpoint] { get }

  init(_ parts: RouteParts)

  func mount(on router: inout Router)
}

/// A slightly older copy of the shop, for public reads.
///
/// Reads without credentials use it while it is fresh. A client with credentials may read what it
/// has just written, so its requests, and all writes, use the primary. So do reads that the copy
/// cannot answer.
package struct Standby: Sendable {
  let ports: Ports
  package let answers: ValidatedAnswers
  let isFresh: @Sendable () -> Bool
  let age: @Sendable () -> Duration?

  /// - Parameters:
  ///   - answers: remembers what was read there.
  ///   - age: how old it may be at most; nil when nothing is known of it.
  ///   - isFresh: whether it is as recent as the operator wants; called before and after each read.
  package init(
    ports: Ports, remembering answers: ValidatedAnswers = ValidatedAnswers(),
    age: @escaping @Sendable () -> Duration? = { nil }, isFresh: @escaping @Sendable () -> Bool
  ) {
    self.ports = ports
    self.answers = answers
    self.isFresh = isFresh
    self.age = age
  }
}
