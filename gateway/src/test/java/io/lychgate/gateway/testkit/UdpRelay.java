package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A relay between one client and a UDP port. Like a NAT, {@link #rebind} gives the client a new address towards the server. It can
 * also lose packets, like a lossy path.
 */
public final class UdpRelay implements AutoCloseable {
  private static final int DATAGRAM = 65_536;

  /** More bytes than a datagram has: {@link #loseSmallerThan} loses each one. */
  public static final int EACH = DATAGRAM;

  private static final int RETRY = 0xf0;

  private final InetSocketAddress server;
  private final Selector selector;
  private final DatagramChannel inside;
  private final List<DatagramChannel> outside = new CopyOnWriteArrayList<>();
  private final List<Integer> responsePorts = new CopyOnWriteArrayList<>();
  private final Thread thread = new Thread(this::run, "udp-relay");
  private volatile boolean forgetful;
  private volatile int loss;
  private volatile int smallest;
  private volatile byte[] sent = {};
  private final List<byte[]> allSent = new CopyOnWriteArrayList<>();
  private final Queue<InFlight> inFlight = new ArrayDeque<>();
  private volatile long distanceNanos;
  private volatile boolean firstFlightOnly;
  private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
  private final AtomicLong toServer = new AtomicLong();
  private final AtomicLong fromServer = new AtomicLong();
  private final AtomicInteger retries = new AtomicInteger();
  private long responses;
  private boolean hasAnswered;
  private @Nullable SocketAddress client;

  private UdpRelay(InetSocketAddress server) throws IOException {
    this.server = server;
    this.selector = Selector.open();
    this.inside = open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    openOutside();
    thread.start();
  }

  /** Creates a relay to this port of this machine. */
  public static UdpRelay to(int port) {
    return to(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  public static UdpRelay to(InetSocketAddress server) {
    try {
      return new UdpRelay(server);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private DatagramChannel open(@Nullable InetSocketAddress address) throws IOException {
    DatagramChannel channel = DatagramChannel.open().bind(address);
    channel.configureBlocking(false);
    selector.wakeup();
    channel.register(selector, SelectionKey.OP_READ);
    return channel;
  }

  /** Returns the port to which the client sends. */
  public int port() {
    return inside.socket().getLocalPort();
  }

  /** Sends later datagrams of the client from another port. Datagrams to the old port are lost. */
  public void rebind() {
    forgetful = true;
    openOutside();
  }

  /** Rebinds like {@link #rebind}, but datagrams in flight to the old port still arrive. */
  public void rebindGently() {
    forgetful = false;
    openOutside();
  }

  private void openOutside() {
    try {
      outside.add(open(null));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Loses one in this many datagrams of the server; 0 loses none. */
  public void loseOneOf(int datagrams) {
    loss = datagrams;
  }

  /** Loses datagrams of the server with fewer bytes, such as those without data; 0 loses none. */
  public void loseSmallerThan(int bytes) {
    smallest = bytes;
  }

  /** Waits until the client has acknowledged received packets, which takes 25 ms at most (RFC 9000 section 13.2.1). */
  public void awaitAcknowledgements() {
    var unused = Await.still(toServer::get, Duration.ofMillis(100));
  }

  /** Waits until the client's next datagram is forwarded or lost. A client without responses sends again and again. */
  public void awaitRetransmission() {
    int before = allSent.size();
    Await.until(() -> {
      if (allSent.size() == before) {
        throw new AssertionError("no datagram of the client (expected: a retransmission)");
      }
    });
  }

  /** Sends the client's last datagram again, corrupted and from another address, like an attacker who saw its connection id. */
  public void forge() {
    byte[] forged = sent.clone();
    forged[forged.length - 1] ^= 1;
    try (DatagramChannel elsewhere = DatagramChannel.open()) {
      var unused = elsewhere.send(ByteBuffer.wrap(forged), server);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Forwards this many more datagrams of the client, and none after. */
  public void passOnly(int datagrams) {
    left.set(datagrams);
  }

  /** Delays datagrams of the server, as over a long distance. A client then has time to send all that it can before. */
  public void distance(Duration later) {
    distanceNanos = later.toNanos();
  }

  /** Drops all datagrams of the client after the first response of the server, such as the end of its handshake. */
  public void firstFlightOnly() {
    firstFlightOnly = true;
  }

  /** Ends {@link #firstFlightOnly}. */
  public void everything() {
    firstFlightOnly = false;
  }

  /** Sends all datagrams of the client again, from another address, like an attacker who has recorded them. */
  public void repeat() {
    repeatTo(server.getPort());
  }

  /** Sends all datagrams of the client again to another port. */
  public void repeatTo(int port) {
    InetSocketAddress there = new InetSocketAddress(server.getAddress(), port);
    try (DatagramChannel elsewhere = DatagramChannel.open()) {
      for (byte[] datagram : allSent) {
        var unused = elsewhere.send(ByteBuffer.wrap(datagram), there);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** UDP payload bytes sent to the server, and sent by it. */
  public long toServer() {
    return toServer.get();
  }

  public long fromServer() {
    return fromServer.get();
  }

  /** Retry packets (RFC 9000 section 17.2.5) that the server sent. */
  public int retries() {
    return retries.get();
  }

  /** Returns the client's current port from the server's view. */
  public int outsidePort() {
    return outside.get(outside.size() - 1).socket().getLocalPort();
  }

  /** Returns each port to which the server has sent a datagram. */
  public List<Integer> responsePorts() {
    return new ArrayList<>(responsePorts);
  }

  private void run() {
    ByteBuffer datagram = ByteBuffer.allocate(DATAGRAM);
    try {
      while (selector.isOpen()) {
        if (inFlight.isEmpty()) {
          selector.select();
        } else {
          selector.select(1);
        }
        arrive();
        for (SelectionKey key : selector.selectedKeys()) {
          DatagramChannel from = (DatagramChannel) key.channel();
          forward(from, datagram);
        }
        selector.selectedKeys().clear();
      }
    } catch (IOException | ClosedSelectorException closed) {
      // The test has ended.
    }
  }

  private void forward(DatagramChannel from, ByteBuffer datagram) throws IOException {
    for (SocketAddress sender = from.receive(datagram.clear());
        sender != null;
        sender = from.receive(datagram.clear())) {
      datagram.flip();
      if (from == inside) {
        client = sender;
        byte[] bytes = new byte[datagram.remaining()];
        datagram.get(0, bytes);
        boolean isLater = firstFlightOnly && hasAnswered;
        if (!isLater && left.getAndDecrement() > 0) {
          toServer.addAndGet(datagram.remaining());
          outside.get(outside.size() - 1).send(datagram, server);
        }
        sent = bytes;
        allSent.add(bytes);
      } else {
        int port = from.socket().getLocalPort();
        if (!responsePorts.contains(port)) {
          responsePorts.add(port);
        }
        responses++;
        fromServer.addAndGet(datagram.remaining());
        if ((datagram.get(0) & 0xf0) == RETRY) {
          retries.incrementAndGet();
        }
        boolean lost = (loss > 0 && responses % loss == 0) || datagram.remaining() < smallest;
        if (!lost && client != null && (port == outsidePort() || !forgetful)) {
          byte[] bytes = new byte[datagram.remaining()];
          datagram.get(bytes);
          inFlight.add(new InFlight(System.nanoTime() + distanceNanos, client, bytes));
        }
      }
    }
    arrive();
  }

  /** A datagram of the server in flight. */
  @SuppressWarnings("ArrayRecordComponent") // Forwarded, never compared.
  private record InFlight(long due, SocketAddress client, byte[] bytes) {}

  private void arrive() throws IOException {
    for (InFlight next = inFlight.peek();
        next != null && next.due - System.nanoTime() <= 0;
        next = inFlight.peek()) {
      inFlight.remove();
      hasAnswered = true;
      inside.send(ByteBuffer.wrap(next.bytes), next.client);
    }
  }

  @Override
  public void close() {
    try {
      selector.close();
      inside.close();
      for (DatagramChannel channel : outside) {
        channel.close();
      }
      thread.join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
