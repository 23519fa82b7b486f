package io.lychgate.gateway.doctor;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Checks if the Alt-Svc fields of a site would make a browser try HTTP/3. */
final class AltSvcStep {
  private static final String STEP = "alt-svc";

  /** Seconds. An alternative must last at least until the next click. */
  private static final long SHORT_AGE = 60;

  private static final int FIRST_UNPRIVILEGED_PORT = 1024;

  private AltSvcStep() {}

  /** @param fields all Alt-Svc fields of a response over TCP */
  static Finding judge(List<String> fields, URI origin) {
    String field = String.join(", ", fields);
    if (field.isBlank()) {
      return Finding.fail(
          STEP,
          "the response over TCP has no Alt-Svc field",
          "browsers never learn of HTTP/3: list h3 in protocols of the listener, remove altSvc: omit from its site, and check that no load balancer removes the field");
    }
    if (field.strip().equals("clear")) {
      return Finding.fail(
          STEP,
          "clear",
          "browsers drop HTTP/3: check altSvc.clear and altSvc.percent of the listener, and altSvc of the site");
    }
    List<AlternativeService> all = AlternativeService.parse(field);
    Optional<AlternativeService> found = http3(all);
    if (found.isEmpty()) {
      boolean isDraft = all.stream().anyMatch(service -> service.protocol().startsWith("h3-"));
      return Finding.fail(
          STEP,
          field,
          isDraft
              ? "browsers no longer support these drafts: advertise h3"
              : "no h3 in the field: advertise h3=\":" + portOf(origin) + "\"");
    }
    return judge(found.get(), field, origin);
  }

  private static Finding judge(AlternativeService http3, String field, URI origin) {
    if (http3.maxAge() == 0) {
      return Finding.fail(STEP, field, "it expires at once: raise altSvc.maxAge of the listener");
    }
    // Chromium, enable_user_alternate_protocol_ports: any user may bind the ports from 1024 on.
    if (portOf(origin) < FIRST_UNPRIVILEGED_PORT && http3.port() >= FIRST_UNPRIVILEGED_PORT) {
      return Finding.fail(
          STEP,
          field,
          "Chromium does not go from port " + portOf(origin) + " to one above 1023: publish UDP "
              + portOf(origin) + " and set altSvc.port to it");
    }
    if (http3.maxAge() < SHORT_AGE) {
      return Finding.warn(
          STEP, field, "it expires before the next visit: raise altSvc.maxAge of the listener");
    }
    return Finding.ok(STEP, field);
  }

  /** Returns the alternative that a browser would use. */
  static Optional<AlternativeService> http3(List<AlternativeService> all) {
    return all.stream().filter(service -> service.protocol().equals("h3")).findFirst();
  }

  static int portOf(URI origin) {
    return origin.getPort() < 0 ? 443 : origin.getPort();
  }
}
