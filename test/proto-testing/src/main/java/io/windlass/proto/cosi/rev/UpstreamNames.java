package io.windlass.proto.cosi.rev;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import java.util.regex.Pattern;

/**
 * Sends the calls of the revisions' stubs to where a driver serves them: {@code
 * windlass.cosi.rev_a.Provisioner/X} becomes {@code sigs.k8s.io.cosi.v1alpha2.Provisioner/X}. Other
 * calls pass as they are.
 */
public final class UpstreamNames implements ClientInterceptor {

  private static final Pattern REVISION = Pattern.compile("^windlass\\.cosi\\.rev_[a-e]\\.");

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    String name =
        REVISION.matcher(method.getFullMethodName()).replaceFirst("sigs.k8s.io.cosi.v1alpha2.");
    return next.newCall(method.toBuilder().setFullMethodName(name).build(), options);
  }
}
