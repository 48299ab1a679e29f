/// Words that stand for those of a large shop: a few are in very many titles, and most in hardly
/// any. A word is half as frequent as one of half its rank, as words of people are.
///
/// Source: Zipf, "Human Behavior and the Principle of Least Effort".
enum DemoWords {
  /// Powers of two of ranks: 32,767 words.
  private static let octaves = 15
  private static let syllables = Array(
    "가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토포호구누두루무부수우주추쿠투푸후기니디리미비시이지치키티피히")

  /// The word at that place of that product: the same on every machine.
  static func word(_ product: Int, _ place: Int) -> String {
    var random = SeededRandom(product &* 4 &+ place &+ 1_000_003)
    let octave = random.roll(octaves)
    return text(of: 1 << octave + random.roll(1 << octave))
  }

  /// Two syllables for frequent words, three for others; a rank has one word.
  static func text(of rank: Int) -> String {
    let count = syllables.count
    // Neighbours in rank share no syllable.
    let mixed = rank &* 2_741 % (count * count)
    var word = [syllables[mixed % count], syllables[mixed / count]]
    if rank >= 2_048 { word.append(syllables[rank * 31 % count]) }
    return String(word)
  }
}
