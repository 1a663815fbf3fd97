package io.windlass.cli.call;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import io.windlass.proto.cosi.v1alpha1.CosiV1Alpha1Proto;
import io.windlass.proto.cosi.v1alpha2.CosiV1Alpha2Proto;
import io.windlass.proto.csi.CsiProto;
import java.util.List;
import java.util.Optional;

/**
 * APIs that the built-in client can call: the versions of COSI, and CSI. Constants are named as
 * users write them.
 */
public enum Api {
  v1alpha1("COSI_ENDPOINT"),
  v1alpha2("COSI_ENDPOINT"),
  csi("CSI_ENDPOINT");

  private final String endpoint;

  Api(String endpoint) {
    this.endpoint = endpoint;
  }

  /** Reads the description when it is needed: each takes longer than most commands. */
  private FileDescriptor file() {
    return switch (this) {
      case v1alpha1 -> CosiV1Alpha1Proto.getDescriptor();
      case v1alpha2 -> CosiV1Alpha2Proto.getDescriptor();
      case csi -> SpecNames.of(CsiProto.getDescriptor());
    };
  }

  /** Returns the environment variable that holds the driver's endpoint. */
  public String endpoint() {
    return endpoint;
  }

  /** Returns the methods of all services, except those that answer with a stream. */
  public List<MethodDescriptor> methods() {
    return file().getServices().stream()
        .map(ServiceDescriptor::getMethods)
        .flatMap(List::stream)
        .filter(method -> !method.isServerStreaming())
        .toList();
  }

  /**
   * Returns the method with this name; case is ignored, and {@code Driver} in front may be left
   * out.
   */
  public Optional<MethodDescriptor> method(String name) {
    return methods().stream()
        .filter(method ->
            method.getName().equalsIgnoreCase(name)
                || method.getName().equalsIgnoreCase("Driver" + name))
        .findFirst();
  }
}
