package io.lychgate.gateway.filter;

import io.lychgate.gateway.config.site.HeaderEditConfig;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ForwardingSink;
import io.lychgate.gateway.message.HopFields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Edits the fields of a request before its responder reads it, and those of the final response. Interim responses, trailers and the
 * gateway's own failures stay as they are.
 */
public final class HeaderEdits implements ResponseFilter {
  private final Edits request;
  private final Edits response;

  public HeaderEdits(HeaderEditConfig request, HeaderEditConfig response) {
    this.request = Edits.of(request);
    this.response = Edits.of(response);
  }

  @Override
  public @Nullable ForwardingSink wrap(RequestContext context, ResponseSink next) {
    request.apply(context.request().fields());
    return response.isEmpty ? null : new EditedResponse(next, response);
  }

  @Override
  public String summary() {
    if (request.isEmpty) {
      return "edits response headers";
    }
    return response.isEmpty ? "edits request headers" : "edits request and response headers";
  }

  private static final class EditedResponse extends ForwardingSink {
    private final Edits edits;

    EditedResponse(ResponseSink next, Edits edits) {
      super(next);
      this.edits = edits;
    }

    @Override
    public void head(ResponseHead head, boolean end) {
      edits.apply(head.fields());
      next().head(head, end);
    }

    @Override
    public void upgraded(ResponseHead head, Responder tunnel) {
      edits.apply(head.fields());
      next().upgraded(head, tunnel);
    }
  }

  private record Edits(List<AsciiString> remove, Fields set, Fields add, boolean isEmpty) {
    static Edits of(HeaderEditConfig config) {
      return new Edits(
          config.remove().stream().map(Edits::name).toList(),
          fields(config.set()),
          fields(config.add()),
          config.isEmpty());
    }

    private static Fields fields(Map<String, String> texts) {
      Fields fields = new Fields();
      texts.forEach((name, value) -> fields.add(name(name), new AsciiString(value)));
      return fields;
    }

    private static AsciiString name(String text) {
      return AsciiString.cached(text.toLowerCase(Locale.ROOT));
    }

    void apply(Fields fields) {
      if (isEmpty) {
        return;
      }
      // First: the sender's Connection field may nominate a field that is set here.
      HopFields.strip(fields);
      for (int i = 0; i < remove.size(); i++) {
        fields.remove(remove.get(i));
      }
      for (int i = 0; i < set.size(); i++) {
        fields.set(set.name(i), set.value(i));
      }
      for (int i = 0; i < add.size(); i++) {
        fields.add(add.name(i), add.value(i));
      }
    }
  }
}
