// Uses every export of philidor, as TypeScript reads it. It is compiled, never run.

import {
    ArgumentError, Book, Engine, FenError, Game, MOVE_WORD_LAYOUT, MagicSearch, Mailbox, MoveError, PackedError, PgnError,
    PgnGame, PgnNode, PhilidorError, PhilidorWorker, Position, Positions, SQUARES, Setup, SetupError, UnrepresentableError,
    attacks, between, checkPgn, checkPgnStream, compiledModule, generators, init, initSync, isReady, line, magicLookUp,
    magicNumbers, memoryBytes, moveDestination, moveOrigin, movePromotion, moveType, moveWord, parsePgn, pextLookUp, readPgn,
    readPgnStream, renew, squareCount, squareIndex, squareSet, squaresOf, version,
} from "philidor";
import type {
    Analysis, AnalysisLine, AnalysisOptions, CastlingNotation, CastlingSide, ChainStep, Color, EnPassantPolicy,
    Evaluation, EvaluationName, EvaluationOptions, EvaluationTerm, Fault, FaultKind, FenErrorCode, FileLetter, GeneratorName, MagicLookUp, ModuleSource, MoveDetails, MoveErrorCode, MoveKind,
    MoveLike, MoveSet, MoveType, MoveWord, MoveWordField, Outcome, OutcomeReason, PackedPart, PerftStatistics, PextLookUp, PhasedValue,
    PgnCheck, PgnCheckOptions, PgnOptions, PickedMove, Piece, PieceType, PositionOptions, Promotion, RankDigit, Result, Score,
    Shape, Square, SquareLike, SquareSet, SvgOptions, Verdict, WasmModule, WorkerTaskOptions,
} from "philidor";
import { Position as InlinePosition } from "philidor/inline";
import { Position as LazyPosition, init as initLazily } from "philidor/lazy";

/** Compiles if both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => {};
same<InlinePosition, Position>(true);
same<LazyPosition, Position>(true);

// Getting ready.
const sources: ModuleSource[] = [new URL("https://example.org/philidor.wasm"), "philidor.wasm", new Uint8Array(8), compiledModule()];
for (const source of sources) {
    const ready: Promise<void> = init(source);
    ready.then(() => initLazily(), (error: unknown) => error instanceof PhilidorError);
}
const compiled: WasmModule = compiledModule();
initSync(compiled);
// @ts-expect-error: nothing is not a module
initSync(null);
const facts: [boolean, number, string] = [isReady(), memoryBytes(), version];
renew();

// Squares, sets and moves.
const file: FileLetter = "e";
const rank: RankDigit = "4";
const square: Square = `${file}${rank}`;
const squares: readonly Square[] = SQUARES;
const likes: SquareLike[] = [square, 28, "e4", ...squares];
const set: SquareSet = squareSet(likes);
const numbers: number[] = [squareIndex(square), squareCount(set)];
const named: Square[] = squaresOf(set | 1n);

const color: Color = "white";
const type: PieceType = "q";
const piece: Piece = "Q";
const promotion: Promotion = "n";
const side: CastlingSide = "short";
const result: Result = "1/2-1/2";
const kind: MoveKind = "tactical";
const likely: MoveLike[] = [0, "e4", "e7e8q"];

function wordOf(move: number): MoveWordField[] {
    const ways: [Square, Square, MoveType, Promotion | null] = [moveOrigin(move), moveDestination(move), moveType(move), movePromotion(move)];
    const word: MoveWord = moveWord(0n);
    const fields = MOVE_WORD_LAYOUT.map(({ field, shift, bits }): MoveWordField => (shift + bits > 64 ? "score" : field));
    return word.piece === type && ways.length === 4 ? fields : [];
}

// Setups and positions.
const options: PositionOptions = { chess960: true, strict: false };
const castling: CastlingNotation = "shredder";
const enPassant: EnPassantPolicy = "legal";
const pictures: SvgOptions = { seenBy: color, squares: { check: ["e1"], last: set }, arrows: [["e2", 28]], title: "x", coordinates: false };

function edit(setup: Setup): Position {
    setup.turn = "black";
    setup.enPassant = 20;
    setup.enPassant = null;
    setup.set(square, piece);
    const held: Piece | null = setup.get("e4");
    const all: Map<Square, Piece> = setup.pieces();
    const faults: Fault[] = setup.faults();
    const kinds: FaultKind[] = faults.map((fault) => fault.kind);
    const repaired: Setup = setup.repair(["castling", ...kinds]);
    repaired.svg(pictures);
    // @ts-expect-error: a setup has no such piece
    setup.set("e4", "x");
    // @ts-expect-error: it cannot be changed
    setup.occupied = 0n;
    return held === null && all.size === 0 ? repaired.position(options) : Position.of(Setup.empty().copy().flipColors(), options);
}

function look(position: Position): unknown[] {
    const moves: Uint16Array = position.legalMoves({ kind, origin: square });
    const details: MoveDetails = position.details(likely[1]!);
    const rook: { readonly origin: Square; readonly destination: Square } | null = details.rook;
    const verdict: Verdict = position.judge(position.word("e4"));
    const code: MoveErrorCode | undefined = verdict.reason?.code;
    const sets: MoveSet[] = position.moveSets("all");
    const targets = sets.map((one) => (one.kind === "piece" || one.kind === "pawns" ? one.targets : one.kind === "castling" ? one.side : 0n));
    const picked: PickedMove[] = position.pickedMoves({ table: "e4", killers: ["a3", 5] });
    const parts: PackedPart[] = position.packedParts();
    const statistics: PerftStatistics = position.perftStatistics(2);
    const walk: ChainStep[] = position.chainWalk("b1");
    const count: bigint = position.perft(3, { generator: "chain" });
    const next: Position = position.play("e4").playAll("e5 Nf3").pass().flipColors();
    const files: Position | null = next.flipFiles();
    const text: string = position.fen({ castling, enPassant }) + position.san(moves[0]!) + position.svg();
    // @ts-expect-error: nothing of a position changes
    position.turn = "black";
    // @ts-expect-error: a depth is a number
    position.perft("3");
    return [rook, code, targets, picked, parts, statistics.mates + count, walk, files, text, side, promotion, facts, numbers, named];
}

// Games, PGN, many positions, books.
function play(): Outcome | null {
    using game = new Game(Position.chess960(518), "e4 e5");
    const undone: number | null = game.undo();
    const reason: OutcomeReason | undefined = game.outcome?.reason;
    if (undone !== null && reason === undefined) {
        game.end("resignation", color);
    }
    const tree: PgnGame = game.pgn({ White: "A" });
    const node: PgnNode = tree.root.add("e4");
    node.eval = { centipawns: 20 };
    const shape: Shape = { color: "red", origin: "a1" };
    node.shapes = [...node.shapes, shape, { ...shape, destination: "b2" }];
    node.clock = 300;
    tree.result = result;
    // @ts-expect-error: nodes are made by games
    new PgnNode();
    // @ts-expect-error: an agreement has no loser
    game.end("agreement", color);
    return game.copy().outcome;
}

async function readAll(text: string, stream: ReadableStream<Uint8Array>): Promise<PgnCheck[]> {
    const skipping: PgnOptions = { onError: (error: PgnError) => error.line };
    const checking: PgnCheckOptions = { variations: true, errors: 5 };
    using rest = readPgn(new Uint8Array(4), skipping);
    const games: PgnGame[] = [parsePgn(text), ...rest];
    for await (const game of readPgnStream(stream, { onError: "skip" })) {
        games.push(game);
    }
    return [checkPgn(text, checking), await checkPgnStream(stream)];
}

function many(): BigUint64Array {
    const { positions, offsets } = Positions.fromPgn("1. e4 *");
    const { moves } = Positions.fromFens(["x"], options).legalMoves();
    using book = Book.ofGames([parsePgn("1. e4 *")], { maxPlies: 10 });
    const best: number | null = book.best(positions.at(offsets[0]!));
    return best === null ? positions.play(moves).keys() : new Positions(new Uint8Array(32)).perft(2);
}

// How it works.
function workings(): (SquareSet | boolean | number)[] {
    const magic: MagicLookUp = magicLookUp("rook", square, set);
    const pext: PextLookUp = pextLookUp("bishop", 28, set);
    const { rook, tableBytes } = magicNumbers();
    const names: GeneratorName[] = generators().map(({ name }) => name);
    using search = new MagicSearch("rook", "a1", 1n);
    using mailbox = new Mailbox(new Position());
    const { found } = search.step(10);
    const mover = mailbox.play(mailbox.quiet()[0]!);
    return [attacks(piece, square), between("a1", 63), line("a1", "h8"), magic.product, pext.index, rook[0]!, tableBytes, names.length, found, mover];
}

// Workers and the engine.
async function think(signal: AbortSignal): Promise<Score | null> {
    const task: WorkerTaskOptions = { signal };
    const worker = new PhilidorWorker({ url: new URL("https://example.org/worker.js") });
    const counted: bigint = await worker.perft(new Position(), 5, { ...task, onProgress: ({ leaves }) => leaves + 1n });
    const divided = await worker.divide(new Position(), 3, { onMove: ({ san }) => san });
    for await (const game of worker.readPgn(new Blob(["1. e4 *"]), task)) {
        await worker.checkPgn(String(game), { variations: true, onProgress: ({ games }) => games });
    }
    worker.terminate();
    const engine = new Engine({ megabytes: 8 });
    const { name } = await engine.ready;
    const limits: AnalysisOptions = { depth: 8, lines: 2, moves: ["e4"], signal, onProgress: (so_far: Analysis) => so_far.nodes };
    const analysis: Analysis = await engine.analyze(new Game(), limits);
    const first: AnalysisLine | undefined = analysis.lines[0];
    const options: EvaluationOptions = { by: "classic", signal };
    const evaluation: Evaluation = await engine.evaluate(new Position(), options);
    const by: EvaluationName = evaluation.by;
    const [term]: readonly EvaluationTerm[] = evaluation.terms;
    const phased: PhasedValue | undefined = term?.white;
    const worth: number | undefined = evaluation.squares.e2;
    const [least] = evaluation.output?.pieces ?? [worth ?? phased?.middle ?? term?.now ?? by.length];
    await engine.newGame();
    engine.terminate();
    return counted > 0n && divided.length > 0 && least > 0 && name !== "" ? (first?.score ?? null) : analysis.score;
}

// Errors.
function messageOf(error: unknown): string | number | null {
    if (error instanceof FenError) {
        const code: FenErrorCode = error.code;
        return code + error.field + error.column;
    } else if (error instanceof SetupError) {
        return error.faults.length + error.setup.fen().length;
    } else if (error instanceof MoveError) {
        return error.offset ?? error.candidates[0] ?? error.ply;
    } else if (error instanceof PgnError) {
        return error.gameLine + error.gameOffset;
    } else if (error instanceof PackedError) {
        return error.row;
    } else if (error instanceof UnrepresentableError) {
        return error.generator;
    } else if (error instanceof ArgumentError) {
        return error.code === "freed" ? 0 : error.message;
    }
    return error instanceof PhilidorError ? error.code : null;
}

export const used = [wordOf, edit, look, play, readAll, many, workings, think, messageOf];
