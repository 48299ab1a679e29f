import CSpawn
import Foundation
import Logging

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The first thing that every command does.
package enum Startup {
  /// Leaves no core file and lets nobody of the same account look into this process; the programs
  /// that it starts leave no core file either. Call it before there is a secret in memory.
  package static func closeMemory() { moa_forbid_core_dumps() }

  /// Reads the configuration from flags and the environment of this process, and takes secrets
  /// out of that environment, so that no child process and no crash report holds them.
  ///
  /// Call it before anything else runs: the environment must not change under other threads.
  /// - Throws: all mistakes at once.
  package static func configure(
    _ flags: [Setting: String], _ inheritance: Inheritance = .none
  ) throws(Refusal) -> Configuration {
    let environment = ProcessInfo.processInfo.environment.merging(inheritance.environment) { $1 }
    for setting in Setting.allCases where setting.isSecret {
      erase(setting.environmentVariable)
    }
    do {
      var configuration = try Configuration.read(
        flags: flags, environment: environment, machine: .current(environment: environment))
      // A worker is told what its parent has read, so that all of them know the same key.
      if inheritance.brief == nil { try configuration.readKeyFiles() }
      configuration.forgetAdminToken()
      configuration.forgetMommyTalkKey()
      inheritance.adapt(&configuration)
      return configuration
    } catch let mistakes as ConfigurationMistakes {
      throw Refusal(.configuration, mistakes.description)
    } catch {
      throw Refusal(error)
    }
  }

  /// Removes a variable and overwrites its value, which the system otherwise shows to whoever may
  /// look at the process (`/proc/PID/environ`).
  private static func erase(_ variable: String) {
    guard let value = getenv(variable) else { return }
    memset(value, 0, strlen(value))
    unsetenv(variable)
  }

  /// The log of a server, on standard error.
  package static func log(_ configuration: Configuration) -> EventLog {
    EventLog(LogQueue(descriptor: 2), level: configuration.logLevel)
  }

  /// The log of a command, whose output a person reads: unless a level was asked for, only what
  /// went wrong belongs beside it.
  package static func commandLog(
    _ configuration: Configuration, _ flags: [Setting: String]
  ) -> EventLog {
    let level = flags[.logLevel] == nil ? Logger.Level.error : configuration.logLevel
    return EventLog(LogQueue(descriptor: 2), level: level)
  }
}
