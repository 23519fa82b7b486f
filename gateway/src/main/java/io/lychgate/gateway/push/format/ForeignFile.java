package io.lychgate.gateway.push.format;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.yaml.JsonTree;
import io.lychgate.gateway.config.yaml.YamlNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A file in a format not yet known. */
public final class ForeignFile {
  private final String name;
  private final String text;
  private final boolean looksLikeJson;
  private @Nullable Checked<YamlNode> json;

  /** @param name the name that the user gave */
  public ForeignFile(String name, String text) {
    this.name = name;
    this.text = text.startsWith("\uFEFF") ? text.substring(1) : text;
    String start = this.text.stripLeading();
    this.looksLikeJson = start.startsWith("{") || start.startsWith("[");
  }

  public String name() {
    return name;
  }

  String text() {
    return text;
  }

  boolean looksLikeJson() {
    return looksLikeJson;
  }

  /** Returns the text as JSON, or the problems of parsing it. */
  Checked<YamlNode> json() {
    Checked<YamlNode> read = json;
    if (read == null) {
      read = JsonTree.read(text, name);
      json = read;
    }
    return read;
  }

  /** Returns the JSON object that the file contains; empty if it contains none. */
  Optional<YamlNode> object() {
    return Optional.of(this)
        .filter(ForeignFile::looksLikeJson)
        .map(ForeignFile::json)
        .filter(Checked::isValid)
        .map(Checked::value)
        .filter(root -> root.json().isObject());
  }
}
