package io.windlass.cli.call;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import io.windlass.proto.cosi.v1alpha1.CosiV1Alpha1Proto;
import io.windlass.proto.cosi.v1alpha2.CosiV1Alpha2Proto;
import java.util.List;
import java.util.Optional;

/** A version of COSI, as the built-in client speaks it. Constants are named as on the wire. */
public enum CosiApi {
  v1alpha1(CosiV1Alpha1Proto.getDescriptor()),
  v1alpha2(CosiV1Alpha2Proto.getDescriptor());

  private final FileDescriptor file;

  CosiApi(FileDescriptor file) {
    this.file = file;
  }

  /** Every method of every service. */
  public List<MethodDescriptor> methods() {
    return file.getServices().stream()
        .map(ServiceDescriptor::getMethods)
        .flatMap(List::stream)
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
