package io.lychgate.gateway.config.policy;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A policy that admits authenticated senders only, and may name the sender to upstreams. */
interface SenderPolicy extends Policy {
  /** Returns the file with credentials or authorities; null if there is none. */
  @Nullable
  Path file();

  /** Returns the name of the request field with the name of the sender, in lower case; empty for none. */
  String nameField();

  @Override
  default List<Path> files() {
    Path file = file();
    return file == null ? List.of() : List.of(file);
  }

  @Override
  default boolean authenticates() {
    return true;
  }

  @Override
  default List<String> identityFields() {
    return nameField().isEmpty() ? List.of() : List.of(nameField());
  }
}
