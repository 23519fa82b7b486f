package io.lychgate.gateway.push.link;

import io.lychgate.casper.Delivery;
import io.lychgate.casper.Destination;
import io.lychgate.casper.PushCandidate;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * One resource of a manifest or of a Link field, with everything precomputed that sending it needs.
 *
 * @param candidate input of the push decision
 * @param ownCandidate input of the decision for a page of the asset's own origin, whose path identifies it with or without an
 *     authority in the URL; usually the same object as {@code candidate}
 * @param type media type, empty if not given
 * @param urgency RFC 9218 urgency, 0-7, or {@link #NO_URGENCY}
 * @param incremental RFC 9218 incremental, null if not given
 * @param version content version, empty if not given
 * @param path {@code :path} of a push
 * @param link Link field value of a 103
 */
public record Asset(
    PushCandidate candidate,
    PushCandidate ownCandidate,
    Crossorigin crossorigin,
    String type,
    int urgency,
    @Nullable Boolean incremental,
    String version,
    AsciiString path,
    AsciiString link) {
  /** No urgency in the manifest; the type of the response decides. */
  public static final int NO_URGENCY = -1;

  /** Bytes of an asset without its strings: the objects and their headers. */
  private static final int OBJECT_BYTES = 320;

  /**
   * Creates an asset. Browsers always fetch fonts in CORS mode without credentials, so a font without a {@code crossorigin} value
   * gets anonymous.
   *
   * @param more further parameters of the link, from the first semicolon on, for the client
   */
  public static Asset of(
      String url,
      Destination destination,
      Crossorigin crossorigin,
      String type,
      int urgency,
      @Nullable Boolean incremental,
      int tier,
      Delivery delivery,
      String version,
      String more) {
    boolean impliesAnonymous = destination == Destination.FONT && crossorigin == Crossorigin.NONE;
    Crossorigin fetched = impliesAnonymous ? Crossorigin.ANONYMOUS : crossorigin;
    PushCandidate candidate = PushCandidate.of(url, destination, delivery, tier, version);
    boolean isByPath = candidate.authority().isEmpty() || destination == Destination.CONNECT;
    PushCandidate own = isByPath
        ? candidate
        : PushCandidate.of(candidate.path(), destination, delivery, tier, version);
    AsciiString path = new AsciiString(candidate.path());
    return new Asset(
        candidate,
        own,
        fetched,
        type,
        urgency,
        incremental,
        version,
        path,
        linkValue(url, destination, fetched, type, more));
  }

  /** Returns the input of the decision for a page of this authority. */
  public PushCandidate candidate(CharSequence pageAuthority) {
    String authority = candidate.authority();
    boolean isOwn =
        !authority.isEmpty() && AsciiString.contentEqualsIgnoreCase(authority, pageAuthority);
    return isOwn ? ownCandidate : candidate;
  }

  /** Returns true if the manifest states an urgency or incremental for the response. */
  public boolean hasPriority() {
    return urgency != NO_URGENCY || incremental != null;
  }

  /** Returns the approximate memory use in bytes, for caches of assets that Link fields name. */
  public int bytes() {
    int texts = url().length() + path.length() + link.length() + type.length();
    boolean hasPathOfItsOwn = !candidate.authority().isEmpty();
    return OBJECT_BYTES + texts + (hasPathOfItsOwn ? OBJECT_BYTES + url().length() : 0);
  }

  public String url() {
    return candidate.url();
  }

  public Destination destination() {
    return candidate.destination();
  }

  /** RFC 8288: a media type has a slash and must be quoted; the other values are tokens. */
  private static AsciiString linkValue(
      String url, Destination destination, Crossorigin crossorigin, String type, String more) {
    StringBuilder text =
        new StringBuilder(url.length() + 40).append('<').append(url).append('>');
    switch (destination) {
      case MODULE -> text.append("; rel=modulepreload");
      case CONNECT -> text.append("; rel=preconnect");
      default -> text.append("; rel=preload; as=").append(destination.token());
    }
    if (crossorigin == Crossorigin.ANONYMOUS) {
      text.append("; crossorigin");
    } else if (crossorigin == Crossorigin.USE_CREDENTIALS) {
      text.append("; crossorigin=use-credentials");
    }
    if (!type.isEmpty()) {
      text.append("; type=\"").append(type).append('"');
    }
    return new AsciiString(text.append(more));
  }
}
