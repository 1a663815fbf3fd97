package io.windlass.cosi;

import io.windlass.error.DriverException;
import io.windlass.provision.grant.AccountId;
import io.windlass.rpc.Fields;

/**
 * Checks of request fields that both API versions share. Errors name the field as the spec does.
 */
final class CosiRequestFields {
  private CosiRequestFields() {}

  /**
   * Returns a name that COSI suggests, if it is a DNS subdomain (RFC 1123) of at most 253
   * characters; otherwise throws InvalidArgument.
   */
  static String suggestedName(String field, String value) {
    Fields.required(field, value);
    if (!AccountId.isSuggestion(value)) {
      throw new DriverException.InvalidArgument(
          field
              + " is not a DNS subdomain: at most 253 of a-z, 0-9, hyphen and dot, beginning and"
              + " ending with a letter or digit");
    }
    return value;
  }
}
