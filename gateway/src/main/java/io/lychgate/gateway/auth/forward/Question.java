package io.lychgate.gateway.auth.forward;

import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.OwnResponse;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.observe.count.PolicyOutcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * One question to the deciding server. It gives its verdict once: at the head of an admission, at the end of a refusal, at a failure, or
 * at the timeout. The rest of a body is dropped, so that the connection can serve again. Event loop only.
 */
final class Question extends Deadline implements ResponseSink {
  /** Bytes of a body that are read and dropped. A longer one costs its connection. */
  private static final int MAX_DROPPED = 256 * 1024;

  private static final byte[] NO_BODY = {};

  private final ForwardAuthStep step;
  private final RequestContext context;
  private final Continuation continuation;
  private @Nullable Responder responder;
  private @Nullable ResponseHead refusal;
  private @Nullable ByteArrayOutputStream body;
  private int dropped;
  private boolean isDecided;
  private boolean isOver;

  Question(ForwardAuthStep step, RequestContext context, Continuation continuation) {
    this.step = step;
    this.context = context;
    this.continuation = continuation;
  }

  void start(RequestHead question) {
    continuation.onCancel(this::clientLeft);
    step.upstream().deadlines(context).arm(this, step.policy().timeout().toNanos());
    Responder sent = step.upstream().send(context, question, this);
    responder = sent;
  }

  private void clientLeft() {
    isDecided = true;
    stop();
  }

  private void stop() {
    over();
    Responder sent = responder;
    if (sent != null) {
      sent.cancel();
    }
  }

  private void over() {
    isOver = true;
    step.upstream().deadlines(context).disarm(this);
  }

  @Override
  protected void expired() {
    stop();
    failed("no response in " + step.policy().timeout().toMillis() + " ms");
  }

  // Verdicts.

  private void decided(Verdict verdict, PolicyOutcome outcome) {
    if (!isDecided) {
      isDecided = true;
      step.decisions().count(context, outcome);
      continuation.then(verdict);
    }
  }

  private void failed(String why) {
    if (step.policy().admitsOnError()) {
      decided(Verdict.CONTINUE, PolicyOutcome.FAILED_OPEN);
      return;
    }
    ExchangeFailure failure = new ExchangeFailure(
        Kind.DESTINATION_UNAVAILABLE,
        "forwardAuth: upstream " + step.policy().upstream() + ": " + why);
    decided(new Verdict.Fail(failure), PolicyOutcome.FAILED);
  }

  private void admitted(ResponseHead response) {
    if (!isDecided) {
      step.admit(context, response.fields());
      decided(Verdict.CONTINUE, PolicyOutcome.ADMITTED);
    }
  }

  private void refused(byte[] content) {
    ResponseHead response = refusal;
    if (response != null && !isDecided) {
      Fields fields = step.forClient(response.fields());
      decided(
          new Verdict.Respond(new OwnResponse(response.status(), fields, content)),
          outcome(response.status()));
    }
  }

  private static PolicyOutcome outcome(int status) {
    if (status < 400) {
      return PolicyOutcome.LOGIN;
    }
    return status == 401 ? PolicyOutcome.MISSING : PolicyOutcome.FORBIDDEN;
  }

  // The response.

  @Override
  public void informational(ResponseHead head) {}

  @Override
  public void head(ResponseHead head, boolean end) {
    if (end) {
      over();
    }
    int status = head.status();
    if (status >= 500) {
      failed("status " + status);
    } else if (status < 300) {
      admitted(head);
    } else {
      refusal = head;
      int maxBody = step.policy().maxBody();
      if (end || maxBody == 0 || head.contentLength() > maxBody) {
        refused(NO_BODY);
      } else {
        body = new ByteArrayOutputStream();
      }
    }
  }

  @Override
  public void data(ByteBuf data, boolean end) {
    byte[] piece = isOver || body == null ? NO_BODY : ByteBufUtil.getBytes(data);
    int length = data.readableBytes();
    data.release();
    if (isOver) {
      return;
    }
    if (end) {
      over();
    }
    ByteArrayOutputStream collected = body;
    if (collected != null && length <= step.policy().maxBody() - collected.size()) {
      collected.writeBytes(piece);
      if (end) {
        refused(collected.toByteArray());
      }
      return;
    }
    body = null;
    dropped += length;
    refused(NO_BODY);
    if (dropped > MAX_DROPPED && !isOver) {
      // The wheel cancels it, as its connection is still reading.
      step.upstream().deadlines(context).arm(this, 0);
    }
  }

  @Override
  public void trailers(Fields trailers) {
    over();
    ByteArrayOutputStream collected = body;
    refused(collected == null ? NO_BODY : collected.toByteArray());
  }

  @Override
  public void fail(ExchangeFailure failure) {
    over();
    failed(failure.kind().token());
  }

  @Override
  public boolean isWritable() {
    return dropped <= MAX_DROPPED;
  }

  @Override
  public boolean isWanted() {
    return !isOver;
  }

  @Override
  public void requestConsumed(int bytes) {}

  @Override
  public void flush() {}
}
