/// Why a text is not a URL.
enum URLProblem: Error, Hashable {
  case noScheme
  case noHost
  case badHost(String)
  case badPort(String)
}
