package io.windlass.faults.fuzz;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Message;
import io.grpc.Status.Code;
import java.util.List;
import java.util.Set;

/**
 * Language of a driver for the fuzzer: its requests, the allowed answers, and their consequences.
 */
interface Dialect {
  /** Every RPC. */
  List<MethodDescriptor> methods();

  /** A request that is right in form. */
  Message valid(MethodDescriptor method);

  /** Names and ids in such requests. */
  List<String> texts();

  /** Codes that are right for any request whatever, while the server is well. */
  Set<Code> right();

  /** Returns the request to send: the same, unless it could do harm outside of the test. */
  byte[] harmless(MethodDescriptor method, byte[] request);

  /** A call succeeded. */
  void succeeded(MethodDescriptor method, byte[] request, byte[] answer);
}
