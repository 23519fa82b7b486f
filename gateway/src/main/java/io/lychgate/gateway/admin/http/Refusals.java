package io.lychgate.gateway.admin.http;

import io.lychgate.gateway.admin.access.ClientNetwork;
import io.lychgate.gateway.admin.access.Permission;
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
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The refused calls in the audit trail. A sender at one address, or in one /64 of IPv6, gets at most {@link #MOST} entries a minute, and
 * one user with all tokens and addresses gets {@link #MOST_OF_USER}: entries stay for a year, and a flood of calls would fill the disk. The first
 * refusal of each operation always gets an entry, so that a flood of one hides no attempt at another. One entry after that minute has
 * the number of the others. Thread-safe.
 */
public final class Refusals {
  /** Entries of one sender at one address in a minute: more than a person causes. */
  static final int MOST = 60;

  /**
   * Entries of one user in a minute, who may have many addresses and tokens. Senders with unknown tokens need no account and count as
   * one user. Fewer than {@link #MAX_SENDERS}, so that one user does not end the minutes of others early.
   */
  static final int MOST_OF_USER = 300;

  /** The name of a sender with a token that is unknown or has expired. No user can have it. */
  static final String UNKNOWN_TOKEN = "unknown token";

  static final Duration WINDOW = Duration.ofMinutes(1);

  /** Users and their senders whose refusals are counted at once. The minute of the first one ends early for another one. */
  static final int MAX_SENDERS = 2000;

  /** Characters of a path or a thing in an entry: a sender chooses them. */
  private static final int MAX_TEXT = 300;

  private static final String ACTION = "forbidden";

  private final InstantSource clock;
  private final AtomicLong leftOut = new AtomicLong();

  // Guarded by this; in the order of their starts.
  private final Map<Actor, Window> windows = new LinkedHashMap<>();

  /** The minute of a user or a sender from a refusal on. Guarded by the outer object. */
  private static final class Window {
    final long start;
    final Set<Permission> operations = EnumSet.noneOf(Permission.class);
    int entries;
    long leftOut;

    Window(long start) {
      this.start = start;
    }
  }

  /**
   * The refusals of one minute that have no entry.
   *
   * @param actor the sender; without an address if its user had too many at all addresses
   */
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
  void record(
      Store store,
      Actor actor,
      Permission operation,
      String action,
      String subject,
      @Nullable String detail) {
    Counted counted = count(actor, operation);
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
              each.actor().address() == null
                  ? "at most " + MOST_OF_USER + " entries a minute for one user"
                  : "at most " + MOST + " entries a minute for a sender at one address",
              AuditState.NONE);
    }
  }

  /** Counts a refusal of an operation. */
  synchronized Counted count(Actor actor, Permission operation) {
    long now = clock.millis();
    List<LeftOut> ended = ended(now);
    Window ofUser = window(everywhere(actor), now, ended);
    boolean isFirst = ofUser.operations.add(operation);
    if (!isFirst && ofUser.entries >= MOST_OF_USER) {
      return leaveOut(ofUser, ended);
    }
    Window ofSender = window(household(actor), now, ended);
    // A sender that has used up its own entries takes none of those of its user.
    if (!isFirst && ofSender.entries >= MOST) {
      return leaveOut(ofSender, ended);
    }
    ofUser.entries++;
    ofSender.entries++;
    return new Counted(true, ended);
  }

  private Counted leaveOut(Window from, List<LeftOut> ended) {
    from.leftOut++;
    leftOut.incrementAndGet();
    return new Counted(false, ended);
  }

  private synchronized Window window(Actor sender, long now, List<LeftOut> ended) {
    if (windows.size() >= MAX_SENDERS && !windows.containsKey(sender)) {
      Iterator<Map.Entry<Actor, Window>> first = windows.entrySet().iterator();
      end(first, first.next(), ended);
    }
    return windows.computeIfAbsent(sender, any -> new Window(now));
  }

  /** Returns the user of a session or of a token, at all addresses. A user may have many tokens, which are named after a slash. */
  private static Actor everywhere(Actor actor) {
    return new Actor(actor.name().split("/", 2)[0], null);
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
