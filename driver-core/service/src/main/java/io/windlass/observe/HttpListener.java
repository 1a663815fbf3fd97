package io.windlass.observe;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Small HTTP server that waits for no stranger: a client has two seconds for its request, however
 * many do not use them, and no thread waits meanwhile. When there are too many connections, the
 * address that has most of them loses its oldest. Each connection is for one request.
 */
public final class HttpListener implements AutoCloseable {
  /** Requests that are being answered at one time; further ones are refused with 503. */
  private static final int ANSWERING = 256;

  private static final Logger log = LoggerFactory.getLogger(HttpListener.class);

  private final String what;
  private final EventLoopGroup loop;
  private final Semaphore answering = new Semaphore(ANSWERING);
  private final Channel server;
  private volatile Handler handler = _ -> Answer.empty(503);

  /**
   * A request.
   *
   * @param path of the URL, without its query
   */
  public record Request(String method, String path, String body) {}

  /** An answer. */
  public record Answer(int status, Map<String, String> headers, String body) {
    public Answer {
      headers = Map.copyOf(headers);
    }

    /** Returns an answer without a body. */
    public static Answer empty(int status) {
      return new Answer(status, Map.of(), "");
    }

    /** Returns the answer to a request whose method is another than the one that is served. */
    public static Answer notAllowed(String served) {
      return new Answer(405, Map.of("Allow", served), "");
    }
  }

  /** Answers requests, each in a thread of its own. */
  public interface Handler {
    Answer answer(Request request);
  }

  private HttpListener(String what, InetSocketAddress address, int longest) throws IOException {
    this.what = what;
    this.loop =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory(what, true), NioIoHandler.newFactory());
    ClientConnections clients = new ClientConnections();
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.AUTO_READ, false)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel client) {
                    clients.add(client.remoteAddress().getAddress(), client);
                    client
                        .pipeline()
                        .addLast(
                            new HttpServerCodec(),
                            new HttpObjectAggregator(longest),
                            new HttpConversation(HttpListener.this::begin));
                  }
                })
            .bind(address)
            .awaitUninterruptibly();
    this.server = bound.channel();
    if (!bound.isSuccess()) {
      close();
      throw new IOException(
          "%s cannot be served on %s: %s".formatted(what, address, bound.cause().getMessage()),
          bound.cause());
    }
  }

  /**
   * Opens a server, which accepts connections once it is {@linkplain #start started}.
   *
   * @param what what is served, in the plural, for messages and names of threads
   * @param address address to listen on; port 0: any free port
   * @param longest most bytes of the body of a request; a longer one is answered with 413
   * @throws IOException when the server cannot listen on the address
   */
  public static HttpListener open(String what, InetSocketAddress address, int longest)
      throws IOException {
    return new HttpListener(what, address, longest);
  }

  /** Accepts connections from now on. */
  public void start(Handler answers) {
    handler = answers;
    server.config().setAutoRead(true);
  }

  /** Returns the address on which the server listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) server.localAddress();
  }

  private void begin(Request request, HttpConversation conversation) {
    if (!answering.tryAcquire()) {
      conversation.end(response(Answer.empty(503)));
      return;
    }
    Thread.ofVirtual()
        .name(what)
        .start(() -> {
          try {
            conversation.end(response(answer(request)));
          } finally {
            answering.release();
          }
        });
  }

  private Answer answer(Request request) {
    try {
      return handler.answer(request);
    } catch (RuntimeException e) {
      log.error("a request for {} fails", what, e);
      return Answer.empty(500);
    }
  }

  private static FullHttpResponse response(Answer answer) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(answer.status()),
            Unpooled.copiedBuffer(answer.body(), StandardCharsets.UTF_8));
    answer.headers().forEach(response.headers()::set);
    response
        .headers()
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
        .setInt(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
    return response;
  }

  @Override
  public void close() {
    boolean _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2000);
  }
}
