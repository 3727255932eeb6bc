// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "FailingClient",
  dependencies: [
    .package(path: "../StandIn")
  ],
  targets: [
    .testTarget(
      name: "FailingTests",
      dependencies: [
        .product(name: "StandInXCTest", package: "StandIn"),
        .product(name: "StandInTesting", package: "StandIn"),
      ])
  ]
)
