import App
import ArgumentParser
import Operations

/// `moa image`
struct ImageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "image", abstract: "Remove pictures.", subcommands: [ImageRemove.self])
}

/// `moa image remove`
struct ImageRemove: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a picture for good and everywhere.",
    discussion: """
      Products lose it, items of lists show a gray placeholder instead, and uploads of it are \
      refused. Remove it from caches in front of the server, too.
      """)

  @Argument(help: "The 64 digits in its URL, or the whole URL.")
  var picture: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  var wrongValues: [String] { AdministrationSession.mistakes(ofImage: picture) }

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.removeImage(picture))
    }
  }
}

/// `moa device`
struct DeviceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device", abstract: "Revoke devices of shoppers.",
    subcommands: [DeviceRevoke.self])
}

/// `moa device revoke`
struct DeviceRevoke: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Revoke a device's token; its likes go if no other device has them.")

  @Argument(help: "Its number as the audit log has it, such as device:7, or its token.")
  var device: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  var wrongValues: [String] { AdministrationSession.mistakes(ofDevice: device) }

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.revokeDevice(device))
    }
  }
}
