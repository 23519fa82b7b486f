package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// namespace is a network namespace without a name. Open descriptors keep it alive, so it ends with this process, even if that
// is killed.
type namespace struct {
	fd     int
	id     string // target of /proc/PID/ns/net
	device int    // TUN
	name   string // name of the device
}

// makeNamespace creates a namespace with a TUN device that leads to the peer.
func makeNamespace(name, address, peer string, mtu int, isClient bool) (*namespace, error) {
	made := &namespace{name: name}
	failed := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread is in another namespace now and ends with the goroutine
		failed <- made.fill(address, peer, mtu, isClient)
	}()
	return made, <-failed
}

func (n *namespace) fill(address, peer string, mtu int, isClient bool) error {
	if err := syscall.Unshare(syscall.CLONE_NEWNET); err != nil {
		return fmt.Errorf("unshare: %w", err)
	}
	path := threadPath("ns/net")
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	n.fd = fd
	if n.id, err = os.Readlink(path); err != nil {
		return err
	}
	setting("ipv4/tcp_no_metrics_save", "1") // every connection starts cold
	setting("ipv4/ip_unprivileged_port_start", "0")
	setting("ipv6/conf/all/disable_ipv6", "1")
	if n.device, err = openTun(n.name); err != nil {
		return err
	}
	if err = configureTun(n.name, address, peer, mtu); err != nil {
		return err
	}
	if isClient {
		return routeAll(peer, address) // so that browsers consider themselves online
	}
	setting("ipv4/ip_forward", "1") // without a route there: "unreachable" instead of no reply
	return nil
}

// inside runs an action on a thread of the namespace.
func (n *namespace) inside(action func()) error {
	failed := make(chan error)
	go func() {
		runtime.LockOSThread()
		if err := enterNamespace(n.fd); err != nil {
			failed <- err
			return
		}
		action()
		failed <- nil
	}()
	return <-failed
}

// enterNamespace moves the calling thread into the namespace.
func enterNamespace(fd int) error {
	if _, _, errno := syscall.RawSyscall(sysSetns, uintptr(fd), syscall.CLONE_NEWNET, 0); errno != 0 {
		return fmt.Errorf("setns: %w", errno)
	}
	return nil
}

// dropped returns the number of packets that the kernel dropped because the device was not read fast enough.
func (n *namespace) dropped() (count uint64) {
	n.inside(func() {
		table, _ := os.ReadFile(threadPath("net/dev"))
		for _, row := range strings.Split(string(table), "\n") {
			device, counters, _ := strings.Cut(row, ":")
			if fields := strings.Fields(counters); strings.TrimSpace(device) == n.name && len(fields) > 11 {
				count, _ = strconv.ParseUint(fields[11], 10, 64)
			}
		}
	})
	return count
}

// isListening returns true if the namespace has all of these sockets, such as "tcp:443,udp:443". It reads the socket tables
// and sends no packet.
func (n *namespace) isListening(sockets string) bool {
	all := true
	err := n.inside(func() {
		for _, socket := range strings.Split(sockets, ",") {
			protocol, port, _ := strings.Cut(socket, ":")
			number, _ := strconv.Atoi(port)
			all = all && (hasSocket(protocol, number) || hasSocket(protocol+"6", number))
		}
	})
	return err == nil && all
}

// hasSocket returns true if a table of the thread's namespace has a listening (TCP) or unconnected (UDP) socket on the port.
func hasSocket(table string, port int) bool {
	state := map[string]string{"tcp": "0A", "tcp6": "0A", "udp": "07", "udp6": "07"}[table]
	rows, _ := os.ReadFile(threadPath("net/" + table))
	for _, row := range strings.Split(string(rows), "\n") {
		fields := strings.Fields(row)
		if len(fields) > 3 && fields[3] == state && strings.HasSuffix(fields[1], fmt.Sprintf(":%04X", port)) {
			return true
		}
	}
	return false
}

func threadPath(rest string) string {
	return fmt.Sprintf("/proc/self/task/%d/%s", syscall.Gettid(), rest)
}

// setting writes a network setting of the thread's namespace. It ignores errors: some kernels lack some settings.
func setting(name, value string) { os.WriteFile("/proc/sys/net/"+name, []byte(value), 0) }
