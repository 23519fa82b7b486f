package io.lychgate.gateway.http2;

import io.lychgate.casper.PathWindow;
import io.lychgate.gateway.exchange.ClientStream;
import io.lychgate.gateway.exchange.Exchange;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.scheduler.PriorityFacts;
import io.lychgate.scheduler.StreamPriority;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stream of a push that is not promised yet. {@link #promise} opens the real stream and gives it a number. Until then, all
 * writes are dropped. Event loop only.
 *
 * <p>No number is reserved in advance: a promise with a lower number than an earlier one is a connection error (RFC 9113 5.1.1).
 */
final class DeferredPush implements ClientStream {
  private final Http2Edge edge;
  private final Http2ClientStream document;
  private final Http2Stream parent;
  /** The request as promised. The exchange's own request changes on its way to an upstream. */
  private final RequestHead promised;

  private final Exchange exchange;
  private @Nullable Http2ClientStream stream;

  DeferredPush(
      Http2Edge edge, Http2ClientStream document, Http2Stream parent, RequestHead request) {
    this.edge = edge;
    this.document = document;
    this.parent = parent;
    this.promised = copyOf(request);
    this.exchange = new Exchange(edge.client(), this, request, true);
  }

  private static RequestHead copyOf(RequestHead request) {
    return new RequestHead(
        request.method(),
        request.isSecure(),
        request.authority(),
        request.path(),
        request.fields().copy(),
        0);
  }

  Exchange exchange() {
    return exchange;
  }

  @Override
  public boolean promise() {
    if (stream == null && !document.isClosed()) {
      stream = edge.promises().promise(document, parent, promised);
      if (stream != null) {
        stream.exchange(exchange);
      }
    }
    return stream != null;
  }

  @Override
  public void writeInformational(ResponseHead head) {
    if (stream != null) {
      stream.writeInformational(head);
    }
  }

  @Override
  public void writeHead(ResponseHead head, boolean end) {
    if (stream != null) {
      stream.writeHead(head, end);
    }
  }

  @Override
  public void writeData(ByteBuf data, boolean end) {
    if (stream != null) {
      stream.writeData(data, end);
    } else {
      data.release();
    }
  }

  @Override
  public void writeTrailers(Fields trailers) {
    if (stream != null) {
      stream.writeTrailers(trailers);
    }
  }

  @Override
  public void reset(ExchangeFailure.Kind why) {
    if (stream != null) {
      stream.reset(why);
    }
  }

  @Override
  public boolean isWritable() {
    return stream == null || stream.isWritable();
  }

  @Override
  public long unsentBytes() {
    return stream == null ? 0 : stream.unsentBytes();
  }

  @Override
  public void flush() {
    if (stream != null) {
      stream.flush();
    }
  }

  @Override
  public void requestConsumed(int bytes) {
    // A promised request has no body.
  }

  @Override
  public void prioritize(StreamPriority priority) {
    if (stream != null) {
      stream.prioritize(priority);
    }
  }

  @Override
  public void afterDocument(Runnable step) {
    if (stream != null) {
      stream.afterDocument(step);
    }
  }

  @Override
  public int push(RequestHead promised) {
    // RFC 9113 8.4: only streams that the client opened carry promises.
    return NOT_PROMISED;
  }

  @Override
  public long id() {
    return stream == null ? NOT_PROMISED : stream.id();
  }

  @Override
  public @Nullable PriorityFacts priorityFacts(
      boolean clientStated,
      @Nullable CharSequence contentType,
      @Nullable CharSequence upstreamPriority) {
    return stream == null
        ? null
        : stream.priorityFacts(clientStated, contentType, upstreamPriority);
  }

  @Override
  public int pushesAllowed() {
    return 0;
  }

  @Override
  public int streamsInProgress() {
    return edge.streamsInProgress();
  }

  @Override
  public PathWindow path() {
    return document.path();
  }
}
