package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.NoResponder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A response that waits for its gate. */
final class HeldResponseTest {
  private final List<String> sent = new ArrayList<>();
  private final List<String> gate = new ArrayList<>();
  private final HeldResponse held = new HeldResponse(new Exchanged(), new Gate());

  @BeforeEach
  void connect() {
    var unused = held.inFrontOf(NoResponder.INSTANCE);
  }

  private static ByteBuf bytes(String text) {
    return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
  }

  private static ResponseHead ok() {
    return new ResponseHead(200, new Fields());
  }

  @Test
  void leavesInOrderOnceItIsReleased() {
    held.head(ok(), false);
    held.data(bytes("a"), false);
    held.data(bytes("b"), true);
    assertThat(gate).containsExactly("head 200");
    assertThat(sent).isEmpty();

    held.release();

    assertThat(sent).containsExactly("head 200", "a", "b.", "flush");
  }

  @Test
  void passesEverythingOnAfterTheRelease() {
    held.head(ok(), false);
    held.release();

    held.data(bytes("late"), false);
    held.trailers(new Fields());

    assertThat(sent).containsExactly("head 200", "flush", "late", "trailers");
  }

  @Test
  void headWithoutABodyEndsTheResponse() {
    held.head(ok(), true);

    held.release();

    assertThat(sent).containsExactly("head 200.", "flush");
  }

  @Test
  void takesNoBodyWhileItHolds() {
    assertThat(held.isWritable()).isTrue();

    held.head(ok(), false);
    assertThat(held.isWritable()).isFalse();

    held.release();
    assertThat(held.isWritable()).isTrue();
  }

  @Test
  void interimResponsesAreShownToTheGateAndDoNotWait() {
    held.informational(new ResponseHead(103, new Fields()));

    assertThat(gate).containsExactly("interim 103");
    assertThat(sent).containsExactly("interim 103");
  }

  @Test
  void failureReplacesTheHeldResponse() {
    ByteBuf data = bytes("a");
    held.head(ok(), false);
    held.data(data, false);

    held.fail(new ExchangeFailure(ExchangeFailure.Kind.RESPONSE_INCOMPLETE, ""));
    held.release();

    assertThat(gate).containsExactly("head 200", "ended");
    assertThat(sent).containsExactly("fail RESPONSE_INCOMPLETE");
    assertThat(data.refCnt()).isZero();
  }

  @Test
  void cancelledResponseIsReleasedAndNeverSent() {
    ByteBuf data = bytes("a");
    held.head(ok(), false);
    held.data(data, false);

    held.cancel();
    held.release();

    assertThat(gate).containsExactly("head 200", "ended");
    assertThat(sent).isEmpty();
    assertThat(data.refCnt()).isZero();
  }

  /** A gate that releases nothing by itself. */
  private final class Gate implements HeldResponse.Gate {
    @Override
    public void informational(ResponseHead head) {
      gate.add("interim " + head.status());
    }

    @Override
    public void finalHead(ResponseHead head) {
      gate.add("head " + head.status());
    }

    @Override
    public void ended() {
      gate.add("ended");
    }
  }

  /** The exchange behind the held response. */
  private final class Exchanged implements ResponseSink {
    @Override
    public void informational(ResponseHead head) {
      sent.add("interim " + head.status());
    }

    @Override
    public void head(ResponseHead head, boolean end) {
      sent.add("head " + head.status() + (end ? "." : ""));
    }

    @Override
    public void data(ByteBuf data, boolean end) {
      sent.add(data.toString(StandardCharsets.US_ASCII) + (end ? "." : ""));
      data.release();
    }

    @Override
    public void trailers(Fields trailers) {
      sent.add("trailers");
    }

    @Override
    public void fail(ExchangeFailure failure) {
      sent.add("fail " + failure.kind());
    }

    @Override
    public boolean isWritable() {
      return true;
    }

    @Override
    public void requestConsumed(int bytes) {}

    @Override
    public void flush() {
      sent.add("flush");
    }
  }
}
