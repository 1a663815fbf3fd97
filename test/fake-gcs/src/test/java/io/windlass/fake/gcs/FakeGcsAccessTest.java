package io.windlass.fake.gcs;

import static io.windlass.fake.gcs.GcsClients.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.Binding;
import com.google.cloud.Condition;
import com.google.cloud.Identity;
import com.google.cloud.Policy;
import com.google.cloud.storage.BlobInfo;
import com.google.cloud.storage.Storage;
import com.google.cloud.storage.Storage.BucketSourceOption;
import com.google.cloud.storage.StorageRoles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Policies, and what they permit. */
@SuppressWarnings("try") // closing a client may be interrupted
class FakeGcsAccessTest {
  private static final BucketSourceOption V3 = BucketSourceOption.requestedPolicyVersion(3);

  /** One rule at a time: the delays have tests of their own. */
  private final FakeGcs fake = new FakeGcs("project").accessAtOnce().writesAtAnyRate();

  private final String administrator = fake.administrator();
  private final Storage storage = GcsClients.of(fake, administrator);
  private final String email = fake.serviceAccount("workload");
  private final Storage workload = GcsClients.of(fake, email);

  @BeforeEach
  void makeBucket() {
    assertThat(storage.create(GcsClients.bucket("bucket").build())).isNotNull();
    assertThat(put(storage, "in/a")).isTrue();
  }

  @AfterEach
  void close() throws Exception {
    storage.close();
    workload.close();
    fake.close();
  }

  private static boolean put(Storage by, String name) {
    return by.create(BlobInfo.newBuilder("bucket", name).build(), new byte[1]) != null;
  }

  private void bind(String role, Condition... condition) {
    Policy policy = storage.getIamPolicy("bucket", V3);
    List<Binding> bindings = new ArrayList<>(policy.getBindingsList());
    Binding.Builder added =
        Binding.newBuilder().setRole(role).setMembers(List.of("serviceAccount:" + email));
    for (Condition each : condition) {
      added.setCondition(each);
    }
    bindings.add(added.build());
    assertThat(
            storage.setIamPolicy(
                "bucket", policy.toBuilder().setBindings(bindings).setVersion(3).build(), V3))
        .isNotNull();
  }

  private void unbind() {
    Policy policy = storage.getIamPolicy("bucket", V3);
    List<Binding> rest =
        policy.getBindingsList().stream()
            .filter(each -> !each.getMembers().contains("serviceAccount:" + email))
            .toList();
    assertThat(
            storage.setIamPolicy(
                "bucket", policy.toBuilder().setBindings(rest).setVersion(3).build(), V3))
        .isNotNull();
  }

  @Test
  void aRolePermitsWhatItHas() {
    refused(403, () -> workload.readAllBytes("bucket", "in/a"));
    bind("roles/storage.objectViewer");
    assertThat(workload.readAllBytes("bucket", "in/a")).hasSize(1);
    assertThat(workload.list("bucket").getValues()).hasSize(1);
    assertThat(workload.get("bucket", "absent")).isNull();
    refused(403, () -> put(workload, "in/b"));
    refused(403, () -> workload.get("bucket"));
    refused(403, () -> workload.getIamPolicy("bucket"));
    refused(403, () -> workload.list());
    unbind();
    refused(403, () -> workload.readAllBytes("bucket", "in/a"));
  }

  /** "Does not give permission to view, delete, or replace objects" (iam-roles). */
  @Test
  void aCreatorReplacesNothing() {
    bind("roles/storage.objectCreator");
    assertThat(put(workload, "new")).isTrue();
    refused(403, () -> put(workload, "new"));
    refused(403, () -> workload.delete("bucket", "new"));
    refused(403, () -> workload.readAllBytes("bucket", "new"));
    // Who may not list is not told that there is nothing.
    refused(403, () -> workload.readAllBytes("bucket", "absent"));
  }

  @Test
  void aConditionOnNamesLimitsAllButLists() {
    bind(
        "roles/storage.objectUser",
        Condition.newBuilder()
            .setTitle("prefix")
            .setExpression("resource.name.startsWith('projects/_/buckets/bucket/objects/in/')")
            .build());
    assertThat(put(workload, "in/b")).isTrue();
    assertThat(workload.readAllBytes("bucket", "in/b")).hasSize(1);
    refused(403, () -> put(workload, "out/b"));
    refused(403, () -> workload.list("bucket", Storage.BlobListOption.prefix("in/")));

    assertThat(storage.getIamPolicy("bucket").getBindingsList())
        .anyMatch(each -> each.getRole().contains("_withcond_"));
    Policy old = storage.getIamPolicy("bucket", V3).toBuilder().setVersion(1).build();
    refused(400, () -> storage.setIamPolicy("bucket", old));
  }

  @Test
  void onlyWhoReadThePolicyLastSetsIt() {
    Policy read = storage.getIamPolicy("bucket", V3);
    bind("roles/storage.objectViewer");
    refused(412, () -> storage.setIamPolicy("bucket", read));
    refused(400, () -> bind("roles/storage.absent"));
    assertThat(storage.testIamPermissions("bucket", List.of("storage.objects.get")))
        .containsExactly(true);
  }

  @Test
  void bindingsAndTheirEndsTakeTime() {
    fake.settings().policiesTake(Duration.ofMinutes(2));
    bind("roles/storage.objectViewer");
    refused(403, () -> workload.readAllBytes("bucket", "in/a"));
    fake.pass(Duration.ofMinutes(3));
    assertThat(workload.readAllBytes("bucket", "in/a")).hasSize(1);

    unbind();
    assertThat(workload.readAllBytes("bucket", "in/a")).hasSize(1);
    fake.pass(Duration.ofMinutes(3));
    refused(403, () -> workload.readAllBytes("bucket", "in/a"));
  }

  @Test
  void nobodyAndOldTokensAreRefused() throws Exception {
    try (PlainHttp nobody = new PlainHttp(fake.storage(), "");
        PlainHttp wrong = new PlainHttp(fake.storage(), "wrong")) {
      String target = "/storage/v1/b/bucket/o/in%2Fa";
      assertThat(nobody.send("GET", target, "").statusCode()).isEqualTo(401);
      assertThat(wrong.send("GET", target, "").statusCode()).isEqualTo(401);
      Policy policy = storage.getIamPolicy("bucket", V3);
      assertThat(
              storage.setIamPolicy(
                  "bucket",
                  policy.toBuilder()
                      .addIdentity(StorageRoles.objectViewer(), Identity.allUsers())
                      .build()))
          .isNotNull();
      assertThat(nobody.send("GET", target, "").statusCode()).isEqualTo(200);
    }
    try (PlainHttp old = new PlainHttp(fake.storage(), fake.accessToken(administrator))) {
      assertThat(old.send("GET", "/storage/v1/b/bucket", "").statusCode()).isEqualTo(200);
      fake.pass(Duration.ofHours(1));
      assertThat(old.send("GET", "/storage/v1/b/bucket", "").statusCode()).isEqualTo(401);
    }
  }

  /**
   * An account of the same name is another:
   * cloud.google.com/iam/docs/service-accounts-delete-undelete.
   */
  @Test
  void aDeletedAccountLosesItsBindings() throws Exception {
    bind("roles/storage.objectViewer");
    try (PlainHttp iam = new PlainHttp(fake.identity(), fake.accessToken(administrator))) {
      String accounts = "/v1/projects/project/serviceAccounts";
      assertThat(iam.send("DELETE", accounts + "/" + email, "").statusCode()).isEqualTo(200);
      assertThat(iam.send("GET", accounts + "/" + email, "").statusCode()).isEqualTo(404);
      String again = "{\"accountId\":\"workload\",\"serviceAccount\":{\"displayName\":\"x\"}}";
      assertThat(PlainHttp.json(iam.send("POST", accounts, again)).path("email").asString())
          .isEqualTo(email);
      assertThat(iam.send("POST", accounts, again).statusCode()).isEqualTo(409);
      assertThat(iam.send("POST", accounts, "{\"accountId\":\"Bad\"}").statusCode()).isEqualTo(400);
      fake.settings().serviceAccountsAtMost(2);
      assertThat(iam.send("POST", accounts, "{\"accountId\":\"another\"}").statusCode())
          .isEqualTo(429);
      assertThat(PlainHttp.json(iam.send("GET", accounts, "")).path("accounts")).hasSize(2);
    }
    try (Storage other = GcsClients.of(fake, email)) {
      refused(403, () -> other.readAllBytes("bucket", "in/a"));
    }
    assertThat(storage.getIamPolicy("bucket", V3).getBindingsList())
        .anyMatch(each ->
            each.getMembers().stream()
                .anyMatch(m -> m.startsWith("deleted:serviceAccount:" + email)));
  }

  @Test
  void aCustomRole() {
    fake.addRole("projects/project/roles/metadata", Set.of("storage.objects.update"));
    bind("projects/project/roles/metadata");
    assertThat(workload.update(BlobInfo.newBuilder("bucket", "in/a").setContentType("x/y").build()))
        .isNotNull();
    refused(403, () -> workload.readAllBytes("bucket", "in/a"));
  }
}
