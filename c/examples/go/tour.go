// Counts, lists, plays and reads PGN through cgo, which asks pkg-config where philidor is: go build
package main

// #cgo pkg-config: philidor
// #include <philidor.h>
// #include <stdlib.h>
import "C"

import (
	"fmt"
	"os"
	"unsafe"
)

// sure ends the program when what cannot fail here does.
func sure(code C.philidor_error) {
	if code != C.PHILIDOR_OK {
		fmt.Fprintln(os.Stderr, C.GoString(C.philidor_error_text(C.int32_t(code))))
		os.Exit(1)
	}
}

// chars points to the first byte of a Go string, which must not be empty, and is valid for one call.
func chars(text []byte) *C.char {
	return (*C.char)(unsafe.Pointer(&text[0]))
}

func readFen(fen string) (position C.philidor_position, code C.philidor_error, fault C.philidor_fault) {
	text := []byte(fen)
	code = C.philidor_read_fen(chars(text), C.size_t(len(text)), &position, &fault)
	return
}

func moves(position *C.philidor_position) []C.philidor_move {
	var list [C.PHILIDOR_MAX_MOVES]C.philidor_move
	var count C.size_t
	sure(C.philidor_moves(position, C.PHILIDOR_ALL_MOVES, &list[0], C.PHILIDOR_MAX_MOVES, &count))
	return list[:count]
}

func main() {
	// Counting: the tree of legal moves, and many positions in one call.
	var start C.philidor_position
	var leaves C.uint64_t
	sure(C.philidor_start(&start))
	sure(C.philidor_perft(&start, 5, 2, &leaves))
	fmt.Println("perft 5:", leaves)
	list := moves(&start)
	children := make([]C.philidor_position, len(list))
	counts := make([]C.uint32_t, len(list))
	for i := range children {
		children[i] = start
	}
	many := C.size_t(len(list))
	sure(C.philidor_batch_play(&children[0], &list[0], many, &children[0], nil))
	sure(C.philidor_batch_move_counts(&children[0], many, &counts[0], nil))
	sum := 0
	for _, count := range counts {
		sum += int(count)
	}
	fmt.Println(len(list), "positions have", sum, "moves")

	// Listing: each move in standard notation and as engines write it.
	promoting, code, _ := readFen("3r4/4P1k1/8/8/8/8/8/4K2R w K - 0 1")
	sure(code)
	for _, move := range moves(&promoting) {
		var san, uci [C.PHILIDOR_MOVE_TEXT_SIZE]C.char
		sure(C.philidor_write_san(&promoting, move, &san[0], C.PHILIDOR_MOVE_TEXT_SIZE, nil))
		sure(C.philidor_write_uci(&promoting, move, C.PHILIDOR_CASTLING_STANDARD, &uci[0], C.PHILIDOR_MOVE_TEXT_SIZE, nil))
		fmt.Println(C.GoString(&san[0]), C.GoString(&uci[0]))
	}

	// Playing: a mate in four half-moves, then one of them taken back.
	var game *C.philidor_game
	var position C.philidor_position
	sure(C.philidor_game_new(&start, &game))
	defer C.philidor_game_free(game)
	for _, san := range []string{"f3", "e5", "g4", "Qh4#"} {
		var move C.philidor_move
		text := []byte(san)
		sure(C.philidor_game_position(game, &position))
		sure(C.philidor_read_san(&position, chars(text), C.size_t(len(text)), &move, nil))
		sure(C.philidor_game_play(game, move))
	}
	var fen [C.PHILIDOR_FEN_SIZE]C.char
	var outcome C.philidor_outcome
	sure(C.philidor_game_position(game, &position))
	sure(C.philidor_write_fen(&position, 0, &fen[0], C.PHILIDOR_FEN_SIZE, nil))
	sure(C.philidor_game_outcome(game, &outcome))
	mate := ""
	if outcome == C.PHILIDOR_BLACK_MATES {
		mate = ": Black mates"
	}
	fmt.Println(C.GoString(&fen[0]) + mate)
	var count C.size_t
	sure(C.philidor_game_undo(game, nil))
	sure(C.philidor_game_move_count(game, &count))
	fmt.Println(count, "moves instead")

	// What is wrong, and where.
	if _, code, fault := readFen("8/8/8/8/8/8/8/K6x w - - 0 1"); code != C.PHILIDOR_OK {
		fmt.Printf("column %d: %s\n", fault.column, C.GoString(&fault.text[0]))
	}

	// Reading: each game of a file, or what is wrong with it. The reader keeps the text, so C has to have it.
	if len(os.Args) < 2 {
		return
	}
	file, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	text := C.CBytes(file)
	defer C.free(text)
	var games *C.philidor_pgn
	sure(C.philidor_pgn_new((*C.char)(text), C.size_t(len(file)), &games))
	defer C.philidor_pgn_free(games)
	for {
		var fault C.philidor_fault
		code := C.philidor_pgn_next(games, &fault)
		if code == C.PHILIDOR_END {
			return
		}
		if code != C.PHILIDOR_OK {
			fmt.Printf("line %d: %s\n", fault.line, C.GoString(&fault.text[0]))
			continue
		}
		var value C.philidor_text
		var played *C.philidor_move
		var key C.uint64_t
		white, name := "?", []byte("White")
		if C.philidor_pgn_tag(games, chars(name), C.size_t(len(name)), &value) == C.PHILIDOR_OK {
			white = C.GoStringN(value.data, C.int(value.length))
		}
		sure(C.philidor_pgn_moves(games, &played, &count))
		sure(C.philidor_pgn_last(games, &position))
		sure(C.philidor_key(&position, &key))
		fmt.Printf("%s: %d moves, %d\n", white, count, key)
	}
}
