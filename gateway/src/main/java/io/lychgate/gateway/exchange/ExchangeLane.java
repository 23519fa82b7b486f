package io.lychgate.gateway.exchange;

import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.message.PageLane;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ServedBy;
import io.lychgate.gateway.timing.LaneRequest;
import io.lychgate.gateway.timing.OpenLane;
import io.lychgate.gateway.timing.ViewLanes;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The times of one exchange for the waterfall of a page view: of a page that a policy may keep, or of a later request of its visitor.
 * Event loop only.
 */
final class ExchangeLane implements PageLane {
  private final ExchangeAccount account;
  private final LoopClock clock;
  private final ViewLanes lanes;
  private final String path;
  private final double draw;

  /** The page view to which the exchange belongs; null while it belongs to none. */
  private @Nullable OpenLane view;

  private boolean isPage;
  private final long decidedNanos;
  private long earlyNanos = LaneRequest.NEVER;
  private long forwardedNanos = LaneRequest.NEVER;
  private long headNanos = LaneRequest.NEVER;

  private ExchangeLane(
      ExchangeAccount account, ViewLanes lanes, double draw, @Nullable OpenLane view) {
    this.account = account;
    this.clock = account.loop().clock();
    this.lanes = lanes;
    this.draw = draw;
    this.view = view;
    // A later step may rewrite the target, and the browser reports the one that it has sent.
    this.path = LaneRequest.pathOf(account.request().target());
    this.decidedNanos = clock.exactNanos();
  }

  /** Returns the lane of an exchange; null for nearly every one. */
  static @Nullable ExchangeLane begin(ExchangeAccount account) {
    TimingEndpoint timings = account.snapshot().timings();
    if (timings == null) {
      return null;
    }
    ViewLanes lanes = timings.lanes();
    RequestHead request = account.request();
    if (!account.isPushed() && Navigation.isNavigation(request)) {
      if (!lanes.isIdle()) {
        lanes.leave(visitor(account));
      }
      double most = timings.waterfalls();
      double draw = most > 0 ? ThreadLocalRandom.current().nextDouble() : 1;
      return draw < most ? new ExchangeLane(account, lanes, draw, null) : null;
    }
    if (lanes.isIdle()) {
      return null;
    }
    OpenLane view = lanes.of(visitor(account));
    return view != null
            && AsciiString.contentEqualsIgnoreCase(view.authority(), request.authority())
        ? new ExchangeLane(account, lanes, 1, view)
        : null;
  }

  /** Returns a number that the requests of one visitor share, on all of its connections. Visitors behind one address may share it, too. */
  private static long visitor(ExchangeAccount account) {
    CharSequence agent = account.request().fields().get(HttpHeaderNames.USER_AGENT);
    long name = agent == null ? 0 : AsciiString.hashCode(agent);
    return account.client().hash() ^ (name << Integer.SIZE);
  }

  @Override
  public boolean isIn(double share, String site) {
    return draw < share && lanes.hasRoom(site);
  }

  @Override
  public void keep(String id, String site, long at) {
    isPage = true;
    view = lanes.open(
        visitor(account),
        new OpenLane(id, site, at, account.request().authority().toString(), account.startNanos()));
  }

  void sentAhead() {
    if (earlyNanos == LaneRequest.NEVER) {
      earlyNanos = clock.exactNanos();
    }
  }

  /** The responder counts its time from the cached time of this turn. */
  void forwarded() {
    forwardedNanos = clock.nanoTime();
  }

  void head() {
    headNanos = clock.exactNanos();
  }

  void ended(boolean isWhole) {
    OpenLane of = view;
    if (of == null) {
      return;
    }
    ServedBy server = account.server();
    long untilHead = server == null || forwardedNanos == LaneRequest.NEVER ? 0 : server.headNanos();
    of.add(new LaneRequest(
        path,
        isPage,
        account.isPushed(),
        account.connection().record().id(),
        account.status(),
        new LaneRequest.Times(
            account.startNanos(),
            decidedNanos,
            earlyNanos,
            untilHead == 0 ? LaneRequest.NEVER : forwardedNanos + untilHead,
            headNanos,
            clock.exactNanos()),
        account.bodyBytes(),
        account.hints(),
        account.pushes(),
        isWhole));
  }
}
