import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Builds a request in one expression.
func request(
  _ method: String = "GET", _ url: String = "https://api.test/", headers: [String: String] = [:],
  body: String? = nil, data: Data? = nil
) -> URLRequest {
  var request = URLRequest(url: URL(string: url) ?? URL(fileURLWithPath: "/not-a-url"))
  request.httpMethod = method
  for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
  request.httpBody = data ?? body.map { Data($0.utf8) }
  return request
}

extension HTTPURLResponse {
  func field(_ name: String) -> String? { value(forHTTPHeaderField: name) }
}
