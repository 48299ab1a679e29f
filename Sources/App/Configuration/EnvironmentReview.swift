import LocalPostgres
import Operations

/// Checks the variables of the environment that are not settings.
enum EnvironmentReview {
  private static let prefix = "MOA_"
  private static let ours = [Inheritance.channelVariable]
  private static let prefixOfTests = "MOA_TEST_"

  /// One sentence for each variable that looks like a setting but is not one.
  static func doubts(about environment: [String: String]) -> [String] {
    let known = Set(Setting.allCases.map(\.environmentVariable) + ours)
    let unknown = environment.keys.filter { name in
      name.hasPrefix(prefix) && !name.hasPrefix(prefixOfTests) && !known.contains(name)
    }
    return unknown.sorted().map { name in
      "the variable \(name.printable(100)) is not a setting: remove or correct it (`moa config`"
        + " lists all)."
    }
  }

  /// The environment without the variables that Kubernetes adds for services: for one called `moa`
  /// it sets `MOA_PORT=tcp://10.0.0.1:80`, which is no setting of ours.
  ///
  /// Source: Kubernetes documentation, "Discovering services", "Environment variables".
  static func withoutServiceLinks(_ environment: [String: String]) -> [String: String] {
    let suffix = "_SERVICE_HOST"
    let services = environment.keys.filter { $0.hasPrefix("MOA") && $0.hasSuffix(suffix) }
      .map { $0.dropLast(suffix.count) }
    return environment.filter { name, value in
      !services.contains { service in
        name.hasPrefix("\(service)_SERVICE_") || name.hasPrefix("\(service)_PORT_")
          || (name == "\(service)_PORT" && value.contains("://"))
      }
    }
  }
}
