package io.lychgate.gateway.admin.api;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.lychgate.gateway.admin.access.Principal;
import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Json;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.seam.GatewayState;
import io.lychgate.gateway.admin.seam.LiveValues;
import io.lychgate.gateway.admin.seam.Nodes;
import io.lychgate.gateway.admin.seam.SavingsReport;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.StoreException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Live values as server-sent events, one stream for each tab.
 *
 * <p>One timer serves all streams and stops half a minute after the last one. It reads each value and writes it as JSON once, for any
 * number of streams. A stream that continues an earlier one gets the events in between, or the event {@code gap}.
 */
public final class EventStream implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(EventStream.class);
  private static final int TICK_SECONDS = 2;
  private static final int HEARTBEAT_TICKS = 7;

  /** Ticks after the last stream has ended: a client whose connection broke is back by then, and misses nothing. */
  private static final int IDLE_TICKS = 15;

  /**
   * Streams of one user: a browser has one for each tab. Each heartbeat of a stream reads the store, and all heartbeats run one after
   * the other.
   */
  private static final int MAX_STREAMS = 50;

  private final LiveValues live;
  private final GatewayState state;
  private final InstantSource clock;
  private final Supplier<Object> publications;
  private final ScheduledExecutorService executor;
  private final CopyOnWriteArrayList<EventSubscriber> subscribers = new CopyOnWriteArrayList<>();
  private @Nullable ScheduledFuture<?> ticking; // Guarded by this.
  private long ticks; // Guarded by this.
  private int idleTicks; // Guarded by this.
  private final EventReplay replay = new EventReplay(); // Guarded by this.

  /** @param publications supplies the publications that run; must be cheap */
  public EventStream(
      LiveValues live,
      GatewayState state,
      InstantSource clock,
      Supplier<Object> publications,
      ScheduledExecutorService executor) {
    this.live = live;
    this.state = state;
    this.clock = clock;
    this.publications = publications;
    this.executor = executor;
  }

  /** The topics of a stream. */
  enum Topic {
    SAVINGS("savings"),
    CONNECTIONS("connections"),
    SNAPSHOT("snapshot"),
    PUBLICATIONS("publications");

    private final String token;

    Topic(String token) {
      this.token = token;
    }

    String token() {
      return token;
    }

    static Set<Topic> read(String list) {
      Set<Topic> topics = EnumSet.noneOf(Topic.class);
      for (String token : list.split(",", -1)) {
        topics.add(of(token.strip()));
      }
      return topics;
    }

    private static Topic of(String token) {
      for (Topic topic : values()) {
        if (topic.token.equals(token)) {
          return topic;
        }
      }
      throw Call.invalid("topics", token, "savings, connections, snapshot, publications");
    }
  }

  public Reply open(Call call) {
    String wanted = call.query("topics");
    Set<Topic> topics = wanted.isEmpty() ? EnumSet.allOf(Topic.class) : Topic.read(wanted);
    String user = call.principal().user().name();
    if (subscribers.stream().filter(each -> each.user().equals(user)).count() >= MAX_STREAMS) {
      throw new ProblemException(
          ProblemCode.CONFLICT,
          "streams: " + MAX_STREAMS + " of " + user + " (expected: fewer; close some)");
    }
    ServiceRequestContext context = call.context();
    context.clearRequestTimeout();
    EventSubscriber subscriber =
        new EventSubscriber(user, topics, sites(call), () -> mayStay(call));
    HttpResponse response = subscriber.open();
    joined(subscriber, call.header("last-event-id"));
    var unused = response.whenComplete().handle((done, failure) -> left(subscriber));
    return Reply.stream(response);
  }

  /** Returns the sites whose values the stream may have; null for all. */
  private static @Nullable Predicate<String> sites(Call call) {
    return call.seesAllSites() ? null : site -> call.sees(List.of(site));
  }

  /** A stream ends with the right to open it. */
  private static boolean mayStay(Call call) {
    boolean wasForAll = call.seesAllSites();
    return principal(call)
        .filter(now -> now.mayCall(call.permission().group()))
        .filter(now -> now.user().grants().equals(call.principal().user().grants()))
        .filter(now -> !wasForAll || now.hasForAllSites(Role.VIEWER))
        .isPresent();
  }

  /** Without the store, a stream ends with the time for which its sender is kept. A single failed read does not end it. */
  private static Optional<Principal> principal(Call call) {
    try {
      return call.streamPrincipal();
    } catch (StoreException e) {
      if (call.store().away() == null) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /** Sends events now and not at the next tick. Call it after a publication. */
  public void poke() {
    if (!subscribers.isEmpty() || isRecording()) {
      executor.execute(this::tick);
    }
  }

  private synchronized boolean isRecording() {
    return ticking != null;
  }

  /** Closes the streams of ended sessions now and not at the next heartbeat. */
  public void checkSessions() {
    if (!subscribers.isEmpty()) {
      executor.execute(() -> subscribers.forEach(EventStream::heartbeat));
    }
  }

  @Override
  public void close() {
    subscribers.forEach(EventSubscriber::close);
  }

  private synchronized void joined(EventSubscriber subscriber, @Nullable String lastEventId) {
    // The kept events have the values of all sites.
    if (lastEventId != null && subscriber.sites() == null) {
      subscriber.resume(replay.after(lastEventId));
    }
    for (Topic topic : Topic.values()) {
      offer(topic, List.of(subscriber));
    }
    subscriber.flush();
    subscribers.add(subscriber);
    if (ticking == null) {
      ticking =
          executor.scheduleAtFixedRate(this::tick, TICK_SECONDS, TICK_SECONDS, TimeUnit.SECONDS);
    }
  }

  private synchronized boolean left(EventSubscriber subscriber) {
    subscribers.remove(subscriber);
    idleTicks = 0;
    return true;
  }

  /** Stops the timer some time after the last stream. Later events are unknown then, so the earlier ones are of no use. */
  private synchronized boolean isIdle() {
    if (!subscribers.isEmpty() || ++idleTicks < IDLE_TICKS) {
      return false;
    }
    if (ticking != null) {
      ticking.cancel(false);
      ticking = null;
    }
    replay.clear();
    return true;
  }

  private synchronized void tick() {
    if (isIdle()) {
      return;
    }
    try {
      for (Topic topic : Topic.values()) {
        offer(topic, subscribers);
      }
      subscribers.forEach(EventSubscriber::flush);
      if (++ticks % HEARTBEAT_TICKS == 0) {
        subscribers.forEach(EventStream::heartbeat);
      }
    } catch (RuntimeException e) {
      // An exception would end the timer of all streams.
      log.error("live values cannot be read", e);
    }
  }

  private void offer(Topic topic, List<EventSubscriber> to) {
    Object value = value(topic);
    String json = Json.text(value);
    String content = withoutTime(json);
    String event = replay.add(topic, content, json);
    to.forEach(subscriber -> {
      Predicate<String> sites = subscriber.sites();
      if (sites == null) {
        subscriber.offer(topic, content, event);
      } else if (value instanceof SavingsReport savings) {
        String part = Json.text(savings.ofSites(sites));
        String head = event.substring(0, event.indexOf("\ndata: ") + "\ndata: ".length());
        subscriber.offer(topic, withoutTime(part), head + part + "\n\n");
      } else if (topic != Topic.PUBLICATIONS) {
        subscriber.offer(topic, content, event);
      }
    });
  }

  private static void heartbeat(EventSubscriber subscriber) {
    try {
      subscriber.heartbeat();
    } catch (StoreException e) {
      log.debug("session of a stream cannot be checked now", e);
    }
  }

  private Object value(Topic topic) {
    return switch (topic) {
      case SAVINGS -> live.savings();
      case CONNECTIONS -> live.summary();
      case PUBLICATIONS -> publications.get();
      case SNAPSHOT -> new SnapshotEvent(state.revision(), clock.instant(), state.nodes());
    };
  }

  /** Returns the value without its time, because values that differ only in their time are equal. */
  private static String withoutTime(String json) {
    return json.replaceFirst("\"at\":\"[^\"]*\"", "");
  }

  private record SnapshotEvent(long revision, Instant at, Nodes nodes) {}
}
