package io.lychgate.example;

import io.lychgate.plugin.PluginField;
import io.lychgate.plugin.PluginRequest;
import io.lychgate.plugin.PluginSender;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A GET without header fields. */
record FakeRequest(String path, @Nullable String query) implements PluginRequest {
  @Override
  public String method() {
    return "GET";
  }

  @Override
  public String scheme() {
    return "https";
  }

  @Override
  public String authority() {
    return "shop.example";
  }

  @Override
  public List<PluginField> fields() {
    return List.of();
  }

  @Override
  public String clientAddress() {
    return "192.0.2.1";
  }

  @Override
  public @Nullable PluginSender sender() {
    return null;
  }

  @Override
  public String protocol() {
    return "h2";
  }

  @Override
  public @Nullable String requestId() {
    return null;
  }

  @Override
  public boolean hasBody() {
    return false;
  }
}
