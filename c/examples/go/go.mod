module tour

go 1.19
