package io.lychgate.jmh.machine;

import java.io.IOException;
import java.util.Optional;

/** A program of a package of Debian. */
public abstract class PackagedProgram implements Program {
  private final String name;
  private final String debianPackage;
  private final String versionOption;

  /**
   * Of the package of the same name.
   *
   * @param versionOption what makes it print its version, such as {@code -v}
   */
  protected PackagedProgram(String name, String versionOption) {
    this(name, name, versionOption);
  }

  /** Of a package of another name. */
  protected PackagedProgram(String name, String debianPackage, String versionOption) {
    this.name = name;
    this.debianPackage = debianPackage;
    this.versionOption = versionOption;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Optional<String> absence() {
    return Commands.absence(name, debianPackage);
  }

  @Override
  public final String version() throws IOException {
    return Commands.version(name, versionOption);
  }

  /** The path of its executable file, once it is there. */
  protected final String executable() {
    return Commands.find(name).orElseThrow().toString();
  }
}
