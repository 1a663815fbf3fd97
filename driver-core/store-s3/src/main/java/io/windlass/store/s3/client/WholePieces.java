package io.windlass.store.s3.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.routing.HttpRoutePlanner;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpEntityContainer;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Routes without a proxy, and has bodies written to the connection in the pieces in which they are
 * made: the HTTP client copies 4 KiB at a time, and makes a system call for each two of these. The
 * SDK shows a request to nothing else than the route planner before it is sent.
 */
final class WholePieces implements HttpRoutePlanner {
  private final HttpRoutePlanner routes =
      new DefaultRoutePlanner(DefaultSchemePortResolver.INSTANCE);

  @Override
  public HttpRoute determineRoute(HttpHost target, HttpContext context) throws HttpException {
    return routes.determineRoute(target, context);
  }

  @Override
  public HttpRoute determineRoute(HttpHost target, HttpRequest request, HttpContext context)
      throws HttpException {
    if (request instanceof HttpEntityContainer sent) {
      Optional.ofNullable(sent.getEntity())
          .filter(body -> !body.isRepeatable())
          .ifPresent(body -> sent.setEntity(new Pieces(body)));
    }
    return routes.determineRoute(target, request, context);
  }

  private static final class Pieces extends HttpEntityWrapper {
    Pieces(HttpEntity body) {
      super(body);
    }

    @Override
    public void writeTo(OutputStream to) throws IOException {
      try (InputStream content = getContent()) {
        content.transferTo(to);
      }
    }
  }
}
