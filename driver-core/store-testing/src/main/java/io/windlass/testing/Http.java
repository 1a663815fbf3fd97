package io.windlass.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.OptionalInt;

/** Requests health pages. */
final class Http {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private Http() {}

  /** Returns whether a GET of {@code page} is soon answered with 200. */
  static boolean isOk(URI page) {
    return status(page).equals(OptionalInt.of(200));
  }

  /**
   * Returns what a GET of {@code page} is soon answered with.
   *
   * @throws UncheckedIOException when there is no answer
   */
  static String text(URI page) {
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      HttpRequest request = HttpRequest.newBuilder(page).timeout(PATIENCE).build();
      return client.send(request, BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking " + page, e);
    }
  }

  /**
   * Returns the status of the answer to a GET of {@code page}; empty if there is soon no answer.
   */
  static OptionalInt status(URI page) {
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      HttpRequest request = HttpRequest.newBuilder(page).timeout(PATIENCE).build();
      HttpResponse<Void> response = client.send(request, BodyHandlers.discarding());
      return OptionalInt.of(response.statusCode());
    } catch (IOException e) {
      return OptionalInt.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking " + page, e);
    }
  }
}
