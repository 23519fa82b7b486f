"""Starts a program as systemd does: with bound sockets from descriptor 3 on, and a socket for its reports, which are printed.

Usage: systemd-launcher.py FOLDER NAME:blocking|nonblocking PROGRAM ARGUMENT...
"""

import os
import socket
import sys


def main():
    folder, how = sys.argv[1:3]
    name, blocking = how.split(":")
    notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    notify.bind(os.path.join(folder, "notify"))
    tcp = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    tcp.bind(("127.0.0.1", 0))
    tcp.listen(128)
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.bind(("127.0.0.1", tcp.getsockname()[1]))
    print("port", tcp.getsockname()[1], flush=True)
    sys.stdin.readline()
    child = os.fork()
    if child == 0:
        for number, each in enumerate((tcp, udp)):
            copy = os.dup(each.fileno())
            os.set_blocking(copy, blocking == "blocking")
            # Descriptors below 20 may be those of this script.
            os.dup2(copy, 20 + number, inheritable=True)
        for number in range(2):
            os.dup2(20 + number, 3 + number, inheritable=True)
            os.close(20 + number)
        os.environ["LISTEN_PID"] = str(os.getpid())
        os.environ["LISTEN_FDS"] = "2"
        os.environ["LISTEN_FDNAMES"] = name + ":" + name
        os.environ["NOTIFY_SOCKET"] = os.path.join(folder, "notify")
        out = os.open(os.path.join(folder, "out"), os.O_WRONLY | os.O_CREAT, 0o600)
        os.dup2(out, 1)
        os.dup2(out, 2)
        os.execv(sys.argv[3], sys.argv[3:])
    print("child", child, flush=True)
    notify.settimeout(0.1)
    while True:
        try:
            print("notified", notify.recv(4096).decode().replace("\n", " "), flush=True)
        except TimeoutError:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                print("ended", os.waitstatus_to_exitcode(status), flush=True)
                return


main()
