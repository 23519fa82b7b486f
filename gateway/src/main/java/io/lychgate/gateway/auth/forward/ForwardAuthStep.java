package io.lychgate.gateway.auth.forward;

import io.lychgate.gateway.auth.Decisions;
import io.lychgate.gateway.auth.TrustedFields;
import io.lychgate.gateway.config.policy.ForwardAuthPolicy;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestStep;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks a server whether a request is admitted, and waits for its decision. */
public final class ForwardAuthStep implements RequestStep {
  private static final AsciiString X_FORWARDED_METHOD = AsciiString.cached("x-forwarded-method");
  private static final AsciiString X_FORWARDED_URI = AsciiString.cached("x-forwarded-uri");
  private static final AsciiString HTTPS = AsciiString.cached("https");
  private static final AsciiString HTTP = AsciiString.cached("http");

  private final ForwardAuthPolicy policy;
  private final AuthUpstream upstream;
  private final Decisions decisions;
  private final AsciiString path;
  private final List<AsciiString> requestFields;
  private final List<AsciiString> clientFields;
  private final TrustedFields admitted;
  private final @Nullable AsciiString identity;

  public ForwardAuthStep(ForwardAuthPolicy policy, AuthUpstream upstream, Decisions decisions) {
    this.policy = policy;
    this.upstream = upstream;
    this.decisions = decisions;
    this.path = new AsciiString(policy.path());
    this.requestFields = names(policy.requestFields());
    this.clientFields = names(policy.clientFields());
    this.admitted = new TrustedFields(policy.admittedFields());
    this.identity =
        policy.identityName().isEmpty() ? null : FieldNames.canonical(policy.identityName());
  }

  private static List<AsciiString> names(List<String> names) {
    return names.stream().map(FieldNames::canonical).toList();
  }

  @Override
  public void decide(RequestContext context, Continuation continuation) {
    RequestHead question = question(context);
    admitted.clear(context.request().fields());
    new Question(this, context, continuation).start(question);
  }

  /** Returns the request to the deciding server. The client chooses none of the fields that describe its request. */
  private RequestHead question(RequestContext context) {
    RequestHead request = context.request();
    Fields fields = new Fields(requestFields.size() + 5);
    for (AsciiString name : requestFields) {
      copy(request.fields(), name, fields);
    }
    fields.set(X_FORWARDED_METHOD, request.method());
    fields.set(X_FORWARDED_URI, request.path());
    fields.set(FieldNames.X_FORWARDED_HOST, request.authority());
    fields.set(FieldNames.X_FORWARDED_PROTO, request.isSecure() ? HTTPS : HTTP);
    fields.set(FieldNames.X_FORWARDED_FOR, context.client());
    return new RequestHead(
        HttpMethod.GET.asciiName(), request.isSecure(), request.authority(), path, fields, 0);
  }

  static void copy(Fields from, AsciiString name, Fields to) {
    for (int i = from.indexOf(name, 0); i >= 0; i = from.indexOf(name, i + 1)) {
      to.add(name, from.value(i));
    }
  }

  ForwardAuthPolicy policy() {
    return policy;
  }

  AuthUpstream upstream() {
    return upstream;
  }

  Decisions decisions() {
    return decisions;
  }

  /** Returns the fields of a refusal that the client gets. */
  Fields forClient(Fields refusal) {
    Fields fields = new Fields();
    for (AsciiString name : clientFields) {
      copy(refusal, name, fields);
    }
    return fields;
  }

  /** Gives an admitted request the fields of the response. */
  void admit(RequestContext context, Fields response) {
    Fields request = context.request().fields();
    admitted.keep(request);
    for (int i = 0; i < admitted.size(); i++) {
      copy(response, admitted.name(i), request);
    }
    CharSequence name = identity == null ? null : response.get(identity);
    if (name != null && name.length() > 0) {
      context.identified(NamedSender.of(name));
    }
  }

  @Override
  public String summary() {
    return policy.summary();
  }
}
