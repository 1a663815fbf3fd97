package io.windlass.cosi.sanity.trial;

import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Catalogue of the checks: the number of each, its id, and what it asks. Numbers stay: that of a
 * check that is removed is not given to another one, because results of other versions name it.
 */
public final class CheckCatalogue {
  private static final String ROWS =
      """
      101 info/shape The driver has a name of the right form, and at least one protocol.
      102 info/stable The driver says the same when it is asked again.
      103 info/protocol The driver supports the protocol of this run.
      201 bucket-id/shape An id for a bucket is generated, and has the right form.
      202 bucket-id/deterministic The same request gives the same id.
      203 bucket-id/distinct Another name gives another id.
      204 bucket-id/no-bucket Generating an id makes no bucket.
      301 create/shape A bucket is created, and the answer is complete.
      302 create/id-characters The id of the bucket has only permitted characters.
      303 create/idempotent The same request again is OK, with the same answer.
      304 create/distinct Another name gives another bucket.
      305 create/incompatible The same name with other parameters is ALREADY_EXISTS.
      306 create/unknown-parameter A parameter that the driver does not know is refused, or told to be ignored.
      307 create/no-protocol A request without a protocol gives a bucket, or INVALID_ARGUMENT.
      308 create/unsupported-protocol A protocol that the driver does not support is INVALID_ARGUMENT.
      309 create/undefined-protocol A protocol that COSI does not define is INVALID_ARGUMENT.
      310 create/every-protocol A bucket can be created for each protocol that the driver supports.
      401 get/shape A bucket is found, and the answer is that of its creation.
      402 get/idempotent The same request again is OK, with the same answer.
      403 get/missing A bucket that was deleted is NOT_FOUND.
      404 get/unknown A bucket that never existed is NOT_FOUND.
      405 get/unsupported-protocol A protocol that the driver does not support is INVALID_ARGUMENT.
      501 delete/twice A bucket can be deleted twice.
      502 delete/unknown The id of a bucket that never existed can be deleted.
      503 delete/never-made An id that was generated, and never used, can be deleted.
      504 delete/without-parameters A bucket can be deleted without its parameters.
      505 delete/make-again A bucket can be created again after it was deleted.
      601 access-id/shape An id for an access is generated, and has the right form.
      602 access-id/deterministic The same request gives the same id.
      603 access-id/distinct Another name gives another id.
      701 grant/shape Access is granted, and the answer is complete.
      702 grant/idempotent The same request again is OK, with the same answer.
      703 grant/same-credential The same request again gives the same credential.
      704 grant/distinct Another name gives another access with another credential.
      705 grant/other-bucket The same access to another bucket is ALREADY_EXISTS.
      706 grant/other-mode The same access with another mode is ALREADY_EXISTS.
      707 grant/never-already-exists A grant never answers ALREADY_EXISTS to the sidecar of v1alpha1.
      708 grant/deleted-bucket Access to a bucket that was deleted is refused.
      709 grant/unknown-bucket Access to a bucket that never existed is refused.
      710 grant/several-buckets One access to several buckets is granted, or OUT_OF_RANGE.
      711 grant/every-mode Each mode is granted, or INVALID_ARGUMENT.
      712 grant/undefined-mode A mode that COSI does not define is refused.
      713 grant/undefined-authentication A type of authentication that COSI does not define is INVALID_ARGUMENT.
      714 grant/undefined-protocol A protocol that COSI does not define is INVALID_ARGUMENT.
      715 grant/unsupported-protocol A protocol that the driver does not support is INVALID_ARGUMENT.
      716 grant/service-account Access for a service account is granted with its message, or INVALID_ARGUMENT.
      717 grant/service-account-name Access for a service account without its name is refused.
      718 grant/unknown-parameter A parameter that the driver does not know is refused, or told to be ignored.
      801 revoke/twice An access can be revoked twice.
      802 revoke/unknown The id of an access that never existed can be revoked.
      803 revoke/never-granted An id that was generated, and never granted, can be revoked.
      804 revoke/deleted-bucket An access can be revoked after its bucket was deleted.
      805 revoke/without-parameters An access can be revoked without its parameters.
      806 revoke/grant-again An access can be granted again after it was revoked.
      901 required/generate-bucket-id Each required field of DriverGenerateBucketId has to be there.
      902 required/create-bucket Each required field of DriverCreateBucket has to be there.
      903 required/get-bucket Each required field of DriverGetBucket has to be there.
      904 required/delete-bucket Each required field of DriverDeleteBucket has to be there.
      905 required/generate-access-id Each required field of DriverGenerateBucketAccessId has to be there.
      906 required/grant-access Each required field of DriverGrantBucketAccess has to be there.
      907 required/revoke-access Each required field of DriverRevokeBucketAccess has to be there.
      908 request/long-name A name that is too long is refused.
      909 request/large-parameters Parameters of the greatest size that is permitted are taken.
      910 request/later-field A field of a later revision does not disturb.
      1001 concurrent/create The same bucket is created once by many calls at a time.
      1002 concurrent/grant The same access is granted once by many calls at a time.
      1003 concurrent/revoke An access is revoked by many calls at a time.
      1004 concurrent/delete A bucket is deleted by many calls at a time.
      1005 concurrent/create-and-delete A bucket that is created and deleted at the same time is whole, or gone.
      1006 concurrent/many-buckets Many buckets are created at the same time.
      1101 key/works-at-once A credential works when it is granted.
      1102 key/read-write With READ_WRITE, a credential reads, writes, lists and deletes objects.
      1103 key/read-only With READ_ONLY, a credential reads, and changes nothing.
      1104 key/write-only With WRITE_ONLY, a credential writes, and reads nothing.
      1105 key/object-metadata-read-only A credential for the metadata of objects reads them, and changes nothing.
      1106 key/object-metadata-read-write A credential for the metadata of objects reads and changes them.
      1107 key/bucket-metadata-read-only A credential for the metadata of a bucket reads them, and changes nothing.
      1108 key/bucket-metadata-read-write A credential for the metadata of a bucket reads and changes them.
      1109 key/bucket-name The bucket has the name that workloads of v1alpha1 are told.
      1110 key/other-bucket A credential opens no other bucket.
      1111 key/several-buckets A credential for several buckets has in each the mode for that bucket.
      1112 key/no-bucket-admin A credential makes and deletes no buckets.
      1113 key/no-policy A credential changes no policy.
      1114 key/wrong-secret A wrong secret gives no access.
      1115 key/no-credential Without a credential there is no access.
      1116 key/unchanged-by-grant A credential goes on working when access is granted again.
      1117 key/unchanged-by-restart A credential goes on working when the driver is restarted.
      1118 key/revoked A credential stops working when it is revoked.
      1119 key/revoke-leaves-others The credentials of others go on working.
      1120 key/grant-after-revoke A credential that is granted after a revoke works.
      1121 key/deleted-bucket A bucket that was deleted is gone from the server.
      1122 key/delete-with-objects A bucket with objects is deleted whole, or stays whole.
      1201 restart/bucket A bucket is the same after a restart of the driver.
      1202 restart/access An access is the same after a restart of the driver.
      1203 restart/incompatible An incompatible request is ALREADY_EXISTS after a restart, too.
      1204 restart/revoke-and-delete What was made before a restart can be revoked and deleted after it.
      1205 restart/in-flight Calls that a restart cut off can be repeated.
      1301 status/message Each error has a message.
      1302 status/details No error has details.
      1303 status/no-secrets No error contains a secret.
      1304 status/classified Each error has a code that says what it is.
      """;

  private static final Pattern ROW = Pattern.compile("(\\d+) (\\S+) (.+)");

  private static final Map<String, Entry> BY_ID =
      ROWS.lines()
          .map(ROW::matcher)
          .filter(Matcher::matches)
          .map(row -> new Entry(Integer.parseInt(row.group(1)), row.group(2), row.group(3)))
          .collect(Collectors.toUnmodifiableMap(Entry::id, Function.identity()));

  private CheckCatalogue() {}

  /**
   * Row of the catalogue.
   *
   * @param asks what the check asks of a driver, as a sentence
   */
  record Entry(int number, String id, String asks) {}

  /** Returns the row of a check. */
  public static Entry of(String id) {
    Entry found = BY_ID.get(id);
    if (found == null) {
      throw new IllegalArgumentException("check %s is not in the catalogue".formatted(id));
    }
    return found;
  }

  /** Returns all rows, also any that no check has. */
  static Map<String, Entry> all() {
    return BY_ID;
  }
}
