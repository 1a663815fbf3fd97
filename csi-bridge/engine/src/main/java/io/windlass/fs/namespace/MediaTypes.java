package io.windlass.fs.namespace;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Media types that the extensions of names stand for. The table is part of the program, so that a
 * name means the same on every machine. Texts are sent as UTF-8.
 */
public final class MediaTypes {
  private static final Map<String, String> BY_EXTENSION =
      Map.ofEntries(
          Map.entry("avif", "image/avif"),
          Map.entry("bmp", "image/bmp"),
          Map.entry("css", "text/css; charset=utf-8"),
          Map.entry("csv", "text/csv; charset=utf-8"),
          Map.entry("gif", "image/gif"),
          Map.entry("gz", "application/gzip"),
          Map.entry("htm", "text/html; charset=utf-8"),
          Map.entry("html", "text/html; charset=utf-8"),
          Map.entry("ico", "image/vnd.microsoft.icon"),
          Map.entry("jpeg", "image/jpeg"),
          Map.entry("jpg", "image/jpeg"),
          Map.entry("js", "text/javascript; charset=utf-8"),
          Map.entry("json", "application/json"),
          Map.entry("m4a", "audio/mp4"),
          Map.entry("md", "text/markdown; charset=utf-8"),
          Map.entry("mjs", "text/javascript; charset=utf-8"),
          Map.entry("mp3", "audio/mpeg"),
          Map.entry("mp4", "video/mp4"),
          Map.entry("ogg", "audio/ogg"),
          Map.entry("otf", "font/otf"),
          Map.entry("parquet", "application/vnd.apache.parquet"),
          Map.entry("pdf", "application/pdf"),
          Map.entry("png", "image/png"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("tar", "application/x-tar"),
          Map.entry("tif", "image/tiff"),
          Map.entry("tiff", "image/tiff"),
          Map.entry("ttf", "font/ttf"),
          Map.entry("txt", "text/plain; charset=utf-8"),
          Map.entry("wasm", "application/wasm"),
          Map.entry("wav", "audio/wav"),
          Map.entry("webm", "video/webm"),
          Map.entry("webmanifest", "application/manifest+json"),
          Map.entry("webp", "image/webp"),
          Map.entry("woff", "font/woff"),
          Map.entry("woff2", "font/woff2"),
          Map.entry("xml", "application/xml"),
          Map.entry("yaml", "application/yaml"),
          Map.entry("yml", "application/yaml"),
          Map.entry("zip", "application/zip"),
          Map.entry("zst", "application/zstd"));

  private MediaTypes() {}

  /** Returns the media type that a file name stands for; empty if its extension is not known. */
  public static Optional<String> of(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 1
        ? Optional.empty()
        : Optional.ofNullable(BY_EXTENSION.get(name.substring(dot + 1).toLowerCase(Locale.ROOT)));
  }
}
