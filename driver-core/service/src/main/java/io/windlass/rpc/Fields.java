package io.windlass.rpc;

import io.windlass.error.DriverException;

/** Checks of request fields that all specs share. Errors name the field as the spec does. */
public final class Fields {
  private Fields() {}

  /**
   * Returns the value of a field that must be set.
   *
   * @throws DriverException.InvalidArgument when the value is empty
   */
  public static String required(String field, String value) {
    if (value.isEmpty()) {
      throw new DriverException.InvalidArgument(field + " is required");
    }
    return value;
  }
}
