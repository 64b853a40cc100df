import type { RemakeReason } from "../status.ts"

/** Why pieces are made once more, as it is picked and counted. */
export const reasonWords: Readonly<Record<RemakeReason, string>> = {
  cut: "Cut wrong",
  ink: "Ink fault",
  lost: "Lost",
  other: "Another reason",
}
