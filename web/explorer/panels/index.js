// The panels, in the order of the menu.

import { attacks } from "./attacks.js";
import { batch } from "./batch.js";
import { bytes } from "./bytes.js";
import { chain } from "./chain.js";
import { editor } from "./editor.js";
import { endings } from "./endings.js";
import { evaluation } from "./evaluation.js";
import { hunt } from "./hunt.js";
import { magic } from "./magic.js";
import { mailbox } from "./mailbox.js";
import { perft } from "./perft.js";
import { play } from "./play.js";
import { race } from "./race.js";
import { variants } from "./variants.js";
import { word } from "./word.js";

export const PANELS = [
    editor,
    attacks,
    magic,
    chain,
    mailbox,
    word,
    bytes,
    perft,
    race,
    batch,
    hunt,
    play,
    evaluation,
    endings,
    variants,
];
