/**
 * Reads a YAML (or JSON) document that a person wrote against a JSON Schema, and says what is wrong with file, line and
 * column. Start at {@link io.lychgate.gateway.config.yaml.YamlSchemaReader}. Knows nothing of gateway.yaml: push manifests
 * are read with it too.
 */
@NullMarked
package io.lychgate.gateway.config.yaml;

import org.jspecify.annotations.NullMarked;
