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
 * RFC 9218 priorities of one connection: quiche's words for ours, and those that came before their request. Browsers send a
 * PRIORITY_UPDATE on the control stream ahead of each request, so nearly every one is early. Event loop only.
 */
final class StreamPriorities {
  private static final QuicStreamPriority[] QUIC = quic();

  /** RFC 9000 section 2.1: from one of the client's request streams to its next. */
  private static final int STEP = 4;

  private final LongObjectMap<Urgency> early = new LongObjectHashMap<>();
  private final int maxEarly;

  /** Request streams from this one on have not come yet. */
  private long next;

  /**
   * Of those before it the ones that have not come either: packets are lost, and later ones overtake them. QUIC counts them as open,
   * so that there are never more than a client may have.
   */
  private final Set<Long> overtaken = new HashSet<>();

  /** @param maxEarly updates for requests that have not come; more are dropped (RFC 9218 section 7.1 asks for no more) */
  StreamPriorities(int maxEarly) {
    this.maxEarly = maxEarly;
  }

  /** A request stream has come. */
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

  /** What a PRIORITY_UPDATE says of a stream that is not open: of use if it is still to come. */
  void remember(long streamId, Urgency priority) {
    boolean isToCome = streamId >= next || overtaken.contains(streamId);
    if (isToCome && (early.size() < maxEarly || early.containsKey(streamId))) {
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
