package io.lychgate.gateway.files;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A responder that responds at once, from memory, and drops the rest of the request. */
final class ImmediateResponder implements Responder {
  private final ResponseSink sink;

  ImmediateResponder(ResponseSink sink) {
    this.sink = sink;
  }

  /**
   * Sends everything, even if the sink is not writable. The bytes are shared and in memory anyway, so waiting would save nothing.
   */
  ImmediateResponder send(FileResponse response, boolean withBody) {
    List<BodyPart> parts = response.parts();
    boolean hasBody = withBody && !parts.isEmpty();
    sink.head(response.head(), !hasBody);
    if (hasBody) {
      for (int i = 0; i < parts.size(); i++) {
        sink.data(bytes(response, parts.get(i)), i == parts.size() - 1);
      }
    }
    sink.flush();
    return this;
  }

  ImmediateResponder send(Refusal refusal, boolean withBody) {
    sink.head(refusal.head(), !withBody);
    if (withBody) {
      sink.data(refusal.body(), true);
    }
    sink.flush();
    return this;
  }

  private static ByteBuf bytes(FileResponse response, BodyPart part) {
    if (part instanceof BodyPart.Bytes bytes) {
      return response.representation().bytes(bytes.range());
    }
    return text((BodyPart.Text) part);
  }

  static ByteBuf text(BodyPart.Text part) {
    return Unpooled.wrappedBuffer(part.text().getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public void requestData(ByteBuf data, boolean end) {
    sink.dropRequestData(data);
  }

  @Override
  public void requestTrailers(Fields trailers) {}

  @Override
  public void sinkWritable() {}

  @Override
  public void cancel() {}
}
