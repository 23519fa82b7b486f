package io.lychgate.gateway.filter.compress;

import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ForwardingExchange;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.message.StoredForms;
import io.lychgate.gateway.observe.count.CompressOutcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import org.jspecify.annotations.Nullable;

/**
 * One response on its way through {@link Compression}. The head decides: the response passes unchanged, or its body goes through a
 * {@link CodedBody}.
 *
 * <pre>
 *   data --&gt; waiting pieces --a piece at a time, while the client takes it and the loop has time--&gt; coder --&gt; next sink
 *   flush --&gt; the end of the turn: the coder writes all that it holds, so that the client can read it
 * </pre>
 *
 * <p>Event loop only.
 */
final class CodedResponse extends ForwardingExchange {
  private final Compression filter;
  private final RequestFacts facts;
  private final LoopCoders coders;
  private final long client;

  /** The body in progress; null if it passes unchanged, before the head, and after the end. */
  private @Nullable CodedBody body;

  /** The responder sends a twin, whose head is complete. */
  private boolean isTwin;

  /** Calls {@link #turnEnded}; null before the first flush. */
  private FlushQueue.@Nullable Flushable turnEnd;

  /** The coder must write all that it holds, once the waiting pieces are coded. */
  private boolean isFlushDue;

  private @Nullable Fields trailers;

  /** The responder has ended the response. Its pieces may still wait. */
  private boolean sourceEnded;

  /** The responder has seen that no more is accepted, so it must be called when that changes. */
  private boolean isSourceHeld;

  /** {@link #work} is running, further up the stack. */
  private boolean isWorking;

  /** The body waits for its turn. */
  private boolean isQueued;

  CodedResponse(
      ResponseSink next, Compression filter, RequestFacts facts, LoopCoders coders, long client) {
    super(next);
    this.filter = filter;
    this.facts = facts;
    this.coders = coders;
    this.client = client;
  }

  // The head.

  /** Selects a twin under the same conditions under which the body would be compressed now. */
  @Override
  public @Nullable ByteBuf select(ResponseHead head, StoredForms forms) {
    CompressOutcome outcome = filter.rule().decide(facts, head, false);
    TwinCoding coding = CompressionRule.codingOf(outcome) == ContentCoding.IDENTITY
        ? null
        : filter.twin(facts.acceptEncoding());
    ByteBuf twin = coding == null ? null : forms.take(coding);
    if (coding == null || twin == null) {
      return null;
    }
    Fields fields = head.fields();
    CodedHead.vary(fields);
    CodedHead.code(fields, coding.coding());
    fields.set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(twin.readableBytes()));
    isTwin = true;
    return twin;
  }

  @Override
  public void head(ResponseHead head, boolean end) {
    if (isTwin) {
      coders.observer().compress(filter.route(), CompressOutcome.TWIN);
      next().head(head, end);
      return;
    }
    if (head.status() == HttpResponseStatus.NOT_MODIFIED.code()) {
      keepWeakTag(head.fields());
    }
    CompressOutcome outcome = filter.rule().decide(facts, head, end);
    if (outcome.varies()) {
      CodedHead.vary(head.fields());
    }
    ContentCoding coding = CompressionRule.codingOf(outcome);
    if (outcome == CompressOutcome.DECODED) {
      outcome = decode(head, end);
    } else if (coding != ContentCoding.IDENTITY) {
      outcome = encode(head, outcome, coding);
    }
    coders.observer().compress(filter.route(), outcome);
    next().head(head, end);
  }

  /** A 304 has the tag of the response that the client has stored (RFC 9110 section 15.4.5). */
  private void keepWeakTag(Fields fields) {
    CharSequence tag = fields.get(HttpHeaderNames.ETAG);
    if (tag != null && facts.weakTags() != null && WeakTags.hasWeakForm(facts.weakTags(), tag)) {
      WeakTags.weaken(fields);
      CodedHead.vary(fields);
    }
  }

  private CompressOutcome encode(ResponseHead head, CompressOutcome chosen, ContentCoding coding) {
    long length = head.contentLength();
    CompressOutcome outcome = chosen;
    if (!facts.isHead()) {
      Coder coder = coders.encoder(coding, filter.level(coding), length);
      if (coder == null && coding != ContentCoding.GZIP && filter.mayUseGzip(facts)) {
        outcome = CompressOutcome.GZIP;
        coder = coders.encoder(ContentCoding.GZIP, filter.level(ContentCoding.GZIP), length);
      }
      if (coder == null) {
        return CompressOutcome.BUSY;
      }
      body = new CodedBody(coder, coders, outcome, length >= 0);
    }
    CodedHead.code(head.fields(), CompressionRule.codingOf(outcome));
    return outcome;
  }

  private CompressOutcome decode(ResponseHead head, boolean end) {
    CharSequence applied = head.fields().get(HttpHeaderNames.CONTENT_ENCODING);
    ContentCoding coding = applied == null ? null : CompressionRule.codingOf(applied);
    Coder coder = coding == null || end ? null : coders.decoder(coding);
    if (coder == null && !end) {
      return CompressOutcome.ENCODED;
    }
    body = coder == null ? null : new CodedBody(coder, coders, CompressOutcome.DECODED, false);
    CodedHead.code(head.fields(), ContentCoding.IDENTITY);
    return CompressOutcome.DECODED;
  }

  // The body.

  @Override
  public void data(ByteBuf data, boolean end) {
    CodedBody coded = body;
    if (coded == null) {
      next().data(data, end);
      return;
    }
    coded.add(data);
    if (end) {
      sourceEnded = true;
      workToTheEnd();
    } else if (coded.hasPiece()) {
      work();
    }
  }

  @Override
  public void trailers(Fields fields) {
    if (body == null) {
      next().trailers(fields);
      return;
    }
    CodedHead.dropDigests(fields);
    trailers = fields;
    sourceEnded = true;
    workToTheEnd();
  }

  /** Works without further calls of the responder. What remains of the request is of no use to it. */
  private void workToTheEnd() {
    work();
    if (body != null) {
      next().requestConsumed(Integer.MAX_VALUE);
    }
  }

  /** Codes what waits, while the client takes it and the loop has time. The rest waits for its turn. */
  private void work() {
    if (isWorking || isQueued) {
      return;
    }
    while (hasWork()) {
      if (!coders.turns().isOpen()) {
        isQueued = true;
        coders.turns().await(client, this::codeOn);
        return;
      }
      step();
    }
    pass();
  }

  private boolean hasWork() {
    CodedBody coded = body;
    return coded != null
        && next().isWritable()
        && (coded.hasWaiting() || sourceEnded || (isFlushDue && coded.isFlushable()));
  }

  /** Codes one piece, flushes, or ends the body. */
  private void step() {
    CodedBody coded = body;
    if (coded == null) {
      return;
    }
    isWorking = true;
    try {
      if (coded.hasWaiting()) {
        coded.code();
        passLarge(coded);
      } else if (sourceEnded) {
        coded.finish();
        end(coded);
      } else {
        isFlushDue = false;
        coded.flush();
      }
    } catch (CodingException failed) {
      fail(coded, failed);
    } finally {
      isWorking = false;
    }
  }

  private boolean codeOn() {
    if (hasWork()) {
      step();
    }
    if (hasWork()) {
      return true;
    }
    isQueued = false;
    pass();
    settle();
    return false;
  }

  private void passLarge(CodedBody coded) {
    if (coded.readyBytes() >= LoopCoders.PIECE) {
      pass();
    }
  }

  private void pass() {
    CodedBody coded = body;
    if (coded != null && coded.readyBytes() > 0) {
      next().data(coded.takeReady(), false);
    }
  }

  private void end(CodedBody coded) {
    body = null;
    ByteBuf last = coded.readyBytes() > 0 ? coded.takeReady() : Unpooled.EMPTY_BUFFER;
    coded.release();
    Fields kept = trailers;
    next().data(last, kept == null);
    if (kept != null) {
      next().trailers(kept);
    }
  }

  private void fail(CodedBody coded, CodingException failed) {
    body = null;
    coded.release();
    next().fail(new ExchangeFailure(Kind.RESPONSE_MALFORMED, "compress: " + failed.getMessage()));
    // Later, because the responder may be the caller.
    coders.loop().execute(responder()::cancel);
  }

  /** Sends what was passed on, and lets the responder continue. Not from within its own calls. */
  private void settle() {
    next().flush();
    if (isSourceHeld && !sourceEnded && isWritable()) {
      isSourceHeld = false;
      responder().sinkWritable();
    }
  }

  @Override
  public void flush() {
    if (body == null) {
      next().flush();
      return;
    }
    FlushQueue.Flushable queued = turnEnd;
    if (queued == null) {
      queued = new FlushQueue.Flushable() {
        @Override
        protected void flushNow() {
          turnEnded();
        }
      };
      turnEnd = queued;
    }
    coders.turnEnds().add(queued);
  }

  private void turnEnded() {
    CodedBody coded = body;
    isFlushDue = coded != null && coded.isFlushable();
    work();
    settle();
  }

  @Override
  public boolean isWritable() {
    CodedBody coded = body;
    boolean isWritable = next().isWritable() && (coded == null || coded.hasRoom());
    isSourceHeld |= !isWritable;
    return isWritable;
  }

  @Override
  public void sinkWritable() {
    if (body == null) {
      if (!sourceEnded) {
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
    if (!sourceEnded) {
      responder().requestData(data, end);
      return;
    }
    int bytes = data.readableBytes();
    data.release();
    next().requestConsumed(bytes);
  }

  @Override
  public void fail(ExchangeFailure failure) {
    drop();
    next().fail(failure);
  }

  @Override
  public void cancel() {
    drop();
    responder().cancel();
  }

  private void drop() {
    CodedBody coded = body;
    body = null;
    if (coded != null) {
      coded.release();
    }
  }
}
