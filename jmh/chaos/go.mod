module lychgate.io/chaos

go 1.26.0
