package io.lychgate.gateway;

import io.lychgate.gateway.admin.access.OneTimePassword;
import io.lychgate.gateway.admin.access.PasswordRules;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.UnreadableFile;
import io.lychgate.gateway.config.password.PasswordHash;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.store.Account;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.User;
import io.lychgate.gateway.store.UserChange;
import io.lychgate.gateway.store.UserStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lychgate user}: the users of the admin plane, changed in the store on this machine. Needs no login and no running gateway. */
@Command(
    name = "user",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Lists and changes the users of the admin plane, in the store of a configuration.",
      "A running gateway accepts the changes at once. Each change is in the audit trail."
    })
final class UserCommand extends CommandGroup {
  /** Accounts that one reading of a list returns. */
  private static final int PAGE = 500;

  /** Returns the command with its subcommands. */
  static CommandLine commandLine() {
    return new CommandLine(new UserCommand())
        .addSubcommand(new ListUsers())
        .addSubcommand(new CreateUser())
        .addSubcommand(new ResetUser())
        .addSubcommand(new DisableUser())
        .addSubcommand(new EnableUser());
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "Lists the users.")
  static final class ListUsers implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private StoreOption store = new StoreOption();

    @Override
    public Integer call() {
      return StoreAccess.run(spec, store, (open, config) -> {
        PrintWriter out = spec.commandLine().getOut();
        List<Account> accounts;
        int offset = 0;
        do {
          accounts = open.users().list("", PAGE, offset).items();
          accounts.forEach(account -> out.println(line(account)));
          offset += accounts.size();
        } while (accounts.size() == PAGE);
        out.flush();
        return ExitCode.OK;
      });
    }

    private static String line(Account account) {
      User user = account.user();
      String roles = user.grants().stream().map(Grant::toString).collect(Collectors.joining("; "));
      return user.name() + "  " + roles + (user.isDisabled() ? "  disabled" : "")
          + (user.mustChangePassword() ? "  must change the password" : "")
          + (account.loginAt() == null
              ? "  no sign-in yet"
              : "  last sign-in " + account.loginAt().truncatedTo(ChronoUnit.SECONDS));
    }
  }

  @Command(
      name = "create",
      mixinStandardHelpOptions = true,
      description = "Creates a user and prints a one-time password, which the user must change.")
  static final class CreateUser implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private OneUser user = new OneUser();

    @Option(
        names = "--role",
        required = true,
        paramLabel = "ROLE",
        description = "viewer, editor, publisher or admin.")
    private Role role = Role.VIEWER;

    @Option(
        names = "--site",
        paramLabel = "HOST",
        description =
            "A site for which the user has the role, as a host name or *.example.com. May be repeated. Without it, the role is for all sites.")
    private List<String> sites = List.of();

    @Mixin
    private PasswordFileOption password = new PasswordFileOption();

    @Override
    public Integer call() {
      return StoreAccess.run(spec, user.store, this::create);
    }

    private int create(Store store, GatewayConfig config) {
      String problem = problem();
      if (!problem.isEmpty()) {
        return StoreAccess.refuse(spec, problem);
      }
      Grant grant = sites.isEmpty()
          ? Grant.everywhere(role)
          : new Grant(
              role, sites.stream().map(each -> each.toLowerCase(Locale.ROOT)).toList());
      return password.use(spec, config, user.name, (text, isGiven) -> {
        User added = new User(user.name, List.of(grant), PasswordHash.of(text), true);
        if (!store.users().add(added, StoreAccess.actor())) {
          return StoreAccess.refuse(
              spec, "user: " + user.name + " exists (expected: another name)");
        }
        return report(spec, "created the user " + user.name, isGiven ? null : text);
      });
    }

    private String problem() {
      if (!UserStore.isName(user.name)) {
        return "user: " + user.name
            + " (expected: 1-100 letters, digits, . _ @ + -, beginning with a letter or digit)";
      }
      if (role == Role.ADMIN && !sites.isEmpty()) {
        return "--site: beside the role admin (expected: no --site, as an admin manages all)";
      }
      return sites.stream()
          .filter(site -> !HostPattern.problemOf(site).isEmpty() || site.equals(Grant.ALL))
          .findFirst()
          .map(site -> "--site: " + site + " (expected: a host name or *.example.com)")
          .orElse("");
    }
  }

  @Command(
      name = "reset",
      mixinStandardHelpOptions = true,
      description = {
        "Sets a one-time password for a user who has lost the old one, and prints it. The sessions of the user end.",
        "The user must change the password at the next sign-in. A disabled user is enabled with --enable."
      })
  static final class ResetUser implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private OneUser user = new OneUser();

    @Option(names = "--enable", description = "Enable the user, too.")
    private boolean enable;

    @Option(
        names = "--second-factor",
        description =
            "Remove the second factors of a user who has lost them, and keep the password. The sessions of the user end.")
    private boolean secondFactor;

    @Mixin
    private PasswordFileOption password = new PasswordFileOption();

    @Override
    public Integer call() {
      return StoreAccess.run(spec, user.store, this::reset);
    }

    private int resetSecondFactor(Store store) {
      String name = user.name;
      boolean hadOne = store.secondFactors().reset(name, StoreAccess.actor());
      store.sessions().closeAll(name);
      return report(
          spec,
          hadOne
              ? "the second factors of " + name + " are removed, and its sessions have ended"
              : name + " has no second factor; its sessions have ended",
          null);
    }

    private int reset(Store store, GatewayConfig config) {
      String name = user.name;
      if (store.users().find(name).isEmpty()) {
        return unknown(spec, store, name);
      }
      if (secondFactor) {
        return resetSecondFactor(store);
      }
      return password.use(spec, config, name, (text, isGiven) -> {
        if (!store.users().setPassword(name, PasswordHash.of(text), true, StoreAccess.actor())) {
          return unknown(spec, store, name);
        }
        if (enable) {
          change(store, name, UserChange.disabled(false));
        }
        boolean isDisabled = store.users().find(name).filter(User::isDisabled).isPresent();
        return report(
            spec,
            "the password of " + name + " is reset, and its sessions have ended"
                + (isDisabled ? "; the user is disabled (--enable admits it)" : ""),
            isGiven ? null : text);
      });
    }
  }

  @Command(
      name = "disable",
      mixinStandardHelpOptions = true,
      description =
          "Prevents a user from signing in. The sessions of the user end, and the tokens are deleted.")
  static final class DisableUser implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private OneUser user = new OneUser();

    @Override
    public Integer call() {
      return user.admit(spec, false);
    }
  }

  @Command(
      name = "enable",
      mixinStandardHelpOptions = true,
      description = "Lets a disabled user sign in again, with the old password.")
  static final class EnableUser implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private OneUser user = new OneUser();

    @Override
    public Integer call() {
      return user.admit(spec, true);
    }
  }

  /** The store, and the user in it. */
  static final class OneUser {
    @Mixin
    private StoreOption store = new StoreOption();

    @Parameters(paramLabel = "NAME", description = "Name of the user.")
    private String name = "";

    /** Enables or disables the user. */
    int admit(CommandSpec spec, boolean isAdmitted) {
      return StoreAccess.run(spec, store, (open, config) -> {
        Outcome<User> outcome = change(open, name, UserChange.disabled(!isAdmitted));
        if (outcome instanceof Outcome.Done<User>) {
          return report(
              spec, "the user " + name + " is " + (isAdmitted ? "enabled" : "disabled"), null);
        }
        return outcome instanceof Outcome.Conflict<User> conflict
            ? StoreAccess.refuse(spec, conflict.sentence())
            : unknown(spec, open, name);
      });
    }
  }

  /** A password from a file, in place of a generated one. */
  static final class PasswordFileOption {
    @Option(
        names = "--password-file",
        paramLabel = "FILE",
        description = "Take the password from the first line of a file, and print none.")
    private @Nullable Path file;

    /** Work with a password. */
    interface Work {
      int run(String password, boolean isGiven);
    }

    int use(CommandSpec spec, GatewayConfig config, String user, Work work) {
      Path given = file;
      if (given == null) {
        return work.run(OneTimePassword.next(), false);
      }
      String password;
      try {
        password = Files.readString(given).lines().findFirst().orElse("").strip();
      } catch (IOException e) {
        return StoreAccess.refuse(
            spec,
            given + ": " + UnreadableFile.reason(e)
                + " (expected: a file with the password in its first line)");
      }
      String problem =
          new PasswordRules(config.admin().accounts().passwords()).problem(password, user);
      return problem.isEmpty()
          ? work.run(password, true)
          : StoreAccess.refuse(spec, given + ": " + problem);
    }
  }

  /** Changes a user in its present version. */
  private static Outcome<User> change(Store store, String name, UserChange change) {
    while (true) {
      long version = store.users().find(name).map(User::version).orElse(0L);
      Outcome<User> outcome = store.users().change(name, version, change, StoreAccess.actor());
      if (!(outcome instanceof Outcome.Stale<User>)) {
        return outcome;
      }
    }
  }

  private static int unknown(CommandSpec spec, Store store, String name) {
    String known = store.users().list("", PAGE, 0).items().stream()
        .map(account -> account.user().name())
        .limit(10)
        .collect(Collectors.joining(", "));
    return StoreAccess.refuse(
        spec,
        "user: " + name + " (expected: " + (known.isEmpty() ? "the first start" : known) + ")");
  }

  private static int report(CommandSpec spec, String what, @Nullable String password) {
    PrintWriter out = spec.commandLine().getOut();
    out.println("lychgate: " + what);
    if (password != null) {
      out.println("  one-time password: " + password);
    }
    out.flush();
    return ExitCode.OK;
  }
}
