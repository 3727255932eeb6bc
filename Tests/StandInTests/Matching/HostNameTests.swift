import StandIn
import Testing

struct HostNameTests {
  // The samples of RFC 3492, section 7.1, that are in lower case and normal form, and some more.
  @Test(arguments: [
    ("ليهمابتكلموشعربي؟", "xn--egbpdaj6bu4bxfgehfvwxn"),
    ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
    ("pročprostěnemluvíčesky", "xn--proprostnemluvesky-uyb24dma41a"),
    ("почемужеонинеговорятпорусски", "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l"),
    ("ünicode", "xn--nicode-2ya"),
    ("3年b組金八先生", "xn--3b-ww4c5e180e575a65lsy2b"),
    ("💩", "xn--ls8h"),
  ])
  func encodesLabels(_ label: String, _ ascii: String) throws {
    #expect(try #require(NormalizedURL("http://\(label).test/")).host == "\(ascii).test")
  }

  @Test func encodesALabelTooLongForANameOtherwise() throws {
    let label = String(repeating: "é", count: 64)
    let host = try #require(NormalizedURL("http://\(label).test/")).host
    #expect(host == String(repeating: "%C3%A9", count: 64) + ".test")
  }

  @Test(arguments: [
    "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1::2::3]", "[:::1]", "[12345::]", "[::1.2.3]",
    "[::1.2.3.256]",
    "[1:2:3:4:5:6:7::8]", "[]", "[::g]",
  ])
  func keepsWhatIsNoAddress(_ host: String) throws {
    #expect(try #require(NormalizedURL("http://\(host)/")).host == host)
  }

  @Test func shortensTheFirstOfTheLongestRunsOfZeros() throws {
    #expect(try #require(NormalizedURL("http://[1:0:0:2:3:0:0:4]/")).host == "[1::2:3:0:0:4]")
    #expect(try #require(NormalizedURL("http://[1:0:2:3:4:5:6:7]/")).host == "[1:0:2:3:4:5:6:7]")
    #expect(try #require(NormalizedURL("http://[0:0:0:0:0:0:0:0]/")).host == "[::]")
  }

  @Test func keepsEscapesOfBytesThatAreNoText() throws {
    #expect(try #require(NormalizedURL("http://A%fFb.test/")).host == "a%FFb.test")
  }
}
