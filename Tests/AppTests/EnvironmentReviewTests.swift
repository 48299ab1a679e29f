import Testing

@testable import App

@Suite struct EnvironmentReviewTests {
  @Test(
    "A typing mistake in a variable is told with the variable that was meant",
    arguments: [
      ("MOA_TRUSTED_PROXY", "MOA_TRUSTED_PROXIES"), ("MOA_DATABASE_URI", "MOA_DATABASE_URL"),
      ("MOA_DATADIR", "MOA_DATA_DIR"), ("MOA_PROT", "MOA_PORT"), ("MOA_WORKER", "MOA_WORKERS"),
    ])
  func typingMistake(written: String, meant: String) {
    let doubts = EnvironmentReview.doubts(about: [written: "x"])
    #expect(
      doubts == ["the variable \(written) has no meaning: write \(meant), or remove it."])
  }

  @Test func aVariableThatIsLikeNoOtherIsToldWithoutAnother() {
    #expect(
      EnvironmentReview.doubts(about: ["MOA_SOMETHING_ELSE_ALTOGETHER": "1"])
        == ["the variable MOA_SOMETHING_ELSE_ALTOGETHER has no meaning: remove it."])
  }

  @Test func settingsAndOurOwnVariablesAreNoDoubts() {
    var environment = ["MOA_TEST_PROGRAM": "x", "MOA_PARENT_CHANNEL": "4"]
    for setting in Setting.allCases { environment[setting.environmentVariable] = "x" }
    environment["MOAT"] = "x"
    environment["PATH"] = "/bin"
    #expect(EnvironmentReview.doubts(about: environment).isEmpty)
  }

  @Test func whatKubernetesSaysOfAServiceIsNoSetting() {
    let environment = [
      "MOA_SERVICE_HOST": "10.0.0.1", "MOA_SERVICE_PORT": "80", "MOA_PORT": "tcp://10.0.0.1:80",
      "MOA_PORT_80_TCP": "tcp://10.0.0.1:80", "MOA_PORT_80_TCP_ADDR": "10.0.0.1",
      "MOA_DEMO_SERVICE_HOST": "10.0.0.2", "MOA_DEMO_PORT": "tcp://10.0.0.2:80",
      "MOA_HOST": "0.0.0.0", "PATH": "/bin",
    ]
    #expect(
      EnvironmentReview.withoutServiceLinks(environment)
        == ["MOA_HOST": "0.0.0.0", "PATH": "/bin"])
  }

  @Test func aPortIsASettingAlsoBesideAServiceOfThatName() {
    let environment = ["MOA_SERVICE_HOST": "10.0.0.1", "MOA_PORT": "9000"]
    #expect(EnvironmentReview.withoutServiceLinks(environment) == ["MOA_PORT": "9000"])
  }

  @Test(
    "The distance of two words is the number of letters that differ",
    arguments: [
      ("port", "port", 0), ("prot", "port", 2), ("por", "port", 1), ("", "abc", 3), ("abc", "", 3),
      ("kitten", "sitting", 3),
    ])
  func distance(first: String, second: String, expected: Int) {
    #expect(Spelling.distance(first, second) == expected)
  }

  @Test func ofTwoWordsAsNearTheFirstInTheAlphabetIsMeant() {
    #expect(Spelling.nearest(to: "serva", among: ["servo", "serve"]) == "serve")
    #expect(Spelling.nearest(to: "-p", among: ["-h"]) == nil)
  }
}
