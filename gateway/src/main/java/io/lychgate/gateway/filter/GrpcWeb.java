package io.lychgate.gateway.filter;

import io.lychgate.gateway.http.grpc.GrpcForm;
import io.lychgate.gateway.http.grpc.GrpcStatus;
import io.lychgate.gateway.http.grpc.GrpcWebBody;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ForwardingExchange;
import io.lychgate.gateway.message.ForwardingSink;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.util.AsciiString;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Translates requests of gRPC-Web to gRPC, and their responses back, so that browsers can call gRPC servers. The messages of both are
 * the same. In gRPC-Web the trailers are the last message of the body, and the text form has the body in base64.
 */
public final class GrpcWeb implements ResponseFilter {
  private static final AsciiString X_GRPC_WEB = AsciiString.cached("x-grpc-web");

  private final IntFunction<IntConsumer> counters;

  /** @param counters returns the counter of status codes of an event loop */
  public GrpcWeb(IntFunction<IntConsumer> counters) {
    this.counters = counters;
  }

  @Override
  public @Nullable ForwardingSink wrap(RequestContext context, ResponseSink next) {
    Fields fields = context.request().fields();
    CharSequence type = fields.get(HttpHeaderNames.CONTENT_TYPE);
    GrpcForm form = type == null ? GrpcForm.NONE : GrpcForm.ofType(type);
    if (type == null || (form != GrpcForm.WEB && form != GrpcForm.WEB_TEXT)) {
      return null;
    }
    fields.set(HttpHeaderNames.CONTENT_TYPE, GrpcForm.GRPC.withSuffixOf(type, form));
    CharSequence accept = fields.get(HttpHeaderNames.ACCEPT);
    boolean isTextWanted = form == GrpcForm.WEB_TEXT
        || (accept != null && GrpcForm.ofType(accept) == GrpcForm.WEB_TEXT);
    fields.remove(HttpHeaderNames.ACCEPT);
    fields.remove(X_GRPC_WEB);
    // Browsers cannot send it, and servers of gRPC may require it.
    fields.set(HttpHeaderNames.TE, HttpHeaderValues.TRAILERS);
    if (form == GrpcForm.WEB_TEXT) {
      context.removeBodyLength();
    }
    return new Translation(
        next,
        form == GrpcForm.WEB_TEXT ? new GrpcWebBody.Decoder() : null,
        isTextWanted ? GrpcForm.WEB_TEXT : GrpcForm.WEB,
        counters.apply(context.loopNumber()));
  }

  private static final class Translation extends ForwardingExchange {
    private final GrpcWebBody.@Nullable Decoder decoder;
    private final GrpcForm form;
    private final IntConsumer counter;
    private boolean isTranslated;

    /** @param decoder decodes the body of a request in the text form; null for the binary form */
    Translation(
        ResponseSink next,
        GrpcWebBody.@Nullable Decoder decoder,
        GrpcForm form,
        IntConsumer counter) {
      super(next);
      this.decoder = decoder;
      this.form = form;
      this.counter = counter;
    }

    @Override
    public void requestData(ByteBuf data, boolean end) {
      if (decoder == null) {
        responder().requestData(data, end);
        return;
      }
      int encoded = data.readableBytes();
      ByteBuf decoded = decoder.decode(data);
      data.release();
      if (decoded == null || (end && !decoder.isComplete())) {
        if (decoded != null) {
          decoded.release();
        }
        next().requestConsumed(encoded);
        next().fail(new ExchangeFailure(Kind.BAD_REQUEST, "grpc-web-text: not base64"));
        responder().cancel();
        return;
      }
      int length = decoded.readableBytes();
      if (length > 0 || end) {
        responder().requestData(decoded, end);
      } else {
        decoded.release();
      }
      // The responder reports only the decoded bytes.
      next().requestConsumed(encoded - length);
    }

    @Override
    public void head(ResponseHead head, boolean end) {
      Fields fields = head.fields();
      CharSequence type = fields.get(HttpHeaderNames.CONTENT_TYPE);
      isTranslated = type != null && GrpcForm.ofType(type) == GrpcForm.GRPC;
      if (type != null && isTranslated) {
        fields.set(HttpHeaderNames.CONTENT_TYPE, form.withSuffixOf(type, GrpcForm.GRPC));
        fields.remove(HttpHeaderNames.CONTENT_LENGTH);
      }
      next().head(head, end);
    }

    @Override
    public void data(ByteBuf data, boolean end) {
      next().data(isTranslated && form == GrpcForm.WEB_TEXT ? GrpcWebBody.encode(data) : data, end);
    }

    @Override
    public void trailers(Fields trailers) {
      if (!isTranslated) {
        next().trailers(trailers);
        return;
      }
      counter.accept(GrpcStatus.in(trailers));
      next().data(GrpcWebBody.trailers(trailers, form == GrpcForm.WEB_TEXT), true);
    }
  }
}
