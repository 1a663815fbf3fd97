package io.windlass.faults;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Message;
import io.grpc.Status.Code;
import java.util.List;
import java.util.Set;

/** What there is to say to a driver, what may come back, and what follows from it. */
interface Dialect {
  /** Every RPC. */
  List<MethodDescriptor> methods();

  /** A request that is right in form. */
  Message valid(MethodDescriptor method);

  /** Names and ids in such requests. */
  List<String> texts();

  /** Codes that are right for any request whatever, while the server is well. */
  Set<Code> right();

  /** What is sent for a request: the same, unless it could do harm beyond the test. */
  byte[] harmless(MethodDescriptor method, byte[] request);

  /** A call succeeded. */
  void succeeded(MethodDescriptor method, byte[] request, byte[] answer);
}
