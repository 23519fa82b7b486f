package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A small in-memory file system of a few kilobytes that can be full or read-only. Mounting one needs root. */
public final class SmallDisk implements AutoCloseable {
  private static final String FILLER = "filler";

  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /** Mounts one on this folder, or skips the test with the reason. */
  public static SmallDisk mount(Path folder, int kibibytes) throws IOException {
    Files.createDirectories(folder);
    String refusal =
        run("mount", "-t", "tmpfs", "-o", "size=" + kibibytes + "k", "tmpfs", "" + folder);
    Assumptions.assumeTrue(refusal.isEmpty(), "no file system can be mounted: " + refusal);
    return new SmallDisk(folder);
  }

  public Path folder() {
    return folder;
  }

  /** Fills the disk to the last byte. */
  public void fill() throws IOException {
    byte[] chunk = new byte[1024];
    try (OutputStream filler = Files.newOutputStream(folder.resolve(FILLER))) {
      while (true) {
        filler.write(chunk);
      }
    } catch (IOException full) {
      if (Files.getFileStore(folder).getUsableSpace() > 0) {
        throw full;
      }
    }
  }

  public void makeRoom() throws IOException {
    Files.delete(folder.resolve(FILLER));
  }

  public void readOnly(boolean isReadOnly) {
    String refusal = run("mount", "-o", "remount," + (isReadOnly ? "ro" : "rw"), "" + folder);
    if (!refusal.isEmpty()) {
      throw new AssertionError(refusal);
    }
  }

  @Override
  public void close() {
    // Lazily: a file may still be open in this JVM.
    run("umount", "-l", "" + folder);
  }

  /** Returns the error output if the command fails, or an empty string. */
  private static String run(String... command) {
    try {
      List<String> whole = new ArrayList<>(List.of(command));
      Process process = new ProcessBuilder(whole).redirectErrorStream(true).start();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0
          ? ""
          : String.join(" ", command) + ": " + output;
    } catch (IOException e) {
      return e.toString();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException(e));
    }
  }
}
