package import HTTP

extension Limits {
  /// Limits that short inputs reach, so that what holds beyond them is tried, too.
  package static let small = {
    var limits = Limits()
    limits.headOctets = 512
    limits.fields = 16
    limits.targetOctets = 64
    limits.bodyOctets = 1024
    limits.chunkExtensionOctets = 16
    limits.trailerOctets = 32
    limits.trailerFields = 4
    return limits
  }()
}

extension MultipartLimits {
  /// The same for forms.
  package static let small = {
    var limits = MultipartLimits()
    limits.parts = 4
    limits.partHeadOctets = 128
    limits.partHeadFields = 4
    limits.partOctets = 256
    limits.bodyOctets = 1024
    limits.nameOctets = 16
    limits.filenameOctets = 32
    limits.preambleOctets = 64
    limits.epilogueOctets = 64
    return limits
  }()
}
