import Foundation
import TestDatabase
import Testing

extension EndToEnd {
  /// `moa export` and `moa import`.
  @Suite struct ExportTests {
    @Test("An export has every row, as a directory and as a zip file, and only its owner reads it")
    func everyRow() async throws {
      let server = try await MoaServer(["--demo", "--workers", "1"])
      defer { server.remove() }
      let place = server.directory.path
      for name in ["shop", "again.zip"] {
        let saved = try await server.command(["export", "\(place)/\(name)"])
        #expect(saved.status == 0, "\(saved.errors)")
      }
      for table in try Self.tables(of: "\(place)/shop") {
        let count = try await server.psql("select count(*) from moa.\(table.name)")
        #expect(count == "\(table.rows)", "\(table.name)")
      }
      let pictures = try FileManager.default.contentsOfDirectory(atPath: "\(place)/shop/pictures")
      #expect(pictures.count > 100)
      let unzipped = try await Program.run(
        Workplace.tool("python3", from: "python3"),
        ["-m", "zipfile", "-e", "again.zip", "unzipped"], in: server.directory)
      #expect(unzipped.status == 0, "\(unzipped.errors)")
      let differences = try await Program.run(
        Workplace.tool("diff", from: "diffutils"), ["-r", "shop", "unzipped"], in: server.directory)
      #expect(differences.output == "")
      #expect(try Self.mode(of: "\(place)/again.zip") == 0o600)
      #expect(try Self.mode(of: "\(place)/shop") == 0o700)
      #expect(try Self.mode(of: "\(place)/shop/vendors.jsonl") == 0o600)
      let refused = try await server.command(["export", "\(place)/shop"])
      #expect(refused.status == 64)
      #expect(refused.errors.contains("is there already"), "\(refused.errors)")
    }

    struct Table: Decodable {
      let name: String
      let rows: Int
    }

    private struct Manifest: Decodable {
      let tables: [Table]
    }

    private static func tables(of export: String) throws -> [Table] {
      let file = URL(fileURLWithPath: "\(export)/manifest.json")
      return try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: file)).tables
    }

    private static func mode(of path: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return (attributes[.posixPermissions] as? Int ?? 0) & 0o777
    }
  }
}
