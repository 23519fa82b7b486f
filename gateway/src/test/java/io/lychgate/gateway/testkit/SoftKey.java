package io.lychgate.gateway.testkit;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;

/** A key of WebAuthn in software: one credential with ES256 and without attestation. Tests choose what it signs. */
public final class SoftKey {
  private static final int PRESENT = 1;
  private static final int VERIFIED = 4;
  private static final int HAS_CREDENTIAL = 64;

  private final KeyPair keys;
  private final byte[] id = new byte[32];
  private String origin;
  private String host;
  private boolean isVerifying = true;
  private int count = 1;

  /** @param origin origin of the page in which the browser uses the key */
  public SoftKey(String origin, String host) throws GeneralSecurityException {
    this.origin = origin;
    this.host = host;
    new SecureRandom().nextBytes(id);
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    keys = generator.generateKeyPair();
  }

  public String id() {
    return base64(id);
  }

  public SoftKey at(String otherOrigin, String otherHost) {
    origin = otherOrigin;
    host = otherHost;
    return this;
  }

  public SoftKey verifying(boolean verifies) {
    isVerifying = verifies;
    return this;
  }

  public SoftKey counting(int next) {
    count = next;
    return this;
  }

  /** Returns RegistrationResponseJSON. */
  public Map<String, Object> register(String challenge) throws GeneralSecurityException {
    byte[] data = authenticatorData(HAS_CREDENTIAL, credentialData());
    ByteArrayOutputStream attestation = new ByteArrayOutputStream();
    attestation.write(0xa3);
    text(attestation, "fmt");
    text(attestation, "none");
    text(attestation, "attStmt");
    attestation.write(0xa0);
    text(attestation, "authData");
    bytes(attestation, data);
    return credential(Map.of(
        "clientDataJSON", base64(clientData("webauthn.create", challenge)),
        "attestationObject", base64(attestation.toByteArray())));
  }

  /** Returns AuthenticationResponseJSON. */
  public Map<String, Object> sign(String challenge) throws GeneralSecurityException {
    byte[] data = authenticatorData(0, new byte[0]);
    byte[] client = clientData("webauthn.get", challenge);
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(keys.getPrivate());
    signature.update(data);
    signature.update(MessageDigest.getInstance("SHA-256").digest(client));
    return credential(Map.of(
        "clientDataJSON", base64(client),
        "authenticatorData", base64(data),
        "signature", base64(signature.sign())));
  }

  private Map<String, Object> credential(Map<String, String> response) {
    return Map.of(
        "id",
        id(),
        "rawId",
        id(),
        "type",
        "public-key",
        "response",
        response,
        "clientExtensionResults",
        Map.of());
  }

  private byte[] clientData(String type, String challenge) {
    return ("{\"type\":\"" + type + "\",\"challenge\":\"" + challenge + "\",\"origin\":\"" + origin
            + "\",\"crossOrigin\":false}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private byte[] authenticatorData(int flags, byte[] rest) throws GeneralSecurityException {
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(host.getBytes(StandardCharsets.UTF_8));
    return ByteBuffer.allocate(37 + rest.length)
        .put(hash)
        .put((byte) (flags | PRESENT | (isVerifying ? VERIFIED : 0)))
        .putInt(count++)
        .put(rest)
        .array();
  }

  /** WebAuthn Level 3 section 6.5.2, with a key of RFC 9053. */
  private byte[] credentialData() {
    ECPublicKey key = (ECPublicKey) keys.getPublic();
    ByteArrayOutputStream cose = new ByteArrayOutputStream();
    cose.writeBytes(new byte[] {(byte) 0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21});
    bytes(cose, coordinate(key.getW().getAffineX()));
    cose.write(0x22);
    bytes(cose, coordinate(key.getW().getAffineY()));
    return ByteBuffer.allocate(18 + id.length + cose.size())
        .put(new byte[16])
        .putShort((short) id.length)
        .put(id)
        .put(cose.toByteArray())
        .array();
  }

  private static byte[] coordinate(BigInteger value) {
    byte[] bytes = value.toByteArray();
    byte[] fixed = new byte[32];
    byte[] bare =
        bytes.length > 32 ? Arrays.copyOfRange(bytes, bytes.length - 32, bytes.length) : bytes;
    System.arraycopy(bare, 0, fixed, 32 - bare.length, bare.length);
    return fixed;
  }

  private static void text(ByteArrayOutputStream out, String text) {
    out.write(0x60 + text.length());
    out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static void bytes(ByteArrayOutputStream out, byte[] bytes) {
    if (bytes.length < 256) {
      out.write(0x58);
    } else {
      out.write(0x59);
      out.write(bytes.length >> 8);
    }
    out.write(bytes.length);
    out.writeBytes(bytes);
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
