package io.lychgate.gateway.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A unit test that runs on the newest JDK only, because its result cannot depend on the JDK and it takes long: it reads the sources and
 * classes of the project, or simulates statistics with a seeded generator. All other unit tests run on each supported JDK.
 */
@Tag("newest-jdk")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface NewestJdk {}
