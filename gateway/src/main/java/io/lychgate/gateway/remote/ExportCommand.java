package io.lychgate.gateway.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code lychgate export}: writes everything that the store decides into files. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the manifests, the decisions on servers, the users, the designs of experiments and a stored configuration of a gateway into a folder, for a repository.",
      "configuration.yaml is the text in force, if the store has the configuration. manifests/NAME.yaml is the text in force; drafts/NAME.yaml is a draft that differs from it. users.json has no secrets."
    })
public final class ExportCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Mixin
  private ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "DIR", description = "The folder. Files of the same names are replaced.")
  private Path folder = Path.of(".");

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    try (GatewayClient client = GatewayClient.open(server, System.getenv())) {
      int manifests = manifests(client);
      write("servers.json", GatewayFolder.decisions(client));
      JsonNode users = GatewayFolder.users(client);
      if (users != null) {
        write("users.json", users);
      }
      JsonNode experiments = ExperimentFiles.designs(client);
      if (!experiments.isEmpty()) {
        write(ExperimentFiles.FILE, experiments);
      }
      JsonNode configuration = GatewayFolder.configuration(client);
      if (configuration != null && configuration.path("text").isString()) {
        write(Path.of(GatewayFolder.CONFIGURATION), configuration.path("text").asString(""));
      }
      PrintWriter out = spec.commandLine().getOut();
      out.println(folder + ": " + manifests + " manifests");
      out.flush();
      return ExitCode.OK;
    } catch (GatewayClient.RefusedException e) {
      return RemoteCall.refused(e, err, server.json);
    } catch (IOException e) {
      return RemoteCall.failed(e, err);
    }
  }

  private int manifests(GatewayClient client) throws IOException, InterruptedException {
    Map<String, JsonNode> manifests = GatewayFolder.manifests(client);
    for (Map.Entry<String, JsonNode> each : manifests.entrySet()) {
      JsonNode published = each.getValue().path("published");
      String draft = each.getValue().at("/draft/text").asString("");
      String text = published.path("text").asString("");
      if (published.isObject()) {
        write(Path.of("manifests", each.getKey() + ".yaml"), text);
      }
      if (!published.isObject() || !text.equals(draft)) {
        write(Path.of("drafts", each.getKey() + ".yaml"), draft);
      }
    }
    return manifests.size();
  }

  private void write(String name, JsonNode json) throws IOException {
    write(
        Path.of(name),
        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n");
  }

  private void write(Path name, String text) throws IOException {
    Path file = folder.resolve(name);
    Path parent = file.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.writeString(file, text);
  }
}
