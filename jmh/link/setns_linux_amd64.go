package main

// sysSetns is setns(2), which package syscall does not define on amd64.
const sysSetns = 308
