// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those on the wire, so that no list of coding keys can hide a mistake.

import Foundation

@testable import AppDecoders

// What our own endpoints answer: every member is required and has exactly this type.

struct Items<Item: Decodable & Equatable>: Decodable, Equatable {
  let items: [Item]
}

struct EventCell: Decodable, Equatable {
  let id: Int
  let title: String
  let image_url: String
  let position: Int
}

struct EventCard: Decodable, Equatable {
  let id: Int
  let title: String
  let thumbnail_image_url: String
  let thumbnail_text_image_url: String
  let position: Int
}

struct ArrangedCategory: Decodable, Equatable {
  let id: Int
  let key: String
  let title: String
  let position: Int
  let version: Int
}

struct SeedReport: Decodable, Equatable {
  var created = 0
  var updated = 0
  var unchanged = 0
  var removed = 0
}

struct Problem: Decodable {
  struct FieldError: Decodable {
    let pointer: String?
    let code: String
    let detail: String
  }
  let title: String
  let status: Int
  let code: String
  let detail: String
  let errors: [FieldError]?
}

extension Answer {
  /// Decodes as the app does that reads times of one very form.
  func market<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    try RxMarketApp.decoder.decode(type, from: body)
  }
}
