package main

import (
	"context"
	"crypto/aes"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"encoding/binary"
	"encoding/hex"
	"errors"

	"github.com/quic-go/quic-go/quicvarint"
)

const (
	// Bytes of a datagram with an Initial packet (RFC 9000 14.1).
	datagram = 1200

	idLength     = 8
	numberLength = 4
)

// initials makes valid Initial packets (RFC 9001 5.2), which a server cannot distinguish from those of a new client.
type initials struct {
	frames []byte // CRYPTO with the ClientHello, then padding
}

var initialSalt, _ = hex.DecodeString("38762cf7f55934b34d179ae6a4c80cadccbb7f0a")

func newInitials(a *assault) (*initials, error) {
	client := tls.QUICClient(&tls.QUICConfig{TLSConfig: a.tlsConfig("h3")})
	defer client.Close()
	// An empty initial_source_connection_id: servers require the parameter (RFC 9000 7.3).
	client.SetTransportParameters([]byte{0x0f, 0})
	if err := client.Start(context.Background()); err != nil {
		return nil, err
	}
	for {
		switch event := client.NextEvent(); event.Kind {
		case tls.QUICNoEvent:
			return nil, errors.New("ClientHello: none")
		case tls.QUICWriteData:
			frames := []byte{6, 0}
			frames = quicvarint.Append(frames, uint64(len(event.Data)))
			frames = append(frames, event.Data...)
			return &initials{frames}, nil
		}
	}
}

func (i *initials) next() []byte {
	header := []byte{0xc0 | numberLength - 1, 0, 0, 0, 1, idLength}
	id := make([]byte, idLength)
	_, _ = rand.Read(id)
	header = append(header, id...)
	header = append(header, 0, 0) // no source id, no token
	// The length of packet number, payload and tag, in two bytes (RFC 9000 16).
	payload := datagram - len(header) - 2 - numberLength - 16
	header = binary.BigEndian.AppendUint16(header, 0x4000|uint16(numberLength+payload+16))
	header = append(header, make([]byte, numberLength)...)

	initial, _ := hkdf.Extract(sha256.New, id, initialSalt)
	secret := expandLabel(initial, "client in", 32)
	frames := make([]byte, payload)
	copy(frames, i.frames)
	sealed := newGCM(expandLabel(secret, "quic key", 16)).Seal(nil, nonce(expandLabel(secret, "quic iv", 12), 0), frames, header)

	block, err := aes.NewCipher(expandLabel(secret, "quic hp", 16))
	if err != nil {
		panic(err) // the key has 16 bytes
	}
	mask := make([]byte, aes.BlockSize)
	block.Encrypt(mask, sealed[4-numberLength:][:aes.BlockSize])
	first := len(header) - numberLength
	header[0] ^= mask[0] & 0x0f
	for n := range numberLength {
		header[first+n] ^= mask[1+n]
	}
	return append(header, sealed...)
}
