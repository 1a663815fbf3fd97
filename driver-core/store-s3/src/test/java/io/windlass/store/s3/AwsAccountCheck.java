package io.windlass.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.store.Page;
import io.windlass.store.contract.TestBucket;
import io.windlass.store.s3.client.IamClients;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.testing.BuildOutput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.User;

/**
 * Looks at the account that {@code test/aws/run} was given, before and after the tests. It touches
 * nothing but what has a name of this run. No test of the build.
 */
class AwsAccountCheck {
  private final AwsAccount account = AwsAccount.given();

  @TempDir private Path directory;

  private interface Look {
    void at(S3Backend backend, IamClient users);
  }

  private void look(Look look) {
    try (S3Backend backend = account.open(directory);
        S3Clients clients = account.clients(directory)) {
      look.at(backend, IamClients.open(clients, account.player()));
    }
  }

  private List<String> buckets(S3Backend backend) {
    List<String> found = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Page<String> page = backend.buckets().list(token);
      page.items().stream().filter(name -> name.startsWith(account.prefix())).forEach(found::add);
      token = page.next();
    } while (token.isPresent());
    return found;
  }

  private List<String> users(IamClient users) {
    return account.flavor() == S3Flavor.NONE
        ? List.of()
        : users.listUsersPaginator().users().stream()
            .map(User::userName)
            .filter(name -> name.startsWith("windlass-" + account.prefix()))
            .toList();
  }

  @Test
  void nothingHasANameOfThisRun() {
    look((backend, users) -> {
      assertThat(buckets(backend)).as("buckets").isEmpty();
      assertThat(users(users)).as("users").isEmpty();
    });
  }

  /** Says what the tests left, and removes it. */
  @Test
  void allIsRemoved() {
    look((backend, users) -> {
      buckets(backend)
          .forEach(name -> {
            BuildOutput.say("The tests left bucket " + name);
            new TestBucket(backend, name).close();
          });
      users(users)
          .forEach(name -> {
            BuildOutput.say("The tests left user " + name);
            remove(users, name);
          });
      assertThat(buckets(backend)).as("buckets").isEmpty();
      assertThat(users(users)).as("users").isEmpty();
    });
  }

  private static void remove(IamClient users, String name) {
    users
        .listAccessKeysPaginator(of -> of.userName(name))
        .accessKeyMetadata()
        .forEach(
            key -> users.deleteAccessKey(of -> of.userName(name).accessKeyId(key.accessKeyId())));
    users
        .listUserPoliciesPaginator(of -> of.userName(name))
        .policyNames()
        .forEach(policy -> users.deleteUserPolicy(of -> of.userName(name).policyName(policy)));
    users.deleteUser(of -> of.userName(name));
  }
}
