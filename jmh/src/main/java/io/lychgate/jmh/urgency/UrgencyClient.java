package io.lychgate.jmh.urgency;

import io.lychgate.jmh.lab.Authority;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/**
 * The client at its end of the link: {@code UrgencyClient CA.pem HOST}. It reads lines {@code PORT CHANGE SOURCE} and replies to
 * each with a line of JSON, an {@link Arrival} or {@code error}.
 */
final class UrgencyClient {
  private static final long PATIENCE_SECONDS = 30;
  private static final Pattern SPACE = Pattern.compile(" ", Pattern.LITERAL);

  private final String host;
  private final SslContext tls;
  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

  private UrgencyClient(Path authority, String host) throws IOException {
    this.host = host;
    this.tls = SslContextBuilder.forClient()
        .sslProvider(SslProvider.JDK)
        .trustManager(Authority.trusting(authority))
        .applicationProtocolConfig(new ApplicationProtocolConfig(
            ApplicationProtocolConfig.Protocol.ALPN,
            ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
            ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
            ApplicationProtocolNames.HTTP_2))
        .build();
  }

  private static PrintStream stream(FileDescriptor file) {
    return new PrintStream(new FileOutputStream(file), true, StandardCharsets.UTF_8);
  }

  /** Runs until its input ends. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    PrintStream replies = stream(FileDescriptor.out);
    // Loggers write to System.out, and must not mix with the replies.
    System.setOut(stream(FileDescriptor.err));
    UrgencyClient client = new UrgencyClient(Path.of(arguments[0]), arguments[1]);
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      List<String> words = SPACE.splitAsStream(order).toList();
      replies.println(JsonMapper.shared()
          .writeValueAsString(client.measure(
              Integer.parseInt(words.get(0)),
              Change.valueOf(words.get(1)),
              Source.valueOf(words.get(2)))));
    }
    client.loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
  }

  private Object measure(int port, Change change, Source source) throws InterruptedException {
    BulkConnection connection = new BulkConnection(change, source, host + ":" + port);
    Channel channel = new Bootstrap()
        .group(loop)
        .channel(NioSocketChannel.class)
        .handler(new Pipeline(port, connection))
        .connect(host, port)
        .addListener(connected -> {
          if (!connected.isSuccess()) {
            connection.arrival().completeExceptionally(connected.cause());
          }
        })
        .channel();
    try {
      return connection.arrival().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return Map.of("error", String.valueOf(e));
    } finally {
      channel.close().await();
    }
  }

  private final class Pipeline extends ChannelInitializer<Channel> {
    private final int port;
    private final BulkConnection connection;

    Pipeline(int port, BulkConnection connection) {
      this.port = port;
      this.connection = connection;
    }

    @Override
    protected void initChannel(Channel channel) {
      channel.pipeline().addLast(tls.newHandler(channel.alloc(), host, port));
      channel.pipeline().addLast(new ApplicationProtocolNegotiationHandler("none") {
        @Override
        protected void configurePipeline(ChannelHandlerContext context, String protocol) {
          context.pipeline().addLast(connection);
          connection.begin(context.pipeline().context(connection));
        }
      });
    }
  }
}
