package io.windlass.observe;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.concurrent.Future;
import io.windlass.observe.HttpListener.Request;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** One request of a client and its answer, after which the connection is closed. */
final class HttpConversation extends SimpleChannelInboundHandler<FullHttpRequest> {
  /** Seconds from the connection to the end of the request. */
  private static final long ASKING = 2;

  /** Seconds in which a client has to read the answer. */
  private static final long READING = 10;

  private final BiConsumer<Request, HttpConversation> listener;
  private Optional<ChannelHandlerContext> client = Optional.empty();
  private Optional<Future<?>> deadline = Optional.empty();
  private boolean asked;

  HttpConversation(BiConsumer<Request, HttpConversation> listener) {
    this.listener = listener;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    client = Optional.of(context);
    closeIn(context, ASKING);
  }

  private void closeIn(ChannelHandlerContext context, long seconds) {
    Runnable close =
        () -> {
          ChannelFuture _ = context.close();
        };
    deadline = Optional.of(context.executor().schedule(close, seconds, TimeUnit.SECONDS));
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    if (asked || request.decoderResult().isFailure()) {
      ChannelFuture _ = context.close();
      return;
    }
    asked = true;
    context.channel().config().setAutoRead(false);
    deadline.ifPresent(each -> each.cancel(false));
    listener.accept(
        new Request(
            request.method().name(),
            new QueryStringDecoder(request.uri()).path(),
            request.content().toString(StandardCharsets.UTF_8)),
        this);
  }

  /** Answers. Any thread may call this; once the server is closed, it does nothing. */
  void end(FullHttpResponse response) {
    ChannelHandlerContext context = client.orElseThrow();
    try {
      context
          .executor()
          .execute(() -> {
            closeIn(context, READING);
            ChannelFuture _ =
                context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
          });
    } catch (RejectedExecutionException e) {
      response.release();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    deadline.ifPresent(each -> each.cancel(false));
    context.fireChannelInactive();
  }

  /** A client that goes away is nothing to tell of. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    ChannelFuture _ = context.close();
  }
}
