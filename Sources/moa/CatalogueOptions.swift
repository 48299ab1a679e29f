import App
import ArgumentParser

/// What becomes of large pictures, and how the apps are served that were there before.
struct CatalogueOptions: ParsableArguments {
  @Option(
    name: .customLong("image-oversize"),
    help: "downscale or reject: what becomes of pictures above 300 KB (downscale).")
  var imageOversize: String?

  @Option(
    name: .customLong("openmarket-v2-host"),
    help: """
      A host name that is answered as the second version of Open Market (only the paths below \
      /openmarket/v2 are).
      """)
  var openMarketV2Host: String?

  @Option(
    name: .customLong("mommytalk-key-file"),
    help: """
      File with the key that MommyTalk's apps must send; MOA_MOMMYTALK_KEY holds the key itself \
      (no key is asked for).
      """)
  var mommyTalkKeyFile: String?

  var flags: [Setting: String] {
    var flags: [Setting: String] = [:]
    flags[.imageOversize] = imageOversize
    flags[.openMarketV2Host] = openMarketV2Host
    flags[.mommyTalkKeyFile] = mommyTalkKeyFile
    return flags
  }
}
