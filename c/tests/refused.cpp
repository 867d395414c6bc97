// What must not compile: a result of a bool, which `if` would take for the bool.
#include <philidor.hpp>

philidor::Result<bool> gives_check(const philidor::Position &position, philidor::Move move) {
    return position.gives_check(move);
}

int main() {
    if (gives_check(philidor::Position(), philidor::Move())) return 1;
}
