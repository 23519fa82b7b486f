package io.lychgate.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.store.WholeFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NewFileTest {
  @TempDir
  Path directory;

  @Test
  void newFileIsWritten() {
    Path file = directory.resolve("new");

    assertThat(new NewFile(file, false).refusal()).isNull();
    assertThat(new NewFile(file, false).write("a")).isNull();
    assertThat(file).hasContent("a");
  }

  @Test
  void existingFileIsKept() throws IOException {
    Path file = Files.writeString(directory.resolve("old"), "old");
    String reason = file + ": exists (expected: no such file, or --force)";

    assertThat(new NewFile(file, false).refusal()).isEqualTo(reason);
    assertThat(new NewFile(file, false).write("new")).isEqualTo(reason);
    assertThatThrownBy(() -> new NewFile(file, false).open())
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasContent("old");
  }

  @Test
  void linkToNoFileIsKept() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("none"));

    assertThat(new NewFile(link, false).write("new")).contains("link: exists");
    assertThat(directory.resolve("none")).doesNotExist();
  }

  @Test
  void forceReplacesTheWholeFile() throws IOException {
    Path file = Files.writeString(directory.resolve("old"), "a longer text");

    assertThat(new NewFile(file, true).refusal()).isNull();
    assertThat(new NewFile(file, true).write("new")).isNull();
    assertThat(file).hasContent("new");
  }

  @Test
  void secretDoesNotKeepTheModeOfTheOldFile() throws IOException {
    Path file = Files.writeString(directory.resolve("old"), "old");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    try (OutputStream out = new NewFile(file, true).open(WholeFile.ownerOnly(file))) {
      out.write('a');
    }

    assertThat(file).hasContent("a");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void deviceIsWrittenWithoutForce() {
    NewFile device = new NewFile(Path.of("/dev/null"), false);

    assertThat(device.isStream()).isTrue();
    assertThat(device.refusal()).isNull();
    assertThat(device.write("a")).isNull();
  }

  @Test
  void failureNamesTheFileAndItsReason() throws IOException {
    Path inNoFolder = directory.resolve("none/new");
    Path folder = Files.createDirectory(directory.resolve("folder"));

    assertThat(new NewFile(inNoFolder, false).write("a"))
        .isEqualTo(inNoFolder + ": not written (expected: an existing folder)");
    assertThat(new NewFile(folder, false).write("a")).startsWith(folder + ": exists");
    assertThat(new NewFile(folder, true).write("a"))
        .startsWith(folder + ": not written (")
        .contains("directory");
  }
}
