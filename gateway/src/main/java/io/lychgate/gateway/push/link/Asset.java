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

  /** Returns a builder of an asset that states no more than its URL and destination. */
  public static Builder builder(String url, Destination destination) {
    return new Builder(url, destination);
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

  /** Builds an asset. Values that are not set leave the decision to others. */
  public static final class Builder {
    private final String url;
    private final Destination destination;
    private Crossorigin crossorigin = Crossorigin.NONE;
    private String type = "";
    private int urgency = NO_URGENCY;
    private @Nullable Boolean incremental;
    private int tier = 1;
    private Delivery delivery = Delivery.AUTO;
    private String version = "";
    private String more = "";

    private Builder(String url, Destination destination) {
      this.url = url;
      this.destination = destination;
    }

    public Builder crossorigin(Crossorigin value) {
      crossorigin = value;
      return this;
    }

    public Builder type(String mediaType) {
      type = mediaType;
      return this;
    }

    public Builder urgency(int value) {
      urgency = value;
      return this;
    }

    public Builder incremental(@Nullable Boolean value) {
      incremental = value;
      return this;
    }

    public Builder tier(int value) {
      tier = value;
      return this;
    }

    public Builder delivery(Delivery value) {
      delivery = value;
      return this;
    }

    public Builder version(String value) {
      version = value;
      return this;
    }

    /** Sets further parameters of the link for the client, from the first semicolon on. */
    public Builder more(String parameters) {
      more = parameters;
      return this;
    }

    /**
     * Returns the asset. Browsers always fetch fonts in CORS mode without credentials, so a font without a {@code crossorigin}
     * value gets anonymous.
     */
    public Asset build() {
      boolean impliesAnonymous = destination == Destination.FONT && crossorigin == Crossorigin.NONE;
      Crossorigin fetched = impliesAnonymous ? Crossorigin.ANONYMOUS : crossorigin;
      PushCandidate candidate = PushCandidate.of(url, destination, delivery, tier, version);
      boolean isByPath = candidate.authority().isEmpty() || destination == Destination.CONNECT;
      PushCandidate own = isByPath
          ? candidate
          : PushCandidate.of(candidate.path(), destination, delivery, tier, version);
      AsciiString path = new AsciiString(candidate.path());
      return new Asset(
          candidate, own, fetched, type, urgency, incremental, version, path, linkValue(fetched));
    }

    /** RFC 8288: a media type has a slash and must be quoted; the other values are tokens. */
    private AsciiString linkValue(Crossorigin fetched) {
      StringBuilder text =
          new StringBuilder(url.length() + 40).append('<').append(url).append('>');
      switch (destination) {
        case MODULE -> text.append("; rel=modulepreload");
        case CONNECT -> text.append("; rel=preconnect");
        default -> text.append("; rel=preload; as=").append(destination.token());
      }
      if (fetched == Crossorigin.ANONYMOUS) {
        text.append("; crossorigin");
      } else if (fetched == Crossorigin.USE_CREDENTIALS) {
        text.append("; crossorigin=use-credentials");
      }
      if (!type.isEmpty()) {
        text.append("; type=\"").append(type).append('"');
      }
      return new AsciiString(text.append(more));
    }
  }
}
