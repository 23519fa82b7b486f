package io.lychgate.gateway.listen.tls;

import io.lychgate.gateway.exchange.CertifiedNames;
import java.util.Collection;
import java.util.function.Supplier;

/** The names of the certificates of all listeners, as a reload changes them. Any thread. */
public final class OwnedNames implements Supplier<CertifiedNames> {
  private volatile CertifiedNames names = CertifiedNames.NONE;

  @Override
  public CertifiedNames get() {
    return names;
  }

  /** Replaces the names. */
  public void adopt(Collection<TlsIdentities> listeners) {
    names = CertifiedNames.union(listeners.stream().map(TlsIdentities::names).toList());
  }
}
