package io.lychgate.gateway.admin.http;

import io.lychgate.gateway.admin.access.ClientNetwork;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.AuditState;
import io.lychgate.gateway.store.Store;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The refused calls in the audit trail. A sender at one address, or in one /64 of IPv6, gets at most {@link #MOST} entries a minute, and
 * all senders with unknown tokens get {@link #MOST_UNKNOWN} together: entries stay for a year, and a flood of calls would fill the disk.
 * One entry after that minute has the number of the others. Thread-safe.
 */
public final class Refusals {
  /** Entries of one sender at one address in a minute: more than a person causes. */
  static final int MOST = 60;

  /**
   * Entries of all senders with unknown tokens in a minute, who need no account and may have many addresses. Fewer than
   * {@link #MAX_SENDERS}, so that they do not end the minutes of others early.
   */
  static final int MOST_UNKNOWN = 300;

  /** The name of a sender with a token that is unknown or has expired. No user can have it. */
  static final String UNKNOWN_TOKEN = "unknown token";

  static final Duration WINDOW = Duration.ofMinutes(1);

  /** Senders whose refusals are counted at once. The minute of the first one ends early for another one. */
  static final int MAX_SENDERS = 1000;

  /** Characters of a path or a thing in an entry: a sender chooses them. */
  private static final int MAX_TEXT = 300;

  private static final String ACTION = "forbidden";

  /** Stands for all senders with unknown tokens. */
  private static final Actor ALL_UNKNOWN = new Actor(UNKNOWN_TOKEN, null);

  private final InstantSource clock;
  private final AtomicLong leftOut = new AtomicLong();

  // Guarded by this; in the order of their starts.
  private final Map<Actor, Window> windows = new LinkedHashMap<>();

  /** The minute of a sender from a refusal on. Guarded by the outer object. */
  private static final class Window {
    final long start;
    int entries;
    long leftOut;

    Window(long start) {
      this.start = start;
    }
  }

  /** The refusals of a sender in one minute that have no entry. */
  record LeftOut(Actor actor, long number) {}

  /**
   * The outcome of a count.
   *
   * @param isRecorded true if the refusal gets an entry
   * @param ended those of minutes that have ended
   */
  record Counted(boolean isRecorded, List<LeftOut> ended) {}

  public Refusals(InstantSource clock, MeterRegistry registry) {
    this.clock = clock;
    FunctionCounter.builder("lychgate.audit.refusals.left.out", leftOut, AtomicLong::doubleValue)
        .register(registry);
  }

  /** Adds the entry of a refused call, or counts it. */
  void record(Store store, Actor actor, String action, String subject, @Nullable String detail) {
    Counted counted = count(actor);
    summarize(store, counted.ended());
    if (counted.isRecorded()) {
      store
          .audit()
          .recordOrLog(
              actor,
              action,
              cut(subject),
              true,
              detail == null ? null : cut(detail),
              AuditState.NONE);
    }
  }

  private static String cut(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
  }

  /** Adds the entries of minutes that have ended. */
  public void summarize(Store store) {
    summarize(store, ended(clock.millis()));
  }

  /** Adds the entries of all minutes, because the gateway stops. */
  public void close(Store store) {
    summarize(store, all());
  }

  private static void summarize(Store store, List<LeftOut> ended) {
    for (LeftOut each : ended) {
      store
          .audit()
          .recordOrLog(
              each.actor(),
              ACTION,
              each.number() + " more within a minute",
              true,
              each.actor().equals(ALL_UNKNOWN)
                  ? "at most " + MOST_UNKNOWN + " entries a minute for unknown tokens"
                  : "at most " + MOST + " entries a minute for a sender at one address",
              AuditState.NONE);
    }
  }

  /** Counts a refusal. */
  synchronized Counted count(Actor actor) {
    long now = clock.millis();
    List<LeftOut> ended = ended(now);
    Actor sender = household(actor);
    Window known = windows.get(sender);
    // A sender that has used up its own entries takes none of those of all.
    boolean isOneOfAll =
        actor.name().equals(UNKNOWN_TOKEN) && (known == null || known.entries < MOST);
    boolean isRecorded = (!isOneOfAll || takes(ALL_UNKNOWN, MOST_UNKNOWN, now, ended))
        && takes(sender, MOST, now, ended);
    if (!isRecorded) {
      leftOut.incrementAndGet();
    }
    return new Counted(isRecorded, ended);
  }

  /** Takes an entry of the minute of a sender; counts the refusal as left out if it has none left. */
  private synchronized boolean takes(Actor sender, int most, long now, List<LeftOut> ended) {
    if (windows.size() >= MAX_SENDERS && !windows.containsKey(sender)) {
      Iterator<Map.Entry<Actor, Window>> first = windows.entrySet().iterator();
      end(first, first.next(), ended);
    }
    Window window = windows.computeIfAbsent(sender, any -> new Window(now));
    if (window.entries == most) {
      window.leftOut++;
      return false;
    }
    window.entries++;
    return true;
  }

  /** Returns the sender with the addresses that count as one. */
  private static Actor household(Actor actor) {
    String text = actor.address();
    InetAddress address = text == null ? null : NetUtil.createInetAddressFromIpAddressString(text);
    return address == null ? actor : new Actor(actor.name(), ClientNetwork.ofHousehold(address));
  }

  private synchronized List<LeftOut> ended(long now) {
    List<LeftOut> ended = new ArrayList<>();
    Iterator<Map.Entry<Actor, Window>> each = windows.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<Actor, Window> next = each.next();
      long age = now - next.getValue().start;
      // A clock that was set back ends the minute, too.
      if (age >= 0 && age < WINDOW.toMillis()) {
        break;
      }
      end(each, next, ended);
    }
    return ended;
  }

  private synchronized List<LeftOut> all() {
    List<LeftOut> ended = new ArrayList<>();
    Iterator<Map.Entry<Actor, Window>> each = windows.entrySet().iterator();
    while (each.hasNext()) {
      end(each, each.next(), ended);
    }
    return ended;
  }

  private static void end(
      Iterator<Map.Entry<Actor, Window>> at, Map.Entry<Actor, Window> entry, List<LeftOut> ended) {
    Window window = entry.getValue();
    if (window.leftOut > 0) {
      ended.add(new LeftOut(entry.getKey(), window.leftOut));
    }
    at.remove();
  }
}
