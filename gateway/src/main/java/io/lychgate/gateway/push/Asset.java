package io.lychgate.gateway.push;

import io.lychgate.casper.Delivery;
import io.lychgate.casper.Destination;
import io.lychgate.casper.PushCandidate;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * One resource of a manifest or of a Link field, with everything precomputed that sending it needs.
 *
 * @param candidate what the decision is made on
 * @param ownCandidate what it is made on for a page of the asset's own origin, whose path names it whether its URL has an
 *     authority or not; mostly the same
 * @param type media type, empty if not given
 * @param urgency RFC 9218 urgency, 0-7, or {@link #NO_URGENCY}
 * @param incremental what it says of RFC 9218's incremental, null if nothing
 * @param version content version, empty if not given
 * @param path {@code :path} of a push
 * @param link the Link value that a 103 carries
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
  /** The manifest leaves the urgency to the type of the response. */
  public static final int NO_URGENCY = -1;

  /** Octets of an asset without its texts: the objects and their heads. */
  private static final int OBJECT_OCTETS = 320;

  /**
   * Fonts are always fetched in CORS mode without credentials, so for them that is what no word means.
   *
   * @param more parameters of the link, from the semicolon on, that only its reader understands
   */
  static Asset of(
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

  /** What the decision is made on for a page of this authority. */
  PushCandidate candidate(CharSequence pageAuthority) {
    String authority = candidate.authority();
    boolean isOwn =
        !authority.isEmpty() && AsciiString.contentEqualsIgnoreCase(authority, pageAuthority);
    return isOwn ? ownCandidate : candidate;
  }

  /** Whether the manifest has a word on the priority of its response. */
  public boolean hasPriority() {
    return urgency != NO_URGENCY || incremental != null;
  }

  /** What it takes in memory, about: for those who keep what others name. */
  int octets() {
    int texts = url().length() + path.length() + link.length() + type.length();
    boolean hasPathOfItsOwn = !candidate.authority().isEmpty();
    return OBJECT_OCTETS + texts + (hasPathOfItsOwn ? OBJECT_OCTETS + url().length() : 0);
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
