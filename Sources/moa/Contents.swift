import App
import ArgumentParser
import Operations

/// `moa seed`
struct Seed: DatabaseCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replace lists of the shop with those in a JSON file.",
    discussion: """
      The file has lists by their names: categories, item_types, event_banners, home_sections, \
      app_config, event_categories, event_products, search. Each has the form of PUT /admin/v1/...: items \
      that are missing in a list are removed. Lists that are not in the file do not change.

      Nothing is written if anything in it is wrong. Mistakes in the document are listed all at \
      once, each with its JSON pointer; if there are none, contradictions to the shop are listed.
      """)

  @Argument(
    help:
      "Read this file, or - for standard input: {\"categories\":[{\"id\":1,\"title\":...}],...}.")
  var file: String

  @Flag(name: .customLong("dry-run"), help: "Only report what would change.")
  var dryRun = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.seed(file: file, dryRun: dryRun))
    }
  }
}

/// `moa export`
struct Export: DatabaseCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the whole shop as JSON lines and pictures.",
    discussion: """
      The shop is of one moment, while servers run: lists, vendors, products, search rules, settings \
      of apps, and tokens as digests. Each table is a file of JSON lines, each picture a file \
      named by its SHA-256, and manifest.json counts them. Devices, likes, views and searches of \
      people stay behind, and so do keys of servers. Only the owner can read the files.

      The same shop gives the same bytes. `moa import` puts it into an empty shop, with its ids.

      With --products a vendor's products are written as CSV for a spreadsheet instead, which \
      `moa import` reads too. Texts that a spreadsheet would compute begin with an apostrophe there.
      """)

  @Argument(help: "A new directory, or a file that ends in .zip.")
  var path: String?

  @Option(help: "Write products as CSV into this file; - for standard output.")
  var products: String?

  @Option(help: "Identifier of the products' vendor (default: the only one).")
  var vendor: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  var wrongValues: [String] {
    var wrong: [String] = []
    if (path == nil) == (products == nil) {
      wrong.append("name either a directory or .zip file, or --products with a file.")
    }
    if vendor != nil, products == nil { wrong.append("--vendor is for --products.") }
    return wrong
  }

  func run() async {
    await administer(database) { session throws(CommandError) in
      guard let products else {
        return try output.say(await session.exportShop(to: path ?? "", ProgressLine()))
      }
      let report = try await session.exportProducts(to: products, of: vendor, ProgressLine())
      if products == "-" { output.sayBeside(report) } else { try output.say(report) }
    }
  }
}

/// `moa import`
struct Import: DatabaseCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make products of a merchant's files, or put an export into an empty shop.",
    discussion: """
      Files of products are CSV or JSON lines of ours, exports of Shopify, WooCommerce and Cafe24, \
      and workbooks (.xlsx) of Naver and Coupang; --columns reads any other table. Products are made \
      and changed by their keys: the same file again changes nothing, and after an interruption \
      the next run goes on. The report lists what is refused, changed or left out, in which rows, \
      and how to mend it. Columns that a file lacks stay as they are in the shop. Pictures are files \
      beside the products, or are fetched over https by curl.

      An export (a directory or a .zip with manifest.json, as `moa export` writes it) needs an empty \
      shop. All of it is put in, or nothing. Ids, codes, identifiers of vendors and digests of \
      secrets stay the same. Stop the servers of the database first.
      """)

  @Argument(help: "A file, a directory, or - for standard input.")
  var path: String

  @Option(help: "Identifier of the products' vendor; by default the only one.")
  var vendor: String?

  @Option(help: "Currency of prices whose file names none: KRW, USD, JPY or EUR.")
  var currency: String?

  @Option(
    help: "shopify, woocommerce, cafe24, naver, coupang or moa; by default found by the header.")
  var from: String?

  @Option(
    help: """
      A JSON file that says how the columns of another table are named, such as \
      {"key":"품번","name":"상품명","price":"가격"}.
      """)
  var columns: String?

  @Option(help: "Stock of new products whose file has none.")
  var stock = 0

  @Flag(name: .customLong("dry-run"), help: "Only report what would change; no picture is loaded.")
  var dryRun = false

  @Flag(name: .customLong("allow-private"), help: "Fetch pictures from private networks, too.")
  var allowPrivate = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      guard path == "-" || !AdministrationSession.isExport(path) else {
        return try output.say(await session.importShop(from: path, ProgressLine()))
      }
      var options = ProductImportOptions()
      try options.read(from: from, currency: currency, columns: columns, stock: stock)
      (options.vendor, options.isDryRun, options.allowsPrivate) = (vendor, dryRun, allowPrivate)
      try output.say(await session.importProducts(from: path, options, ProgressLine()))
    }
  }
}

/// `moa demo`
struct Demo: DatabaseCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add many generated products for load tests.",
    discussion: """
      The products are the same on every machine. They belong to two hundred vendors that cannot \
      log in; the first has a hundred thousand if there are at least twice as many. They are not \
      removed by themselves, and with a hundred thousand or more the shop does not answer until \
      all are loaded: use a separate database.
      """)

  @Option(help: "How many, up to 10,000,000.")
  var products: Int

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.addDemoProducts(products, ProgressLine(of: products)))
    }
  }
}

/// `moa fixtures`
struct Fixtures: DatabaseCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the shop's answers as JSON files for previews and tests.",
    discussion: """
      The files are answers of the routes: screens, lists, a product, and two errors. Start a \
      server with --demo once to have content.
      """)

  @Argument(help: "Write into this directory; it is made if it does not exist.")
  var directory: String

  @Option(name: .customLong("image-host"), help: "The host in the URLs of pictures.")
  var imageHost = "shop.example"

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.writeFixtures(into: directory, host: imageHost))
    }
  }
}
