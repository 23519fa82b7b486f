package io.lychgate.gateway.cache;

import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A request whose response may be on disk: it waits until the file is in memory, and is then decided again. Event loop only. */
final class DiskWait extends Deadline implements Responder {
  /** A disk that takes longer is slower than most upstreams. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ResponseCache cache;
  private final LoopCache loop;
  private final RequestContext context;
  private final ResponseSink sink;
  private boolean isOver;

  /** Null while the request waits. */
  private @Nullable Responder decided;

  DiskWait(ResponseCache cache, LoopCache loop, RequestContext context, ResponseSink sink) {
    this.cache = cache;
    this.loop = loop;
    this.context = context;
    this.sink = sink;
  }

  void start(String url) {
    loop.deadlines().arm(this, PATIENCE_NANOS);
    cache.store().load(url, loaded -> {
      try {
        context.loop().execute(() -> loaded(loaded));
      } catch (RejectedExecutionException closed) {
        // The gateway ends, and with it the exchange.
        loaded.release();
      }
    });
  }

  @Override
  protected void expired() {
    decide(LoadedResponses.NONE);
  }

  private void loaded(LoadedResponses loaded) {
    try {
      decide(loaded);
    } finally {
      loaded.release();
    }
  }

  private void decide(LoadedResponses loaded) {
    if (isOver) {
      return;
    }
    isOver = true;
    loop.deadlines().disarm(this);
    decided = cache.respond(context, sink, loaded);
    sink.flush();
  }

  @Override
  public void requestData(ByteBuf data, boolean end) {
    Responder responder = decided;
    if (responder != null) {
      responder.requestData(data, end);
      return;
    }
    // A request whose body matters never waits for the disk.
    int bytes = data.readableBytes();
    data.release();
    sink.requestConsumed(bytes);
  }

  @Override
  public void requestTrailers(Fields trailers) {
    Responder responder = decided;
    if (responder != null) {
      responder.requestTrailers(trailers);
    }
  }

  @Override
  public void sinkWritable() {
    Responder responder = decided;
    if (responder != null) {
      responder.sinkWritable();
    }
  }

  @Override
  public void cancel() {
    Responder responder = decided;
    if (responder != null) {
      responder.cancel();
      return;
    }
    isOver = true;
    loop.deadlines().disarm(this);
  }
}
