package io.lychgate.gateway.upstream;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.upstream.balance.ServerState;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.netty.channel.Channel;

/** Passes everything on to another owner. The base of owners that handle a part by themselves. Event loop only. */
abstract class ForwardingOwner implements ServerConnections.Owner {
  final ServerConnections.Owner owner;

  ForwardingOwner(ServerConnections.Owner owner) {
    this.owner = owner;
  }

  @Override
  public Endpoint endpoint() {
    return owner.endpoint();
  }

  @Override
  public ServerState state() {
    return owner.state();
  }

  @Override
  public void lent(StreamLease lease, StreamRequest request) {
    owner.lent(lease, request);
  }

  @Override
  public void tunnelBegan(StreamLease lease) {
    owner.tunnelBegan(lease);
  }

  @Override
  public void released(StreamLease lease) {
    owner.released(lease);
  }

  @Override
  public void closed(StreamLease lease) {
    owner.closed(lease);
  }

  @Override
  public void connectFailed(ExchangeFailure failure) {
    owner.connectFailed(failure);
  }

  @Override
  public boolean selectedOther(Channel channel) {
    return owner.selectedOther(channel);
  }

  @Override
  public boolean requiresHttp1() {
    return owner.requiresHttp1();
  }

  @Override
  public void again(StreamRequest request) {
    owner.again(request);
  }

  @Override
  public void takesNoTunnel(StreamRequest request) {
    owner.takesNoTunnel(request);
  }

  @Override
  public void streamsChanged() {
    owner.streamsChanged();
  }

  @Override
  public void mayServe() {
    owner.mayServe();
  }

  @Override
  public void idleChanged() {
    owner.idleChanged();
  }
}
