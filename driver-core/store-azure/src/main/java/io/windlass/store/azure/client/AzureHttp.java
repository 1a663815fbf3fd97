package io.windlass.store.azure.client;

import io.windlass.http.AnswerRoom;
import io.windlass.http.HttpSender;
import io.windlass.http.HttpSettings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.time.Duration;

/**
 * Sends requests to Azure, those of the SDK among them. The SDK's own retries know no deadline, and
 * wait on threads of their own.
 */
final class AzureHttp {
  private final HttpSender sender;
  private final AnswerRoom room;

  AzureHttp(HttpSettings settings) {
    this.sender = new HttpSender(settings);
    this.room = new AnswerRoom(settings.callTimeout());
  }

  /**
   * Sends a request until an answer is final. The caller closes the answer.
   *
   * @param request with a body that can be sent again
   * @param more time beyond the usual limits, for the bytes that it carries or copies
   * @throws UncheckedIOException if there is no answer
   */
  HttpAnswer send(HttpRequest.Builder request, Duration more) {
    try {
      return sender.send(() -> request, more, answer -> new HttpAnswer(answer, room));
    } catch (InterruptedIOException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
