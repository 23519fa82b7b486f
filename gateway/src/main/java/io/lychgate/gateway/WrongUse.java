package io.lychgate.gateway;

import io.lychgate.gateway.config.yaml.Suggestion;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports a wrong call in the form of all other messages, and the call that describes the command. Picocli would print the whole
 * help, which pushes the message off the screen.
 */
final class WrongUse implements IParameterExceptionHandler {
  private static final Set<String> OF_THE_LAUNCHER =
      Set.of("demo", "test", "fuzz", "bench", "train");

  private final Supplier<CommandLine> everyCommand;

  /** @param everyCommand supplies the commands that a mistyped one may mean */
  WrongUse(Supplier<CommandLine> everyCommand) {
    this.everyCommand = everyCommand;
  }

  @Override
  public int handleParseException(ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    PrintWriter err = command.getErr();
    String name = command.getCommandSpec().qualifiedName();
    err.println("lychgate: " + message(wrong, arguments));
    boolean isNoCommand = command.getParent() == null;
    err.println(isNoCommand ? "`lychgate help` lists all." : "`" + name + " --help` explains it.");
    err.flush();
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  private String message(ParameterException wrong, String... arguments) {
    if (wrong instanceof UnmatchedArgumentException unmatched) {
      return unmatched(unmatched);
    }
    if (wrong instanceof OverwrittenOptionException twice) {
      return name(twice.getOverwritten()) + ": more than once (expected: once)";
    }
    if (wrong instanceof MissingParameterException missing
        && !missing.getMissing().isEmpty()) {
      Set<String> options = wrong.getCommandLine().getCommandSpec().optionsMap().keySet();
      // Picocli reports what is missing first, although a mistyped option may be the reason.
      return Arrays.stream(arguments)
          .filter(each -> each.startsWith("--"))
          .map(each -> each.replaceFirst("=.*", ""))
          .filter(each -> !options.contains(each))
          .findFirst()
          .map(each -> unknown(each, options))
          .orElseGet(() -> missing(missing, arguments));
    }
    ArgSpec argument = wrong.getArgSpec();
    if (argument == null) {
      return String.valueOf(wrong.getMessage());
    }
    String expected = expected(argument.typeInfo().getType());
    return expected == null || wrong.getValue() == null
        ? String.valueOf(wrong.getMessage())
        : name(argument) + ": " + wrong.getValue() + " (expected: " + expected + ")";
  }

  private static String unknown(String option, Collection<String> known) {
    return option + ": no such option" + meant(option, known);
  }

  private String unmatched(UnmatchedArgumentException unmatched) {
    CommandLine command = unmatched.getCommandLine();
    String first = unmatched.getUnmatched().get(0);
    if (unmatched.isUnknownOption()) {
      return unknown(first, command.getCommandSpec().optionsMap().keySet());
    }
    if (!command.getSubcommands().isEmpty()) {
      return first + ": no such command" + meant(first, commands(command));
    }
    return String.join(" ", unmatched.getUnmatched())
        + ": unexpected (expected: no further argument)";
  }

  private Collection<String> commands(CommandLine command) {
    Collection<String> known = new TreeSet<>(command.getSubcommands().keySet());
    if (command.getParent() == null) {
      known.addAll(everyCommand.get().getSubcommands().keySet());
      known.addAll(OF_THE_LAUNCHER);
    }
    return known;
  }

  private static String meant(String word, Collection<String> known) {
    return Suggestion.nearest(word, known)
        .map(near -> " (did you mean " + near + "?)")
        .orElse("");
  }

  private static String missing(MissingParameterException missing, String... arguments) {
    return missing.getMissing().stream()
        .map(each -> missing(each, arguments))
        .collect(Collectors.joining("; "));
  }

  private static String missing(ArgSpec argument, String... arguments) {
    List<String> given = Arrays.asList(arguments);
    boolean isWithoutValue = argument instanceof OptionSpec option
        && Arrays.stream(option.names()).anyMatch(given::contains);
    return isWithoutValue
        ? name(argument) + ": no value (expected: " + argument.paramLabel() + ")"
        : name(argument) + ": missing (expected: " + usage(argument) + ")";
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private static String usage(ArgSpec argument) {
    return argument instanceof OptionSpec option && !argument.paramLabel().isEmpty()
        ? option.longestName() + "=" + argument.paramLabel()
        : "an argument";
  }

  /** Returns the values of a type in words; null if its converter has a message of its own. */
  private static @Nullable String expected(Class<?> type) {
    if (type == int.class || type == long.class || type == Integer.class || type == Long.class) {
      return "a whole number";
    }
    if (type == double.class || type == Double.class) {
      return "a number";
    }
    return type.isEnum()
        ? Arrays.stream(type.getEnumConstants())
            .map(each -> each.toString().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "))
        : null;
  }
}
