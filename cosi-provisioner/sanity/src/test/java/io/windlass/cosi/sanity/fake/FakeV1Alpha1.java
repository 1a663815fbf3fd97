package io.windlass.cosi.sanity.fake;

import io.grpc.Status;
import io.windlass.cosi.sanity.fake.FakeCore.FakeBucket;
import io.windlass.cosi.sanity.fake.FakeCore.FakeGrant;
import io.windlass.cosi.sanity.fake.FakeCore.Reach;
import io.windlass.proto.cosi.v1alpha1.AuthenticationType;
import io.windlass.proto.cosi.v1alpha1.CredentialDetails;
import io.windlass.proto.cosi.v1alpha1.DriverCreateBucketRequest;
import io.windlass.proto.cosi.v1alpha1.DriverCreateBucketResponse;
import io.windlass.proto.cosi.v1alpha1.DriverDeleteBucketRequest;
import io.windlass.proto.cosi.v1alpha1.DriverDeleteBucketResponse;
import io.windlass.proto.cosi.v1alpha1.DriverGetInfoResponse;
import io.windlass.proto.cosi.v1alpha1.DriverGrantBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha1.DriverGrantBucketAccessResponse;
import io.windlass.proto.cosi.v1alpha1.DriverRevokeBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha1.DriverRevokeBucketAccessResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The fake driver's v1alpha1. */
final class FakeV1Alpha1 {
  private final FakeCore core;
  private final AtomicInteger infos = new AtomicInteger();

  FakeV1Alpha1(FakeCore core) {
    this.core = core;
  }

  DriverGetInfoResponse info() {
    String name =
        switch (core.fault) {
          case BAD_NAME -> "";
          case UNSTABLE_INFO -> "fake-" + infos.incrementAndGet();
          default -> "fake.example.com";
        };
    return DriverGetInfoResponse.newBuilder().setName(name).build();
  }

  DriverCreateBucketResponse create(DriverCreateBucketRequest request) {
    core.require(!request.getName().isEmpty(), "name is required");
    FakeBucket bucket = core.create(core.id(request.getName()), request.getParametersMap());
    return DriverCreateBucketResponse.newBuilder()
        .setBucketId(core.fault == Fault.BAD_IDS ? "" : bucket.id())
        .build();
  }

  DriverDeleteBucketResponse delete(DriverDeleteBucketRequest request) {
    core.delete(request.getBucketId(), request.getDeleteContextMap());
    return DriverDeleteBucketResponse.getDefaultInstance();
  }

  DriverGrantBucketAccessResponse grant(DriverGrantBucketAccessRequest request) {
    core.require(!request.getName().isEmpty(), "name is required");
    core.knownParameters(request.getParametersMap(), "team");
    if (core.fault != Fault.ANY_AUTHENTICATION) {
      core.require(
          request.getAuthenticationType() == AuthenticationType.Key
              || core.fault == Fault.SERVICE_ACCOUNT_IS_INTERNAL,
          "authentication_type must be Key");
    }
    if (request.getAuthenticationType() == AuthenticationType.IAM
        && core.fault == Fault.SERVICE_ACCOUNT_IS_INTERNAL) {
      throw core.refuse(Status.Code.INTERNAL, "oops");
    }
    FakeGrant grant =
        core.grant(
            core.id(request.getName()),
            List.of(new Reach(request.getBucketId(), 2, 1, 1)),
            core.fault == Fault.V1ALPHA1_ALREADY_EXISTS
                ? Status.Code.ALREADY_EXISTS
                : Status.Code.FAILED_PRECONDITION);
    CredentialDetails.Builder details =
        CredentialDetails.newBuilder()
            .putSecrets("accessKeyID", grant.keyId())
            .putSecrets("accessSecretKey", grant.secret())
            .putSecrets("endpoint", core.s3.endpoint());
    if (core.fault != Fault.NO_REGION) {
      details.putSecrets("region", "us-east-1");
    }
    DriverGrantBucketAccessResponse.Builder answer =
        DriverGrantBucketAccessResponse.newBuilder()
            .setAccountId(grant.id())
            .putCredentials("s3", details.build());
    if (core.fault == Fault.TWO_CREDENTIALS) {
      answer.putCredentials("gcs", details.build());
    }
    return answer.build();
  }

  DriverRevokeBucketAccessResponse revoke(DriverRevokeBucketAccessRequest request) {
    core.revoke(request.getAccountId());
    return DriverRevokeBucketAccessResponse.getDefaultInstance();
  }
}
