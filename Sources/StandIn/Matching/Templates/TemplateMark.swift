/// How an expression stands in the bytes of a template while its components are told apart.
///
/// A lead and the number of the expression take its place. No text holds the leads: in UTF-8 the
/// bytes 0xFE and 0xFF never occur.
enum TemplateMark {
  static let lead: UInt8 = 0xFF
  /// Leads an expression that brings its own slash, and so ends an authority.
  static let slashLead: UInt8 = 0xFE
}
