package io.windlass.mounter.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.backend.Trust;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.proto.mounter.Options;
import io.windlass.proto.mounter.Source;
import io.windlass.proto.mounter.Volume;
import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.InterceptedStore;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreCall;
import io.windlass.store.memory.MemoryBackend;
import io.windlass.testing.FakeForgetful;
import io.windlass.testing.FakeForgetful.Loss;
import io.windlass.testing.crash.TrapBackend;
import io.windlass.trial.ServerProbe;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On FAKES of servers that ignore conditions. */
class UsableBucketTest {
  private static final String BUCKET = "bucket";

  @TempDir Path staging;
  private final MemoryBackend memory = new MemoryBackend();
  private Instant now = Instant.now().plusSeconds(60);

  @BeforeEach
  void make() {
    memory.buckets().create(BUCKET, BucketSettings.DEFAULT);
  }

  private UsableBucket usable(Backend backend, UnaryOperator<Options.Builder> options) {
    Volume volume =
        Volume.newBuilder()
            .setId("v")
            .setSource(Source.newBuilder().setBucket(BUCKET).setPrefix("folder/"))
            .setOptions(
                options.apply(Options.newBuilder().setStaging(staging.resolve("new").toString())))
            .build();
    return new UsableBucket(volume, backend, () -> now);
  }

  private UsableBucket usable(Backend backend) {
    return usable(backend, options -> options);
  }

  @ParameterizedTest
  @EnumSource(names = {"PUT_IF_ABSENT", "PUT_IF_MATCH", "COPY_SOURCE_IF_MATCH"})
  void whoeverWritesIsRefusedByAServerThatIgnoresConditions(Loss lost) {
    Backend forgetful = FakeForgetful.over(memory, lost);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> usable(forgetful).tried())
        .withMessageContainingAll(
            "the server of bucket " + BUCKET, "condition", "mount it read-only", "single writer");
    assertThatNoException()
        .isThrownBy(() -> usable(forgetful, options -> options.setReadOnly(true)).tried());
    assertThatNoException()
        .isThrownBy(() -> usable(forgetful, options -> options.setSingleWriter(true)).tried());
    assertThat(memory.objects(BUCKET).list(ListOptions.prefix(""), Optional.empty()).items())
        .as("what trials leave")
        .isEmpty();
  }

  @Test
  void noMountWritesWhereListingsAreWrong() {
    Backend forgetful = FakeForgetful.over(memory, Loss.LIST_START_AFTER);
    for (boolean single : List.of(true, false)) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> usable(forgetful, options -> options.setSingleWriter(single)).tried())
          .withMessageContainingAll("the server of bucket " + BUCKET, "does not list", "…-c/1");
    }
    assertThatNoException()
        .isThrownBy(() ->
            usable(forgetful, options -> options.setSingleWriter(true).setReadOnly(true)).tried());
    assertThat(memory.objects(BUCKET).list(ListOptions.prefix(""), Optional.empty()).items())
        .as("what trials leave")
        .isEmpty();
  }

  /** As JuiceFS' gateway, which names itself MinIO and tells no ETag unless it is told to. */
  @ParameterizedTest
  @EnumSource(names = "KNOWN", mode = EnumSource.Mode.EXCLUDE)
  void noMountWritesWhereTheServerCannotSayWhatIsThere(Trust trust) {
    Backend mute =
        TrapBackend.refusing("ObjectStore.head", new DriverException.Unavailable("no ETag", null))
            .over(trusted(memory, trust));
    for (boolean single : List.of(true, false)) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> usable(mute, options -> options.setSingleWriter(single)).tried())
          .withMessageContaining("no ETag");
    }
  }

  private static Backend trusted(Backend backend, Trust trust) {
    return (Backend)
        Proxy.newProxyInstance(
            Backend.class.getClassLoader(),
            new Class<?>[] {Backend.class},
            (_, method, arguments) ->
                method.getName().equals("trust") ? trust : method.invoke(backend, arguments));
  }

  @Test
  void uploadsWithoutConditionsAreDoneWithoutAndWhoTakesOverKnows() throws IOException {
    UsableBucket usable = usable(FakeForgetful.over(memory, Loss.COMPLETE_IF_MATCH));
    Capabilities found = usable.tried();
    assertThat(found.has(Feature.COMPLETE_CONDITIONAL)).isFalse();
    assertThat(found.has(Feature.PUT_IF_MATCH)).isTrue();
    assertThat(found.maxObjectBytes()).isEqualTo(found.maxPutBytes());
    assertThat(usable.known()).isEqualTo(found);
    assertThat(usable(memory, options -> options.setReadOnly(true)).known())
        .isEqualTo(memory.capabilities());
  }

  @Test
  void rangesAreSentWhereTheirConditionIsIgnoredAndWhoTakesOverKnows() throws IOException {
    List<String> told = new ArrayList<>();
    Backend forgetful = FakeForgetful.over(memory, Loss.RANGE_SOURCE_IF_MATCH);
    Backend server =
        (Backend)
            Proxy.newProxyInstance(
                Backend.class.getClassLoader(),
                new Class<?>[] {Backend.class},
                (_, method, arguments) -> {
                  told.add(method.getName());
                  return method.invoke(forgetful, arguments);
                });
    assertThat(usable(server).tried()).isEqualTo(memory.capabilities());
    assertThat(told).containsOnlyOnce("sendRanges");
    usable(server).known();
    assertThat(told).filteredOn("sendRanges"::equals).hasSize(2);
  }

  @Test
  void aServerIsTriedAgainAfterADay() throws IOException {
    TrapBackend counting = TrapBackend.counting();
    Backend backend = counting.over(memory);
    assertThat(usable(backend).tried()).isEqualTo(memory.capabilities());
    int first = counting.calls();
    usable(backend).tried();
    assertThat(counting.calls()).as("a listing alone").isEqualTo(first + 1);
    now = now.plus(FoundServer.FRESH).plusSeconds(60);
    usable(FakeForgetful.over(memory, Loss.COMPLETE_IF_MATCH)).tried();
    assertThat(usable(backend).known().has(Feature.COMPLETE_CONDITIONAL)).isFalse();
  }

  @Test
  void bothWaysToMountKeepWhatTheyFoundInOnePlace() throws IOException {
    UnaryOperator<Options.Builder> single = options -> options.setSingleWriter(true);
    usable(memory, single).tried();
    usable(FakeForgetful.over(memory, Loss.COMPLETE_IF_MATCH)).tried();
    now = now.plus(FoundServer.FRESH).plusSeconds(60);
    usable(memory, single).tried();
    assertThat(staging.resolve("new")).isDirectoryContaining("glob:**/server-*");
    assertThat(staging.resolve("new").toFile().list()).hasSize(1);
    assertThat(usable(memory).known().has(Feature.COMPLETE_CONDITIONAL)).isFalse();
    assertThat(usable(memory).tried()).as("too old by now").isEqualTo(memory.capabilities());
  }

  @Test
  void whatIsLeftOfOtherBucketsIsRemovedAfterMonths() throws IOException {
    usable(memory).tried();
    Path other = Files.writeString(staging.resolve("new/server-other.draft"), "");
    Files.setLastModifiedTime(other, FileTime.from(now.minus(Duration.ofDays(399))));
    now = now.plus(Duration.ofDays(1)).plusSeconds(60);
    usable(memory).tried();
    assertThat(other).doesNotExist();
    assertThat(staging.resolve("new").toFile().list()).hasSize(1);
  }

  /** Mounts share the directory: what one finds there, another may have moved by then. */
  @Test
  void aDraftThatVanishesRefusesNoMount() throws IOException {
    Path directory = Files.createDirectories(staging.resolve("new"));
    Files.createSymbolicLink(directory.resolve("server-other.draft"), staging.resolve("gone"));
    assertThat(usable(memory).tried()).isEqualTo(memory.capabilities());
  }

  /** Also by a mount of a server that was tried today. */
  @Test
  void whatATrialLeftThatDiedIsRemovedByTheNextMount() throws IOException {
    usable(memory).tried();
    String left = "folder/" + ServerProbe.NAME + UUID.randomUUID();
    for (String key : List.of(left, left + "-tried", left + "-c/1", "folder/file")) {
      memory.objects(BUCKET).put(key, Content.of(new byte[1]), PutOptions.DEFAULT);
    }
    usable(memory).tried();
    assertThat(keys()).as("of a run that may be under way").hasSize(4);
    ObjectStore later = new InterceptedStore(memory.objects(BUCKET), new HourLater());
    usable(with(memory, "objects", () -> later)).tried();
    assertThat(keys()).containsExactly("folder/file");
  }

  private List<String> keys() {
    return memory.objects(BUCKET).list(ListOptions.prefix(""), Optional.empty()).items().stream()
        .map(ListedEntry::key)
        .toList();
  }

  /** A FAKE of time that passes on the server. */
  private static final class HourLater implements InterceptedStore.Interceptor {
    @Override
    @SuppressWarnings("unchecked")
    public <T> T call(StoreCall call, Supplier<T> next) {
      T answer = next.get();
      return answer instanceof ObjectInfo info
          ? (T)
              new ObjectInfo(
                  info.key(),
                  info.size(),
                  info.revision(),
                  info.version(),
                  info.lastModified(),
                  info.observedAt().plusSeconds(3600),
                  info.metadata(),
                  info.properties())
          : answer;
    }
  }

  @Test
  void aKeyThatMayNotDeleteCannotTryAndLeavesNothing() {
    Backend refusing =
        TrapBackend.refusing(
                "ObjectStore.delete", new DriverException.PermissionDenied("no delete", null))
            .over(memory);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> usable(refusing).tried())
        .withMessageContainingAll("cannot be tried", "no delete", "mount it read-only");
    assertThat(memory.objects(BUCKET).list(ListOptions.prefix(""), Optional.empty()).items())
        .isEmpty();
  }

  @Test
  void aFullServerIsNotABadOne() {
    Backend full =
        TrapBackend.refusing("ObjectStore.put", new DriverException.QuotaExceeded("full", null))
            .over(memory);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> usable(full).tried())
        .withMessageContainingAll("cannot be tried", "full", "mount it read-only");
  }

  /** As after a version that tried nothing; programs wait for whoever takes over. */
  @Test
  void whoTakesOverWithoutAFindingSendsNothingAndDoesWithoutUploads() throws IOException {
    TrapBackend counting = TrapBackend.counting();
    Capabilities found = usable(counting.over(memory)).known();
    assertThat(counting.calls()).isZero();
    assertThat(found.has(Feature.COMPLETE_CONDITIONAL)).isFalse();
    assertThat(found.has(Feature.PUT_IF_MATCH)).isTrue();
    Backend cloud = with(memory, "trust", () -> Trust.KNOWN);
    assertThat(usable(cloud).known()).isEqualTo(memory.capabilities());
  }

  @Test
  void whoTakesOverReadsWhatTheVersionBeforeFound() throws IOException {
    usable(memory).tried();
    try (Stream<Path> files = Files.list(staging.resolve("new"))) {
      Files.writeString(files.findFirst().orElseThrow(), "windlass server 1\nUPLOADS\n");
    }
    for (Capabilities found : List.of(usable(memory).known(), usable(memory).tried())) {
      assertThat(found.has(Feature.COMPLETE_CONDITIONAL)).isFalse();
      assertThat(found.has(Feature.PUT_IF_MATCH)).isTrue();
    }
    now = now.plus(FoundServer.FRESH).plusSeconds(60);
    assertThat(usable(memory).tried()).as("too old by now").isEqualTo(memory.capabilities());
  }

  /** As MinIO, which is known by its answers: whoever takes over has none yet. */
  @Test
  void aServerThatIsBelievedWithoutATrialIsBelievedByWhoTakesOver() throws IOException {
    TrapBackend refusing =
        TrapBackend.refusing(
            "ObjectStore.delete", new DriverException.PermissionDenied("no delete", null));
    Backend server =
        with(
            refusing.over(memory),
            "trust",
            () -> refusing.calls() == 0 ? Trust.UNKNOWN : Trust.RECOGNIZED);
    assertThat(usable(server).tried()).isEqualTo(memory.capabilities());
    Map<String, Long> _ = refusing.taken();
    assertThat(usable(server).known()).isEqualTo(memory.capabilities());
    assertThat(refusing.calls()).isZero();
    usable(with(memory, "trust", () -> Trust.RECOGNIZED)).tried();
    assertThat(keys()).isEmpty();
    usable(server).tried();
    assertThat(refusing.taken()).as("it was tried by now").doesNotContainKey("ObjectStore.delete");
  }

  @Test
  void aKeyThatMayListItsDirectoryAloneMountsWhatIsBelieved() throws IOException {
    ObjectStore listing =
        (ObjectStore)
            Proxy.newProxyInstance(
                ObjectStore.class.getClassLoader(),
                new Class<?>[] {ObjectStore.class},
                (_, method, arguments) -> {
                  if (List.of(arguments).toString().contains(ServerProbe.NAME)) {
                    throw new DriverException.PermissionDenied("no list", null);
                  }
                  return method.invoke(memory.objects(BUCKET), arguments);
                });
    Backend server = with(memory, "objects", () -> listing);
    assertThat(usable(with(server, "trust", () -> Trust.RECOGNIZED)).tried())
        .isEqualTo(memory.capabilities());
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> usable(server).tried())
        .withMessageContainingAll("cannot be tried", "no list");
  }

  /** Returns a FAKE of a server one of whose methods answers something else. */
  private static Backend with(Backend real, String name, Supplier<?> answer) {
    return (Backend)
        Proxy.newProxyInstance(
            Backend.class.getClassLoader(),
            new Class<?>[] {Backend.class},
            (_, method, arguments) ->
                method.getName().equals(name) ? answer.get() : method.invoke(real, arguments));
  }

  @Test
  void theSingleWriterLooksBeforeItWrites() {
    ObjectStore objects =
        usable(memory, options -> options.setSingleWriter(true))
            .objects(
                FakeForgetful.over(memory, Loss.PUT_IF_ABSENT, Loss.PUT_IF_MATCH).objects(BUCKET));
    ObjectInfo first = put(objects, 1, Condition.ifAbsent());
    assertRefused(objects, Condition.ifAbsent());
    ObjectInfo second = put(objects, 2, Condition.ifMatch(first.revision()));
    assertRefused(objects, Condition.ifMatch(first.revision()));
    assertThat(objects.head("key").revision()).isEqualTo(second.revision());
  }

  private static ObjectInfo put(ObjectStore objects, int content, Condition condition) {
    return objects.put(
        "key", Content.of(new byte[content]), PutOptions.DEFAULT.withCondition(condition));
  }

  private static void assertRefused(ObjectStore objects, Condition condition) {
    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(() -> put(objects, 3, condition));
  }
}
