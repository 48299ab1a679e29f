public struct EventCategoryCell: Sendable, Hashable {}
