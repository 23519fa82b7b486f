package io.lychgate.gateway.upstream.connect;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.DescriptorBudget.Use;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.loop.ReadBudget;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The attempts to connect to one server, of which the first success counts (Happy Eyeballs, RFC 8305). An attempt begins with the first
 * address, 250 ms after the last one began (sooner if there is little time in all), or at once when one has failed. Each attempt that
 * lasts holds a descriptor. Event loop only.
 */
public final class ConnectRace implements ServerAddresses.Receiver {
  /**
   * Low and high water mark of bytes queued to a server. Above the high mark the client's body is held back; below the low mark it
   * continues.
   */
  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(64 * 1024, 128 * 1024);

  /**
   * The only handler of a channel until it wins. The handlers of the protocol are added to the winner; the error of any other one needs
   * no line in the log, because the race itself reports why it has failed.
   */
  @Sharable
  private static final class Runner extends ChannelInboundHandlerAdapter {
    static final Runner INSTANCE = new Runner();

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }

  /** Addresses that get their attempt within the timeout although those before them do not respond. */
  private static final int LEAST_ATTEMPTS = 4;

  private final Means means;
  private final Place place;
  private final Goal goal;
  private final Finish finish;
  private final long pauseNanos;
  private final long endNanos;
  private final List<Channel> running = new ArrayList<>(2);

  /** Attempts whose sockets are opened after this turn's input. */
  private int beginning;

  private final Deadline timeout = new Deadline() {
    @Override
    protected void expired() {
      fail(failure(Kind.CONNECTION_TIMEOUT, "no connection in time"));
    }
  };

  private Deque<SocketAddress> untried = new ArrayDeque<>();

  /** The addresses of a name that were found and not tried. */
  private final List<InetAddress> found = new ArrayList<>();

  private @Nullable ScheduledFuture<?> pause;
  private boolean isIpv6Next = true;

  /** The descriptor of the first attempt is counted while the name is looked up. */
  private boolean holdsDescriptor = true;

  private boolean isResolved;
  private boolean isOver;
  private boolean lacksDescriptor;
  private int tried;
  private @Nullable Throwable lastFailure;

  /**
   * The sockets and the resolver of a gateway, for connections on any loop.
   *
   * @param names finds the addresses of servers that have a name
   */
  public record Means(ServerSockets sockets, ServerAddresses names) {}

  /** The loop on which a race takes place. */
  public record Place(EventLoop loop, DeadlineWheel deadlines, LoopDescriptors descriptors) {}

  /**
   * The server to connect to.
   *
   * @param label the server in messages
   * @param host a name, or an address without brackets
   * @param addresses in the order in which they are tried; empty if the host is looked up
   * @param timeout time for the look-up and all attempts together
   */
  public record Goal(
      String label, String host, int port, List<SocketAddress> addresses, Duration timeout) {
    public Goal {
      addresses = List.copyOf(addresses);
    }

    private boolean isLookedUp() {
      return addresses.isEmpty();
    }
  }

  /** The receiver of the result. Exactly one of the methods is called, on the loop. */
  public interface Finish {
    /** A connection is open. Its pipeline is empty, and it reads nothing yet. */
    void connected(Channel channel);

    void failed(ExchangeFailure failure);

    /** This machine has no descriptor for a connection. */
    void noDescriptor();
  }

  public ConnectRace(Means means, Place place, Goal goal, Finish finish) {
    this(means, place, goal, Limits.CONNECT_ATTEMPT, finish);
  }

  /** @param pause between the beginnings of two attempts, at most */
  ConnectRace(Means means, Place place, Goal goal, Duration pause, Finish finish) {
    this.means = means;
    this.place = place;
    this.goal = goal;
    this.finish = finish;
    this.pauseNanos = Math.min(pause.toNanos(), goal.timeout().toNanos() / LEAST_ATTEMPTS);
    this.endNanos = nanoTime() + goal.timeout().toNanos();
  }

  private long nanoTime() {
    return place.deadlines().clock().exactNanos();
  }

  /** Begins. There is room for one descriptor. */
  public void begin() {
    place.descriptors().take(Use.UPSTREAM);
    place.deadlines().arm(timeout, goal.timeout().toNanos());
    if (goal.isLookedUp()) {
      InetAddress last = means.names().lastUsed(goal.host());
      isIpv6Next = last == null || last instanceof Inet6Address;
      means.names().find(goal.host(), place.loop(), this);
    } else {
      untried = new ArrayDeque<>(goal.addresses());
      isResolved = true;
      proceed();
    }
  }

  /** Ends without a result, because the connection is not needed. */
  public void cancel() {
    if (!isOver) {
      over();
    }
  }

  @Override
  public void found(List<InetAddress> addresses) {
    found.addAll(addresses);
    order();
    if (!isOver && pause == null) {
      proceed();
    }
  }

  /** Orders the addresses that were not tried, again with each that is found. */
  private void order() {
    InetAddress last = means.names().lastUsed(goal.host());
    untried.clear();
    AddressOrder.of(found, last, isIpv6Next)
        .forEach(address -> untried.add(new InetSocketAddress(address, goal.port())));
  }

  @Override
  public void complete(@Nullable Throwable failure) {
    isResolved = true;
    if (failure != null) {
      fail(failure(Kind.DNS_ERROR, String.valueOf(failure.getMessage())));
    } else if (!isOver && !isTrying() && pause == null) {
      proceed();
    }
  }

  private @Nullable SocketAddress next() {
    SocketAddress next = tried >= Limits.MAX_ADDRESSES ? null : untried.poll();
    if (next instanceof InetSocketAddress inet && found.remove(inet.getAddress())) {
      isIpv6Next = !(inet.getAddress() instanceof Inet6Address);
    }
    return next;
  }

  /** Begins the next attempt, or fails if all have failed. */
  private void proceed() {
    if (pause != null) {
      pause.cancel(false);
      pause = null;
    }
    if (!holdsDescriptor && isTrying() && !place.descriptors().hasRoom(Use.UPSTREAM)) {
      return;
    }
    SocketAddress next = next();
    if (next != null) {
      attempt(next);
      pause = place.loop().schedule(this::pauseEnded, pauseNanos, TimeUnit.NANOSECONDS);
    } else if (isResolved && !isTrying()) {
      fail(null);
    }
  }

  private boolean isTrying() {
    return beginning > 0 || !running.isEmpty();
  }

  private void pauseEnded() {
    pause = null;
    if (!isOver) {
      proceed();
    }
  }

  private void attempt(SocketAddress to) {
    tried++;
    if (holdsDescriptor) {
      holdsDescriptor = false;
    } else {
      place.descriptors().take(Use.UPSTREAM);
    }
    beginning++;
    // Not among the events of this turn: the kernel gives a new socket the number of one that was
    // just closed, and the event that
    // waits for the closed one would end the new one before it is connected.
    place.loop().execute(() -> open(to));
  }

  private void open(SocketAddress to) {
    beginning--;
    if (isOver) {
      place.descriptors().leave(Use.UPSTREAM);
      return;
    }
    Bootstrap bootstrap = new Bootstrap()
        .group(place.loop())
        .channel(means.sockets().typeFor(to))
        // A server may respond early and close while the request is still being sent. A failed
        // write must not discard the response in the socket.
        .option(ChannelOption.AUTO_CLOSE, false)
        .option(ChannelOption.AUTO_READ, false)
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
        .option(ChannelOption.RECVBUF_ALLOCATOR, ReadBudget.ONE_READ)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, millisLeft())
        .disableResolver()
        .handler(Runner.INSTANCE);
    if (to instanceof InetSocketAddress) {
      bootstrap.option(ChannelOption.TCP_NODELAY, true).option(ChannelOption.SO_KEEPALIVE, true);
    }
    ChannelFuture connecting = bootstrap.connect(to);
    running.add(connecting.channel());
    connecting.addListener((ChannelFutureListener) done -> ended(done, to));
  }

  private int millisLeft() {
    long millis = TimeUnit.NANOSECONDS.toMillis(endNanos - nanoTime());
    return (int) Math.max(1, millis);
  }

  /**
   * Continues on the loop, to which connections and exchanges belong. Netty reports a channel that could not be created on another
   * thread.
   */
  private void ended(ChannelFuture done, SocketAddress to) {
    if (!place.loop().inEventLoop()) {
      place.loop().execute(() -> ended(done, to));
      return;
    }
    running.remove(done.channel());
    if (done.isSuccess()) {
      connected(done.channel(), to);
      return;
    }
    place.descriptors().leave(Use.UPSTREAM);
    if (isOver) {
      return;
    }
    if (done.cause() instanceof ChannelException) {
      // The kernel has no descriptor or no memory for a socket.
      place.descriptors().exhausted();
      lacksDescriptor = true;
    } else {
      lastFailure = done.cause();
    }
    proceed();
  }

  private void connected(Channel channel, SocketAddress to) {
    channel.closeFuture().addListener(closed -> place.descriptors().leave(Use.UPSTREAM));
    if (isOver) {
      channel.close();
      return;
    }
    over();
    if (goal.isLookedUp() && to instanceof InetSocketAddress inet) {
      means.names().used(goal.host(), inet.getAddress());
    }
    channel.pipeline().remove(Runner.INSTANCE);
    finish.connected(channel);
  }

  /** @param known null if the attempts tell the reason */
  private void fail(@Nullable ExchangeFailure known) {
    if (isOver) {
      return;
    }
    Throwable cause = lastFailure;
    over();
    if (known == null && cause == null && lacksDescriptor) {
      finish.noDescriptor();
    } else {
      finish.failed(known == null ? failureOf(cause) : known);
    }
  }

  private ExchangeFailure failureOf(@Nullable Throwable cause) {
    Kind kind = cause instanceof ConnectTimeoutException
        ? Kind.CONNECTION_TIMEOUT
        : Kind.CONNECTION_REFUSED;
    String why = cause == null ? "closed" : SocketError.text(cause);
    return failure(
        kind, tried < 2 ? why : "none of " + tried + " addresses accepts; the last: " + why);
  }

  private ExchangeFailure failure(Kind kind, String why) {
    return new ExchangeFailure(kind, goal.label() + ": " + why, true);
  }

  private void over() {
    isOver = true;
    place.deadlines().disarm(timeout);
    if (pause != null) {
      pause.cancel(false);
      pause = null;
    }
    if (holdsDescriptor) {
      holdsDescriptor = false;
      place.descriptors().leave(Use.UPSTREAM);
    }
    List.copyOf(running).forEach(Channel::close);
  }
}
