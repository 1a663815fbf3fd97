package io.windlass.store.azure.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.Revision;
import io.windlass.secret.Secret;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.azure.AzureBackend;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.AzureErrors;
import io.windlass.store.azure.client.AzureKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/**
 * A recognisable signature is sent with everything that a store can ask, to a server that repeats
 * all of each request in its answer, and is in URLs that are none. No exception, whatever caused
 * it, and no line of the SDK's log shows it.
 */
class AzureCanaryTest {
  private static final String CANARY = "CanaryOfTheSignature";
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger sdk = (Logger) LoggerFactory.getLogger("com.azure");
  private RepeatingServer server;

  @BeforeEach
  void start() throws IOException {
    log.start();
    sdk.setLevel(Level.TRACE);
    sdk.addAppender(log);
    server = new RepeatingServer(threads);
  }

  @AfterEach
  void stop() {
    sdk.detachAppender(log);
    sdk.setLevel(null);
    server.stop();
    threads.close();
  }

  private AzureConnection connection() {
    URI endpoint = server.url("/account");
    return AzureConnection.to(endpoint, "account")
        .withDirectoriesEndpoint(endpoint)
        .withTimeouts(LIMIT, LIMIT);
  }

  private static AzureKey.Token token(String signature) {
    return new AzureKey.Token(Secret.of("sv=2022-11-02&sr=c&sig=" + signature));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 200, 302, 400, 403, 404, 409, 412, 416, 500})
  void noAnswerMakesItShow(int answer) {
    server.answer(answer);
    everything(token(CANARY + "%3D"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", " ", "\"", "|", "<>", "%", "\u0000"})
  void noWrongCharacterMakesItShow(String wrong) {
    server.answer(404);
    everything(token(wrong + CANARY + wrong + CANARY));
  }

  @Test
  void noServerAtAllMakesItShow() {
    server.stop();
    everything(token(CANARY));
  }

  private void everything(AzureKey key) {
    Backend backend = AzureBackend.forData("canary", connection(), () -> key);
    AzureContainer container =
        new AzureContainer(
            new AzureClients(connection(), () -> key), "bucket", AzureErrors.of("canary"));
    AzureDirectories directories = new AzureDirectories(container);
    ObjectStore store = backend.objects("bucket");
    Content content = Content.of("x".getBytes(StandardCharsets.UTF_8));
    CopySource source = CopySource.of("bucket", "key").withIfMatch(new Revision("0x1"));
    MultipartUploads uploads = store.uploads();
    Upload upload = new Upload("key", "0123456789abcdef01234567", Optional.empty());
    Part part = new Part(1, "MDEyMzQ1", 1);
    List<ThrowingCallable> calls =
        List.of(
            backend::ping,
            () -> store.head("key"),
            () -> store.head("directory/"),
            () -> store.get("key", GetOptions.ALL).close(),
            () -> store.put("key", content, PutOptions.DEFAULT),
            () -> store.put("directory/", Content.of(new byte[0]), PutOptions.DEFAULT),
            () -> store.copy(source, "copy", CopyOptions.DEFAULT),
            () -> store.copy(source.withSize(1), "copy", CopyOptions.DEFAULT),
            () -> store.delete("key", Condition.always()),
            () ->
                store
                    .deleteAll(List.of(new ObjectId("key", Optional.empty())))
                    .forEach(failure -> tellsNothing(failure.reason())),
            () -> store.list(ListOptions.prefix(""), Optional.empty()),
            () -> store.versions().orElseThrow().list("", Optional.empty()),
            () -> store.metadataUpdates().orElseThrow().update("key", Map.of(), Condition.always()),
            () -> uploads.start("key", PutOptions.DEFAULT),
            () -> uploads.startCopy("key", source, Map.of()),
            () -> uploads.send(upload, 1, content),
            () -> store.rangeCopies().orElseThrow().copy(upload, 1, source, new ByteRange(0, 1)),
            () -> uploads.parts(upload, Optional.empty()),
            () -> uploads.complete(upload, List.of(part), Condition.always()),
            () -> directories.object("from", "to", new Revision("0x1"), Condition.always()),
            () -> directories.directory("from/", "to/"),
            () -> backend.buckets().exists("bucket"),
            () -> backend.buckets().delete("bucket"));
    // At once, because each is tried several times.
    List<CompletableFuture<Void>> all =
        calls.stream().map(call -> CompletableFuture.runAsync(() -> fails(call), threads)).toList();
    all.forEach(CompletableFuture::join);
    assertThat(log.list)
        .allSatisfy(line -> assertThat(line.getFormattedMessage()).doesNotContain(CANARY));
  }

  private static void fails(ThrowingCallable call) {
    Throwable thrown = catchThrowable(call);
    if (thrown != null) {
      assertThat(thrown).isInstanceOf(DriverException.class);
      tellsNothing(thrown);
    }
  }

  private static void tellsNothing(Throwable thrown) {
    StringWriter all = new StringWriter();
    thrown.printStackTrace(new PrintWriter(all));
    assertThat(all.toString()).doesNotContain(CANARY);
  }
}
