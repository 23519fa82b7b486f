package io.lychgate.gateway.filter;

import io.lychgate.gateway.config.pattern.ValueTemplate;
import io.lychgate.gateway.config.site.HeaderEditConfig;
import io.lychgate.gateway.http.RequestVariables;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ForwardingSink;
import io.lychgate.gateway.message.HopFields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Edits the fields of a request before its responder reads it, and those of the final response. Interim responses, trailers and the
 * gateway's own failures stay as they are. Values with variables are made from the request as it is before the edits.
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
    Fields[] ofResponse = response.values(context);
    request.apply(context.request().fields(), request.values(context));
    return response.isEmpty ? null : new EditedResponse(next, response, ofResponse);
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
    private final Fields[] values;

    EditedResponse(ResponseSink next, Edits edits, Fields[] values) {
      super(next);
      this.edits = edits;
      this.values = values;
    }

    @Override
    public void head(ResponseHead head, boolean end) {
      edits.apply(head.fields(), values);
      next().head(head, end);
    }

    @Override
    public void upgraded(ResponseHead head, Responder tunnel) {
      edits.apply(head.fields(), values);
      next().upgraded(head, tunnel);
    }
  }

  /** A field whose value has variables. */
  private record Variable(AsciiString name, ValueTemplate value) {
    static List<Variable> in(Map<String, String> texts) {
      List<Variable> variables = new ArrayList<>();
      texts.forEach((name, text) -> {
        ValueTemplate template = ValueTemplate.of(text);
        if (!template.isStatic()) {
          variables.add(new Variable(Edits.name(name), template));
        }
      });
      return variables;
    }
  }

  /**
   * The edits of one direction.
   *
   * @param fixed the fields to set and those to add, with fixed values
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Edits(
      List<AsciiString> remove,
      Fields[] fixed,
      List<Variable> setVariables,
      List<Variable> addVariables,
      boolean isEmpty) {
    static Edits of(HeaderEditConfig config) {
      return new Edits(
          config.remove().stream().map(Edits::name).toList(),
          new Fields[] {fixed(config.set()), fixed(config.add())},
          Variable.in(config.set()),
          Variable.in(config.add()),
          config.isEmpty());
    }

    private static Fields fixed(Map<String, String> texts) {
      Fields fields = new Fields();
      texts.forEach((name, text) -> {
        ValueTemplate template = ValueTemplate.of(text);
        if (template.isStatic()) {
          fields.add(name(name), new AsciiString(template.literals().get(0)));
        }
      });
      return fields;
    }

    private static AsciiString name(String text) {
      return AsciiString.cached(text.toLowerCase(Locale.ROOT));
    }

    /** Returns the fields to set and those to add. */
    Fields[] values(RequestContext context) {
      if (setVariables.isEmpty() && addVariables.isEmpty()) {
        return fixed;
      }
      return new Fields[] {
        withValues(fixed[0], setVariables, context), withValues(fixed[1], addVariables, context)
      };
    }

    private static Fields withValues(
        Fields fields, List<Variable> variables, RequestContext context) {
      Fields all = fields.copy();
      for (int i = 0; i < variables.size(); i++) {
        Variable variable = variables.get(i);
        all.add(
            variable.name(), RequestVariables.text(variable.value(), context).strip());
      }
      return all;
    }

    void apply(Fields fields, Fields[] values) {
      if (isEmpty) {
        return;
      }
      // First: the sender's Connection field may nominate a field that is set here.
      HopFields.strip(fields);
      for (int i = 0; i < remove.size(); i++) {
        fields.remove(remove.get(i));
      }
      Fields set = values[0];
      for (int i = 0; i < set.size(); i++) {
        // Without a value, the field of the sender must not stay in its place.
        if (set.value(i).length() == 0) {
          fields.remove(set.name(i));
        } else {
          fields.set(set.name(i), set.value(i));
        }
      }
      Fields add = values[1];
      for (int i = 0; i < add.size(); i++) {
        if (add.value(i).length() > 0) {
          fields.add(add.name(i), add.value(i));
        }
      }
    }
  }
}
