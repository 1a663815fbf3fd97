package io.windlass.store;

import io.windlass.setting.Setting;
import io.windlass.setting.SettingReader;
import java.util.List;
import java.util.function.Supplier;

/** A kind of backend that can be configured: its settings, and what becomes of them. */
public interface StoreKind {

  /** What it is called where it is chosen, in lower case. */
  String name();

  /** Its settings, in the order of the documents. Kinds that share one have the same object. */
  List<Setting<?>> settings();

  /** Whether it needs no server, and no keys of the driver's. */
  boolean isLocal();

  /**
   * Reads the settings of a backend.
   *
   * @return its configuration, to be asked for when nothing was wrong
   */
  Supplier<StoreConfig> read(String backend, SettingReader settings);
}
