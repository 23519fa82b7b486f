package io.lychgate.gateway.doctor;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Whether what the site says over TCP would make a browser try HTTP/3. */
final class AltSvcStep {
  private static final String STEP = "alt-svc";

  /** Seconds. The next click should still know of it. */
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
          "browsers never learn of HTTP/3: h3 in protocols of the listener, no altSvc: omit in its site; and let no balancer take the field away");
    }
    if (field.strip().equals("clear")) {
      return Finding.fail(
          STEP,
          "clear",
          "browsers are told to forget HTTP/3: altSvc.clear or altSvc.percent of the listener, or altSvc of the site");
    }
    List<AlternativeService> all = AlternativeService.parse(field);
    Optional<AlternativeService> found = http3(all);
    if (found.isEmpty()) {
      boolean isDraft = all.stream().anyMatch(service -> service.protocol().startsWith("h3-"));
      return Finding.fail(
          STEP,
          field,
          isDraft
              ? "these are drafts that browsers have forgotten: advertise h3"
              : "no h3 in it: advertise h3=\":" + portOf(origin) + "\"");
    }
    return judge(found.get(), field, origin);
  }

  private static Finding judge(AlternativeService http3, String field, URI origin) {
    if (http3.maxAge() == 0) {
      return Finding.fail(STEP, field, "it is forgotten at once: altSvc.maxAge of the listener");
    }
    // Chromium, enable_user_alternate_protocol_ports: anybody may bind the ports from 1024 on.
    if (portOf(origin) < FIRST_UNPRIVILEGED_PORT && http3.port() >= FIRST_UNPRIVILEGED_PORT) {
      return Finding.fail(
          STEP,
          field,
          "Chromium does not go from port " + portOf(origin) + " to one above 1023: publish UDP "
              + portOf(origin) + " and say so with altSvc.port");
    }
    if (http3.maxAge() < SHORT_AGE) {
      return Finding.warn(
          STEP, field, "the next visit has forgotten it: altSvc.maxAge of the listener");
    }
    return Finding.ok(STEP, field);
  }

  /** The alternative that a browser would take. */
  static Optional<AlternativeService> http3(List<AlternativeService> all) {
    return all.stream().filter(service -> service.protocol().equals("h3")).findFirst();
  }

  static int portOf(URI origin) {
    return origin.getPort() < 0 ? 443 : origin.getPort();
  }
}
