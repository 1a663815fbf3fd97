package io.windlass.test.mount.fault;

import java.io.IOException;

/**
 * What a server does instead of what it should. With each go the errors that programs see of a file
 * that is open, of one that is opened then, and of a directory; none where all goes well.
 */
enum Fault {
  /** A page for a browser, as from a gateway that wants a password. */
  WEB_PAGE(Fault.EIO, Fault.EIO, Fault.EIO) {
    @Override
    HttpAnswer answer(Call call) {
      return HttpAnswer.of("200 OK", "text/html", "<html><body>Please log in.</body></html>");
    }
  },
  /** Nothing, but politely. */
  EMPTY(Fault.EIO, Fault.EIO, Fault.EIO) {
    @Override
    HttpAnswer answer(Call call) {
      return HttpAnswer.of("200 OK", "application/xml", "");
    }
  },
  /** An answer that ends within a header. */
  HALF_A_HEADER(Fault.EIO, Fault.EIO, Fault.EIO) {
    @Override
    HttpAnswer answer(Call call) {
      return new HttpAnswer("HTTP/1.1 200 OK\r\nContent-Le", new byte[0]);
    }
  },
  /** A body that ends early. */
  HALF_A_BODY(Fault.EIO, Fault.EIO, Fault.EIO) {
    @Override
    HttpAnswer answer(Call call) throws IOException {
      return call.served().cut();
    }
  },
  /** Bytes of another range than was asked for, which it says. */
  ANOTHER_RANGE(Fault.EIO, Fault.NONE, Fault.NONE) {
    @Override
    HttpAnswer answer(Call call) throws IOException {
      HttpAnswer served = call.served();
      return served.has("Content-Range")
          ? served.with("(?i)Content-Range: bytes ", "Content-Range: bytes 1").damaged()
          : served;
    }
  },
  /** Bytes of another version than was asked for, which it says. */
  ANOTHER_VERSION(Fault.ESTALE, Fault.ESTALE, Fault.NONE) {
    @Override
    HttpAnswer answer(Call call) throws IOException {
      HttpAnswer served = call.served();
      return served.has("ETag") ? served.with("(?i)ETag: \"", "ETag: \"0").damaged() : served;
    }
  },
  /** Bytes that are not those of which it declares a checksum. It declares none of a range. */
  DAMAGED(Fault.NONE, Fault.EIO, Fault.NONE) {
    @Override
    HttpAnswer answer(Call call) throws IOException {
      HttpAnswer served = call.served();
      return served.has("x-amz-checksum-crc32") ? served.damaged() : served;
    }
  },
  /** It asks for patience, and does not stop to. */
  THROTTLED(Fault.EIO, Fault.EIO, Fault.EIO) {
    @Override
    HttpAnswer answer(Call call) {
      return HttpAnswer.error("503 Slow Down", "SlowDown");
    }
  },
  /** It takes requests and says nothing. */
  SILENT(Fault.EIO, Fault.EIO, Fault.EIO) {
    @Override
    HttpAnswer answer(Call call) throws IOException {
      return call.never();
    }
  },
  /** Somebody has taken the key away. */
  KEY_REVOKED(Fault.EACCES, Fault.EACCES, Fault.EACCES) {
    @Override
    HttpAnswer answer(Call call) {
      return HttpAnswer.error("403 Forbidden", "InvalidAccessKeyId");
    }
  },
  /** Somebody has removed the bucket. Nobody may take that for a file that is not there. */
  BUCKET_GONE(Fault.ESTALE, Fault.EIO, Fault.EIO) {
    @Override
    HttpAnswer answer(Call call) {
      return HttpAnswer.error("404 Not Found", "NoSuchBucket");
    }
  },
  /** A page for a browser, as from a gateway that does not know the server any more. */
  PAGE_NOT_FOUND(Fault.EIO, Fault.EIO, Fault.EIO) {
    @Override
    HttpAnswer answer(Call call) {
      return HttpAnswer.of("404 Not Found", "text/html", "<html><body>Not found.</body></html>");
    }
  },
  /** The same from a gateway that does not understand. */
  PAGE_BAD_REQUEST(Fault.ESTALE, Fault.EIO, Fault.EIO) {
    @Override
    HttpAnswer answer(Call call) {
      return HttpAnswer.of("400 Bad Request", "text/html", "<html><body>What?</body></html>");
    }
  },
  /** The server that has this bucket is another one. */
  MOVED(Fault.ESTALE, Fault.EIO, Fault.EIO) {
    @Override
    HttpAnswer answer(Call call) {
      return HttpAnswer.error("301 Moved Permanently", "PermanentRedirect");
    }
  };

  static final String NONE = "";
  static final String EIO = "Input/output error";
  static final String ESTALE = "Stale file handle";
  static final String EACCES = "Permission denied";
  static final String ENOENT = "No such file or directory";

  private final String ofOpenFile;
  private final String ofNewFile;
  private final String ofDirectory;

  Fault(String ofOpenFile, String ofNewFile, String ofDirectory) {
    this.ofOpenFile = ofOpenFile;
    this.ofNewFile = ofNewFile;
    this.ofDirectory = ofDirectory;
  }

  /** A request, and what can be done with it. */
  interface Call {
    /** What the server answers that is all right. */
    HttpAnswer served() throws IOException;

    /** Waits for better times, and gives up then. */
    HttpAnswer never() throws IOException;
  }

  abstract HttpAnswer answer(Call call) throws IOException;

  String ofOpenFile() {
    return ofOpenFile;
  }

  String ofNewFile() {
    return ofNewFile;
  }

  String ofDirectory() {
    return ofDirectory;
  }
}
