package io.lychgate.gateway.config;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.util.Arrays;

/**
 * Puts the older forms of a private key into PKCS#8, the only one that the JDK reads.
 *
 * <p>PKCS#8 (RFC 5208 5) is a sequence of version, algorithm and the older form as an octet string, so wrapping needs no
 * understanding of the key. For RSA the algorithm is fixed. For EC (SEC1, RFC 5915 3) it names the curve, which the key
 * carries as its element [0].
 */
final class PrivateKeyWrap {
  private static final byte[] VERSION_0 = {0x02, 0x01, 0x00};

  /** rsaEncryption 1.2.840.113549.1.1.1 and the NULL that RFC 8017 A.1 wants. */
  private static final byte[] RSA = {
    0x06,
    0x09,
    0x2a,
    (byte) 0x86,
    0x48,
    (byte) 0x86,
    (byte) 0xf7,
    0x0d,
    0x01,
    0x01,
    0x01,
    0x05,
    0x00
  };

  /** id-ecPublicKey 1.2.840.10045.2.1. */
  private static final byte[] EC = {
    0x06, 0x07, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x02, 0x01
  };

  private static final int SEQUENCE = 0x30;
  private static final int OCTET_STRING = 0x04;
  private static final int CURVE = 0xa0;

  private PrivateKeyWrap() {}

  static byte[] toPkcs8(PemBlock block) throws GeneralSecurityException {
    return switch (block.type()) {
      case "PRIVATE KEY" -> block.content();
      case "RSA PRIVATE KEY" -> wrap(RSA, block.content());
      case "EC PRIVATE KEY" -> wrap(join(EC, curve(block.content())), block.content());
      default -> throw new GeneralSecurityException("a key of RSA, EC or Ed25519");
    };
  }

  private static byte[] wrap(byte[] algorithm, byte[] key) {
    return element(
        SEQUENCE, join(VERSION_0, element(SEQUENCE, algorithm), element(OCTET_STRING, key)));
  }

  /** The object identifier inside element [0] of: SEQUENCE { INTEGER 1, OCTET STRING, [0] curve, [1] public key }. */
  private static byte[] curve(byte[] sec1) throws GeneralSecurityException {
    int end = sec1.length;
    int at = contentStart(sec1, 0);
    while (at < end) {
      int start = contentStart(sec1, at);
      int next = start + length(sec1, at + 1);
      if (next > end) {
        break;
      }
      if ((sec1[at] & 0xff) == CURVE) {
        return Arrays.copyOfRange(sec1, start, next);
      }
      at = next;
    }
    throw new GeneralSecurityException("an EC key that names its curve");
  }

  private static int contentStart(byte[] der, int at) throws GeneralSecurityException {
    int first = octet(der, at + 1);
    return at + 2 + (first < 0x80 ? 0 : first & 0x7f);
  }

  /** Lengths of one and two octets; a key needs no more. */
  private static int length(byte[] der, int at) throws GeneralSecurityException {
    int first = octet(der, at);
    return switch (first) {
      case 0x81 -> octet(der, at + 1);
      case 0x82 -> octet(der, at + 1) << 8 | octet(der, at + 2);
      default -> {
        if (first >= 0x80) {
          throw new GeneralSecurityException("a key in DER");
        }
        yield first;
      }
    };
  }

  private static int octet(byte[] der, int at) throws GeneralSecurityException {
    if (at >= der.length) {
      throw new GeneralSecurityException("a key in DER");
    }
    return der[at] & 0xff;
  }

  private static byte[] element(int tag, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(content.length + 4);
    out.write(tag);
    if (content.length >= 0x80) {
      boolean two = content.length > 0xff;
      out.write(two ? 0x82 : 0x81);
      if (two) {
        out.write(content.length >> 8);
      }
    }
    out.write(content.length & 0xff);
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
