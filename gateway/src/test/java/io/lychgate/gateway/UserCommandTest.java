package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.password.PasswordHash;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.AuditEntry;
import io.lychgate.gateway.store.FirstUser;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.store.User;
import io.lychgate.gateway.testkit.NewestJdk;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands on users, while a store of a gateway is open. */
@NewestJdk
final class UserCommandTest {
  private static final Pattern PASSWORD = Pattern.compile("one-time password: (\\S+)");

  @TempDir
  Path directory;

  private Path config;
  private Store store;
  private StringWriter out = new StringWriter();
  private StringWriter err = new StringWriter();

  @BeforeEach
  void open() throws IOException {
    config = Files.writeString(directory.resolve("gateway.yaml"), """
        sites: []
        listeners: [{ name: a, address: 'localhost:80' }]
        store: { url: 'jdbc:sqlite:lychgate.db', directory: . }
        """);
    store = Store.open(
        StoreUrl.parse("jdbc:sqlite:lychgate.db", directory), directory, InstantSource.system());
    store.users().addFirst(new User("admin", Role.ADMIN, PasswordHash.of("lost forever"), false));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private int execute(String... arguments) {
    List<String> all = new ArrayList<>(List.of("user"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("-c", config.toString()));
    String[] words = all.toArray(String[]::new);
    out = new StringWriter();
    err = new StringWriter();
    CommandLine line = Main.commandLine(words);
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(words);
  }

  private String password() {
    Matcher found = PASSWORD.matcher(out.toString());
    assertThat(found.find()).as(out + "" + err).isTrue();
    return found.group(1);
  }

  @Test
  void resetGivesAOneTimePasswordAndEndsSessions() {
    String session = store.sessions().open("admin");

    assertThat(execute("reset", "admin")).isZero();

    User admin = store.users().find("admin").orElseThrow();
    assertThat(PasswordHash.matches(password(), admin.passwordHash())).isTrue();
    assertThat(admin.mustChangePassword()).isTrue();
    assertThat(store.sessions().find(session)).isEmpty();
    AuditEntry entry = store.audit().find("user.password", 1, 0).items().get(0);
    assertThat(entry.actor().name()).startsWith("local:");
    assertThat(String.valueOf(entry.detail())).doesNotContain(password());
  }

  @Test
  void createsTheFirstUserBeforeTheFirstStart() throws IOException {
    Path fresh = Files.createDirectory(directory.resolve("fresh"));
    config = Files.writeString(
        fresh.resolve("gateway.yaml"), Files.readString(directory.resolve("gateway.yaml")));

    assertThat(execute("create", "boss", "--role", "admin")).as(err.toString()).isZero();

    try (Store created = Store.open(
        StoreUrl.parse("jdbc:sqlite:lychgate.db", fresh), fresh, InstantSource.system())) {
      assertThat(created.users().find("boss").orElseThrow().isAdmin()).isTrue();
      assertThat(created.users().claimFirst("one", "gate-1"))
          .as("the start makes no other user")
          .isNotInstanceOf(FirstUser.Ours.class);
    }
  }

  @Test
  void resetOfAnUnknownUserNamesTheKnownOnes() {
    assertThat(execute("reset", "amdin")).isEqualTo(1);
    assertThat(err.toString()).contains("user: amdin (expected: admin)");
  }

  @Test
  void createsAUserForSites() {
    assertThat(execute(
            "create",
            "ann",
            "--role",
            "editor",
            "--site",
            "Shop.example",
            "--site",
            "*.blog.example"))
        .isZero();

    User ann = store.users().find("ann").orElseThrow();
    assertThat(ann.grants())
        .containsExactly(new Grant(Role.EDITOR, List.of("*.blog.example", "shop.example")));
    assertThat(PasswordHash.matches(password(), ann.passwordHash())).isTrue();
    assertThat(execute("list")).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "admin  admin  no sign-in yet",
            "ann  editor: *.blog.example shop.example  must change the password  no sign-in yet");
    assertThat(execute("create", "Ann", "--role", "viewer")).isEqualTo(1);
    assertThat(err.toString()).contains("user: Ann exists");
  }

  @Test
  void refusesWrongArguments() {
    assertThat(execute("create", "a b", "--role", "viewer")).isEqualTo(1);
    assertThat(err.toString()).contains("user: a b (expected: 1-100 letters");
    assertThat(execute("create", "ann", "--role", "admin", "--site", "a.example"))
        .isEqualTo(1);
    assertThat(execute("create", "ann", "--role", "viewer", "--site", "a/b")).isEqualTo(1);
    assertThat(err.toString()).contains("--site: a/b (expected: a host name or *.example.com)");
    assertThat(execute("create", "ann", "--role", "owner")).isEqualTo(2);
    assertThat(store.users().find("ann")).isEmpty();
  }

  @Test
  void takesThePasswordFromAFileByTheRules() throws IOException {
    Path file = Files.writeString(directory.resolve("password"), "short\n");
    assertThat(execute("reset", "admin", "--password-file", file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("password: 5 characters (expected: 12-1000)");

    Files.writeString(file, "a password of an operator\n");
    assertThat(execute("reset", "admin", "--password-file", file.toString())).isZero();
    assertThat(out.toString()).doesNotContain("one-time", "of an operator");
    assertThat(PasswordHash.matches(
            "a password of an operator",
            store.users().find("admin").orElseThrow().passwordHash()))
        .isTrue();
  }

  @Test
  void disablesAndEnablesButKeepsTheLastAdmin() {
    assertThat(execute("disable", "admin")).isEqualTo(1);
    assertThat(err.toString()).contains("admin is the last admin");
    store
        .users()
        .add(new User("ann", Role.VIEWER, PasswordHash.of("anns own one"), false), Actor.SYSTEM);

    assertThat(execute("disable", "ann")).isZero();
    assertThat(store.users().find("ann").orElseThrow().isDisabled()).isTrue();
    assertThat(execute("reset", "ann")).isZero();
    assertThat(out.toString()).contains("the user is disabled (--enable admits it)");
    assertThat(store.users().find("ann").orElseThrow().isDisabled()).isTrue();
    assertThat(execute("reset", "ann", "--enable")).isZero();
    User ann = store.users().find("ann").orElseThrow();
    assertThat(ann.isDisabled()).isFalse();
    assertThat(PasswordHash.matches(password(), ann.passwordHash())).isTrue();
    assertThat(execute("enable", "absent")).isEqualTo(1);
  }

  @Test
  void resetOfTheSecondFactorKeepsThePassword() {
    assertThat(store.secondFactors().beginTotp("admin", "sealed")).isTrue();
    assertThat(store.secondFactors().confirmTotp("admin", "sealed", 1, Actor.SYSTEM))
        .isTrue();
    String hash = store.users().find("admin").orElseThrow().passwordHash();
    String session = store.sessions().open("admin");

    assertThat(execute("reset", "admin", "--second-factor")).isZero();

    assertThat(out.toString()).contains("the second factors of admin are removed");
    assertThat(store.secondFactors().of("admin").isEnrolled()).isFalse();
    assertThat(store.users().find("admin").orElseThrow().passwordHash()).isEqualTo(hash);
    assertThat(store.sessions().find(session)).isEmpty();
    assertThat(execute("reset", "absent", "--second-factor")).isNotZero();
  }
}
