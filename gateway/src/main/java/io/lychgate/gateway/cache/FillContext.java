package io.lychgate.gateway.cache;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Identity;
import io.lychgate.gateway.message.ProxiedClient;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestTrace;
import io.lychgate.gateway.message.ServedBy;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/** The request of a fill. It comes from one client, but its response may serve others, and it may outlive its client. */
final class FillContext implements RequestContext {
  private final RequestContext client;
  private final RequestHead request;
  private final boolean isBehind;

  /** @param isBehind true if the client already has its response */
  FillContext(RequestContext client, RequestHead request, boolean isBehind) {
    this.client = client;
    this.request = request;
    this.isBehind = isBehind;
  }

  @Override
  public RequestHead request() {
    return request;
  }

  @Override
  public boolean hasBody() {
    return false;
  }

  @Override
  public boolean isEarly() {
    return client.isEarly();
  }

  @Override
  public boolean isTunnel() {
    return false;
  }

  @Override
  public String client() {
    return client.client();
  }

  @Override
  public long clientHash() {
    return client.clientHash();
  }

  @Override
  public long clientKey() {
    return client.clientKey();
  }

  @Override
  public @Nullable ProxiedClient proxiedClient() {
    return client.proxiedClient();
  }

  @Override
  public @Nullable Identity identity() {
    return client.identity();
  }

  @Override
  public @Nullable RequestTrace trace() {
    return isBehind ? null : client.trace();
  }

  @Override
  public boolean hasMoreInput() {
    return !isBehind && client.hasMoreInput();
  }

  @Override
  public EventExecutor loop() {
    return client.loop();
  }

  @Override
  public int loopNumber() {
    return client.loopNumber();
  }

  @Override
  public void prepareToForward() {
    prepareToForward(request);
  }

  /**
   * Adapts the fields, and replaces those of a proxy in front that name the host. The key has the host of the request, so a response
   * that is made for another one must not be stored under it.
   */
  @Override
  public void prepareToForward(RequestHead other) {
    client.prepareToForward(other);
    Fields fields = other.fields();
    CharSequence host = fields.get(FieldNames.X_FORWARDED_HOST);
    boolean isSame = host == null || AsciiString.contentEquals(host, other.authority());
    fields.set(FieldNames.X_FORWARDED_HOST, other.authority());
    fields.remove(FieldNames.X_FORWARDED_PORT);
    CharSequence forwarded = fields.get(FieldNames.FORWARDED);
    if (!isSame || (forwarded != null && AsciiString.indexOf(forwarded, ',', 0) >= 0)) {
      fields.remove(FieldNames.FORWARDED);
    }
  }

  @Override
  public long nanosSoFar() {
    return isBehind ? 0 : client.nanosSoFar();
  }

  @Override
  public void removeBodyLength() {}

  @Override
  public void servedBy(ServedBy server) {
    if (!isBehind) {
      client.servedBy(server);
    }
  }
}
