"""Two conversations with `philidor uci`, as chess programs hold them.

They run side by side for --exchanges: one by python-chess's own engine client, one line by line through a pipe. Each
exchange is about a position of a random game, of chess or of Chess960, or about a few pieces on a board:

    play        one or more limits of any kind: time, clock, depth, nodes, mate, searchmoves; options are set in between
    lines       several best lines, in order, with different first moves
    ponder      the expected reply is played, or another one
    over        mate and stalemate: there is no best move
    stops       an analysis is stopped at a random moment, several in turn
    raw         as play, and every `info` is read word by word
    ready       `isready` is answered while a search continues, and so is `stop`
    nonsense    lines without sense, of any length, and then a position and a search that must be right

Best moves, expected replies and every move of a line must be legal; nodes, times and depths may not go back; a mate in
two or less must be forced, which python-chess finds out by trying everything; the line of a longer one ends in mate.
What python-chess complains about is a failure.

It measures how long a `stop` takes until the best move is there. On a machine with nothing else to do that should be
5 ms; more than --within is a failure. On Linux it also says how much CPU time philidor took meanwhile, which depends
less on what else the machine does.
"""

import asyncio
import collections
import logging
import queue
import random
import re
import subprocess
import threading
import time

import chess
import chess.engine
import pytest

pytestmark = pytest.mark.quick

# The longest that any answer may take.
PATIENCE = 60

WORDS = """position startpos fen moves e2e4 e7e5 e1g1 a7a8q 0000 go depth 2 nodes 50 movetime 1 wtime 10 btime -5 winc
x binc movestogo 0 infinite ponder searchmoves mate stop ponderhit setoption name Hash value 99999999999999999999
Threads MultiPV 3 UCI_Chess960 true false Clear Move Overhead Ponder isready uci ucinewgame debug on register d perft
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 8/8/8/8 4k3/8/8/8/8/8/8/4K3 \0 é""".split()


class Fault(Exception):
    """What is wrong with an answer."""


def require(good, message):
    if not good:
        raise Fault(message)


def random_board(dice):
    """A position in which the game is not over."""
    while True:
        start = dice.random()
        if start < 0.25:
            board = few_pieces(dice)
        else:
            board = chess.Board.from_chess960_pos(dice.randrange(960)) if start < 0.5 else chess.Board()
            for _ in range(dice.randrange(120)):
                board.push(dice.choice(list(board.legal_moves)))
                if board.is_game_over():
                    break
        if not board.is_game_over(claim_draw=True):
            return board


def few_pieces(dice):
    """Two kings and a few pieces somewhere."""
    while True:
        board = chess.Board(None)
        squares = dice.sample(chess.SQUARES, 6)
        board.set_piece_at(squares[0], chess.Piece.from_symbol("K"))
        board.set_piece_at(squares[1], chess.Piece.from_symbol("k"))
        for square in squares[2:dice.randrange(3, 7)]:
            board.set_piece_at(square, chess.Piece.from_symbol(dice.choice("QRBNqrbn")))
        board.turn = dice.choice(chess.COLORS)
        if board.is_valid():
            return board


def finished_board(dice):
    """A position of mate or stalemate."""
    while True:
        board = few_pieces(dice) if dice.random() < 0.7 else random_board(dice)
        moves = list(board.legal_moves)
        dice.shuffle(moves)
        for move in moves:
            board.push(move)
            if not any(board.legal_moves):
                return board
            board.pop()


def mates(board, moves):
    """Whether the side to move can force mate in at most this many moves, by trying everything."""
    for move in list(board.legal_moves):
        board.push(move)
        replies = list(board.legal_moves)
        forced = board.is_check() if not replies else moves > 1 and all(
            mates_after(board, reply, moves - 1) for reply in replies)
        board.pop()
        if forced:
            return True
    return False


def mates_after(board, reply, moves):
    board.push(reply)
    forced = mates(board, moves)
    board.pop()
    return forced


def check_line(board, line):
    """Every move of the line is legal; returns the board at its end."""
    end = board.copy(stack=False)
    for move in line:
        require(move in end.legal_moves, f"{move} of the line {' '.join(map(str, line))} is not legal")
        end.push(move)
    return end


def check_mate(board, mate, line, tries):
    """A reported mate is forced by the first move of its line. `tries` limits how many are proved."""
    end = check_line(board, line)
    plies = 2 * mate - 1 if mate > 0 else -2 * mate
    message = f"{board.fen()}: mate {mate} by {' '.join(map(str, line))}"
    require(1 <= len(line) <= plies, f"{message} has {len(line)} half-moves")
    if len(line) == plies:
        require(end.is_checkmate(), f"{message} does not end in mate")
    if tries["left"] > 0 and mate in (-1, 1, 2):
        tries["left"] -= 1
        copy = board.copy(stack=False)
        copy.push(line[0])
        replies = list(copy.legal_moves)
        if mate < 0:
            forced = mates(copy, -mate)
        else:
            forced = mate > 1 and all(mates_after(copy, reply, mate - 1) for reply in replies)
            forced = forced if replies else copy.is_check()
        require(forced, f"{message} is not forced")


def check_score(board, score, line):
    """A score in the words of python-chess."""
    mate = score.mate()
    if mate is not None:
        require(mate != 0, "mate 0 in a position with moves")
        check_mate(board, mate, line, {"left": 1})
    else:
        require(abs(score.score()) < 20_000, f"the score is {score}")


def random_limit(dice):
    """Some of the limits, one of which ends the search soon."""
    limit = chess.engine.Limit()
    for kind in dice.sample(["time", "clock", "depth", "nodes", "mate"], dice.choice([1, 1, 1, 2, 3])):
        if kind == "time":
            limit.time = dice.choice([0.001, 0.01, 0.05])
        elif kind == "clock":
            limit.white_clock, limit.black_clock = dice.choice([(0.2, 0.3), (1, 0.001), (0, 0), (2, 2)])
            if dice.random() < 0.5:
                limit.white_inc, limit.black_inc = 0.01, 0.02
            if dice.random() < 0.3:
                limit.remaining_moves = dice.choice([1, 2, 40])
        elif kind == "depth":
            limit.depth = dice.randint(1, 6)
        elif kind == "nodes":
            limit.nodes = dice.choice([1, 10, 777, 20_000])
        else:
            limit.mate = dice.randint(1, 3)
    if limit.mate is not None and limit.time is None and limit.nodes is None:
        limit.nodes = 30_000
    return limit


class Client:
    """The conversation by python-chess's client."""

    def __init__(self, program, dice, seconds):
        self.dice, self.seconds = dice, seconds
        self.engine = chess.engine.SimpleEngine.popen_uci([program, "uci"], timeout=PATIENCE)
        self.threads = self.game = 1

    def board(self):
        """A position of another game than the last."""
        self.game += 1
        return random_board(self.dice)

    def set_options(self):
        dice, options = self.dice, {}
        if dice.random() < 0.2:
            options["Hash"] = dice.choice([0, 1, 2, 16, 64])
        if dice.random() < 0.2:
            options["Threads"] = self.threads = dice.choice([1, 1, 2, 3])
        if dice.random() < 0.1:
            options["Move Overhead"] = dice.choice([0, 5, 20])
        if dice.random() < 0.1:
            options["UCI_AnalyseMode"] = dice.choice([True, False])
        if dice.random() < 0.1:
            options["Clear Hash"] = None
        self.engine.configure(options)

    def mutter(self):
        """A line without sense, which the client does not know of."""
        words = ["nonsense", "position fen x", "go-on", "setoption name Nonsense value 1", "\0", "ponderhit", "stop now"]
        protocol = self.engine.protocol
        protocol.loop.call_soon_threadsafe(protocol.send_line, self.dice.choice(words))

    def play(self):
        self.set_options()
        if self.dice.random() < 0.3:
            self.mutter()
        board, limit = self.board(), random_limit(self.dice)
        moves = None
        if self.dice.random() < 0.3:
            legal = list(board.legal_moves)
            moves = self.dice.sample(legal, self.dice.randint(1, min(3, len(legal))))
        result = self.engine.play(board, limit, game=self.game, info=chess.engine.INFO_ALL, root_moves=moves)
        message = f"{board.fen()} {limit}"
        require(result.move in (moves or board.legal_moves), f"{message}: {result.move}")
        self.check_ponder(board, result)
        self.check_info(board, result.info, message)
        nodes = result.info.get("nodes", 0)
        if limit.nodes is not None and self.threads == 1:
            require(nodes <= limit.nodes, f"{message}: {nodes} nodes")

    def check_ponder(self, board, result):
        if result.ponder is not None:
            after = board.copy(stack=False)
            after.push(result.move)
            require(result.ponder in after.legal_moves, f"{board.fen()}: {result.move} ponder {result.ponder}")

    def check_info(self, board, info, message):
        if "score" in info and "lowerbound" not in info and "upperbound" not in info:
            check_score(board, info["score"].pov(board.turn), info.get("pv", []))
        require(0 <= info.get("hashfull", 0) <= 1000, f"{message}: hashfull {info.get('hashfull')}")

    def lines(self):
        board, count = self.board(), self.dice.randint(2, 6)
        limit = chess.engine.Limit(depth=self.dice.randint(2, 5))
        infos = self.engine.analyse(board, limit, multipv=count, game=self.game)
        expected = min(count, board.legal_moves.count())
        require(len(infos) == expected, f"{board.fen()}: {len(infos)} lines instead of {expected}")
        require(len({info["pv"][0] for info in infos}) == expected, f"{board.fen()}: a first move comes twice")
        scores = [info["score"].pov(board.turn) for info in infos]
        require(all(one >= next for one, next in zip(scores, scores[1:])), f"{board.fen()}: {scores}")
        for info in infos:
            check_score(board, info["score"].pov(board.turn), info["pv"])

    def ponder(self):
        board, dice = self.board(), self.dice
        for _ in range(4):
            clock = chess.engine.Limit(white_clock=0.3, black_clock=0.3, white_inc=0.02, black_inc=0.02)
            # A copy, since python-chess keeps this board: if the move that the engine ponders on were pushed to it,
            # python-chess would take the next command for a ponder hit, and an analysis would wait forever.
            result = self.engine.play(board.copy(), clock, game=self.game, ponder=True)
            require(result.move in board.legal_moves, f"{board.fen()}: {result.move}")
            self.check_ponder(board, result)
            board.push(result.move)
            if board.is_game_over():
                return
            time.sleep(dice.choice([0, 0, 0.001, 0.02]))
            hit = result.ponder is not None and dice.random() < 0.6
            board.push(result.ponder if hit else dice.choice(list(board.legal_moves)))
            if board.is_game_over(claim_draw=True):
                return

    def over(self):
        board = finished_board(self.dice)
        self.game += 1
        result = self.engine.play(board, random_limit(self.dice), game=self.game)
        require(not result.move, f"{board.fen()}: {result.move}, but the game is over")

    def stops(self):
        board = self.board()
        for _ in range(self.dice.randint(1, 5)):
            multipv = self.dice.choice([None, 3])
            with self.engine.analysis(board, game=self.game, multipv=multipv) as analysis:
                time.sleep(self.dice.choice([0, 0, 0.0005, 0.003, 0.02, 0.05]))
                analysis.stop()
                best = analysis.wait()
                require(best.move in board.legal_moves, f"{board.fen()}: {best.move}")
                self.check_ponder(board, best)
                self.check_info(board, analysis.info, board.fen())
            if self.dice.random() < 0.5:
                board.push(best.move)
                if board.is_game_over(claim_draw=True):
                    board = self.board()

    def close(self):
        self.engine.quit()
        require(self.engine.returncode.result(PATIENCE) == 0, "the exit status is not 0")


class Pipe:
    """The conversation line by line."""

    def __init__(self, program, dice, seconds):
        self.dice, self.seconds, self.delays, self.spent = dice, seconds, [], []
        self.process = subprocess.Popen([program, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lines, self.marks = queue.SimpleQueue(), 0
        threading.Thread(target=self.read, daemon=True).start()
        self.say("uci")
        self.until("uciok")

    def read(self):
        for line in self.process.stdout:
            self.lines.put((time.perf_counter(), line.decode().rstrip("\n")))
        self.lines.put((time.perf_counter(), None))

    def say(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def cpu_time(self):
        """What philidor has used so far, in seconds; always 0 where that cannot be asked."""
        try:
            # The clock of another process, as clock_getcpuclockid(3) computes its number on Linux.
            return time.clock_gettime(~self.process.pid << 3 | 2)
        except (AttributeError, OSError):
            return 0

    def until(self, start):
        """The lines up to the first that begins so, and the time of it."""
        lines = []
        while True:
            try:
                at, line = self.lines.get(timeout=PATIENCE)
            except queue.Empty:
                raise RuntimeError(f"no `{start}` in {PATIENCE} s after {lines[-5:]}") from None
            if line is None:
                raise RuntimeError(f"the program has ended, status {self.process.wait()}")
            lines.append(line)
            if line.startswith(start):
                return lines, at

    def settle(self):
        """Waits until the engine has done all that it was sent, which only its answer to a line without sense shows."""
        self.marks += 1
        mark = f"nonsense{self.marks}"
        self.say("stop", mark)
        return self.until(f"info string unknown command: {mark}")[0]

    def set_position(self, board):
        self.say(f"setoption name UCI_Chess960 value {str(board.chess960).lower()}")
        start = board.root()
        moves = " ".join(move.uci() for move in board.move_stack)
        self.say(f"position fen {start.fen(en_passant='fen')}" + (f" moves {moves}" if moves else ""))

    def board(self):
        board = random_board(self.dice)
        if self.dice.random() < 0.3:
            self.say("ucinewgame")
        self.set_position(board)
        return board

    def best(self, board, answer, allowed=None):
        words = answer[-1].split()
        move = chess.Move.from_uci(words[1])
        require(move in (allowed or board.legal_moves), f"{board.fen()}: {answer[-1]}")
        if len(words) > 2:
            require(words[2] == "ponder" and len(words) == 4, answer[-1])
            after = board.copy(stack=False)
            after.push(move)
            require(chess.Move.from_uci(words[3]) in after.legal_moves, f"{board.fen()}: {answer[-1]}")
        self.check_infos(board, answer[:-1], words[1])

    def check_infos(self, board, lines, best):
        """Each `info`, word by word, and what may not go back from one to the next."""
        last, tries, first = collections.Counter(), {"left": 3}, None
        for line in lines:
            if line.startswith("info string ") or line == "readyok":
                continue
            message = f"{board.fen()}: {line}"
            if "currmove" in line:
                match = re.fullmatch(r"info depth (\d+) currmove (\S+) currmovenumber (\d+)", line)
                require(match and chess.Move.from_uci(match[2]) in board.legal_moves, message)
                continue
            match = re.fullmatch(
                r"info depth (\d+) seldepth (\d+) multipv (\d+) score (cp|mate) (-?\d+)( lowerbound| upperbound)?"
                r" nodes (\d+) nps (\d+)(?: hashfull (\d+))? time (\d+) pv (.+)", line)
            require(match, message)
            depth, number, value = int(match[1]), int(match[3]), int(match[5])
            nodes, moment = int(match[7]), int(match[10])
            line = [chess.Move.from_uci(word) for word in match[11].split()]
            check_line(board, line)
            require(depth >= last["depth"] and nodes >= last["nodes"] and moment >= last["time"], message)
            last.update({key: now - last[key] for key, now in
                         (("depth", depth), ("nodes", nodes), ("time", moment))})
            require(int(match[9] or 0) <= 1000 and 1 <= number <= 256, message)
            if match[4] == "cp":
                require(abs(value) < 20_000, message)
            elif match[6] is None:
                require(value != 0, message)
                check_mate(board, value, line, tries)
            # A stop may come after a move was found to be better, and before its score is exact.
            if number == 1 and match[6] != " upperbound":
                first = line[0]
        if first is not None:
            require(first.uci() == best, f"{board.fen()}: the line begins with {first}, the best move is {best}")

    def raw(self):
        board, dice = self.board(), self.dice
        words, limit = ["go"], random_limit(dice)
        for word, value, unit in (("wtime", limit.white_clock, 1000), ("btime", limit.black_clock, 1000),
                                  ("winc", limit.white_inc, 1000), ("binc", limit.black_inc, 1000),
                                  ("movestogo", limit.remaining_moves, 1), ("movetime", limit.time, 1000),
                                  ("depth", limit.depth, 1), ("nodes", limit.nodes, 1), ("mate", limit.mate, 1)):
            if value is not None:
                words += [word, str(int(value * unit))]
        allowed = None
        if dice.random() < 0.3:
            allowed = dice.sample(list(board.legal_moves), 1)
            words += ["searchmoves", *(move.uci() for move in allowed)]
        self.say(" ".join(words))
        self.best(board, self.until("bestmove ")[0], allowed)

    def ready(self):
        """A search that waits for a stop, and answers meanwhile."""
        board, dice = self.board(), self.dice
        go = dice.choice(["go infinite", "go ponder wtime 1 btime 1", "go infinite searchmoves " +
                          dice.choice(list(board.legal_moves)).uci()])
        for _ in range(dice.randint(1, 3)):
            self.say(go)
            answer = []
            for _ in range(dice.randrange(4)):
                time.sleep(dice.choice([0, 0, 0.001, 0.01]))
                self.say("isready")
                answer += self.until("readyok")[0]
            require(all(not line.startswith("bestmove") for line in answer), f"{go} has ended by itself")
            time.sleep(dice.choice([0, 0, 0.0005, 0.002, 0.03]))
            said, spent = time.perf_counter(), self.cpu_time()
            self.say("stop")
            lines, at = self.until("bestmove ")
            self.delays.append(at - said)
            self.spent.append(self.cpu_time() - spent)
            require(at - said < self.seconds, f"{board.fen()}: stopped after {at - said:.3f} s")
            self.best(board, answer + lines)

    def nonsense(self):
        dice = self.dice
        for _ in range(dice.randint(1, 20)):
            line = " ".join(dice.choice(WORDS) for _ in range(dice.randint(1, 9)))
            if dice.random() < 0.5:
                line = dice.choice(["go ", "position ", "setoption ", "position startpos moves "]) + line
            if dice.random() < 0.02:
                line *= 20_000
            self.say(line)
        # The number of threads may be anything now, and what a `go` has asked for may still run.
        self.settle()
        self.say("setoption name Threads value 1", "setoption name MultiPV value 1", "setoption name Hash value 16",
                 "setoption name Move Overhead value 20")
        board = self.board()
        self.say("go depth 3")
        self.best(board, self.until("bestmove ")[0])

    def over(self):
        board = finished_board(self.dice)
        self.set_position(board)
        self.say(self.dice.choice(["go depth 3", "go movetime 5", "go wtime 100 btime 100", "go nodes 10"]))
        lines, _ = self.until("bestmove ")
        require(lines[-1] == "bestmove 0000", f"{board.fen()}: {lines[-1]}, but the game is over")

    def close(self):
        self.say("go infinite", "quit")
        require(self.process.wait(PATIENCE) == 0, "the exit status is not 0")


class Complaints(logging.Handler):
    """What python-chess says of an engine that breaks the protocol."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.texts = []

    def emit(self, record):
        self.texts.append(record.getMessage())


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))]


def test_another_client_gets_right_answers(philidor, tally, options):
    dice = random.Random(options.seed)
    asyncio.set_event_loop_policy(chess.engine.EventLoopPolicy())
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    client, pipe = (kind(philidor, dice, options.within) for kind in (Client, Pipe))
    exchanges = [client.play, client.play, client.play, client.lines, client.ponder, client.over, client.stops,
                 client.stops, pipe.raw, pipe.raw, pipe.raw, pipe.ready, pipe.ready, pipe.ready, pipe.nonsense,
                 pipe.nonsense, pipe.over]
    kinds = collections.Counter()

    def check(exchange, name):
        fault = None
        try:
            exchange()
        except Fault as one:
            fault = str(one)
        except chess.engine.EngineError as one:
            fault = f"python-chess: {one}"
        for text in complaints.texts:
            fault = f"{fault or ''} python-chess: {text}".strip()
        complaints.texts.clear()
        tally.check(fault is None, f"{name}: {fault}")

    for _ in range(options.exchanges):
        exchange = dice.choice(exchanges)
        kinds[f"{exchange.__name__} ({type(exchange.__self__).__name__.lower()})"] += 1
        check(exchange, exchange.__name__)
    for conversation in (client, pipe):
        check(conversation.close, "quit")
    logging.getLogger("chess.engine").removeHandler(complaints)
    for kind, count in sorted(kinds.items()):
        print(f"{count:6}  {kind}")
    for name, times in (("time", pipe.delays), ("CPU time", pipe.spent)):
        if any(times):
            half, most = percentile(times, 0.5) * 1000, percentile(times, 0.99) * 1000
            print(f"{len(times)} stops, {name}: half within {half:.2f} ms, 99 % within {most:.2f} ms, the slowest "
                  f"{max(times) * 1000:.2f} ms")
