package io.lychgate.gateway.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A unit test that runs on the newest JDK only. It takes seconds, and its result cannot depend on the JDK, for one of three reasons:
 *
 * <ul>
 *   <li>It reads the sources and classes of the project.
 *   <li>It computes statistics with a seeded generator.
 *   <li>It drives a database or the REST interface through libraries of which there is one version for all JDKs. Quicker tests of the same
 *       packages, and the stories with {@link EachJdk}, run them on each JDK.
 * </ul>
 *
 * <p>Tests of packages that only decide, compute or use databases need no annotation, nor do those named {@code Sqlite…}, {@code
 * Postgres…}, {@code Killed…}, {@code …CostTest} or {@code …CalibrationTest}: {@code gateway/floor/pom.xml} leaves them out. All other
 * unit tests run on the oldest supported JDK, too: parsers, cryptography, TLS, files, charsets, time zones, class loading.
 */
@Tag("newest-jdk")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface NewestJdk {}
