package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The order in which waiting requests get connections. */
final class WaitingRequestsTest {
  private final WaitingRequests waiting = new WaitingRequests();

  private Request add(long client, String name) {
    Request request = new Request(client, name);
    waiting.add(request);
    return request;
  }

  private List<String> pollAll() {
    List<String> order = new ArrayList<>();
    for (StreamRequest next = waiting.poll(client -> true);
        next != null;
        next = waiting.poll(client -> true)) {
      order.add(((Request) next).name());
    }
    return order;
  }

  @Test
  void clientsAreServedInTurn() {
    add(1, "a1");
    add(1, "a2");
    add(1, "a3");
    add(2, "b1");
    add(2, "b2");
    add(3, "c1");

    assertThat(pollAll()).containsExactly("a1", "b1", "c1", "a2", "b2", "a3");
    assertThat(waiting.size()).isZero();
    assertThat(waiting.clients()).isZero();
  }

  @Test
  void clientThatMayHoldNoMoreIsPassedOver() {
    add(1, "a1");
    add(2, "b1");

    StreamRequest next = waiting.poll(client -> client == 2);

    assertThat(next).isNotNull();
    assertThat(((Request) next).name()).isEqualTo("b1");
    assertThat(waiting.of(1)).isEqualTo(1);
    assertThat(waiting.of(2)).isZero();
  }

  @Test
  void requestThatIsPutBackIsTheNextOfItsClient() {
    Request first = add(1, "a1");
    add(1, "a2");
    assertThat(waiting.poll(client -> true)).isSameAs(first);

    waiting.putBack(first);

    assertThat(waiting.size()).isEqualTo(2);
    assertThat(pollAll()).containsExactly("a1", "a2");
  }

  @Test
  void removedRequestIsNotServed() {
    Request gone = add(1, "a1");
    add(1, "a2");

    assertThat(waiting.remove(gone)).isTrue();
    assertThat(waiting.remove(gone)).isFalse();
    assertThat(pollAll()).containsExactly("a2");
  }

  /** A request that only waits. */
  private record Request(long client, String name) implements StreamRequest {
    @Override
    public int server() {
      return 0;
    }

    @Override
    public void server(int index) {}

    @Override
    public boolean isDone() {
      return false;
    }

    @Override
    public void connected(UpstreamStream stream) {}

    @Override
    public void connectFailed(ExchangeFailure failure) {}

    @Override
    public void begin() {}

    @Override
    public void informational(ResponseHead head) {}

    @Override
    public void head(ResponseHead head, boolean end) {}

    @Override
    public void data(ByteBuf data) {}

    @Override
    public void end(ByteBuf data, Fields trailers) {}

    @Override
    public void switched(ResponseHead head, Responder tunnel) {}

    @Override
    public void failed(ExchangeFailure failure) {}

    @Override
    public void lost(UpstreamStream stream, ExchangeFailure failure) {}

    @Override
    public void bodyWritten(int bytes) {}

    @Override
    public ResponseSink sink() {
      throw new UnsupportedOperationException("sink: none (expected: not asked for)");
    }

    @Override
    public @Nullable WebSocketHandshake handshake() {
      return null;
    }
  }
}
