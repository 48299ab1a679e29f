import Dialects
import Domain
import EventLoop
import Operations
import Synchronization
import Transport
import UseCases
import Web

extension Policies {
  /// The policies of the configuration. A worker counts its share of each rate.
  ///
  /// - Parameter remark: told once a day of each reason for which a preflight was refused.
  init(_ configuration: Configuration, remark: @escaping @Sendable (String) -> Void = { _ in }) {
    let wanted = configuration.policies
    let failures = RateTable<SecretSubject>(
      FailedSecrets.limit.shared(among: configuration.sharers))
    let named = [
      configuration.publicOrigin?.host, configuration.catalogue.openMarketV2Host,
    ].compactMap(\.self)
    self.init(
      hosts: wanted.hosts.map { HostGate($0 + named) },
      origins: OriginPolicy(
        allowed: wanted.corsOrigins, allowsLoopback: wanted.allowsLoopbackPages,
        publicOrigin: configuration.publicOrigin,
        fields: RequestField.ofShop + RequestField.ofDialects, more: wanted.corsFields,
        observe: RemarkedOnce(remark).tell),
      adminKeys: wanted.adminClientKeys.map { AdminKeys($0) },
      failedSecrets: FailedSecrets { subjects, counts in
        failures.admit(
          subjects, counts: counts, atNanoseconds: MonotonicTime.now().nanoseconds)
      },
      bootstrapDigest: configuration.adminTokenDigest,
      newDevices: .limited(by: wanted, among: configuration.sharers),
      vendorImagesPerDay: wanted.vendorImagesPerDay, languages: configuration.usualLanguages,
      collectedSearches: wanted.countsSearches ? CollectedSearches() : nil,
      simulation: wanted.simulates ? Simulation(.here) : nil,
      apps: configuration.catalogue.apps, shopName: configuration.catalogue.shopName,
      timeZone: configuration.catalogue.timeZone)
    guard let limit = wanted.rateLimit?.shared(among: configuration.sharers) else { return }
    let table = RateTable<ClientNetwork>(limit)
    rate = RateGate(limit, showsFields: wanted.showsRateFields) { network in
      table.admit(network.subjects, atNanoseconds: MonotonicTime.now().nanoseconds)
    }
  }
}

/// Tells each sentence once a day, and at most a hundred: pages make requests again and again, and
/// strangers may invent origins.
final class RemarkedOnce: Sendable {
  private static let dayMax = 100
  private static let day: Int64 = 86_400_000_000_000
  private let told = Mutex<(sentences: Set<String>, end: Int64)>(([], .min))
  private let now: @Sendable () -> Int64
  private let remark: @Sendable (String) -> Void

  /// - Parameter now: the monotonic clock, in nanoseconds.
  init(
    _ remark: @escaping @Sendable (String) -> Void,
    now: @escaping @Sendable () -> Int64 = { MonotonicTime.now().nanoseconds }
  ) {
    self.remark = remark
    self.now = now
  }

  @Sendable func tell(_ sentence: String) {
    let isToBeTold = told.withLock { told in
      let now = now()
      if now >= told.end { told = ([], now + Self.day) }
      return told.sentences.count < Self.dayMax && told.sentences.insert(sentence).inserted
    }
    if isToBeTold { remark(sentence) }
  }
}

extension NewDeviceRate {
  /// A worker counts its share.
  fileprivate static func limited(by wanted: PolicyConfiguration, among sharers: Int) -> Self {
    let devices = RateTable<ClientNetwork>(wanted.deviceRate.shared(among: sharers))
    let most = wanted.devicesPerDay ?? PolicyConfiguration.usualDevicesPerDay
    let day = RateLimit(known: max(1, most), periodSeconds: 86_400, burst: max(1, most))
    let daily = RateTable<ClientNetwork>(day.shared(among: sharers))
    return NewDeviceRate { network in
      let now = MonotonicTime.now().nanoseconds
      let admission = devices.admit(network.subjects, atNanoseconds: now)
      let isBounded = wanted.devicesPerDay.map { $0 > 0 } ?? !network.isThisMachine
      guard admission.isAdmitted, isBounded else { return admission }
      return daily.admit(network.subjects, atNanoseconds: now)
    }
  }
}

extension DialectPolicies {
  init(_ configuration: Configuration) {
    let catalogue = configuration.catalogue
    self.init(
      mommyTalk: MommyTalkPolicy(keyDigest: catalogue.mommyTalkKeyDigest),
      openMarketV2Host: catalogue.openMarketV2Host, isNaverOpen: catalogue.isNaverOpen)
  }
}
