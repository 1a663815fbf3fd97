package io.windlass.cli.scratch;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** What a driver serves. */
public enum Spec {
  COSI("cosi"),
  CSI("csi");

  private final String command;

  Spec(String command) {
    this.command = command;
  }

  /** The command that serves it; its socket is called so, too. */
  public String command() {
    return command;
  }

  /** The variable that says where it is served. */
  public String endpoint() {
    return name() + "_ENDPOINT";
  }

  /** Settings of a driver over the embedded store of a place, with all that it keeps there. */
  Map<String, String> settings(ScratchDirectory place) throws IOException {
    Map<String, String> settings = new HashMap<>();
    settings.put("WINDLASS_LOCAL_DIRECTORY", place.store().toString());
    // Nothing outlives it that names a port, and several may run at once.
    settings.put("WINDLASS_LOCAL_LISTEN", "127.0.0.1:0");
    // It does not live long enough for the optimising compiler to pay.
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
