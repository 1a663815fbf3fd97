package io.windlass.faults.fuzz;

import com.google.protobuf.InvalidProtocolBufferException;
import io.windlass.faults.Holdings;
import io.windlass.proto.cosi.v1alpha1.CredentialDetails;
import io.windlass.proto.cosi.v1alpha1.DriverCreateBucketResponse;
import io.windlass.proto.cosi.v1alpha1.DriverDeleteBucketRequest;
import io.windlass.proto.cosi.v1alpha1.DriverGrantBucketAccessResponse;
import io.windlass.proto.cosi.v1alpha1.DriverRevokeBucketAccessRequest;
import io.windlass.proto.cosi.v1alpha2.DriverCreateBucketRequest;
import io.windlass.proto.cosi.v1alpha2.DriverGetBucketRequest;
import io.windlass.test.driver.DriverSetup;

/**
 * Model of what exists after successful calls, according to their requests and answers; failed
 * calls change nothing. A request is parsed as the driver parses it. May be used by several threads
 * that do not use the same names at the same time.
 */
public final class Consequences {
  private static final String ID = DriverSetup.BACKEND + "/";

  private final Holdings holdings = new Holdings();

  /** Returns what exists now. */
  synchronized Holdings holdings() {
    Holdings now = new Holdings();
    now.addAll(holdings);
    return now;
  }

  /** Records a call that succeeded. */
  synchronized void of(String method, byte[] request, byte[] answer) {
    try {
      boolean v1alpha1 = method.startsWith("cosi.v1alpha1.");
      switch (method.substring(method.indexOf('/') + 1)) {
        case "DriverGetInfo", "DriverGenerateBucketId", "DriverGenerateBucketAccessId" -> {}
        case "DriverCreateBucket" -> holdings.addBucket(created(v1alpha1, request, answer));
        case "DriverGetBucket", "DriverGetExistingBucket" ->
            holdings.addBucket(bucket(DriverGetBucketRequest.parseFrom(request).getBucketId()));
        case "DriverDeleteBucket" -> holdings.removeBucket(deleted(v1alpha1, request));
        case "DriverGrantBucketAccess" -> granted(v1alpha1, answer);
        case "DriverRevokeBucketAccess" -> revoked(v1alpha1, request);
        default -> throw new IllegalArgumentException(method);
      }
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(method + " took a request, or gave an answer, that is none", e);
    }
  }

  private static String created(boolean v1alpha1, byte[] request, byte[] answer)
      throws InvalidProtocolBufferException {
    if (v1alpha1) {
      return bucket(DriverCreateBucketResponse.parseFrom(answer).getBucketId());
    }
    String asked = DriverCreateBucketRequest.parseFrom(request).getBucketId();
    return bucket(
        asked.contains("/")
            ? asked
            : io.windlass.proto.cosi.v1alpha2.DriverCreateBucketResponse.parseFrom(answer)
                .getBucketIdOrProtocols()
                .toStringUtf8());
  }

  private static String deleted(boolean v1alpha1, byte[] request)
      throws InvalidProtocolBufferException {
    return bucket(
        v1alpha1
            ? DriverDeleteBucketRequest.parseFrom(request).getBucketId()
            : io.windlass.proto.cosi.v1alpha2.DriverDeleteBucketRequest.parseFrom(request)
                .getBucketId());
  }

  private void granted(boolean v1alpha1, byte[] answer) throws InvalidProtocolBufferException {
    if (v1alpha1) {
      var granted = DriverGrantBucketAccessResponse.parseFrom(answer);
      CredentialDetails key = granted.getCredentialsOrThrow("s3");
      holdings.addGrant(account(granted.getAccountId()), key.getSecretsOrThrow("accessKeyID"));
    } else {
      var granted =
          io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessResponse.parseFrom(answer);
      holdings.addGrant(
          account(granted.getAccountId()), granted.getCredentials().getS3().getAccessKeyId());
    }
  }

  private void revoked(boolean v1alpha1, byte[] request) throws InvalidProtocolBufferException {
    holdings.removeGrant(
        account(
            v1alpha1
                ? DriverRevokeBucketAccessRequest.parseFrom(request).getAccountId()
                : io.windlass.proto.cosi.v1alpha2.DriverRevokeBucketAccessRequest.parseFrom(request)
                    .getAccountId()));
  }

  /** A bare name means the only backend. */
  private static String bucket(String id) {
    return id.startsWith(ID) ? id.substring(ID.length()) : id;
  }

  /**
   * Returns the id of an account. Accounts have no bare names: an id that is not one of ours stays
   * unchanged and belongs to nobody.
   */
  private static String account(String id) {
    return id.startsWith(ID) ? id.substring(ID.length()) : "none/" + id;
  }
}
