package io.lychgate.gateway.timing;

import io.lychgate.gateway.config.policy.TimingsPolicy;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseEnd;
import io.lychgate.gateway.observe.census.BrowserFamily;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The timings of real visitors, as event loops see them: view ids, checks of reports, and the bounded queue to {@link TimingWriter}. One
 * object for the life of the process; without the policy it does nothing. Thread-safe.
 */
public final class PageTimings {
  /** Age of a page up to which its report counts. Most come within minutes; the sums of old periods are closed. */
  static final Duration MAX_AGE = Duration.ofHours(1);

  /** Clocks of a fleet differ by less. */
  private static final Duration CLOCK_DIFFERENCE = Duration.ofMinutes(1);

  /** Events that wait for the thread: some 20 MB at most, and 2 seconds of 10,000 reports. */
  static final int MAX_WAITING = 20_000;

  /** Reports with resources that wait for the thread: some 3 MB at most. */
  static final int MAX_WAITING_LANES = 500;

  /** A site alone may have three quarters of a queue: a burst of one site needs room, and a flood must leave some to the others. */
  private static final int OF_FREE = 3;

  private static final AsciiString BRANDS = AsciiString.cached("sec-ch-ua");

  private final InstantSource clock;
  private final ViewSeal seal = new ViewSeal();
  private final TimingCounts counts = new TimingCounts();
  private final NetworkAllowance networks = new NetworkAllowance();
  private final NetworkAllowance viewers = new NetworkAllowance();
  private final ConcurrentLinkedQueue<TimingEvent> events = new ConcurrentLinkedQueue<>();
  private final SitePlaces waiting = new SitePlaces(MAX_WAITING, OF_FREE);
  private final SitePlaces waitingLanes = new SitePlaces(MAX_WAITING_LANES, OF_FREE);
  private final ViewLanes lanes = new ViewLanes();

  public PageTimings(InstantSource clock) {
    this.clock = clock;
  }

  /** Uses these secrets of the fleet for view ids from now on: the first one seals, all of them open. */
  public void secrets(List<byte[]> secrets) {
    seal.use(secrets);
  }

  public TimingCounts counts() {
    return counts;
  }

  /** Returns the page views of which all times are being kept. */
  public ViewLanes lanes() {
    return lanes;
  }

  ViewSeal seal() {
    return seal;
  }

  long millis() {
    return clock.millis();
  }

  /** Returns the number of events that wait for the thread. */
  public int waiting() {
    return waiting.taken();
  }

  /** Returns true if the network of this client may send another report to a site in this minute, and counts it. */
  public boolean admits(@Nullable InetAddress client, String site, int perMinute) {
    return networks.admits(client, site, perMinute, System.nanoTime());
  }

  /** Returns true if another view of a site by this client's network may be measured in this minute, and counts it. */
  boolean admitsView(@Nullable InetAddress client, String site, int perMinute) {
    return viewers.admits(client, site, perMinute, System.nanoTime());
  }

  /** Counts a report that ends here. */
  public void count(ReportOutcome outcome) {
    counts.count(outcome);
  }

  void sent(MeasuredView view, ResponseEnd how, long bytes) {
    add(new TimingEvent.Sent(view, how, bytes));
  }

  /**
   * Checks a report, and passes a good one on.
   *
   * @param site the site to which it was sent
   * @param routes the policy of each measured route of the site now, by the id of the route
   * @param request fields of the request that had it
   * @return the outcome so far: {@code TAKEN} if it waits for the store, which may still know it
   */
  public ReportOutcome receive(
      String site, Map<String, TimingsPolicy> routes, Fields request, byte[] json, int length)
      throws MalformedReportException {
    Report report = ReportReader.read(json, length);
    MeasuredView view = seal.open(report.viewId());
    if (view == null) {
      return ReportOutcome.FORGED;
    }
    if (!view.site().equals(site)) {
      return ReportOutcome.OTHER_SITE;
    }
    long age = clock.millis() - view.at();
    if (age > MAX_AGE.toMillis() || age < -CLOCK_DIFFERENCE.toMillis()) {
      return ReportOutcome.LATE;
    }
    if (!Plausibility.isPlausible(report)) {
      return ReportOutcome.ABSURD;
    }
    TimingsPolicy policy = routes.getOrDefault(view.route(), TimingsPolicy.defaults());
    ReportOutcome exclusion = ViewRule.exclusion(request, policy);
    if (exclusion == null && report.isHidden()) {
      exclusion = ReportOutcome.BACKGROUND;
    }
    String browser = BrowserFamily.of(request.get(HttpHeaderNames.USER_AGENT), request.get(BRANDS))
        .tag();
    boolean hasRoom = add(new TimingEvent.Reported(
        view,
        report,
        exclusion,
        lane(view, exclusion == null, report.resources()),
        Device.of(request),
        browser));
    return hasRoom ? ReportOutcome.TAKEN : ReportOutcome.NO_ROOM;
  }

  /** Returns the resources of a report if they are kept, and counts all of them. */
  private BrowserLane lane(MeasuredView view, boolean isCounted, ReportedResources resources) {
    if (resources.isEmpty()) {
      return BrowserLane.NONE;
    }
    if (!view.hasWaterfall() || !isCounted) {
      resources.countAs(ResourceOutcome.NOT_SAMPLED, counts);
      return BrowserLane.NONE;
    }
    if (!waitingLanes.takeIfRoom(view.site())) {
      resources.countAs(ResourceOutcome.NO_ROOM, counts);
      return BrowserLane.NONE;
    }
    resources.countAs(ResourceOutcome.TAKEN, counts);
    return resources.toLane();
  }

  private boolean add(TimingEvent event) {
    if (!waiting.takeIfRoom(event.view().site())) {
      giveLaneBack(event);
      return false;
    }
    events.add(event);
    return true;
  }

  /** Returns the next event; null if none waits. */
  @Nullable
  TimingEvent poll() {
    TimingEvent event = events.poll();
    if (event != null) {
      waiting.giveBack(event.view().site());
      giveLaneBack(event);
    }
    return event;
  }

  private void giveLaneBack(TimingEvent event) {
    if (event instanceof TimingEvent.Reported reported && !reported.lane().isEmpty()) {
      waitingLanes.giveBack(event.view().site());
    }
  }
}
