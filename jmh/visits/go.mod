module lychgate.io/visits

go 1.26.0
