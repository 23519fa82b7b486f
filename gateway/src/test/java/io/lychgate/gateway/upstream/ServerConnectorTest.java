package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.loop.TurnShares;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.upstream.connect.ConnectRace;
import io.lychgate.gateway.upstream.connect.ServerAddresses;
import io.lychgate.gateway.upstream.connect.ServerSockets;
import io.lychgate.gateway.upstream.discovery.Discovery;
import io.lychgate.gateway.upstream.http1.Http1Protocol;
import io.netty.channel.ChannelException;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.ssl.SslProvider;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ServerConnectorTest {
  private final EventLoop loop = new DefaultEventLoop();

  @AfterEach
  void close() {
    loop.shutdownGracefully();
  }

  /** Netty reports the failure on another thread, which must not access state of the loop. */
  @Test
  void socketThatCannotBeCreatedFailsTheExchangeOnItsLoop() throws Exception {
    CompletableFuture<ExchangeFailure> failure = new CompletableFuture<>();
    CompletableFuture<Boolean> isOnLoop = new CompletableFuture<>();

    loop.execute(() -> {
      var unused = upstreams()
          .forward(
              UpstreamConfig.of(
                  "app", List.of(new ServerConfig(ServerConfig.Scheme.HTTP, "127.0.0.1", 1))),
              OutgoingRequest.plain(
                  new RequestHead(
                      HttpMethod.GET.asciiName(), false, "localhost", "/", new Fields(), 0),
                  "localhost",
                  true),
              () -> 7,
              ForwardPolicy.DEFAULT,
              new Sink(failed -> {
                isOnLoop.complete(loop.inEventLoop());
                failure.complete(failed);
              }));
    });

    assertThat(failure.get(10, TimeUnit.SECONDS).kind())
        .isEqualTo(ExchangeFailure.Kind.CONNECTION_LIMIT);
    assertThat(isOnLoop.get()).isTrue();
  }

  private LoopUpstreams upstreams() {
    LoopClock clock = new LoopClock(loop, Ticker.system());
    UpstreamLoop parts = new UpstreamLoop(
        loop,
        new DeadlineWheel(loop, clock),
        new FlushQueue(loop, clock),
        LoopDescriptors.unlimited(loop),
        new TurnShares(loop, clock),
        new Observatory(List.of(loop), Ticker.system()).of(loop));
    ServerConnector connector = new ServerConnector(
        new ConnectRace.Means(
            new ServerSockets(WithoutDescriptor.class, WithoutDescriptor.class),
            new ServerAddresses(NioDatagramChannel.class, NioSocketChannel.class)),
        new UpstreamTls(SslProvider.JDK));
    return new LoopUpstreams(
        parts,
        name -> 0,
        new Http1Protocol(connector),
        new SharedUpstreams(Discovery.ofConfiguration(), Ticker.system()));
  }

  /** Fails like a socket of a process without free file descriptors. */
  public static final class WithoutDescriptor extends LocalChannel {
    public WithoutDescriptor() {
      throw new ChannelException("Too many open files");
    }
  }

  private static final class Sink extends IgnoredResponse {
    private final Consumer<ExchangeFailure> failed;

    Sink(Consumer<ExchangeFailure> failed) {
      this.failed = failed;
    }

    @Override
    public void fail(ExchangeFailure failure) {
      failed.accept(failure);
    }
  }
}
