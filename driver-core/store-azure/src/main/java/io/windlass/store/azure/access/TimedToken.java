package io.windlass.store.azure.access;

import com.azure.storage.blob.models.UserDelegationKey;
import com.azure.storage.common.StorageSharedKeyCredential;
import com.azure.storage.common.Utility;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.secret.Secret;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.AzureProtocol;
import io.windlass.store.azure.client.ServiceVersion;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A token for a container, or for a directory in it, that states itself what it permits and when it
 * ends: nothing of it is on the server.
 *
 * @param directory empty: the whole container
 * @param permissions in the order that the service demands
 */
record TimedToken(
    AzureContainer container, String directory, String permissions, Instant from, Instant until) {

  /** Returns what can do exactly what a checked grant says, from one time to another. */
  static TimedToken of(AzureContainer container, BucketGrant grant, Instant from, Instant until) {
    return new TimedToken(
        container,
        AzureTokens.directory(grant.prefix()),
        AzureModes.permissions(grant.modes(), container.hasDirectories()),
        from.truncatedTo(ChronoUnit.SECONDS),
        until.truncatedTo(ChronoUnit.SECONDS));
  }

  /** "Create a service SAS". */
  Credential.Key signed(StorageSharedKeyCredential accountKey) {
    String policy = "";
    return signed(accountKey, version().ofSignatures(), List.of(policy), Map.of());
  }

  /** "Create a user delegation SAS". */
  Credential.Key signed(UserDelegationKey lent) {
    return signed(lent, version().ofSignatures(), Optional.empty());
  }

  /**
   * The same for one principal of the key's tenant, who has to send a token of Entra's with it.
   *
   * @param version that such tokens are signed with
   * @param principal object id
   */
  Credential.Key bound(UserDelegationKey lent, ServiceVersion version, String principal) {
    return signed(lent, version, Optional.of(principal));
  }

  private Credential.Key signed(
      UserDelegationKey lent, ServiceVersion version, Optional<String> principal) {
    Map<String, String> key =
        new TreeMap<>(
            Map.of(
                "skoid", lent.getSignedObjectId(),
                "sktid", lent.getSignedTenantId(),
                "skt", text(lent.getSignedStart()),
                "ske", text(lent.getSignedExpiry()),
                "sks", lent.getSignedService(),
                "skv", lent.getSignedVersion()));
    List<String> fields = new ArrayList<>();
    for (String name : List.of("skoid", "sktid", "skt", "ske", "sks", "skv")) {
      fields.add(key.getOrDefault(name, ""));
    }
    fields.addAll(version.ofDelegation(principal));
    principal.ifPresent(id -> key.put("sduoid", id));
    return signed(
        new StorageSharedKeyCredential(lent.getSignedObjectId(), lent.getValue()),
        version,
        fields,
        key);
  }

  private ServiceVersion version() {
    return container.clients().version();
  }

  private static String text(OffsetDateTime time) {
    return time.toInstant().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private Credential.Key signed(
      StorageSharedKeyCredential with,
      ServiceVersion version,
      List<String> signer,
      Map<String, String> more) {
    List<String> fields =
        new ArrayList<>(
            List.of(
                permissions,
                from.toString(),
                until.toString(),
                AzureTokens.resource(container, directory)));
    fields.addAll(signer);
    fields.addAll(version.restrictions(AzureTokens.kind(directory), ""));
    Map<String, String> query = new TreeMap<>(more);
    query.put("sv", version.date());
    query.put("sr", AzureTokens.kind(directory));
    if (!directory.isEmpty()) {
      query.put("sdd", Integer.toString(AzureTokens.depth(directory)));
    }
    query.put("sp", permissions);
    query.put("st", from.toString());
    query.put("se", until.toString());
    query.put("sig", with.computeHmac256(String.join("\n", fields)));
    String encoded =
        query.entrySet().stream()
            .map(each -> each.getKey() + "=" + Utility.urlEncode(each.getValue()))
            .collect(Collectors.joining("&"));
    return AzureProtocol.token(
        Secret.of(AzureTokens.url(container, directory) + "?" + encoded), Optional.of(until));
  }
}
