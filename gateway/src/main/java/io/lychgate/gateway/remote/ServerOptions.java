package io.lychgate.gateway.remote;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name a gateway and the sign-in at it. */
final class ServerOptions {
  static final String SERVER = "LYCHGATE_SERVER";
  static final String TOKEN = "LYCHGATE_TOKEN";
  static final String AUTHORITY = "LYCHGATE_CA";

  @Option(
      names = "--server",
      paramLabel = "URL",
      description =
          "Admin address of the gateway, such as https://gate.example:9443 (default: LYCHGATE_SERVER, or https://localhost:9443).")
  @Nullable
  String server;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "File whose first line is an API token (default: LYCHGATE_TOKEN).")
  @Nullable
  Path tokenFile;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "Sign in as this user instead; needs --password-file.")
  @Nullable
  String user;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "File whose first line is the password of that user.")
  @Nullable
  Path passwordFile;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description =
          "PEM file with the certificate of the gateway, or of the authority that issued it (default: LYCHGATE_CA, or the authorities of Java).")
  @Nullable
  Path ca;

  @Option(
      names = "--cert",
      paramLabel = "FILE",
      description =
          "PEM file with a certificate of this client, for a gateway that requires one; needs --key.")
  @Nullable
  Path cert;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "PEM file with the private key of that certificate, without a password.")
  @Nullable
  Path key;

  @Option(names = "--json", description = "Print the response as JSON.")
  boolean json;

  /** An option without the one that belongs to it. */
  static final class MissingOptionException extends IOException {
    private static final long serialVersionUID = 1L;

    MissingOptionException(String message) {
      super(message);
    }
  }

  /** Refuses one of two options that belong together. */
  void requirePairs() throws MissingOptionException {
    requirePair("--cert", cert, "--key", key);
    requirePair("--user", user, "--password-file", passwordFile);
  }

  private static void requirePair(
      String one, @Nullable Object first, String other, @Nullable Object second)
      throws MissingOptionException {
    if ((first == null) != (second == null)) {
      throw new MissingOptionException(
          (first == null ? one : other) + ": missing (expected: " + one + " and " + other + ")");
    }
  }

  /** Returns the address of the gateway without a slash at its end. */
  String address(Map<String, String> environment) {
    String given = server == null ? environment.get(SERVER) : server;
    String address = given == null || given.isBlank() ? "https://localhost:9443" : given.strip();
    if (!address.startsWith("https://") && !address.startsWith("http://")) {
      address = "https://" + address;
    }
    return address.replaceFirst("/+$", "");
  }

  /** Returns the token; null if there is none. */
  @Nullable
  String token(Map<String, String> environment) throws IOException {
    if (tokenFile != null) {
      return firstLine(tokenFile);
    }
    if (user != null) {
      return null;
    }
    String token = environment.get(TOKEN);
    return token == null || token.isBlank() ? null : token.strip();
  }

  /** Returns the file with the certificate that is trusted; null if those of Java are. */
  @Nullable
  Path authority(Map<String, String> environment) {
    if (ca != null) {
      return ca;
    }
    String file = environment.get(AUTHORITY);
    return file == null || file.isBlank() ? null : Path.of(file);
  }

  static String firstLine(Path file) throws IOException {
    String line = Files.readString(file).lines().findFirst().orElse("").strip();
    if (line.isEmpty()) {
      throw new IOException(file + ": empty (expected: a secret in the first line)");
    }
    return line;
  }
}
