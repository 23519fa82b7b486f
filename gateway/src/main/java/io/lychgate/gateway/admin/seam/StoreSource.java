package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import org.jspecify.annotations.Nullable;

/** Gives the store, or says that there is none now: a gateway may run on what was last published. */
@FunctionalInterface
public interface StoreSource {

  /**
   * The open store.
   *
   * @throws io.lychgate.gateway.store.StoreException when it cannot be reached
   */
  Store store();

  /** The reason why the store cannot be changed now; null if it can. Cheap: no database access. */
  default @Nullable String readOnly() {
    try {
      return store().readOnly();
    } catch (StoreException e) {
      return e.getMessage();
    }
  }
}
