package io.windlass.store.gcs.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.api.services.storage.model.Bucket;
import io.windlass.backend.BucketSettings;
import io.windlass.store.gcs.client.GcsConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class GcsBucketSettingsTest {
  private static final GcsConnection CONNECTION =
      GcsConnection.forData(GcsConnection.DEFAULT_ENDPOINT);

  private static final Bucket.Lifecycle.Rule OF_OTHERS =
      new Bucket.Lifecycle.Rule()
          .setAction(new Bucket.Lifecycle.Rule.Action().setType("Delete"))
          .setCondition(new Bucket.Lifecycle.Rule.Condition().setAge(30));

  @Test
  void rulesOfOthersStayAlsoIfTheyLookLikeTheDrivers() {
    Bucket bucket = GcsBucketSettings.fresh("bucket", expiring(7), CONNECTION);
    assertThat(ages(bucket)).containsExactlyInAnyOrder(30, 7);
    List<Bucket.Lifecycle.Rule> more = new ArrayList<>(bucket.getLifecycle().getRule());
    more.add(OF_OTHERS);
    bucket.getLifecycle().setRule(more);

    Bucket longer = GcsBucketSettings.updated(bucket, expiring(9));
    assertThat(longer.getLifecycle().getRule()).contains(OF_OTHERS);
    assertThat(ages(longer)).containsExactlyInAnyOrder(30, 30, 9);

    longer.setLabels(Map.of("windlass-expire-days", "9", "team", "a"));
    Bucket never = GcsBucketSettings.updated(longer, BucketSettings.DEFAULT);
    assertThat(never.getLifecycle().getRule()).contains(OF_OTHERS);
    assertThat(ages(never)).containsExactlyInAnyOrder(30, 30);
    assertThat(never.getLabels()).containsEntry("team", "a").hasSize(2);
  }

  /** Whoever may change the bucket can write what they like into its labels. */
  @Test
  void aLabelThatIsNoNumberIsIgnored() {
    for (String days : List.of("soon", "", "-1", "99999999999")) {
      Bucket bucket = GcsBucketSettings.fresh("bucket", expiring(7), CONNECTION);
      bucket.setLabels(Map.of("windlass-expire-days", days));

      Bucket updated = GcsBucketSettings.updated(bucket, expiring(9));

      assertThat(ages(updated)).containsExactlyInAnyOrder(30, 7, 9);
      assertThat(updated.getLabels()).containsEntry("windlass-expire-days", "9");
    }
  }

  private static List<Integer> ages(Bucket bucket) {
    return bucket.getLifecycle().getRule().stream()
        .map(rule -> rule.getCondition().getAge())
        .toList();
  }

  private static BucketSettings expiring(int days) {
    return new BucketSettings(
        Optional.empty(),
        false,
        false,
        OptionalLong.empty(),
        OptionalInt.of(days),
        BucketSettings.DEFAULT.encryption(),
        Map.of());
  }
}
