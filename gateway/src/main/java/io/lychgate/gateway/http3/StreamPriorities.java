package io.lychgate.gateway.http3;

import io.lychgate.scheduler.Urgency;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamPriority;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * RFC 9218 priorities of one connection: converts them to quiche's, and keeps those that arrive before their request. Browsers send
 * a PRIORITY_UPDATE on the control stream ahead of each request, so nearly every priority is early. Event loop only.
 */
final class StreamPriorities {
  private static final QuicStreamPriority[] QUIC = quic();

  /** Distance between two consecutive request streams of a client (RFC 9000 section 2.1). */
  private static final int STEP = 4;

  private final LongObjectMap<Urgency> early = new LongObjectHashMap<>();
  private final int maxEarly;

  /** The first request stream number that has not been seen or skipped. */
  private long next;

  /**
   * Lower stream numbers that have not arrived either, because packets were lost or overtaken. QUIC counts these streams as open,
   * so their number never exceeds the client's limit.
   */
  private final Set<Long> overtaken = new HashSet<>();

  /**
   * @param maxEarly maximum number of updates for requests that have not arrived; more are dropped (RFC 9218 section 7.2 requires
   *     no more)
   */
  StreamPriorities(int maxEarly) {
    this.maxEarly = maxEarly;
  }

  /** Records that a request stream has arrived. */
  void opened(long streamId) {
    if (streamId < next) {
      overtaken.remove(streamId);
      return;
    }
    for (long between = next; between < streamId; between += STEP) {
      overtaken.add(between);
    }
    next = streamId + STEP;
  }

  /** Stores the PRIORITY_UPDATE of a stream that is not open. Only used if the stream is still to come. */
  void remember(long streamId, Urgency priority) {
    boolean isToCome = streamId >= next || overtaken.contains(streamId);
    if (isToCome && (early.size() < maxEarly || early.containsKey(streamId))) {
      early.put(streamId, priority);
    }
  }

  /** Returns the PRIORITY_UPDATE that preceded this stream, and removes it. It overrides the field in the request. */
  @Nullable
  Urgency takeEarly(long streamId) {
    return early.isEmpty() ? null : early.remove(streamId);
  }

  /** Applies a priority in quiche. Without one, quiche sends a stream after all others: its default urgency is 127. */
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
