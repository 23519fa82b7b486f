package io.lychgate.gateway.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;
import org.bouncycastle.cert.ocsp.BasicOCSPRespBuilder;
import org.bouncycastle.cert.ocsp.CertificateID;
import org.bouncycastle.cert.ocsp.CertificateStatus;
import org.bouncycastle.cert.ocsp.OCSPException;
import org.bouncycastle.cert.ocsp.OCSPReq;
import org.bouncycastle.cert.ocsp.OCSPResp;
import org.bouncycastle.cert.ocsp.OCSPRespBuilder;
import org.bouncycastle.cert.ocsp.RespID;
import org.bouncycastle.cert.ocsp.RevokedStatus;
import org.bouncycastle.cert.ocsp.UnknownStatus;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An OCSP responder of an authority. Its behaviour can change at any time. */
public final class OcspResponder implements AutoCloseable {
  /** The kind of a response. */
  public enum Behaviour {
    GOOD,
    /** Signed by a certificate that the authority has issued for this purpose. */
    GOOD_DELEGATED,
    /** Signed by a certificate that the authority has issued for another purpose. */
    GOOD_BY_SERVER,
    /** Signed by another authority. */
    FORGED,
    /** About another certificate. */
    OTHER_CERTIFICATE,
    EXPIRED,
    REVOKED,
    UNKNOWN,
    TRY_LATER,
    GARBAGE,
    HUGE,
    STATUS_500
  }

  private final HttpServer server;
  private final TestAuthority authority;
  private final TestAuthority stranger = TestAuthority.root("Stranger");
  private final TestAuthority.Issued delegate;
  private final TestAuthority.Issued serverCertificate;
  private final AtomicInteger requests = new AtomicInteger();
  private volatile Behaviour behaviour = Behaviour.GOOD;
  private volatile Duration lifetime = Duration.ofHours(1);

  private OcspResponder(TestAuthority authority) {
    this.authority = authority;
    this.delegate = authority.issue("responder").forResponder().make();
    this.serverCertificate = authority.issue("server").make();
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::respond);
    server.setExecutor(Executors.newCachedThreadPool(task -> {
      Thread thread = new Thread(task, "ocsp-responder");
      thread.setDaemon(true);
      return thread;
    }));
    server.start();
  }

  public static OcspResponder of(TestAuthority authority) {
    return new OcspResponder(authority);
  }

  public OcspResponder behave(Behaviour value) {
    behaviour = value;
    return this;
  }

  public OcspResponder lifetime(Duration value) {
    lifetime = value;
    return this;
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  public int requests() {
    return requests.get();
  }

  private void respond(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    try {
      byte[] request = exchange.getRequestBody().readAllBytes();
      byte[] body = body(request);
      exchange.getResponseHeaders().add("content-type", "application/ocsp-response");
      exchange.sendResponseHeaders(behaviour == Behaviour.STATUS_500 ? 500 : 200, body.length);
      exchange.getResponseBody().write(body);
    } catch (OCSPException | OperatorCreationException | GeneralSecurityException e) {
      throw new IOException(e);
    } finally {
      exchange.close();
    }
  }

  private byte[] body(byte[] request)
      throws OCSPException, OperatorCreationException, IOException, GeneralSecurityException {
    return switch (behaviour) {
      case GARBAGE -> new byte[] {1, 2, 3};
      case HUGE -> new byte[1024 * 1024];
      case STATUS_500 -> new byte[0];
      case TRY_LATER ->
        new OCSPRespBuilder().build(OCSPRespBuilder.TRY_LATER, null).getEncoded();
      case GOOD, OTHER_CERTIFICATE, EXPIRED, REVOKED, UNKNOWN ->
        signed(request, authority.key(), authority.certificate());
      case GOOD_DELEGATED -> signed(request, delegate.key(), delegate.certificate());
      case GOOD_BY_SERVER ->
        signed(request, serverCertificate.key(), serverCertificate.certificate());
      case FORGED -> signed(request, stranger.key(), stranger.certificate());
    };
  }

  private byte[] signed(byte[] request, PrivateKey key, X509Certificate signer)
      throws OCSPException, OperatorCreationException, IOException, GeneralSecurityException {
    CertificateID id = new OCSPReq(request).getRequestList()[0].getCertID();
    if (behaviour == Behaviour.OTHER_CERTIFICATE) {
      id = CertificateID.deriveCertificateID(id, id.getSerialNumber().add(BigInteger.ONE));
    }
    Instant now = Instant.now();
    boolean isExpired = behaviour == Behaviour.EXPIRED;
    CertificateStatus status = switch (behaviour) {
      case REVOKED -> new RevokedStatus(Date.from(now), CRLReason.keyCompromise);
      case UNKNOWN -> new UnknownStatus();
      default -> CertificateStatus.GOOD;
    };
    JcaX509CertificateHolder holder = new JcaX509CertificateHolder(signer);
    BasicOCSPRespBuilder builder = new BasicOCSPRespBuilder(new RespID(holder.getSubject()));
    builder.addResponse(
        id,
        status,
        Date.from(now.minus(isExpired ? Duration.ofDays(2) : Duration.ofMinutes(1))),
        Date.from(isExpired ? now.minus(Duration.ofDays(1)) : now.plus(lifetime)),
        null);
    OCSPResp response = new OCSPRespBuilder()
        .build(
            OCSPRespBuilder.SUCCESSFUL,
            builder.build(
                new JcaContentSignerBuilder("SHA256withECDSA").build(key),
                new X509CertificateHolder[] {holder},
                Date.from(now)));
    return response.getEncoded();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
