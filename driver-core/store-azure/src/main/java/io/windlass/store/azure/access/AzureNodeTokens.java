package io.windlass.store.azure.access;

import com.azure.storage.blob.models.UserDelegationKey;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.access.NodeSessions;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.AzureIdentity;
import io.windlass.store.azure.client.AzureKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.UnaryOperator;

/**
 * Tokens for nodes that end by themselves. The account key signs them, or a key that is lent to the
 * driver's identity, so they take none of a container's stored access policies.
 */
public final class AzureNodeTokens implements NodeSessions {
  /** Shortest and longest life of a token: that of a lent key, with room for clocks that differ. */
  public static final Duration SHORTEST = Duration.ofMinutes(1);

  public static final Duration LONGEST = Duration.ofDays(6);

  public static final Duration USUAL = Duration.ofHours(1);

  private final AzureClients clients;
  private final StoreErrors errors;
  private final DelegationKeys lent;
  private final AzureTokenTrial trial;
  private final InstantSource clock;
  private final Duration life;

  /**
   * Creates it.
   *
   * @param life of a token, from {@link #SHORTEST} to {@link #LONGEST}
   */
  public AzureNodeTokens(
      AzureClients clients,
      StoreErrors errors,
      AzureTokenTrial trial,
      InstantSource clock,
      Duration life) {
    this.clients = clients;
    this.errors = errors;
    this.lent = new DelegationKeys(clients);
    this.trial = trial;
    this.clock = clock;
    this.life = life;
  }

  @Override
  public Credential.Key issue(BucketGrant grant, String name) {
    AzureContainer container = new AzureContainer(clients, grant.bucket(), errors);
    AzureAccess.checkGrant(container, grant);
    Instant now = clock.instant();
    TimedToken token =
        TimedToken.of(container, grant, now.minus(AzureDelegatedTokens.SKEW), now.plus(life));
    Credential.Key key = signed(token);
    trial.requireAllowed(key, grant, "set SESSION_LIFE to less");
    return key;
  }

  private Credential.Key signed(TimedToken token) {
    return switch (clients.credential()) {
      case AzureKey.Account _ -> token.signed(clients.key());
      case AzureKey.Identity(AzureIdentity identity) -> token.signed(lent(identity, token));
      case AzureKey.Token _ ->
          throw new DriverException.FailedPrecondition(
              "backend %s has a token, which signs no others".formatted(errors.backend()));
    };
  }

  private UserDelegationKey lent(AzureIdentity identity, TimedToken token) {
    return errors.call(
        "get a key for tokens of",
        token.container().name(),
        () -> lent.key(identity, token.from(), token.until()));
  }

  @Override
  public String needs(UnaryOperator<String> variable) {
    return ("give the driver's identity the roles Storage Blob Delegator and Storage Blob Data"
            + " Contributor on the storage account, or an account key with %s")
        .formatted(variable.apply("CREDENTIALS"));
  }
}
