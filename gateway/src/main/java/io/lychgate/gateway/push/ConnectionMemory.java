package io.lychgate.gateway.push;

import io.lychgate.casper.CacheFingerprint;
import io.lychgate.casper.CasperParameters;
import io.lychgate.casper.PushDiary;
import io.lychgate.gateway.config.Limits;
import io.lychgate.gateway.push.h2o.H2oMemory;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What was sent to one client's connection, and what its cookies said: a diary, and a fingerprint for each authority (H2O
 * keeps one for all of them). Make one per connection; event loop only; costs nothing until something is planned.
 */
public final class ConnectionMemory {
  /** Authorities remembered at once: a client that coalesces more of them starts anew with the oldest. */
  static final int MAX_AUTHORITIES = Limits.AUTHORITIES_OF_A_CONNECTION;

  private final PushDiary diary = new PushDiary();
  private @Nullable Site[] sites = {};
  private int nextSite;
  private @Nullable H2oMemory h2o;

  /**
   * One authority on the connection.
   *
   * @param authority in lower case
   */
  record Site(String authority, CacheFingerprint fingerprint) {}

  PushDiary diary() {
    return diary;
  }

  /** What H2O would keep of this connection; of use in its mode only. */
  public H2oMemory h2o() {
    H2oMemory known = h2o;
    if (known == null) {
      known = new H2oMemory();
      h2o = known;
    }
    return known;
  }

  /**
   * The authority as H2O sees it: all of them share the connection's set.
   *
   * @param isKept false for a client that takes no push, to which H2O gives no set at all
   */
  Site h2oSite(CharSequence authority, CasperParameters parameters, boolean isKept) {
    return new Site(
        LowerCase.of(authority),
        isKept ? h2o().set(parameters) : new CacheFingerprint(parameters, 0));
  }

  @Nullable
  Site find(CharSequence authority) {
    int index = indexOf(authority);
    return index < 0 ? null : sites[index];
  }

  /** The site of the authority, made if need be, in the epoch of the manifests in force. */
  Site site(CharSequence authority, CasperParameters parameters, int epoch) {
    int index = indexOf(authority);
    Site found = index < 0 ? null : sites[index];
    // A reload may have changed how fingerprints are kept; one of another kind is worth nothing.
    if (found != null && found.fingerprint().parameters().equals(parameters)) {
      found.fingerprint().enterEpoch(epoch);
      return found;
    }
    String name = authority.toString().toLowerCase(Locale.ROOT);
    Site made = new Site(name, new CacheFingerprint(parameters, epoch));
    int place = index < 0 ? freeIndex() : index;
    sites[place] = made;
    return made;
  }

  private int indexOf(CharSequence authority) {
    for (int i = 0; i < sites.length; i++) {
      Site site = sites[i];
      if (site != null && isSame(site.authority(), authority)) {
        return i;
      }
    }
    return -1;
  }

  /** An empty place, or that of the oldest. Nearly every connection sees one authority, so there is one place at first. */
  private int freeIndex() {
    for (int i = 0; i < sites.length; i++) {
      if (sites[i] == null) {
        return i;
      }
    }
    if (sites.length < MAX_AUTHORITIES) {
      int used = sites.length;
      sites = Arrays.copyOf(sites, used == 0 ? 1 : MAX_AUTHORITIES);
      return used;
    }
    int oldest = nextSite;
    nextSite = (nextSite + 1) % MAX_AUTHORITIES;
    return oldest;
  }

  private static boolean isSame(String lowerCase, CharSequence authority) {
    if (lowerCase.length() != authority.length()) {
      return false;
    }
    for (int i = 0; i < lowerCase.length(); i++) {
      char c = authority.charAt(i);
      char lower = c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
      if (lowerCase.charAt(i) != lower) {
        return false;
      }
    }
    return true;
  }
}
