package io.lychgate.gateway.admin.access;

import io.lychgate.gateway.config.UnreadableFile;
import io.lychgate.gateway.config.password.PasswordHash;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.FirstUser;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.User;
import io.lychgate.gateway.store.UserStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The users' passwords: creates the first user and checks passwords.
 *
 * <p>The first hash is computed in the background: on a cold JVM it takes longer than the rest of the start.
 */
public final class Accounts {

  /** Name of the user that the first start creates. */
  public static final String FIRST_USER = "admin";

  private static final Logger log = LoggerFactory.getLogger(Accounts.class);
  private static final long FIRST_USER_SECONDS = 20;

  /** The least characters of a new password, as in openapi.yaml. */
  private static final int SHORT_PASSWORD = 12;

  /** The hash for unknown names, so that their check takes as long as for known ones. */
  private static final String UNKNOWN_USER_HASH =
      "$argon2id$v=19$m=19456,t=2,p=1$bHljaGdhdGUtbm9ib2R5IQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

  private volatile CompletableFuture<Void> firstUser = CompletableFuture.completedFuture(null);

  /**
   * Creates the first user if there is none. With a password file, its first line is the password of that user, now and at each
   * later start.
   *
   * @return the credentials to show once
   */
  public SignIn prepare(Store store, @Nullable Path passwordFile, Claimant claimant, Executor lane)
      throws IOException {
    UserStore users = store.users();
    if (passwordFile != null) {
      String password = passwordIn(passwordFile);
      firstUser = CompletableFuture.runAsync(() -> adopt(store, password), lane);
      return SignIn.NOTHING;
    }
    if (store.standsInFor() != null) {
      return standIn(users, lane);
    }
    // The claim comes before a password is shown: of several nodes that start at once, only one
    // shows a password, and it is valid.
    FirstUser first = users.claimFirst(claimant.instance(), claimant.node());
    if (first instanceof FirstUser.Theirs theirs) {
      return SignIn.elsewhere(theirs.node(), theirs.at());
    }
    if (!(first instanceof FirstUser.Ours)) {
      return SignIn.NOTHING;
    }
    String password = OneTimePassword.next();
    firstUser = CompletableFuture.runAsync(() -> addFirst(users, password, claimant), lane);
    return SignIn.with(password);
  }

  /** Returns a password for read access if no user could be read. Otherwise an operator could not sign in to see the fault. */
  private SignIn standIn(UserStore users, Executor lane) {
    if (!users.isEmpty()) {
      return SignIn.NOTHING;
    }
    String password = OneTimePassword.next();
    firstUser = CompletableFuture.runAsync(() -> users.addFirst(first(password, false)), lane);
    return SignIn.forThisRun(password);
  }

  private static void addFirst(UserStore users, String password, Claimant claimant) {
    if (!users.addFirst(first(password, true), claimant.instance())) {
      log.warn(
          "the one-time password of this start is not valid: another node created the user {} first",
          FIRST_USER);
    }
  }

  /** Waits for the background work of {@link #prepare}. */
  public void awaitFirstUser() {
    CompletableFuture<Void> pending = firstUser;
    if (!pending.isDone()) {
      pending.completeOnTimeout(null, FIRST_USER_SECONDS, TimeUnit.SECONDS).join();
    }
    if (pending.isCompletedExceptionally()) {
      log.error(
          "the user {} could not be created",
          FIRST_USER,
          pending.handle((done, failure) -> failure).join());
    }
  }

  /**
   * Returns true if the user may sign in with the password. An unknown name, a disabled user and a user without password take as long as a
   * wrong password.
   */
  public boolean isPasswordOf(Optional<User> user, String password) {
    String known = user.map(each -> UserStore.unlocked(each.passwordHash())).orElse("");
    String hash = PasswordHash.problemOf(known).isEmpty() ? known : UNKNOWN_USER_HASH;
    boolean matches = PasswordHash.matches(password, hash);
    return matches
        && hash.equals(known)
        && user.filter(each -> !each.isDisabled()).isPresent();
  }

  /** Replaces a hash of old parameters. Call it with the password that has just matched. */
  public void renewHash(UserStore users, User user, String password) {
    if (!PasswordHash.isCurrent(user.passwordHash())) {
      users.rehash(user.name(), user.passwordHash(), PasswordHash.of(password));
    }
  }

  private static void adopt(Store store, String password) {
    UserStore users = store.users();
    Optional<User> known = users.find(FIRST_USER);
    if (known.isEmpty() && users.add(first(password, false), Actor.SYSTEM)) {
      return;
    }
    known = users.find(FIRST_USER);
    if (known.isPresent()
        && !PasswordHash.matches(password, UserStore.unlocked(known.get().passwordHash()))) {
      users.setPassword(FIRST_USER, PasswordHash.of(password), false, Actor.SYSTEM);
      store.sessions().closeAll(FIRST_USER);
    }
  }

  private static User first(String password, boolean mustChange) {
    return new User(FIRST_USER, Role.ADMIN, PasswordHash.of(password), mustChange);
  }

  /** Returns the first line of the file, which is the form of Docker and Kubernetes secrets. */
  private static String passwordIn(Path file) throws IOException {
    String content;
    try {
      content = Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IOException(
          "admin password file: " + file + ": " + UnreadableFile.reason(e)
              + " (expected: a file with the password in its first line)",
          e);
    }
    String password = content.lines().findFirst().orElse("").strip();
    if (password.isEmpty()) {
      throw new IOException(file + ": empty (expected: a password in the first line)");
    }
    if (password.length() < SHORT_PASSWORD) {
      log.warn(
          "{}: a password of {} characters (expected: at least {})",
          file,
          password.length(),
          SHORT_PASSWORD);
    }
    return password;
  }
}
