package main

import (
	"encoding/binary"
	"fmt"
	"net"
	"syscall"
	"unsafe"
)

const (
	tunDevice = "/dev/net/tun"
	// deep enough that the kernel drops no packet before the emulator, whose own queue is the one that is emulated
	transmitQueue = 10_000
)

// interfaceRequest is struct ifreq of ioctl(2).
type interfaceRequest struct {
	name [16]byte
	data [24]byte
}

func request(fd int, code uintptr, argument unsafe.Pointer) error {
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), code, uintptr(argument)); errno != 0 {
		return errno
	}
	return nil
}

// openTun creates a TUN device in the thread's namespace. Its packets have no header before them.
func openTun(name string) (int, error) {
	fd, err := syscall.Open(tunDevice, syscall.O_RDWR|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return -1, fmt.Errorf("%s: %w", tunDevice, err)
	}
	var wanted interfaceRequest
	copy(wanted.name[:], name)
	binary.NativeEndian.PutUint16(wanted.data[:], syscall.IFF_TUN|syscall.IFF_NO_PI)
	if err := request(fd, syscall.TUNSETIFF, unsafe.Pointer(&wanted)); err != nil {
		return -1, fmt.Errorf("%s: %w", name, err)
	}
	setting("ipv6/conf/"+name+"/disable_ipv6", "1")
	return fd, nil
}

// configureTun sets addresses, MTU and queue of a device and brings it and the loopback up.
func configureTun(name, address, peer string, mtu int) error {
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(socket)
	isUp := number16(syscall.IFF_UP | syscall.IFF_RUNNING)
	for _, step := range []struct {
		device string
		code   uintptr
		what   string
		data   []byte
	}{
		{name, syscall.SIOCSIFADDR, "address", socketAddress(address)},
		{name, syscall.SIOCSIFDSTADDR, "peer", socketAddress(peer)},
		{name, syscall.SIOCSIFNETMASK, "netmask", socketAddress("255.255.255.255")},
		{name, syscall.SIOCSIFMTU, "MTU", number32(mtu)},
		{name, syscall.SIOCSIFTXQLEN, "transmit queue", number32(transmitQueue)},
		{name, syscall.SIOCSIFFLAGS, "up", isUp},
		{"lo", syscall.SIOCSIFFLAGS, "up", isUp},
	} {
		var change interfaceRequest
		copy(change.name[:], step.device)
		copy(change.data[:], step.data)
		if err := request(socket, step.code, unsafe.Pointer(&change)); err != nil {
			return fmt.Errorf("%s: %s: %w", step.device, step.what, err)
		}
	}
	return nil
}

// routeAll makes the peer the default gateway.
func routeAll(gateway, address string) error {
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(socket)
	// struct rtentry of a 64-bit Linux: destination, gateway, mask, flags
	var entry [120]byte
	copy(entry[8:], socketAddress("0.0.0.0"))
	copy(entry[24:], socketAddress(gateway))
	copy(entry[40:], socketAddress("0.0.0.0"))
	binary.NativeEndian.PutUint16(entry[56:], syscall.RTF_UP|syscall.RTF_GATEWAY)
	if err := request(socket, syscall.SIOCADDRT, unsafe.Pointer(&entry)); err != nil {
		return fmt.Errorf("route of %s by %s: %w", address, gateway, err)
	}
	return nil
}

// socketAddress returns a struct sockaddr_in.
func socketAddress(ip string) []byte {
	address := make([]byte, 16)
	binary.NativeEndian.PutUint16(address, syscall.AF_INET)
	copy(address[4:8], net.ParseIP(ip).To4())
	return address
}

func number16(value int) []byte { return binary.NativeEndian.AppendUint16(nil, uint16(value)) }

func number32(value int) []byte { return binary.NativeEndian.AppendUint32(nil, uint32(value)) }
