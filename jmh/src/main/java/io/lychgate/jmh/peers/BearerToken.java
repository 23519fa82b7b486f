package io.lychgate.jmh.peers;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Base64;

/**
 * A signed token of a load (RFC 7519, ES256), valid for a day, and the file with its key.
 *
 * @param jwks file of the public key (RFC 7517)
 */
record BearerToken(String text, Path jwks) {
  static final String ISSUER = "https://login.bench.example/";
  static final String AUDIENCE = "bench";

  private static final String KEY_ID = "bench-1";
  private static final long DAY_SECONDS = 24 * 60 * 60;

  /** Bytes of a coordinate of P-256. */
  private static final int COORDINATE = 32;

  /** Creates a key, its file and a token. */
  static BearerToken create(Path directory) throws IOException, GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair keys = generator.generateKeyPair();
    ECPublicKey key = (ECPublicKey) keys.getPublic();
    Path jwks = Files.writeString(
        directory.resolve("jwks.json"),
        "{\"keys\":[{\"kty\":\"EC\",\"crv\":\"P-256\",\"use\":\"sig\",\"alg\":\"ES256\",\"kid\":\""
            + KEY_ID
            + "\",\"x\":\"" + coordinate(key.getW().getAffineX()) + "\",\"y\":\""
            + coordinate(key.getW().getAffineY()) + "\"}]}");
    long now = Instant.now().getEpochSecond();
    String unsigned = encoded("{\"alg\":\"ES256\",\"typ\":\"JWT\",\"kid\":\"" + KEY_ID + "\"}")
        + '.'
        + encoded("{\"iss\":\"" + ISSUER + "\",\"aud\":\"" + AUDIENCE
            + "\",\"sub\":\"bench\",\"iat\":" + now + ",\"exp\":" + (now + DAY_SECONDS) + "}");
    Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
    signature.initSign(keys.getPrivate());
    signature.update(unsigned.getBytes(StandardCharsets.US_ASCII));
    return new BearerToken(unsigned + '.' + encoded(signature.sign()), jwks);
  }

  private static String coordinate(BigInteger value) {
    byte[] bytes = value.toByteArray();
    byte[] exact = new byte[COORDINATE];
    int length = Math.min(bytes.length, COORDINATE);
    System.arraycopy(bytes, bytes.length - length, exact, COORDINATE - length, length);
    return encoded(exact);
  }

  private static String encoded(String text) {
    return encoded(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
