package io.windlass.rpc;

import io.windlass.store.DriverException;

/** Checks of request fields that every spec has. Errors name the field as the spec does. */
public final class Fields {
  private Fields() {}

  /**
   * A field that must be set.
   *
   * @throws DriverException.InvalidArgument when it is empty
   */
  public static String required(String field, String value) {
    if (value.isEmpty()) {
      throw new DriverException.InvalidArgument(field + " is required");
    }
    return value;
  }
}
