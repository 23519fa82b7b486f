package io.lychgate.gateway.admin.har;

/** The program that made an archive. */
public record HarCreator(String name, String version) {
  /** Version of the format. */
  public static final String FORMAT = "1.2";

  /** Returns this gateway. */
  public static HarCreator gateway(String version) {
    return new HarCreator("Lychgate", version);
  }
}
