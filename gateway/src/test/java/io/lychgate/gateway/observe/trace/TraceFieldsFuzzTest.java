package io.lychgate.gateway.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lychgate.gateway.message.Fields;
import io.netty.util.AsciiString;
import io.opentelemetry.api.trace.SpanContext;
import java.nio.charset.StandardCharsets;

/** Any fields give a valid context or none, and a valid one comes out as it went in. */
class TraceFieldsFuzzTest {
  private static final AsciiString TRACEPARENT = AsciiString.cached("traceparent");
  private static final AsciiString TRACESTATE = AsciiString.cached("tracestate");

  @FuzzTest(maxDuration = "10s")
  void readsAnyFields(byte[] input) {
    String[] lines = new String(input, StandardCharsets.ISO_8859_1).split("\n", -1);
    Fields fields = new Fields().add(TRACEPARENT, lines[0]);
    for (int i = 1; i < lines.length; i++) {
      fields.add(TRACESTATE, lines[i]);
    }
    SpanContext context = TraceFields.read(fields);
    if (!context.isValid()) {
      return;
    }

    TraceFields.write(context, fields);

    SpanContext again = TraceFields.read(fields);
    assertThat(again.getTraceId()).isEqualTo(context.getTraceId());
    assertThat(again.getSpanId()).isEqualTo(context.getSpanId());
    assertThat(again.isSampled()).isEqualTo(context.isSampled());
    assertThat(again.getTraceState().asMap()).isEqualTo(context.getTraceState().asMap());
  }
}
