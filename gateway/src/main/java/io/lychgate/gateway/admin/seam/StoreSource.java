package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.store.Store;

/** Gives the store, or says that there is none now: a gateway may run on what was last published. */
@FunctionalInterface
public interface StoreSource {

  /**
   * The open store.
   *
   * @throws io.lychgate.gateway.store.StoreException when it cannot be reached
   */
  Store store();
}
