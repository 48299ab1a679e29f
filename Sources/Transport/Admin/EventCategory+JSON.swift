import Domain
package import UseCases

extension JSONWriter {
  /// As those see it who arrange the list: references as they were given, not made absolute, so
  /// that what was read can be sent back.
  mutating func category(_ category: EventCategory) {
    object { writer in
      writer.integer("id", category.id)
      writer.string("key", category.key.text)
      writer.string("title", category.title.text)
      writer.string("thumbnail_image_url", category.thumbnailImage.text)
      writer.string("thumbnail_text_image_url", category.thumbnailTextImage.text)
      writer.integer("position", category.position)
      if let startsAt = category.startsAt { writer.string("starts_at", startsAt.rfc3339) }
      if let endsAt = category.endsAt { writer.string("ends_at", endsAt.rfc3339) }
      writer.integer("version", category.version)
    }
  }
}

extension SeedReport {
  /// `{"created":1,"updated":0,"unchanged":9,"removed":0}`; `moa seed` prints it too.
  package var json: JSONWriter {
    var writer = JSONWriter(capacity: 64)
    writer.object { writer in
      writer.integer("created", created)
      writer.integer("updated", updated)
      writer.integer("unchanged", unchanged)
      writer.integer("removed", removed)
    }
    return writer
  }
}
