package io.windlass.store.s3.client;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Which of several ways of sending a server takes. It is found out once: a call that is refused one
 * way is made the next way, and the first that succeeds tells.
 *
 * @param <W> the ways
 */
final class ServerChoice<W> {
  private static final Logger log = LoggerFactory.getLogger(ServerChoice.class);

  /** What servers say of a body that arrived changed, or was late: no matter how it was sent. */
  private static final Set<String> PASSING =
      Set.of(
          "BadDigest",
          "IncompleteBody",
          "RequestTimeout",
          "RequestTimeTooSkewed",
          "XAmzContentChecksumMismatch");

  private final URI server;
  private final List<W> ways;
  private final Function<W, String> remark;
  private final AtomicReference<Optional<W>> known = new AtomicReference<>(Optional.empty());

  /**
   * Creates a choice that is open.
   *
   * @param server its base URL
   * @param ways the one to be tried first, and those for servers that refuse it
   * @param remark what it means that a server takes one of the others, as a sentence
   */
  ServerChoice(URI server, List<W> ways, Function<W, String> remark) {
    this.server = server;
    this.ways = List.copyOf(ways);
    this.remark = remark;
  }

  /** Returns the way that the server takes, or the first as long as that is not known. */
  W present() {
    return known.get().orElse(ways.getFirst());
  }

  /** Returns what is unusual; empty if the server takes the first way, or nothing is known yet. */
  Optional<String> remark() {
    return known.get().filter(way -> !way.equals(ways.getFirst())).map(remark);
  }

  /**
   * Makes a call the way that the server takes.
   *
   * @throws S3Exception if it succeeds in no way: the answer to the first
   */
  <T> T make(Function<W, T> call) {
    Optional<W> way = known.get();
    return way.isPresent() ? call.apply(way.get()) : find(call);
  }

  private <T> T find(Function<W, T> call) {
    Optional<S3Exception> first = Optional.empty();
    for (W way : ways) {
      try {
        T answer = call.apply(way);
        tell(way, first);
        return answer;
      } catch (S3Exception e) {
        if (first.isEmpty() && !mayBeRefusal(e)) {
          throw e;
        }
        first = first.or(() -> Optional.of(e));
      }
    }
    throw first.orElseThrow();
  }

  private void tell(W way, Optional<S3Exception> refusal) {
    if (known.compareAndSet(Optional.empty(), Optional.of(way))) {
      refusal.ifPresent(answer ->
          log.info(
              "{}: {} (HTTP {}, {})",
              server,
              remark.apply(way),
              answer.statusCode(),
              code(answer)));
    }
  }

  private static String code(S3Exception refusal) {
    AwsErrorDetails details = refusal.awsErrorDetails();
    return details == null ? "" : Objects.requireNonNullElse(details.errorCode(), "");
  }

  /**
   * Returns whether an answer may be about the way. Of trailers, Ceph says 400
   * XAmzContentSHA256Mismatch, Scality 400 BadRequest, Storj 411 MissingContentLength, Google 403
   * SignatureDoesNotMatch, and others 501 NotImplemented; of a checksum in place of an MD5, many
   * say 400 InvalidRequest or MissingContentMD5.
   */
  private static boolean mayBeRefusal(S3Exception answer) {
    return switch (answer.statusCode()) {
      case 400 -> !PASSING.contains(code(answer));
      case 403 -> code(answer).equals("SignatureDoesNotMatch");
      case 411, 501 -> true;
      default -> false;
    };
  }
}
