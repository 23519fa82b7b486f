package io.lychgate.gateway.upstream.health;

import io.lychgate.gateway.config.site.UpstreamTlsConfig.HttpVersion;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.upstream.ServerConnector;
import io.lychgate.gateway.upstream.UpstreamSite;
import io.lychgate.gateway.upstream.UpstreamTls;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A check that opens a connection, with TLS to an https server, and closes it. Health loop only. */
final class TcpCheck implements ServerCheck, ServerConnector.Opening {
  private final ServerConnector connector;
  private final UpstreamSite site;
  private final Endpoint server;
  private final Consumer<CheckResult> done;
  private @Nullable Channel channel;
  private boolean isOver;

  TcpCheck(
      ServerConnector connector, UpstreamSite site, Endpoint server, Consumer<CheckResult> done) {
    this.connector = connector;
    this.site = site;
    this.server = server;
    this.done = done;
  }

  @Override
  public void start() {
    connector.connect(site, server, this);
  }

  @Override
  public CheckResult abandon() {
    isOver = true;
    closeChannel();
    return CheckResult.late("no connection");
  }

  @Override
  public boolean isWanted() {
    return !isOver;
  }

  @Override
  public List<HttpVersion> offered() {
    return UpstreamTls.offered(site.config().tls(), true);
  }

  @Override
  public void initialize(ChannelPipeline pipeline, @Nullable String selected) {
    channel = pipeline.channel();
  }

  @Override
  public void opened() {
    closeChannel();
    report(CheckResult.HEALTHY);
  }

  @Override
  public void failed(ExchangeFailure failure) {
    report(CheckResult.unhealthy(failure.detail()));
  }

  @Override
  public void noDescriptor() {
    report(new CheckResult(CheckResult.Outcome.SKIPPED, "no file descriptor"));
  }

  private void closeChannel() {
    Channel open = channel;
    if (open != null) {
      open.close();
    }
  }

  private void report(CheckResult result) {
    if (!isOver) {
      isOver = true;
      done.accept(result);
    }
  }
}
