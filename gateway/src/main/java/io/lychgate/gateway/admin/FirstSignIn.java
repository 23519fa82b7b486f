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

/** The first user of the store: made at the start, or as soon as the store is there. */
final class FirstSignIn {
  private static final Logger LOG = LoggerFactory.getLogger(FirstSignIn.class);

  /** Between two looks whether the node that claimed to make the first user has. */
  private static final long AGAIN_NANOS = Duration.ofSeconds(30).toNanos();

  private final Accounts accounts;
  private final @Nullable Path passwordFile;
  private final AdminSources sources;
  private final Lanes lanes;

  // Guarded by this.
  private SignIn told = SignIn.NOTHING;
  private @Nullable SignIn untold;
  private @Nullable Consumer<SignIn> teller;
  /** Another one may have stood in for the store until now. */
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
      // Until there is a user, the node that promised one may have ended.
      isSettled = signIn.hint().isEmpty() || !store.users().isEmpty();
      if (!signIn.equals(told)) {
        told = signIn;
        tell(signIn);
      }
    } catch (StoreException e) {
      LOG.warn("nobody can log in until the store is back: {}", e.getMessage());
    }
  }

  /** Tries again, if there is anything left to do; not often. */
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
      LOG.error("the first user is not made: {}", e.getMessage());
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
