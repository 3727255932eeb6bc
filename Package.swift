// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "StandIn",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "StandIn", targets: ["StandIn"]),
    .library(name: "StandInXCTest", targets: ["StandInXCTest"]),
  ],
  targets: [
    .target(name: "StandIn"),
    .target(name: "StandInXCTest", dependencies: ["StandIn"]),
    .executableTarget(name: "QuickStart", dependencies: ["StandIn"]),
    .executableTarget(name: "Benchmarks", dependencies: ["StandIn"]),
    .testTarget(name: "StandInTests", dependencies: ["StandIn"]),
    .testTarget(
      name: "StandInXCTestTests", dependencies: ["StandInXCTest"], resources: [.copy("Fixtures")]),
  ]
)

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
