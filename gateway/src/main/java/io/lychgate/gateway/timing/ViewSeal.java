package io.lychgate.gateway.timing;

import io.lychgate.gateway.message.ArmAssignment;
import io.lychgate.gateway.message.SipHash;
import io.lychgate.gateway.store.FleetKeys;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Makes view ids, and reads them again (AES-256-GCM). A view id is its nonce, which names the view, the sealed facts of the view, and a
 * keyed hash of both. Only gateways of the fleet can make one. Thread-safe.
 *
 * <p>The hash tells forged ids and the keys of others apart in a hundredth of the time of the cipher, which throws an exception for each: a flood of
 * forged reports costs pages little. The cipher decides alone that an id is genuine.
 */
final class ViewSeal {
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BYTES = 16;
  private static final int CHECK_BYTES = Long.BYTES;

  /** Characters that name a view: those of the nonce in base64. */
  static final int ID_CHARACTERS = NONCE_BYTES * 4 / 3;

  /** Characters of a page in a view id. Longer paths are cut, as the id is in a header field of each page. */
  static final int MAX_PAGE = 128;

  /** Characters of the names of a site or a route in a view id. */
  private static final int MAX_NAME = 100;

  private static final int MAX_ARMS = 8;

  /** Characters of a view id, with arms of long names. */
  static final int MAX_CHARACTERS = 2048;

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

  private final SecureRandom random = new SecureRandom();
  private final FleetKeys ciphers = new FleetKeys("lychgate view ids", "AES", random);
  private final FleetKeys checks = new FleetKeys("lychgate view id checks", "SipHash", random);

  /** The first one seals, all of them open. */
  private volatile List<Key> keys = keys();

  /** A key of the cipher, and the two halves of that of the hash. */
  private record Key(SecretKeySpec cipher, long low, long high) {
    long check(byte[] nonceAndSealed, int length) {
      return SipHash.hash(low, high, nonceAndSealed, length);
    }
  }

  private List<Key> keys() {
    List<Key> all = new ArrayList<>();
    for (int i = 0; i < ciphers.all().size(); i++) {
      ByteBuffer check = ByteBuffer.wrap(checks.all().get(i).getEncoded());
      all.add(new Key(ciphers.all().get(i), check.getLong(), check.getLong()));
    }
    return List.copyOf(all);
  }

  /** Uses these secrets of the fleet from now on: the first one seals, all of them open, as does the one of this process. */
  synchronized void use(List<byte[]> secrets) {
    ciphers.use(secrets);
    checks.use(secrets);
    keys = keys();
  }

  /** A new view id, and the view that it names. */
  record Made(String viewId, MeasuredView view) {}

  /** Returns a new view id for this view, whose own id is ignored. */
  Made seal(MeasuredView view) {
    Key key = keys.get(0);
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, nonce);
      byte[] content = content(view);
      ByteBuffer all =
          ByteBuffer.allocate(NONCE_BYTES + cipher.getOutputSize(content.length) + CHECK_BYTES);
      all.put(nonce).put(cipher.doFinal(content));
      all.putLong(key.check(all.array(), all.position()));
      String viewId = ENCODER.encodeToString(all.array());
      return new Made(viewId, named(view, viewId.substring(0, ID_CHARACTERS)));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("view id: not sealed (expected: AES-GCM of the JDK)", e);
    }
  }

  private static MeasuredView named(MeasuredView view, String id) {
    return new MeasuredView(
        id,
        view.at(),
        view.site(),
        cut(view.route(), MAX_NAME),
        cut(view.page(), MAX_PAGE),
        view.revision(),
        view.protocol(),
        view.hints(),
        view.pushes(),
        view.length(),
        view.hasWaterfall(),
        view.arms());
  }

  private static byte[] content(MeasuredView view) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(view.at());
      out.writeUTF(view.site());
      out.writeUTF(cut(view.route(), MAX_NAME));
      out.writeUTF(cut(view.page(), MAX_PAGE));
      out.writeLong(view.revision());
      out.writeUTF(view.protocol());
      out.writeByte(Math.min(view.hints(), 255));
      out.writeByte(Math.min(view.pushes(), 255));
      out.writeLong(view.length());
      List<ArmAssignment> arms =
          view.arms().subList(0, Math.min(MAX_ARMS, view.arms().size()));
      out.writeByte(arms.size());
      for (ArmAssignment arm : arms) {
        out.writeUTF(cut(arm.experiment(), MAX_NAME));
        out.writeUTF(cut(arm.arm(), MAX_NAME));
        out.writeLong(arm.unit());
      }
      // Last, as view ids of an earlier version of the gateway have none.
      out.writeBoolean(view.hasWaterfall());
      for (ArmAssignment arm : arms) {
        out.writeLong(arm.network());
        out.writeByte(arm.period().number());
      }
    }
    return bytes.toByteArray();
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length);
  }

  /** Returns the view that this id names; null if no gateway of the fleet has made it, or its key is too old. */
  @Nullable
  MeasuredView open(String viewId) {
    if (viewId.length() <= ID_CHARACTERS || viewId.length() > MAX_CHARACTERS) {
      return null;
    }
    try {
      byte[] all = DECODER.decode(viewId);
      int length = all.length - CHECK_BYTES;
      if (length <= NONCE_BYTES) {
        return null;
      }
      long check = ByteBuffer.wrap(all).getLong(length);
      for (Key key : keys) {
        if (key.check(all, length) == check) {
          return view(viewId.substring(0, ID_CHARACTERS), open(key, all, length));
        }
      }
      return null;
    } catch (IllegalArgumentException | IOException | GeneralSecurityException e) {
      return null;
    }
  }

  private static byte[] open(Key key, byte[] all, int length) throws GeneralSecurityException {
    return cipher(Cipher.DECRYPT_MODE, key, Arrays.copyOf(all, NONCE_BYTES))
        .doFinal(all, NONCE_BYTES, length - NONCE_BYTES);
  }

  private static MeasuredView view(String id, byte[] content) throws IOException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(content))) {
      long at = in.readLong();
      String site = in.readUTF();
      String route = in.readUTF();
      String page = in.readUTF();
      long revision = in.readLong();
      String protocol = in.readUTF();
      int hints = in.readUnsignedByte();
      int pushes = in.readUnsignedByte();
      long length = in.readLong();
      List<ArmAssignment> arms = new ArrayList<>();
      for (int left = in.readUnsignedByte(); left > 0; left--) {
        arms.add(new ArmAssignment(in.readUTF(), in.readUTF(), in.readLong()));
      }
      boolean hasWaterfall = in.available() > 0 && in.readBoolean();
      for (int i = 0; i < arms.size() && in.available() > 0; i++) {
        ArmAssignment arm = arms.get(i);
        arms.set(
            i,
            new ArmAssignment(
                arm.experiment(),
                arm.arm(),
                arm.unit(),
                in.readLong(),
                ArmAssignment.Period.of(in.readUnsignedByte())));
      }
      return new MeasuredView(
          id, at, site, route, page, revision, protocol, hints, pushes, length, hasWaterfall, arms);
    }
  }

  private static Cipher cipher(int mode, Key key, byte[] nonce) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, key.cipher(), new GCMParameterSpec(Byte.SIZE * TAG_BYTES, nonce));
    return cipher;
  }
}
