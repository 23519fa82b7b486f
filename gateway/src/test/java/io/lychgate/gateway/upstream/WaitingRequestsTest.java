package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
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
    Request second = add(2, "b1");

    assertThat(waiting.poll(client -> client == 2)).isSameAs(second);
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

  /** A request with a name. */
  private static final class Request extends IdleRequest {
    private final String name;

    Request(long client, String name) {
      super(client);
      this.name = name;
    }

    String name() {
      return name;
    }
  }
}
