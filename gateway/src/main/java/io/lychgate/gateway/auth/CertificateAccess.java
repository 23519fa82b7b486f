package io.lychgate.gateway.auth;

import io.lychgate.gateway.config.policy.ClientCertificatePolicy;
import io.lychgate.gateway.config.policy.ClientCertificatePolicy.Forward;
import io.lychgate.gateway.config.policy.ClientCertificatePolicy.Name;
import io.lychgate.gateway.config.policy.ClientCertificatePolicy.NameKind;
import io.lychgate.gateway.message.ClientCertificate;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.Denial;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.observe.count.PolicyOutcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Admits clients by the certificate of their connection, and describes it to the upstream (RFC 9440). */
public final class CertificateAccess implements RequestStep {
  /** Characters of both fields. Servers of HTTP/1.1 accept heads of 8 KiB and more. */
  private static final int MAX_FORWARDED = 16 * 1024;

  /** Characters of a name in a field. */
  private static final int MAX_NAME = 512;

  private static final Verdict MISSING =
      Denial.of("clientCertificate: ", "client certificate required");

  private static final Verdict EXPIRED =
      Denial.of("clientCertificate: ", "client certificate expired");

  private static final Verdict REFUSED =
      Denial.of("clientCertificate: ", "client certificate not allowed");

  private static final Verdict TOO_LARGE =
      Denial.of("clientCertificate: ", "client certificate too large");

  /** The handshake, whose end proves the certificate, is still in progress. */
  private static final Verdict TOO_EARLY = new Verdict.Fail(new ExchangeFailure(
      Kind.TOO_EARLY, "clientCertificate: early data without a proof of the certificate"));

  private final ClientCertificatePolicy policy;
  private final Decisions decisions;
  private final SenderField nameField;

  public CertificateAccess(ClientCertificatePolicy policy, Decisions decisions) {
    this.policy = policy;
    this.decisions = decisions;
    this.nameField = new SenderField(policy.nameField());
  }

  @Override
  public void decide(RequestContext context, Continuation continuation) {
    ClientCertificate certificate = context.isEarly() ? null : context.clientCertificate();
    if (certificate == null) {
      decisions.count(context, PolicyOutcome.MISSING);
      continuation.then(context.isEarly() ? TOO_EARLY : MISSING);
      return;
    }
    Verdict verdict = verdict(certificate);
    String name = verdict instanceof Verdict.Continue ? nameOf(certificate) : null;
    if (name == null) {
      decisions.count(context, PolicyOutcome.REFUSED);
      continuation.then(verdict instanceof Verdict.Continue ? REFUSED : verdict);
      return;
    }
    describe(context.request().fields(), certificate, name);
    context.identified(new CertificateIdentity(name, certificate));
    decisions.count(context, PolicyOutcome.ADMITTED);
    continuation.then(Verdict.CONTINUE);
  }

  private Verdict verdict(ClientCertificate certificate) {
    if (!certificate.isValidAt(System.currentTimeMillis())) {
      return EXPIRED;
    }
    if (!policy.issuers().isEmpty() && !certificate.isIssuedBy(policy.issuers())) {
      return REFUSED;
    }
    return forwardedLength(certificate) > MAX_FORWARDED ? TOO_LARGE : Verdict.CONTINUE;
  }

  private int forwardedLength(ClientCertificate certificate) {
    return switch (policy.forward()) {
      case NONE -> 0;
      case CERTIFICATE -> certificate.field().length();
      case CHAIN -> certificate.field().length() + certificate.chainField().length();
    };
  }

  /** Returns the first name that the policy admits; null if it admits none. */
  private @Nullable String nameOf(ClientCertificate certificate) {
    for (NameKind kind : NameKind.values()) {
      for (String name : names(certificate, kind)) {
        if (policy.names().isEmpty() || isAdmitted(kind, name)) {
          return name;
        }
      }
    }
    return null;
  }

  private boolean isAdmitted(NameKind kind, String name) {
    for (Name each : policy.names()) {
      if (each.kind() == kind && each.pattern().matches(name)) {
        return true;
      }
    }
    return false;
  }

  /** Returns names that can stand in a field: printable ASCII, and one name for its reader. */
  private static List<String> names(ClientCertificate certificate, NameKind kind) {
    List<String> names = switch (kind) {
      case DNS -> certificate.names(ClientCertificate.DNS);
      case URI -> certificate.names(ClientCertificate.URI);
      case EMAIL -> certificate.names(ClientCertificate.EMAIL);
      case SUBJECT -> List.of(certificate.subject());
      case IP -> certificate.names(ClientCertificate.IP);
    };
    List<String> usable = new ArrayList<>(names);
    usable.removeIf(name -> !canStandInField(name, kind));
    return usable;
  }

  /** Spaces and commas separate the parts of a subject. Servers would read any other name with them as several. */
  private static boolean canStandInField(String name, NameKind kind) {
    boolean isWhole = kind == NameKind.SUBJECT || (name.indexOf(' ') < 0 && name.indexOf(',') < 0);
    return isWhole
        && !name.isBlank()
        && name.length() <= MAX_NAME
        && name.chars().allMatch(c -> c >= ' ' && c <= '~');
  }

  private void describe(Fields request, ClientCertificate certificate, String name) {
    nameField.set(request, name);
    if (policy.forward() != Forward.NONE) {
      SenderField.set(request, FieldNames.CLIENT_CERT, certificate.field());
      request.remove(FieldNames.CLIENT_CERT_CHAIN);
      if (policy.forward() == Forward.CHAIN && !certificate.chainField().isEmpty()) {
        SenderField.set(request, FieldNames.CLIENT_CERT_CHAIN, certificate.chainField());
      }
    }
  }

  @Override
  public String summary() {
    return policy.summary();
  }
}
