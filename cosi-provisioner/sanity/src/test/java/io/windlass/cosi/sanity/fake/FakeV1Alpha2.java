package io.windlass.cosi.sanity.fake;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.grpc.Status;
import io.windlass.cosi.sanity.fake.FakeCore.FakeBucket;
import io.windlass.cosi.sanity.fake.FakeCore.FakeGrant;
import io.windlass.cosi.sanity.fake.FakeCore.Reach;
import io.windlass.proto.cosi.rev.Revision;
import io.windlass.proto.cosi.v1alpha2.AccessMode;
import io.windlass.proto.cosi.v1alpha2.AuthenticationType;
import io.windlass.proto.cosi.v1alpha2.CredentialInfo;
import io.windlass.proto.cosi.v1alpha2.DriverCreateBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverCreateBucketResponse;
import io.windlass.proto.cosi.v1alpha2.DriverDeleteBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverDeleteBucketResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketAccessIdRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketAccessIdResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketIdRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGenerateBucketIdResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGetInfoResponse;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessRequest.AccessedBucket;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessResponse;
import io.windlass.proto.cosi.v1alpha2.DriverRevokeBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha2.DriverRevokeBucketAccessResponse;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocol;
import io.windlass.proto.cosi.v1alpha2.ObjectProtocolAndBucketInfo;
import io.windlass.proto.cosi.v1alpha2.S3AddressingStyle;
import io.windlass.proto.cosi.v1alpha2.S3BucketInfo;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The fake driver's v1alpha2, in one revision. */
final class FakeV1Alpha2 {
  private final FakeCore core;
  private final Revision revision;
  private final AtomicInteger calls = new AtomicInteger();

  FakeV1Alpha2(FakeCore core, Revision revision) {
    this.core = core;
    this.revision = revision;
  }

  private boolean generates() {
    return revision.compareTo(Revision.D) >= 0;
  }

  DriverGetInfoResponse info() {
    DriverGetInfoResponse.Builder info = DriverGetInfoResponse.newBuilder();
    info.setName(
        switch (core.fault) {
          case BAD_NAME -> "Fake_Driver";
          case UNSTABLE_INFO -> "fake-" + calls.incrementAndGet();
          default -> "fake.example.com";
        });
    if (core.fault != Fault.HIDES_S3) {
      info.addSupportedProtocolsBuilder().setType(ObjectProtocol.Type.S3);
    }
    if (core.fault == Fault.HIDES_S3 || core.fault == Fault.PROMISES_AZURE) {
      info.addSupportedProtocolsBuilder().setType(ObjectProtocol.Type.AZURE);
    }
    return info.build();
  }

  private void known(Message request) {
    if (core.fault == Fault.REFUSES_LATER_FIELDS && !request.getUnknownFields().isEmpty()) {
      throw core.refuse(Status.Code.INVALID_ARGUMENT, "unknown field");
    }
  }

  private void protocols(List<ObjectProtocol> protocols) {
    if (protocols.isEmpty() && core.fault == Fault.NO_PROTOCOL_IS_INTERNAL) {
      throw core.refuse(Status.Code.INTERNAL, "oops");
    }
    protocols.forEach(this::protocol);
  }

  private void protocol(ObjectProtocol protocol) {
    if (core.fault != Fault.ANY_PROTOCOL) {
      core.require(protocol.getType() == ObjectProtocol.Type.S3, "only S3 is offered");
    }
  }

  private ObjectProtocolAndBucketInfo info(FakeBucket bucket) {
    ObjectProtocolAndBucketInfo.Builder info = ObjectProtocolAndBucketInfo.newBuilder();
    if (core.fault == Fault.NO_PROTOCOLS) {
      return info.build();
    }
    if (core.fault == Fault.FLIPPING_PROTOCOLS && calls.incrementAndGet() % 2 == 0) {
      info.getGcsBuilder().setBucketName("flip");
    }
    String flip =
        core.fault == Fault.FLIPPING_ENDPOINT && calls.incrementAndGet() % 2 == 0 ? "/" : "";
    return info.setS3(
            S3BucketInfo.newBuilder()
                .setBucketId(bucket.s3Name())
                .setEndpoint(core.s3.endpoint() + flip)
                .setRegion(core.fault == Fault.NO_REGION ? "" : "us-east-1")
                .setAddressingStyle(
                    S3AddressingStyle.newBuilder().setStyle(S3AddressingStyle.Style.PATH)))
        .build();
  }

  DriverGenerateBucketIdResponse generateBucketId(DriverGenerateBucketIdRequest request) {
    core.require(!request.getName().isEmpty(), "name is required");
    core.limits(request.getName(), request.getParametersMap());
    return DriverGenerateBucketIdResponse.newBuilder()
        .setBucketId(core.id(request.getName()))
        .build();
  }

  DriverCreateBucketResponse create(DriverCreateBucketRequest request) {
    known(request);
    core.require(!request.getBucketId().isEmpty(), "bucket_id is required");
    protocols(request.getProtocolsList());
    String id = generates() ? request.getBucketId() : core.id(request.getBucketId());
    FakeBucket bucket = core.create(id, request.getParametersMap());
    ObjectProtocolAndBucketInfo info = info(bucket);
    ByteString first =
        switch (revision) {
          case A, B, C -> ByteString.copyFromUtf8(bucket.id());
          case D -> ByteString.EMPTY;
          case E ->
              core.fault == Fault.UNDECODABLE_CREATE
                  ? ByteString.copyFromUtf8(bucket.id())
                  : info.toByteString();
        };
    DriverCreateBucketResponse.Builder answer =
        DriverCreateBucketResponse.newBuilder().setBucketIdOrProtocols(first);
    if (revision != Revision.E) {
      answer.setProtocols(info);
    }
    return answer.build();
  }

  DriverGetBucketResponse get(DriverGetBucketRequest request) {
    core.require(!request.getBucketId().isEmpty(), "bucket_id is required");
    protocols(request.getProtocolsList());
    if (request.getBucketId().isEmpty()) {
      return DriverGetBucketResponse.getDefaultInstance();
    }
    FakeBucket bucket = core.get(request.getBucketId());
    return DriverGetBucketResponse.newBuilder()
        .setBucketId(generates() ? "" : bucket.id())
        .setProtocols(info(bucket))
        .build();
  }

  DriverDeleteBucketResponse delete(DriverDeleteBucketRequest request) {
    core.delete(request.getBucketId(), request.getParametersMap());
    return DriverDeleteBucketResponse.getDefaultInstance();
  }

  DriverGenerateBucketAccessIdResponse generateAccessId(
      DriverGenerateBucketAccessIdRequest request) {
    core.require(!request.getAccountName().isEmpty(), "account_name is required");
    return DriverGenerateBucketAccessIdResponse.newBuilder()
        .setAccountId(core.id(request.getAccountName()))
        .build();
  }

  DriverGrantBucketAccessResponse grant(DriverGrantBucketAccessRequest request) {
    protocol(request.getProtocol());
    core.knownParameters(request.getParametersMap(), "team");
    authentication(request.getAuthenticationType().getType(), request.getServiceAccountName());
    if (core.fault == Fault.SEVERAL_IS_INVALID) {
      core.require(request.getBucketsCount() < 2, "one bucket at a time");
    }
    List<Reach> reach = request.getBucketsList().stream().map(this::reach).toList();
    core.require(!request.getAccountId().isEmpty(), "account is required");
    String id = revision == Revision.E ? request.getAccountId() : core.id(request.getAccountId());
    FakeGrant grant = core.grant(id, reach, Status.Code.ALREADY_EXISTS);
    DriverGrantBucketAccessResponse.Builder answer =
        DriverGrantBucketAccessResponse.newBuilder()
            .setAccountId(revision == Revision.E ? "" : grant.id())
            .setCredentials(credentials(grant));
    if (core.fault != Fault.BUCKETS_MISSING && core.fault != Fault.NO_VALIDATION) {
      for (AccessedBucket bucket : request.getBucketsList()) {
        answer
            .addBucketsBuilder()
            .setBucketId(bucket.getBucketId())
            .setBucketInfo(info(core.get(bucket.getBucketId())));
      }
    }
    return answer.build();
  }

  private CredentialInfo credentials(FakeGrant grant) {
    CredentialInfo.Builder credentials = CredentialInfo.newBuilder();
    if (core.fault != Fault.TWO_CREDENTIALS) {
      credentials.getS3Builder().setAccessKeyId(grant.keyId()).setAccessSecretKey(grant.secret());
    } else {
      credentials.getGcsBuilder().setAccessId(grant.keyId()).setAccessSecret(grant.secret());
    }
    return credentials.build();
  }

  private void authentication(AuthenticationType.Type type, String serviceAccount) {
    if (core.fault == Fault.ANY_AUTHENTICATION) {
      return;
    }
    if (type == AuthenticationType.Type.SERVICE_ACCOUNT
        && !serviceAccount.isEmpty()
        && core.fault == Fault.SERVICE_ACCOUNT_IS_INTERNAL) {
      throw core.refuse(Status.Code.INTERNAL, "oops");
    }
    core.require(type == AuthenticationType.Type.KEY, "authentication_type must be KEY");
  }

  private Reach reach(AccessedBucket bucket) {
    if (revision.compareTo(Revision.C) >= 0) {
      return new Reach(
          bucket.getBucketId(),
          mode(bucket.getObjectDataAccessMode(), 0),
          mode(bucket.getObjectMetadataAccessMode(), 0),
          mode(bucket.getBucketMetadataAccessMode(), 0));
    }
    return new Reach(bucket.getBucketId(), mode(bucket.getObjectDataAccessMode(), 1), 1, 1);
  }

  /** The number that revision C has for a mode; it is one more than that of A and B. */
  private int mode(AccessMode mode, int shift) {
    int number = mode.getModeValue() == 0 ? 0 : mode.getModeValue() + shift;
    if (number == 3 && core.fault == Fault.READ_ONLY_IS_INTERNAL) {
      throw core.refuse(Status.Code.INTERNAL, "oops");
    }
    if (core.fault != Fault.ANY_MODE) {
      core.require(number >= 1 && number <= 4, "unknown access mode");
    }
    return number;
  }

  DriverRevokeBucketAccessResponse revoke(DriverRevokeBucketAccessRequest request) {
    if (core.fault == Fault.REVOKE_NEEDS_PARAMETERS) {
      core.require(!request.getParametersMap().isEmpty(), "parameters are required");
    }
    core.revoke(request.getAccountId());
    return DriverRevokeBucketAccessResponse.getDefaultInstance();
  }
}
