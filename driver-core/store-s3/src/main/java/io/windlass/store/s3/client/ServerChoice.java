package io.windlass.store.s3.client;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Which of several ways of sending a server takes. It is found out once: a call that is refused one
 * way is made the next way, and the first that succeeds tells. So it is with a call whose answer
 * does not show that the server has understood it.
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

  /** Returns whether it is not known yet which way the server takes. */
  boolean isOpen() {
    return known.get().isEmpty();
  }

  /**
   * Makes a call the way that the server takes.
   *
   * @throws S3Exception if it succeeds in no way: the answer to the first
   */
  <T> T make(Function<W, T> call) {
    return make(call, (_, _) -> true);
  }

  /**
   * The same where success alone does not tell.
   *
   * @param shown whether an answer shows that the server has understood this way; asked as long as
   *     nothing is known. Else the call is made again the next way: it must not matter what the
   *     server has made of it.
   */
  <T> T make(Function<W, T> call, BiPredicate<W, T> shown) {
    Optional<W> way = known.get();
    return way.isPresent() ? call.apply(way.get()) : find(call, shown);
  }

  private <T> T find(Function<W, T> call, BiPredicate<W, T> shown) {
    Optional<S3Exception> first = Optional.empty();
    for (W way : ways) {
      try {
        T answer = call.apply(way);
        if (shown.test(way, answer)) {
          tell(way, first);
          return answer;
        }
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
    if (known.compareAndSet(Optional.empty(), Optional.of(way)) && !way.equals(ways.getFirst())) {
      String why =
          refusal
              .map(answer -> "HTTP %d, %s".formatted(answer.statusCode(), code(answer)))
              .orElse("by what it answers");
      log.info("{}: {} ({})", server, remark.apply(way), why);
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
