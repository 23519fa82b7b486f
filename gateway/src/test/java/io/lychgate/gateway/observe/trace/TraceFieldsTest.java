package io.lychgate.gateway.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.Fields;
import io.netty.util.AsciiString;
import io.opentelemetry.api.trace.SpanContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceFieldsTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String SPAN = "b7ad6b7169203331";
  private static final String PARENT = "00-" + TRACE + "-" + SPAN + "-01";
  private static final AsciiString TRACEPARENT = AsciiString.cached("traceparent");
  private static final AsciiString TRACESTATE = AsciiString.cached("tracestate");
  private static final AsciiString CONNECTION = AsciiString.cached("connection");

  private static SpanContext read(String parent, String... states) {
    Fields fields = new Fields().add(TRACEPARENT, parent);
    for (String state : states) {
      fields.add(TRACESTATE, state);
    }
    return TraceFields.read(fields);
  }

  private static String written(SpanContext context) {
    Fields fields = new Fields();
    TraceFields.write(context, fields);
    return String.valueOf(fields.get(TRACESTATE));
  }

  @Test
  void readsTheContextOfTheSender() {
    SpanContext context = read(PARENT, "rojo=00f067aa0ba902b7");

    assertThat(context.getTraceId()).isEqualTo(TRACE);
    assertThat(context.getSpanId()).isEqualTo(SPAN);
    assertThat(context.isSampled()).isTrue();
    assertThat(context.isRemote()).isTrue();
    assertThat(written(context)).isEqualTo("rojo=00f067aa0ba902b7");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01-" + TRACE + "-" + SPAN + "-01",
        "cc-" + TRACE + "-" + SPAN + "-01-what-the-future-will-be-like",
        "00-" + TRACE + "-" + SPAN + "-ff"
      })
  void readsLaterVersionsAndUnknownFlags(String parent) {
    assertThat(read(parent).isValid()).isTrue();
    assertThat(read(parent).isSampled()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "ff-" + TRACE + "-" + SPAN + "-01",
        "00-" + TRACE + "-" + SPAN + "-01-more",
        "00-" + TRACE + "-" + SPAN + "-01.",
        "cc-" + TRACE + "-" + SPAN + "-01.what",
        "00-00000000000000000000000000000000-" + SPAN + "-01",
        "00-" + TRACE + "-0000000000000000-01",
        "00-0AF7651916CD43DD8448EB211C80319C-" + SPAN + "-01",
        "00-" + TRACE + "-" + SPAN + "-0G",
        "00_" + TRACE + "-" + SPAN + "-01",
        "00-" + TRACE + "-" + SPAN + "\r\n01",
        "0x-" + TRACE + "-" + SPAN + "-01",
        "00-\u0660af7651916cd43dd8448eb211c80319c-" + SPAN + "-01"
      })
  void malformedTraceparentIsIgnoredWithItsState(String parent) {
    assertThat(read(parent, "a=1").isValid()).isFalse();
    assertThat(read(parent, "a=1").getTraceState().isEmpty()).isTrue();
  }

  @Test
  void twoTraceparentsAreIgnored() {
    Fields fields = new Fields().add(TRACEPARENT, PARENT).add(TRACEPARENT, PARENT);

    assertThat(TraceFields.read(fields).isValid()).isFalse();
  }

  @Test
  void joinsTheLinesOfATracestateInTheirOrder() {
    assertThat(written(read(PARENT, "a=1, b=2", "", " ,c@d=3\t,"))).isEqualTo("a=1,b=2,c@d=3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "a=", "=1", "A=1", "a=1=2", "a=\u00e9", "a@@b=1", "a=1,b=\u007f", "a b=1"})
  void malformedTracestateIsDroppedAlone(String state) {
    SpanContext context = read(PARENT, state);

    assertThat(context.getTraceId()).isEqualTo(TRACE);
    assertThat(context.getTraceState().isEmpty()).isTrue();
  }

  @Test
  void tracestateWithTooManyMembersIsDropped() {
    StringBuilder members = new StringBuilder("a0=1");
    for (int i = 1; i < 32; i++) {
      members.append(",a").append(i).append("=1");
    }

    assertThat(read(PARENT, members.toString()).getTraceState().size()).isEqualTo(32);
    assertThat(read(PARENT, members + ",b=1").getTraceState().isEmpty()).isTrue();
  }

  @Test
  void tracestateOf100KilobytesIsDropped() {
    assertThat(read(PARENT, "a=" + "x".repeat(100_000)).getTraceState().isEmpty())
        .isTrue();
    assertThat(read(PARENT, ",".repeat(100_000)).getTraceState().isEmpty()).isTrue();
  }

  @Test
  void longTracestateLosesLargeMembersFirstAndThenTheLastOnes() {
    String large = "large=" + "x".repeat(200);
    String small = "=" + "y".repeat(90);
    String state = written(read(
        PARENT,
        large,
        "a" + small,
        "b" + small,
        "c" + small,
        "d" + small,
        "e" + small,
        "f" + small));

    assertThat(state.length()).isLessThanOrEqualTo(512);
    assertThat(state).startsWith("a=").contains(",e=").doesNotContain("large", "f=");
  }

  @Test
  void writesOneContextThatTheClientCannotDrop() {
    Fields fields = new Fields()
        .add(CONNECTION, "close, traceparent, TraceState")
        .add(TRACEPARENT, "evil")
        .add(TRACESTATE, "evil=1")
        .add(TRACEPARENT, "evil");

    TraceFields.write(read(PARENT), fields);

    assertThat(fields.get(TRACEPARENT)).hasToString(PARENT);
    assertThat(fields.indexOf(TRACEPARENT, fields.indexOf(TRACEPARENT, 0) + 1)).isEqualTo(-1);
    assertThat(fields.contains(TRACESTATE)).isFalse();
    assertThat(fields.get(CONNECTION)).hasToString("close");
  }
}
