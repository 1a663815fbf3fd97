package io.windlass.store.local;

import org.gaul.shaded.org.eclipse.jetty.http.HttpHeader;
import org.gaul.shaded.org.eclipse.jetty.io.Content;
import org.gaul.shaded.org.eclipse.jetty.server.Request;
import org.gaul.shaded.org.eclipse.jetty.server.Response;
import org.gaul.shaded.org.eclipse.jetty.server.handler.ErrorHandler;
import org.gaul.shaded.org.eclipse.jetty.util.Callback;

/**
 * Errors of the web server itself, for requests that no handler sees, such as those whose URL has a
 * character that it does not take: in S3's form, because an answer without a code says to clients
 * that something else than the server has answered.
 */
final class PlainErrors extends ErrorHandler {
  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    String code = response.getStatus() < 500 ? "InvalidRequest" : "InternalError";
    String text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>%s</Code><Message>HTTP %d</Message></Error>"
            .formatted(code, response.getStatus());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/xml");
    Content.Sink.write(response, true, request.getMethod().equals("HEAD") ? "" : text, callback);
    return true;
  }
}
