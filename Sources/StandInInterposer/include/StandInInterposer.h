#ifndef STANDIN_INTERPOSER_H
#define STANDIN_INTERPOSER_H

#pragma clang assume_nonnull begin

/// Is given each new session configuration of FoundationNetworking before its owner sees it.
typedef void (*standin_configuration_hook)(void *configuration);

/// Sets what is called for each configuration that `URLSessionConfiguration.default` and `.ephemeral` make from now on.
///
/// Does nothing on Apple platforms, and in programs that Foundation is linked into statically.
void standin_intercept_configurations(standin_configuration_hook hook);

#pragma clang assume_nonnull end

#endif
