package io.windlass.proto.cosi.rev;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import io.windlass.proto.cosi.v1alpha2.DriverCreateBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverCreateBucketResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketResponse;
import io.windlass.proto.cosi.v1alpha2.ProvisionerGrpc;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The oldest and the newest revision's stubs against one server of the superset. */
class UpstreamNamesTest {

  @Test
  void stubsOfTheRevisionsReachTheServiceUpstreamNamed() throws Exception {
    String name = UUID.randomUUID().toString();
    var server =
        InProcessServerBuilder.forName(name)
            .directExecutor()
            .addService(new Echo())
            .build()
            .start();
    var channel =
        InProcessChannelBuilder.forName(name)
            .directExecutor()
            .intercept(new UpstreamNames())
            .build();
    try {
      var a = io.windlass.proto.cosi.rev.a.ProvisionerGrpc.newBlockingStub(channel);
      var e = io.windlass.proto.cosi.rev.e.ProvisionerGrpc.newBlockingStub(channel);

      assertThat(
              a.driverGetExistingBucket(
                      io.windlass.proto.cosi.rev.a.DriverGetExistingBucketRequest.newBuilder()
                          .setExistingBucketId("mine")
                          .build())
                  .getBucketId())
          .isEqualTo("mine");
      assertThat(
              a.driverCreateBucket(
                      io.windlass.proto.cosi.rev.a.DriverCreateBucketRequest.newBuilder()
                          .setName("bc-1")
                          .build())
                  .getBucketId())
          .isEqualTo("bc-1");
      assertThat(
              e.driverGetBucket(
                      io.windlass.proto.cosi.rev.e.DriverGetBucketRequest.newBuilder()
                          .setBucketId("mine")
                          .build())
                  .getUnknownFields()
                  .hasField(1))
          .isTrue();
    } finally {
      channel.shutdownNow();
      server.shutdownNow();
    }
  }

  private static final class Echo extends ProvisionerGrpc.ProvisionerImplBase {

    @Override
    public void driverCreateBucket(
        DriverCreateBucketRequest request, StreamObserver<DriverCreateBucketResponse> answer) {
      answer.onNext(
          DriverCreateBucketResponse.newBuilder()
              .setBucketIdOrProtocols(ByteString.copyFromUtf8(request.getBucketId()))
              .build());
      answer.onCompleted();
    }

    @Override
    public void driverGetBucket(
        DriverGetBucketRequest request, StreamObserver<DriverGetBucketResponse> answer) {
      answer.onNext(
          DriverGetBucketResponse.newBuilder().setBucketId(request.getBucketId()).build());
      answer.onCompleted();
    }

    @Override
    public void driverGetExistingBucket(
        DriverGetBucketRequest request, StreamObserver<DriverGetBucketResponse> answer) {
      driverGetBucket(request, answer);
    }
  }
}
