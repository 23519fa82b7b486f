module lychgate.io/visits

go 1.26.0

require lychgate.io/stage v0.0.0

replace lychgate.io/stage => ../stage
