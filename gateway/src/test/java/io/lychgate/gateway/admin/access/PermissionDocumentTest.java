package io.lychgate.gateway.admin.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.store.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Writes the page again with {@code ./lychgate test -Dlychgate.docs.write=true PermissionDocumentTest}. */
final class PermissionDocumentTest {
  /** Maven runs tests in the module's directory. */
  private static final Path PAGE = Path.of("..", "docs", "reference", "permissions.md");

  private static final String HEAD = """
      # Permissions

      Each operation of the admin API, the roles that may call it, and the sites for which they need the role. The gateway enforces this table
      (`admin/access/Permission`), and a test tries each cell by a real request. [Users and tokens](../how-to/users.md) describes how to grant roles.
      This page is generated.

      | the role is needed for | meaning |
      |---|---|
      | any site | the operation concerns no site: a role for one site suffices |
      | own sites | things of other sites are left out of lists, absent (404) or refused (403); a change needs the role for all hosts of the thing |
      | all sites | a role for single sites does not suffice |
      | own account | users act on their own account; admins on all |

      The group is the word in the `operations` of a token. No token may call the operations of `account`; each token may call those of `any`.
      A decision on an upstream needs the role for the hosts of all routes to it. A purge by tag, and of everything, needs the role for all sites.
      `/metrics` has rules of its own: [Prometheus](../how-to/prometheus.md).

      | operation | viewer | editor | publisher | admin | for | group |
      |---|---|---|---|---|---|---|
      """;

  @Test
  void pageMatchesTheTable() throws IOException {
    String text = HEAD
        + Arrays.stream(Permission.values())
            .map(PermissionDocumentTest::row)
            .collect(Collectors.joining());
    if (Boolean.getBoolean("lychgate.docs.write")) {
      Files.writeString(PAGE, text);
    }

    assertThat(PAGE)
        .as("stale (write it again with -Dlychgate.docs.write=true)")
        .hasContent(text);
  }

  private static String row(Permission permission) {
    Role least = permission.least();
    String roles = Arrays.stream(Role.values())
        .map(role -> least == null || role.includes(least) ? " yes |" : " – |")
        .collect(Collectors.joining());
    return "| `" + permission.operationId() + "` |" + roles + " "
        + permission.reach().words() + " | " + permission.group().token() + " |\n";
  }
}
