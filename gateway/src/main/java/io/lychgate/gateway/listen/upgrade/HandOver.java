package io.lychgate.gateway.listen.upgrade;

import io.lychgate.gateway.config.UpgradeConfig;
import io.lychgate.gateway.listen.Listeners;
import io.lychgate.gateway.listen.socket.InheritedSockets.Inherited;
import io.lychgate.gateway.loop.EventLoops;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.FileDescriptor;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running process's side of a hand-over, in the order of {@link Message}. Until the new process has started, nothing of this one
 * changes for good. All state belongs to one event loop of its own.
 */
public final class HandOver implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HandOver.class);

  /** Maximum connections at the hand-over socket. More are closed. */
  private static final int MAX_CONNECTIONS = 8;

  /** Maximum time from GO to STARTED. The new process gives up earlier. */
  private static final Duration START = TakeOver.START.multipliedBy(3);

  private final UpgradeConfig config;
  private final Listeners listeners;
  private final Owner owner;
  private final Set<Integer> earlierRuns;
  private final EventLoopGroup group = new EventLoops(
      1, new DefaultThreadFactory("lychgate-hand-over", true), EpollIoHandler.newFactory());
  private final EventLoop loop = group.next();
  private @Nullable Channel server;
  private @Nullable Attempt attempt;
  private @Nullable Channel asking;
  private int connections;
  private boolean isHandedOver;
  private volatile boolean isClosing;

  /** True while a process runs that this one has started and that has not taken over. */
  private boolean isStarting;

  /** True from the end of its time until that process has been stopped. No process takes over meanwhile. */
  private boolean isGivenUp;

  /** The gateway that is handed over. */
  public interface Owner {
    /** Returns the port of the admin plane; 0 if there is none. */
    int adminPort();

    /** Called when the new process serves. This one must drain. */
    void handedOver(int process);

    /** Called when the process that has taken over ends while this one drains. No process forwards packets any more. */
    void successorEnded();

    /**
     * Starts the new process, which connects to the hand-over socket.
     *
     * @param giveUp called at the end of its time, not on an event loop: returns false if it may be about to serve and must not be
     *     stopped
     * @param ended gets the reason if it ends before it has taken over
     */
    void startSuccessor(BooleanSupplier giveUp, Consumer<String> ended);
  }

  /** @param earlierRuns numbers of the runs of processes that may still drain */
  public HandOver(
      UpgradeConfig config, Listeners listeners, Set<Integer> earlierRuns, Owner owner) {
    this.config = config;
    this.listeners = listeners;
    this.earlierRuns = Set.copyOf(earlierRuns);
    this.owner = owner;
  }

  /** Opens the hand-over socket. */
  public void start() throws IOException {
    if (!Epoll.isAvailable()) {
      LOG.warn("upgrade.enabled: ignored, because it needs Linux with epoll");
      return;
    }
    PeerCheck.secure(config);
    Files.deleteIfExists(config.socket());
    ChannelFuture bound = new ServerBootstrap()
        .group(loop)
        .channel(EpollServerDomainSocketChannel.class)
        .childHandler(new ChannelInitializer<EpollDomainSocketChannel>() {
          @Override
          protected void initChannel(EpollDomainSocketChannel peer) {
            accepted(peer);
          }
        })
        .bind(new DomainSocketAddress(config.socket().toFile()))
        .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "upgrade.directory: " + config.socket() + ": " + bound.cause().getMessage(),
          bound.cause());
    }
    server = bound.channel();
  }

  /** Starts the new process on request of an operator. Any thread. */
  public void startSuccessor() {
    loop.execute(() -> startSuccessor(null));
  }

  private void startSuccessor(@Nullable Channel asker) {
    if (isHandedOver || isStarting || attempt != null) {
      refuse(asker, "another upgrade is in progress");
      return;
    }
    asking = asker;
    isStarting = true;
    LOG.info("upgrade: starting the new process");
    owner.startSuccessor(
        this::giveUp,
        reason -> loop.execute(() -> {
          isStarting = false;
          isGivenUp = false;
          if (!isHandedOver) {
            failed(reason);
          }
        }));
  }

  private boolean giveUp() {
    try {
      return loop.submit(this::giveUpUnlessStopped).get();
    } catch (RejectedExecutionException | ExecutionException closed) {
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Boolean giveUpUnlessStopped() {
    Attempt current = attempt;
    isGivenUp = !isHandedOver && (current == null || !current.hasStoppedReading());
    return isGivenUp;
  }

  private void refuse(@Nullable Channel asker, String reason) {
    if (asker == null) {
      LOG.warn("upgrade: {}", reason);
    } else {
      asker
          .writeAndFlush(Message.of(asker.alloc(), Message.REFUSED, reason))
          .addListener(sent -> asker.close());
    }
  }

  private void failed(String reason) {
    LOG.error("upgrade: {}; this process continues", reason);
    Channel asker = asking;
    asking = null;
    if (asker != null) {
      refuse(asker, reason);
    }
  }

  private void accepted(EpollDomainSocketChannel peer) {
    try {
      if (connections >= MAX_CONNECTIONS || !PeerCheck.isTrusted(peer)) {
        LOG.warn(
            "upgrade: connection of process {} closed: too many, or of another user",
            PeerCheck.process(peer));
        peer.close();
        return;
      }
    } catch (IOException e) {
      peer.close();
      return;
    }
    connections++;
    peer.closeFuture().addListener(closed -> connections--);
    peer.pipeline().addLast(Message.decoder(), new Attempt(peer));
  }

  /** Closes the hand-over socket, if this process still has it. */
  @Override
  public void close() {
    isClosing = true;
    Channel open = server;
    if (open != null && open.isOpen()) {
      open.close().awaitUninterruptibly(TimeUnit.SECONDS.toMillis(2));
    }
    group.shutdownGracefully().awaitUninterruptibly();
  }

  private enum Step {
    CONNECTED,
    OFFERED,
    SENT,
    STOPPING,
    GOING,
    DONE
  }

  /** One connection of another process. */
  private final class Attempt extends ChannelInboundHandlerAdapter {
    private final EpollDomainSocketChannel peer;
    private final int process;
    private Step step = Step.CONNECTED;
    private List<Inherited> sockets = List.of();
    private @Nullable Future<?> timeout;

    Attempt(EpollDomainSocketChannel peer) {
      this.peer = peer;
      this.process = PeerCheck.process(peer);
      limit(TakeOver.START);
    }

    /** Returns true if this process has stopped reading for the other one, which may serve at any time. */
    boolean hasStoppedReading() {
      return step == Step.STOPPING || step == Step.GOING || step == Step.DONE;
    }

    private void limit(Duration patience) {
      unlimited();
      timeout = loop.schedule(
          () -> {
            LOG.warn("upgrade: process {} is not ready in time", process);
            peer.close();
          },
          patience.toMillis(),
          TimeUnit.MILLISECONDS);
    }

    private void unlimited() {
      if (timeout != null) {
        timeout.cancel(false);
        timeout = null;
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      ByteBuf content = (ByteBuf) message;
      try {
        read(content.isReadable() ? content.readByte() : 0, content);
      } catch (IOException | RuntimeException e) {
        LOG.warn("upgrade: process {}: {}", process, e.toString());
        if (step != Step.DONE) {
          peer.close();
        }
      } finally {
        content.release();
      }
    }

    private void read(byte type, ByteBuf content) throws IOException {
      // The new process forwards packets before its STARTED arrives.
      if (type == Message.PACKET && (step == Step.GOING || step == Step.DONE)) {
        take(content);
      } else if (type == Message.UPGRADE && step == Step.CONNECTED) {
        unlimited();
        startSuccessor(peer);
      } else if (type == Message.HELLO && step == Step.CONNECTED) {
        offer(content);
      } else if (type == Message.SEND && step == Step.OFFERED) {
        step = Step.SENT;
        sockets.forEach(each -> peer.write(new FileDescriptor(each.descriptor())));
        peer.flush();
      } else if (type == Message.READY && step == Step.SENT && !isGivenUp) {
        stopReading();
      } else if (type == Message.STARTED && step == Step.GOING) {
        started();
      } else {
        throw new IOException("message " + type + " in step " + step);
      }
    }

    private void take(ByteBuf content) throws UnknownHostException {
      Message.Forwarded forwarded = Message.readPacket(peer.alloc(), content);
      listeners.take(forwarded.listener(), forwarded.socket(), forwarded.packet());
    }

    private void offer(ByteBuf content) throws IOException {
      byte version = content.readByte();
      if (version != Message.VERSION) {
        refuse(
            peer, "version " + version + " of the hand-over (expected: " + Message.VERSION + ")");
        return;
      }
      if (attempt != null || isHandedOver) {
        refuse(peer, "another upgrade is in progress");
        return;
      }
      attempt = this;
      step = Step.OFFERED;
      limit(config.timeout());
      LOG.info(
          "upgrade: process {} with version {} takes the sockets",
          process,
          Message.readText(content));
      sockets = listeners.sockets();
      Set<Integer> runs = new HashSet<>(earlierRuns);
      runs.addAll(listeners.quicRuns());
      ByteBuf message = Message.begin(peer.alloc(), Message.OFFER);
      new Offer(sockets, runs, owner.adminPort()).write(message);
      peer.writeAndFlush(Message.end(message));
    }

    private void stopReading() {
      step = Step.STOPPING;
      limit(START);
      listeners
          .stopReading()
          .whenCompleteAsync(
              (ids, failure) -> {
                if (failure != null) {
                  peer.close();
                } else if (peer.isActive()) {
                  go(ids);
                }
              },
              loop);
    }

    private void go(List<byte[]> ids) {
      step = Step.GOING;
      ByteBuf message = Message.begin(peer.alloc(), Message.GO);
      for (byte[] id : ids) {
        if (message.readableBytes() + id.length < Message.MAX_BYTES) {
          message.writeByte(id.length).writeBytes(id);
        }
      }
      peer.writeAndFlush(Message.end(message));
    }

    private void started() {
      step = Step.DONE;
      isHandedOver = true;
      unlimited();
      LOG.info("upgrade: process {} serves now; this process drains", process);
      Channel asker = asking;
      asking = null;
      if (asker != null) {
        asker
            .writeAndFlush(Message.of(asker.alloc(), Message.DONE, Integer.toString(process)))
            .addListener(sent -> asker.close());
      }
      owner.handedOver(process);
      Channel open = server;
      // Netty deletes the file of a server's socket when it closes it, so the new process binds
      // its own only after that.
      if (open == null) {
        yours();
      } else {
        open.close().addListener(closed -> loop.execute(this::yours));
      }
    }

    private void yours() {
      peer.writeAndFlush(Message.of(peer.alloc(), Message.YOURS));
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      unlimited();
      if (asking == peer) {
        asking = null;
      }
      if (attempt != this) {
        return;
      }
      if (step == Step.DONE) {
        if (isClosing) {
          return;
        }
        LOG.warn(
            "upgrade: process {} has ended while this one still drains; QUIC connections close",
            process);
        listeners.closeQuic();
        owner.successorEnded();
        return;
      }
      attempt = null;
      if (step == Step.STOPPING || step == Step.GOING) {
        listeners.startReading();
      }
      failed("process " + process + " has ended before it was ready");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      LOG.debug("upgrade: process {}: {}", process, cause.toString());
      ctx.close();
    }
  }
}
