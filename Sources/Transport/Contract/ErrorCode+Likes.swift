import Web

extension ErrorCode {
  /// What is wrong with devices and likes.
  static let likes: [ErrorCode] = [
    ErrorCode(
      "too_many_devices", 429,
      .init("Too many new devices came from this address.", "Wait for the seconds in Retry-After.")),
    ErrorCode(
      "unknown_device", nil,
      .init("No device has this token.", "Send the token of the other device.")),
    ErrorCode(
      "too_many_likes", 409,
      .init("More products would be liked than may be.", "Unlike some first.")),
    ErrorCode(
      "too_many_remembered", 409,
      .init(
        "More products are liked, or were in the last three months, than may be.",
        "Wait until some that are liked no more have been forgotten.")),
    ErrorCode(
      "clock_ahead", nil,
      .init(
        "The time is more than five minutes ahead of the server's.",
        "Set the time by server_time, and send it again.")),
    ErrorCode(
      "malformed_uuid", nil, .init("This is no UUID.", "Write a new UUID for each operation.")),
    ErrorCode(
      "malformed_ids", nil,
      .init("These are no ids with commas between.", "Write them as answers have them.")),
    ErrorCode(
      "too_old", nil,
      .init("The time is more than ninety days ago.", "Forget the operation.")),
  ]
}
