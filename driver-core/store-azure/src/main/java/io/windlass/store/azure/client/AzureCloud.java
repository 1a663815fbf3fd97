package io.windlass.store.azure.client;

import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Azure's clouds, which know nothing of each other's accounts. */
public enum AzureCloud {
  PUBLIC("core.windows.net"),
  CHINA("core.chinacloudapi.cn"),
  US_GOVERNMENT("core.usgovcloudapi.net");

  private final String suffix;

  AzureCloud(String suffix) {
    this.suffix = suffix;
  }

  /** Returns what connection strings call EndpointSuffix. */
  public String suffix() {
    return suffix;
  }

  /** Returns the base URL that an account of this name has in this cloud. */
  public URI endpoint(String account) {
    return URI.create("https://%s.blob.%s".formatted(account, suffix));
  }

  /** Returns the cloud that a host belongs to; empty for emulators and for names of one's own. */
  public static Optional<AzureCloud> of(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(cloud -> name.equals(cloud.suffix) || name.endsWith("." + cloud.suffix))
        .findFirst();
  }
}
