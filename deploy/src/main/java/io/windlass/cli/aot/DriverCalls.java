package io.windlass.cli.aot;

import com.google.protobuf.Descriptors.MethodDescriptor;
import io.grpc.StatusException;
import io.windlass.cli.call.Api;
import io.windlass.cli.call.ApiClient;
import tools.jackson.databind.node.ObjectNode;

/** Calls methods of a driver by name. */
final class DriverCalls {
  private DriverCalls() {}

  static ObjectNode of(ApiClient client, Api api, String method, String json)
      throws StatusException {
    MethodDescriptor called = api.method(method).orElseThrow();
    return client.call(called, ApiClient.request(called, json));
  }
}
