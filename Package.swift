// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "StandIn",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "StandIn", targets: ["StandIn"]),
    .library(name: "StandInXCTest", targets: ["StandInXCTest"]),
    .library(name: "StandInTesting", targets: ["StandInTesting"]),
    .library(name: "StandInWebKit", targets: ["StandInWebKit"]),
  ],
  targets: [
    .target(
      name: "StandIn",
      dependencies: [.target(name: "StandInInterposer", condition: .when(platforms: [.linux]))]),
    .target(name: "StandInInterposer"),
    .target(name: "StandInXCTest", dependencies: ["StandIn"]),
    .target(name: "StandInTesting", dependencies: ["StandIn"]),
    .target(name: "StandInWebKit", dependencies: ["StandIn"]),
    .executableTarget(name: "QuickStart", dependencies: ["StandIn"]),
    .executableTarget(name: "Benchmarks", dependencies: ["StandIn"]),
    // An app in a process of its own, which a test starts.
    .executableTarget(name: "ChildApp", dependencies: ["StandIn"], path: "Tests/ChildApp"),
    .testTarget(name: "StandInTests", dependencies: ["StandIn", "StandInWebKit", "ChildApp"]),
    .testTarget(name: "StandInTestingTests", dependencies: ["StandInTesting"]),
    .testTarget(
      name: "StandInXCTestTests", dependencies: ["StandInXCTest"], resources: [.copy("Fixtures")]),
  ]
)

for target in package.targets where target.name != "StandInInterposer" {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
