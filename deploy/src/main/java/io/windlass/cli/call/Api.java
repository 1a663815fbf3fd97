package io.windlass.cli.call;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import io.windlass.proto.cosi.v1alpha1.CosiV1Alpha1Proto;
import io.windlass.proto.cosi.v1alpha2.CosiV1Alpha2Proto;
import io.windlass.proto.csi.CsiProto;
import java.util.List;
import java.util.Optional;

/** What the built-in client speaks: a version of COSI, or CSI. Constants are named for people. */
public enum Api {
  v1alpha1(CosiV1Alpha1Proto.getDescriptor(), "COSI_ENDPOINT"),
  v1alpha2(CosiV1Alpha2Proto.getDescriptor(), "COSI_ENDPOINT"),
  csi(CsiProto.getDescriptor(), "CSI_ENDPOINT");

  private final FileDescriptor file;
  private final String endpoint;

  Api(FileDescriptor file, String endpoint) {
    this.file = file;
    this.endpoint = endpoint;
  }

  /** The variable that says where it is served. */
  public String endpoint() {
    return endpoint;
  }

  /** Every method of every service; those that answer with a stream are left out. */
  public List<MethodDescriptor> methods() {
    return file.getServices().stream()
        .map(ServiceDescriptor::getMethods)
        .flatMap(List::stream)
        .filter(method -> !method.isServerStreaming())
        .toList();
  }

  /** The method of this name; case and the word Driver in front do not matter. */
  public Optional<MethodDescriptor> method(String name) {
    return methods().stream()
        .filter(method ->
            method.getName().equalsIgnoreCase(name)
                || method.getName().equalsIgnoreCase("Driver" + name))
        .findFirst();
  }
}
