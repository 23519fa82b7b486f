module lychgate.io/stage

go 1.26.0
