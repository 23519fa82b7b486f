package io.lychgate.gateway.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/** The reason why a file that an operator has named cannot be read. */
public final class UnreadableFile {
  private UnreadableFile() {}

  /** Returns the reason in words, without the name of the file. */
  public static String reason(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "not found";
    }
    if (failure instanceof AccessDeniedException) {
      return "no permission";
    }
    if (failure instanceof CharacterCodingException) {
      return "not UTF-8";
    }
    String known =
        failure instanceof FileSystemException system ? system.getReason() : failure.getMessage();
    return "cannot be read (" + Objects.requireNonNullElse(known, failure.toString()) + ")";
  }

  /** Returns a line for the operator: with the file if the failure is one of a file, else the message of the failure. */
  public static String line(IOException failure) {
    return failure instanceof FileSystemException of
        ? of.getFile() + ": " + reason(failure) + " (expected: a file)"
        : Objects.requireNonNullElse(failure.getMessage(), failure.toString());
  }
}
