package io.windlass.store.azure.client;

import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Azure's clouds, which know nothing of each other's accounts. */
public enum AzureCloud {
  PUBLIC("core.windows.net", "https://login.microsoftonline.com", "https://management.azure.com"),
  CHINA(
      "core.chinacloudapi.cn",
      "https://login.chinacloudapi.cn",
      "https://management.chinacloudapi.cn"),
  US_GOVERNMENT(
      "core.usgovcloudapi.net",
      "https://login.microsoftonline.us",
      "https://management.usgovcloudapi.net");

  private final String suffix;
  private final URI authority;
  private final URI manager;

  AzureCloud(String suffix, String authority, String manager) {
    this.suffix = suffix;
    this.authority = URI.create(authority);
    this.manager = URI.create(manager);
  }

  /** Returns where Entra issues tokens. */
  public URI authority() {
    return authority;
  }

  /** Returns where Azure Resource Manager is. */
  public URI manager() {
    return manager;
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

  /** Returns the cloud of an account; the public one for emulators and for names of one's own. */
  public static AzureCloud ofAccount(URI endpoint) {
    return of(endpoint.getHost()).orElse(PUBLIC);
  }
}
