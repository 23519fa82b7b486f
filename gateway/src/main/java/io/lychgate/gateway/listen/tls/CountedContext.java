package io.lychgate.gateway.listen.tls;

import io.netty.handler.ssl.DelegatingSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCounted;
import java.lang.ref.Cleaner;
import javax.net.ssl.SSLEngine;

/**
 * A context of OpenSSL whose engines are freed when their connections end. The engines of Netty's other kind have a finalizer: each
 * handshake enters a list of the JVM, and its objects survive two collections of the young generation, however short it was. The
 * context itself is freed when neither a configuration nor an engine refers to it.
 */
final class CountedContext extends DelegatingSslContext {
  private static final Cleaner CLEANER = Cleaner.create();

  private CountedContext(SslContext counted) {
    super(counted);
  }

  /** @param counted a context with reference counts */
  static SslContext of(SslContext counted) {
    CountedContext context = new CountedContext(counted);
    if (counted instanceof ReferenceCounted resource) {
      CLEANER.register(context, resource::release);
    }
    return context;
  }

  @Override
  protected void initEngine(SSLEngine engine) {
    // The delegate has set everything.
  }
}
