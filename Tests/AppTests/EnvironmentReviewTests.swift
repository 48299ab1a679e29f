import Testing

@testable import App

@Suite struct EnvironmentReviewTests {
  @Test func anUnknownVariableOfOursIsNamed() {
    #expect(
      EnvironmentReview.doubts(about: ["MOA_PROT": "1"]) == [
        "the variable MOA_PROT is not a setting: remove or correct it (`moa config` lists all)."
      ])
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
}
