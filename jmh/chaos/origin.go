package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// fault is the way in which a server fails.
type fault string

const (
	works   fault = "works"
	closed  fault = "closed"
	killed  fault = "killed"
	full    fault = "full"
	reset   fault = "reset"
	mute    fault = "mute"
	slow    fault = "slow"
	garbled fault = "garbled"
	half    fault = "half"
	busy    fault = "busy"
)

// faults in the order of the cycles.
var faults = []fault{closed, killed, full, reset, mute, slow, garbled, half, busy}

const (
	slowness    = 500 * time.Millisecond
	largeBytes  = 100 << 10
	backlogFill = 8
)

var largeBody = strings.Repeat("x", largeBytes)

// origin is an HTTP/1.1 server whose faults reach below HTTP, so it speaks on sockets.
type origin struct {
	port    int
	current atomic.Value // fault

	mutex    sync.Mutex
	listener *net.TCPListener
	open     map[*net.TCPConn]bool
	filling  []net.Conn

	// served has the ids of the requests that were read in full.
	served sync.Map
}

func startOrigin(port int) (*origin, error) {
	o := &origin{port: port, open: map[*net.TCPConn]bool{}}
	o.current.Store(works)
	return o, o.listen()
}

func (o *origin) address() string {
	return fmt.Sprintf("127.0.0.1:%d", o.port)
}

func (o *origin) listen() error {
	listener, err := net.Listen("tcp4", o.address())
	if err != nil {
		return err
	}
	tcp := listener.(*net.TCPListener)
	o.mutex.Lock()
	o.listener = tcp
	o.port = tcp.Addr().(*net.TCPAddr).Port
	o.mutex.Unlock()
	go o.accept(tcp)
	return nil
}

// fail changes the fault of the server. Works brings it back.
func (o *origin) fail(with fault) error {
	before := o.current.Swap(with).(fault)
	switch with {
	case closed, killed:
		o.mutex.Lock()
		o.listener.Close()
		o.mutex.Unlock()
		if with == killed {
			o.resetAll()
		}
	case full:
		return o.fill()
	case reset, mute, slow, garbled, half, busy:
	case works:
		if before == full {
			o.drain()
		}
		if before == mute {
			o.resetAll()
		}
		if before == closed || before == killed || before == full {
			return o.listen()
		}
	}
	return nil
}

func (o *origin) resetAll() {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	for connection := range o.open {
		connection.SetLinger(0)
		connection.Close()
	}
}

// fill leaves the listening socket open with a full backlog: the kernel drops further SYNs.
func (o *origin) fill() error {
	o.mutex.Lock()
	listener := o.listener
	o.mutex.Unlock()
	raw, err := listener.SyscallConn()
	if err != nil {
		return err
	}
	err = raw.Control(func(fd uintptr) { syscall.Listen(int(fd), 0) })
	if err != nil {
		return err
	}
	o.resetAll()
	for range backlogFill {
		connection, err := net.DialTimeout("tcp4", o.address(), 50*time.Millisecond)
		if err != nil {
			break
		}
		o.mutex.Lock()
		o.filling = append(o.filling, connection)
		o.mutex.Unlock()
	}
	return nil
}

func (o *origin) drain() {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	for _, connection := range o.filling {
		connection.Close()
	}
	o.filling = nil
	o.listener.Close()
}

func (o *origin) accept(listener *net.TCPListener) {
	for {
		if o.current.Load() == full {
			// Nothing accepts, so the backlog stays full until the server is back with a new socket.
			return
		}
		listener.SetDeadline(time.Now().Add(20 * time.Millisecond))
		connection, err := listener.AcceptTCP()
		if err != nil {
			if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
				continue
			}
			return
		}
		if o.current.Load() == full {
			connection.Close()
			return
		}
		if o.current.Load() == reset {
			connection.SetLinger(0)
			connection.Close()
			continue
		}
		o.mutex.Lock()
		o.open[connection] = true
		o.mutex.Unlock()
		go o.serve(connection)
	}
}

func (o *origin) serve(connection *net.TCPConn) {
	defer func() {
		o.mutex.Lock()
		delete(o.open, connection)
		o.mutex.Unlock()
		connection.Close()
	}()
	reader := bufio.NewReader(connection)
	for {
		request, err := http.ReadRequest(reader)
		if err != nil {
			return
		}
		if _, err = io.Copy(io.Discard, request.Body); err != nil {
			return
		}
		o.served.Store(request.Header.Get("X-Id"), true)
		if !o.respond(connection, request) {
			return
		}
	}
}

// respond returns false if the connection is to be closed.
func (o *origin) respond(connection *net.TCPConn, request *http.Request) bool {
	body := "ok"
	if strings.HasPrefix(request.URL.Path, "/large") {
		body = largeBody
	}
	head := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n", len(body))
	switch o.current.Load().(fault) {
	case reset:
		connection.SetLinger(0)
		return false
	case mute:
		// The next change closes the connection.
		io.Copy(io.Discard, connection)
		return false
	case slow:
		time.Sleep(slowness)
	case garbled:
		io.WriteString(connection, "this is no HTTP\r\n\r\n")
		return false
	case half:
		io.WriteString(connection, head+body[:len(body)/2])
		return false
	case busy:
		_, err := io.WriteString(connection, "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
		return err == nil
	}
	_, err := io.WriteString(connection, head+body)
	return err == nil
}
