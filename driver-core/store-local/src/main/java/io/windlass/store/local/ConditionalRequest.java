package io.windlass.store.local;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Request that has a condition if it ends an upload: if the client sent none, it gets one that
 * always holds. With a condition, the handler waits for the outcome before it answers, and so a
 * failure gets a status of its own.
 */
final class ConditionalRequest extends HttpServletRequestWrapper {
  private static final String NO_ETAG = "\"-\"";

  ConditionalRequest(HttpServletRequest request) {
    super(request);
  }

  @Override
  public @Nullable String getHeader(String name) {
    String value = super.getHeader(name);
    boolean absent =
        value == null && name.equalsIgnoreCase("If-None-Match") && getMethod().equals("POST");
    return absent ? NO_ETAG : value;
  }

  /**
   * Leaves out the header that asks for what is so anyway: there are no tags to copy or replace.
   */
  @Override
  public Enumeration<String> getHeaderNames() {
    List<String> names = Collections.list(super.getHeaderNames());
    names.removeIf("x-amz-tagging-directive"::equalsIgnoreCase);
    return Collections.enumeration(names);
  }
}
