package io.lychgate.gateway.push;

import io.lychgate.casper.CacheFingerprint;
import io.lychgate.casper.CasperParameters;
import io.lychgate.casper.PushDiary;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.push.facts.LowerCase;
import io.lychgate.gateway.push.h2o.H2oMemory;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Resources sent on one client connection, and the content of its cookies: a diary, and one fingerprint per authority (H2O shares
 * one set among all). Create one per connection; event loop only. Allocates nothing until the first plan.
 */
public final class ConnectionMemory {
  /** Maximum number of authorities remembered. A client that coalesces more loses the oldest one. */
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

  /** Returns the state that H2O would keep of this connection; used in its mode only. */
  public H2oMemory h2o() {
    H2oMemory known = h2o;
    if (known == null) {
      known = new H2oMemory();
      h2o = known;
    }
    return known;
  }

  /**
   * Returns a site for H2O's mode, in which all authorities share the connection's set.
   *
   * @param isKept false for a client that takes no push; H2O keeps no set for it
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

  /** Returns the site of the authority in the epoch of the manifests in force; creates it if needed. */
  Site site(CharSequence authority, CasperParameters parameters, int epoch) {
    int index = indexOf(authority);
    Site found = index < 0 ? null : sites[index];
    // A reload may have changed the parameters of fingerprints; a fingerprint with other parameters
    // is unusable.
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

  /**
   * Returns an empty place, or that of the oldest site. Nearly every connection sees one authority, so the array starts with one
   * place.
   */
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
