package io.lychgate.gateway.listen.ocsp;

import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x509.AccessDescription;
import org.bouncycastle.asn1.x509.AuthorityInformationAccess;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.CertException;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;
import org.bouncycastle.cert.ocsp.BasicOCSPResp;
import org.bouncycastle.cert.ocsp.CertificateID;
import org.bouncycastle.cert.ocsp.CertificateStatus;
import org.bouncycastle.cert.ocsp.OCSPException;
import org.bouncycastle.cert.ocsp.OCSPReqBuilder;
import org.bouncycastle.cert.ocsp.OCSPResp;
import org.bouncycastle.cert.ocsp.RevokedStatus;
import org.bouncycastle.cert.ocsp.SingleResp;
import org.bouncycastle.operator.ContentVerifierProvider;
import org.bouncycastle.operator.DigestCalculatorProvider;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;
import org.jspecify.annotations.Nullable;

/** The request for the state of one certificate, and the judgement on the response. */
final class OcspQuestion {
  /** Difference of clocks between the responder and this machine that is accepted. */
  private static final Duration SKEW = Duration.ofMinutes(5);

  /** Lifetime of a response without nextUpdate, whose responder always has newer data (RFC 6960 section 4.2.2.1). */
  private static final Duration WITHOUT_END = Duration.ofHours(1);

  /** Certificates in a response that are tried as the responder's own. */
  private static final int MAX_SIGNERS = 5;

  private final X509CertificateHolder issuer;
  private final CertificateID id;
  private final DigestCalculatorProvider digests;

  OcspQuestion(X509Certificate leaf, X509Certificate issuer) throws GeneralSecurityException {
    try {
      this.issuer = new JcaX509CertificateHolder(issuer);
      this.digests = new JcaDigestCalculatorProviderBuilder().build();
      // SHA-1 identifies the issuer here and signs nothing; responders know no other (RFC 5019
      // section 2.1.1).
      this.id = new CertificateID(
          digests.get(CertificateID.HASH_SHA1), this.issuer, leaf.getSerialNumber());
    } catch (OperatorCreationException | OCSPException e) {
      throw new GeneralSecurityException(e);
    }
  }

  /** Returns the first responder that a certificate names; null if it names none over HTTP. */
  static @Nullable URI responderOf(X509Certificate leaf) throws GeneralSecurityException {
    Extension extension =
        new JcaX509CertificateHolder(leaf).getExtension(Extension.authorityInfoAccess);
    if (extension == null) {
      return null;
    }
    for (AccessDescription access : AuthorityInformationAccess.getInstance(
            extension.getParsedValue())
        .getAccessDescriptions()) {
      GeneralName place = access.getAccessLocation();
      if (access.getAccessMethod().equals(AccessDescription.id_ad_ocsp)
          && place.getTagNo() == GeneralName.uniformResourceIdentifier) {
        String text = place.getName().toString();
        if (text.startsWith("http://") || text.startsWith("https://")) {
          return URI.create(text);
        }
      }
    }
    return null;
  }

  byte[] encoded() throws IOException {
    try {
      // Without a nonce, which would make responders sign each response anew (RFC 5019 section 4).
      return new OCSPReqBuilder().addRequest(id).build().getEncoded();
    } catch (OCSPException e) {
      throw new IOException(e);
    }
  }

  /** Judges a response. */
  Judgement judge(byte[] response, Instant now) {
    try {
      OCSPResp outer = new OCSPResp(response);
      if (outer.getStatus() != OCSPResp.SUCCESSFUL) {
        return Judgement.refused(
            "the responder reports status " + outer.getStatus() + " (expected: 0, successful)");
      }
      if (!(outer.getResponseObject() instanceof BasicOCSPResp basic)) {
        return Judgement.refused(
            "the response has no basic form (expected: RFC 6960 section 4.2.1)");
      }
      if (!isSigned(basic, now)) {
        return Judgement.refused(
            "the response is signed neither by the issuer nor by a responder that it names");
      }
      for (SingleResp single : basic.getResponses()) {
        if (isOurs(single.getCertID())) {
          return judge(single, response, now);
        }
      }
      return Judgement.refused("the response is about another certificate");
    } catch (IOException
        | OCSPException
        | CertException
        | OperatorCreationException
        | RuntimeException e) {
      // A malformed encoding makes the reader throw various exceptions.
      return Judgement.refused("the response cannot be read: " + e.getMessage());
    }
  }

  private boolean isOurs(CertificateID other) throws OCSPException {
    return other.getSerialNumber().equals(id.getSerialNumber())
        && other.matchesIssuer(issuer, digests);
  }

  private static Judgement judge(SingleResp single, byte[] response, Instant now) {
    Instant from = single.getThisUpdate().toInstant();
    Date end = single.getNextUpdate();
    Instant until = end == null ? now.plus(WITHOUT_END) : end.toInstant();
    CertificateStatus status = single.getCertStatus();
    if (status instanceof RevokedStatus revoked) {
      return Judgement.revoked("revoked on " + revoked.getRevocationTime().toInstant());
    }
    if (status != CertificateStatus.GOOD) {
      return Judgement.refused("the responder does not know the certificate");
    }
    if (from.isAfter(now.plus(SKEW))) {
      return Judgement.refused("the response is valid from " + from + " on");
    }
    if (!until.isAfter(now)) {
      return Judgement.refused("the response expired on " + until);
    }
    return new Judgement(response, from, until, false, "");
  }

  /** RFC 6960 section 4.2.2.2: the issuer signs, or a responder whose certificate the issuer has signed for this purpose. */
  private boolean isSigned(BasicOCSPResp basic, Instant now)
      throws OCSPException, CertException, OperatorCreationException {
    ContentVerifierProvider ofIssuer = verifier(issuer);
    if (hasSignature(basic, ofIssuer)) {
      return true;
    }
    X509CertificateHolder[] signers = basic.getCerts();
    for (int i = 0; i < Math.min(signers.length, MAX_SIGNERS); i++) {
      X509CertificateHolder signer = signers[i];
      if (signer.getIssuer().equals(issuer.getSubject())
          && signer.isValidOn(Date.from(now))
          && mayRespond(signer)
          && signer.isSignatureValid(ofIssuer)
          && hasSignature(basic, verifier(signer))) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasSignature(BasicOCSPResp basic, ContentVerifierProvider by) {
    try {
      return basic.isSignatureValid(by);
    } catch (OCSPException | RuntimeException e) {
      // The key is of another algorithm than the signature.
      return false;
    }
  }

  private static boolean mayRespond(X509CertificateHolder signer) {
    ExtendedKeyUsage usage = ExtendedKeyUsage.fromExtensions(signer.getExtensions());
    return usage != null && usage.hasKeyPurposeId(KeyPurposeId.id_kp_OCSPSigning);
  }

  private static ContentVerifierProvider verifier(X509CertificateHolder by)
      throws OperatorCreationException {
    try {
      return new JcaContentVerifierProviderBuilder().build(by);
    } catch (CertificateException e) {
      throw new OperatorCreationException(e.getMessage(), e);
    }
  }

  /**
   * The judgement on a response.
   *
   * @param response the bytes to staple; null if there is nothing to staple
   * @param from thisUpdate
   * @param until nextUpdate
   * @param reason why nothing is stapled
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared.
  record Judgement(
      byte @Nullable [] response, Instant from, Instant until, boolean isRevoked, String reason) {
    static Judgement refused(String reason) {
      return new Judgement(null, Instant.EPOCH, Instant.EPOCH, false, reason);
    }

    static Judgement revoked(String reason) {
      return new Judgement(null, Instant.EPOCH, Instant.EPOCH, true, reason);
    }
  }
}
