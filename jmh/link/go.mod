module lychgate.io/link

go 1.22
