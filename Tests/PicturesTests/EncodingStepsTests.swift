import Domain
import Foundation
import Testing

@testable import Pictures

@Suite struct EncodingStepsTests {
  /// What encodings come to, in place of a tool.
  struct Model {
    let side: Int
    /// JPEG of quality 85 at the whole size; other encodings in proportion.
    let bytes: Double
    var exponent = 1.9

    func bytes(_ step: EncodingSteps.Step) -> Int {
      let share =
        switch step.encoding {
        case .jpeg(let quality, _): [85: 1.0, 75: 0.7, 60: 0.52][quality] ?? Double.infinity
        case .png: 1.0
        case .pngPalette(let quality, _): Double(quality) / 200
        case .raw: Double.infinity
        }
      return Int(bytes * share * pow(Double(step.side) / Double(side), exponent))
    }

    /// What was tried, and what is taken in the end.
    func run(
      guess: Int, isOpaque: Bool = true, limit: Int = ImageLimits.servedBytesMax
    ) -> (steps: [EncodingSteps.Step], taken: EncodingSteps.Step?) {
      let encodings =
        isOpaque
        ? EncodingSteps.Encodings.opaque() : .transparent([.png(), .pngPalette(quality: 90)])
      var encodingSteps = EncodingSteps(side: side, guess: guess, encodings, limit: limit)
      var steps: [EncodingSteps.Step] = []
      var taken: EncodingSteps.Step?
      while let step = encodingSteps.next() {
        steps.append(step)
        // The contract of the last resort, whatever the model says.
        let count = step.side <= EncodingSteps.sideMin ? min(limit, bytes(step)) : bytes(step)
        if count <= limit { taken = step }
        encodingSteps.note(count)
      }
      return (steps, taken)
    }
  }

  @Test func whatFitsIsEncodedOnceAtItsBest() {
    let model = Model(side: 2_000, bytes: 200_000)
    #expect(model.run(guess: 250_000).steps == [.init(side: 2_000, encoding: .jpeg(quality: 85))])
    let steps = model.run(guess: 250_000, isOpaque: false).steps
    #expect(steps == [.init(side: 2_000, encoding: .png())])
  }

  @Test func qualityGoesDownBeforeTheSizeDoes() {
    let steps = Model(side: 2_000, bytes: 400_000).run(guess: 300_000).steps
    #expect(steps.map(\.side) == [2_000, 2_000])
    #expect(steps.map(\.encoding) == [.jpeg(quality: 85), .jpeg(quality: 75)])
  }

  @Test func whatFitsAgainstAllExpectationIsMadeBetter() {
    let steps = Model(side: 2_000, bytes: 200_000).run(guess: 3_000_000).steps
    #expect(steps.last == .init(side: 2_000, encoding: .jpeg(quality: 85)))
  }

  @Test func lettersKeepTheirColoursAtEveryStep() {
    let encodings = EncodingSteps.Encodings.opaque(quality: 70, keepsChroma: (true, true))
    let all = encodings.whole.map(\.encoding) + [encodings.smaller.encoding]
    #expect(
      all == [
        .jpeg(quality: 70, fullChroma: true), .jpeg(quality: 60, fullChroma: true),
        .jpeg(quality: 75, fullChroma: true),
      ])
  }

  /// Raw, 256 x 256 pixels of four bytes are less than the limit.
  @Test func theLastStepAlwaysFits() {
    #expect(256 * 256 * 4 + 256 + 1_000 < ImageLimits.servedBytesMax)
    for side in [200, 257, 1_000, 8_192] {
      for isOpaque in [true, false] {
        for bytes in [1e5, 1e6, 1e8, 1e12] {
          let run = Model(side: side, bytes: bytes).run(guess: 1_000_000, isOpaque: isOpaque)
          #expect(run.taken != nil)
          #expect(run.steps.count <= EncodingSteps.triesMax)
        }
      }
    }
  }

  @Test("the side that is taken is the largest that fits, or nearly, whatever was guessed")
  func theLargestThatFits() {
    for side in [1_200, 1_600, 4_032, 8_192] {
      for bytes in [3.2e5, 4e5, 5e5, 7e5, 1e6, 2e6, 5e6, 1e7] {
        // Smooth pictures lose few bytes when they are made smaller.
        for exponent in [0.8, 1.0, 1.2, 1.5, 1.8, 2.0, 2.2] {
          for error in [0.25, 0.5, 1, 2, 4] {
            let model = Model(side: side, bytes: bytes, exponent: exponent)
            let run = model.run(guess: Int(bytes * error))
            let taken = run.taken.map(model.bytes) ?? 0
            if let last = run.taken?.side, last <= EncodingSteps.sideMin { continue }
            let isBest = run.taken?.side == side || taken >= ImageLimits.servedBytesMax * 8 / 10
            #expect(isBest, "\(side) \(bytes) \(exponent) \(error): \(taken) \(run.steps)")
            #expect(taken <= ImageLimits.servedBytesMax)
            #expect(run.steps.count <= EncodingSteps.triesMax)
          }
        }
      }
    }
  }
}
