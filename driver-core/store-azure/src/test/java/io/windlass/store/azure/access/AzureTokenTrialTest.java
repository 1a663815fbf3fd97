package io.windlass.store.azure.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessAdmin;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.access.IssuedKey;
import io.windlass.access.Principal;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectProperties;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.azure.AzureBackend;
import io.windlass.store.azure.AzuriteBackends;
import io.windlass.store.azure.FakeBackends;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureErrors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is an answer to a token, and what is one to the request, on the FAKE. */
class AzureTokenTrialTest {
  private static final String BLOB = "windlass-trial";

  private final FakeAzure fake = new FakeAzure();
  private final FakeAccount account = fake.add("trial", AccountSettings.FLAT);
  private AzureBackend backend;
  private AccessAdmin access;
  private Principal principal;
  private Credential token;

  @BeforeEach
  void open(@TempDir Path directory) throws IOException {
    backend = FakeBackends.open(account, directory);
    backend.buckets().create("data", BucketSettings.DEFAULT);
    access = backend.access();
    AccessModes modes = AccessModes.ofData(AccessMode.READ_WRITE, backend.capabilities());
    principal =
        new Principal(
            "workload", List.of(new BucketGrant("data", "", modes, Set.of())), Optional.empty());
    token = access.grant(principal, access.generation(1), List.of()).credential();
  }

  @AfterEach
  void close() {
    backend.close();
    fake.close();
  }

  @Test
  void whateverTheBlobIsLikeTheTokenIsAccepted() {
    ObjectStore store = backend.objects("data");
    for (PutOptions options :
        List.of(
            PutOptions.DEFAULT,
            PutOptions.DEFAULT.withProperties(
                ObjectProperties.NONE.withOpaque("x-ms-access-tier", "Archive")))) {
      for (int size : List.of(1, 0)) {
        store.put(BLOB, Content.of(new byte[size]), options);
        assertThat(access.isEffective(principal, token)).isTrue();
      }
    }
    store.delete(BLOB, Condition.always());
    assertThat(access.isEffective(principal, token)).isTrue();
  }

  /** Such an answer says nothing of the token: here it is of a service that is older. */
  @Test
  void aRequestThatTheServiceDoesNotTakeShowsNothing() {
    fake.knowsUpTo("2019-07-07");
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> access.isEffective(principal, token))
        .withMessageContaining("SERVICE_VERSION");
  }

  /** Such an account would give the token's data to whoever has it. */
  @Test
  void aBoundTokenThatIsAcceptedAloneIsNotHandedOut() {
    AzureClients clients = AzuriteBackends.clients(FakeBackends.as(account));
    StoreErrors errors = AzureErrors.of("azure");
    AzureTokenTrial trial =
        new AzureTokenTrial(
            clients,
            errors,
            new AzureSasPolicy(
                new AzureManager(clients, Optional::empty, errors),
                clients.connection().management()));
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> trial.requireBound(token, principal.buckets().getFirst(), "ask for less"))
        .withMessageContaining("delegatedUserObjectId");
  }

  @Test
  void aTokenWhosePolicyIsGoneIsRefused() {
    access.revoke(principal, List.of(IssuedKey.unknown(access.generation(1))));
    assertThat(access.isEffective(principal, token)).isFalse();
  }
}
