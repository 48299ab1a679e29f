import Foundation
import TestDatabase
import Testing

extension EndToEnd {
  /// `moa export` and `moa import`.
  @Suite struct ExportTests {
    private func run(
      _ words: [String], in place: URL
    ) async throws -> (status: Int32, output: String, errors: String) {
      try await Program.run(Workplace.program.path, words, environment: [:], in: place)
    }

    /// The database of a shop that has something of everything.
    private static func shop(in place: URL) async throws -> String {
      let database = try await TestDatabase.shared.makeDatabase()
      let flags = ["--demo", "--migrate", "--workers", "1", "--database-url", database]
      let server = try await MoaServer(flags, from: .nothing, in: place)
      try await server.expectOrderlyStop()
      // A removed and a liked product, and rows of the tables that the demo shop leaves empty.
      try TestDatabase.psql(
        """
        update moa.products set deleted_at = now() where id = 200;
        update moa.products set like_count = 3 where id = 207;
        insert into moa.shoppers default values;
        insert into moa.likes (shopper_id, product_id, is_liked, decided_at, operation_id, sequence,
          title, currency, amount, discount)
        values (1, 207, true, now(), gen_random_uuid(), 1, 'a title', 'KRW', 100, 0);
        insert into moa.access_tokens (id, name, secret_digest, scopes, created_at)
        values ('0123456789abcdef', 'for apps', sha256('1'), '{admin}', now());
        insert into moa.search_clients (id, name, secret_digest, created_at)
        values ('0123456789abcdefghij', E'a "name"\\\\\\n한글', sha256('2'), now());
        insert into moa.search_banned_words values ('bad', 'Bad', 1);
        insert into moa.removed_images values (sha256('3'), now());
        insert into moa.search_term_changes (terms, change) values ('{mug,cup}', 1);
        insert into moa.search_terms values ('mug', 1, 'mug', 'mug') on conflict do nothing;
        select setval('moa.products_id_seq', 5000);
        update moa.products set options = '{one,exported,""}' where id = 207;
        insert into moa.product_variants (product_id, vendor_id, position, choices, amount, discount,
          stock)
        select id, vendor_id, 1, '{exported}', amount, discount, stock
        from moa.products where id = 207;
        do $$ begin
          if to_regclass('moa.stock_operations') is not null then
            insert into moa.stock_operations (vendor_id, id, asked, stock, carried_out_at)
            values (1, gen_random_uuid(), '{}', 1, now());
          end if;
          if to_regclass('moa.history') is not null then
            insert into moa.history (actor_kind, actor_id, actor_name, request_id, action,
              resource, before, after, item_count)
            values ('token', '0a', 'Kim', 'r1', 'update', 'products/207', '{"price": 1}',
              '{"price":2}', 1);
          end if;
        end $$;
        """, in: database)
      return database
    }

    @Test("Export, import into an empty shop, export: the same bytes, and likes stay behind")
    func theSameBytes() async throws {
      let place = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: place) }
      let first = ["--database-url", try await Self.shop(in: place)]
      let second = ["--database-url", try await TestDatabase.shared.makeDatabase()]
      let (one, two) = ("\(place.path)/one", "\(place.path)/two")
      #expect(try await run(["migrate"] + second, in: place).status == 0)
      for words in [
        ["export", one] + first, ["import", one] + second, ["export", two] + second,
        ["export", one + ".zip"] + first, ["export", two + ".zip"] + second,
      ] {
        let result = try await run(words, in: place)
        #expect(result.status == 0, "\(words.prefix(2)): \(result.errors)")
      }
      // So a table of a later migration has rows here, too.
      #expect(try Self.tables(of: one).filter { $0.rows == 0 }.map(\.name) == [])
      #expect(try await differences(one, two, in: place) == "")
      let zips = try [one, two].map { try Data(contentsOf: URL(fileURLWithPath: $0 + ".zip")) }
      #expect(zips[0] == zips[1])
      let people = try TestDatabase.psql(
        "select count(*) + (select sum(like_count) from moa.products) from moa.likes",
        in: second[1])
      #expect(people == "0")
      let refused = try await run(["import", one] + second, in: place)
      #expect(refused.status == 65)
      #expect(refused.errors.contains("is not empty"), "\(refused.errors)")
    }

    @Test("An import that is killed goes on with the next run, and a third one changes nothing")
    func aKilledImport() async throws {
      let place = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: place) }
      let database = try await TestDatabase.shared.makeDatabase()
      let flags = ["--database-url", database]
      #expect(try await run(["migrate"] + flags, in: place).status == 0)
      #expect(try await run(["vendor", "create", "--name", "shop"] + flags, in: place).status == 0)
      let picture = Workplace.root.appendingPathComponent("db/demo/images/product-tea-1.png")
      try FileManager.default.copyItem(atPath: picture.path, toPath: place.path + "/tea.png")
      let rows = (1...4_000).map { "K\($0),product \($0),1000,1,tea.png\n" }.joined()
      let file = place.path + "/products.csv"
      try ("key,name,price,stock,images\n" + rows)
        .write(toFile: file, atomically: true, encoding: .utf8)
      let words = ["import", file, "--currency", "KRW"] + flags
      let killed = try Program(Workplace.program.path, words, environment: [:], in: place)
      let count = { try Int(TestDatabase.psql("select count(*) from moa.products", in: database)) }
      try await waiting(for: "the first products") { try count() == 0 ? nil : true }
      killed.signal(SIGKILL)
      #expect(try await killed.ended() == 137)
      let others = "select pid from pg_stat_activity where datname = current_database()"
      try await waiting(for: "the end of its session") {
        try TestDatabase.psql(others + " and pid <> pg_backend_pid()", in: database) == ""
          ? true : nil
      }
      let written = try #require(try count())
      #expect(written < 4_000)
      let next = try await run(words, in: place)
      #expect(
        next.output.hasPrefix("made \(4_000 - written), changed 0, unchanged \(written), refused 0")
      )
      let third = try await run(words, in: place)
      #expect(third.output.hasPrefix("made 0, changed 0, unchanged 4000, refused 0"))
      #expect(
        try TestDatabase.psql("select count(*) from moa.product_images", in: database) == "4000")
    }

    /// The differences of two directories, as `diff` tells them.
    private func differences(
      _ one: String, _ two: String, in place: URL
    ) async throws -> String {
      let result = try await Program.run(
        Workplace.tool("diff", from: "diffutils"), ["-rq", one, two], in: place)
      return result.output + result.errors
    }

    @Test("An imported zip file is a shop that serves, and new products get new ids")
    func anImportedShopServes() async throws {
      let server = try await MoaServer(["--demo", "--workers", "1"])
      defer { server.remove() }
      let zip = server.directory.path + "/shop.zip"
      #expect(try await server.command(["export", zip]).status == 0)
      let home = try await Curl(base: server.url).get("/v1/products?limit=50").text
      let elsewhere = try Workplace.makeDirectory()
      let data = ["--data-dir", elsewhere.path + "/data"]
      let imported = try await run(["import", zip] + data, in: elsewhere)
      #expect(imported.status == 0, "\(imported.errors)")
      let other = try await MoaServer(["--demo", "--workers", "1"], from: .nothing, in: elsewhere)
      defer { other.remove() }
      let answer = try await Curl(base: other.url).get("/v1/products?limit=50")
      #expect(Self.items(of: answer.text, at: other.url) == Self.items(of: home, at: server.url))
      let next = try await other.psql(
        "select nextval('moa.products_id_seq') > max(id) from moa.products")
      #expect(next == "t")
    }

    /// The products of a page, without the host, and without the cursor, which a server signs.
    private static func items(of page: String, at host: String) -> String {
      page.replacing(host, with: "").replacing(/"page":.*/, with: "")
    }

    @Test("A changed or missing file, or a compressed zip file, is refused, and nothing changes")
    func notAsItWasWritten() async throws {
      let place = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: place) }
      let database = try await TestDatabase.shared.makeDatabase()
      let flags = ["--database-url", database]
      #expect(try await run(["migrate"] + flags, in: place).status == 0)
      #expect(try await run(["demo", "--products", "10"] + flags, in: place).status == 0)
      let shop = "\(place.path)/shop"
      #expect(try await run(["export", shop] + flags, in: place).status == 0)
      let packed = try await Program.run(
        Workplace.tool("python3", from: "python3"),
        ["-c", "import shutil; shutil.make_archive('\(shop)', 'zip', '\(shop)')"], in: place)
      #expect(packed.status == 0, "\(packed.errors)")
      let empty = ["--database-url", try await TestDatabase.shared.makeDatabase()]
      #expect(try await run(["migrate"] + empty, in: place).status == 0)
      let compressed = try await run(["import", shop + ".zip"] + empty, in: place)
      #expect(compressed.status == 65)
      #expect(
        compressed.errors.contains("unpack it and name the directory"), "\(compressed.errors)")
      let products = URL(fileURLWithPath: "\(shop)/products.jsonl")
      let rows = try String(contentsOf: products, encoding: .utf8)
      try rows.replacing("\"stock\":1", with: "\"stock\":2").write(
        to: products, atomically: false, encoding: .utf8)
      let changed = try await run(["import", shop] + empty, in: place)
      #expect(changed.status == 65)
      #expect(changed.errors.contains("products.jsonl in"), "\(changed.errors)")
      try FileManager.default.removeItem(at: products)
      let missing = try await run(["import", shop] + empty, in: place)
      #expect(missing.errors.contains("lacks the file products.jsonl"), "\(missing.errors)")
      #expect(try TestDatabase.psql("select count(*) from moa.products", in: empty[1]) == "0")
    }

    @Test("Products as CSV: a row for each variant, and nothing that a spreadsheet would compute")
    func aSheet() async throws {
      let place = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: place) }
      let flags = ["--database-url", try await TestDatabase.shared.makeDatabase()]
      #expect(try await run(["migrate"] + flags, in: place).status == 0)
      let code = "0123456789abcdef0123456789abcde"
      try TestDatabase.psql(
        """
        insert into moa.vendors (identifier, name, secret_hash)
        values (gen_random_uuid(), 'shop', 'hash');
        insert into moa.products (vendor_id, code, name, description, currency, amount, discount,
          stock, type, category_path, tags, options, is_hidden, deleted_at, created_at, updated_at)
        values
          (1, '\(code)1', '린넨 셔츠', E'시원해요.\n"정말", A < B', 'KRW', 30000, 3000, 5, 1,
            '{의류,셔츠}', '{여름,BEST}', '{색상,검정,#111111,색상,흰색,"",사이즈,M,""}', false, null,
            now(), now()),
          (1, '\(code)2', '=1+1', '-2', 'USD', 1999, 0, 3, 1, '{}', '{}', null, true, now(), now(),
            now()),
          (1, '\(code)3', 'removed', '', 'USD', 5, 0, 3, 1, '{}', '{}', null, false, now(), now(),
            now());
        insert into moa.product_variants (product_id, vendor_id, position, choices, sku, amount,
          discount, stock)
        values
          (1, 1, 1, '{검정,M}', '@1', 30000, 3000, 5), (1, 1, 2, '{흰색,M}', null, 30000, 0, 0);
        """, in: flags[1])
      let file = place.path + "/products.csv"
      let saved = try await run(["export", "--products", file] + flags, in: place)
      #expect(saved.output == "exported 2 products in 3 rows into \(file)\n", "\(saved.errors)")
      let lines = [
        "\u{FEFF}key,name,description,currency,price,original_price,stock,option1_name,option1_value"
          + ",option2_name,option2_value,option3_name,option3_value,sku,variant_image,images,brand"
          + ",maker,item_type,category_path,tags,is_hidden",
        "code:\(code)1,린넨 셔츠,\"시원해요.\n\"\"정말\"\", A < B\",KRW,27000,30000,5,색상,검정,사이즈,M,,,'@1,,,,,"
          + ",의류 > 셔츠,\"여름,BEST\",false",
        "code:\(code)1,,,,30000,,0,,흰색,,M,,,,,,,,,,,",
        "code:\(code)2,'=1+1,'-2,USD,19.99,,3,,,,,,,,,,,,,,,true", "",
      ]
      let written = try Data(contentsOf: URL(fileURLWithPath: file))
      #expect(String(decoding: written, as: UTF8.self) == lines.joined(separator: "\r\n"))
      #expect(try Self.mode(of: file) == 0o600)
    }

    @Test("Only its owner reads an export, a zip tool unpacks it, and what is there stays")
    func files() async throws {
      let server = try await MoaServer(["--workers", "1"])
      defer { server.remove() }
      let place = server.directory.path
      for name in ["shop", "shop.zip"] {
        let saved = try await server.command(["export", "\(place)/\(name)"])
        #expect(saved.status == 0, "\(saved.errors)")
      }
      let unzipped = try await Program.run(
        Workplace.tool("python3", from: "python3"),
        ["-m", "zipfile", "-e", "\(place)/shop.zip", "\(place)/unzipped"], in: server.directory)
      #expect(unzipped.status == 0, "\(unzipped.errors)")
      #expect(
        try await differences("\(place)/shop", "\(place)/unzipped", in: server.directory) == "")
      #expect(try Self.mode(of: "\(place)/shop.zip") == 0o600)
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
