/// What a worker must know besides the settings, which it reads as its parent did: the first line
/// on the channel between them, so that no secret is in an argument or a variable.
struct WorkerConfiguration: Codable, Equatable {
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
  var signingKey: [UInt8]?
  /// The descriptor of the ``WorkerMemory``.
  var memory: Int32?
  /// The descriptor of the ``MetricsMemory``; nil where nothing is measured.
  var metrics: Int32?
  /// Its place in the counts there, from 0.
  var slot = 0
  /// Whether nobody but its parent and the workers listens on the socket.
  var isListenerOurs = false
  /// Whether it is the one that sweeps for all.
  var sweeps = false
  /// What the keys of TLS tickets come from, so that each resumes the sessions of the others.
  var ticketSecret: [UInt8]?
}
