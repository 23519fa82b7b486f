package main

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/tls"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"net"
	"strings"
)

// keyed is a TLS 1.3 connection with TLS_AES_128_GCM_SHA256. After the handshake, this program seals its records itself, as
// crypto/tls has no way to send a KeyUpdate.
type keyed struct {
	wire   net.Conn
	secret []byte
	aead   cipher.AEAD
	iv     []byte
	count  uint64
}

// openKeyed does the handshake with crypto/tls and takes the client's traffic secret from its key log.
func (a *assault) openKeyed() (*keyed, error) {
	plain, err := a.dial()
	if err != nil {
		return nil, err
	}
	var log strings.Builder
	config := a.tlsConfig("h2")
	config.KeyLogWriter = &log
	secure := tls.Client(plain, config)
	if err := secure.HandshakeContext(a.ctx); err != nil {
		a.refused.Add(1)
		plain.Close()
		return nil, err
	}
	secret, err := trafficSecret(log.String())
	if err == nil && secure.ConnectionState().CipherSuite != tls.TLS_AES_128_GCM_SHA256 {
		err = errors.New("suite: another (expected: TLS_AES_128_GCM_SHA256)")
	}
	if err != nil {
		plain.Close()
		return nil, err
	}
	k := &keyed{wire: plain, secret: secret}
	k.derive()
	return k, nil
}

func trafficSecret(log string) ([]byte, error) {
	for line := range strings.Lines(log) {
		if words := strings.Fields(line); len(words) == 3 && words[0] == "CLIENT_TRAFFIC_SECRET_0" {
			return hex.DecodeString(words[2])
		}
	}
	return nil, errors.New("key log: no CLIENT_TRAFFIC_SECRET_0")
}

// expandLabel is HKDF-Expand-Label (RFC 8446 7.1) with SHA-256 and an empty context.
func expandLabel(secret []byte, label string, length int) []byte {
	info := binary.BigEndian.AppendUint16(nil, uint16(length))
	info = append(info, byte(6+len(label)))
	info = append(info, "tls13 "+label...)
	info = append(info, 0)
	out, err := hkdf.Expand(sha256.New, secret, string(info), length)
	if err != nil {
		panic(err) // only for lengths that no caller uses
	}
	return out
}

func newGCM(key []byte) cipher.AEAD {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err) // the key has 16 bytes
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	return aead
}

func (k *keyed) derive() {
	k.aead = newGCM(expandLabel(k.secret, "key", 16))
	k.iv = expandLabel(k.secret, "iv", 12)
	k.count = 0
}

// update switches to the next key (RFC 8446 7.2).
func (k *keyed) update() {
	k.secret = expandLabel(k.secret, "traffic upd", 32)
	k.derive()
}

// seal appends one record.
func (k *keyed) seal(out *bytes.Buffer, contentType byte, payload []byte) {
	inner := append(bytes.Clone(payload), contentType)
	header := []byte{23, 3, 3, 0, 0}
	binary.BigEndian.PutUint16(header[3:], uint16(len(inner)+k.aead.Overhead()))
	out.Write(header)
	out.Write(k.aead.Seal(nil, nonce(k.iv, k.count), inner, header))
	k.count++
}

// nonce returns the IV XORed with the number (RFC 8446 5.3, RFC 9001 5.3).
func nonce(iv []byte, number uint64) []byte {
	n := bytes.Clone(iv)
	low := n[len(n)-8:]
	binary.BigEndian.PutUint64(low, binary.BigEndian.Uint64(low)^number)
	return n
}
