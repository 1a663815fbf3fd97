package io.windlass.cosi.sanity.wire;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketAccessIdRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketIdRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketRequest;
import io.windlass.proto.cosi.v1alpha2.ProvisionerGrpc;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The revisions that a driver serves, as far as this can be seen from outside.
 *
 * @param revisions one for each API version that the driver answers
 * @param notes reasons for the choice, for people
 */
public record Detection(List<ApiRevision> revisions, List<String> notes) {
  public Detection {
    revisions = List.copyOf(revisions);
    notes = List.copyOf(notes);
  }

  /**
   * Probes the driver. The requests of v1alpha2 are empty, so that a driver refuses them before it
   * does anything.
   *
   * @throws IOException when the driver does not answer
   */
  public static Detection probe(Wire wire) throws IOException {
    List<ApiRevision> revisions = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    if (serves(
        wire,
        io.windlass.proto.cosi.v1alpha1.IdentityGrpc.getDriverGetInfoMethod(),
        io.windlass.proto.cosi.v1alpha1.DriverGetInfoRequest.getDefaultInstance())) {
      revisions.add(ApiRevision.V1ALPHA1);
      notes.add("v1alpha1 is served");
    }
    if (serves(
        wire,
        io.windlass.proto.cosi.v1alpha2.IdentityGrpc.getDriverGetInfoMethod(),
        io.windlass.proto.cosi.v1alpha2.DriverGetInfoRequest.getDefaultInstance())) {
      revisions.add(newest(wire, notes));
    }
    return new Detection(revisions, notes);
  }

  private static ApiRevision newest(Wire wire, List<String> notes) throws IOException {
    if (serves(
        wire,
        ProvisionerGrpc.getDriverGenerateBucketAccessIdMethod(),
        DriverGenerateBucketAccessIdRequest.getDefaultInstance())) {
      notes.add("v1alpha2 is served with DriverGenerateBucketAccessId: taken for revision E");
      return ApiRevision.E;
    }
    if (serves(
        wire,
        ProvisionerGrpc.getDriverGenerateBucketIdMethod(),
        DriverGenerateBucketIdRequest.getDefaultInstance())) {
      notes.add("v1alpha2 is served with DriverGenerateBucketId: taken for revision D");
      return ApiRevision.D;
    }
    if (serves(
        wire,
        ProvisionerGrpc.getDriverGetBucketMethod(),
        DriverGetBucketRequest.getDefaultInstance())) {
      notes.add(
          "v1alpha2 is served with DriverGetBucket: taken for revision C;"
              + " B looks the same from outside and has to be asked for");
      return ApiRevision.C;
    }
    notes.add("v1alpha2 is served without DriverGetBucket: taken for revision A");
    return ApiRevision.A;
  }

  private static <Q extends Message, A extends Message> boolean serves(
      Wire wire, MethodDescriptor<Q, A> method, Q request) throws IOException {
    return switch (wire.call(method, request)) {
      case RpcAnswer.Ok<A> _ -> true;
      case RpcAnswer.Refused<A>(Status.Code code, String message) ->
          switch (code) {
            case UNIMPLEMENTED -> false;
            case UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED -> throw new IOException(message);
            default -> true;
          };
    };
  }
}
