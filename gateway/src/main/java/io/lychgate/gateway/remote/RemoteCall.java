package io.lychgate.gateway.remote;

import io.lychgate.gateway.command.NewFile;
import io.lychgate.gateway.config.UnreadableFile;
import io.lychgate.gateway.remote.ApiOperation.Parameter;
import io.lychgate.gateway.remote.ApiOperation.Property;
import io.lychgate.gateway.store.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The command of one operation. */
final class RemoteCall implements Callable<Integer> {
  /** Exit code if there is no response, or the gateway has failed. */
  static final int UNREACHABLE = 3;

  /** Items of a list that a command reads without being asked: as many as a terminal and a script take at once. */
  private static final int MOST_ITEMS = 10_000;

  private final ApiOperation operation;
  private final Map<String, String> environment;
  private final ServerOptions server = new ServerOptions();
  private @Nullable CommandSpec spec;

  RemoteCall(ApiOperation operation, Map<String, String> environment) {
    this.operation = operation;
    this.environment = environment;
  }

  ServerOptions server() {
    return server;
  }

  void spec(CommandSpec own) {
    spec = own;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandSpec own = Objects.requireNonNull(spec, "no spec");
    ParseResult given = own.commandLine().getParseResult();
    PrintWriter err = own.commandLine().getErr();
    NewFile output = output(given);
    String refusal = output == null ? null : output.refusal();
    if (refusal != null) {
      // Before the request: the response of a write cannot be had a second time.
      throw new ParameterException(own.commandLine(), refusal);
    }
    String body = operation.hasBody() ? body(own, given) : null;
    try (GatewayClient client = GatewayClient.open(server, environment)) {
      if (takesAllPages(given)) {
        return list(PagedList.read(client, address(given), MOST_ITEMS), own);
      }
      try (GatewayClient.Response response =
          client.send(operation.method(), address(given), body, fields(given))) {
        return print(response, own, output);
      }
    } catch (GatewayClient.RefusedException e) {
      return refused(e, err, server.json);
    } catch (IOException e) {
      return failed(e, err);
    }
  }

  /** Prints why there is no response, or which file of an option cannot be read, and returns the exit code. */
  static int failed(IOException e, PrintWriter err) {
    err.println("lychgate: " + UnreadableFile.line(e));
    err.flush();
    return e instanceof FileSystemException || e instanceof ServerOptions.MissingOptionException
        ? ExitCode.USAGE
        : UNREACHABLE;
  }

  /** Returns true for a list of which the user has not selected a page. */
  private boolean takesAllPages(ParseResult given) {
    return operation.isPaged()
        && value(given, "--output") == null
        && ApiOperation.PAGING.stream()
            .noneMatch(name -> given.hasMatchedOption(named(given, "--" + name)));
  }

  private int list(ObjectNode all, CommandSpec own) {
    ResponseText.print(all, server.json, own.commandLine().getOut());
    if (all.path("items").size() >= MOST_ITEMS && !all.path("next").isNull()) {
      PrintWriter err = own.commandLine().getErr();
      err.println("lychgate: the first " + all.path("items").size()
          + " items only (expected: a filter, or --limit with --"
          + (all.has("next") ? "cursor " + all.path("next").asString("") : "offset")
          + " for the rest)");
      err.flush();
    }
    return ExitCode.OK;
  }

  /** Prints a refusal and returns its exit code. */
  static int refused(GatewayClient.RefusedException e, PrintWriter err, boolean asJson) {
    if (asJson) {
      ObjectNode problem = JsonMapper.shared().createObjectNode();
      problem.put("status", e.status());
      problem.put("code", e.code());
      problem.put("detail", e.getMessage());
      err.println(problem);
    } else {
      err.println("lychgate: " + e.getMessage());
      if (e.status() == 401) {
        err.println("  (expected: --token-file, LYCHGATE_TOKEN, or --user and --password-file)");
      }
    }
    err.flush();
    return e.status() >= 500 ? UNREACHABLE : ExitCode.SOFTWARE;
  }

  private static @Nullable NewFile output(ParseResult given) {
    String file = value(given, "--output");
    return file == null ? null : new NewFile(Path.of(file), given.hasMatchedOption("--force"));
  }

  private int print(GatewayClient.Response response, CommandSpec own, @Nullable NewFile output)
      throws IOException {
    PrintWriter out = own.commandLine().getOut();
    if (output != null) {
      // Readable by its owner only: backups and new tokens are secrets.
      try (OutputStream to = output.open(WholeFile.ownerOnly(output.path()))) {
        long bytes = response.body().transferTo(to);
        out.println(output.path() + ": " + bytes + " bytes");
      }
    } else if (response.isJson()) {
      JsonNode json = response.json();
      ResponseText.print(json, server.json, out);
      String tag = response.fields().getOrDefault("etag", "");
      if (!server.json && tag.startsWith("\"") && !json.has("etag")) {
        out.println("etag: " + tag);
      }
      out.flush();
      return isNegative(json) ? ExitCode.SOFTWARE : ExitCode.OK;
    } else if (response.type().equals("application/zip")) {
      own.commandLine().getErr().println("lychgate: a file (expected: --output FILE)");
      own.commandLine().getErr().flush();
      return ExitCode.USAGE;
    } else {
      copy(response.body(), out);
    }
    out.flush();
    return ExitCode.OK;
  }

  /** Returns true for the result of a check that failed: a text with errors, or an audit trail that was changed. */
  static boolean isNegative(JsonNode result) {
    return !result.path("valid").asBoolean(true) || !result.path("whole").asBoolean(true);
  }

  /** Copies text as it arrives: a stream of events does not end. */
  private static void copy(InputStream from, PrintWriter out) throws IOException {
    InputStreamReader text = new InputStreamReader(from, StandardCharsets.UTF_8);
    char[] chars = new char[8192];
    for (int n = text.read(chars); n >= 0; n = text.read(chars)) {
      out.write(chars, 0, n);
      out.flush();
    }
  }

  private String address(ParseResult given) {
    String path = operation.address();
    StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
    int index = 0;
    for (Parameter each : operation.parameters()) {
      if (each.in().equals("path")) {
        String value = given.matchedPositionalValue(index++, "");
        path = path.replace("{" + each.name() + "}", encoded(value));
      } else if (each.in().equals("query")) {
        for (String value : values(given, each)) {
          query.add(encoded(each.name()) + "=" + encoded(value));
        }
      }
    }
    return path + query;
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static List<String> values(ParseResult given, Parameter parameter) {
    String option = named(given, parameter.option());
    if (!given.hasMatchedOption(option)) {
      return List.of();
    }
    Object value = given.matchedOptionValue(option, (Object) "");
    return value instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of(String.valueOf(value));
  }

  private static @Nullable String value(ParseResult given, String option) {
    String name = named(given, option);
    return given.hasMatchedOption(name) ? given.matchedOptionValue(name, "") : null;
  }

  /** Returns the option of a parameter whose plain name a common option may have. */
  private static String named(ParseResult given, String option) {
    String field = "--field-" + option.substring(2);
    return given.commandSpec().findOption(field) != null ? field : option;
  }

  private Map<String, String> fields(ParseResult given) {
    Map<String, String> fields = new LinkedHashMap<>();
    if (given.commandSpec().findOption("--if-match") != null) {
      String tag = value(given, "--if-match");
      fields.put("if-match", tag == null ? "*" : tag);
    }
    String key = value(given, "--idempotency-key");
    if (key != null) {
      fields.put("idempotency-key", key);
    }
    String managed = operation.isOfManagedThing() ? value(given, "--managed-by") : null;
    if (managed != null) {
      fields.put("x-lychgate-managed-by", managed);
    }
    for (Parameter each : operation.parameters()) {
      if (each.in().equals("header") && given.hasMatchedOption(named(given, each.option()))) {
        fields.put(each.name(), String.join(", ", values(given, each)));
      }
    }
    return fields;
  }

  private String body(CommandSpec own, ParseResult given) {
    String whole = value(given, "--body");
    if (whole != null) {
      return whole.startsWith("@") ? text(own, whole.substring(1)) : whole;
    }
    ObjectNode body = JsonMapper.shared().createObjectNode();
    for (Property each : operation.properties()) {
      String option = "--" + ApiOperation.kebab(each.name());
      String file = value(given, option + "-file");
      String value = value(given, option);
      if (file != null && own.findOption(named(given, option + "-file")) != null) {
        String content = text(own, file);
        body.put(
            each.name(),
            each.name().toLowerCase(Locale.ROOT).contains("password")
                ? content.lines().findFirst().orElse("")
                : content);
      } else if (value != null) {
        body.set(each.name(), json(own, option, each, value));
      }
    }
    return body.toString();
  }

  private static JsonNode json(CommandSpec own, String option, Property property, String value) {
    JsonMapper mapper = JsonMapper.shared();
    try {
      return switch (property.kind()) {
        case TEXT -> value.equals("null") ? mapper.nullNode() : mapper.valueToTree(value);
        case NUMBER, FLAG, JSON -> mapper.readTree(value);
      };
    } catch (JacksonException e) {
      throw new ParameterException(
          own.commandLine(),
          option + ": " + value + " (expected: "
              + switch (property.kind()) {
                case NUMBER -> "a number";
                case FLAG -> "true or false";
                default -> "JSON";
              }
              + ")");
    }
  }

  private static String text(CommandSpec own, String file) {
    try {
      return file.equals("-")
          ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
          : Files.readString(Path.of(file));
    } catch (IOException e) {
      throw new ParameterException(
          own.commandLine(), file + ": " + UnreadableFile.reason(e) + " (expected: a text file)");
    }
  }
}
