package io.lychgate.gateway.filter.compress;

import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ForwardingExchange;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * One response whose body may go through a {@link CodedBody}. The head decides, in a class of its own kind.
 *
 * <pre>
 *   data --&gt; waiting pieces --a piece at a time, while the client takes it and the loop has time--&gt; coder --&gt; next sink
 *   flush --&gt; the end of the turn: the coder writes all that it holds, so that the client can read it
 * </pre>
 *
 * <p>Event loop only.
 */
abstract class CodedExchange extends ForwardingExchange {
  private final String policy;
  private final LoopCoders coders;
  private final long client;

  /** The body in progress; null if it passes unchanged, before the head, and after the end. */
  private @Nullable CodedBody body;

  /** The body of the client differs from that of the responder. */
  private boolean isChanged;

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

  /** @param policy key of the policy, for messages */
  CodedExchange(ResponseSink next, String policy, LoopCoders coders, long client) {
    super(next);
    this.policy = policy;
    this.coders = coders;
    this.client = client;
  }

  LoopCoders coders() {
    return coders;
  }

  /** Sends the body that follows through this one. */
  void through(CodedBody coded) {
    body = coded;
    isChanged = true;
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
    if (isChanged) {
      dropDigests(fields);
    }
    if (body == null) {
      next().trailers(fields);
      return;
    }
    trailers = fields;
    sourceEnded = true;
    workToTheEnd();
  }

  /** Removes the digests of the server's body from the trailers of another one. */
  void dropDigests(Fields trailers) {
    CodedHead.dropDigests(trailers);
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
        if (coded.isOver() && !sourceEnded) {
          handBack(coded);
        } else {
          passLarge(coded);
        }
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

  /** The rest of the body passes unchanged. */
  private void handBack(CodedBody coded) {
    pass();
    body = null;
    coded.release();
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
    next().fail(new ExchangeFailure(Kind.RESPONSE_MALFORMED, policy + ": " + failed.getMessage()));
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
