package io.lychgate.gateway.upstream;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.upstream.connect.SocketError;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The reason of a failed TLS connection to a server, as an operator needs it. */
public final class TlsFailure {
  /** Most causes below an exception that are looked at. */
  private static final int MAX_DEPTH = 10;

  private TlsFailure() {}

  /** Returns the failure of a handshake. */
  static ExchangeFailure ofHandshake(String server, Throwable cause) {
    String certificate = certificateProblem(cause);
    if (certificate != null) {
      return new ExchangeFailure(Kind.TLS_CERTIFICATE, server + ": " + certificate, true);
    }
    Kind kind = isAlert(cause) ? Kind.TLS_ALERT : Kind.TLS_ERROR;
    return new ExchangeFailure(kind, server + ": TLS handshake: " + SocketError.text(cause), true);
  }

  /**
   * Returns the failure of an open connection; null if it was not TLS that failed. A server of TLS 1.3 refuses the gateway's
   * certificate only after the handshake.
   */
  public static @Nullable ExchangeFailure ofConnection(String server, Throwable cause) {
    for (Throwable each = cause; each != null; each = each.getCause()) {
      if (each instanceof SSLException) {
        Kind kind = isAlert(each) ? Kind.TLS_ALERT : Kind.TLS_ERROR;
        return new ExchangeFailure(kind, server + ": TLS: " + each.getMessage(), true);
      }
    }
    return null;
  }

  private static boolean isAlert(Throwable cause) {
    String message = cause.getMessage();
    return message != null && message.toLowerCase(Locale.ROOT).contains("alert");
  }

  private static @Nullable String certificateProblem(Throwable cause) {
    String problem = null;
    Throwable each = cause;
    for (int depth = 0; each != null && depth < MAX_DEPTH; depth++) {
      if (each instanceof ServerTrust.Rejected) {
        return each.getMessage();
      }
      if (each instanceof CertificateExpiredException) {
        return "the certificate has expired (" + each.getMessage() + ")";
      }
      if (each instanceof CertificateNotYetValidException) {
        return "the certificate is not valid yet (" + each.getMessage() + ")";
      }
      if (each instanceof CertPathBuilderException) {
        problem = "the certificate is not from a trusted authority (" + each.getMessage() + ")";
      } else if (problem == null && isOfCertificate(each)) {
        problem = "the certificate was rejected (" + each.getMessage() + ")";
      }
      each = each.getCause();
    }
    return problem;
  }

  private static boolean isOfCertificate(Throwable cause) {
    return cause instanceof CertificateException || cause instanceof CertPathValidatorException;
  }
}
