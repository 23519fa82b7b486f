package io.lychgate.gateway.files;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A responder that answered at once, from memory. What else comes of the request is dropped. */
final class Answered implements Responder {
  private final ResponseSink sink;

  Answered(ResponseSink sink) {
    this.sink = sink;
  }

  /**
   * Sends everything, whether or not the sink is writable: the octets are shared and lie in memory anyway, so nothing is
   * gained by keeping them back.
   */
  Answered send(FileAnswer answer, boolean withBody) {
    List<BodyPart> parts = answer.parts();
    boolean hasBody = withBody && !parts.isEmpty();
    sink.head(answer.head(), !hasBody);
    if (hasBody) {
      for (int i = 0; i < parts.size(); i++) {
        sink.data(octets(answer, parts.get(i)), i == parts.size() - 1);
      }
    }
    sink.flush();
    return this;
  }

  Answered send(Refusal refusal, boolean withBody) {
    sink.head(refusal.head(), !withBody);
    if (withBody) {
      sink.data(refusal.body(), true);
    }
    sink.flush();
    return this;
  }

  private static ByteBuf octets(FileAnswer answer, BodyPart part) {
    if (part instanceof BodyPart.Octets octets) {
      return answer.representation().octets(octets.range());
    }
    return text((BodyPart.Text) part);
  }

  static ByteBuf text(BodyPart.Text part) {
    return Unpooled.wrappedBuffer(part.text().getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public void requestData(ByteBuf data, boolean end) {
    int bytes = data.readableBytes();
    data.release();
    sink.requestConsumed(bytes);
  }

  @Override
  public void requestTrailers(Fields trailers) {}

  @Override
  public void sinkWritable() {}

  @Override
  public void cancel() {}
}
