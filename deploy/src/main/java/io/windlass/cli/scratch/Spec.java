package io.windlass.cli.scratch;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Specification that a driver serves. */
public enum Spec {
  COSI("cosi"),
  CSI("csi");

  private final String command;

  Spec(String command) {
    this.command = command;
  }

  /** Returns the command that serves it, which is also the name of its socket. */
  public String command() {
    return command;
  }

  /** Returns the environment variable of its endpoint. */
  public String endpoint() {
    return name() + "_ENDPOINT";
  }

  /**
   * Returns the settings of a driver, all of whose files are in the scratch directory, without
   * those of its store.
   */
  public Map<String, String> settings(ScratchDirectory place) throws IOException {
    Map<String, String> settings = new HashMap<>();
    // The driver runs too briefly to profit from the optimising compiler.
    settings.put("WINDLASS_JAVA_OPTS", "-XX:TieredStopAtLevel=1");
    switch (this) {
      case COSI -> {}
      case CSI -> {
        settings.put("WINDLASS_KEYS", place.keys().toString());
        settings.put("WINDLASS_CSI_MODE", "both");
        settings.put("WINDLASS_CSI_NODE_ID", "here");
        settings.put("WINDLASS_CSI_STATE", place.directory().resolve("state").toString());
        settings.put("WINDLASS_CSI_STAGING", place.directory().resolve("staging").toString());
        settings.put("WINDLASS_CSI_RUN", place.run().path().toString());
        settings.put("WINDLASS_CSI_MEMORY", "64Mi");
      }
    }
    return settings;
  }
}
