package io.windlass.store.s3.access;

import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Credentials;
import io.windlass.store.s3.client.S3Key;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tries keys as workloads use them: only the server knows when a change of access is effective. It
 * asks for the location of a bucket, which every key that was granted may do, and writes nothing.
 */
final class S3KeyTrial {
  private final S3Clients clients;
  private final StoreErrors errors;
  private final int trials;

  /**
   * Creates a trial of keys.
   *
   * @param trials how often each is tried, so that more than one part of the server is met; all
   *     have to answer alike
   */
  S3KeyTrial(S3Clients clients, StoreErrors errors, int trials) {
    this.clients = clients;
    this.errors = errors;
    this.trials = trials;
  }

  private enum Answer {
    ACCEPTED,
    REFUSED,
    /** With the bucket, access to it is gone, and says nothing of the key. */
    NO_BUCKET
  }

  /**
   * Checks that the server refuses all keys of a principal whose access was ended.
   *
   * @param hint what else to say of the server, with a full stop before it; may be empty
   * @throws DriverException.Aborted while it accepts one of them
   */
  void requireRefused(List<Credential> handedOut, Principal principal, String hint) {
    if (handedOut.stream().map(S3Key::of).anyMatch(key -> isAccepted(key, principal))) {
      throw new DriverException.Aborted(
          errors.says(
              "revoke access of",
              principal.account(),
              "it is revoked, and the server still accepts its key: call again" + hint));
    }
  }

  /** Returns whether the server accepts a key for one of the principal's buckets. */
  private boolean isAccepted(S3Key key, Principal principal) {
    return answers(key, principal).anyMatch(answer -> answer == Answer.ACCEPTED);
  }

  /** Returns whether the server accepts a key for all of the principal's buckets. */
  boolean isAcceptedEverywhere(S3Key key, Principal principal) {
    return answers(key, principal).noneMatch(answer -> answer == Answer.REFUSED);
  }

  private Stream<Answer> answers(S3Key key, Principal principal) {
    return principal.buckets().stream()
        .flatMap(grant -> Stream.generate(() -> answer(key, grant)).limit(trials));
  }

  private Answer answer(S3Key key, BucketGrant grant) {
    S3Credentials credentials = new S3Credentials(() -> key);
    try {
      errors.run(
          "try a key on",
          grant.bucket(),
          () ->
              clients
                  .calls()
                  .getBucketLocation(get ->
                      get.bucket(grant.bucket())
                          .overrideConfiguration(with -> with.credentialsProvider(credentials))));
      return Answer.ACCEPTED;
    } catch (DriverException.Unauthenticated | DriverException.PermissionDenied e) {
      return Answer.REFUSED;
    } catch (DriverException.NoSuchBucket e) {
      return Answer.NO_BUCKET;
    }
  }
}
