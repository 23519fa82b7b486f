package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import org.jspecify.annotations.Nullable;

/** Gives the store, or reports that it is unavailable. A gateway can run on the manifests last published. */
@FunctionalInterface
public interface StoreSource {

  /**
   * Returns the open store.
   *
   * @throws io.lychgate.gateway.store.StoreException if it cannot be reached
   */
  Store store();

  /** Returns the reason why the store cannot be changed now; null if it can. Cheap: no database access. */
  default @Nullable String readOnly() {
    try {
      return store().readOnly();
    } catch (StoreException e) {
      return e.getMessage();
    }
  }
}
