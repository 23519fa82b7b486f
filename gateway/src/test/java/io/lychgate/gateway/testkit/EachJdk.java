package io.lychgate.gateway.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A story ({@code …IT}) that runs again on the oldest supported JDK. The other stories run on the newest JDK only, because the code is
 * the same on each and the network does not depend on it. A story has this annotation for one of three reasons:
 *
 * <ul>
 *   <li>It is the first story of a protocol or of a part that talks to others: the admin plane, plug-ins, the terminal. Together these
 *       are the smoke test.
 *   <li>It uses code of which the JDK, Netty or a native library has a version per JDK: TLS, QUIC, direct memory, HTTP clients.
 *   <li>It starts the JVM, handles its signals or reads its properties.
 * </ul>
 *
 * <p>Not beside {@link Alone}: the benchmarks are built beside these stories.
 */
@Tag("each-jdk")
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface EachJdk {}
