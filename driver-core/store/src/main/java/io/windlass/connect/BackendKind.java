package io.windlass.connect;

import io.windlass.setting.Setting;
import io.windlass.setting.SettingReader;
import java.util.List;
import java.util.function.Supplier;

/**
 * Kind of backend that can be configured: defines its settings, and makes a configuration of them.
 */
public interface BackendKind {

  /** Returns the name by which a configuration selects the kind, in lower case. */
  String name();

  /**
   * Returns the settings of the kind, in the order of the documents. Kinds that share a setting
   * return the same object.
   */
  List<Setting<?>> settings();

  /**
   * Returns those settings that have an effect only where nodes are given credentials which end by
   * themselves, and the next ones in time.
   */
  default List<Setting<?>> ofSessions() {
    return List.of();
  }

  /** Returns whether the kind needs neither a server nor the driver's keys. */
  boolean isLocal();

  /**
   * Reads the settings of a backend.
   *
   * @return its configuration; to be called only if no setting was wrong
   */
  Supplier<BackendConfig> read(String backend, SettingReader settings);
}
