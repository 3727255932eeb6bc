// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Client",
  dependencies: [
    .package(path: "../StandIn")
  ],
  targets: [
    .testTarget(
      name: "AppTests",
      dependencies: [.product(name: "StandInXCTest", package: "StandIn")],
      resources: [.copy("Fixtures")])
  ]
)
