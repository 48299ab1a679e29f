import App
import ArgumentParser

/// Who may ask how often, and from which pages.
struct PolicyOptions: ParsableArguments {
  @Option(
    name: .customLong("cors-origins"),
    help: "Origins whose pages may call this server, divided by commas (none).")
  var corsOrigins: String?

  @Option(
    name: .customLong("rate-limit"),
    help: """
      Requests of each client address, such as 20/s or 600/m (no limit). Each worker counts its \
      share; a proxy limits several servers together. Behind a proxy, only when the proxy is \
      trusted to tell addresses.
      """)
  var rateLimit: String?

  @Option(
    name: .customLong("rate-burst"),
    help: "Requests at once after a pause (as many as the rate in its period).")
  var rateBurst: String?

  @Option(
    name: .customLong("rate-fields"),
    help: "Whether refusals carry RateLimit and RateLimit-Policy (true).")
  var rateFields: String?

  @Option(
    name: .customLong("vendor-images-per-day"),
    help: "Pictures that each vendor may send in a day, also broken ones; 0 for any number (2000).")
  var vendorImagesPerDay: String?

  var flags: [Setting: String] {
    var flags: [Setting: String] = [:]
    flags[.corsOrigins] = corsOrigins
    flags[.rateLimit] = rateLimit
    flags[.rateBurst] = rateBurst
    flags[.rateFields] = rateFields
    flags[.vendorImagesPerDay] = vendorImagesPerDay
    return flags
  }
}
