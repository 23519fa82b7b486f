package io.lychgate.gateway.plugin;

import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ForwardingExchange;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.plugin.GuardedCalls.BadResultException;
import io.lychgate.gateway.plugin.GuardedCalls.Result;
import io.lychgate.plugin.BodyTransform;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One response on its way through the filter of a plug-in.
 *
 * <pre>
 *   data --&gt; waiting pieces --one at a time, while the client takes bytes--&gt; transform, now or later --&gt; next sink
 * </pre>
 *
 * <p>It accepts pieces until {@link #MAX_WAITING} bytes wait, so a slow client or a slow transform slows the upstream. Event loop only.
 */
final class FilteredResponse extends ForwardingExchange {
  /** Bytes that wait before the responder must pause. */
  static final int MAX_WAITING = 64 * 1024;

  /** Bytes that a transform gets at a time. */
  static final int PIECE = 32 * 1024;

  /** Bytes that a transform may make of one piece. */
  static final int MAX_OUTPUT = 1024 * 1024;

  /** Digests of the bytes that the server has sent (RFC 9530, RFC 3230, RFC 1864). */
  private static final List<AsciiString> DIGESTS = List.of(
      AsciiString.cached("content-digest"),
      AsciiString.cached("repr-digest"),
      AsciiString.cached("digest"),
      HttpHeaderNames.CONTENT_MD5);

  private final FilterOfPlugin owner;
  private final GuardedCalls calls;
  private final RequestContext context;
  private final DeadlineWheel deadlines;
  private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>(2);
  private int waitingBytes;

  /** Null if the body passes unchanged, before the head, and after the end. */
  private @Nullable BodyTransform transform;

  /** The result that the transform owes; null between two pieces. */
  private @Nullable CompletableFuture<ByteBuffer> pending;

  private boolean isLastPending;
  private @Nullable Fields trailers;

  /** The responder has ended the response. Its pieces may still wait. */
  private boolean sourceEnded;

  /** The responder has seen that no more is accepted, so it must be called when that changes. */
  private boolean isSourceHeld;

  /** The filter has failed the response, so nothing more of it passes. */
  private boolean hasFailed;

  /** {@link #work} is running, further up the stack. */
  private boolean isWorking;

  private final Deadline late = new Deadline() {
    @Override
    protected void expired() {
      giveUp(calls
          .account()
          .failed(
              PluginFailure.TIMEOUT,
              "transform: no result in " + owner.timeout().toMillis() + " ms",
              null));
      next().flush();
    }
  };

  FilteredResponse(
      ResponseSink next, FilterOfPlugin owner, RequestContext context, DeadlineWheel deadlines) {
    super(next);
    this.owner = owner;
    this.calls = owner.calls();
    this.context = context;
    this.deadlines = deadlines;
  }

  // The head.

  @Override
  public void informational(ResponseHead head) {
    if (!hasFailed) {
      next().informational(head);
    }
  }

  @Override
  public void head(ResponseHead head, boolean end) {
    if (hasFailed) {
      return;
    }
    RequestSnapshot request = RequestSnapshot.of(context);
    ResponseView view = new ResponseView(head);
    Result<BodyTransform> result = calls.call("filter", () -> owner.filter().filter(request, view));
    Fields fields = view.end();
    ExchangeFailure failure = result.failure();
    BodyTransform made = result.value();
    if (failure == null && made != null && !owner.changesBodies()) {
      failure = calls
          .account()
          .failed(
              PluginFailure.BAD_RESULT,
              "filter: a transform (expected: null, as changesBodies() is false)",
              null);
    } else if (failure == null
        && made != null
        && head.status() == HttpResponseStatus.PARTIAL_CONTENT.code()) {
      failure = calls
          .account()
          .failed(PluginFailure.BAD_RESULT, "filter: a transform for a part of a body", null);
    }
    if (failure != null) {
      close(made);
      giveUp(failure);
      return;
    }
    boolean hasBody =
        !end && !head.isBodiless() && !context.request().isMethod(HttpMethod.HEAD.asciiName());
    if (made != null) {
      describeChanged(fields);
    } else if (owner.changesBodies() && head.status() == HttpResponseStatus.NOT_MODIFIED.code()) {
      // The stored response of the client has the weak tag.
      weaken(fields);
    }
    if (hasBody) {
      transform = made;
    } else {
      close(made);
    }
    next().head(new ResponseHead(head.status(), fields), end);
  }

  /** Drops what described the bytes of the server. */
  private static void describeChanged(Fields fields) {
    fields.remove(HttpHeaderNames.CONTENT_LENGTH);
    fields.remove(HttpHeaderNames.ACCEPT_RANGES);
    DIGESTS.forEach(fields::remove);
    weaken(fields);
  }

  /** RFC 9110 section 8.8.3: the bytes differ from those of the server, so a strong tag becomes a weak one. */
  private static void weaken(Fields fields) {
    CharSequence tag = fields.get(HttpHeaderNames.ETAG);
    if (tag != null && !AsciiString.regionMatches(tag, false, 0, "W/", 0, 2)) {
      fields.set(HttpHeaderNames.ETAG, "W/" + tag);
    }
  }

  // The body.

  @Override
  public void data(ByteBuf data, boolean end) {
    if (hasFailed) {
      data.release();
      return;
    }
    if (transform == null) {
      next().data(data, end);
      return;
    }
    waitingBytes += data.readableBytes();
    if (data.isReadable()) {
      waiting.add(data);
    } else {
      data.release();
    }
    if (end) {
      sourceEnded();
    } else {
      work();
    }
  }

  @Override
  public void trailers(Fields fields) {
    if (hasFailed) {
      return;
    }
    if (transform == null) {
      next().trailers(fields);
      return;
    }
    DIGESTS.forEach(fields::remove);
    trailers = fields;
    sourceEnded();
  }

  /** The responder is not called again. What remains of the request is of no use to it. */
  private void sourceEnded() {
    sourceEnded = true;
    work();
    if (transform != null) {
      next().requestConsumed(Integer.MAX_VALUE);
    }
  }

  /** Gives pieces to the transform, while it owes none and the client takes bytes. */
  private void work() {
    if (isWorking) {
      return;
    }
    isWorking = true;
    try {
      while (transform != null && pending == null && next().isWritable() && hasPiece()) {
        step(transform);
      }
    } finally {
      isWorking = false;
    }
  }

  private boolean hasPiece() {
    return waitingBytes > 0 || sourceEnded;
  }

  private void step(BodyTransform now) {
    ByteBuffer piece = takePiece();
    isLastPending = sourceEnded && waitingBytes == 0;
    boolean isLast = isLastPending;
    Result<CompletableFuture<ByteBuffer>> result =
        calls.stage("transform", () -> now.transform(piece, isLast));
    CompletableFuture<ByteBuffer> stage = result.value();
    if (stage == null) {
      giveUp(Objects.requireNonNull(result.failure()));
    } else if (stage.isDone()) {
      pass(stage);
    } else {
      pending = stage;
      deadlines.arm(late, owner.timeout().toNanos());
      LoopTasks.whenDone(stage, context.loop(), () -> completed(stage));
    }
  }

  /** Returns a copy, because a plug-in may keep it. */
  private ByteBuffer takePiece() {
    byte[] bytes = new byte[Math.min(PIECE, waitingBytes)];
    int filled = 0;
    while (filled < bytes.length) {
      ByteBuf first = waiting.element();
      int length = Math.min(first.readableBytes(), bytes.length - filled);
      first.readBytes(bytes, filled, length);
      filled += length;
      if (!first.isReadable()) {
        waiting.remove().release();
      }
    }
    waitingBytes -= bytes.length;
    return ByteBuffer.wrap(bytes);
  }

  private void completed(CompletableFuture<ByteBuffer> stage) {
    if (pending != stage) {
      return;
    }
    pending = null;
    deadlines.disarm(late);
    pass(stage);
    work();
    settle();
  }

  private void pass(CompletableFuture<ByteBuffer> stage) {
    Result<ByteBuf> read = calls.read("transform", stage, FilteredResponse::copied);
    ByteBuf output = read.value();
    if (output == null) {
      giveUp(Objects.requireNonNull(read.failure()));
      return;
    }
    if (!isLastPending) {
      if (output.isReadable()) {
        next().data(output, false);
      } else {
        output.release();
      }
      return;
    }
    close(transform);
    transform = null;
    Fields kept = trailers;
    next().data(output, kept == null);
    if (kept != null) {
      next().trailers(kept);
    }
  }

  private static ByteBuf copied(ByteBuffer output) {
    if (output.remaining() > MAX_OUTPUT) {
      throw new BadResultException("transform: " + output.remaining()
          + " bytes for one piece (expected: at most " + MAX_OUTPUT + ")");
    }
    return Unpooled.copiedBuffer(output);
  }

  /** Sends what was passed on, and lets the responder continue. Not from within its own calls. */
  private void settle() {
    next().flush();
    if (isSourceHeld && !sourceEnded && !hasFailed && isWritable()) {
      isSourceHeld = false;
      responder().sinkWritable();
    }
  }

  @Override
  public boolean isWritable() {
    boolean isWritable = next().isWritable() && (transform == null || waitingBytes < MAX_WAITING);
    isSourceHeld |= !isWritable;
    return isWritable;
  }

  @Override
  public void sinkWritable() {
    if (transform == null) {
      if (!sourceEnded && !hasFailed) {
        responder().sinkWritable();
      }
      return;
    }
    isSourceHeld = true;
    work();
    settle();
  }

  // The request, and early ends.

  @Override
  public void requestData(ByteBuf data, boolean end) {
    if (!sourceEnded && !hasFailed) {
      responder().requestData(data, end);
      return;
    }
    int bytes = data.readableBytes();
    data.release();
    next().requestConsumed(bytes);
  }

  /** The plug-in has failed. Before the head the client gets a 500; after it the stream is reset, as a part must not look like the whole. */
  private void giveUp(ExchangeFailure failure) {
    hasFailed = true;
    drop();
    next().fail(failure);
    // Later, because the responder may be the caller.
    context.loop().execute(responder()::cancel);
  }

  @Override
  public void fail(ExchangeFailure failure) {
    if (hasFailed) {
      return;
    }
    drop();
    next().fail(failure);
  }

  @Override
  public void cancel() {
    drop();
    responder().cancel();
  }

  private void drop() {
    deadlines.disarm(late);
    CompletableFuture<ByteBuffer> owed = pending;
    pending = null;
    if (owed != null) {
      calls.release("cancel", () -> owed.cancel(false));
    }
    BodyTransform dropped = transform;
    transform = null;
    close(dropped);
    waiting.forEach(ByteBuf::release);
    waiting.clear();
    waitingBytes = 0;
  }

  private void close(@Nullable BodyTransform closed) {
    if (closed != null) {
      calls.release("close", closed::close);
    }
  }
}
