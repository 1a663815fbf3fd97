package io.windlass.cli.terminal;

import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the URL of a server, like {@code http://127.0.0.1:10000/account}. */
public final class UrlConverter implements ITypeConverter<URI> {
  @Override
  public URI convert(String text) {
    try {
      URI url = new URI(text);
      if (url.getHost() != null
          && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
        return url;
      }
    } catch (URISyntaxException e) {
      // Said below. The exception may quote a token that is part of the URL, and so is not passed.
    }
    throw new TypeConversionException("it must be a URL, like http://127.0.0.1:10000");
  }
}
