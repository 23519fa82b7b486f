package io.lychgate.gateway.admin.timeline;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.JsonBody;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.message.AuthorityHost;
import io.lychgate.gateway.observe.timeline.TimelineSummary;
import io.lychgate.gateway.observe.timeline.TimelineView;
import io.lychgate.gateway.observe.timeline.Timelines;
import io.lychgate.gateway.observe.timeline.WatchFilter;
import io.lychgate.gateway.store.AuditState;
import io.lychgate.gateway.store.AuditTrail;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The recorded connections, and the watches that wait for a connection. */
public final class TimelineResource {
  /** Timeout of a copy from the event loops, in seconds. Only an overloaded or blocked loop exceeds it. */
  private static final int COLLECT_SECONDS = 5;

  /** The most characters of an address with its scope, or of a name with its port. */
  private static final int MAX_NAME = 300;

  private final Timelines timelines;
  private final String version;

  /** @param version version of the gateway, which an archive names as its creator */
  public TimelineResource(Timelines timelines, String version) {
    this.timelines = timelines;
    this.version = version;
  }

  public Reply list(Call call) throws Exception {
    Predicate<TimelineBody> wanted = filter(call);
    List<TimelineBody> matching =
        collect(timelines.list()).stream().map(TimelineBody::of).filter(wanted).toList();
    return Reply.ok(Cursor.part(
        call,
        matching,
        TimelineBody::id,
        Comparator.comparingLong(Cursor::number).reversed()));
  }

  private static Predicate<TimelineBody> filter(Call call) {
    String state = call.query("state");
    if (!state.isEmpty() && !TimelineBody.STATES.contains(state)) {
      throw Call.invalid("state", state, String.join(", ", TimelineBody.STATES));
    }
    String connection = call.query("connection");
    return timeline -> (state.isEmpty() || timeline.state().equals(state))
        && (connection.isEmpty()
            || (timeline.connection() != null && timeline.connection().id().equals(connection)));
  }

  /** Creates a watch for the next connection that matches. */
  public Reply watch(Call call) {
    WatchRequest request = call.body(TimelineResource::request);
    Optional<TimelineSummary> waiting =
        timelines.watch(request.filter(), request.patience(), call.actor().name());
    AuditTrail audit = call.store().audit();
    String patience = "for " + request.patience().toSeconds() + " s";
    if (waiting.isEmpty()) {
      audit.record(call.actor(), "timeline.watch", request.subject(), true, patience);
      throw new ProblemException(
          ProblemCode.CONFLICT,
          "timelines: " + Limits.TIMELINE_WATCHES
              + " already wait for a connection (expected: fewer; delete one)");
    }
    TimelineBody body = TimelineBody.of(waiting.get());
    audit.recordChange(
        call.actor(),
        "timeline.watch",
        request.subject(),
        patience,
        AuditState.of(null, "timeline: " + body.id()));
    return Reply.created(body, "/api/v1/timelines/" + body.id());
  }

  private static WatchRequest request(JsonBody body) {
    String client = body.optionalText("client", MAX_NAME);
    String host = body.optionalText("host", MAX_NAME);
    boolean includesOpen = body.flag("includeOpen", false);
    long seconds = body.number(
        "seconds",
        Limits.TIMELINE_PATIENCE.toSeconds(),
        1,
        Limits.TIMELINE_PATIENCE_CEILING.toSeconds());
    if (client == null && host == null) {
      throw body.invalid("client", "absent, as host", "an address, or a host, or both");
    }
    WatchFilter filter = new WatchFilter(address(body, client), name(body, host), includesOpen);
    return new WatchRequest(filter, Duration.ofSeconds(seconds));
  }

  private static @Nullable InetAddress address(JsonBody body, @Nullable String client) {
    InetAddress address =
        client == null ? null : NetUtil.createInetAddressFromIpAddressString(client);
    if (client != null && address == null) {
      throw body.invalid("client", client, "an IPv4 or IPv6 address");
    }
    return address;
  }

  private static @Nullable String name(JsonBody body, @Nullable String host) {
    if (host == null) {
      return null;
    }
    String name = AuthorityHost.of(host);
    if (name.isEmpty() || host.chars().anyMatch(c -> c <= ' ' || "/*@?#".indexOf(c) >= 0)) {
      throw body.invalid("host", host, "a host name, such as www.example.com");
    }
    return name;
  }

  public Reply get(Call call) throws Exception {
    return Reply.ok(TimelineDetail.of(view(call)));
  }

  public Reply har(Call call) throws Exception {
    TimelineView view = view(call);
    return Reply.ok(HarLog.of(view, version))
        .with(
            "content-disposition",
            "attachment; filename=\"lychgate-timeline-" + view.summary().id() + ".har\"");
  }

  public Reply delete(Call call) throws Exception {
    long id = id(call);
    if (!collect(timelines.delete(id))) {
      throw missing(call);
    }
    call.store()
        .audit()
        .recordChange(
            call.actor(),
            "timeline.delete",
            Long.toString(id),
            null,
            AuditState.of("timeline: " + id, null));
    return Reply.noContent();
  }

  private TimelineView view(Call call) throws Exception {
    return collect(timelines.find(id(call))).orElseThrow(() -> missing(call));
  }

  private static long id(Call call) {
    try {
      return Long.parseLong(call.path("id"));
    } catch (NumberFormatException e) {
      throw missing(call);
    }
  }

  private static ProblemException missing(Call call) {
    return new ProblemException(
        ProblemCode.NOT_FOUND,
        "timeline: " + call.path("id")
            + " (expected: one of GET /timelines; a newer one may have replaced it)");
  }

  private static <T> T collect(CompletableFuture<T> result) throws Exception {
    return result.get(COLLECT_SECONDS, TimeUnit.SECONDS);
  }

  private record WatchRequest(WatchFilter filter, Duration patience) {
    /** Returns the filter as text for the audit trail. */
    String subject() {
      InetAddress client = filter.client();
      String host = filter.host();
      String from = client == null ? "" : "client " + client.getHostAddress();
      return host == null ? from : (from.isEmpty() ? "" : from + ", ") + "host " + host;
    }
  }
}
