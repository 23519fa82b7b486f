package io.lychgate.gateway.plugin;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Identity;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.plugin.PluginField;
import io.lychgate.plugin.PluginRequest;
import io.lychgate.plugin.PluginRequestHead;
import io.lychgate.plugin.PluginSender;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A copy of a request, which a plug-in may keep and read on any thread. */
record RequestSnapshot(
    Head head,
    String clientAddress,
    @Nullable PluginSender sender,
    String protocol,
    @Nullable String requestId,
    boolean hasBody)
    implements PluginRequest {

  static RequestSnapshot of(RequestContext context) {
    Identity identity = context.identity();
    CharSequence id = context.requestId();
    return new RequestSnapshot(
        Head.of(context.request()),
        context.client(),
        identity == null ? null : new SenderView(identity),
        context.protocol(),
        id == null ? null : id.toString(),
        context.hasBody());
  }

  @Override
  public String method() {
    return head.method;
  }

  @Override
  public String scheme() {
    return head.scheme;
  }

  @Override
  public String authority() {
    return head.authority;
  }

  @Override
  public String path() {
    return head.path;
  }

  @Override
  public @Nullable String query() {
    return head.query;
  }

  @Override
  public List<PluginField> fields() {
    return head.fields;
  }

  /** The head alone. */
  record Head(
      String method,
      String scheme,
      String authority,
      String path,
      @Nullable String query,
      List<PluginField> fields)
      implements PluginRequestHead {

    static Head of(RequestHead request) {
      String target = request.path().toString();
      int question = target.indexOf('?');
      return new Head(
          request.method().toString(),
          request.isSecure() ? "https" : "http",
          request.authority().toString(),
          question < 0 ? target : target.substring(0, question),
          question < 0 ? null : target.substring(question + 1),
          fieldsOf(request.fields()));
    }
  }

  static List<PluginField> fieldsOf(Fields fields) {
    List<PluginField> all = new ArrayList<>(fields.size());
    for (int i = 0; i < fields.size(); i++) {
      all.add(new PluginField(fields.name(i).toString(), fields.value(i).toString()));
    }
    return List.copyOf(all);
  }

  /** An identity of the gateway for a plug-in. */
  private record SenderView(Identity identity) implements PluginSender {
    @Override
    public String name() {
      return identity.name();
    }

    @Override
    public String scheme() {
      return identity.scheme();
    }

    @Override
    public @Nullable String claim(String name) {
      return identity.claim(name);
    }
  }
}
