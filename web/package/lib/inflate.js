// Bytes from text: base64 of a stream that is compressed as RFC 1951 has it, at once. What browsers have for such streams
// answers later, and a page that waits for it cannot be a plain script.

/** The lengths and distances of copies that begin a group, and how many more bits each has. */
const [LENGTHS, LENGTH_BITS] = groups(3, 28, 4);
const [DISTANCES, DISTANCE_BITS] = groups(1, 30, 2);
LENGTHS.push(258);
LENGTH_BITS.push(0);
/** The order in which the lengths of the codes of code lengths are written. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const END = 256;

/** The bounds of `count` groups: the first two rows have no more bits, then each row of `size` has one more. */
function groups(least, count, size) {
    const [starts, bits] = [[], []];
    for (let at = 0, start = least; at < count; at += 1) {
        const more = Math.max(Math.floor(at / size) - 1, 0);
        starts.push(start);
        bits.push(more);
        start += 1 << more;
    }
    return [starts, bits];
}

/** A table of the codes with these lengths: for the next bits of the stream, `symbol << 4 | length`. */
function tableOf(lengths) {
    const longest = Math.max(...lengths);
    const table = new Uint16Array(1 << longest);
    let code = 0;
    for (let length = 1; length <= longest; length += 1) {
        lengths.forEach((other, symbol) => {
            if (other === length) {
                for (let at = reversed(code, length); at < table.length; at += 1 << length) {
                    table[at] = (symbol << 4) | length;
                }
                code += 1;
            }
        });
        code <<= 1;
    }
    return table;
}

function reversed(code, length) {
    let bits = 0;
    for (let at = 0; at < length; at += 1) {
        bits |= ((code >> at) & 1) << (length - 1 - at);
    }
    return bits;
}

/** The bytes of a text; `size` says how many there are. */
export function inflated(text, size) {
    const binary = atob(text);
    const from = new Uint8Array(binary.length + 4);
    for (let at = 0; at < binary.length; at += 1) {
        from[at] = binary.charCodeAt(at);
    }
    const to = new Uint8Array(size);
    let [read, written, held, count] = [0, 0, 0, 0];

    const take = (bits) => {
        while (count < bits) {
            held |= from[read] << count;
            read += 1;
            count += 8;
        }
        const value = held & ((1 << bits) - 1);
        held >>>= bits;
        count -= bits;
        return value;
    };
    const symbol = (table) => {
        while (count < 15) {
            held |= from[read] << count;
            read += 1;
            count += 8;
        }
        const found = table[held & (table.length - 1)];
        held >>>= found & 15;
        count -= found & 15;
        return found >> 4;
    };

    const tables = () => {
        const [literals, distances, codes] = [take(5) + 257, take(5) + 1, take(4) + 4];
        const ofCodes = new Array(19).fill(0);
        for (let at = 0; at < codes; at += 1) {
            ofCodes[ORDER[at]] = take(3);
        }
        const table = tableOf(ofCodes);
        const lengths = [];
        while (lengths.length < literals + distances) {
            const code = symbol(table);
            if (code < 16) {
                lengths.push(code);
            } else {
                const value = code === 16 ? lengths.at(-1) : 0;
                const times = code === 16 ? take(2) + 3 : code === 17 ? take(3) + 3 : take(7) + 11;
                lengths.push(...new Array(times).fill(value));
            }
        }
        return [tableOf(lengths.slice(0, literals)), tableOf(lengths.slice(literals))];
    };
    const fixed = () => {
        const lengths = Array.from({ length: 288 }, (_, at) => (at < 144 ? 8 : at < 256 ? 9 : at < 280 ? 7 : 8));
        return [tableOf(lengths), tableOf(new Array(30).fill(5))];
    };
    const copyStored = () => {
        take(count & 7);
        const length = take(16);
        take(16);
        for (let at = 0; at < length; at += 1) {
            to[written] = take(8);
            written += 1;
        }
    };

    for (let isLast = false; !isLast; ) {
        isLast = take(1) === 1;
        const kind = take(2);
        if (kind === 0) {
            copyStored();
            continue;
        }
        const [literals, distances] = kind === 1 ? fixed() : tables();
        for (let code = symbol(literals); code !== END; code = symbol(literals)) {
            if (code < END) {
                to[written] = code;
                written += 1;
                continue;
            }
            const length = LENGTHS[code - 257] + take(LENGTH_BITS[code - 257]);
            const group = symbol(distances);
            const distance = DISTANCES[group] + take(DISTANCE_BITS[group]);
            to.copyWithin(written, written - distance, written - distance + length);
            // A copy may repeat what it has just written.
            for (let at = distance; at < length; at += 1) {
                to[written + at] = to[written + at - distance];
            }
            written += length;
        }
    }
    return to;
}
