package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.pattern.ValueTemplate;
import io.lychgate.gateway.config.policy.PageBodies;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the forms of a page: {@code html}, {@code text} and {@code json}, each inline or as a file. */
final class PageReader {
  private PageReader() {}

  static PageBodies read(Section section) {
    List<Path> files = new ArrayList<>();
    return new PageBodies(
        form(section, "html", files),
        form(section, "text", files),
        form(section, "json", files),
        files);
  }

  private static @Nullable ValueTemplate form(Section section, String key, List<Path> files) {
    String fileKey = key + "File";
    if (section.has(key) && section.has(fileKey)) {
      section.problem(fileKey, "beside " + key + " (expected: one of them)");
      return null;
    }
    boolean isFile = section.has(fileKey);
    String text = isFile ? content(section, fileKey, files) : section.template(key);
    if (text == null) {
      return null;
    }
    String problem = ValueTemplate.problemOf(text, true);
    if (!problem.isEmpty()) {
      section.problem(isFile ? fileKey : key, problem);
      return null;
    }
    return ValueTemplate.of(text);
  }

  private static @Nullable String content(Section section, String key, List<Path> files) {
    Path file = section.path(key);
    if (file == null) {
      return null;
    }
    files.add(file);
    try {
      // The path may be a device or a large file by mistake.
      if (Files.isRegularFile(file) && Files.size(file) <= PageBodies.MAX_BYTES) {
        return Files.readString(file, StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      // The problem below names the file and what is expected of it.
    }
    section.problem(
        key,
        section.text(key, "") + " (expected: a readable file in UTF-8 of at most "
            + PageBodies.MAX_BYTES + " bytes)");
    return null;
  }
}
