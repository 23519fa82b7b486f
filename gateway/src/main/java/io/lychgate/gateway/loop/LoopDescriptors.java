package io.lychgate.gateway.loop;

import io.lychgate.gateway.loop.DescriptorBudget.Use;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One loop's access to the {@link DescriptorBudget}. It makes room by closing idle connections of this loop, and resumes accepting
 * when there is room. Event loop only, except for {@link #leave}.
 */
public final class LoopDescriptors {
  /** The most idle connections closed at once: few because most shortages are bursts, but enough to justify the search. */
  private static final int MAX_CLOSED_AT_ONCE = 32;

  /**
   * The most checks for room, one at each tick of the wheel. Meanwhile connections become old enough to be closed, and requests
   * end.
   */
  private static final int LOOKS_FOR_ROOM = 10;

  private final DescriptorBudget budget;
  private final DeadlineWheel deadlines;
  private final List<Channel> paused = new ArrayList<>();
  private final Resume resume = new Resume();
  private List<LoopDescriptors> all = List.of(this);
  private IdleConnections clients = IdleConnections.NONE;
  private IdleConnections upstreams = IdleConnections.NONE;

  public LoopDescriptors(DescriptorBudget budget, DeadlineWheel deadlines) {
    this.budget = budget;
    this.deadlines = deadlines;
  }

  /** Returns an instance without a limit, for parts that run outside of a gateway. */
  public static LoopDescriptors unlimited(EventLoop loop) {
    LoopClock clock = new LoopClock(loop, Ticker.system());
    return new LoopDescriptors(DescriptorBudget.unlimited(), new DeadlineWheel(loop, clock));
  }

  /** Connections of this loop that serve no request. */
  @FunctionalInterface
  public interface IdleConnections {
    IdleConnections NONE = most -> 0;

    /** Closes at most this number of connections, the longest idle first. Returns the number closed. */
    int closeIdle(int most);
  }

  /** Sets the idle client connections. Call it before the loop accepts connections. */
  public void clients(IdleConnections idle) {
    clients = idle;
  }

  /** Sets the idle upstream connections. Call it before the loop opens connections. */
  public void upstreams(IdleConnections idle) {
    upstreams = idle;
  }

  /** Sets the other loops, which may have idle connections when this one has none. Call before the loop accepts connections. */
  public void besides(List<LoopDescriptors> loops) {
    all = List.copyOf(loops);
  }

  /** Returns true if one more descriptor fits, after closing idle connections of this loop if needed. */
  public boolean hasRoom(Use use) {
    if (budget.hasRoom(use)) {
      return true;
    }
    budget.noRoom();
    return makeRoom(use);
  }

  private boolean makeRoom(Use use) {
    IdleConnections first = use == Use.CLIENT ? clients : upstreams;
    IdleConnections second = use == Use.CLIENT ? upstreams : clients;
    closeIdle(first);
    if (!budget.hasRoom(use)) {
      closeIdle(second);
    }
    return budget.hasRoom(use);
  }

  private void closeIdle(IdleConnections idle) {
    int closed = idle.closeIdle(MAX_CLOSED_AT_ONCE);
    if (closed > 0) {
      budget.closedIdle(closed);
    }
  }

  /**
   * Calls back within a second: with true as soon as one more descriptor fits, or else with false.
   *
   * @param wanted returns false once the descriptor is no longer needed; the callback then gets false
   */
  public void awaitRoom(Use use, BooleanSupplier wanted, Consumer<Boolean> callback) {
    deadlines.arm(new RoomWait(use, wanted, callback), DeadlineWheel.TICK.toNanos());
  }

  /** Counts an open descriptor. */
  public void take(Use use) {
    budget.take(use);
  }

  /** Releases a counted descriptor. Any thread. */
  public void leave(Use use) {
    budget.leave(use);
  }

  /** Counts a connection or file that was refused for want of a descriptor. */
  public void refused(Use use) {
    budget.refused(use);
  }

  /** Reports that the kernel has refused a descriptor although the budget had room. */
  public void exhausted() {
    budget.noRoom();
    closeIdle(clients);
  }

  /** Returns true if an already accepted connection may be kept although there is no room. */
  public boolean mayOverdraw() {
    return budget.mayOverdraw();
  }

  /** Stops accepting on this socket of the loop until there is room, at least for a tick of the wheel. */
  public void pause(Channel listening) {
    if (!listening.config().isAutoRead()) {
      return;
    }
    listening.config().setAutoRead(false);
    budget.paused();
    paused.add(listening);
    if (!resume.isArmed()) {
      deadlines.arm(resume, DeadlineWheel.TICK.toNanos());
    }
  }

  private void resume() {
    if (!hasRoom(Use.CLIENT)) {
      all.forEach(other -> other.relieve(this));
      deadlines.arm(resume, DeadlineWheel.TICK.toNanos());
      return;
    }
    List<Channel> waiting = List.copyOf(paused);
    paused.clear();
    for (Channel listening : waiting) {
      if (listening.isOpen()) {
        listening.config().setAutoRead(true);
      }
    }
  }

  /** Makes room on this loop. Called when another loop has no idle connection left. */
  private void relieve(LoopDescriptors asking) {
    if (asking != this) {
      deadlines.execute(() -> {
        if (!budget.hasRoom(Use.CLIENT)) {
          var unused = makeRoom(Use.CLIENT);
        }
      });
    }
  }

  private final class RoomWait extends Deadline {
    private final Use use;
    private final BooleanSupplier wanted;
    private final Consumer<Boolean> callback;
    private int looks;

    RoomWait(Use use, BooleanSupplier wanted, Consumer<Boolean> callback) {
      this.use = use;
      this.wanted = wanted;
      this.callback = callback;
    }

    @Override
    protected void expired() {
      if (!wanted.getAsBoolean()) {
        callback.accept(false);
      } else if (hasRoom(use)) {
        callback.accept(true);
      } else if (++looks < LOOKS_FOR_ROOM) {
        deadlines.arm(this, DeadlineWheel.TICK.toNanos());
      } else {
        callback.accept(false);
      }
    }
  }

  private final class Resume extends Deadline {
    @Override
    protected void expired() {
      resume();
    }
  }
}
