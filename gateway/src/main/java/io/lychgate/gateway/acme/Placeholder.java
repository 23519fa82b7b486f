package io.lychgate.gateway.acme;

import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.config.pem.SelfSigned;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The self-signed certificate for names that have no other one. Not safe for several threads. */
final class Placeholder {
  /** A certificate with thousands of names would fill each handshake. */
  private static final int MAX_NAMES = 100;

  private final InstantSource clock;
  private @Nullable PemIdentity made;
  private Set<String> namesOfMade = Set.of();

  Placeholder(InstantSource clock) {
    this.clock = clock;
  }

  /** Returns the same certificate for the same names. */
  PemIdentity of(Collection<String> names) throws GeneralSecurityException {
    Set<String> first =
        new LinkedHashSet<>(new TreeSet<>(names).stream().limit(MAX_NAMES).toList());
    PemIdentity known = made;
    if (known != null && namesOfMade.equals(first)) {
      return known;
    }
    SelfSigned own = SelfSigned.create("Lychgate placeholder", first, clock);
    PemIdentity next = PemIdentity.parse(own.certificate(), own.key());
    made = next;
    namesOfMade = first;
    return next;
  }
}
