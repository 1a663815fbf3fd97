package io.windlass.fs.journal;

import io.windlass.object.ContentHeaders;
import io.windlass.object.ObjectProperties;
import io.windlass.proto.staging.Properties;
import java.util.Optional;

/** Converts the properties of an object to a part of a record, and back. */
final class PropertiesCodec {
  private PropertiesCodec() {}

  static Properties encode(ObjectProperties properties) {
    ContentHeaders headers = properties.headers();
    Properties.Builder record =
        Properties.newBuilder().putAllTags(properties.tags()).putAllOpaque(properties.opaque());
    headers.type().ifPresent(record::setContentType);
    headers.encoding().ifPresent(record::setContentEncoding);
    headers.disposition().ifPresent(record::setContentDisposition);
    headers.language().ifPresent(record::setContentLanguage);
    headers.cacheControl().ifPresent(record::setCacheControl);
    headers.expires().ifPresent(record::setExpires);
    return record.build();
  }

  static ObjectProperties decode(Properties record) {
    ContentHeaders headers =
        new ContentHeaders(
            given(record.hasContentType(), record.getContentType()),
            given(record.hasContentEncoding(), record.getContentEncoding()),
            given(record.hasContentDisposition(), record.getContentDisposition()),
            given(record.hasContentLanguage(), record.getContentLanguage()),
            given(record.hasCacheControl(), record.getCacheControl()),
            given(record.hasExpires(), record.getExpires()));
    return new ObjectProperties(headers, record.getTagsMap(), record.getOpaqueMap(), true);
  }

  private static Optional<String> given(boolean there, String text) {
    return there ? Optional.of(text) : Optional.empty();
  }
}
