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

  /** Time between two checks whether the node that claimed to create the first user has done so. */
  private static final long AGAIN_NANOS = Duration.ofSeconds(30).toNanos();

  private final Accounts accounts;
  private final @Nullable Path passwordFile;
  private final AdminSources sources;
  private final Lanes lanes;

  // Guarded by this.
  private SignIn told = SignIn.NOTHING;
  private @Nullable SignIn untold;
  private @Nullable Consumer<SignIn> teller;
  /** A replacement of the store may have been in use until now. */
  private @Nullable Store preparedFor;

  private boolean hasAsked;
  private boolean isSettled;
  private long lastTry;

  FirstSignIn(Accounts accounts, @Nullable Path passwordFile, AdminSources sources, Lanes lanes) {
    this.accounts = accounts;
    this.passwordFile = passwordFile;
    this.sources = sources;
    this.lanes = lanes;
  }

  /** At the start: the message of the exception names a password file that cannot be read. */
  synchronized void prepare() throws IOException {
    lastTry = System.nanoTime();
    try {
      Store store = sources.store().store();
      SignIn signIn = accounts.prepare(store, passwordFile, sources.claimant(), lanes.login());
      hasAsked = true;
      preparedFor = store;
      // The node with the claim may end before it has created the user.
      isSettled = signIn.hint().isEmpty() || !store.users().isEmpty();
      if (!signIn.equals(told)) {
        told = signIn;
        tell(signIn);
      }
    } catch (StoreException e) {
      LOG.warn("sign-in is not possible until the store is back: {}", e.getMessage());
    }
  }

  /** Tries again at long intervals until the first user exists. */
  synchronized void prepareLater() {
    if (sources.store().store() != preparedFor) {
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
      LOG.error("the first user was not created: {}", e.getMessage());
    }
  }

  synchronized void onSignIn(Consumer<SignIn> newTeller) {
    teller = newTeller;
    SignIn waiting = untold;
    if (waiting != null) {
      untold = null;
      newTeller.accept(waiting);
    }
  }

  private void tell(SignIn signIn) {
    if (teller == null) {
      untold = signIn;
    } else {
      teller.accept(signIn);
    }
  }
}
