package main

// sysSetns is setns(2), which package syscall does not name here.
const sysSetns = 308
