package io.lychgate.gateway.admin.bench;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.seam.BenchLinks;
import io.lychgate.gateway.admin.seam.BenchLinks.Made;
import io.lychgate.gateway.admin.seam.BenchLinks.Site;
import io.lychgate.gateway.store.AuditState;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes links to the bench page of a site. The audit trail has who made one, but not its token. */
public final class BenchLinkResource {
  private static final int MAX_HOST = 253;
  private static final Pattern AUTHORITY = Pattern.compile("([a-z0-9._-]{1,253})(:[0-9]{1,5})?");

  private final BenchLinks links;

  public BenchLinkResource(BenchLinks links) {
    this.links = links;
  }

  private record Wish(String site, @Nullable String authority) {}

  private record Body(String url, Instant expiresAt) {}

  public Reply make(Call call) {
    Wish wish = call.body(
        body -> new Wish(body.text("site", 1, MAX_HOST), body.optionalText("host", MAX_HOST + 6)));
    Site site = links
        .site(wish.site())
        .orElseThrow(() -> Call.invalid("site", wish.site(), "the first host of a site"));
    call.requireSites(site.hosts(), "bench page of " + site.name());
    if (!site.isOn()) {
      throw new ProblemException(
          ProblemCode.INVALID,
          "site: " + site.name()
              + " has no bench page (expected: `bench: on` in its configuration)");
    }
    String authority = wish.authority() == null ? own(site) : checked(site, wish.authority());
    call.requireNoTag();
    Made made = links.make(site);
    call.store()
        .audit()
        .recordChange(
            call.actor(),
            "bench-link",
            site.name(),
            "for " + authority,
            AuditState.of(null, "ends: " + made.expiresAt()));
    return Reply.ok(new Body("https://" + authority + made.path(), made.expiresAt()));
  }

  private String own(Site site) {
    if (!AUTHORITY.matcher(site.name()).matches()) {
      throw Call.invalid(
          "host", "absent", "a host of the site, because " + site.name() + " is a pattern");
    }
    return links.authority(site.name()).orElseThrow(BenchLinkResource::withoutTls);
  }

  private String checked(Site site, String authority) {
    String wanted = authority.toLowerCase(Locale.ROOT);
    var parts = AUTHORITY.matcher(wanted);
    if (!parts.matches() || !links.serves(site, parts.group(1))) {
      throw Call.invalid(
          "host", authority, "a host of the site, with a port if clients use another one than 443");
    }
    return parts.group(2) == null
        ? links.authority(wanted).orElseThrow(BenchLinkResource::withoutTls)
        : wanted;
  }

  private static ProblemException withoutTls() {
    return new ProblemException(
        ProblemCode.INVALID,
        "site: no listener has TLS (expected: one, because the cookie of the bench page needs it)");
  }
}
