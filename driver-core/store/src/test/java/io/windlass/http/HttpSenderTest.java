package io.windlass.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.windlass.operation.Deadline;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Time passes only while the sender pauses. */
class HttpSenderTest {
  private final AtomicLong now = new AtomicLong();
  private final List<Duration> pauses = new ArrayList<>();

  private record Answer(int status, String retryAfter) {}

  private record Final(int status) implements Closeable {
    @Override
    public void close() {}
  }

  @Test
  void aBusyServerIsAskedAgainUntilTheTimeOfTheCallIsOver() throws IOException {
    assertThat(send(busy(5), new Answer(200, ""))).isEqualTo(200);
    assertThat(pauses).hasSize(5).isSorted();

    pauses.clear();
    assertThat(send(busy(1000))).isEqualTo(503);
    assertThat(pauses.stream().reduce(Duration.ZERO, Duration::plus))
        .isBetween(Duration.ofSeconds(5), HttpSettings.DEFAULT.callTimeout());
  }

  @Test
  void aServerThatFailsIsAskedThreeTimes() throws IOException {
    assertThat(send(new Answer(500, ""), new Answer(500, ""), new Answer(500, ""))).isEqualTo(500);
    assertThat(pauses).hasSize(2);
  }

  @Test
  void itIsAskedNoSoonerThanItWants() throws IOException {
    assertThat(
            send(
                new Answer(503, "4"),
                new Answer(500, "3"),
                new Answer(429, "soon"),
                new Answer(200, "")))
        .isEqualTo(200);
    assertThat(pauses.subList(0, 2)).containsExactly(Duration.ofSeconds(4), Duration.ofSeconds(3));
    assertThat(pauses.getLast()).isLessThan(Duration.ofSeconds(1));

    pauses.clear();
    assertThat(send(new Answer(503, "3600"))).as("more than the time of the call").isEqualTo(503);
    assertThat(pauses).isEmpty();
  }

  /** As where something on the way forgets connections, and new ones work. */
  @Test
  void afterASilenceNoOldConnectionIsUsed() throws Exception {
    int kept = 4;
    CyclicBarrier together = new CyclicBarrier(kept);
    AtomicBoolean forgotten = new AtomicBoolean();
    AtomicInteger unanswered = new AtomicInteger();
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      var _ =
          threads.submit(() -> {
            while (true) {
              Socket socket = server.accept();
              boolean old = !forgotten.get();
              var _ = threads.submit(() -> answer(socket, old, together, forgotten, unanswered));
            }
          });
      HttpSettings settings =
          HttpSettings.DEFAULT.withTimeouts(
              HttpSettings.DEFAULT.callTimeout(), Duration.ofMillis(100));
      HttpSender sender =
          new HttpSender(settings, new HttpAttempts(Duration.ofMillis(1), this::pass), 1);
      URI uri = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
      List<Future<Integer>> first = new ArrayList<>();
      for (int i = 0; i < kept; i++) {
        first.add(threads.submit(() -> inTime(sender, uri)));
      }
      for (Future<Integer> each : first) {
        assertThat(each.get()).isEqualTo(200);
      }
      forgotten.set(true);
      assertThat(inTime(sender, uri)).isEqualTo(200);
      assertThat(unanswered).hasValue(1);
    } finally {
      threads.shutdownNow(); // they wait for requests
    }
  }

  private int inTime(HttpSender sender, URI uri) {
    return Deadline.after(HttpSettings.DEFAULT.callTimeout(), now::get)
        .limit(() -> status(sender, uri));
  }

  private boolean answer(
      Socket socket,
      boolean old,
      CyclicBarrier together,
      AtomicBoolean forgotten,
      AtomicInteger unanswered)
      throws Exception {
    try (socket) {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      while (true) {
        String line = in.readLine();
        if (line == null) {
          return true;
        }
        if (!line.isEmpty()) {
          continue;
        }
        if (old && forgotten.get()) {
          unanswered.incrementAndGet();
          long _ = now.addAndGet(Duration.ofSeconds(1).toNanos()); // longer than an attempt
        } else {
          if (old) {
            together.await();
          }
          socket
              .getOutputStream()
              .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII));
        }
      }
    }
  }

  @Test
  void aDateIsTakenByTheClockOfTheServer() {
    assertThat(wait("Thu, 01 Jan 2026 00:00:03 GMT", "Thu, 01 Jan 2026 00:00:00 GMT"))
        .isEqualTo(Duration.ofSeconds(3));
    assertThat(wait("Thu, 01 Jan 2026 00:00:00 GMT", "Thu, 01 Jan 2026 00:00:03 GMT")).isZero();
    assertThat(wait("Thu, 01 Jan 2026 00:00:03 GMT", "")).as("long past").isZero();
    assertThat(wait("-4", "")).isZero();
  }

  private static Duration wait(String retryAfter, String date) {
    return RetryAfter.of(
        HttpHeaders.of(
            Map.of("Retry-After", List.of(retryAfter), "Date", List.of(date)), (_, _) -> true));
  }

  private static Answer[] busy(int times) {
    Answer[] answers = new Answer[times];
    Arrays.fill(answers, new Answer(503, ""));
    return answers;
  }

  private int send(Answer[] first, Answer then) throws IOException {
    Answer[] answers = Arrays.copyOf(first, first.length + 1);
    answers[first.length] = then;
    return send(answers);
  }

  private int send(Answer... answers) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    Iterator<Answer> next = List.of(answers).iterator();
    server.createContext(
        "/",
        exchange -> {
          Answer answer = next.next();
          if (!answer.retryAfter().isEmpty()) {
            exchange.getResponseHeaders().set("Retry-After", answer.retryAfter());
          }
          exchange.sendResponseHeaders(answer.status(), -1);
          exchange.close();
        });
    server.start();
    try {
      HttpAttempts attempts = new HttpAttempts(Duration.ofMillis(100), this::pass);
      HttpSender sender = new HttpSender(HttpSettings.DEFAULT, attempts, answers.length);
      URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
      Deadline call = Deadline.after(HttpSettings.DEFAULT.callTimeout(), now::get);
      return call.limit(() -> status(sender, uri));
    } finally {
      server.stop(0);
    }
  }

  private static int status(HttpSender sender, URI uri) {
    try (Final answer =
        sender.send(
            () -> HttpRequest.newBuilder(uri),
            Duration.ZERO,
            received -> new Final(received.statusCode()))) {
      return answer.status();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void pass(Duration pause) {
    pauses.add(pause);
    long _ = now.addAndGet(pause.toNanos());
  }
}
