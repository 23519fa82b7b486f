/**
 * Reads a YAML (or JSON) document that a person wrote, validates it against a JSON Schema, and reports problems with file, line
 * and column. Start at {@link io.lychgate.gateway.config.yaml.YamlSchemaReader}. It is independent of gateway.yaml: it also reads
 * push manifests.
 */
@NullMarked
package io.lychgate.gateway.config.yaml;

import org.jspecify.annotations.NullMarked;
