package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpMethod;
import org.jspecify.annotations.Nullable;

/** A request of a test, for the choice of its server. */
final class TestRequest implements BalancedRequest {
  final Fields fields = new Fields();
  private final RequestHead head =
      new RequestHead(HttpMethod.GET.asciiName(), false, "localhost", "/", fields, 0);
  long client;

  @Nullable
  Affinity affinity;

  @Nullable
  ServerState avoided;

  @Override
  public RequestHead request() {
    return head;
  }

  @Override
  public long client() {
    return client;
  }

  @Override
  public @Nullable Affinity affinity() {
    return affinity;
  }

  @Override
  public @Nullable ServerState avoided() {
    return avoided;
  }
}
