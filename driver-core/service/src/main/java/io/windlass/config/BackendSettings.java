package io.windlass.config;

import io.windlass.connect.BackendKind;
import io.windlass.connect.BackendKinds;
import io.windlass.setting.Format;
import io.windlass.setting.Setting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The settings of a backend: those that all backends have, and those of each kind. */
final class BackendSettings {
  private final BackendKinds kinds;
  private final Setting<BackendKind> kind;

  BackendSettings(BackendKinds kinds) {
    this.kinds = kinds;
    this.kind =
        new Setting<>("KIND", format(kinds), Setting.required(), "What kind of storage it is.");
  }

  private static Format<BackendKind> format(BackendKinds kinds) {
    return new Format<>(
        "one of " + kinds.all().stream().map(BackendKind::name).collect(Collectors.joining(", ")),
        text ->
            kinds.all().stream()
                .filter(each -> each.name().equals(text))
                .findFirst()
                .orElseThrow());
  }

  /** Returns the setting with the kind of a backend. */
  Setting<BackendKind> kind() {
    return kind;
  }

  /** Returns the kind of the only backend if no backend is configured. */
  BackendKind usual() {
    return kinds.usual();
  }

  /** Returns the settings of all kinds, in the order of the documents. */
  List<Setting<?>> all() {
    Set<Setting<?>> ofKinds = new LinkedHashSet<>();
    kinds.all().forEach(each -> ofKinds.addAll(each.settings()));
    List<Setting<?>> all = new ArrayList<>();
    all.add(kind);
    all.addAll(ofKinds);
    all.addAll(Settings.BACKEND);
    return all;
  }

  /** Returns those of all kinds that have an effect only where nodes have sessions. */
  List<Setting<?>> ofSessions() {
    return kinds.all().stream().flatMap(each -> each.ofSessions().stream()).toList();
  }

  /** Returns whether backends of a kind have a setting. */
  boolean has(BackendKind owner, Setting<?> setting) {
    return setting.equals(kind)
        || Settings.BACKEND.contains(setting)
        || owner.settings().contains(setting);
  }

  /** Returns whether backends of a kind have a setting of this name, whatever it means there. */
  boolean has(BackendKind owner, String name) {
    return all().stream()
        .filter(setting -> setting.name().equals(name))
        .anyMatch(setting -> has(owner, setting));
  }

  /** Returns the names of the kinds that have a setting; empty if all have it. */
  List<String> onlyOf(Setting<?> setting) {
    List<String> having =
        kinds.all().stream().filter(each -> has(each, setting)).map(BackendKind::name).toList();
    return having.size() == kinds.all().size() ? List.of() : having;
  }
}
