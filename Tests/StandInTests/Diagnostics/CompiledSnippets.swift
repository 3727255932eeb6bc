// Written by SnippetTests: the snippets of SnippetCorpus, as real code.
// swift-format-ignore-file

import Foundation
import StandIn

enum CompiledSnippets {
  static let all: [@Sendable () -> Void] = [
    snippet0,
    snippet1,
    snippet2,
    snippet3,
    snippet4,
    snippet5,
    snippet6,
    snippet7,
    snippet8,
    snippet9,
    snippet10,
    snippet11,
    snippet12,
    snippet13,
    snippet14,
    snippet15,
    snippet16,
    snippet17,
    snippet18,
    snippet19,
    snippet20,
    snippet21,
    snippet22,
    snippet23,
    snippet24,
    snippet25,
    snippet26,
    snippet27,
    snippet28,
    snippet29,
    snippet30,
    snippet31,
    snippet32,
    snippet33,
    snippet34,
    snippet35,
    snippet36,
    snippet37,
    snippet38,
    snippet39,
    snippet40,
    snippet41,
    snippet42,
    snippet43,
    snippet44,
    snippet45,
    snippet46,
    snippet47,
    snippet48,
    snippet49,
    snippet50,
    snippet51,
    snippet52,
    snippet53,
    snippet54,
    snippet55,
    snippet56,
    snippet57,
    snippet58,
    snippet59,
    snippet60,
    snippet61,
    snippet62,
    snippet63,
    snippet64,
    snippet65,
    snippet66,
    snippet67,
    snippet68,
    snippet69,
    snippet70,
    snippet71,
    snippet72,
    snippet73,
    snippet74,
    snippet75,
    snippet76,
    snippet77,
    snippet78,
    snippet79,
    snippet80,
    snippet81,
    snippet82,
    snippet83,
    snippet84,
    snippet85,
    snippet86,
    snippet87,
    snippet88,
    snippet89,
    snippet90,
    snippet91,
    snippet92,
    snippet93,
    snippet94,
    snippet95,
    snippet96,
    snippet97,
    snippet98,
    snippet99,
    snippet100,
    snippet101,
    snippet102,
    snippet103,
    snippet104,
    snippet105,
    snippet106,
    snippet107,
    snippet108,
    snippet109,
    snippet110,
    snippet111,
    snippet112,
    snippet113,
    snippet114,
    snippet115,
    snippet116,
    snippet117,
    snippet118,
    snippet119,
    snippet120,
    snippet121,
    snippet122,
    snippet123,
    snippet124,
    snippet125,
    snippet126,
    snippet127,
    snippet128,
    snippet129,
    snippet130,
    snippet131,
    snippet132,
    snippet133,
    snippet134,
    snippet135,
    snippet136,
    snippet137,
    snippet138,
    snippet139,
    snippet140,
    snippet141,
    snippet142,
    snippet143,
    snippet144,
    snippet145,
    snippet146,
    snippet147,
    snippet148,
    snippet149,
    snippet150,
    snippet151,
    snippet152,
    snippet153,
    snippet154,
    snippet155,
    snippet156,
    snippet157,
    snippet158,
    snippet159,
    snippet160,
    snippet161,
    snippet162,
    snippet163,
    snippet164,
    snippet165,
    snippet166,
    snippet167,
    snippet168,
    snippet169,
    snippet170,
    snippet171,
    snippet172,
    snippet173,
    snippet174,
    snippet175,
    snippet176,
    snippet177,
    snippet178,
    snippet179,
    snippet180,
    snippet181,
    snippet182,
    snippet183,
    snippet184,
    snippet185,
  ]

  private static func snippet0() {
    stub(.get("https://api.test/method").respond(.status(200)))
  }

  private static func snippet1() {
    stub(.head("https://api.test/method").respond(.status(200)))
  }

  private static func snippet2() {
    stub(.post("https://api.test/method").respond(.status(200)))
  }

  private static func snippet3() {
    stub(.put("https://api.test/method").respond(.status(200)))
  }

  private static func snippet4() {
    stub(.patch("https://api.test/method").respond(.status(200)))
  }

  private static func snippet5() {
    stub(.delete("https://api.test/method").respond(.status(200)))
  }

  private static func snippet6() {
    stub(.options("https://api.test/method").respond(.status(200)))
  }

  private static func snippet7() {
    stub(.request("PROPFIND", "https://api.test/method").respond(.status(200)))
  }

  private static func snippet8() {
    stub(.request("M-SEARCH", "https://api.test/method").respond(.status(200)))
  }

  private static func snippet9() {
    stub(.request("x~!", "https://api.test/method").respond(.status(200)))
  }

  private static func snippet10() {
    stub(
      .any("https://api.test/method")
        .where("the method is the same") { $0.method == "A B" }
        .respond(.status(200)))
  }

  private static func snippet11() {
    stub(
      .any("https://api.test/method")
        .where("the method is the same") { $0.method == "gét" }
        .respond(.status(200)))
  }

  private static func snippet12() {
    stub(
      .any("https://api.test/method")
        .where("the method is the same") { $0.method == #"a"b\(c)"# }
        .respond(.status(200)))
  }

  private static func snippet13() {
    stub(.get("https://api.test/").respond(.status(200)))
  }

  private static func snippet14() {
    stub(.get("https://api.test").respond(.status(200)))
  }

  private static func snippet15() {
    stub(.get("https://api.test?").respond(.status(200)))
  }

  private static func snippet16() {
    stub(.get("https://api.test?q").respond(.status(200)))
  }

  private static func snippet17() {
    stub(.get("https://api.test?q=").respond(.status(200)))
  }

  private static func snippet18() {
    stub(.get("https://api.test?q=1").respond(.status(200)))
  }

  private static func snippet19() {
    stub(.get("https://api.test?q=1&q=2").respond(.status(200)))
  }

  private static func snippet20() {
    stub(.get("https://api.test?q=2&q=1").respond(.status(200)))
  }

  private static func snippet21() {
    stub(.get("https://api.test?&q=1&&r=").respond(.status(200)))
  }

  private static func snippet22() {
    stub(.get("https://api.test?a%5B%5D=1&a%5B%5D=2").respond(.status(200)))
  }

  private static func snippet23() {
    stub(.get("https://api.test?next=https://other.test/a?b=c").respond(.status(200)))
  }

  private static func snippet24() {
    stub(.get("https://api.test?q=a+b").respond(.status(200)))
  }

  private static func snippet25() {
    stub(.get("https://api.test?q=a%20b").respond(.status(200)))
  }

  private static func snippet26() {
    stub(.get("https://api.test?q=a%2Bb").respond(.status(200)))
  }

  private static func snippet27() {
    stub(.get("https://api.test?q=%22%5C%28x%29%22").respond(.status(200)))
  }

  private static func snippet28() {
    stub(.get("https://api.test/a/b/").respond(.status(200)))
  }

  private static func snippet29() {
    stub(.get("https://api.test/a//b").respond(.status(200)))
  }

  private static func snippet30() {
    stub(.get("https://api.test/a;v=1/b").respond(.status(200)))
  }

  private static func snippet31() {
    stub(.get("https://api.test/a,b").respond(.status(200)))
  }

  private static func snippet32() {
    stub(.get("https://api.test/a:b").respond(.status(200)))
  }

  private static func snippet33() {
    stub(.get("https://api.test/a@b").respond(.status(200)))
  }

  private static func snippet34() {
    stub(.get("https://api.test/a!b").respond(.status(200)))
  }

  private static func snippet35() {
    stub(.get("https://api.test/a$b").respond(.status(200)))
  }

  private static func snippet36() {
    stub(.get("https://api.test/a&b").respond(.status(200)))
  }

  private static func snippet37() {
    stub(.get("https://api.test/a'b").respond(.status(200)))
  }

  private static func snippet38() {
    stub(.get("https://api.test/a(b)").respond(.status(200)))
  }

  private static func snippet39() {
    stub(.get("https://api.test/a*b").respond(.status(200)))
  }

  private static func snippet40() {
    stub(.get("https://api.test/a=b").respond(.status(200)))
  }

  private static func snippet41() {
    stub(.get("https://api.test/a~b").respond(.status(200)))
  }

  private static func snippet42() {
    stub(.get("https://api.test/a%2Fb").respond(.status(200)))
  }

  private static func snippet43() {
    stub(.get("https://api.test/a%2fb/%C3%A9").respond(.status(200)))
  }

  private static func snippet44() {
    stub(.get("https://api.test/%7Bid%7D").respond(.status(200)))
  }

  private static func snippet45() {
    stub(.get("https://api.test/%7Bid%7D?x=%7B").respond(.status(200)))
  }

  private static func snippet46() {
    stub(.get("https://api.test/%22").respond(.status(200)))
  }

  private static func snippet47() {
    stub(.get("https://api.test/%5C").respond(.status(200)))
  }

  private static func snippet48() {
    stub(.get("https://api.test/%25").respond(.status(200)))
  }

  private static func snippet49() {
    stub(.get("https://api.test/%0A").respond(.status(200)))
  }

  private static func snippet50() {
    stub(.get("https://api.test/a%00b").respond(.status(200)))
  }

  private static func snippet51() {
    stub(.get("https://api.test/").respond(.status(200)))
  }

  private static func snippet52() {
    stub(.get("https://api.test/with?q=1").respond(.status(200)))
  }

  private static func snippet53() {
    stub(.get("https://api.test/%F0%9F%90%88").respond(.status(200)))
  }

  private static func snippet54() {
    stub(.get("http://api.test/port").respond(.status(200)))
  }

  private static func snippet55() {
    stub(.get("http://api.test:8080/port").respond(.status(200)))
  }

  private static func snippet56() {
    stub(.get("https://API.Test:443/port").respond(.status(200)))
  }

  private static func snippet57() {
    stub(
      .get("/user")
        .where(.host("api.test"))
        .respond(.status(200)))
  }

  private static func snippet58() {
    stub(.get("http://[2001:db8::1]:81/v6").respond(.status(200)))
  }

  private static func snippet59() {
    stub(.get("https://xn--bcher-kva.test/idn").respond(.status(200)))
  }

  private static func snippet60() {
    stub(.get("https://trailing.test./dot").respond(.status(200)))
  }

  private static func snippet61() {
    stub(.get("custom://host/path").respond(.status(200)))
  }

  private static func snippet62() {
    stub(.get("custom:opaque").respond(.status(200)))
  }

  private static func snippet63() {
    stub(.get("file:///tmp/file.txt").respond(.status(200)))
  }

  private static func snippet64() {
    stub(.get("data:text/plain,hello").respond(.status(200)))
  }

  private static func snippet65() {
    stub(.get("mailto:ada@mail.test").respond(.status(200)))
  }

  private static func snippet66() {
    stub(
      .get("https://api.test/headers")
        .header("Accept", "application/json")
        .respond(.status(200)))
  }

  private static func snippet67() {
    stub(
      .get("https://api.test/headers")
        .header("X-Quote", #"say "hi" \(name)"#)
        .respond(.status(200)))
  }

  private static func snippet68() {
    stub(
      .get("https://api.test/headers")
        .header("X-Hash", ##"#"raw"#"##)
        .respond(.status(200)))
  }

  private static func snippet69() {
    stub(
      .get("https://api.test/headers")
        .header("X-Empty", "")
        .respond(.status(200)))
  }

  private static func snippet70() {
    stub(
      .get("https://api.test/headers")
        .header("X-Latin", "Grüße")
        .respond(.status(200)))
  }

  private static func snippet71() {
    stub(
      .get("https://api.test/headers")
        .header("X-Emoji", "🐈")
        .respond(.status(200)))
  }

  private static func snippet72() {
    stub(
      .get("https://api.test/headers")
        .header("Etag", #"W/"1""#)
        .respond(.status(200)))
  }

  private static func snippet73() {
    stub(
      .get("https://api.test/headers")
        .header("X-Tab", "a\tb")
        .respond(.status(200)))
  }

  private static func snippet74() {
    stub(
      .get("https://api.test/headers")
        .header("If-None-Match", "*")
        .respond(.status(200)))
  }

  private static func snippet75() {
    stub(
      .get("https://api.test/headers")
        .header("X-Slash", #"C:\temp\"#)
        .respond(.status(200)))
  }

  private static func snippet76() {
    stub(
      .get("https://api.test/headers")
        .header("A", "1")
        .header("B", "2")
        .header("C", "3")
        .respond(.status(200)))
  }

  private static func snippet77() {
    stub(
      .get("https://api.test/headers")
        .header("X-Kept", "yes")
        .respond(.status(200)))
  }

  private static func snippet78() {
    stub(
      .get("https://api.test/headers")
        .header("X-Long", "long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long end")
        .respond(.status(200)))
  }

  private static func snippet79() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: [:])
        .respond(.status(200)))
  }

  private static func snippet80() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: [])
        .respond(.status(200)))
  }

  private static func snippet81() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: [nil])
        .respond(.status(200)))
  }

  private static func snippet82() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: [true, false])
        .respond(.status(200)))
  }

  private static func snippet83() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: [1])
        .respond(.status(200)))
  }

  private static func snippet84() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: [1.5])
        .respond(.status(200)))
  }

  private static func snippet85() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: [.number("-0")])
        .respond(.status(200)))
  }

  private static func snippet86() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: [.number("1e5")])
        .respond(.status(200)))
  }

  private static func snippet87() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: [.number("1E-5")])
        .respond(.status(200)))
  }

  private static func snippet88() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: [9007199254740993])
        .respond(.status(200)))
  }

  private static func snippet89() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: [.number("18446744073709551615")])
        .respond(.status(200)))
  }

  private static func snippet90() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: [.number("123456789012345678901234567890")])
        .respond(.status(200)))
  }

  private static func snippet91() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: [.number("3.14159265358979323846264338327950288")])
        .respond(.status(200)))
  }

  private static func snippet92() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: [.number("1e400")])
        .respond(.status(200)))
  }

  private static func snippet93() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: [0.1])
        .respond(.status(200)))
  }

  private static func snippet94() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: [.number("100000000000000000000.5")])
        .respond(.status(200)))
  }

  private static func snippet95() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: ["a": ["b": ["c": ["d": [[[[1]]]]]]]])
        .respond(.status(200)))
  }

  private static func snippet96() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(#"{"a":1,"a":2}"#)
        .respond(.status(200)))
  }

  private static func snippet97() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: ["": ""])
        .respond(.status(200)))
  }

  private static func snippet98() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: ["a b": "c\nd"])
        .respond(.status(200)))
  }

  private static func snippet99() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: ["q": #""\/\#u{8}\#u{C}\#n\#r\#t"#])
        .respond(.status(200)))
  }

  private static func snippet100() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: ["u": "\u{0}\u{1F}\u{7F}"])
        .respond(.status(200)))
  }

  private static func snippet101() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: ["e": "😀 👩‍👩‍👧 é"])
        .respond(.status(200)))
  }

  private static func snippet102() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: ["s": #"\(x)"#])
        .respond(.status(200)))
  }

  private static func snippet103() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: ["s": ##""#"##, "t": "##"])
        .respond(.status(200)))
  }

  private static func snippet104() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: ["\u{202E}", "\u{FEFF}", "\u{200D}"])
        .respond(.status(200)))
  }

  private static func snippet105() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: ["a": 1])
        .respond(.status(200)))
  }

  private static func snippet106() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: ["name": "Ada", "tags": ["a", "b"], "age": 36, "admin": false, "boss": nil])
        .respond(.status(200)))
  }

  private static func snippet107() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: [
          0,
          1,
          2,
          3,
          4,
          5,
          6,
          7,
          8,
          9,
          10,
          11,
          12,
          13,
          14,
          15,
          16,
          17,
          18,
          19,
          20,
          21,
          22,
          23,
          24,
          25,
          26,
          27,
          28,
          29,
          30,
          31,
          32,
          33,
          34,
          35,
          36,
          37,
          38,
          39,
          40,
          41,
          42,
          43,
          44,
          45,
          46,
          47,
          48,
          49,
          50,
          51,
          52,
          53,
          54,
          55,
          56,
          57,
          58,
          59,
        ])
        .respond(.status(200)))
  }

  private static func snippet108() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body("[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,128,129,130,131,132,133,134,135,136,137,138,139,140,141,142,143,144,145,146,147,148,149,150,151,152,153,154,155,156,157,158,159,160,161,162,163,164,165,166,167,168,169,170,171,172,173,174,175,176,177,178,179,180,181,182,183,184,185,186,187,188,189,190,191,192,193,194,195,196,197,198,199,200,201,202,203,204,205,206,207,208,209,210,211,212,213,214,215,216,217,218,219,220,221,222,223,224,225,226,227,228,229,230,231,232,233,234,235,236,237,238,239,240,241,242,243,244,245,246,247,248,249,250,251,252,253,254,255,256,257,258,259,260,261,262,263,264,265,266,267,268,269,270,271,272,273,274,275,276,277,278,279,280,281,282,283,284,285,286,287,288,289,290,291,292,293,294,295,296,297,298,299,300,301,302,303,304,305,306,307,308,309,310,311,312,313,314,315,316,317,318,319,320,321,322,323,324,325,326,327,328,329,330,331,332,333,334,335,336,337,338,339,340,341,342,343,344,345,346,347,348,349,350,351,352,353,354,355,356,357,358,359,360,361,362,363,364,365,366,367,368,369,370,371,372,373,374,375,376,377,378,379,380,381,382,383,384,385,386,387,388,389,390,391,392,393,394,395,396,397,398,399,400,401,402,403,404,405,406,407,408,409,410,411,412,413,414,415,416,417,418,419,420,421,422,423,424,425,426,427,428,429,430,431,432,433,434,435,436,437,438,439,440,441,442,443,444,445,446,447,448,449,450,451,452,453,454,455,456,457,458,459,460,461,462,463,464,465,466,467,468,469,470,471,472,473,474,475,476,477,478,479,480,481,482,483,484,485,486,487,488,489,490,491,492,493,494,495,496,497,498,499,500,501,502,503,504,505,506,507,508,509,510,511,512,513,514,515,516,517,518,519,520,521,522,523,524,525,526,527,528,529,530,531,532,533,534,535,536,537,538,539,540,541,542,543,544,545,546,547,548,549,550,551,552,553,554,555,556,557,558,559,560,561,562,563,564,565,566,567,568,569,570,571,572,573,574,575,576,577,578,579,580,581,582,583,584,585,586,587,588,589,590,591,592,593,594,595,596,597,598,599,600,601,602,603,604,605,606,607,608,609,610,611,612,613,614,615,616,617,618,619,620,621,622,623,624,625,626,627,628,629,630,631,632,633,634,635,636,637,638,639,640,641,642,643,644,645,646,647,648,649,650,651,652,653,654,655,656,657,658,659,660,661,662,663,664,665,666,667,668,669,670,671,672,673,674,675,676,677,678,679,680,681,682,683,684,685,686,687,688,689,690,691,692,693,694,695,696,697,698,699,700,701,702,703,704,705,706,707,708,709,710,711,712,713,714,715,716,717,718,719,720,721,722,723,724,725,726,727,728,729,730,731,732,733,734,735,736,737,738,739,740,741,742,743,744,745,746,747,748,749,750,751,752,753,754,755,756,757,758,759,760,761,762,763,764,765,766,767,768,769,770,771,772,773,774,775,776,777,778,779,780,781,782,783,784,785,786,787,788,789,790,791,792,793,794,795,796,797,798,799,800,801,802,803,804,805,806,807,808,809,810,811,812,813,814,815,816,817,818,819,820,821,822,823,824,825,826,827,828,829,830,831,832,833,834,835,836,837,838,839,840,841,842,843,844,845,846,847,848,849,850,851,852,853,854,855,856,857,858,859,860,861,862,863,864,865,866,867,868,869,870,871,872,873,874,875,876,877,878,879,880,881,882,883,884,885,886,887,888,889,890,891,892,893,894,895,896,897,898,899,900,901,902,903,904,905,906,907,908,909,910,911,912,913,914,915,916,917,918,919,920,921,922,923,924,925,926,927,928,929,930,931,932,933,934,935,936,937,938,939,940,941,942,943,944,945,946,947,948,949,950,951,952,953,954,955,956,957,958,959,960,961,962,963,964,965,966,967,968,969,970,971,972,973,974,975,976,977,978,979,980,981,982,983,984,985,986,987,988,989,990,991,992,993,994,995,996,997,998,999,1000,1001,1002,1003,1004,1005,1006,1007,1008,1009,1010,1011,1012,1013,1014,1015,1016,1017,1018,1019,1020,1021,1022,1023,1024,1025,1026,1027,1028,1029,1030,1031,1032,1033,1034,1035,1036,1037,1038,1039,1040,1041,1042,1043,1044,1045,1046,1047,1048,1049,1050,1051,1052,1053,1054,1055,1056,1057,1058,1059,1060,1061,1062,1063,1064,1065,1066,1067,1068,1069,1070,1071,1072,1073,1074,1075,1076,1077,1078,1079,1080,1081,1082,1083,1084,1085,1086,1087,1088,1089,1090,1091,1092,1093,1094,1095,1096,1097,1098,1099,1100,1101,1102,1103,1104,1105,1106,1107,1108,1109,1110,1111,1112,1113,1114,1115,1116,1117,1118,1119,1120,1121,1122,1123,1124,1125,1126,1127,1128,1129,1130,1131,1132,1133,1134,1135,1136,1137,1138,1139,1140,1141,1142,1143,1144,1145,1146,1147,1148,1149,1150,1151,1152,1153,1154,1155,1156,1157,1158,1159,1160,1161,1162,1163,1164,1165,1166,1167,1168,1169,1170,1171,1172,1173,1174,1175,1176,1177,1178,1179,1180,1181,1182,1183,1184,1185,1186,1187,1188,1189,1190,1191,1192,1193,1194,1195,1196,1197,1198,1199,1200,1201,1202,1203,1204,1205,1206,1207,1208,1209,1210,1211,1212,1213,1214,1215,1216,1217,1218,1219,1220,1221,1222,1223,1224,1225,1226,1227,1228,1229,1230,1231,1232,1233,1234,1235,1236,1237,1238,1239,1240,1241,1242,1243,1244,1245,1246,1247,1248,1249,1250,1251,1252,1253,1254,1255,1256,1257,1258,1259,1260,1261,1262,1263,1264,1265,1266,1267,1268,1269,1270,1271,1272,1273,1274,1275,1276,1277,1278,1279,1280,1281,1282,1283,1284,1285,1286,1287,1288,1289,1290,1291,1292,1293,1294,1295,1296,1297,1298,1299,1300,1301,1302,1303,1304,1305,1306,1307,1308,1309,1310,1311,1312,1313,1314,1315,1316,1317,1318,1319,1320,1321,1322,1323,1324,1325,1326,1327,1328,1329,1330,1331,1332,1333,1334,1335,1336,1337,1338,1339,1340,1341,1342,1343,1344,1345,1346,1347,1348,1349,1350,1351,1352,1353,1354,1355,1356,1357,1358,1359,1360,1361,1362,1363,1364,1365,1366,1367,1368,1369,1370,1371,1372,1373,1374,1375,1376,1377,1378,1379,1380,1381,1382,1383,1384,1385,1386,1387,1388,1389,1390,1391,1392,1393,1394,1395,1396,1397,1398,1399,1400,1401,1402,1403,1404,1405,1406,1407,1408,1409,1410,1411,1412,1413,1414,1415,1416,1417,1418,1419,1420,1421,1422,1423,1424,1425,1426,1427,1428,1429,1430,1431,1432,1433,1434,1435,1436,1437,1438,1439,1440,1441,1442,1443,1444,1445,1446,1447,1448,1449,1450,1451,1452,1453,1454,1455,1456,1457,1458,1459,1460,1461,1462,1463,1464,1465,1466,1467,1468,1469,1470,1471,1472,1473,1474,1475,1476,1477,1478,1479,1480,1481,1482,1483,1484,1485,1486,1487,1488,1489,1490,1491,1492,1493,1494,1495,1496,1497,1498,1499,1500,1501,1502,1503,1504,1505,1506,1507,1508,1509,1510,1511,1512,1513,1514,1515,1516,1517,1518,1519,1520,1521,1522,1523,1524,1525,1526,1527,1528,1529,1530,1531,1532,1533,1534,1535,1536,1537,1538,1539,1540,1541,1542,1543,1544,1545,1546,1547,1548,1549,1550,1551,1552,1553,1554,1555,1556,1557,1558,1559,1560,1561,1562,1563,1564,1565,1566,1567,1568,1569,1570,1571,1572,1573,1574,1575,1576,1577,1578,1579,1580,1581,1582,1583,1584,1585,1586,1587,1588,1589,1590,1591,1592,1593,1594,1595,1596,1597,1598,1599,1600,1601,1602,1603,1604,1605,1606,1607,1608,1609,1610,1611,1612,1613,1614,1615,1616,1617,1618,1619,1620,1621,1622,1623,1624,1625,1626,1627,1628,1629,1630,1631,1632,1633,1634,1635,1636,1637,1638,1639,1640,1641,1642,1643,1644,1645,1646,1647,1648,1649,1650,1651,1652,1653,1654,1655,1656,1657,1658,1659,1660,1661,1662,1663,1664,1665,1666,1667,1668,1669,1670,1671,1672,1673,1674,1675,1676,1677,1678,1679,1680,1681,1682,1683,1684,1685,1686,1687,1688,1689,1690,1691,1692,1693,1694,1695,1696,1697,1698,1699,1700,1701,1702,1703,1704,1705,1706,1707,1708,1709,1710,1711,1712,1713,1714,1715,1716,1717,1718,1719,1720,1721,1722,1723,1724,1725,1726,1727,1728,1729,1730,1731,1732,1733,1734,1735,1736,1737,1738,1739,1740,1741,1742,1743,1744,1745,1746,1747,1748,1749,1750,1751,1752,1753,1754,1755,1756,1757,1758,1759,1760,1761,1762,1763,1764,1765,1766,1767,1768,1769,1770,1771,1772,1773,1774,1775,1776,1777,1778,1779,1780,1781,1782,1783,1784,1785,1786,1787,1788,1789,1790,1791,1792,1793,1794,1795,1796,1797,1798,1799,1800,1801,1802,1803,1804,1805,1806,1807,1808,1809,1810,1811,1812,1813,1814,1815,1816,1817,1818,1819,1820,1821,1822,1823,1824,1825,1826,1827,1828,1829,1830,1831,1832,1833,1834,1835,1836,1837,1838,1839,1840,1841,1842,1843,1844,1845,1846,1847,1848,1849,1850,1851,1852,1853,1854,1855,1856,1857,1858,1859,1860,1861,1862,1863,1864,1865,1866,1867,1868,1869,1870,1871,1872,1873,1874,1875,1876,1877,1878,1879,1880,1881,1882,1883,1884,1885,1886,1887,1888,1889,1890,1891,1892,1893,1894,1895,1896,1897,1898,1899,1900,1901,1902,1903,1904,1905,1906,1907,1908,1909,1910,1911,1912,1913,1914,1915,1916,1917,1918,1919,1920,1921,1922,1923,1924,1925,1926,1927,1928,1929,1930,1931,1932,1933,1934,1935,1936,1937,1938,1939,1940,1941,1942,1943,1944,1945,1946,1947,1948,1949,1950,1951,1952,1953,1954,1955,1956,1957,1958,1959,1960,1961,1962,1963,1964,1965,1966,1967,1968,1969,1970,1971,1972,1973,1974,1975,1976,1977,1978,1979,1980,1981,1982,1983,1984,1985,1986,1987,1988,1989,1990,1991,1992,1993,1994,1995,1996,1997,1998,1999]")
        .respond(.status(200)))
  }

  private static func snippet109() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]")
        .respond(.status(200)))
  }

  private static func snippet110() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body("[1,]")
        .respond(.status(200)))
  }

  private static func snippet111() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(#"{"a":}"#)
        .respond(.status(200)))
  }

  private static func snippet112() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: "text")
        .respond(.status(200)))
  }

  private static func snippet113() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: 42)
        .respond(.status(200)))
  }

  private static func snippet114() {
    stub(
      .post("https://api.test/json")
        .header("Content-Type", "application/json")
        .body(json: nil)
        .respond(.status(200)))
  }

  private static func snippet115() {
    stub(
      .post("https://api.test/text")
        .body("text")
        .respond(.status(200)))
  }

  private static func snippet116() {
    stub(
      .post("https://api.test/text")
        .body("two\nlines")
        .respond(.status(200)))
  }

  private static func snippet117() {
    stub(
      .post("https://api.test/text")
        .body("crlf\r\nlines\r\n")
        .respond(.status(200)))
  }

  private static func snippet118() {
    stub(
      .post("https://api.test/text")
        .body("\n")
        .respond(.status(200)))
  }

  private static func snippet119() {
    stub(
      .post("https://api.test/text")
        .body(" ")
        .respond(.status(200)))
  }

  private static func snippet120() {
    stub(
      .post("https://api.test/text")
        .body("\t")
        .respond(.status(200)))
  }

  private static func snippet121() {
    stub(
      .post("https://api.test/text")
        .body(#"quote ""#)
        .respond(.status(200)))
  }

  private static func snippet122() {
    stub(
      .post("https://api.test/text")
        .body("\"\"\"")
        .respond(.status(200)))
  }

  private static func snippet123() {
    stub(
      .post("https://api.test/text")
        .body("\"\"\"\nx\n\"\"\"")
        .respond(.status(200)))
  }

  private static func snippet124() {
    stub(
      .post("https://api.test/text")
        .body(#"\"#)
        .respond(.status(200)))
  }

  private static func snippet125() {
    stub(
      .post("https://api.test/text")
        .body(#"ends in \"#)
        .respond(.status(200)))
  }

  private static func snippet126() {
    stub(
      .post("https://api.test/text")
        .body(#"\(name)"#)
        .respond(.status(200)))
  }

  private static func snippet127() {
    stub(
      .post("https://api.test/text")
        .body(##"\#(name)"##)
        .respond(.status(200)))
  }

  private static func snippet128() {
    stub(
      .post("https://api.test/text")
        .body("#")
        .respond(.status(200)))
  }

  private static func snippet129() {
    stub(
      .post("https://api.test/text")
        .body(##""#"##)
        .respond(.status(200)))
  }

  private static func snippet130() {
    stub(
      .post("https://api.test/text")
        .body(###""##"###)
        .respond(.status(200)))
  }

  private static func snippet131() {
    stub(
      .post("https://api.test/text")
        .body(###"##"""##"###)
        .respond(.status(200)))
  }

  private static func snippet132() {
    stub(
      .post("https://api.test/text")
        .body("\u{0}")
        .respond(.status(200)))
  }

  private static func snippet133() {
    stub(
      .post("https://api.test/text")
        .body("a\u{0}b")
        .respond(.status(200)))
  }

  private static func snippet134() {
    stub(
      .post("https://api.test/text")
        .body("\u{1}\u{7F}\u{85}")
        .respond(.status(200)))
  }

  private static func snippet135() {
    stub(
      .post("https://api.test/text")
        .body("\u{2028}\u{2029}")
        .respond(.status(200)))
  }

  private static func snippet136() {
    stub(
      .post("https://api.test/text")
        .body("\u{202E}abc")
        .respond(.status(200)))
  }

  private static func snippet137() {
    stub(
      .post("https://api.test/text")
        .body(base64: "77u/Ym9t")
        .respond(.status(200)))
  }

  private static func snippet138() {
    stub(
      .post("https://api.test/text")
        .body("é")
        .respond(.status(200)))
  }

  private static func snippet139() {
    stub(
      .post("https://api.test/text")
        .body("\u{301}first")
        .respond(.status(200)))
  }

  private static func snippet140() {
    stub(
      .post("https://api.test/text")
        .body("é")
        .respond(.status(200)))
  }

  private static func snippet141() {
    stub(
      .post("https://api.test/text")
        .body("🐈")
        .respond(.status(200)))
  }

  private static func snippet142() {
    stub(
      .post("https://api.test/text")
        .body("🏳️‍🌈")
        .respond(.status(200)))
  }

  private static func snippet143() {
    stub(
      .post("https://api.test/text")
        .body("日本語")
        .respond(.status(200)))
  }

  private static func snippet144() {
    stub(
      .post("https://api.test/text")
        .body("<xml a='1'/>")
        .respond(.status(200)))
  }

  private static func snippet145() {
    stub(
      .post("https://api.test/text")
        .body("a=1")
        .respond(.status(200)))
  }

  private static func snippet146() {
    stub(
      .post("https://api.test/text")
        .body("'single'")
        .respond(.status(200)))
  }

  private static func snippet147() {
    stub(
      .post("https://api.test/text")
        .body("`$(x)` $HOME")
        .respond(.status(200)))
  }

  private static func snippet148() {
    stub(
      .post("https://api.test/text")
        .body("/* */ // \u{FFFE}")
        .respond(.status(200)))
  }

  private static func snippet149() {
    stub(
      .post("https://api.test/text")
        .body("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
        .respond(.status(200)))
  }

  private static func snippet150() {
    stub(
      .post("https://api.test/text")
        .body(#""\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"\\#n"#)
        .respond(.status(200)))
  }

  private static func snippet151() {
    stub(
      .post("https://api.test/form")
        .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
        .body(form: ["a": "1"])
        .respond(.status(200)))
  }

  private static func snippet152() {
    stub(
      .post("https://api.test/form")
        .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
        .body(form: ["a": "1", "b": "2"])
        .respond(.status(200)))
  }

  private static func snippet153() {
    stub(
      .post("https://api.test/form")
        .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
        .body(form: ["a": "1", "a": "2"])
        .respond(.status(200)))
  }

  private static func snippet154() {
    stub(
      .post("https://api.test/form")
        .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
        .body(form: ["a": ""])
        .respond(.status(200)))
  }

  private static func snippet155() {
    stub(
      .post("https://api.test/form")
        .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
        .body(form: ["": "1"])
        .respond(.status(200)))
  }

  private static func snippet156() {
    stub(
      .post("https://api.test/form")
        .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
        .body(form: ["a": "b c"])
        .respond(.status(200)))
  }

  private static func snippet157() {
    stub(
      .post("https://api.test/form")
        .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
        .body(form: ["a": #""\(x)""#])
        .respond(.status(200)))
  }

  private static func snippet158() {
    stub(
      .post("https://api.test/form")
        .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
        .body(form: ["a": "🐈"])
        .respond(.status(200)))
  }

  private static func snippet159() {
    stub(
      .post("https://api.test/form")
        .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
        .body(form: ["a": "\u{0}"])
        .respond(.status(200)))
  }

  private static func snippet160() {
    stub(
      .post("https://api.test/form")
        .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
        .body(form: ["a": "\u{FFFD}"])
        .respond(.status(200)))
  }

  private static func snippet161() {
    stub(
      .post("https://api.test/form")
        .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
        .body(form: ["[]": "1"])
        .respond(.status(200)))
  }

  private static func snippet162() {
    stub(
      .post("https://api.test/form")
        .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
        .body(form: ["a": "1&2"])
        .respond(.status(200)))
  }

  private static func snippet163() {
    stub(
      .post("https://api.test/form")
        .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
        .body(form: ["a": "b=c"])
        .respond(.status(200)))
  }

  private static func snippet164() {
    stub(
      .post("https://api.test/multipart")
        .header("X-Kind", "parts")
        .multipart("a", Data("1".utf8))
        .respond(.status(200)))
  }

  private static func snippet165() {
    stub(
      .post("https://api.test/multipart")
        .header("X-Kind", "parts")
        .multipart("a", Data("".utf8))
        .multipart("b", Data("2".utf8))
        .respond(.status(200)))
  }

  private static func snippet166() {
    stub(
      .post("https://api.test/multipart")
        .header("X-Kind", "parts")
        .multipart("photo", fileName: "a.png", Data(base64Encoded: "iVAA/w=="))
        .respond(.status(200)))
  }

  private static func snippet167() {
    stub(
      .post("https://api.test/multipart")
        .header("X-Kind", "parts")
        .multipart(#"q"t"#, fileName: "ü.txt", Data(#"line\#r\#nline \(x)"#.utf8))
        .respond(.status(200)))
  }

  private static func snippet168() {
    stub(
      .post("https://api.test/multipart")
        .header("Content-Type", "multipart/form-data; boundary=XyZ")
        .header("X-Kind", "parts")
        .body(#"--XyZ\#r\#nContent-Disposition: form-data; filename="nameless.txt"\#r\#n\#r\#nx\#r\#n--XyZ--\#r\#n"#)
        .respond(.status(200)))
  }

  private static func snippet169() {
    stub(
      .post("https://api.test/multipart")
        .header("Content-Type", "multipart/form-data; boundary=XyZ")
        .body("no parts")
        .respond(.status(200)))
  }

  private static func snippet170() {
    stub(
      .put("https://api.test/binary")
        .body("\u{0}")
        .respond(.status(200)))
  }

  private static func snippet171() {
    stub(
      .put("https://api.test/binary")
        .body(base64: "/w==")
        .respond(.status(200)))
  }

  private static func snippet172() {
    stub(
      .put("https://api.test/binary")
        .body(base64: "wyg=")
        .respond(.status(200)))
  }

  private static func snippet173() {
    stub(
      .put("https://api.test/binary")
        .body(base64: "7aCA")
        .respond(.status(200)))
  }

  private static func snippet174() {
    stub(
      .put("https://api.test/binary")
        .body(base64: "8J8=")
        .respond(.status(200)))
  }

  private static func snippet175() {
    stub(
      .put("https://api.test/binary")
        .body(base64: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk9QUVJTVFVWV1hZWltcXV5fYGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn+AgYKDhIWGh4iJiouMjY6PkJGSk5SVlpeYmZqbnJ2en6ChoqOkpaanqKmqq6ytrq+wsbKztLW2t7i5uru8vb6/wMHCw8TFxsfIycrLzM3Oz9DR0tPU1dbX2Nna29zd3t/g4eLj5OXm5+jp6uvs7e7v8PHy8/T19vf4+fr7/P3+/w==")
        .respond(.status(200)))
  }

  private static func snippet176() {
    stub(
      .put("https://api.test/binary")
        .body(base64: "77u/ew==")
        .respond(.status(200)))
  }

  private static func snippet177() {
    stub(
      .put("https://api.test/binary")
        .body(base64: "AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tng5+71/AMKERgfJi00O0JJUFdeZWxzeoGIj5adpKuyucDHztXc4+rx+P8GDRQbIikwNz5FTFNaYWhvdn2Ei5KZoKeutbzDytHY3+bt9PsCCRAXHiUsMzpBSE9WXWRrcnmAh46VnKOqsbi/xs3U2+Lp8Pf+BQwTGiEoLzY9REtSWWBnbnV8g4qRmJ+mrbS7wsnQ197l7PP6AQgPFh0kKzI5QEdOVVxjanF4f4aNlJuiqbC3vsXM09rh6O/2/QQLEhkgJy41PENKUVhfZm10e4KJkJeepayzusHIz9bd5Ovy+QAHDhUcIyoxOD9GTVRbYmlwd36FjJOaoaivtr3Ey9LZ4Ofu9fwDChEYHyYtNDtCSVBXXmVsc3qBiI+WnaSrsrnAx87V3OPq8fj/Bg0UGyIpMDc+RUxTWmFob3Z9hIuSmaCnrrW8w8rR2N/m7fT7AgkQFx4lLDM6QUhPVl1ka3J5gIeOlZyjqrG4v8bN1Nvi6fD3/gUMExohKC82PURLUllgZ251fIOKkZifpq20u8LJ0Nfe5ezz+gEIDxYdJCsyOUBHTlVcY2pxeH+GjZSboqmwt77FzNPa4ejv9v0ECxIZICcuNTxDSlFYX2ZtdHuCiZCXnqWss7rByM/W3eTr8vkABw4VHCMqMTg/Rk1UW2JpcHd+hYyTmqGor7a9xMvS2eDn7vX8AwoRGB8mLTQ7QklQV15lbHN6gYiPlp2kq7K5wMfO1dzj6vH4/wYNFBsiKTA3PkVMU1phaG92fYSLkpmgp661vMPK0djf5u30+wIJEBceJSwzOkFIT1ZdZGtyeYCHjpWco6qxuL/GzdTb4unw9/4FDBMaISgvNj1ES1JZYGdudXyDipGYn6attLvCydDX3uXs8/oBCA8WHSQrMjlAR05VXGNqcXh/ho2Um6KpsLe+xczT2uHo7/b9BAsSGSAnLjU8Q0pRWF9mbXR7gomQl56lrLO6wcjP1t3k6/L5AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tng5+71/AMKERgfJi00O0JJUFdeZWxzeoGIj5adpKuyucDHztXc4+rx+P8GDRQbIikwNz5FTFNaYWhvdn2Ei5KZoKeutbzDytHY3+bt9PsCCRAXHiUsMzpBSE9WXWRrcnmAh46VnKOqsbi/xs3U2+Lp8Pf+BQwTGiEoLzY9REtSWWBnbnV8g4qRmJ+mrbS7wsnQ197l7PP6AQgPFh0kKzI5QEdOVVxjanF4f4aNlJuiqbC3vsXM09rh6O/2/QQLEhkgJy41PENKUVhfZm10e4KJkJeepayzusHIz9bd5Ovy+QAHDhUcIyoxOD9GTVRbYmlwd36FjJOaoaivtr3Ey9LZ4Ofu9fwDChEYHyYtNDtCSVBXXmVsc3qBiI+WnaSrsrnAx87V3OPq8fj/Bg0UGyIpMDc+RUxTWmFob3Z9hIuSmaCnrrW8w8rR2N/m7fT7AgkQFx4lLDM6QUhPVl1ka3J5gIeOlZyjqrG4v8bN1Nvi6fD3/gUMExohKC82PURLUllgZ251fIOKkZifpq20u8LJ0Nfe5ezz+gEIDxYdJCsyOUBHTlVcY2pxeH+GjZSboqmwt77FzNPa4ejv9v0ECxIZICcuNTxDSlFYX2ZtdHuCiZCXnqWss7rByM/W3eTr8vkABw4VHCMqMTg/Rk1UW2JpcHd+hYyTmqGor7a9xMvS2eDn7vX8AwoRGB8mLTQ7QklQV15lbHN6gYiPlp2kq7K5wMfO1dzj6vH4/wYNFBsiKTA3PkVMU1phaG92fYSLkpmgp661vMPK0djf5u30+wIJEBceJSwzOkFIT1ZdZGtyeYCHjpWco6qxuL/GzdTb4unw9/4FDBMaISgvNj1ES1JZYGdudXyDipGYn6attLvCydDX3uXs8/oBCA8WHSQrMjlAR05VXGNqcXh/ho2Um6KpsLe+xczT2uHo7/b9BAsSGSAnLjU8Q0pRWF9mbXR7gomQl56lrLO6wcjP1t3k6/L5AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tng5+71/AMKERgfJi00O0JJUFdeZWxzeoGIj5adpKuyucDHztXc4+rx+P8GDRQbIikwNz5FTFNaYWhvdn2Ei5KZoKeutbzDytHY3+bt9PsCCRAXHiUsMzpBSE9WXWRrcnmAh46VnKOqsbi/xs3U2+Lp8Pf+BQwTGiEoLzY9REtSWWBnbnV8g4qRmJ+mrbS7wsnQ197l7PP6AQgPFh0kKzI5QEdOVVxjanF4f4aNlJuiqbC3vsXM09rh6O/2/QQLEhkgJy41PENKUVhfZm10e4KJkJeepayzusHIz9bd5Ovy+QAHDhUcIyoxOD9GTVRbYmlwd36FjJOaoaivtr3Ey9LZ4Ofu9fwDChEYHyYtNDtCSVBXXmVsc3qBiI+WnaSrsrnAx87V3OPq8fj/Bg0UGyIpMDc+RUxTWmFob3Z9hIuSmaCnrrW8w8rR2N/m7fT7AgkQFx4lLDM6QUhPVl1ka3J5gIeOlZyjqrG4v8bN1Nvi6fD3/gUMExohKC82PURLUllgZ251fIOKkZifpq20u8LJ0Nfe5ezz+gEIDxYdJCsyOUBHTlVcY2pxeH+GjZSboqmwt77FzNPa4ejv9v0ECxIZICcuNTxDSlFYX2ZtdHuCiZCXnqWss7rByM/W3eTr8vkABw4VHCMqMTg/Rk1UW2JpcHd+hYyTmqGor7a9xMvS2eDn7vX8AwoRGB8mLTQ7QklQV15lbHN6gYiPlp2kq7K5wMfO1dzj6vH4/wYNFBsiKTA3PkVMU1phaG92fYSLkpmgp661vMPK0djf5u30+wIJEBceJSwzOkFIT1ZdZGtyeYCHjpWco6qxuL/GzdTb4unw9/4FDBMaISgvNj1ES1JZYGdudXyDipGYn6attLvCydDX3uXs8/oBCA8WHSQrMjlAR05VXGNqcXh/ho2Um6KpsLe+xczT2uHo7/b9BAsSGSAnLjU8Q0pRWF9mbXR7gomQl56lrLO6wcjP1t3k6/L5AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tng5+71/AMKERgfJi00O0JJUFdeZWxzeoGIj5adpKuyucDHztXc4+rx+P8GDRQbIikwNz5FTFNaYWhvdn2Ei5KZoKeutbzDytHY3+bt9PsCCRAXHiUsMzpBSE9WXWRrcnmAh46VnKOqsbi/xs3U2+Lp8Pf+BQwTGiEoLzY9REtSWWBnbnV8g4qRmJ+mrbS7wsnQ197l7PP6AQgPFh0kKzI5QEdOVVxjanF4f4aNlJuiqbC3vsXM09rh6O/2/QQLEhkgJy41PENKUVhfZm10e4KJkJeepayzusHIz9bd5Ovy+QAHDhUcIyoxOD9GTVRbYmlwd36FjJOaoaivtr3Ey9LZ4Ofu9fwDChEYHyYtNDtCSVBXXmVsc3qBiI+WnaSrsrnAx87V3OPq8fj/Bg0UGyIpMDc+RUxTWmFob3Z9hIuSmaCnrrW8w8rR2N/m7fT7AgkQFx4lLDM6QUhPVl1ka3J5gIeOlZyjqrG4v8bN1Nvi6fD3/gUMExohKC82PURLUllgZ251fIOKkZifpq20u8LJ0Nfe5ezz+gEIDxYdJCsyOUBHTlVcY2pxeH+GjZSboqmwt77FzNPa4ejv9v0ECxIZICcuNTxDSlFYX2ZtdHuCiZCXnqWss7rByM/W3eTr8vkABw4VHCMqMTg/Rk1UW2JpcHd+hYyTmqGor7a9xMvS2eDn7vX8AwoRGB8mLTQ7QklQV15lbHN6gYiPlp2kq7K5wMfO1dzj6vH4/wYNFBsiKTA3PkVMU1phaG92fYSLkpmgp661vMPK0djf5u30+wIJEBceJSwzOkFIT1ZdZGtyeYCHjpWco6qxuL/GzdTb4unw9/4FDBMaISgvNj1ES1JZYGdudXyDipGYn6attLvCydDX3uXs8/oB")
        .respond(.status(200)))
  }

  private static func snippet178() {
    stub(
      .get("https://api.test/secret/query")
        .query(containing: ["page": "2"])
        .where(.query("flag", nil))
        .respond(.status(200)))
  }

  private static func snippet179() {
    stub(
      .get("https://api.test/secret/only")
        .anyQuery()
        .respond(.status(200)))
  }

  private static func snippet180() {
    stub(
      .get("https://api.test/secret/header")
        .header("Accept", "*/*")
        .respond(.status(200)))
  }

  private static func snippet181() {
    stub(
      .post("/secret/user?q=1")
        .where(.host("api.test"))
        .body("text")
        .respond(.status(200)))
  }

  private static func snippet182() {
    stub(
      .post("https://api.test/secret/json")
        .body(jsonContaining: ["user": ["name": "Ada"], "codes": [["id": 2]]])
        .respond(.status(200)))
  }

  private static func snippet183() {
    stub(.post("https://api.test/secret/large").respond(.status(200)))
  }

  private static func snippet184() {
    stub(
      .post("https://api.test/secret/form")
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body(formContaining: ["user": "ada"])
        .respond(.status(200)))
  }

  private static func snippet185() {
    stub(
      .post("https://api.test/secret/parts")
        .multipart("a", Data("1".utf8))
        .respond(.status(200)))
  }
}
