package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.remote.RemoteCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes the page again with {@code ./lychgate test -Dlychgate.docs.write=true CommandReferenceTest}. */
class CommandReferenceTest {
  /** Maven runs tests in the module's directory. */
  private static final Path PAGE = Path.of("..", "docs", "reference", "commands.md");

  private static final String HEAD = """
      # Commands

      Generated from the program and from the contract of the admin API. `lychgate COMMAND --help` shows the same. Commands of the repository
      alone (`demo`, `test`, `bench`, `fuzz`, `train`) are in [CONTRIBUTING.md](../../CONTRIBUTING.md).

      Exit codes: 0 done, 1 a negative result or a refusal, 2 wrong use; commands of the admin API also 3, no response or a failure of the gateway.

      """;

  @Test
  void pageMatchesTheProgram() throws IOException {
    StringBuilder text = new StringBuilder(HEAD);
    new TreeMap<>(Main.commandLine().getSubcommands()).forEach((name, line) -> {
      if (!line.getCommandSpec().usageMessage().hidden() && !name.equals("api")) {
        local(name, line, text);
      }
    });
    api(text);
    if (Boolean.getBoolean("lychgate.docs.write")) {
      Files.writeString(PAGE, text);
    }

    assertThat(PAGE)
        .as("stale (write it again with -Dlychgate.docs.write=true)")
        .hasContent(text.toString());
  }

  private static void local(String name, CommandLine line, StringBuilder text) {
    text.append("## lychgate ").append(name).append("\n\n");
    usage(line, text);
    new TreeMap<>(line.getSubcommands()).forEach((sub, each) -> {
      text.append("### lychgate ").append(name).append(' ').append(sub).append("\n\n");
      usage(each, text);
    });
  }

  private static void usage(CommandLine line, StringBuilder text) {
    text.append("```\n");
    line.getUsageMessage(Ansi.OFF)
        .lines()
        .map(String::stripTrailing)
        .forEach(each -> text.append(each).append('\n'));
    text.append("```\n\n");
  }

  private static void api(StringBuilder text) {
    text.append("""
        ## Commands of the admin API

        One for each operation, as `lychgate GROUP COMMAND` or `lychgate api GROUP COMMAND`. [How to use them](../how-to/remote-commands.md).

        | command | what it does | least role |
        |---|---|---|
        """);
    Map<String, CommandLine> groups =
        new TreeMap<>(RemoteCommands.of(Map.of()).all().getSubcommands());
    groups.forEach((group, line) -> new TreeMap<>(line.getSubcommands()).forEach((name, each) -> {
      CommandSpec spec = each.getCommandSpec();
      String[] description = spec.usageMessage().description();
      String role = Arrays.stream(description)
          .filter(part -> part.startsWith("Needs the role "))
          .map(part -> part.replace("Needs the role ", "").replace(" or above.", ""))
          .findFirst()
          .orElse("–");
      StringBuilder arguments = new StringBuilder();
      for (PositionalParamSpec argument : spec.positionalParameters()) {
        arguments.append(' ').append(((ArgSpec) argument).paramLabel());
      }
      text.append("| `")
          .append(group)
          .append(' ')
          .append(name)
          .append(arguments)
          .append("` | ");
      text.append(description[0].replace("|", "\\|")).append(" | ").append(role).append(" |\n");
    }));
  }
}
