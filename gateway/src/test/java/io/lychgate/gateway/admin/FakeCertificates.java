package io.lychgate.gateway.admin;

import io.lychgate.gateway.admin.seam.Certificates;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** One certificate with a response that could not be fetched, and an order that failed. */
final class FakeCertificates implements Certificates {
  private static final Instant END = Instant.parse("2027-01-01T00:00:00Z");

  /** Ids of certificates after the first. */
  final List<String> others = new CopyOnWriteArrayList<>();

  @Override
  public List<Certificate> all() {
    return Stream.concat(Stream.of("0123456789abcdef0123456789abcdef"), others.stream())
        .map(FakeCertificates::certificate)
        .toList();
  }

  private static Certificate certificate(String id) {
    return new Certificate(
        id,
        List.of("a.example"),
        "CN=a.example",
        "CN=Issuer",
        "EC 256",
        List.of(new Link("CN=a.example", "CN=Issuer", END)),
        END.minusSeconds(3600),
        END,
        36.5,
        "file",
        "/certs/a.pem",
        List.of("public"),
        List.of("public"),
        new Ocsp("failed", "http://ocsp.example", null, "no response", false),
        List.of());
  }

  @Override
  public Automatic automatic() {
    return new Automatic(
        "https://acme.example/dir",
        "http-01",
        true,
        List.of(new Ordered(List.of("b.example"), "failed", null, END, "no address", END)));
  }
}
