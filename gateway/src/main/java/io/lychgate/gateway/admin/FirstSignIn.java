package io.lychgate.gateway.admin;

import io.lychgate.gateway.admin.access.Accounts;
import io.lychgate.gateway.admin.access.SignIn;
import io.lychgate.gateway.admin.http.Lanes;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the first user of the store: at the start, or as soon as the store is available. */
final class FirstSignIn {
  private static final Logger LOG = LoggerFactory.getLogger(FirstSignIn.class);

  /** Nanoseconds between two checks for the first user while another node has the claim to create it. */
  private static final long AGAIN_NANOS = Duration.ofSeconds(30).toNanos();

  private final Accounts accounts;
  private final @Nullable Path passwordFile;
  private final AdminSources.Node node;
  private final Lanes lanes;

  // Guarded by this.
  private SignIn lastSignIn = SignIn.NOTHING;
  private @Nullable SignIn pending;
  private @Nullable Consumer<SignIn> listener;
  /** The store of the last preparation. A replacement of the store may have been in use until now. */
  private @Nullable Store preparedFor;

  private boolean hasAsked;
  private boolean isSettled;
  private long lastTry;

  FirstSignIn(Accounts accounts, @Nullable Path passwordFile, AdminSources.Node node, Lanes lanes) {
    this.accounts = accounts;
    this.passwordFile = passwordFile;
    this.node = node;
    this.lanes = lanes;
  }

  /** Creates the first user if needed. The message of the exception names a password file that cannot be read. */
  synchronized void prepare() throws IOException {
    lastTry = System.nanoTime();
    try {
      Store store = node.store().store();
      SignIn signIn = accounts.prepare(store, passwordFile, node.claimant(), lanes.login());
      hasAsked = true;
      preparedFor = store;
      // The node with the claim may stop before it has created the user.
      isSettled = signIn.hint().isEmpty() || !store.users().isEmpty();
      if (!signIn.equals(lastSignIn)) {
        lastSignIn = signIn;
        notifyListener(signIn);
      }
    } catch (StoreException e) {
      LOG.warn("sign-in is not possible until the store is back: {}", e.getMessage());
    }
  }

  /** Tries again at long intervals until the first user exists. */
  synchronized void prepareLater() {
    if (node.store().store() != preparedFor) {
      isSettled = false;
      hasAsked = false;
    }
    if (isSettled || (hasAsked && System.nanoTime() - lastTry < AGAIN_NANOS)) {
      return;
    }
    try {
      prepare();
    } catch (IOException e) {
      isSettled = true;
      LOG.error("the user admin was not created: {}", e.getMessage());
    }
  }

  synchronized void onSignIn(Consumer<SignIn> newListener) {
    listener = newListener;
    SignIn waiting = pending;
    if (waiting != null) {
      pending = null;
      newListener.accept(waiting);
    }
  }

  private void notifyListener(SignIn signIn) {
    if (listener == null) {
      pending = signIn;
    } else {
      listener.accept(signIn);
    }
  }
}
