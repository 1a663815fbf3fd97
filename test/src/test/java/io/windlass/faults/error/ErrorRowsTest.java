package io.windlass.faults.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import io.windlass.proto.csi.CsiProto;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every row of the spec's tables of errors, over the wire, with exactly its code. The rows are in
 * {@code error-rows.txt}: of each there is an example here, or there the reason why none can be.
 */
@RealServer(MinioServer.class)
class ErrorRowsTest {
  private static final List<ErrorRow> ROWS = ErrorRow.all();

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  private <T extends AutoCloseable> T opened(T thing) {
    opened.push(thing);
    return thing;
  }

  @TestFactory
  Stream<DynamicTest> everyRowIsAnsweredWithItsCode(PrivateServer<MinioServer> minio) {
    ErrorWorld world = opened(new ErrorWorld(minio));
    Stream<ErrorTable> tables =
        Stream.of(
                new VolumeErrors(world).all(),
                new AttachErrors(world).all(),
                new ReportErrors(world).all(),
                new SnapshotErrors(world).all(),
                new StageErrors(world).all(),
                new PublishErrors(world).all(),
                new NodeErrors(world).all(),
                opened(new ModeErrors(world)).all(),
                opened(new EmbeddedErrors()).all())
            .flatMap(each -> each);
    Set<ErrorRow> left = new LinkedHashSet<>(ROWS);
    left.removeIf(row -> row.never().isPresent());
    List<DynamicTest> tests = new ArrayList<>();
    tables
        .flatMap(ErrorTable::cases)
        .map(each -> dynamicTest(each.toString(), () -> left.remove(each.produce(ROWS))))
        .forEach(tests::add);
    tests.add(dynamicTest("no row is left", () -> assertThat(left).isEmpty()));
    return tests.stream();
  }

  @Test
  void everyCallHasRows() {
    List<String> calls =
        CsiProto.getDescriptor().getServices().stream()
            .filter(service -> !service.getName().equals("SnapshotMetadata"))
            .map(ServiceDescriptor::getMethods)
            .flatMap(List::stream)
            .map(MethodDescriptor::getName)
            .toList();
    assertThat(ROWS.stream().flatMap(ErrorRow::calls)).containsAll(calls);
  }
}
