import shaper from "../../sheet/kernel/build/harfbuzz.wasm"
import pen from "../../sheet/kernel/build/pen.wasm"
import type { TextHost } from "../../sheet/text/shaper-calls.ts"

export const textHost: TextHost = { shaper, pen }
