package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.site.ConnectionConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.observe.count.Diversion;
import io.lychgate.gateway.upstream.balance.BalancedRequest;
import io.lychgate.gateway.upstream.balance.Intake;
import io.lychgate.gateway.upstream.balance.SelectionPolicy;
import io.lychgate.gateway.upstream.balance.ServerSet;
import io.lychgate.gateway.upstream.balance.ServerState;
import io.lychgate.gateway.upstream.balance.ServerSubset;
import io.lychgate.gateway.upstream.balance.UpstreamServers;
import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The servers of an upstream that one loop uses, and the choice between them. They are those of the shared set, or the loop's part of
 * it. While no server of the part takes requests, the loop uses all of them. Event loop only.
 */
final class LoopServers {
  /** Time for which all servers are used, after none of this loop's part took requests. */
  private static final long WIDE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Has the connections to the servers. */
  interface User {
    /** Uses these servers from now on, in this order, and no others. */
    void use(ServerSet next);

    /** Gives waiting requests the servers of the set that is in use. */
    void serveWaiting();
  }

  private final UpstreamServers shared;
  private final ServerSubset place;
  private final EventLoop loop;
  private final DeadlineWheel deadlines;
  private final User user;
  private final AtomicBoolean isSetChanged = new AtomicBoolean();
  private final Runnable setChanged = this::setChanged;
  private final Deadline widened = new Deadline() {
    @Override
    protected void expired() {
      narrow();
    }
  };

  /** Servers that the configuration wants for a loop. */
  private int wanted;

  private ServerSet set;

  /** The set is a part of the shared one. */
  private boolean hasPart;

  /** All servers are used, because none of this loop's part took requests. */
  private boolean isWide;

  /** The plug-in that chooses servers has failed at the last choice. */
  private boolean hasChoiceFailed;

  private boolean isClosed;

  LoopServers(UpstreamServers shared, UpstreamSite site, User user) {
    this.shared = shared;
    this.place = site.place();
    this.loop = site.loop();
    this.deadlines = site.deadlines();
    this.user = user;
    this.wanted = site.config().connections().subset();
    shared.onChange(setChanged);
    this.set = ownPart();
    this.hasPart = isPart(set);
  }

  /** Sets another configuration of the upstream. The size of the part changes with the next set. */
  void config(UpstreamConfig latest) {
    wanted = latest.connections().subset();
  }

  /** The set in use. */
  ServerSet set() {
    return set;
  }

  /** Returns the number of servers among which {@link #choose} may choose: all of them, if those of this loop fail. */
  int size() {
    return shared.current().size();
  }

  /** Returns the index of the server for this request in the set in use; a negative number if there is none. */
  int choose(BalancedRequest request, long nowNanos) {
    int chosen = set.policy().choose(request, nowNanos);
    if (hasPart && widen(chosen, nowNanos)) {
      chosen = set.policy().choose(request, nowNanos);
    }
    hasChoiceFailed = chosen == SelectionPolicy.FAILED;
    return chosen;
  }

  /** Returns the reason for which a server was chosen that is not the usual one; null if there is none. */
  @Nullable
  Diversion diversion(int chosen, long nowNanos) {
    return set.policy().diversion(chosen, nowNanos);
  }

  /** Returns true if the plug-in that chooses servers has failed at the last choice. */
  boolean hasChoiceFailed() {
    return hasChoiceFailed;
  }

  /** Follows the shared set no longer. */
  void close() {
    isClosed = true;
    shared.remove(setChanged);
  }

  private ServerSet ownPart() {
    ServerSet all = shared.current();
    return wanted == ConnectionConfig.SUBSET_OFF ? all : place.of(all, wanted);
  }

  private boolean isPart(ServerSet some) {
    return some.size() < shared.current().size();
  }

  /** Follows in a task of the loop. Any thread. */
  private void setChanged() {
    if (isSetChanged.compareAndSet(false, true) && !loop.isShuttingDown()) {
      loop.execute(this::follow);
    }
  }

  private void follow() {
    isSetChanged.set(false);
    ServerSet all = shared.current();
    if (all.version() != set.version() && !isClosed) {
      use(isWide ? all : ownPart());
      user.serveWaiting();
    }
  }

  private void use(ServerSet next) {
    set = next;
    hasPart = isPart(next);
    user.use(next);
  }

  /** Uses all servers, if no server of this loop's part takes requests. Returns false if one does. */
  private boolean widen(int chosen, long nowNanos) {
    if (chosen == SelectionPolicy.FAILED) {
      return false;
    }
    boolean isServed = chosen != SelectionPolicy.NONE
        && set.servers().get(chosen).intake(nowNanos) != Intake.RESERVE;
    if (isServed || isWide || isClosed) {
      return false;
    }
    isWide = true;
    use(shared.current());
    deadlines.arm(widened, WIDE_NANOS);
    loop.execute(user::serveWaiting);
    return true;
  }

  /** Returns to this loop's part of the servers, once one of them is usable. */
  private void narrow() {
    if (isClosed) {
      return;
    }
    ServerSet own = ownPart();
    if (own.servers().stream().noneMatch(ServerState::isUsable)) {
      deadlines.arm(widened, WIDE_NANOS);
      return;
    }
    isWide = false;
    use(own);
    user.serveWaiting();
  }
}
