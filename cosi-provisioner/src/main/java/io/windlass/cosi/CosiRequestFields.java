package io.windlass.cosi;

import io.windlass.error.DriverException;
import io.windlass.provision.Mistakes;
import io.windlass.provision.grant.AccountId;
import io.windlass.rpc.Fields;

/**
 * Checks of request fields that both API versions share. Errors name the field as the spec does.
 */
final class CosiRequestFields {
  /** Field 1 of v1alpha2's DriverCreateBucket, where the revision cannot be told. */
  static final String NEW_BUCKET = "bucket_id (name in revisions A to C)";

  /** Field 1 of v1alpha2's DriverGrantBucketAccess, where the revision cannot be told. */
  static final String NEW_ACCOUNT = "account_id (account_name in revisions A to D)";

  private CosiRequestFields() {}

  /**
   * Returns a name that COSI suggests, if it is a DNS subdomain (RFC 1123) of at most 253
   * characters; otherwise throws InvalidArgument.
   */
  static String suggestedName(String field, String value) {
    Fields.required(field, value);
    if (!AccountId.isSuggestion(value)) {
      throw new DriverException.InvalidArgument(
          ("%s is '%s', but must be a DNS subdomain: at most 253 of a-z, 0-9, hyphen and dot,"
                  + " beginning and ending with a letter or digit")
              .formatted(field, Mistakes.printable(value)));
    }
    return value;
  }
}
