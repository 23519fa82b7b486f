package io.lychgate.jmh.machine;

import java.io.IOException;
import java.util.Optional;

/** Program of a Debian package. */
public abstract class PackagedProgram implements Program {
  private final String name;
  private final String debianPackage;
  private final String versionOption;

  /**
   * Creates a program whose package has the same name.
   *
   * @param versionOption option that prints its version, such as {@code -v}
   */
  protected PackagedProgram(String name, String versionOption) {
    this(name, name, versionOption);
  }

  /** Creates a program whose package has another name. */
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

  /** Path of its executable file, once it is installed. */
  protected final String executable() {
    return Commands.find(name).orElseThrow().toString();
  }
}
