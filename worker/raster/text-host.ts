import shaper from "../../sheet/kernel/build/harfbuzz.wasm"
import pen from "../../sheet/kernel/build/pen.wasm"
import type { TextHost } from "../../sheet/text/shaper-calls.ts"

/** The text engine's host in a Worker. */
export const textHost: TextHost = { shaper, pen }
