import HTTP
import Web

extension EventCategoryAdminRoutes {
  static let endpoints = [
    listEndpoint, replaceEndpoint, addEndpoint, findEndpoint, editEndpoint, removeEndpoint,
  ]

  static let listEndpoint = Endpoint(
    .get, path, "listEventCategoriesForAdministration", .administration,
    "List event categories, live or not",
    .json(Wire.eventCategories.schema, "Live or not.", fields: ["ETag"])
  ).with {
    $0.access = .administrator
    $0.fields = [.ifNoneMatch]
  }

  static let replaceEndpoint = Endpoint(
    .put, path, "replaceEventCategories", .administration, "Replace event categories",
    .json(Wire.listReport.schema, "What was changed.", fields: ["ETag"])
  ).with {
    $0.meaning = """
      What has the same key stays the same event category; what is missing is removed. Needs \
      `If-Match`, or in the body what was read: the `version` of the list, or `id` and `version` of items.
      """
    $0.access = .administrator
    $0.query = [DryRun.parameter.declaration]
    $0.fields = [.ifMatch, .idempotencyKey]
    $0.body = .json(
      EventCategoryDocument.list, "The whole list.", example: ["items": [draftExample]])
    $0.refusals = [.conflict, .preconditionRequired]
  }

  static let addEndpoint = Endpoint(
    .post, path, "addEventCategory", .administration, "Add an event category",
    .json(
      Wire.eventCategory.schema, "It is the last of the list.", status: .created,
      fields: ["Location", "ETag"]),
    .json(Wire.listReport.schema, "What a dry run would change.", fields: ["ETag"])
  ).with {
    $0.access = .administrator
    $0.query = [DryRun.parameter.declaration]
    $0.fields = [.idempotencyKey]
    $0.body = .json(
      EventCategoryDocument.draft, "The event category.", example: draftExample)
  }

  static let findEndpoint = Endpoint(
    .get, path + "/{id}", "getEventCategoryForAdministration", .administration,
    "Get an event category, live or not",
    .json(Wire.eventCategory.schema, "Live or not.", fields: ["ETag"])
  ).with {
    $0.access = .administrator
    $0.pathParameters = [idParameter]
    $0.fields = [.ifNoneMatch]
  }

  static let editEndpoint = Endpoint(
    .patch, path + "/{id}", "editEventCategory", .administration, "Change an event category",
    .json(
      .either([.object(Wire.eventCategory.schema), .object(Wire.listReport.schema)]),
      "As it is now, or what a dry run would change.", fields: ["ETag"])
  ).with {
    $0.meaning = "A JSON merge patch (RFC 7396): what is left out stays."
    $0.access = .administrator
    $0.pathParameters = [idParameter]
    $0.query = [DryRun.parameter.declaration]
    $0.fields = [.ifMatch, .idempotencyKey]
    $0.body = .json(
      EventCategoryDocument.patch, "What shall change.",
      example: ["title": "명품", "ends_at": .null])
    $0.refusals = [.preconditionRequired]
  }

  static let removeEndpoint = Endpoint(
    .delete, path + "/{id}", "removeEventCategory", .administration, "Remove an event category",
    .empty(.noContent, "It is removed."),
    .json(Wire.listReport.schema, "What a dry run would change.")
  ).with {
    $0.access = .administrator
    $0.pathParameters = [idParameter]
    $0.query = [DryRun.parameter.declaration]
    $0.fields = [.ifMatch, .idempotencyKey]
  }

  private static let draftExample: JSONValue = [
    "key": "winter-sale", "title": "겨울 세일", "thumbnail_image_url": "/images/none.png",
    "thumbnail_text_image_url": "/images/none.png", "starts_at": "2026-12-01T00:00:00Z",
    "ends_at": "2027-03-01T00:00:00Z",
  ]

  static let idParameter = ParameterDeclaration(
    name: "id", schema: .integer(1...), meaning: "Of the event category.", example: 1)
}
