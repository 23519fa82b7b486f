package io.lychgate.gateway.remote;

import io.lychgate.gateway.remote.ApiOperation.Kind;
import io.lychgate.gateway.remote.ApiOperation.Parameter;
import io.lychgate.gateway.remote.ApiOperation.Property;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The commands of all operations of the contract: {@code lychgate GROUP NAME}, for example {@code lychgate manifest publish shop}. Path
 * parameters are arguments; query parameters and fields of the body are options.
 */
public final class RemoteCommands {
  /** An approval is for the text that a person has read, so these operations take no wildcard. */
  private static final Set<String> APPROVALS = Set.of("approveDraft", "approveConfiguration");

  /** Fields whose values do not belong on a command line, or do not fit there. */
  private static final Set<String> FILES =
      Set.of("text", "draft", "password", "currentPassword", "newPassword");

  private static final Set<String> SECRETS = Set.of("password", "currentPassword", "newPassword");

  private static final Set<String> RESERVED = Set.of("--body", "--if-match", "--idempotency-key");

  private static final Set<String> SET_BY_CLIENT =
      Set.of("x-lychgate-csrf", "if-match", "if-none-match", "idempotency-key", "last-event-id");

  /** A session is opened by options, and an open stream of it is of no use. */
  private static final Set<String> LEFT_OUT = Set.of("login", "logout");

  private final Map<String, List<ApiOperation>> groups;
  private final Map<String, String> environment;

  private RemoteCommands(Map<String, List<ApiOperation>> groups, Map<String, String> environment) {
    this.groups = groups;
    this.environment = environment;
  }

  /** Reads the contract of this version. */
  public static RemoteCommands of(Map<String, String> environment) {
    return new RemoteCommands(ApiDocument.load().groups(), environment);
  }

  /** Returns the first words of all commands. */
  public Set<String> groups() {
    return Set.copyOf(groups.keySet());
  }

  /**
   * Returns true if the arguments name a gateway, so that a local command of the same name is not meant. Local commands need a
   * configuration, which wins over the environment.
   */
  public static boolean isAddressed(Map<String, String> environment, String... arguments) {
    return has("--server", arguments)
        || (environment.containsKey(ServerOptions.SERVER)
            && !has("-c", arguments)
            && !has("--config", arguments));
  }

  private static boolean has(String option, String... arguments) {
    return Arrays.stream(arguments)
        .anyMatch(each -> each.equals(option) || each.startsWith(option + "="));
  }

  /** Returns true if a group has this command. */
  public boolean has(String group, String name) {
    return groups.getOrDefault(group, List.of()).stream()
        .anyMatch(each -> each.name().equals(name));
  }

  /** Returns {@code lychgate api}, which has all groups. */
  public CommandLine all() {
    CommandSpec spec = group(
        "api",
        "Calls the admin API of a gateway: one command for each operation. Exit codes: 0 done, 1 refused, 2 wrong use, 3 no response or a failure of the gateway.");
    groups.keySet().forEach(name -> {
      CommandLine group = group(name);
      // The list of all groups says what each can do.
      group.getCommandSpec().usageMessage().description(names(group));
      spec.addSubcommand(name, group);
    });
    return line(spec);
  }

  private static String names(CommandLine group) {
    return String.join(", ", group.getSubcommands().keySet()) + ".";
  }

  /** Returns one group. */
  public CommandLine group(String name) {
    CommandSpec spec = group(name, "Operations of the admin API of a running gateway.");
    addTo(spec, name);
    return line(spec);
  }

  /**
   * Adds the commands of a group to a local command, except names that it has already.
   *
   * @param replaced name of the one local command that gives way; empty for none
   */
  public void addTo(CommandLine local, String name, String replaced) {
    CommandSpec spec = local.getCommandSpec();
    if (has(name, replaced) && spec.subcommands().containsKey(replaced)) {
      var unused = spec.removeSubcommand(replaced);
    }
    addTo(spec, name);
  }

  private void addTo(CommandSpec spec, String name) {
    for (ApiOperation operation : groups.getOrDefault(name, List.of())) {
      if (!LEFT_OUT.contains(operation.id()) && !spec.subcommands().containsKey(operation.name())) {
        spec.addSubcommand(operation.name(), line(command(operation)));
      }
    }
  }

  private static CommandLine line(CommandSpec spec) {
    CommandLine line = new CommandLine(spec);
    // A value that begins with @ is a value.
    line.setExpandAtFiles(false);
    return line;
  }

  private static CommandSpec group(String name, String description) {
    CommandSpec[] self = new CommandSpec[1];
    Callable<Integer> usage = () -> {
      self[0].commandLine().usage(self[0].commandLine().getErr());
      return CommandLine.ExitCode.USAGE;
    };
    CommandSpec spec = CommandSpec.wrapWithoutInspection(usage).name(name);
    self[0] = spec;
    spec.mixinStandardHelpOptions(true);
    spec.usageMessage().description(description).synopsisSubcommandLabel("COMMAND");
    return spec;
  }

  private CommandSpec command(ApiOperation operation) {
    RemoteCall call = new RemoteCall(operation, environment);
    CommandSpec spec = CommandSpec.wrapWithoutInspection(call).name(operation.name());
    call.spec(spec);
    spec.mixinStandardHelpOptions(true);
    spec.usageMessage().description(description(operation));
    spec.addMixin("server", CommandSpec.forAnnotatedObject(call.server()));
    spec.addOption(text("--output", "FILE", "Write the response to this file."));
    spec.addOption(flag("--force", "Replace the file if it exists."));
    Set<String> taken = new HashSet<>();
    spec.options().forEach(option -> taken.addAll(Arrays.asList(option.names())));
    taken.addAll(RESERVED);
    if (operation.isOfManagedThing()) {
      taken.add("--managed-by");
    }
    for (Parameter each : operation.parameters()) {
      addParameter(spec, each, taken);
    }
    if (operation.parameters().stream().anyMatch(each -> each.name().equals("If-Match"))) {
      boolean isForOneText = APPROVALS.contains(operation.id());
      OptionSpec.Builder option = OptionSpec.builder("--if-match")
          .paramLabel("ETAG")
          .type(String.class)
          .required(isForOneText)
          .description(
              isForOneText
                  ? "The version that was read: the ETag of a get."
                  : "Change only this version: the ETag of a get (default: *, any version).");
      spec.addOption(option.build());
    }
    if (operation.method().equals("POST") && !operation.isOpen()) {
      spec.addOption(text(
          "--idempotency-key",
          "KEY",
          "A repetition with the same key gets the first response, and changes nothing again."));
    }
    if (operation.isOfManagedThing()) {
      spec.addOption(
          text("--managed-by", "TEXT", "The file that decides it, if it is marked with one."));
    }
    if (operation.hasBody()) {
      spec.addOption(text("--body", "JSON|@FILE", "The whole body; @- reads standard input."));
      for (Property each : operation.properties()) {
        addProperty(spec, each, taken);
      }
    }
    return spec;
  }

  private static String[] description(ApiOperation operation) {
    String role = operation.isOpen()
        ? "Needs no sign-in."
        : operation.role().isEmpty() ? "" : "Needs the role " + operation.role() + " or above.";
    String what = operation.summary() + ".";
    String more = operation.description().strip().replace('`', '\'').replace("%", "%%");
    return more.isEmpty() ? new String[] {what, role} : new String[] {what, more, role};
  }

  private static void addParameter(CommandSpec spec, Parameter parameter, Set<String> taken) {
    String description = parameter.description().replace("%", "%%").replace('`', '\'');
    if (parameter.in().equals("path")) {
      spec.addPositional(PositionalParamSpec.builder()
          .index(String.valueOf(spec.positionalParameters().size()))
          .arity("1")
          .required(true)
          .type(String.class)
          .paramLabel(parameter.name().toUpperCase(Locale.ROOT))
          .description(description.isEmpty() ? "Part of the address." : description)
          .build());
    } else if (!SET_BY_CLIENT.contains(parameter.name().toLowerCase(Locale.ROOT))) {
      String option = free(parameter.option(), taken);
      OptionSpec.Builder builder = OptionSpec.builder(option)
          .paramLabel("VALUE")
          .required(parameter.isRequired())
          .description(description.isEmpty() ? "Parameter of the request." : description);
      spec.addOption(
          parameter.isList()
              ? builder.type(List.class).auxiliaryTypes(String.class).arity("1").build()
              : builder.type(String.class).build());
    }
  }

  private static void addProperty(CommandSpec spec, Property property, Set<String> taken) {
    String name = "--" + ApiOperation.kebab(property.name());
    String description = property.description().isEmpty()
        ? "Field of the request."
        : property.description().replace("%", "%%").replace('`', '\'');
    if (!SECRETS.contains(property.name())) {
      spec.addOption(
          text(free(name, taken), property.kind() == Kind.JSON ? "JSON" : "VALUE", description));
    }
    if (FILES.contains(property.name())) {
      spec.addOption(text(
          free(name + "-file", taken),
          "FILE",
          "File with " + property.name() + "; - reads standard input."));
    }
  }

  /** Returns the name, with {@code --field-} in front if a common option has it. */
  private static String free(String name, Set<String> taken) {
    String free = taken.contains(name) ? "--field-" + name.substring(2) : name;
    taken.add(free);
    return free;
  }

  private static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name).type(boolean.class).description(description).build();
  }

  private static OptionSpec text(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(String.class)
        .description(description)
        .build();
  }
}
