package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.scheduler.PriorityFacts;
import io.lychgate.scheduler.StreamPriority;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client's stream that records what is sent. Its client reads when the test says so. */
final class RecordedStream implements ClientStream {
  final List<Integer> informational = new ArrayList<>();
  private @Nullable Runnable whenRead;

  /** The client has read everything sent so far. */
  void clientReads() {
    Runnable step = whenRead;
    whenRead = null;
    if (step != null) {
      step.run();
    }
  }

  boolean isProbing() {
    return whenRead != null;
  }

  @Override
  public void whenRead(Runnable step) {
    whenRead = step;
  }

  @Override
  public void forgetRead(Runnable step) {
    if (step.equals(whenRead)) {
      whenRead = null;
    }
  }

  @Override
  public void writeInformational(ResponseHead head) {
    informational.add(head.status());
  }

  @Override
  public void writeHead(ResponseHead head, boolean end) {}

  @Override
  public void writeData(ByteBuf data, boolean end) {
    data.release();
  }

  @Override
  public void writeTrailers(Fields trailers) {}

  @Override
  public void reset(ExchangeFailure.Kind why) {}

  @Override
  public boolean isWritable() {
    return true;
  }

  @Override
  public long unsentBytes() {
    return 0;
  }

  @Override
  public void flush() {}

  @Override
  public void requestConsumed(int bytes) {}

  @Override
  public void prioritize(StreamPriority priority) {}

  @Override
  public int push(RequestHead promised) {
    return NOT_PROMISED;
  }

  @Override
  public long id() {
    return 1;
  }

  @Override
  public @Nullable PriorityFacts priorityFacts(
      boolean clientStated,
      @Nullable CharSequence contentType,
      @Nullable CharSequence upstreamPriority) {
    return null;
  }

  @Override
  public int pushesAllowed() {
    return 0;
  }
}
