// Counts, lists, plays and reads PGN through foreign functions, as Java 17 has them in its incubator:
//
//     java --add-modules jdk.incubator.foreign --enable-native-access=ALL-UNNAMED Tour.java libphilidor.so games.pgn
//
// From Java 22 on they are java.lang.foreign: Linker for CLinker, Arena for ResourceScope, get and set of a segment for
// MemoryAccess.

import static jdk.incubator.foreign.MemoryAccess.*;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import jdk.incubator.foreign.Addressable;
import jdk.incubator.foreign.CLinker;
import jdk.incubator.foreign.FunctionDescriptor;
import jdk.incubator.foreign.MemoryAddress;
import jdk.incubator.foreign.MemoryLayout;
import jdk.incubator.foreign.MemorySegment;
import jdk.incubator.foreign.ResourceScope;
import jdk.incubator.foreign.SymbolLookup;

public class Tour {
    // The numbers of the header.
    static final int OK = 0, END = 1, BLACK_MATES = 2, MAX_MOVES = 449, FEN_SIZE = 128, MOVE_TEXT_SIZE = 16;
    static final int POSITION_SIZE = 32, FAULT_SIZE = 256, FAULT_LINE = 8, FAULT_COLUMN = 16, FAULT_TEXT = 24;
    static final long NUL_TERMINATED = -1;
    static final MemoryAddress NULL = MemoryAddress.NULL;

    static final ResourceScope SCOPE = ResourceScope.newImplicitScope();
    static final Map<String, MethodHandle> FUNCTIONS = new HashMap<>();

    static MemorySegment room(long bytes) {
        return MemorySegment.allocateNative(bytes, 8, SCOPE);
    }

    /** Calls a function that returns an error; a segment is passed as its address. */
    static int call(String name, Object... arguments) throws Throwable {
        Object[] passed = Arrays.stream(arguments)
                .map(argument -> argument instanceof Addressable place ? place.address() : argument).toArray();
        MethodHandle function = FUNCTIONS.get(name);
        if (function == null) {
            Class<?>[] types = Arrays.stream(passed).map(argument ->
                    argument instanceof MemoryAddress ? MemoryAddress.class : argument instanceof Long ? long.class
                            : argument instanceof Short ? short.class : int.class).toArray(Class<?>[]::new);
            MemoryLayout[] layouts = Arrays.stream(types).map(type ->
                    type == MemoryAddress.class ? CLinker.C_POINTER : type == long.class ? CLinker.C_LONG
                            : type == short.class ? CLinker.C_SHORT : CLinker.C_INT).toArray(MemoryLayout[]::new);
            function = CLinker.getInstance().downcallHandle(
                    SymbolLookup.loaderLookup().lookup("philidor_" + name).orElseThrow(),
                    MethodType.methodType(int.class, types), FunctionDescriptor.of(CLinker.C_INT, layouts));
            FUNCTIONS.put(name, function);
        }
        return (int) function.invokeWithArguments(passed);
    }

    static void sure(String name, Object... arguments) throws Throwable {
        int error = call(name, arguments);
        if (error != OK) throw new IllegalStateException(name + ": error " + error);
    }

    static long number(String name, Object subject) throws Throwable {
        MemorySegment place = room(8);
        sure(name, subject, place);
        return getLong(place);
    }

    static short[] moves(MemorySegment position) throws Throwable {
        MemorySegment list = room(2 * MAX_MOVES), count = room(8);
        sure("moves", position, 0, list, (long) MAX_MOVES, count);
        short[] moves = new short[(int) getLong(count)];
        for (int i = 0; i < moves.length; i++) moves[i] = getShortAtIndex(list, i);
        return moves;
    }

    public static void main(String[] arguments) throws Throwable {
        System.load(Path.of(arguments[0]).toAbsolutePath().toString());

        // Counting: the tree of legal moves, and many positions in one call.
        MemorySegment start = room(POSITION_SIZE), leaves = room(8);
        sure("start", start);
        sure("perft", start, 5, 2, leaves);
        System.out.println("perft 5: " + Long.toUnsignedString(getLong(leaves)));
        short[] list = moves(start);
        MemorySegment children = room(POSITION_SIZE * list.length), played = room(2 * list.length), counts = room(4 * list.length);
        for (int i = 0; i < list.length; i++) {
            children.asSlice(i * POSITION_SIZE, POSITION_SIZE).copyFrom(start);
            setShortAtIndex(played, i, list[i]);
        }
        sure("batch_play", children, played, (long) list.length, children, NULL);
        sure("batch_move_counts", children, (long) list.length, counts, NULL);
        long sum = 0;
        for (int i = 0; i < list.length; i++) sum += getIntAtIndex(counts, i);
        System.out.println(list.length + " positions have " + sum + " moves");

        // Listing: each move in standard notation and as engines write it.
        MemorySegment promoting = room(POSITION_SIZE), san = room(MOVE_TEXT_SIZE), uci = room(MOVE_TEXT_SIZE);
        sure("read_fen", CLinker.toCString("3r4/4P1k1/8/8/8/8/8/4K2R w K - 0 1", SCOPE), NUL_TERMINATED, promoting, NULL);
        for (short move : moves(promoting)) {
            sure("write_san", promoting, move, san, (long) MOVE_TEXT_SIZE, NULL);
            sure("write_uci", promoting, move, 0, uci, (long) MOVE_TEXT_SIZE, NULL);
            System.out.println(CLinker.toJavaString(san) + " " + CLinker.toJavaString(uci));
        }

        // Playing: a mate in four half-moves, then one of them taken back.
        MemorySegment handle = room(8), position = room(POSITION_SIZE), move = room(2), fen = room(FEN_SIZE), outcome = room(1);
        sure("game_new", start, handle);
        MemoryAddress game = getAddress(handle);
        for (String text : new String[] {"f3", "e5", "g4", "Qh4#"}) {
            sure("game_position", game, position);
            sure("read_san", position, CLinker.toCString(text, SCOPE), NUL_TERMINATED, move, NULL);
            sure("game_play", game, getShort(move));
        }
        sure("game_position", game, position);
        sure("write_fen", position, 0, fen, (long) FEN_SIZE, NULL);
        sure("game_outcome", game, outcome);
        System.out.println(CLinker.toJavaString(fen) + (getByte(outcome) == BLACK_MATES ? ": Black mates" : ""));
        sure("game_undo", game, NULL);
        System.out.println(number("game_move_count", game) + " moves instead");
        free("game_free", game);

        // What is wrong, and where.
        MemorySegment fault = room(FAULT_SIZE);
        if (call("read_fen", CLinker.toCString("8/8/8/8/8/8/8/K6x w - - 0 1", SCOPE), NUL_TERMINATED, position, fault) != OK) {
            System.out.println("column " + getLongAtOffset(fault, FAULT_COLUMN) + ": " + text(fault));
        }

        // Reading: each game of a file, or what is wrong with it. The reader keeps the text, which is C's.
        if (arguments.length < 2) return;
        byte[] file = Files.readAllBytes(Path.of(arguments[1]));
        MemorySegment pgn = room(file.length), value = room(16), name = CLinker.toCString("White", SCOPE);
        pgn.copyFrom(MemorySegment.ofArray(file));
        sure("pgn_new", pgn, (long) file.length, handle);
        MemoryAddress games = getAddress(handle);
        for (int error = call("pgn_next", games, fault); error != END; error = call("pgn_next", games, fault)) {
            if (error != OK) {
                System.out.println("line " + getLongAtOffset(fault, FAULT_LINE) + ": " + text(fault));
                continue;
            }
            boolean named = call("pgn_tag", games, name, NUL_TERMINATED, value) == OK;
            String white = named ? CLinker.toJavaString(getAddress(value)) : "?";
            MemorySegment count = room(8);
            sure("pgn_moves", games, handle, count);
            sure("pgn_last", games, position);
            System.out.println(white + ": " + getLong(count) + " moves, " + Long.toUnsignedString(number("key", position)));
        }
        free("pgn_free", games);
    }

    static String text(MemorySegment fault) {
        return CLinker.toJavaString(fault.asSlice(FAULT_TEXT));
    }

    static void free(String name, MemoryAddress handle) throws Throwable {
        CLinker.getInstance().downcallHandle(SymbolLookup.loaderLookup().lookup("philidor_" + name).orElseThrow(),
                MethodType.methodType(void.class, MemoryAddress.class), FunctionDescriptor.ofVoid(CLinker.C_POINTER))
                .invoke(handle);
    }
}
