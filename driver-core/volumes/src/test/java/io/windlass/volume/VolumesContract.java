package io.windlass.volume;

import static io.windlass.volume.TestVolumes.request;
import static io.windlass.volume.TestVolumes.writer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.provision.BucketId;
import io.windlass.provision.BucketParameters;
import io.windlass.store.Page;
import io.windlass.store.contract.access.Workload;
import io.windlass.store.contract.access.Workload.Outcome;
import io.windlass.testing.UniqueName;
import io.windlass.testing.crash.Crash;
import io.windlass.testing.crash.CrashTrials;
import io.windlass.testing.crash.TrapBackend;
import io.windlass.testing.crash.TrapBackend.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Contract of volumes on every backend. */
abstract class VolumesContract extends VolumesTestBase {
  @Test
  void aVolumeHasABucketOfItsOwnAndGoesWithAllThatIsInIt() {
    Volume volume = create("own", Map.of());
    assertThat(volume.id().folder()).isEmpty();
    assertThat(volume.capacityBytes()).isEqualTo(1000);
    put(volume.id(), "a/b");
    assertThat(volumes.get(id(volume))).isEqualTo(volume);
    volumes.delete(id(volume));
    assertThat(backend().buckets().exists(volume.id().bucket())).isFalse();
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> volumes.get(id(volume)));
    volumes.delete(id(volume));
  }

  @Test
  void theSameRequestIsTheSameVolumeAndAnotherIsRefusedWithTheDifference() {
    String name = UniqueName.of("same");
    Volume volume = volumes.create(request(name, 1000, Map.of("uid", "7")));
    assertThat(volume.context()).isEqualTo(Map.of("uid", "7"));
    assertThat(volumes.create(request(name, 1000, Map.of("uid", "7")))).isEqualTo(volume);
    assertThat(volumes.create(request(name, 10, Map.of("uid", "7"))))
        .as("a smaller one is what there is")
        .isEqualTo(volume);
    assertThatExceptionOfType(DriverException.AlreadyExists.class)
        .isThrownBy(() -> volumes.create(request(name, 2000, Map.of("uid", "7"))))
        .withMessageContaining("capacity is 1000 bytes")
        .withMessageContaining("2000");
    assertThatExceptionOfType(DriverException.AlreadyExists.class)
        .isThrownBy(() -> volumes.create(request(name, 1000, Map.of("uid", "8"))))
        .withMessageContaining("uid is '7' and was asked to be '8'");
    volumes.delete(id(volume));
  }

  @Test
  void namesThatNoBucketCanHaveNeverMeet() {
    String end = UniqueName.of("");
    List<String> names = List.of("Ä/../x", "ä/../x", "A b", "a b", "a-b", "x".repeat(100));
    List<Volume> made =
        names.stream().map(name -> volumes.create(request(name + end, 0, Map.of()))).toList();
    assertThat(made.stream().map(Volume::id).distinct()).hasSameSizeAs(names);
    made.forEach(volume -> volumes.delete(id(volume)));
  }

  @Test
  void aFolderOfASharedBucketGoesAloneAndTheBucketStays() {
    Map<String, String> shared = Map.of("bucket", UniqueName.of("shared"));
    Volume one = create("Folder", shared);
    Volume other = create("folder", shared);
    put(one.id(), "file");
    put(other.id(), "file");
    volumes.delete(id(one));
    assertThat(backend().objects(other.id().bucket()).head(other.id().prefix() + "file").size())
        .isEqualTo(4);
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> backend().objects(one.id().bucket()).head(one.id().prefix() + "file"));
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> volumes.get(id(one)));
    volumes.delete(id(other));
    driver.buckets().delete(new BucketId(backend().name(), one.id().bucket()));
  }

  @Test
  void filesCanOutliveTheirVolume() {
    Volume volume = create("kept", Map.of("onDelete", "Retain"));
    put(volume.id(), "file");
    volumes.delete(id(volume));
    assertThat(backend().objects(volume.id().bucket()).head("file").size()).isEqualTo(4);
    assertThatExceptionOfType(DriverException.AlreadyExists.class)
        .as("a new volume would not be empty")
        .isThrownBy(() -> volumes.create(request(volume.id().bucket(), 1000, Map.of())));
    driver.empty(volume.id().bucket());
    driver.buckets().delete(volume.id().bucketId());
  }

  @Test
  void withoutTheRegistryNothingIsSaidToBeGone() {
    Volume volume = create("lost", Map.of());
    driver.close(); // which removes the registry
    Volumes next = new TestVolumes(backend(), driver.registryBucket()).volumes();
    for (Volumes each : List.of(volumes, next)) {
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () -> each.unpublish(id(volume), Optional.of("n1")), () -> each.delete(id(volume)))) {
        assertThatExceptionOfType(DriverException.FailedPrecondition.class)
            .isThrownBy(call)
            .withMessageContaining("registry bucket %s".formatted(driver.registryBucket()));
      }
    }
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> volumes.delete("renamed/" + volume.id().bucket()),
            () -> volumes.unpublish("renamed/" + volume.id().bucket(), Optional.empty()))) {
      assertThatExceptionOfType(DriverException.FailedPrecondition.class)
          .isThrownBy(call)
          .withMessageContaining("backend 'renamed', which is not configured");
    }

    driver = new TestVolumes(backend(), driver.registryBucket());
    driver.empty(volume.id().bucket());
    backend().buckets().delete(volume.id().bucket());
    driver.volumes().delete(id(volume)); // it is gone, whatever was recorded
  }

  @Test
  void aNodeGetsAKeyForThatVolumeAloneUntilItIsTakenAway() throws Exception {
    Map<String, String> shared = Map.of("bucket", UniqueName.of("shared"));
    Volume volume = create("mine", shared);
    Volume other = create("other", shared);
    put(volume.id(), "file");
    put(other.id(), "file");
    Attached attached = volumes.publish(id(volume), writer("n1"));
    assertThat(volumes.publish(id(volume), writer("n1"))).as("repeated").isEqualTo(attached);
    assertThat(volumes.renew(id(volume), "n1", attached.attachment()))
        .as("asked for")
        .isEqualTo(attached);
    assertThat(volumes.get(id(volume)).nodes()).containsExactly("n1");
    try (Workload node = Workload.open(attached.credential(), attached.location())) {
      assertThat(node.read(volume.id().prefix() + "file")).isEqualTo(Outcome.ALLOWED);
      assertThat(node.write(volume.id().prefix() + "more")).isEqualTo(Outcome.ALLOWED);
      assertThat(node.read(other.id().prefix() + "file")).isEqualTo(Outcome.DENIED);
      assertThat(node.write(other.id().prefix() + "more")).isEqualTo(Outcome.DENIED);
      assertThatExceptionOfType(DriverException.InUse.class)
          .isThrownBy(() -> volumes.delete(id(volume)))
          .withMessageContaining("n1");
      volumes.unpublish(id(volume), Optional.of("n2"));
      assertThat(node.read(volume.id().prefix() + "file")).isEqualTo(Outcome.ALLOWED);
      volumes.unpublish(id(volume), Optional.of("n1"));
      assertThat(node.read(volume.id().prefix() + "file")).isIn(Outcome.REJECTED, Outcome.DENIED);
    }
    requireNoNewKeyWhileDetached(id(volume));
    volumes.delete(id(volume));
    volumes.delete(id(other));
    driver.buckets().delete(volume.id().bucketId());
  }

  /** Another controller has revoked the key, and is about to write that the node has left. */
  private void requireNoNewKeyWhileDetached(String id) {
    Optional<String> attachment = volumes.publish(id, writer("n1")).attachment();
    driver.revokeKeys();
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> volumes.renew(id, "n1", attachment));
    volumes.unpublish(id, Optional.empty());
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> volumes.renew(id, "n1", attachment));
  }

  /**
   * What this process wrote last is not read before it is changed, and what others changed since
   * is.
   */
  @Test
  void callsTakeNoMoreRequestsThanTheyNeed() {
    TrapBackend requests = TrapBackend.counting();
    TestVolumes counted = new TestVolumes(requests.over(backend()), driver.registryBucket());
    counted.volumes().delete(id(counted.volumes().create(request("before", 0, Map.of()))));
    requests.taken();
    String id = id(counted.volumes().create(request(UniqueName.of("count"), 1000, Map.of())));
    assertThat(requests.taken())
        .as(
            "the record; what an earlier one of this name left; a claim and its completion for each")
        .isEqualTo(
            Map.of(
                "ObjectStore.get", 2L,
                "ObjectStore.put", 4L,
                "BucketAdmin.exists", 1L,
                "BucketAdmin.create", 1L));
    counted.volumes().publish(id, writer("n1"));
    Map<String, Long> published = requests.taken();
    assertThat(published)
        .as("claims and completions of volume and access, none read")
        .containsEntry("ObjectStore.put", 4L)
        .containsEntry("AccessAdmin.grant", 1L)
        .doesNotContainKeys("ObjectStore.get", "BucketAdmin.exists");
    counted.volumes().publish(id, writer("n1"));
    assertThat(requests.taken()).isEqualTo(Map.of("ObjectStore.get", 2L, "AccessAdmin.isLive", 1L));
    counted.volumes().unpublish(id, Optional.of("n1"));
    assertThat(requests.taken())
        .containsEntry("ObjectStore.put", 3L)
        .containsEntry("AccessAdmin.revoke", 1L)
        .doesNotContainKeys("ObjectStore.get", "ObjectVersions.list");
    volumes.expand(id, new CapacityRange(5000, 0));
    assertThat(counted.volumes().publish(id, writer("n2")).volume().capacityBytes())
        .as("another process changed it")
        .isEqualTo(5000);
    volumes.unpublish(id, Optional.of("n2"));
    counted.volumes().unpublish(id, Optional.of("n2"));
    counted.volumes().delete(id);
  }

  /** One process, which so changes records that it has not read, dies after each of its calls. */
  @Test
  void aProcessThatRemembersWhatItWroteMayDieAtAnyCall() {
    Backend real = backend();
    for (int call = 1; ; call++) {
      String registry = UniqueName.of("registry");
      String name = UniqueName.of("life");
      String id = real.name() + "/" + name;
      boolean died = false;
      try {
        Volumes mortal =
            new TestVolumes(TrapBackend.crashing(call, Side.AFTER).over(real), registry).volumes();
        mortal.create(request(name, 1000, Map.of()));
        mortal.publish(id, writer("n1"));
        mortal.unpublish(id, Optional.of("n1"));
        mortal.publish(id, writer("n2"));
        mortal.unpublish(id, Optional.empty());
        mortal.delete(id);
      } catch (Crash e) {
        died = true;
      }
      try (TestVolumes next = new TestVolumes(real, registry)) {
        next.volumes().unpublish(id, Optional.empty());
        next.volumes().delete(id);
        assertThat(real.buckets().exists(name)).isFalse();
        next.requireNothingLeft();
      }
      if (!died) {
        assertThat(call).isGreaterThan(30);
        return;
      }
    }
  }

  private static Stream<DriverException> finalFailures() {
    return Stream.of(
        new DriverException.FailedPrecondition("refused"),
        new DriverException.PermissionDenied("refused", null),
        new DriverException.InvalidArgument("refused"));
  }

  /** Whoever gets such an answer does not call again, and never asks to detach. */
  @ParameterizedTest
  @MethodSource("finalFailures")
  void anAttachmentThatFailsForGoodIsUndone(DriverException failure) {
    Volume volume = create("undone", Map.of());
    Backend refusing = TrapBackend.refusing("AccessAdmin.grant", failure).over(backend());
    TestVolumes other = new TestVolumes(refusing, driver.registryBucket());
    assertThatExceptionOfType(failure.getClass())
        .isThrownBy(() -> other.volumes().publish(id(volume), writer("one")));
    assertThat(volumes.get(id(volume)).nodes()).isEmpty();
    volumes.delete(id(volume));
  }

  @Test
  void aReaderCannotWrite() throws Exception {
    Volume volume = create("read", Map.of());
    put(volume.id(), "file");
    Attached attached =
        volumes.publish(
            id(volume), new Attach("n1", VolumeAccessMode.MULTI_NODE_READER_ONLY, false));
    assertThat(attached.readOnly()).isTrue();
    try (Workload node = Workload.open(attached.credential(), attached.location())) {
      assertThat(node.read("file")).isEqualTo(Outcome.ALLOWED);
      assertThat(node.write("more")).isEqualTo(Outcome.DENIED);
      assertThat(node.delete("file")).isEqualTo(Outcome.DENIED);
    }
    volumes.unpublish(id(volume), Optional.empty());
    volumes.delete(id(volume));
  }

  @Test
  void modesHoldAcrossNodes() {
    Volume volume = create("modes", Map.of());
    String id = id(volume);
    volumes.publish(id, writer("n1"));
    assertThatExceptionOfType(DriverException.InUse.class)
        .isThrownBy(() -> volumes.publish(id, writer("n2")))
        .withMessageContaining("n1");
    assertThatExceptionOfType(DriverException.AlreadyExists.class)
        .isThrownBy(
            () -> volumes.publish(id, new Attach("n1", VolumeAccessMode.SINGLE_NODE_WRITER, true)));
    volumes.unpublish(id, Optional.of("n1"));
    VolumeAccessMode oneWriter = VolumeAccessMode.MULTI_NODE_SINGLE_WRITER;
    volumes.publish(id, new Attach("n1", oneWriter, false));
    volumes.publish(id, new Attach("n2", oneWriter, true));
    assertThatExceptionOfType(DriverException.InUse.class)
        .isThrownBy(() -> volumes.publish(id, new Attach("n3", oneWriter, false)));
    assertThat(volumes.get(id).nodes()).containsExactly("n1", "n2");
    volumes.unpublish(id, Optional.empty());
    assertThat(volumes.get(id).nodes()).isEmpty();
    volumes.delete(id);
  }

  @Test
  void aBucketOfCosiCanBeAVolumeAndStaysCosis() {
    BucketId bucket = new BucketId(backend().name(), UniqueName.of("cosi"));
    driver.buckets().create(bucket, BucketParameters.DEFAULT);
    String id = bucket.toString();
    assertThat(volumes.get(id).capacityBytes()).isZero();
    volumes.publish(id, writer("n1"));
    assertThat(volumes.list(Optional.empty(), 0).items()).hasSize(1);
    volumes.delete(id);
    assertThat(volumes.get(id).nodes()).as("a delete does nothing").containsExactly("n1");
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> volumes.expand(id, new CapacityRange(5, 0)));
    volumes.unpublish(id, Optional.of("n1"));
    assertThat(volumes.list(Optional.empty(), 0).items()).isEmpty();
    assertThat(backend().buckets().exists(bucket.bucket())).isTrue();
    driver.buckets().delete(bucket);
  }

  @Test
  void aVolumeGrowsAndDoesNotShrink() {
    Volume volume = create("grow", Map.of());
    assertThat(volumes.expand(id(volume), new CapacityRange(5000, 0)).capacityBytes())
        .isEqualTo(5000);
    assertThat(volumes.expand(id(volume), new CapacityRange(100, 0)).capacityBytes())
        .isEqualTo(5000);
    assertThatExceptionOfType(DriverException.OutOfRange.class)
        .isThrownBy(() -> volumes.expand(id(volume), new CapacityRange(100, 200)));
    assertThat(volumes.get(id(volume)).capacityBytes()).isEqualTo(5000);
    volumes.delete(id(volume));
  }

  @Test
  void whatIsChangedIsInForceAndWhatIsNotGivenStays() {
    Volume volume = create("change", Map.of("maxObjects", "10", "metadataTtl", "5s"));
    volumes.modify(id(volume), ChangeableParameters.parse(Map.of("metadataTtl", "30s")));
    volumes.modify(id(volume), ChangeableParameters.parse(Map.of("maxObjects", "20")));
    Volume changed = volumes.get(id(volume));
    assertThat(changed.capacityObjects()).isEqualTo(20);
    assertThat(changed.tuning()).isEqualTo(Map.of("metadataTtl", "30s"));
    assertThat(changed.context()).as("never changes").isEqualTo(Map.of("metadataTtl", "5s"));
    volumes.delete(id(volume));
  }

  @Test
  void aListIsReadInPagesAndGoesOnWhereItWas() {
    List<String> ids =
        new ArrayList<>(
            IntStream.range(0, 5).mapToObj(i -> id(create("list" + i, Map.of()))).toList());
    List<String> seen = new ArrayList<>();
    Page<Volume> page = volumes.list(Optional.empty(), 2);
    while (true) {
      assertThat(page.items()).hasSizeBetween(1, 2);
      page.items().forEach(volume -> seen.add(id(volume)));
      volumes.delete(id(page.items().getLast()));
      if (page.next().isEmpty()) {
        break;
      }
      page = volumes.list(page.next(), 2);
    }
    assertThat(seen).isEqualTo(ids.stream().sorted().toList());
    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(() -> volumes.list(Optional.of("invalid-token"), 0));
    ids.forEach(volumes::delete);
  }

  /** What was read is read again when somebody has changed it, and only then. */
  @Test
  void aListTakesOneRequestAndOneForEachVolumeThatIsNewOrChanged() {
    List<String> ids =
        IntStream.range(0, 3).mapToObj(i -> id(create("seen" + i, Map.of()))).toList();
    TrapBackend requests = TrapBackend.counting();
    Volumes other = new TestVolumes(requests.over(backend()), driver.registryBucket()).volumes();
    assertThat(other.list(Optional.empty(), 1).items()).isEqualTo(list(1));
    assertThat(requests.taken())
        .as("one more tells whether there is another page")
        .isEqualTo(Map.of("ObjectStore.list", 1L, "ObjectStore.get", 2L));
    assertThat(other.list(Optional.empty(), 0).items()).isEqualTo(list(0));
    assertThat(requests.taken()).isEqualTo(Map.of("ObjectStore.list", 1L, "ObjectStore.get", 1L));
    volumes.publish(ids.get(1), writer("n1"));
    assertThat(other.list(Optional.empty(), 0).items()).isEqualTo(list(0));
    assertThat(requests.taken()).isEqualTo(Map.of("ObjectStore.list", 1L, "ObjectStore.get", 1L));
    volumes.unpublish(ids.get(1), Optional.empty());
    volumes.delete(ids.get(0));
    assertThat(other.list(Optional.empty(), 0).items()).isEqualTo(list(0));
    assertThat(requests.taken()).isEqualTo(Map.of("ObjectStore.list", 1L, "ObjectStore.get", 1L));
    ids.forEach(volumes::delete);
    assertThat(other.list(Optional.empty(), 0).items()).isEmpty();
  }

  /** As a driver lists them that has listed nothing before. */
  private List<Volume> list(int most) {
    return new TestVolumes(backend(), driver.registryBucket())
        .volumes()
        .list(Optional.empty(), most)
        .items();
  }

  @TestFactory
  Stream<DynamicTest> diesAtEveryCallAndTheSameIsAskedAgain() {
    return CrashTrials.of(VolumeStory.Step.class, this::backend, VolumeStory::new, true);
  }

  @TestFactory
  Stream<DynamicTest> diesAtEveryCallAndTheOppositeIsAsked() {
    return CrashTrials.of(VolumeStory.Step.class, this::backend, VolumeStory::new, false);
  }

  @Test
  void aVolumeThatLostItsBucketIsKnownAndCanBeDeleted() {
    Volume volume = create("lost", Map.of());
    assertThat(volumes.missing(List.of(volume))).isEmpty();
    backend().buckets().delete(volume.id().bucket());
    assertThat(volumes.missing(List.of(volume))).containsExactly(volume.id());
    volumes.delete(id(volume));
  }

  @Test
  void manyLostBucketsAreLookedForInTheListOfBuckets() {
    Volume volume = create("kept", Map.of());
    List<VolumeId> gone =
        IntStream.range(0, 20)
            .mapToObj(
                i -> new VolumeId(volume.id().backend(), UniqueName.of("gone"), Optional.empty()))
            .toList();
    List<Volume> all = new ArrayList<>(List.of(volume));
    gone.forEach(id ->
        all.add(
            new Volume(
                id, 0, Map.of(), Map.of(), Optional.empty(), Optional.empty(), List.of(), true)));
    TrapBackend requests = TrapBackend.counting();
    Volumes other = new TestVolumes(requests.over(backend()), driver.registryBucket()).volumes();
    assertThat(other.missing(all)).isEqualTo(gone);
    assertThat(requests.taken())
        .as("what is not in the list may be somebody else's")
        .isEqualTo(Map.of("BucketAdmin.list", 1L, "BucketAdmin.exists", 20L));
    volumes.delete(id(volume));
  }
}
