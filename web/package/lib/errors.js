// What is thrown. Codes stay the same in every version.

export class PhilidorError extends Error {
    constructor(code, message, fields = {}) {
        super(message);
        this.name = new.target.name;
        this.code = code;
        Object.assign(this, fields);
    }
}

export class ArgumentError extends PhilidorError {}
export class FenError extends PhilidorError {}
export class SetupError extends PhilidorError {}
export class MoveError extends PhilidorError {}
export class PgnError extends PhilidorError {}
export class PackedError extends PhilidorError {}
export class UnrepresentableError extends PhilidorError {}

const CLASSES = { ArgumentError, FenError, SetupError, MoveError, PgnError, PackedError, UnrepresentableError };

const DEFAULTS = {
    FenError: { row: null },
    SetupError: { row: null },
    MoveError: { ply: null, row: null },
    PackedError: { row: null, faults: [] },
};

let setupOf = null;

/** Sets the function that makes the setup of an error, whose class is in a file that imports this one. */
export function makeSetupsBy(make) {
    setupOf = make;
}

/** The error that the module describes. */
export function errorOf({ class: name, code, message, ...fields }, more) {
    if (fields.setup !== undefined) {
        fields.setup = setupOf(fields.setup);
    }
    const Class = CLASSES[name] ?? PhilidorError;
    return new Class(code, message, { ...DEFAULTS[name], ...fields, ...more });
}
