package import HTTP

extension Limits {
  /// Limits that short inputs reach, so that what holds beyond them is tried, too.
  package static let small = {
    var limits = Limits()
    limits.headBytes = 512
    limits.fields = 16
    limits.targetBytes = 64
    limits.bodyBytes = 1024
    limits.chunkExtensionBytes = 16
    limits.trailerBytes = 32
    limits.trailerFields = 4
    return limits
  }()
}

extension MultipartLimits {
  /// The same for forms.
  package static let small = {
    var limits = MultipartLimits()
    limits.parts = 4
    limits.partHeadBytes = 128
    limits.partHeadFields = 4
    limits.partBytes = 256
    limits.bodyBytes = 1024
    limits.nameBytes = 16
    limits.filenameBytes = 32
    limits.preambleBytes = 64
    limits.epilogueBytes = 64
    return limits
  }()
}
