import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An app in a process of its own, for tests of stubs that come through the environment.
///
/// It makes the requests of its arguments, `METHOD URL` or `METHOD URL BODY`, one after the other, and prints a line for
/// each: `200 body` or `error: text`. Every second one goes through a session that it makes itself.
@main
struct ChildApp {
  static func main() async {
    do {
      try StubRegistry.startFromEnvironment()
      print("started: \(StubRegistry.shared.isStarted)")
    } catch {
      print("not started: \(oneLine(error.localizedDescription))")
    }
    let made = URLSession(configuration: .default)
    for (index, argument) in CommandLine.arguments.dropFirst().enumerated() {
      print(await answer(to: argument, in: index.isMultiple(of: 2) ? .shared : made))
    }
  }

  private static func answer(to argument: String, in session: URLSession) async -> String {
    let words = argument.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count > 1, let url = URL(string: words[1]) else { return "error: no request" }
    var request = URLRequest(url: url)
    request.httpMethod = words[0]
    if words.count > 2 { request.httpBody = Data(words[2].utf8) }
    do {
      let (data, response) = try await session.data(for: request)
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      return oneLine("\(status) \(String(decoding: data, as: UTF8.self))")
    } catch {
      let code = (error as NSError).code
      return
        "error: \(oneLine((error as NSError).domain)) \(code) \(oneLine(error.localizedDescription))"
    }
  }

  private static func oneLine(_ text: String) -> String {
    text.replacingOccurrences(of: "\n", with: "⏎")
  }
}
