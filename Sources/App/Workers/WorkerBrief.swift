/// What a worker must know besides the settings, which it reads as its parent did: the first line
/// on the channel between them, so that no secret is in an argument or a variable.
struct WorkerBrief: Codable, Equatable {
  /// How many share the listener, the limit of connections and the database.
  var workers: Int
  /// libpq's connection text; may hold a password.
  var database: String
  /// Whether that is the parent's private PostgreSQL, whose connections are shared out.
  var isDatabasePrivate: Bool
  /// The same of its standby for reads, if there is one.
  var replica: String?
  /// The SHA-256 of the administrator's token.
  var adminTokenDigest: [UInt8]?
  /// The SHA-256 of the key of MommyTalk's apps.
  var mommyTalkKeyDigest: [UInt8]?
  /// What everything is signed with that clients bring back; nil when the parent could not read it.
  /// A worker that starts anew while the database is away serves all the same.
  var sealKey: [UInt8]?
  /// The descriptor of the ``WorkerMemory``.
  var workerMemory: Int32?
  /// The descriptor of the memory in which the workers see how many connections each has.
  var connectionBoard: Int32?
  /// Its place there, from 0.
  var seat = 0
  /// Whether nobody but its parent and the workers listens on the socket.
  var isListenerOurs = false
  /// Whether it is the one that sweeps for all.
  var sweeps = false
  /// What the keys of TLS tickets come from, so that each resumes the sessions of the others.
  var ticketSecret: [UInt8]?
}

/// What a parent leaves to the program that takes its place in the same process: descriptors that
/// stay open, and who belongs to it.
struct HandOverState: Codable, Equatable {
  /// The form of this very text. A program that reads another one must refuse: the old one then
  /// goes on.
  static let currentVersion = 1

  struct Worker: Codable, Equatable {
    var process: Int32
    /// Our end of the channel between us.
    var channel: Int32
    /// Told to end already.
    var isLeaving: Bool
  }

  var version = Self.currentVersion
  /// Only asks whether it could: the answer is a line on the descriptor that this came from.
  var isRehearsal: Bool
  var listener: Int32
  /// The Unix-domain socket's file, when it is ours to remove.
  var listenerFile: ListenerFile?
  /// Whether nobody outside of the server listens on the socket; nil from a program that did not
  /// tell.
  var isListenerOurs: Bool?
  /// Of the data directory, when the database is the private one.
  var lock: Int32?
  /// An external database's connection text.
  var database: String?
  /// The same of its standby for reads.
  var replica: String?
  var adminTokenDigest: [UInt8]?
  var mommyTalkKeyDigest: [UInt8]?
  /// Of the ``WorkerMemory``: what that gets besides stands behind what it had, so that programs may
  /// follow each other; were it laid out anew, this would need a new name.
  var workerMemory: Int32?
  var workers: [Worker]

  /// Everything that stays open across the exec.
  var descriptors: [Int32] {
    [listener] + [lock, workerMemory].compactMap { $0 } + workers.map(\.channel)
  }

  /// A file by what no later file of the same name has.
  struct ListenerFile: Codable, Equatable {
    var device: UInt64
    var node: UInt64
    var made: Int64
  }
}
