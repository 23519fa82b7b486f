package io.lychgate.gateway.admin.certificate;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.seam.Certificates;
import io.lychgate.gateway.admin.seam.Certificates.Automatic;
import io.lychgate.gateway.admin.seam.Certificates.Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The certificates of this node's listeners. */
public final class CertificateResource {
  private final Certificates certificates;
  private final InstantSource clock;

  public CertificateResource(Certificates certificates, InstantSource clock) {
    this.certificates = certificates;
    this.clock = clock;
  }

  public Reply list(Call call) {
    String text = call.query("q").toLowerCase(Locale.ROOT);
    List<Certificate> all = certificates.all().stream()
        .filter(each -> call.seesAllSites() || seesAny(call, each.names()))
        .toList();
    List<Certificate> matching = all.stream()
        .filter(each -> texts(each).anyMatch(t -> contains(t, text)))
        .toList();
    Cursor.Part<Certificate> page = Cursor.inOrder(call, matching, Certificate::id);
    return Reply.ok(new CertificatePage(
        clock.instant(),
        all.stream().filter(CertificateResource::hasProblem).count(),
        page.total(),
        page.next(),
        page.items(),
        visible(call, certificates.automatic())));
  }

  /** Certificates often have the names of several sites; a sender sees those with a name of its own. */
  private static boolean seesAny(Call call, List<String> names) {
    return names.stream().anyMatch(name -> call.sees(List.of(name)));
  }

  private static @Nullable Automatic visible(Call call, @Nullable Automatic automatic) {
    return automatic == null || call.seesAllSites()
        ? automatic
        : new Automatic(
            automatic.directory(),
            automatic.challenge(),
            automatic.isLeader(),
            automatic.orders().stream()
                .filter(each -> seesAny(call, each.names()))
                .toList());
  }

  private static boolean hasProblem(Certificate certificate) {
    return !certificate.notices().isEmpty()
        || (certificate.ocsp() != null && certificate.ocsp().error() != null);
  }

  private static Stream<String> texts(Certificate each) {
    return Stream.concat(
        each.names().stream(),
        Stream.concat(
            Stream.of(each.subject(), each.issuer(), each.place()), each.listeners().stream()));
  }

  private static boolean contains(String value, String part) {
    return value.toLowerCase(Locale.ROOT).contains(part);
  }

  private record CertificatePage(
      Instant at,
      long problems,
      long total,
      @Nullable String next,
      List<Certificate> items,
      @Nullable Automatic automatic) {}
}
