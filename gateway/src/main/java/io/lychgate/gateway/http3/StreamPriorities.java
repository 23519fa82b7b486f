package io.lychgate.gateway.http3;

import io.lychgate.scheduler.Urgency;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamPriority;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import org.jspecify.annotations.Nullable;

/**
 * RFC 9218 priorities of one connection: quiche's words for ours, and those that came before their request. Browsers send a
 * PRIORITY_UPDATE on the control stream ahead of each request, so nearly every one is early. Event loop only.
 */
final class StreamPriorities {
  private static final QuicStreamPriority[] QUIC = quic();

  private final LongObjectMap<Urgency> early = new LongObjectHashMap<>();
  private final int maxEarly;

  /** @param maxEarly updates for requests that have not come; more are dropped (RFC 9218 section 7.1 asks for no more) */
  StreamPriorities(int maxEarly) {
    this.maxEarly = maxEarly;
  }

  void rememberEarly(long streamId, Urgency priority) {
    if (early.size() < maxEarly || early.containsKey(streamId)) {
      early.put(streamId, priority);
    }
  }

  /** What a PRIORITY_UPDATE said about this stream before it came. It overrides the field in the request. */
  @Nullable
  Urgency takeEarly(long streamId) {
    return early.isEmpty() ? null : early.remove(streamId);
  }

  /** Without it quiche sends a stream after all others: its default urgency is 127. */
  static void apply(QuicStreamChannel stream, Urgency priority) {
    stream.updatePriority(QUIC[index(priority)]);
  }

  private static int index(Urgency priority) {
    return priority.urgency() * 2 + (priority.incremental() ? 1 : 0);
  }

  private static QuicStreamPriority[] quic() {
    QuicStreamPriority[] all = new QuicStreamPriority[(Urgency.MAX_URGENCY + 1) * 2];
    for (int urgency = 0; urgency <= Urgency.MAX_URGENCY; urgency++) {
      all[urgency * 2] = new QuicStreamPriority(urgency, false);
      all[urgency * 2 + 1] = new QuicStreamPriority(urgency, true);
    }
    return all;
  }
}
