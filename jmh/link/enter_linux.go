package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"syscall"
)

// measuredNiceness gives both ends the same priority, above all other processes of the machine: they are measured.
const measuredNiceness = -10

// enter executes the command in the namespace of the file, with the hosts file as its /etc/hosts.
//
//	link enter NAMESPACE HOSTS -- COMMAND…
func enter(arguments []string) error {
	separator := slices.Index(arguments, "--")
	if separator != 2 || len(arguments) < 4 {
		return errors.New("enter: (expected: NAMESPACE HOSTS -- COMMAND…)")
	}
	runtime.LockOSThread()
	becomeOrdinary(measuredNiceness)
	fd, err := syscall.Open(arguments[0], syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", arguments[0], err)
	}
	if err := enterNamespace(fd); err != nil {
		return err
	}
	if err := replaceFiles(arguments[1]); err != nil {
		return err
	}
	command := arguments[3:]
	program, err := exec.LookPath(command[0])
	if err != nil {
		return err
	}
	return fmt.Errorf("%s: %w", program, syscall.Exec(program, command, os.Environ()))
}

// replaceFiles mounts the link's files over those of /etc, for this process and its children only.
func replaceFiles(hosts string) error {
	if err := syscall.Unshare(syscall.CLONE_NEWNS); err != nil {
		return fmt.Errorf("unshare: %w", err)
	}
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	for _, file := range [][2]string{{hosts, "/etc/hosts"}, {resolverBeside(hosts), "/etc/resolv.conf"}} {
		if err := syscall.Mount(file[0], file[1], "", syscall.MS_BIND, ""); err != nil {
			return fmt.Errorf("%s: %w", file[1], err)
		}
	}
	return nil
}

// startInside runs a command in a namespace of the bed; it ends when this program does.
func (b *bed) startInside(n *namespace, command []string, output *os.File) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	process := exec.Command(self, append([]string{"enter", b.path(n), b.hosts(), "--"}, command...)...)
	process.Stdin, process.Stdout, process.Stderr = os.Stdin, os.Stdout, os.Stderr
	if output != nil {
		process.Stdin, process.Stdout, process.Stderr = nil, output, output
	}
	process.SysProcAttr = &syscall.SysProcAttr{Setpgid: output != nil, Pdeathsig: syscall.SIGKILL}
	return process, process.Start()
}

// path returns the path of the namespace for other processes.
func (b *bed) path(n *namespace) string { return fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), n.fd) }
