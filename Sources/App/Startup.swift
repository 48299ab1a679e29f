import LocalPostgres
import Logging
package import Operations
import Postgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The first thing that every command does.
package enum Startup {
  /// Reads the configuration from flags and the environment of this process, and takes secrets
  /// out of that environment, so that no child process and no crash report holds them.
  ///
  /// Call it before anything else runs: the environment must not change under other threads.
  /// - Throws: all mistakes at once.
  package static func configure(
    _ flags: [Setting: String], _ inheritance: Inheritance = .none
  ) throws(CommandError) -> Configuration {
    let environment = EnvironmentReview.withoutServiceLinks(OwnProcess.environment)
      .merging(inheritance.environment) { $1 }
    for setting in Setting.allCases where setting.isSecret {
      erase(setting.environmentVariable)
    }
    do {
      var configuration = try Configuration.read(
        flags: flags, environment: environment, machine: .current(environment: environment))
      configuration.postgresVariables = ConnectionString.environmentVariables
        .filter { environment[$0] != nil }.sorted()
      // The data directory alone identifies the private database: with a PGHOSTADDR from the shell
      // we would connect to another server, and serve and migrate that.
      if inheritance.isDatabasePrivate ?? (configuration.database == nil) {
        configuration.postgresVariables.forEach(erase)
      }
      let temporary = chooseTemporaryDirectory(environment, configuration)
      // A worker gets the values from its parent, so that all have the same key.
      if inheritance.workerConfiguration == nil {
        configuration.doubts += EnvironmentReview.doubts(about: environment)
        if let doubt = temporary.doubt { configuration.doubts.append(doubt) }
        try configuration.readKeyFiles()
      }
      try configuration.adoptPasswordFiles()
      configuration.forgetAdminToken()
      configuration.forgetMommyTalkKey()
      inheritance.adapt(&configuration)
      return configuration
    } catch let mistakes as ConfigurationMistakes {
      let others =
        Configuration.mistakesInKeyFiles(
          flags: flags, environment: environment, machine: .current(environment: environment))
        + EnvironmentReview.doubts(about: environment)
      throw CommandError(
        .configuration, ConfigurationMistakes(mistakes.sentences + others).description)
    } catch {
      throw CommandError(error)
    }
  }

  /// Has everything that makes temporary files make them where it can.
  private static func chooseTemporaryDirectory(
    _ environment: [String: String], _ configuration: Configuration
  ) -> TemporaryFiles {
    let named = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 }
    let files = TemporaryFiles.choose(
      named: named,
      dataDirectory: configuration.database == nil ? configuration.dataDirectory : nil)
    if let directory = files.directory { setenv("TMPDIR", directory, 1) }
    return files
  }

  /// Every mistake in the settings that these flags and the environment make, one sentence each.
  package static func mistakes(in flags: [Setting: String]) -> [String] {
    let environment = EnvironmentReview.withoutServiceLinks(OwnProcess.environment)
    let machine = Machine.current(environment: environment)
    let files = Configuration.mistakesInKeyFiles(
      flags: flags, environment: environment, machine: machine)
    do throws(ConfigurationMistakes) {
      _ = try Configuration.read(flags: flags, environment: environment, machine: machine)
      return files
    } catch { return error.sentences + files }
  }

  /// Every setting with its value and where that comes from.
  package static func settings(_ flags: [Setting: String]) -> SettingTable {
    let environment = EnvironmentReview.withoutServiceLinks(OwnProcess.environment)
    return SettingTable(
      flags: flags, environment: environment, machine: .current(environment: environment))
  }

  /// Removes a variable and overwrites its value, which the system otherwise shows to every account
  /// that may look at the process (`/proc/PID/environ`).
  private static func erase(_ variable: String) {
    guard let value = getenv(variable) else { return }
    memset(value, 0, strlen(value))
    unsetenv(variable)
  }

  /// Prints doubtful settings on standard error, beside the output of a command.
  package static func tellDoubts(_ doubts: [String]) {
    for doubt in doubts { CommandError(.configuration, "warning: \(doubt)").tell() }
  }

  /// The log of a server, on standard error.
  package static func log(_ configuration: Configuration) -> EventLog {
    EventLog(
      LogQueue(descriptor: 2, format: configuration.logFormat), level: configuration.logLevel)
  }

  /// The log of a command, whose output a person reads: unless a level was set, it only shows
  /// errors.
  package static func commandLog(
    _ configuration: Configuration, _ flags: [Setting: String]
  ) -> EventLog {
    let level = flags[.logLevel] == nil ? Logger.Level.error : configuration.logLevel
    return EventLog(LogQueue(descriptor: 2, format: configuration.logFormat), level: level)
  }
}
