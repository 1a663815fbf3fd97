package io.windlass.cli.doctor;

import io.windlass.config.CsiConfiguration;

/** What nodes are given for the volumes of the backends, by the configuration. */
enum NodeAccess {
  /** Nothing: no controller is configured. */
  NONE,
  /** Keys that last until they are revoked. */
  KEYS,
  /** Sessions, where a backend has them. */
  SESSIONS;

  static NodeAccess of(CsiConfiguration configuration) {
    if (!configuration.mode().hasController()) {
      return NONE;
    }
    return configuration.renewals().isPresent() ? SESSIONS : KEYS;
  }
}
