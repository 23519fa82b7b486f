package io.lychgate.gateway.config.file;

import java.nio.file.Path;

/**
 * The context that every section needs while one file is read.
 *
 * @param baseDirectory absolute
 */
record ReadContext(Path baseDirectory, Placeholders.Environment environment, Problems problems) {}
