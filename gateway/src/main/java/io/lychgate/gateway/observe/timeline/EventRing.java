package io.lychgate.gateway.observe.timeline;

import io.lychgate.scheduler.PriorityReason;
import io.lychgate.scheduler.ScheduleReason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last events of one connection in preallocated arrays: 34 bytes for each event. A new event replaces the oldest if there is no
 * room. Event loop only; a {@link #copy} belongs to its caller.
 */
final class EventRing {
  private static final TimelineEvent.Kind[] KINDS = TimelineEvent.Kind.values();
  private static final ScheduleReason[] SCHEDULE = ScheduleReason.values();
  private static final PriorityReason[] PRIORITY = PriorityReason.values();
  private static final StreamEnding[] ENDING = StreamEnding.values();
  private static final byte NO_REASON = -1;

  private final long[] nanos;
  private final long[] streams;
  private final long[] priorities;
  private final int[] amounts;
  private final byte[] kinds;
  private final byte[] reasons;

  /** Names that the rules and entries hold, so each costs only a reference here. */
  private final @Nullable String[] sources;

  private int next;
  private long recorded;

  EventRing(int capacity) {
    nanos = new long[capacity];
    streams = new long[capacity];
    priorities = new long[capacity];
    amounts = new int[capacity];
    kinds = new byte[capacity];
    reasons = new byte[capacity];
    sources = new @Nullable String[capacity];
  }

  private EventRing(EventRing of) {
    nanos = of.nanos.clone();
    streams = of.streams.clone();
    priorities = of.priorities.clone();
    amounts = of.amounts.clone();
    kinds = of.kinds.clone();
    reasons = of.reasons.clone();
    sources = of.sources.clone();
    next = of.next;
    recorded = of.recorded;
  }

  EventRing copy() {
    return new EventRing(this);
  }

  /**
   * Adds an event.
   *
   * @param amount bytes of a frame, or the status of a head
   * @param reason a constant of the enum for this kind; null for kinds without one
   * @param source the rule or entry with that reason; null for most reasons
   * @param priority a {@link PriorityCode}
   */
  @SuppressWarnings("EnumOrdinal") // The numbers never leave this process.
  void add(
      TimelineEvent.Kind kind,
      long nanosSinceStart,
      long stream,
      int amount,
      @Nullable Enum<?> reason,
      @Nullable String source,
      long priority) {
    int slot = next;
    nanos[slot] = nanosSinceStart;
    streams[slot] = stream;
    priorities[slot] = priority;
    amounts[slot] = amount;
    kinds[slot] = (byte) kind.ordinal();
    reasons[slot] = reason == null ? NO_REASON : (byte) reason.ordinal();
    sources[slot] = source;
    next = slot + 1 == nanos.length ? 0 : slot + 1;
    recorded++;
  }

  int capacity() {
    return nanos.length;
  }

  /** Returns the number of events since the start, including dropped ones. */
  long recorded() {
    return recorded;
  }

  long dropped() {
    return Math.max(0, recorded - nanos.length);
  }

  /** Returns the kept events, oldest first. */
  List<TimelineEvent> events() {
    int size = (int) Math.min(recorded, nanos.length);
    List<TimelineEvent> events = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      events.add(event(Math.floorMod(next - size + i, nanos.length), dropped() + i));
    }
    return events;
  }

  private TimelineEvent event(int slot, long sequence) {
    TimelineEvent.Kind kind = KINDS[kinds[slot]];
    TimelineEvent.Reason reason = reason(kind, reasons[slot]);
    return new TimelineEvent(
        sequence,
        nanos[slot],
        streams[slot],
        kind,
        amounts[slot],
        reason,
        sources[slot],
        PriorityCode.decode(priorities[slot]));
  }

  private static TimelineEvent.@Nullable Reason reason(TimelineEvent.Kind kind, byte ordinal) {
    if (ordinal == NO_REASON) {
      return null;
    }
    return switch (kind) {
      case SENT -> TimelineEvent.Reason.of(SCHEDULE[ordinal]);
      case PRIORITY -> TimelineEvent.Reason.of(PRIORITY[ordinal]);
      case ENDED -> TimelineEvent.Reason.of(ENDING[ordinal]);
      case OPENED, HEAD -> null;
    };
  }
}
