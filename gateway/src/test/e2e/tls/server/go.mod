module lychgate.io/tls-server

go 1.21
